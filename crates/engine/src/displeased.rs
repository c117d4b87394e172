//! Utterances of someone who is not content with the last answer.

use crate::asks::{is_question, parts};
use crate::words;

/// What an utterance says of the last answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Displeased {
    /// It turns the answer down.
    Rejects,
    /// It only shows impatience.
    Vents,
    No,
}

/// What turns an answer down.
const REJECTS: &[&str] = &[
    "did not answer",
    "didn t answer",
    "doesn t answer",
    "not an answer",
    "not my question",
    "not the answer",
    "not the question",
    "not what i am asking",
    "not what i asked",
    "not what i mean",
    "not what i meant",
    "not what i want",
    "not what i wanted",
    "that is false",
    "that is incorrect",
    "that is not correct",
    "that is not it",
    "that is not right",
    "that is wrong",
    "that s false",
    "that s incorrect",
    "that s not correct",
    "that s not it",
    "that s not right",
    "that s wrong",
    "try again",
    "wrong answer",
    "you are wrong",
    "you re wrong",
];

/// Parts that turn an answer down where nothing else is said.
const ALONE: &[&str] = &["incorrect", "no", "nope", "no no", "no no no", "not true", "wrong"];

/// Parts that show impatience.
const VENTS: &[&str] = &[
    "are you kidding",
    "are you kidding me",
    "are you serious",
    "argh",
    "come on",
    "damn",
    "for god s sake",
    "for heaven s sake",
    "jesus",
    "oh come on",
    "seriously",
    "sigh",
    "ugh",
    "useless",
    "wtf",
    "you are useless",
    "you re useless",
];

/// What opens the words that say what was meant.
const MEANT: &[&str] = &[
    "i am asking about",
    "i am asking",
    "i asked about",
    "i asked you",
    "i asked",
    "i mean",
    "i meant",
    "i want to know",
    "i wanted to know",
    "my question was",
];

/// Whether an utterance is displeased. A bare "no" is, together with impatience.
pub(crate) fn read(utterance: &str) -> Displeased {
    let parts = parts(utterance);
    let vents = parts.iter().any(|part| vents(part));
    let rejects = parts.iter().any(|part| rejects(part));
    let denies = parts.iter().any(|part| ALONE.contains(&part.as_str()));
    let corrects = parts.iter().any(|part| meant(part).is_some());
    let only = parts.iter().all(|part| ALONE.contains(&part.as_str()));
    match () {
        () if rejects || denies && (vents || corrects) => Displeased::Rejects,
        () if only && !parts.is_empty() && parts.iter().any(|part| part != "no") => {
            Displeased::Rejects
        }
        () if vents && parts.iter().all(|part| self::vents(part)) => Displeased::Rejects,
        () if vents => Displeased::Vents,
        () => Displeased::No,
    }
}

/// What is asked instead, in the words of the utterance; empty where nothing is.
pub(crate) fn instead(utterance: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in utterance.split_inclusive(['.', ',', '!', ';', '?', '\n']) {
        let plain = words::lower(part).join(" ");
        let said = rejects(&plain) || vents(&plain) || ALONE.contains(&plain.as_str());
        if !said && !plain.is_empty() {
            kept.push(meant(&plain).map_or(part, |count| after(part, count)).trim());
        }
    }
    kept.join(" ").trim().trim_end_matches(',').to_owned()
}

/// Whether what is asked instead is a question of its own.
pub(crate) fn stands_alone(instead: &str) -> bool {
    is_question(instead)
}

/// Whether two questions are the same but for signs and capitals.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (words::lower(a), words::lower(b));
    !a.is_empty() && a == b
}

/// Whether an utterance speaks of us or of what we said.
pub(crate) fn speaks_of_us(utterance: &str) -> bool {
    let all = words::lower(utterance);
    let us = ["you", "your", "youre", "this", "that", "thats", "answer"];
    all.iter().any(|word| us.contains(&word.as_str()))
}

fn rejects(part: &str) -> bool {
    let padded = format!(" {part} ");
    REJECTS.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

fn vents(part: &str) -> bool {
    VENTS.contains(&part)
}

/// The number of words that open what was meant.
fn meant(part: &str) -> Option<usize> {
    let opens = |opening: &&&str| {
        part.strip_prefix(**opening).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let longest = MEANT.iter().filter(opens).map(|opening| opening.split(' ').count());
    longest.max()
}

/// A text without its first words.
fn after(text: &str, count: usize) -> &str {
    let mut rest = text.trim_start();
    for _ in 0..count {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        rest = rest[end..].trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_turned_down_in_many_words() {
        for said in [
            "That's not what I asked!",
            "ugh, no",
            "wrong",
            "You didn't answer my question.",
            "No, I meant the bridge",
            "are you kidding me",
        ] {
            assert_eq!(read(said), Displeased::Rejects, "{said}");
        }
        assert_eq!(read("ugh, who built the bridge"), Displeased::Vents);
        for said in ["no", "Who was wrong about Titan?", "no bridge", "what is wrong"] {
            assert_eq!(read(said), Displeased::No, "{said}");
        }
    }

    #[test]
    fn what_is_asked_instead_is_kept() {
        assert_eq!(instead("That's not what I asked, I asked who built it."), "who built it.");
        assert_eq!(instead("No, I meant the Orlo Bridge"), "the Orlo Bridge");
        assert_eq!(instead("ugh, no!"), "");
        assert!(stands_alone("who built it.") && !stands_alone("the Orlo Bridge"));
    }

    #[test]
    fn a_question_is_the_same_without_its_signs() {
        assert!(is_same("Who built it?", "who built IT") && !is_same("?", "!"));
    }
}
