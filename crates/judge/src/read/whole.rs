//! A span that cuts no word, number, date or quantity.

use std::ops::Range;

use grice_english::date::is_month;
use grice_english::number::{scale, small};
use grice_text::words;

/// How far around a span its words are looked at, in bytes.
const AROUND: usize = 80;

/// Words in which something is measured.
const UNITS: [&str; 40] = [
    "au",
    "centimeters",
    "centimetres",
    "cm",
    "day",
    "days",
    "degrees",
    "feet",
    "ft",
    "g",
    "grams",
    "hectares",
    "hour",
    "hours",
    "inches",
    "kg",
    "kilograms",
    "kilometers",
    "kilometres",
    "km",
    "km²",
    "lb",
    "m",
    "meters",
    "metres",
    "mile",
    "miles",
    "minutes",
    "mm",
    "month",
    "months",
    "mph",
    "pounds",
    "seconds",
    "tonnes",
    "tons",
    "watts",
    "weeks",
    "year",
    "years",
];

/// The span with whole words, and with the rest of a number, date or quantity that it has a part
/// of; without marks at its ends. Never empty where the span is not.
pub(super) fn whole(passage: &str, span: Range<usize>, question: &str) -> Range<usize> {
    let Some(text) = passage.get(span.clone()) else { return span };
    let from = boundary(passage, span.start.saturating_sub(AROUND));
    let to = boundary(passage, span.end.saturating_add(AROUND).min(passage.len()));
    let near = Near::of(passage, from, to);
    let Some((mut first, mut last)) = near.over(&span) else {
        let start = span.start + (text.len() - text.trim_start().len());
        return start..start.max(span.end - (text.len() - text.trim_end().len()));
    };
    let asked = question.to_lowercase();
    if !["year", "month", "day"].iter().any(|word| asked.contains(word)) {
        (first, last) = near.date(first, last);
    }
    (first, last) = near.quantity(first, last);
    if !asks_for_number(&asked) {
        (first, last) = near.measure(first, last);
    }
    let inner = near.words[first].start.min(span.start)..near.end(last, span.end);
    let signed = near.signs(first, last, inner);
    trim(passage, signed)
}

/// The words around a span.
struct Near<'a> {
    passage: &'a str,
    words: Vec<Range<usize>>,
    lower: Vec<String>,
}

impl<'a> Near<'a> {
    fn of(passage: &'a str, from: usize, to: usize) -> Near<'a> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for word in words(&passage[from..to]) {
            let word = from + word.bytes.start..from + word.bytes.end;
            match found.last_mut() {
                Some(before)
                    if &passage[before.end..word.start] == "-"
                        && is_one_number(&passage[before.clone()], &passage[word.clone()]) =>
                {
                    before.end = word.end;
                }
                _ => found.push(word),
            }
        }
        let lower = found.iter().map(|word| passage[word.clone()].to_lowercase()).collect();
        Near { passage, words: found, lower }
    }

    /// The first and the last word that a span touches.
    fn over(&self, span: &Range<usize>) -> Option<(usize, usize)> {
        let touched = |word: &Range<usize>| word.start < span.end && span.start < word.end;
        let first = self.words.iter().position(touched)?;
        Some((first, self.words.iter().rposition(touched)?))
    }

    /// The end of the last word. A possessive 's that the span left out stays out.
    fn end(&self, last: usize, end: usize) -> usize {
        let word = &self.words[last];
        match word.contains(&end).then(|| &self.passage[end..word.end]) {
            Some("'s" | "’s") => end,
            _ => word.end.max(end),
        }
    }

    fn gap(&self, before: usize) -> &str {
        match self.words.get(before..before + 2) {
            Some([one, next]) => &self.passage[one.end..next.start],
            _ => "\n",
        }
    }

    /// "12 May 1998", "May 12, 1998" and "May 1998" whole, where more than the year is in the span.
    fn date(&self, first: usize, last: usize) -> (usize, usize) {
        let from = first.saturating_sub(2);
        for start in from..=last {
            for length in [3, 2] {
                let end = start + length - 1;
                let parts: String = (start..=end).map(|i| self.part(i)).collect();
                let close = (start..end).all(|i| [" ", ", ", "\u{a0}"].contains(&self.gap(i)));
                let fits = ["dmy", "mdy", "dm", "md", "my"].contains(&parts.as_str());
                if !fits || !close {
                    continue;
                }
                let more = (start.max(first)..=end.min(last)).any(|i| self.part(i) != 'y');
                if end >= first && more {
                    return (start.min(first), end.max(last));
                }
                break;
            }
        }
        (first, last)
    }

    /// What a word may be in a date: d, m, y, or - for nothing.
    fn part(&self, i: usize) -> char {
        let Some(word) = self.lower.get(i) else { return '-' };
        let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let ordinal = ["", "st", "nd", "rd", "th"].contains(&&word[digits.len()..]);
        match digits.parse::<u32>() {
            _ if is_month(word) => 'm',
            Ok(1..=31) if ordinal => 'd',
            Ok(1000..=2999) if digits == word => 'y',
            _ => '-',
        }
    }

    fn is(&self, i: usize, known: &[&str]) -> bool {
        self.lower.get(i).is_some_and(|word| known.contains(&word.as_str()))
    }

    fn is_scale(&self, i: usize) -> bool {
        self.lower.get(i).is_some_and(|word| scale(word).is_some())
    }

    fn is_number(&self, i: usize) -> bool {
        self.lower.get(i).is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || small(word).is_some()
                || word == "half"
        })
    }

    /// "3.5 million" and "two hundred thousand" whole.
    fn quantity(&self, mut first: usize, mut last: usize) -> (usize, usize) {
        let is_scale = |i: usize| self.is_scale(i) || self.is(i, &["percent", "dozen"]);
        let is_number = |i: usize| self.is_number(i) || self.is(i, &["a"]);
        let close = |i: usize| [" ", "\u{a0}"].contains(&self.gap(i));
        while first > 0
            && is_scale(first)
            && close(first - 1)
            && (is_number(first - 1) || is_scale(first - 1))
        {
            first -= 1;
        }
        while is_scale(last + 1) && close(last) && (is_number(last) || is_scale(last)) {
            last += 1;
        }
        (first, last)
    }

    /// "3.5 million km", "9 hours 56 minutes" and "24 hours, 39 minutes and 35 seconds" whole.
    fn measure(&self, mut first: usize, mut last: usize) -> (usize, usize) {
        let is_number = |i: usize| self.is_number(i) || self.is_scale(i);
        let is_unit = |i: usize| self.is(i, &UNITS);
        let close = |i: usize| [" ", "\u{a0}"].contains(&self.gap(i));
        while first > 0
            && (is_unit(first) || is_number(first))
            && close(first - 1)
            && is_number(first - 1)
        {
            first -= 1;
        }
        if is_number(last) && is_unit(last + 1) && close(last) {
            last += 1;
        }
        // The next part begins right here, or after a comma or "and".
        while is_unit(last) && is_time(&self.lower[last]) && last > first {
            let gap = self.gap(last);
            let next = if self.is(last + 1, &["and"]) && close(last) && close(last + 1) {
                last + 2
            } else {
                last + 1
            };
            let joined = next > last + 1 || [" ", ", "].contains(&gap);
            let unit = self.lower.get(next + 1).is_some_and(|w| is_time(w));
            if !(joined && is_number(next) && close(next) && unit) {
                break;
            }
            last = next + 1;
        }
        // "km/h" is one unit.
        if self.is(last, &["km", "m", "miles"]) && self.gap(last) == "/" {
            last += 1;
        }
        (first, last)
    }

    /// The span with the "$" or "-" before its number and the "%" or "°C" after it.
    fn signs(&self, first: usize, last: usize, span: Range<usize>) -> Range<usize> {
        let digit = |i: usize| self.lower[i].contains(|c: char| c.is_ascii_digit());
        let mut span = span;
        if span.start == self.words[first].start && digit(first) {
            let before = &self.passage[..span.start];
            if let Some(rest) = before.strip_suffix(['$', '€', '£', '¥', '₹', '₩']) {
                let letters = rest.bytes().rev().take_while(u8::is_ascii_uppercase).count();
                span.start = rest.len() - if letters <= 3 { letters } else { 0 };
            } else if let Some(rest) = before.strip_suffix(['-', '−'])
                && (rest.is_empty() || rest.ends_with([' ', '(']))
            {
                span.start = rest.len();
            }
        }
        let after = &self.passage[span.end..];
        if span.end == self.words[last].end && digit(last) {
            let unit = ["%", " %", "°C", "°F", "°", " °C", " °F"].iter().find(|unit| {
                let rest = after.strip_prefix(**unit);
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            });
            span.end += unit.map_or(0, |unit| unit.len());
        }
        span
    }
}

/// Whether a word is a unit of time that parts of a time are said in.
fn is_time(word: &str) -> bool {
    ["days", "day", "hours", "hour", "minutes", "seconds", "years", "months"].contains(&word)
}

/// Whether the number alone is asked for: "how many kilometres", "how many days".
fn asks_for_number(question: &str) -> bool {
    let units = |rest: &str| words(rest).take(2).any(|word| UNITS.contains(&word.text));
    question.split_once("how many ").is_some_and(|(_, rest)| units(rest))
}

/// Whether a hyphen makes one of two words: "555-1234", but not "six-person" or "1939-1945".
fn is_one_number(first: &str, second: &str) -> bool {
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    digits(first) && digits(second) && (first.len() != 4 || second.len() != 4)
}

/// Takes marks off the ends that say nothing there.
fn trim(passage: &str, span: Range<usize>) -> Range<usize> {
    let mut text = &passage[span.clone()];
    let mut start = span.start;
    loop {
        let mut ends = text.chars();
        let (Some(first), Some(last)) = (ends.next(), text.chars().next_back()) else {
            return span;
        };
        if first.is_whitespace() || opens_nothing(text, first) {
            start += first.len_utf8();
            text = ends.as_str();
        } else if last.is_whitespace() || closes_nothing(text, last) {
            text = &text[..text.len() - last.len_utf8()];
        } else {
            return start..start + text.len();
        }
    }
}

/// Pairs of marks.
const PAIRS: [(char, char); 6] =
    [('(', ')'), ('[', ']'), ('“', '”'), ('«', '»'), ('"', '"'), ('‘', '’')];

fn opens_nothing(text: &str, first: char) -> bool {
    let rest = &text[first.len_utf8()..];
    match PAIRS.iter().find(|(open, _)| *open == first) {
        Some((_, close)) => !rest.contains(*close),
        None => ",;:.!?)]”»".contains(first) && !rest.starts_with(|c: char| c.is_ascii_digit()),
    }
}

fn closes_nothing(text: &str, last: char) -> bool {
    let rest = &text[..text.len() - last.len_utf8()];
    if let Some((open, _)) = PAIRS.iter().find(|(_, close)| *close == last) {
        return !rest.contains(*open) && last != '’';
    }
    match last {
        ',' | ';' | ':' | '(' | '[' | '“' | '«' => true,
        // "U.S." and "Jr." keep theirs.
        '.' => {
            let word = rest.rsplit(char::is_whitespace).next().unwrap_or(rest);
            let short = ["Jr", "Sr", "Inc", "Ltd", "Co", "Corp", "St", "etc"].contains(&word);
            let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
            !(short || initial || word.contains('.'))
        }
        _ => false,
    }
}

/// The char boundary at or before an offset.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
