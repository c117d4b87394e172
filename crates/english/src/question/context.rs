//! Whether a question or a sentence needs what was said before.

use crate::words::{self, is_in, is_stop};

/// Words that speak of something said before.
const LEANING: &str = "another else former he her hers him his it its itself latter one ones other others \
    same she such that their theirs them there these they this those";

/// First words with which a question goes on from the one before.
const GOING_ON: &str = "also and but or so then too why";

/// First words with which a sentence goes on from the one before.
const SENTENCE_GOING_ON: &str = "accordingly also although and another both but consequently each for \
    furthermore hence however instead meanwhile moreover nevertheless or other others otherwise similarly \
    so such that then therefore these this those thus while yet";

/// The words below which a question is a short one.
const SHORT_QUESTION: usize = 10;

/// What opens a turn to another subject.
const TURNING: [&str; 12] = [
    "about",
    "as for",
    "back to",
    "concerning",
    "go back to",
    "going back to",
    "how about",
    "let's go back to",
    "let's talk about",
    "regarding",
    "returning to",
    "what about",
];

/// What may stand before it.
const BEFORE_TURNING: [&str; 11] =
    ["and", "but", "no", "now", "oh", "ok", "okay", "or", "so", "then", "well"];

/// Whether a question has a word that speaks of something said before, or opens as if it went on.
pub fn leans(question: &str) -> bool {
    let words = words::lower(question);
    words.iter().any(|word| is_in(LEANING, word))
        || words.first().is_some_and(|word| is_in(GOING_ON, word))
}

/// Whether a question points at something outside itself: "did he write any books?", "what is spoken
/// here?". A pronoun after the words it stands for points at these.
///
/// ```
/// use grice_english::question::points_outside;
///
/// assert!(points_outside("did he write any books?"));
/// assert!(points_outside("who decided that?"));
/// assert!(!points_outside("When I delete a record, what happens to the rows that point at it?"));
/// ```
pub fn points_outside(question: &str) -> bool {
    let mut content = 0;
    let words = words::lower(question);
    let short = words.len() < SHORT_QUESTION;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map(String::as_str).unwrap_or_default();
        let shows = is_in("this these those here", word)
            || word == "that" && (next.is_empty() || !is_stop(next)) && short;
        let stands_for = is_in("he she him her his hers they them their theirs it its", word);
        let idle = word == "it" && is_in("possible true necessary better safe take", next);
        if shows && (short || content < 4) || stands_for && !idle && content < 2 {
            return true;
        }
        content += usize::from(!is_stop(word));
    }
    false
}

/// Whether a question leaves out what it is about, as far as its words tell: it has hardly any, or
/// speaks of "the bridge" and names nothing.
pub fn leaves_out(question: &str) -> bool {
    let lower = words::lower(question);
    let content = lower.iter().filter(|word| !is_stop(word)).count();
    let about = lower.get(1).is_some_and(|word| word == "about");
    let names = question.split_whitespace().skip(1).any(|word| {
        word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) && word != "I"
    });
    content < 2 || about || !names && lower.iter().any(|word| word == "the")
}

/// Whether a sentence leans on the one before it, by its first word or by what it points at: "this
/// state", "stayed there".
pub fn sentence_leans(sentence: &str) -> bool {
    let all = words::lower(sentence);
    let is = |at: usize, list: &str| all.get(at).is_some_and(|word| is_in(list, word));
    let there = |at: usize| is(at, "there") && !is(at + 1, "is are was were");
    is(0, SENTENCE_GOING_ON) || (1..all.len()).any(|at| is(at, "this these") || there(at))
}

/// The words after what opens a turn to another subject, and whether there was such an opening: "and
/// what about Rome?" turns to "Rome".
pub fn turned_to(utterance: &str) -> Option<(&str, bool)> {
    let (rest, opening) = opened(utterance);
    // "So", "well" and the like open anything.
    let turned =
        opening.is_some_and(|opening| TURNING.contains(&opening) || is_in("and but or", opening));
    (!rest.is_empty()).then_some((rest, turned))
}

/// The words after a phrase that names another subject: "back to the mill" returns to "the mill",
/// "and the mill" does not.
pub fn returned_to(utterance: &str) -> Option<&str> {
    let (rest, opening) = opened(utterance);
    opening.filter(|opening| TURNING.contains(opening) && !rest.is_empty()).map(|_| rest)
}

/// The words after what opens an utterance, and the opening that says most.
fn opened(utterance: &str) -> (&str, Option<&'static str>) {
    let mut rest = utterance.trim().trim_end_matches(['?', '.', '!', ' ']);
    let mut said: Option<&'static str> = None;
    loop {
        let after = |opening: &&&'static str| {
            let own = rest.get(..opening.len()).is_some_and(|o| o.eq_ignore_ascii_case(opening));
            own && rest[opening.len()..].starts_with([' ', ','])
        };
        let Some(opening) = TURNING.iter().chain(&BEFORE_TURNING).find(after) else { break };
        rest = rest[opening.len()..].trim_start_matches([' ', ',']);
        let says_more = |known: &str| !TURNING.contains(&known) && !is_in("and but or", known);
        if said.is_none_or(says_more) || TURNING.contains(opening) {
            said = Some(*opening);
        }
    }
    (rest, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_and_openings_lean_on_what_was_said() {
        for question in ["When was she born?", "and the second one?", "Why?", "Is that so"] {
            assert!(leans(question), "{question}");
        }
        for question in ["Who wrote Emma?", "What is the capital of Mongolia?", ""] {
            assert!(!leans(question), "{question}");
        }
    }

    #[test]
    fn a_question_that_names_nothing_leaves_something_out() {
        for question in ["When?", "What about Rome?", "When was the bridge finished?", ""] {
            assert!(leaves_out(question), "{question}");
        }
        for question in ["Who wrote the novel Emma?", "How do bees make honey?"] {
            assert!(!leaves_out(question), "{question}");
        }
    }

    #[test]
    fn a_sentence_leans_by_its_first_word_or_by_pointing() {
        for text in ["However, it fell.", "In this town it rains.", "They stayed there."] {
            assert!(sentence_leans(text), "{text}");
        }
        assert!(!sentence_leans("In Rome there are hills.") && !sentence_leans(""));
    }

    #[test]
    fn what_is_turned_to_stands_after_the_opening() {
        assert_eq!(turned_to("What about Rome?"), Some(("Rome", true)));
        assert_eq!(turned_to("ok, and how about the Alps?"), Some(("the Alps", true)));
        assert_eq!(turned_to("and tigers"), Some(("tigers", true)));
        assert_eq!(turned_to("Rome?"), Some(("Rome", false)));
        assert_eq!(returned_to("ok, go back to Rome"), Some("Rome"));
        assert_eq!(returned_to("and if it rains"), None);
        assert_eq!(turned_to("Android phones"), Some(("Android phones", false)));
        assert_eq!(turned_to("well done"), Some(("done", false)));
        assert_eq!(turned_to("?"), None);
    }
}
