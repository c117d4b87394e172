//! Whether an utterance asks for something.

use crate::question::wh::is_question_word;
use crate::verb::AUXILIARIES;
use crate::words::{self, is_in};

/// What follows a helping verb where nothing is asked: "would love to", "could be", "can't wait".
const NO_SUBJECT: &str = "be been do fun gladly it like love not t tell too";

/// Verbs that order an answer.
const ORDERS: &str = "compare define describe explain give introduce list mention name outline show \
    summarise summarize tell";

/// Verbs after which a question stands inside a sentence: "I want to know when it was built".
const KNOWING: &str = "hear know learn out remember see understand";
const WONDERING: &str = "wonder wondered wondering";

/// Words that stand before a question and are no part of it.
const OPENERS: &str = "actually also and but cool great hey hmm neat nice no now oh ok okay or please so \
    sure then well wow yeah yes";

/// Orders and questions that only accept what was offered.
const GO_ON: &[&str] = &[
    "can you",
    "continue",
    "could you",
    "do",
    "do go on",
    "do it",
    "do tell",
    "go ahead",
    "go for it",
    "go on",
    "keep going",
    "let s hear it",
    "more",
    "please",
    "please continue",
    "please do",
    "show me",
    "tell me",
    "tell me about it",
    "tell me more",
    "tell more",
    "why not",
    "would you",
];

/// The parts of an utterance between its signs, each in small letters with single blanks.
pub fn parts(utterance: &str) -> Vec<String> {
    let parts = utterance.split(['.', ',', '!', ';', '?', '\n', '…', '—']);
    parts.map(|part| words::lower(part).join(" ")).filter(|part| !part.is_empty()).collect()
}

/// Whether an utterance is a question or an order of its own, and does not only accept an offer.
pub fn is_question(utterance: &str) -> bool {
    let parts = parts(utterance);
    if parts.iter().all(|part| goes_on(part) || is_in(OPENERS, part)) {
        return false;
    }
    utterance.contains('?') || parts.iter().any(|part| opens(part) || asks_inside(part))
}

/// Whether yes or no answers a question: it begins with a verb, and gives no choice.
pub fn asks_yes_or_no(question: &str) -> bool {
    let all = words::lower(question);
    let words = without_openers(&all);
    let first = words.first().is_some_and(|first| AUXILIARIES.contains(&first.as_str()));
    first && words.len() > 2 && !words.iter().any(|word| word == "or")
}

/// The sentence in which an utterance of several asks something, and what stands before it; none where
/// none or more of them ask.
pub fn asked_in(utterance: &str) -> Option<(&str, &str)> {
    let all: Vec<_> = grice_text::sentences(utterance).collect();
    let mut asking = all.iter().filter(|range| is_question(&utterance[(*range).clone()]));
    let (Some(one), None) = (asking.next(), asking.next()) else { return None };
    let before = utterance[..one.start].trim();
    (all.len() > 1).then(|| (before, utterance[one.clone()].trim()))
}

/// Whether it only asks to go on: "tell me more", "yes, please do".
pub fn asks_to_go_on(utterance: &str) -> bool {
    let parts = parts(utterance);
    parts.iter().any(|part| goes_on(part))
        && parts.iter().all(|part| goes_on(part) || is_in(OPENERS, part))
}

/// The words of a question, in small letters, without those that stand before it: "and", "so".
pub fn without_openers(words: &[String]) -> &[String] {
    &words[words.iter().take_while(|word| is_in(OPENERS, word)).count()..]
}

fn goes_on(part: &str) -> bool {
    let words: Vec<String> = part.split(' ').map(str::to_owned).collect();
    let plain = without_openers(&words).join(" ");
    let plain = plain.strip_suffix(" please").unwrap_or(&plain);
    GO_ON.contains(&plain) || GO_ON.contains(&part)
}

/// Whether a question stands inside: "I'd like to understand how it works", "I wonder who built it".
fn asks_inside(part: &str) -> bool {
    let all: Vec<&str> = part.split(' ').collect();
    all.windows(2).enumerate().any(|(at, pair)| {
        let asked = is_question_word(pair[1]) || pair[1] == "whether";
        let wanted = is_in(KNOWING, pair[0]) && all[..at].contains(&"to");
        asked && (wanted || is_in(WONDERING, pair[0]))
    })
}

fn opens(part: &str) -> bool {
    let all: Vec<String> = part.split(' ').map(str::to_owned).collect();
    let Some((first, rest)) = without_openers(&all).split_first() else { return false };
    let subject = rest.first().is_some_and(|next| !is_in(NO_SUBJECT, next));
    is_question_word(first) && part != "why not"
        || AUXILIARIES.contains(&first.as_str()) && subject
        || is_in(ORDERS, first) && !goes_on(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_orders_are_told_from_replies() {
        for asks in [
            "who built it",
            "Rome?",
            "and when was that",
            "did he win",
            "Neat, tell me about him.",
            "Yes please, what did he do!",
            "list the rivers",
            "Thats quite sad, Can you tell me his early life",
            "I want to know when Mozart died",
            "I'd like to understand how it works",
            "I need to find out which one it is",
            "I wonder who built it",
        ] {
            assert!(is_question(asks), "{asks}");
        }
        for says in [
            "I had a big lunch",
            "Sure, if it's quick",
            "why not?",
            "tell me more",
            "would love to",
            "Can't wait!",
            "could be",
            "yes, please do",
            "the river",
            "please?",
            "I know how it ends",
            "I have to go home",
            "",
        ] {
            assert!(!is_question(says), "{says}");
        }
    }

    #[test]
    fn yes_or_no_answers_what_begins_with_a_verb() {
        assert!(asks_yes_or_no("does it have doors?") && asks_yes_or_no("And was he deaf"));
        assert!(!asks_yes_or_no("Is it a town or a city?") && !asks_yes_or_no("Who is it?"));
    }

    #[test]
    fn the_one_question_of_several_sentences_is_found() {
        assert_eq!(asked_in("Thanks. Who built it?"), Some(("Thanks.", "Who built it?")));
        assert_eq!(asked_in("Who built it? I wonder."), Some(("", "Who built it?")));
        assert_eq!(asked_in("Who built it? And when?"), None);
        assert_eq!(asked_in("I wonder. It rains."), None);
        assert_eq!(asked_in("Who built it?"), None);
    }

    #[test]
    fn an_order_to_go_on_names_nothing() {
        assert!(asks_to_go_on("Yes, tell me more please!") && asks_to_go_on("do tell"));
        assert!(
            !asks_to_go_on("tell me about Rome") && !asks_to_go_on("yes") && !asks_to_go_on("")
        );
    }
}
