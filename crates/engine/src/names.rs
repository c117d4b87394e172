//! Names in a text, told by their capitals.

use std::ops::Range;

use crate::words;

/// Words that stand inside names though they are written small.
const INSIDE: &[&str] =
    &["and", "d", "da", "de", "del", "der", "di", "du", "of", "the", "van", "von"];

/// Words that have a capital only because a sentence begins with them.
const OPENING: &[&str] = &[
    "about",
    "above",
    "although",
    "among",
    "apart",
    "around",
    "because",
    "below",
    "besides",
    "between",
    "beyond",
    "both",
    "during",
    "each",
    "either",
    "even",
    "every",
    "few",
    "here",
    "however",
    "i",
    "including",
    "like",
    "many",
    "most",
    "near",
    "neither",
    "no",
    "only",
    "over",
    "perhaps",
    "several",
    "since",
    "some",
    "such",
    "though",
    "through",
    "today",
    "two",
    "under",
    "unlike",
    "until",
    "when",
    "while",
    "within",
    "yes",
    "yet",
];

pub(crate) const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A word with its place in bytes.
struct Word<'a> {
    text: &'a str,
    bytes: Range<usize>,
}

/// Where the names of a sentence stand, in bytes, in order.
pub(crate) fn names(sentence: &str) -> Vec<Range<usize>> {
    let all: Vec<Word<'_>> = spaced(sentence);
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        if !opens(&all[at], at == 0) {
            at += 1;
            continue;
        }
        let mut last = at;
        while let Some(next) = continued(sentence, &all, last) {
            last = next;
        }
        found.push(all[at].bytes.start..all[last].bytes.end);
        at = last + 1;
    }
    found
}

/// Whether a text has nothing but a name.
pub(crate) fn is_name(text: &str) -> bool {
    names(text).first().is_some_and(|name| *name == (0..text.len()))
}

/// Runs without white space and the marks at their ends; "Saturn's" is "Saturn".
fn spaced(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for run in text.split([' ', '\n', '\t', '\u{a0}']) {
        let inner = run.trim_matches(|c: char| !c.is_alphanumeric());
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let inner = inner.strip_suffix("'s").or(inner.strip_suffix("’s")).unwrap_or(inner);
        if !inner.is_empty() {
            words.push(Word { text: inner, bytes: start..start + inner.len() });
        }
    }
    words
}

fn has_capital(word: &Word<'_>) -> bool {
    word.text.chars().next().is_some_and(char::is_uppercase)
        || word.text.strip_prefix("d'").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

fn opens(word: &Word<'_>, first: bool) -> bool {
    let lower = word.text.to_lowercase();
    let idle = words::is_empty(&lower) && lower.len() != 1 || OPENING.contains(&lower.as_str());
    has_capital(word) && !MONTHS.contains(&lower.as_str()) && !(idle || first && lower.len() == 1)
}

/// The next word of the name whose last one so far is `last`.
fn continued(text: &str, all: &[Word<'_>], last: usize) -> Option<usize> {
    let joined = |one: usize, next: usize| {
        let gap = &text[all[one].bytes.end..all[next].bytes.start];
        gap == " " || gap == "\u{a0}" || gap == ". " && all[one].text.chars().count() <= 2
    };
    let next = all.get(last + 1)?;
    if !joined(last, last + 1) {
        return None;
    }
    let lower = next.text.to_lowercase();
    let number = next.text.len() <= 4 && next.text.chars().all(|c| c.is_ascii_digit());
    if number || has_capital(next) && !MONTHS.contains(&lower.as_str()) {
        return Some(last + 1);
    }
    if !INSIDE.contains(&next.text) || next.text == "and" {
        return None;
    }
    let after = all.get(last + 2)?;
    if joined(last + 1, last + 2) && has_capital(after) {
        return Some(last + 2);
    }
    let third = all.get(last + 3)?;
    (INSIDE.contains(&after.text)
        && joined(last + 1, last + 2)
        && joined(last + 2, last + 3)
        && has_capital(third))
    .then_some(last + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        names(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn names_are_runs_of_capitals() {
        assert_eq!(
            found(
                "After Jupiter's storm, Voyager 2 of the Jet Propulsion Laboratory passed J. R. Smith."
            ),
            ["Jupiter", "Voyager 2 of the Jet Propulsion Laboratory", "J. R. Smith"]
        );
        assert_eq!(
            found("In March and July 1979 it met King Louis of France, and Kepler."),
            ["King Louis of France", "Kepler"]
        );
        assert_eq!(found("The five large ones were small."), Vec::<&str>::new());
        assert!(is_name("Le Verrier") && !is_name("the Moon") && !is_name(""));
    }
}
