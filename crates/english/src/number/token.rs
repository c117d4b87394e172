//! A text as the tokens that numbers are made of.

use std::ops::Range;

use super::{scale, small};

/// What a token is to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Figure(f64),
    /// A word below a hundred.
    Small(f64),
    Scale(f64),
    Dozen,
    /// "a" or "an".
    Article,
    And,
    Half,
    /// "third", "quarters": parts of one.
    Part(f64),
    Other,
}

/// What parts a token from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Blank,
    Hyphen,
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub bytes: Range<usize>,
    pub kind: Kind,
    pub before: Gap,
}

/// The runs of letters, digits and the marks inside figures.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(char::is_alphanumeric).map(|found| at + found) {
        let end = end(text, start);
        let last = found.last().map_or(0, |token| token.bytes.end);
        let before = match &text[last..start] {
            " " | "\u{a0}" | "\n" => Gap::Blank,
            "-" | "\u{2010}" | "\u{2011}" => Gap::Hyphen,
            _ => Gap::Other,
        };
        let lettered = before == Gap::Hyphen && text[..last].ends_with(char::is_uppercase)
            || text[..start].ends_with('_');
        let (kind, end) = kind(&text[start..end], lettered, start, end);
        found.push(Token { bytes: start..end, kind, before });
        at = end;
    }
    found
}

/// The end of a run. A dot or comma belongs to it between digits.
fn end(text: &str, start: usize) -> usize {
    let mut before = ' ';
    let mut chars = text[start..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map_or(' ', |(_, next)| *next);
        let inside = matches!(c, '.' | ',') && before.is_ascii_digit() && after.is_ascii_digit();
        if !c.is_alphanumeric() && c != '_' && !inside {
            return start + at;
        }
        before = c;
    }
    text.len()
}

/// What a run is, and where it ends: at a comma that parts no thousands.
fn kind(run: &str, lettered: bool, start: usize, end: usize) -> (Kind, usize) {
    if run.starts_with(|c: char| c.is_ascii_digit()) {
        let whole = grouped(run);
        let figure = run[..whole].replace(',', "").parse().ok();
        let plain = run[..whole].chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
        return match figure.filter(|_| plain && !lettered) {
            Some(value) => (Kind::Figure(value), start + whole),
            None => (Kind::Other, end),
        };
    }
    (word(&run.to_lowercase()), end)
}

/// The length of the figures whose commas part thousands; all of it where they do.
fn grouped(run: &str) -> usize {
    let comma = run.find(',').unwrap_or(run.len());
    let mut rest = &run[comma..];
    if !(1..=3).contains(&comma) {
        return comma;
    }
    while let Some(after) = rest.strip_prefix(',') {
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if digits != 3 {
            break;
        }
        rest = &after[3..];
    }
    match rest.starts_with(',') {
        true => run.len() - rest.len(),
        false => run.len(),
    }
}

fn word(lower: &str) -> Kind {
    if let Some(value) = small(lower) {
        return Kind::Small(f64::from(value));
    }
    if let Some(times) = scale(lower) {
        return Kind::Scale(times);
    }
    match lower {
        "dozen" => Kind::Dozen,
        "a" | "an" => Kind::Article,
        "and" => Kind::And,
        "half" => Kind::Half,
        "third" | "thirds" => Kind::Part(3.0),
        "quarter" | "quarters" => Kind::Part(4.0),
        "fifth" | "fifths" => Kind::Part(5.0),
        "tenth" | "tenths" => Kind::Part(10.0),
        _ => Kind::Other,
    }
}
