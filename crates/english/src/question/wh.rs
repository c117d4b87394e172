//! The question word.

use crate::adjective::is_adjective;
use crate::question::asks::without_openers;
use crate::words::{self, is_in};

/// Words that open a question, in order.
pub const QUESTION_WORDS: [&str; 13] = [
    "how", "hows", "what", "whats", "when", "where", "wheres", "which", "who", "whom", "whos",
    "whose", "why",
];

/// Words before a question word: "In which year".
const BEFORE: &str =
    "about after at by during for from in into of on since through to under until with";

/// What a question asks for, by its question word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wh {
    /// A person.
    Who,
    /// An owner.
    Whose,
    /// A thing.
    What,
    /// A time.
    When,
    /// A place.
    Where,
    /// One or some of several.
    Which,
    /// A reason.
    Why,
    /// A way or a state.
    How,
    /// A count.
    HowMany,
    /// An amount or a price.
    HowMuch,
    /// A duration or a length.
    HowLong,
    /// A distance.
    HowFar,
    /// An age.
    HowOld,
    /// A frequency.
    HowOften,
    /// The measure of an adjective: "how big", "how deep".
    HowAdjective,
}

/// Whether a word, in small letters, opens a question.
pub(crate) fn is_question_word(word: &str) -> bool {
    QUESTION_WORDS.contains(&word)
}

/// The question word of a question, after small openers and one preposition; none where it has none
/// there.
///
/// ```
/// use grice_english::question::{Wh, wh};
///
/// assert_eq!(wh("And how many doors has it?"), Some(Wh::HowMany));
/// assert_eq!(wh("In which year?"), Some(Wh::Which));
/// assert_eq!(wh("Is it open?"), None);
/// ```
pub fn wh(question: &str) -> Option<Wh> {
    let all = words::lower(question);
    let mut words = without_openers(&all);
    if let [before, asks, ..] = words
        && is_in(BEFORE, before)
        && is_question_word(asks)
    {
        words = &words[1..];
    }
    let second = words.get(1).map_or("", String::as_str);
    Some(match words.first()?.as_str() {
        "who" | "whos" | "whom" => Wh::Who,
        "whose" => Wh::Whose,
        "what" | "whats" => Wh::What,
        "when" => Wh::When,
        "where" | "wheres" => Wh::Where,
        "which" => Wh::Which,
        "why" => Wh::Why,
        "how" | "hows" => match second {
            "many" => Wh::HowMany,
            "much" => Wh::HowMuch,
            "long" => Wh::HowLong,
            "far" => Wh::HowFar,
            "old" => Wh::HowOld,
            "often" | "frequently" => Wh::HowOften,
            "come" => Wh::Why,
            adjective if is_adjective(adjective) => Wh::HowAdjective,
            _ => Wh::How,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_word_is_found_behind_openers() {
        for (question, word) in [
            ("Who built it?", Wh::Who),
            ("what's that", Wh::What),
            ("ok so when did he die?", Wh::When),
            ("To whom was it sold?", Wh::Who),
            ("How deep is it?", Wh::HowAdjective),
            ("How long does it take?", Wh::HowLong),
            ("how does it work", Wh::How),
            ("How come it fell?", Wh::Why),
            ("whose idea was it", Wh::Whose),
        ] {
            assert_eq!(wh(question), Some(word), "{question}");
        }
        for question in ["Did it open?", "", "tell me who", "and"] {
            assert_eq!(wh(question), None, "{question}");
        }
    }

    #[test]
    fn question_words_are_in_order() {
        assert!(QUESTION_WORDS.is_sorted());
    }
}
