//! Months, days of the week, and years in a text.

use std::ops::Range;

use crate::quantity;

/// The months, in small letters.
pub const MONTHS: [&str; 12] = [
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

/// The days of the week, in small letters.
pub const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Whether a word is the full name of a month, in any case.
pub fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|month| month.eq_ignore_ascii_case(word))
}

/// Whether a word is the full name of a day of the week, in any case.
pub fn is_weekday(word: &str) -> bool {
    WEEKDAYS.iter().any(|day| day.eq_ignore_ascii_case(word))
}

/// The number of a month, from 1, by its name or its first three letters; "sept" is one too.
///
/// ```
/// assert_eq!(grice_english::date::month("Sept."), Some(9));
/// ```
pub fn month(word: &str) -> Option<u8> {
    let lower = word.trim_end_matches('.').to_lowercase();
    let short = if lower == "sept" { "sep" } else { &lower };
    let is = |month: &&str| *month == short || short.len() == 3 && month.starts_with(short);
    (1..).zip(&MONTHS).find(|(_, month)| is(month)).map(|(number, _)| number)
}

/// The day of a month that a word says: "12", "12th".
pub fn day(word: &str) -> Option<u8> {
    let figures = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[figures.len()..];
    let day = figures.parse().ok().filter(|day| (1..=31).contains(day))?;
    matches!(ending, "" | "st" | "nd" | "rd" | "th").then_some(day)
}

/// The years of a text with their places: four figures that measure nothing, decades such as "1960s"
/// by their first year, and years before Christ as negative numbers.
pub fn years(text: &str) -> Vec<(Range<usize>, i32)> {
    let mut found = Vec::new();
    for (start, end) in figures(text) {
        let (before, after) = (&text[..start], &text[end..]);
        let decimal = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | ','));
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let joined = decimal(before.chars().next_back()) && digit(before.chars().rev().nth(1))
            || decimal(after.chars().next()) && digit(after.chars().nth(1));
        let Some(value) = text[start..end].parse::<i32>().ok().filter(|_| !joined) else {
            continue;
        };
        let plain = (1_000..3_000).contains(&value) && end - start == 4;
        if let Some(ending) = era(after) {
            found.push((start..end + ending, -value));
        } else if plain && after.starts_with('s') && !starts_with_letter(&after[1..]) {
            found.push((start..end + 1, value));
        } else if plain && !starts_with_letter(after) && !quantity::unit_follows(text, end) {
            found.push((start..end, value));
        }
    }
    found
}

/// Runs of one to four figures with no letter before them.
fn figures(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..bytes.len()).filter(move |at| digit(*at) && (*at == 0 || !digit(at - 1)));
    starts.filter_map(move |start| {
        let end = (start..).find(|at| !digit(*at))?;
        let apart = !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
        (apart && end - start <= 4).then_some((start, end))
    })
}

/// The length of a mark that puts a year before Christ.
fn era(after: &str) -> Option<usize> {
    let rest = after.strip_prefix([' ', '\u{a0}'])?;
    let mark = ["BCE", "BC", "B.C.E.", "B.C."].iter().find(|mark| rest.starts_with(**mark))?;
    (!starts_with_letter(&rest[mark.len()..])).then(|| after.len() - rest.len() + mark.len())
}

fn starts_with_letter(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, i32)> {
        years(text).into_iter().map(|(place, year)| (&text[place], year)).collect()
    }

    #[test]
    fn months_are_known_by_name_and_number() {
        assert!(is_month("May") && !is_month("mayor") && !is_month("Jan"));
        assert_eq!((month("jan"), month("SEPT."), month("may")), (Some(1), Some(9), Some(5)));
        assert_eq!((month("ma"), month("marc"), month("")), (None, None, None));
        assert!(is_weekday("Sunday") && !is_weekday("sun"));
        assert_eq!((day("12th"), day("32"), day("5x"), day("th")), (Some(12), None, None, None));
    }

    #[test]
    fn years_are_told_from_other_numbers() {
        assert_eq!(
            found("In 1846, in the 1960s and in 44 BC."),
            [("1846", 1846), ("1960s", 1960), ("44 BC", -44)]
        );
        assert_eq!(found("1998–99 and 12 May 2001."), [("1998", 1998), ("2001", 2001)]);
        assert_eq!(found("1500 km, 1,846 people, 3.1415, v1998, 12345, $2000, 0200"), []);
    }
}
