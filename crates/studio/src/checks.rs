//! Advice while people write, and what is kindly refused.

use grice_english::{pronoun, words};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Advice on a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// A word for programs.
    pub code: String,
    /// The advice.
    pub text: String,
    /// The words it is about.
    pub words: Vec<String>,
}

/// Words that refer to something said before and are no pronouns.
const REFERRING: [&str; 16] = [
    "there", "then", "this", "that", "these", "those", "one", "ones", "former", "latter", "other",
    "others", "another", "first", "second", "last",
];

/// Yes, no, and words like them (Circa, section 3.3).
const YES_NO: [&str; 22] = [
    "yes",
    "no",
    "yeah",
    "yep",
    "yup",
    "yea",
    "ya",
    "aye",
    "nope",
    "nah",
    "naw",
    "nay",
    "yess",
    "yah",
    "uh-huh",
    "nuh-uh",
    "mhm",
    "affirmative",
    "negative",
    "yas",
    "noo",
    "nooo",
];

/// Words that a yes/no question begins with.
const POLAR: [&str; 46] = [
    "am",
    "is",
    "are",
    "was",
    "were",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "do",
    "does",
    "did",
    "don't",
    "doesn't",
    "didn't",
    "have",
    "has",
    "had",
    "haven't",
    "hasn't",
    "hadn't",
    "can",
    "could",
    "can't",
    "couldn't",
    "will",
    "would",
    "won't",
    "wouldn't",
    "shall",
    "should",
    "shouldn't",
    "may",
    "might",
    "must",
    "need",
    "ever",
    "want",
    "any",
    "got",
    "wanna",
    "fancy",
    "care",
    "so",
    "and",
    "or",
];

/// Words that another kind of question begins with.
const OPEN: [&str; 9] = ["what", "who", "whom", "whose", "which", "when", "where", "why", "how"];

fn lower(text: &str) -> Vec<String> {
    let straight = text.replace(['\u{2019}', '\u{2018}'], "'").to_lowercase();
    let part = |c: char| !(c.is_alphanumeric() || c == '\'' || c == '-');
    straight
        .split(part)
        .map(|word| word.trim_matches(['\'', '-']))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What a questioner sees while writing (TopiOCQA, appendix A): words of section titles, nothing
/// that refers back, many turns on one page.
pub fn question_notes(
    question: &str,
    sections: &[String],
    first: bool,
    on_topic: u32,
    switch_after: u32,
) -> Vec<Note> {
    let mut notes = Vec::new();
    let titles = words::content(&sections.join(" "));
    let mut shared: Vec<String> = words::content(question).intersection(&titles).cloned().collect();
    shared.sort();
    if !shared.is_empty() {
        let text = format!("Say it in other words than the section titles: {}.", shared.join(", "));
        notes.push(Note { code: "overlap".into(), text, words: shared });
    }
    let asked = lower(question);
    let refers = |word: &String| {
        pronoun::is_third(word)
            || pronoun::is_possessive(word)
            || REFERRING.contains(&word.as_str())
    };
    if !first && asked.len() > 3 && !asked.iter().any(refers) {
        let text =
            "Refer to what was said before, with he, she, it, there or the like, where you can.";
        notes.push(Note { code: "coreference".into(), text: text.into(), words: Vec::new() });
    }
    if on_topic >= switch_after {
        let text =
            format!("{on_topic} turns were about one page; try one that came up in an answer.");
        notes.push(Note { code: "switch".into(), text, words: Vec::new() });
    }
    notes
}

/// The words of an answer that say yes or no outright.
pub fn yes_no_words(answer: &str) -> Vec<String> {
    lower(answer).into_iter().filter(|word| YES_NO.contains(&word.as_str())).collect()
}

/// Advice on an answer that may not have yes or no in it.
pub fn answer_notes(answer: &str) -> Vec<Note> {
    let words = yes_no_words(answer);
    match words.is_empty() {
        true => Vec::new(),
        false => {
            let text = format!("Say it without “{}”.", words.join("”, “"));
            vec![Note { code: "yes_no".into(), text, words }]
        }
    }
}

/// Refuses an answer with yes or no in it.
pub fn indirect(number: usize, answer: &str) -> Result<(), Refusal> {
    let said = yes_no_words(answer);
    let Some(word) = said.first() else { return Ok(()) };
    let message =
        format!("answer {} has the word “{word}”: please say it in another way", number + 1);
    Err(Refusal::new("yes_no", message)
        .hint("say something from which the other can tell, such as “I had two this morning”"))
}

/// Refuses a question that cannot be answered with yes or no.
pub fn polar(number: usize, question: &str) -> Result<(), Refusal> {
    let words = lower(question);
    let first = words.first().map(String::as_str).unwrap_or_default();
    // Also of what's, who's, how're.
    let asks = first.split('\'').next().unwrap_or_default();
    if OPEN.contains(&asks) {
        let message = format!(
            "question {} begins with “{first}”: yes or no would be no answer to it",
            number + 1
        );
        return Err(Refusal::new("not_polar", message)
            .hint("let it begin with do you, are you, have you, would you or the like"));
    }
    let ends = question.trim_end().ends_with('?');
    if !ends && !POLAR.contains(&first) {
        let message =
            format!("sentence {} is no question: end it with a question mark", number + 1);
        return Err(Refusal::new("not_polar", message));
    }
    Ok(())
}

/// How alike two questions are: the cosine of their words without function words and the verbs of
/// asking (Circa, appendix B, has nouns and adjectives, told by a tagger).
pub fn likeness(a: &str, b: &str) -> f64 {
    let bag = |text: &str| {
        let verbs = |word: &String| !COMMON_VERBS.contains(&word.as_str());
        words::content(text)
            .into_iter()
            .filter(verbs)
            .collect::<std::collections::HashSet<String>>()
    };
    let (a, b) = (bag(a), bag(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    a.intersection(&b).count() as f64 / ((a.len() * b.len()) as f64).sqrt()
}

/// Verbs that many polite questions share, as they are asked.
const COMMON_VERBS: [&str; 54] = [
    "like", "want", "enjoy", "love", "prefer", "think", "know", "go", "going", "get", "got",
    "make", "take", "have", "had", "need", "try", "tried", "see", "seen", "feel", "find", "found",
    "plan", "planning", "ever", "eat", "drink", "read", "listen", "play", "watch", "live", "move",
    "moved", "work", "come", "say", "said", "keep", "use", "used", "buy", "look", "looking",
    "still", "any", "would", "could", "been", "being", "done", "doing", "you",
];

/// Up to `most` of the questions, in order, no two of which are too alike.
pub fn unlike<'a, T>(
    questions: impl IntoIterator<Item = &'a T>,
    text: impl Fn(&T) -> &str,
    alike: f64,
    most: usize,
) -> Vec<&'a T> {
    let mut taken: Vec<&T> = Vec::new();
    for question in questions {
        if taken.len() >= most {
            break;
        }
        if taken.iter().all(|other| likeness(text(other), text(question)) < alike) {
            taken.push(question);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_yes_and_no_are_found_and_others_are_not() {
        assert_eq!(yes_no_words("Yeah, I’d say so"), ["yeah"]);
        assert_eq!(yes_no_words("No way."), ["no"]);
        assert!(yes_no_words("I know nobody there. Yesterday was nothing special.").is_empty());
        let refused = indirect(2, "nope").unwrap_err();
        assert!(
            refused.code == "yes_no"
                && refused.message.contains("answer 3")
                && refused.hint.is_some()
        );
    }

    #[test]
    fn a_yes_no_question_is_told_from_others() {
        for good in ["Do you like tea?", "You free tonight?", "Wanna come?", "Long week?"] {
            assert!(polar(0, good).is_ok(), "{good}");
        }
        for bad in ["What do you eat?", "How’s work?", "I like tea."] {
            assert_eq!(polar(0, bad).unwrap_err().code, "not_polar", "{bad}");
        }
    }

    #[test]
    fn questions_shown_together_are_not_alike() {
        assert!(likeness("Do you like spicy food?", "Do you like guitars?") < 0.35);
        assert!(likeness("Do you like spicy food?", "Is spicy food okay?") >= 0.35);
        let all = ["Do you like spicy food?", "Is spicy food okay?", "Are you a vegetarian?"]
            .map(str::to_owned);
        assert_eq!(unlike(&all, |text| text, 0.35, 5), [&all[0], &all[2]]);
    }

    #[test]
    fn a_questioner_is_told_of_overlap_missing_reference_and_long_topics() {
        let codes = |notes: Vec<Note>| notes.into_iter().map(|note| note.code).collect::<Vec<_>>();
        let sections = vec!["Awards and honours".to_owned()];
        let notes =
            question_notes("Which awards did Ada Lindqvist receive?", &sections, false, 5, 4);
        assert_eq!(codes(notes), ["overlap", "coreference", "switch"]);
        assert!(
            question_notes("What did she receive for her work?", &sections, false, 1, 4).is_empty()
        );
        assert!(
            question_notes("Who was Ada Lindqvist in her time?", &sections, true, 0, 4).is_empty()
        );
    }
}
