//! Names in a text, told by their capitals.

use std::ops::Range;

use crate::date::is_month;
use crate::words::{is_in, is_stop};

/// Words that stand inside names though they are written small.
const INSIDE: &str = "d da de del der di du la le of the van von";

/// Words that have a capital only because a sentence begins with them.
const OPENING: &str = "about above according although among apart around because below besides \
    between beyond both during each either even every few finally first here however i including \
    like many most near neither never no only over perhaps several since some sometimes such \
    though through today two under unlike until usually when while within yes yet";

struct Word<'a> {
    text: &'a str,
    bytes: Range<usize>,
}

/// Where the names of a sentence stand, in order.
///
/// ```
/// let text = "In May the painter Anna de la Cruz met King Louis of France.";
/// let names: Vec<&str> = grice_english::name::names(text).into_iter().map(|n| &text[n]).collect();
/// assert_eq!(names, ["Anna de la Cruz", "King Louis of France"]);
/// ```
pub fn names(sentence: &str) -> Vec<Range<usize>> {
    let all = spaced(sentence);
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

/// Whether a text is nothing but a name.
pub fn is_name(text: &str) -> bool {
    names(text).first().is_some_and(|name| *name == (0..text.len()))
}

/// Runs without white space and the marks at their ends; "Anna's" is "Anna".
fn spaced(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = 0;
    for run in text.split([' ', '\n', '\t', '\u{a0}']) {
        let after = run.trim_start_matches(|c: char| !c.is_alphanumeric());
        let from = start + run.len() - after.len();
        let inner = after.trim_end_matches(|c: char| !c.is_alphanumeric());
        let inner = inner.strip_suffix("'s").or(inner.strip_suffix("’s")).unwrap_or(inner);
        if !inner.is_empty() {
            words.push(Word { text: inner, bytes: from..from + inner.len() });
        }
        // All four separators but the last take one byte.
        start += run.len();
        start += text[start..].chars().next().map_or(0, char::len_utf8);
    }
    words
}

fn has_capital(word: &Word<'_>) -> bool {
    word.text.starts_with(char::is_uppercase)
        || word.text.strip_prefix("d'").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

fn opens(word: &Word<'_>, first: bool) -> bool {
    let lower = word.text.to_lowercase();
    let idle = is_stop(&lower) && lower.len() != 1 || is_in(OPENING, &lower);
    has_capital(word) && !is_month(&lower) && !(idle || first && lower.len() == 1)
}

/// The next word of the name whose last one so far is `last`.
fn continued(text: &str, all: &[Word<'_>], last: usize) -> Option<usize> {
    let joined = |one: usize| {
        let gap = &text[all[one].bytes.end..all.get(one + 1)?.bytes.start];
        let initial = gap == ". " && all[one].text.chars().count() <= 2;
        (gap == " " || gap == "\u{a0}" || initial).then_some(one + 1)
    };
    let next = joined(last)?;
    let number = all[next].text.len() <= 4 && all[next].text.bytes().all(|b| b.is_ascii_digit());
    if number || has_capital(&all[next]) && !is_month(all[next].text) {
        return Some(next);
    }
    let small = |at: usize| is_in(INSIDE, all[at].text);
    let after = joined(next).filter(|_| small(next))?;
    if has_capital(&all[after]) {
        return Some(after);
    }
    joined(after).filter(|third| small(after) && has_capital(&all[*third]))
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
            found("After Bristol's flood, Unit 2 of the Royal Engineers met J. R. Smith."),
            ["Bristol", "Unit 2 of the Royal Engineers", "J. R. Smith"]
        );
        assert_eq!(
            found("In March and July 1979 it met King Louis of France, and Kepler."),
            ["King Louis of France", "Kepler"]
        );
        assert_eq!(found("The five large ones were small."), Vec::<&str>::new());
        assert_eq!(found("«Émile\u{a0}Zola»"), ["Émile\u{a0}Zola"]);
    }

    #[test]
    fn a_text_may_be_nothing_but_a_name() {
        assert!(is_name("Le Verrier") && !is_name("the Alps") && !is_name("") && !is_name("Yes"));
    }
}
