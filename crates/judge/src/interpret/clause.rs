//! Where a condition ends.

use super::words::{Pause, Words};

/// More words than this are no condition anyone states in a reply.
const LONGEST: usize = 40;

/// Words that go on with the main clause after a comma.
const RESUMES: [&str; 47] = [
    "then",
    "i",
    "i'd",
    "i'll",
    "i'm",
    "i've",
    "we",
    "we'd",
    "we'll",
    "we're",
    "he",
    "he's",
    "she",
    "she's",
    "they",
    "they're",
    "yes",
    "yeah",
    "no",
    "nope",
    "sure",
    "ok",
    "okay",
    "but",
    "so",
    "though",
    "otherwise",
    "because",
    "maybe",
    "definitely",
    "absolutely",
    "certainly",
    "probably",
    "it",
    "it's",
    "it'll",
    "it'd",
    "that",
    "that's",
    "that'd",
    "you",
    "there",
    "there's",
    "please",
    "thanks",
    "thank",
    "let's",
];

/// What may stand before a condition that nevertheless comes first.
const OPENERS: [&str; 15] = [
    "yes", "yeah", "yep", "sure", "well", "ok", "okay", "maybe", "perhaps", "no", "hmm", "oh",
    "and", "but", "so",
];

const TURNS: [&str; 6] = ["but", "though", "although", "because", "so", "otherwise"];

/// Cuts a clause that begins at `start` and whose cue ends before `after`; none where nothing
/// follows the cue.
pub(super) fn cut<'a>(words: &Words<'a>, start: usize, after: usize) -> Option<&'a str> {
    let begin = words.get(start)?.start;
    if words.pause(after) != Pause::None {
        return None;
    }
    let end = end(words, start, after).min(start + LONGEST);
    let last = words.get(end.checked_sub(1)?)?.end;
    Some(&words.text[begin..last + unit(&words.text[last..])])
}

/// The place after the clause's last word.
fn end(words: &Words<'_>, start: usize, after: usize) -> usize {
    let sentence =
        (after + 1..words.len()).find(|i| words.pause(*i) == Pause::Stop).unwrap_or(words.len());
    let openers = openers(words, start);
    let first = openers.is_some();
    let resumed = (after + 1..sentence).find(|&i| {
        let (word, comma) = (words.lower(i), words.pause(i) == Pause::Comma);
        (comma && RESUMES.contains(&word))
            || (TURNS.contains(&word) && is_subject(words.lower(i + 1)))
            || (first && (word == "then" || (i > after + 1 && is_main(words, i))))
    });
    let listed = || after_list(words, after, sentence, openers?);
    resumed.or_else(listed).unwrap_or(sentence)
}

/// How many words like "Yes," or "Well," stand before a clause that comes first in its sentence;
/// none where others stand there.
fn openers(words: &Words<'_>, start: usize) -> Option<usize> {
    let mut at = start;
    while words.pause(at) != Pause::Stop && at > 0 {
        at -= 1;
        if !OPENERS.contains(&words.lower(at)) {
            return None;
        }
    }
    Some(start - at)
}

/// The first comma of a clause that comes first, or the first one after its "or" or "and".
fn after_list(words: &Words<'_>, after: usize, sentence: usize, openers: usize) -> Option<usize> {
    let joins = |i: usize| ["or", "and"].contains(&words.lower(i));
    let commas: Vec<usize> =
        (after + 1..sentence).filter(|i| words.pause(*i) == Pause::Comma).collect();
    if let Some(joined) = commas.iter().position(|i| joins(*i)) {
        return commas.get(joined + 1).copied();
    }
    let comma = commas.first().copied()?;
    // "Yes, if it's vegan, cheap and near" has said what it is about to say.
    let ends_in_list = openers > 0 && (comma..sentence).any(joins);
    (!ends_in_list).then_some(comma)
}

/// Whether "I'd …" or "I might …" begins here.
fn is_main(words: &Words<'_>, i: usize) -> bool {
    let modal = ["would", "will", "might", "could", "can", "may", "should"];
    match words.lower(i) {
        "i'd" | "i'll" | "we'd" | "we'll" => true,
        "i" | "we" => modal.contains(&words.lower(i + 1)),
        _ => false,
    }
}

fn is_subject(word: &str) -> bool {
    let subjects = [
        "i", "i'm", "i'd", "i'll", "i've", "we", "we're", "it", "it's", "they", "he", "she",
        "that", "that's", "you", "there",
    ];
    subjects.contains(&word)
}

/// How many bytes of signs belong to the number just before them.
fn unit(rest: &str) -> usize {
    rest.chars().take_while(|c| "%$€£°".contains(*c)).map(char::len_utf8).sum()
}
