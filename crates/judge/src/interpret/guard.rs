//! What turns a cue away: the same words with another meaning.

use grice_english::polarity::is_negation;

use super::words::{Pause, Words};

/// Whether a cue from one place to another does open a condition.
pub(super) type Guard = fn(&Words<'_>, usize, usize) -> bool;

/// Words after which "if" means "whether", or makes a comparison.
const WHETHER: [&str; 30] = [
    "wonder",
    "wondering",
    "wondered",
    "know",
    "knows",
    "knew",
    "see",
    "ask",
    "asked",
    "asking",
    "check",
    "tell",
    "told",
    "doubt",
    "remember",
    "care",
    "decide",
    "decided",
    "out",
    "say",
    "matter",
    "matters",
    "unclear",
    "unsure",
    "idea",
    "as",
    "even",
    "what",
    "mind",
    "certain",
];

/// Ways of speaking that state no condition, without their "if".
const IDIOMS: [&str; 14] = [
    "anything",
    "only",
    "any",
    "ever",
    "so",
    "you ask me",
    "you know what",
    "you must know",
    "i'm honest",
    "i'm being honest",
    "i remember",
    "i recall",
    "memory serves",
    "i'm not mistaken",
];

const SUBJECTS: [&str; 37] = [
    "i",
    "i'm",
    "i've",
    "i'd",
    "you",
    "you're",
    "you've",
    "we",
    "we're",
    "we've",
    "he",
    "he's",
    "she",
    "she's",
    "it",
    "it's",
    "they",
    "they're",
    "they've",
    "there",
    "there's",
    "that",
    "that's",
    "this",
    "my",
    "your",
    "our",
    "his",
    "her",
    "their",
    "everyone",
    "everybody",
    "someone",
    "somebody",
    "nobody",
    "no",
    "the",
];

const BE: [&str; 16] = [
    "am", "is", "are", "be", "been", "i'm", "you're", "we're", "they're", "he's", "she's", "it's",
    "was", "were", "get", "feel",
];

const PAST: [&str; 22] = [
    "was", "were", "had", "did", "didn't", "wasn't", "weren't", "went", "came", "got", "saw",
    "made", "took", "gave", "ate", "left", "lived", "met", "told", "said", "grew", "began",
];

/// Words that open a circumstance: "only ON weekends".
const CIRCUMSTANCES: [&str; 20] = [
    "on", "in", "at", "for", "with", "without", "after", "before", "during", "when", "if", "under",
    "from", "by", "until", "once", "between", "because", "to", "over",
];

pub(super) fn none(_: &Words<'_>, _: usize, _: usize) -> bool {
    true
}

/// A cue at the beginning of a sentence or after a pause.
pub(super) fn opens(words: &Words<'_>, at: usize, _: usize) -> bool {
    words.previous(at).is_empty()
}

/// "if", but neither "not sure if" nor "as if" nor "if you ask me".
pub(super) fn if_(words: &Words<'_>, at: usize, after: usize) -> bool {
    let previous = words.previous(at);
    let denied = (at.saturating_sub(4)..at).any(|i| is_negation(words.lower(i)));
    let whether = WHETHER.contains(&previous) || (previous == "sure" && denied);
    !whether && IDIOMS.iter().all(|idiom| words.phrase(after, idiom).is_none())
}

/// "as long as", but neither of a length nor of a time that was.
pub(super) fn long(words: &Words<'_>, at: usize, after: usize) -> bool {
    let measures =
        ["is", "was", "are", "it's", "that's", "twice", "times", "almost", "nearly", "for"];
    let number = words.lower(after).starts_with(|c: char| c.is_numeric());
    !measures.contains(&words.previous(at)) && !number
}

/// "provided there is cake", but not "lunch is provided" or "they provided it".
pub(super) fn provided(words: &Words<'_>, at: usize, after: usize) -> bool {
    let previous = words.previous(at);
    let verb = BE.contains(&previous)
        || ["has", "have", "had", "i", "you", "we", "he", "she", "it", "they", "who", "that"]
            .contains(&previous);
    !verb && words.pause(after) == Pause::None && SUBJECTS.contains(&words.lower(after))
}

/// "assuming it's open", but not "I'm assuming".
pub(super) fn assuming(words: &Words<'_>, at: usize, _: usize) -> bool {
    !BE.contains(&words.previous(at)) && words.previous(at) != "not"
}

/// "it depends on", but not "she depends on".
pub(super) fn depends(words: &Words<'_>, at: usize, _: usize) -> bool {
    !["he", "she", "who"].contains(&words.previous(at))
}

/// "that would depend on", but not "you can depend on me".
pub(super) fn depend(words: &Words<'_>, at: usize, _: usize) -> bool {
    ["would", "will", "might", "may", "it'd", "that'd", "it'll", "that'll"]
        .contains(&words.previous(at))
}

/// A cue with a circumstance after it, and not a reason.
pub(super) fn circumstance(words: &Words<'_>, _: usize, after: usize) -> bool {
    let next = words.lower(after);
    words.pause(after) == Pause::None && CIRCUMSTANCES.contains(&next) && next != "because"
}

/// "when it rains", but neither a question nor a time that was nor "I know when".
pub(super) fn when(words: &Words<'_>, at: usize, after: usize) -> bool {
    let other = [
        "since", "remember", "know", "ask", "tell", "sure", "say", "that's", "time", "until",
        "even", "recall", "forget", "see",
    ];
    let asks = [
        "is", "are", "was", "were", "do", "does", "did", "will", "can", "would", "should", "could",
    ];
    !other.contains(&words.previous(at))
        && !asks.contains(&words.lower(after))
        && time(words, at, after)
}

/// "once I'm home", but neither "once a week" nor a time that was.
pub(super) fn once(words: &Words<'_>, at: usize, after: usize) -> bool {
    !["at", "more", "than"].contains(&words.previous(at))
        && SUBJECTS.contains(&words.lower(after))
        && time(words, at, after)
}

/// A time that is not one that was.
pub(super) fn time(words: &Words<'_>, _: usize, after: usize) -> bool {
    let clause = (after..words.len().min(after + 6))
        .take_while(|i| *i == after || words.pause(*i) == Pause::None);
    !clause.into_iter().any(|i| {
        let word = words.lower(i);
        // "When I visited", but neither "when I'm tired" nor "when needed".
        let visited = word.len() > 4
            && word.ends_with("ed")
            && i > after
            && !BE.contains(&words.lower(i - 1));
        visited || PAST.contains(&word)
    })
}
