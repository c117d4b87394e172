//! Utterances of someone who is not content with the last answer.

use crate::question::parts;
use crate::words;

/// What an utterance says of the last answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Displeasure {
    /// It turns the answer down.
    Rejects,
    /// It only shows impatience.
    Vents,
    /// Nothing of the kind.
    None,
}

/// What turns an answer down wherever it stands.
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
    "you misunderstood",
    "you re wrong",
];

/// Parts that turn an answer down where nothing else is said.
const DENIALS: &[&str] = &[
    "incorrect",
    "no",
    "nope",
    "no no",
    "no no no",
    "not that",
    "not that one",
    "not true",
    "wrong",
];

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

/// What opens the words that say what was meant; the first ones correct by themselves.
const MEANT: &[&str] = &[
    "i actually meant",
    "i mean",
    "i meant",
    "i was asking about",
    "i was asking",
    "what i mean is",
    "what i meant is",
    "what i meant was",
    "i am asking about",
    "i am asking",
    "i asked about",
    "i asked you",
    "i asked",
    "i m asking about",
    "i m asking",
    "i want to know",
    "i wanted to know",
    "my question was",
];

/// How many of those correct the last answer by themselves.
const CORRECTING: usize = 8;

/// Words before a correction in the same part: "no I meant the bridge".
const BEFORE: &[&str] = &["no", "nope", "sorry", "well", "oh", "actually", "but"];

/// Whether an utterance is displeased. A bare "no" is, together with impatience or a correction.
pub fn displeasure(utterance: &str) -> Displeasure {
    let parts = parts(utterance);
    let denial = |part: &String| DENIALS.contains(&part.as_str());
    let impatient = |part: &String| VENTS.contains(&part.as_str());
    let vents = parts.iter().any(impatient);
    let denies = parts.iter().any(denial);
    let rejects = parts.iter().any(|part| rejects(part));
    let meant = parts.iter().any(|part| meant(part, MEANT).is_some());
    let corrects = parts.iter().any(|part| self::meant(part, &MEANT[..CORRECTING]).is_some());
    let only = !parts.is_empty() && parts.iter().all(denial);
    match () {
        () if rejects || corrects || denies && (vents || meant) => Displeasure::Rejects,
        () if only && parts.iter().any(|part| part != "no") => Displeasure::Rejects,
        () if vents && parts.iter().all(impatient) => Displeasure::Rejects,
        () if vents => Displeasure::Vents,
        () => Displeasure::None,
    }
}

/// What is asked instead, in the words of the utterance; empty where nothing is.
///
/// ```
/// assert_eq!(grice_english::talk::instead("No, I meant the old bridge"), "the old bridge");
/// ```
pub fn instead(utterance: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in utterance.split_inclusive(['.', ',', '!', ';', '?', '\n']) {
        let plain = words::lower(part).join(" ");
        let said = rejects(&plain)
            || VENTS.contains(&plain.as_str())
            || DENIALS.contains(&plain.as_str())
            || kept.is_empty() && BEFORE.contains(&plain.as_str());
        if !said && !plain.is_empty() {
            kept.push(meant(&plain, MEANT).map_or(part, |count| after(part, count)).trim());
        }
    }
    kept.join(" ").trim().trim_end_matches(',').to_owned()
}

/// Whether two questions are the same but for signs and capitals.
pub fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (words::lower(a), words::lower(b));
    !a.is_empty() && a == b
}

/// Whether an utterance speaks of the program or of what it said.
pub fn speaks_of_us(utterance: &str) -> bool {
    let us = ["you", "your", "youre", "this", "that", "thats", "answer"];
    words::lower(utterance).iter().any(|word| us.contains(&word.as_str()))
}

fn rejects(part: &str) -> bool {
    words::has_any(part, REJECTS)
}

/// The number of words that open what was meant, those before it counted.
fn meant(part: &str, openings: &[&str]) -> Option<usize> {
    let words: Vec<&str> = part.split(' ').collect();
    let small = words.iter().take_while(|word| BEFORE.contains(word)).count();
    let rest = words[small..].join(" ");
    let begins = |opening: &&&str| {
        rest.strip_prefix(**opening).is_some_and(|after| after.is_empty() || after.starts_with(' '))
    };
    let longest = openings.iter().filter(begins).map(|opening| opening.split(' ').count()).max()?;
    Some(small + longest)
}

/// A text without its first words.
fn after(text: &str, count: usize) -> &str {
    let mut rest = text.trim_start_matches(|c: char| !c.is_alphanumeric());
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
            "no I meant the bridge",
            "I mean the river",
            "are you kidding me",
        ] {
            assert_eq!(displeasure(said), Displeasure::Rejects, "{said}");
        }
        assert_eq!(displeasure("ugh, who built the bridge"), Displeasure::Vents);
        for said in [
            "no",
            "Who was wrong about it?",
            "no bridge",
            "what is wrong",
            "",
            "i want to know why",
        ] {
            assert_eq!(displeasure(said), Displeasure::None, "{said}");
        }
    }

    #[test]
    fn what_is_asked_instead_is_kept() {
        for (said, kept) in [
            ("That's not what I asked, I asked who built it.", "who built it."),
            ("No, I meant the Orlo Bridge", "the Orlo Bridge"),
            ("no I meant the Orlo Bridge", "the Orlo Bridge"),
            ("Sorry, I mean Rome.", "Rome."),
            ("ugh, no!", ""),
            ("", ""),
        ] {
            assert_eq!(instead(said), kept, "{said}");
        }
    }

    #[test]
    fn a_question_is_the_same_without_its_signs() {
        assert!(is_same("Who built it?", "who built IT") && !is_same("?", "!"));
        assert!(speaks_of_us("That is odd") && !speaks_of_us("The bridge is odd"));
    }
}
