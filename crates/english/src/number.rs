//! Numbers in figures and in words.

mod phrase;
mod token;

use std::ops::Range;

use phrase::phrase;
use token::{Kind, tokens};

/// The words for numbers below twenty, in order.
pub const BELOW_TWENTY: [&str; 20] = [
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
];

/// The ordinals below the twentieth, in order.
pub const ORDINALS: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

/// The words for twenty to ninety, with their ordinals and decades.
pub const TENS: [(&str, &str, &str); 8] = [
    ("twenty", "twentieth", "twenties"),
    ("thirty", "thirtieth", "thirties"),
    ("forty", "fortieth", "forties"),
    ("fifty", "fiftieth", "fifties"),
    ("sixty", "sixtieth", "sixties"),
    ("seventy", "seventieth", "seventies"),
    ("eighty", "eightieth", "eighties"),
    ("ninety", "ninetieth", "nineties"),
];

/// Words that multiply the number before them.
pub const SCALES: [(&str, f64); 5] =
    [("hundred", 1e2), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9), ("trillion", 1e12)];

/// A number of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Where it stands.
    pub bytes: Range<usize>,
    /// What it is.
    pub value: f64,
}

/// What a scale word multiplies by.
pub fn scale(word: &str) -> Option<f64> {
    SCALES.iter().find(|(known, _)| *known == word).map(|(_, times)| *times)
}

/// The value of one number word below a hundred, in small letters: "seven", "forty".
pub fn small(word: &str) -> Option<u8> {
    let unit = (0..).zip(BELOW_TWENTY).find(|(_, known)| *known == word);
    let tens = || (2..).zip(TENS).find(|(_, (known, ..))| *known == word).map(|(n, _)| n * 10);
    unit.map(|(value, _)| value).or_else(tens)
}

/// The value of one ordinal word below the hundredth, in small letters: "seventh", "fortieth".
pub fn small_ordinal(word: &str) -> Option<u8> {
    let unit = (0..).zip(ORDINALS).find(|(_, known)| *known == word);
    let tens = || (2..).zip(TENS).find(|(_, (_, known, _))| *known == word).map(|(n, _)| n * 10);
    unit.map(|(value, _)| value).or_else(tens)
}

/// The value of a text that is nothing but a number.
///
/// ```
/// use grice_english::number::value;
///
/// assert_eq!(value("1,234.5"), Some(1234.5));
/// assert_eq!(value("ninety-five"), Some(95.0));
/// assert_eq!(value("half a million"), Some(500_000.0));
/// assert_eq!(value("95 bridges"), None);
/// ```
pub fn value(text: &str) -> Option<f64> {
    let text = text.trim();
    match scan(text).as_slice() {
        [one] if one.bytes == (0..text.len()) => Some(one.value),
        _ => None,
    }
}

/// The numbers of a text, in order. Ordinals, versions and words with figures in them are none.
pub fn scan(text: &str) -> Vec<Number> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match phrase(&tokens, at) {
            Some((value, next)) => {
                let bytes = tokens[at].bytes.start..tokens[next - 1].bytes.end;
                let number = signed(text, bytes, value);
                at = (next..tokens.len())
                    .find(|at| tokens[*at].bytes.start >= number.bytes.end)
                    .unwrap_or(tokens.len());
                found.push(number);
            }
            None => at += 1,
        }
    }
    found
}

/// The number with the sign and the power of ten around it.
fn signed(text: &str, mut bytes: Range<usize>, mut value: f64) -> Number {
    let is_figure = text[bytes.clone()].starts_with(|c: char| c.is_ascii_digit());
    if is_figure && let Some((power, length)) = power(&text[bytes.end..]) {
        // Parsing rounds once, where multiplying rounds twice.
        value = format!("{value}e{power}").parse().unwrap_or(value);
        bytes.end += length;
    }
    if is_figure
        && let Some(before) = text[..bytes.start].strip_suffix(['−', '-'])
        && (before.is_empty() || before.ends_with([' ', '(', '\u{a0}']))
    {
        (value, bytes.start) = (-value, before.len());
    }
    Number { bytes, value }
}

/// " × 10^27" and " × 10²⁷": the power and the length of what says it.
fn power(after: &str) -> Option<(i32, usize)> {
    let rest = after.trim_start_matches([' ', '\u{a0}']).strip_prefix('×')?;
    let rest = rest.trim_start_matches([' ', '\u{a0}']).strip_prefix("10")?;
    let mut digits = String::new();
    let raised = rest.strip_prefix('^');
    let mut length = after.len() - raised.unwrap_or(rest).len();
    for c in raised.unwrap_or(rest).chars() {
        let plain = match c {
            '-' | '−' | '⁻' if digits.is_empty() => '-',
            '0'..='9' if raised.is_some() => c,
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            '⁰' | '⁴'..='⁹' => char::from_digit(u32::from(c) - u32::from('⁰'), 10)?,
            _ => break,
        };
        digits.push(plain);
        length += c.len_utf8();
    }
    Some((digits.parse().ok()?, length))
}

/// A number in words.
///
/// ```
/// assert_eq!(grice_english::number::words(1_205), "one thousand two hundred and five");
/// ```
pub fn words(number: u64) -> String {
    const LARGE: [(u64, &str); 4] = [
        (1_000_000_000_000, "trillion"),
        (1_000_000_000, "billion"),
        (1_000_000, "million"),
        (1_000, "thousand"),
    ];
    if number < 1_000 {
        return below_thousand(number);
    }
    let Some((size, name)) = LARGE.iter().find(|(size, _)| number >= *size) else {
        return below_thousand(number);
    };
    let head = format!("{} {name}", words(number / size));
    match number % size {
        0 => head,
        rest if rest < 100 => format!("{head} and {}", words(rest)),
        rest => format!("{head} {}", words(rest)),
    }
}

fn below_thousand(number: u64) -> String {
    let unit = |n: u64| BELOW_TWENTY.get(n as usize).copied().unwrap_or_default();
    let tens = |n: u64| TENS.get((n / 10) as usize - 2).map(|(tens, ..)| *tens).unwrap_or_default();
    match (number / 100, number % 100) {
        (0, below @ 0..20) => unit(below).to_owned(),
        (0, below) if below % 10 == 0 => tens(below).to_owned(),
        (0, below) => format!("{}-{}", tens(below), unit(below % 10)),
        (hundreds, 0) => format!("{} hundred", unit(hundreds)),
        (hundreds, below) => format!("{} hundred and {}", unit(hundreds), below_thousand(below)),
    }
}

/// A number as a sentence has it: in words up to twelve, in figures from there on.
pub fn in_prose(number: u64) -> String {
    if number <= 12 { words(number) } else { number.to_string() }
}

/// The place that an ordinal says, from 1.
///
/// ```
/// use grice_english::number::ordinal;
///
/// assert_eq!(ordinal("twenty-first"), Some(21));
/// assert_eq!(ordinal("3rd"), Some(3));
/// assert_eq!(ordinal("three"), None);
/// ```
pub fn ordinal(text: &str) -> Option<usize> {
    let lower = text.trim().to_lowercase();
    let figures = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !figures.is_empty() && matches!(&lower[figures.len()..], "st" | "nd" | "rd" | "th") {
        return figures.replace(',', "").parse().ok().filter(|place| *place > 0);
    }
    let start = lower.rfind([' ', '-']).map_or(0, |at| at + 1);
    let (before, last) = lower.split_at(start);
    let cardinal = match small_ordinal(last) {
        Some(value) => words(u64::from(value)),
        None => scale_of_ordinal(last)?,
    };
    let phrase = match scale(&cardinal).is_some() && before.is_empty() {
        true => format!("one {cardinal}"),
        false => format!("{before}{cardinal}"),
    };
    let place = value(&phrase)?;
    (place >= 1.0 && place.fract() == 0.0).then_some(place as usize)
}

fn scale_of_ordinal(word: &str) -> Option<String> {
    let stem = word.strip_suffix("th")?;
    scale(stem).map(|_| stem.to_owned())
}

/// Whether a token counts as a number of its own, without the ones around it.
pub fn is_number_word(word: &str) -> bool {
    matches!(tokens(word).as_slice(), [one] if matches!(one.kind, Kind::Figure(_) | Kind::Small(_)))
}

#[cfg(test)]
#[path = "number/tests.rs"]
mod tests;
