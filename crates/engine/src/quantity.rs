//! Quantities in a text: a number with what is counted or measured in it.

use std::ops::Range;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// In metres.
    Length,
    /// In kilograms.
    Mass,
    /// In seconds.
    Time,
    /// In degrees Celsius.
    Temperature,
    /// In metres a second.
    Speed,
    /// In square metres.
    Area,
    Percent,
    /// A plain number.
    Count,
}

/// A number of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    pub bytes: Range<usize>,
    /// In the measure's unit.
    pub value: f64,
    pub measure: Measure,
}

use Measure::{Area, Count, Length, Mass, Percent, Speed, Temperature, Time};

/// Units, the longer ones first where one begins with another.
const UNITS: &[(&str, Measure, f64)] = &[
    ("km/h", Speed, 1.0 / 3.6),
    ("km/s", Speed, 1e3),
    ("m/s", Speed, 1.0),
    ("mph", Speed, 0.447_04),
    ("km²", Area, 1e6),
    ("km2", Area, 1e6),
    ("m²", Area, 1.0),
    ("hectares", Area, 1e4),
    ("acres", Area, 4_046.86),
    ("square kilometers", Area, 1e6),
    ("square kilometres", Area, 1e6),
    ("square miles", Area, 2.59e6),
    ("astronomical units", Length, 1.496e11),
    ("light-years", Length, 9.461e15),
    ("light years", Length, 9.461e15),
    ("kilometers", Length, 1e3),
    ("kilometres", Length, 1e3),
    ("metres", Length, 1.0),
    ("meters", Length, 1.0),
    ("miles", Length, 1_609.34),
    ("feet", Length, 0.304_8),
    ("ft", Length, 0.304_8),
    ("au", Length, 1.496e11),
    ("AU", Length, 1.496e11),
    ("km", Length, 1e3),
    ("cm", Length, 0.01),
    ("mm", Length, 0.001),
    ("m", Length, 1.0),
    ("tonnes", Mass, 1e3),
    ("tons", Mass, 1e3),
    ("kilograms", Mass, 1.0),
    ("kg", Mass, 1.0),
    ("grams", Mass, 1e-3),
    ("seconds", Time, 1.0),
    ("minutes", Time, 60.0),
    ("hours", Time, 3_600.0),
    ("days", Time, 86_400.0),
    ("weeks", Time, 604_800.0),
    ("months", Time, 2_629_800.0),
    ("years", Time, 31_557_600.0),
    ("°C", Temperature, 1.0),
    ("percent", Percent, 1.0),
    ("%", Percent, 1.0),
];

const SCALES: &[(&str, f64)] =
    &[("hundred", 1e2), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9), ("trillion", 1e12)];

const WORDS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The value of a number word up to twenty.
pub(crate) fn number_word(word: &str) -> Option<usize> {
    let lower = word.to_lowercase();
    WORDS.iter().position(|known| *known == lower)
}

/// A small number as people say it in a sentence.
pub(crate) fn in_words(number: usize) -> String {
    WORDS
        .get(number)
        .filter(|_| number <= 12)
        .map_or_else(|| number.to_string(), |w| (*w).to_owned())
}

/// The quantities of a text, in order. "9 hours 56 minutes" is one.
pub(crate) fn quantities(text: &str) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = Vec::new();
    let mut at = 0;
    while let Some(start) = next_number(text, at) {
        let Some(one) = quantity(text, start) else {
            at = start + text[start..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        at = one.bytes.end;
        match found.last_mut() {
            Some(before) if continues(text, before, &one) => {
                before.value += one.value;
                before.bytes.end = one.bytes.end;
            }
            _ => found.push(one),
        }
    }
    found
}

/// The next place where a number can begin: a digit or letter after something that is neither.
fn next_number(text: &str, from: usize) -> Option<usize> {
    let mut before = text[..from].chars().next_back().unwrap_or(' ');
    for (i, c) in text[from..].char_indices() {
        let inside = before.is_alphanumeric()
            || matches!(before, '.' | ',') && c.is_ascii_digit() && {
                text[..from + i].chars().rev().nth(1).is_some_and(|c| c.is_ascii_digit())
            };
        if (c.is_ascii_digit() || c.is_alphabetic()) && !inside {
            return Some(from + i);
        }
        before = c;
    }
    None
}

fn quantity(text: &str, start: usize) -> Option<Quantity> {
    let rest = &text[start..];
    let length =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | ','))).unwrap_or(rest.len());
    let token = rest[..length].trim_end_matches(['.', ',']);
    let mut value = figure(token).or_else(|| number_word(token).map(|n| n as f64))?;
    let mut end = start + token.len();
    while let Some((scale, next)) =
        SCALES.iter().find_map(|(word, scale)| Some((scale, follows(text, end, word)?)))
    {
        value *= scale;
        end = next;
    }
    if let Some(power) = text[end..].strip_prefix(" × 10^") {
        let digits = power.find(|c: char| !c.is_ascii_digit()).unwrap_or(power.len());
        value *= 10f64.powi(power[..digits].parse().ok()?);
        end += " × 10^".len() + digits;
    }
    let mut from = start;
    if token.starts_with(|c: char| c.is_ascii_digit())
        && let Some(before) = text[..start].strip_suffix(['−', '-'])
        && (before.is_empty() || before.ends_with([' ', '(']))
    {
        (value, from) = (-value, before.len());
    }
    let Some((measure, factor, end)) = unit(text, end) else {
        return Some(Quantity { bytes: from..end, value, measure: Count });
    };
    Some(Quantity { bytes: from..end, value: value * factor, measure })
}

/// The value of figures such as "1,234.5"; none where letters stand in it.
fn figure(token: &str) -> Option<f64> {
    let plain = token.replace(',', "");
    let fits = plain.starts_with(|c: char| c.is_ascii_digit())
        && plain.chars().all(|c| c.is_ascii_digit() || c == '.');
    if fits { plain.parse().ok() } else { None }
}

/// Where a word ends that stands at a place after a blank.
fn follows(text: &str, at: usize, word: &str) -> Option<usize> {
    let rest = text[at..].strip_prefix([' ', '\u{a0}', '-'])?.strip_prefix(word)?;
    (!rest.starts_with(char::is_alphanumeric)).then_some(text.len() - rest.len())
}

/// The unit at a place, what it is of, and where it ends. One "year" counts as "years" do.
fn unit(text: &str, at: usize) -> Option<(Measure, f64, usize)> {
    let rest = &text[at..];
    let gap = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}')).map_or(0, char::len_utf8);
    let rest = &rest[gap..];
    let rest = rest.strip_prefix("Earth ").unwrap_or(rest);
    let skipped = text.len() - rest.len();
    for (name, measure, factor) in UNITS {
        let one = name.strip_suffix('s').filter(|one| one.len() > 2);
        let found = [Some(*name), one].into_iter().flatten().find(|name| {
            let after = rest.strip_prefix(name);
            after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '/'))
        });
        if let Some(found) =
            found.filter(|_| gap > 0 || *measure == Percent || *measure == Temperature)
        {
            return Some((*measure, *factor, skipped + found.len()));
        }
    }
    None
}

/// Whether a quantity goes on with the next one: "24 hours, 39 minutes and 35 seconds".
fn continues(text: &str, one: &Quantity, next: &Quantity) -> bool {
    let gap = &text[one.bytes.end..next.bytes.start];
    one.measure == Time
        && next.measure == Time
        && next.value < one.value
        && [" ", ", ", " and ", ", and "].contains(&gap)
}

#[cfg(test)]
#[path = "quantity_tests.rs"]
mod tests;
