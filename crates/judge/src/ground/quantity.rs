//! Numbers in figures and in words, decades and centuries, compared by value.

use grice_english::number::{self, TENS, scale};

use super::token::Token;

/// A number of a text, from one token to before another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    pub value: Value,
    pub from: usize,
    pub to: usize,
    /// Whether a reply that has it and evidence that lacks it disagree. "One" and "first" often
    /// count nothing.
    pub counts: bool,
    bound: Bound,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    /// Its first year; below 100 where the century is not said.
    Decade(i64),
    Century(i64),
}

/// What is said of a number's exactness.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Exact,
    About,
    AtLeast,
    AtMost,
}

/// A word's value below a hundred, and whether it is an ordinal.
fn small(form: &str) -> Option<(f64, bool)> {
    let cardinal = number::small(form).map(|value| (f64::from(value), false));
    cardinal.or_else(|| number::small_ordinal(form).map(|value| (f64::from(value), true)))
}

/// The numbers of a text, in order.
pub(super) fn quantities(tokens: &[Token<'_>]) -> Vec<Quantity> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let read = if tokens[at].is_numeric() { figures(tokens, at) } else { words(tokens, at) };
        let Some((value, to, counts)) = read else {
            at += 1;
            continue;
        };
        let ordinal_century = tokens.get(to).is_some_and(|next| next.form.starts_with("centur"));
        let value = match value {
            Value::Number(number) if ordinal_century => Value::Century(number as i64),
            other => other,
        };
        found.push(Quantity {
            value,
            from: at,
            to,
            counts: counts || ordinal_century,
            bound: bound(tokens, at),
        });
        at = to;
    }
    found
}

fn figures(tokens: &[Token<'_>], at: usize) -> Option<(Value, usize, bool)> {
    let form = tokens[at].form.as_str();
    let letters = form.find(|c: char| c.is_alphabetic()).unwrap_or(form.len());
    let (figures, ending) = form.split_at(letters);
    let number: f64 = figures.replace(',', "").parse().ok()?;
    if ending == "s" && number % 10.0 == 0.0 {
        return Some((Value::Decade(number as i64), at + 1, true));
    }
    let number = match ending {
        "k" => number * 1e3,
        "bn" => number * 1e9,
        _ => number,
    };
    let next = tokens.get(at + 1).filter(|next| !next.pause).and_then(|next| scale(&next.form));
    match next {
        Some(times) if ending.is_empty() => Some((Value::Number(number * times), at + 2, true)),
        _ => Some((Value::Number(number), at + 1, true)),
    }
}

fn words(tokens: &[Token<'_>], at: usize) -> Option<(Value, usize, bool)> {
    if let Some(tens) = TENS.iter().position(|(.., decade)| *decade == tokens[at].form) {
        return Some((Value::Decade((tens as i64 + 2) * 10), at + 1, true));
    }
    if tokens[at].form == "dozen" {
        return Some((Value::Number(12.0), at + 1, false));
    }
    let (mut total, mut part, mut to) = (0.0, None::<f64>, at);
    let mut ordinal = false;
    while let Some(token) = tokens.get(to).filter(|token| !ordinal && (to == at || !token.pause)) {
        if let Some((value, is_ordinal)) = small(&token.form) {
            match part {
                // "nineteen ninety-eight" is a year.
                Some(before)
                    if (13.0..=20.0).contains(&before) && value >= 10.0 && total == 0.0 =>
                {
                    part = Some(before * 100.0 + value);
                }
                Some(before) if before % 10.0 != 0.0 || value >= 10.0 && before % 100.0 != 0.0 => {
                    break;
                }
                before => part = Some(before.unwrap_or(0.0) + value),
            }
            ordinal = is_ordinal;
        } else if let Some(times) = scale(&token.form) {
            match (times, part) {
                (_, None) if to > at => break,
                (1e2, of) => part = Some(of.unwrap_or(1.0) * times),
                (_, of) => {
                    total += of.unwrap_or(1.0) * times;
                    part = None;
                }
            }
        } else if token.form == "and" && part.is_some_and(|part| part >= 100.0) {
            let next = tokens.get(to + 1).and_then(|next| small(&next.form));
            if next.is_none() {
                break;
            }
        } else {
            break;
        }
        to += 1;
    }
    let value = total + part.unwrap_or(0.0);
    let alone = to == at + 1;
    let weak = alone
        && (matches!(tokens[at].form.as_str(), "one" | "first" | "second" | "zero")
            || scale(&tokens[at].form).is_some());
    (to > at).then_some((Value::Number(value), to, !weak))
}

fn bound(tokens: &[Token<'_>], at: usize) -> Bound {
    let before = |back: usize| at.checked_sub(back).map_or("", |i| tokens[i].form.as_str());
    match (before(2), before(1)) {
        ("more" | "greater" | "higher", "than")
        | ("at", "least")
        | (_, "over" | "above" | "exceeding") => Bound::AtLeast,
        ("less" | "fewer" | "lower", "than")
        | ("at", "most")
        | ("up", "to")
        | (_, "under" | "below" | "nearly" | "almost") => Bound::AtMost,
        (_, "about" | "around" | "approximately" | "roughly" | "some" | "circa" | "approx") => {
            Bound::About
        }
        _ => Bound::Exact,
    }
}

impl Quantity {
    /// Whether one of the evidence's numbers says the same.
    pub fn is_among(&self, evidence: &[Quantity]) -> bool {
        evidence.iter().any(|known| self.agrees(known))
    }

    fn agrees(&self, known: &Quantity) -> bool {
        match (self.value, known.value) {
            (Value::Number(mine), Value::Number(theirs)) => self.is_close(mine, theirs),
            (Value::Number(mine), Value::Century(century)) => mine == century as f64,
            (Value::Decade(mine), Value::Decade(theirs)) => {
                mine == theirs || (mine.min(theirs) < 100 && mine % 100 == theirs % 100)
            }
            (Value::Decade(decade), Value::Number(year)) => {
                let year = year as i64;
                (1000..2200).contains(&year)
                    && (year - year % 10 == decade
                        || (decade < 100 && year % 100 / 10 == decade / 10))
            }
            (Value::Century(mine), Value::Century(theirs)) => mine == theirs,
            (Value::Century(mine), Value::Number(year)) => (year as i64 - 1) / 100 + 1 == mine,
            (Value::Century(mine), Value::Decade(decade)) => decade / 100 + 1 == mine,
            (Value::Number(_), Value::Decade(_)) | (Value::Decade(_), Value::Century(_)) => false,
        }
    }

    fn is_close(&self, mine: f64, theirs: f64) -> bool {
        let apart = (mine - theirs).abs();
        let same = apart <= 1e-9 * mine.abs().max(theirs.abs());
        same || match self.bound {
            Bound::Exact => false,
            Bound::About => apart <= 0.05 * theirs.abs(),
            Bound::AtLeast => theirs > mine && theirs <= mine * 1.3,
            Bound::AtMost => theirs < mine && theirs >= mine * 0.7,
        }
    }
}

/// The second year of "1998–99", for each such range.
pub(super) fn range_ends(tokens: &[Token<'_>]) -> Vec<f64> {
    let year = |token: &Token<'_>| token.form.parse::<u32>().ok();
    let ends = tokens.windows(2).filter_map(|pair| {
        let (first, second) = (year(&pair[0])?, year(&pair[1])?);
        let short = pair[1].form.len() == 2 && second > first % 100;
        (short && (1000..2200).contains(&first)).then(|| f64::from(first - first % 100 + second))
    });
    ends.collect()
}

/// The value of a Roman numeral of at least two letters.
pub(super) fn roman(text: &str) -> Option<f64> {
    let value = |c| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        _ => None,
    };
    let values = text.chars().map(value).collect::<Option<Vec<i32>>>()?;
    if !(2..=6).contains(&values.len()) {
        return None;
    }
    let at = |i: usize| values.get(i).copied().unwrap_or(0);
    let signed = values.iter().enumerate().map(|(i, v)| if *v < at(i + 1) { -v } else { *v });
    Some(f64::from(signed.sum::<i32>()))
}

impl Quantity {
    /// A number that stands nowhere in the text in figures.
    pub fn implied(value: f64) -> Quantity {
        let value = Value::Number(value);
        Quantity { value, from: 0, to: 0, counts: true, bound: Bound::Exact }
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn numbers(text: &str) -> Vec<f64> {
        let found = quantities(&tokens(text));
        let number = |quantity: &Quantity| match quantity.value {
            Value::Number(number) => number,
            _ => f64::NAN,
        };
        found.iter().map(number).collect()
    }

    fn agree(reply: &str, evidence: &str) -> bool {
        let known = quantities(&tokens(evidence));
        quantities(&tokens(reply)).iter().all(|quantity| quantity.is_among(&known))
    }

    #[test]
    fn figures_and_words_have_values() {
        for (text, value) in [
            ("1,200,000", 1.2e6),
            ("1.2 million", 1.2e6),
            ("twelve", 12.0),
            ("twenty-three", 23.0),
            ("two hundred and five", 205.0),
            ("three thousand four hundred", 3400.0),
            ("five million", 5e6),
            ("a hundred", 100.0),
            ("nineteen ninety-eight", 1998.0),
            ("21st", 21.0),
            ("twenty-first", 21.0),
            ("$4.5 billion", 4.5e9),
            ("20k", 2e4),
        ] {
            assert_eq!(numbers(text), [value], "{text}");
        }
        assert_eq!(numbers("17 to 12"), [17.0, 12.0]);
        assert_eq!(numbers("two, three and four"), [2.0, 3.0, 4.0]);
        assert!(numbers("no numbers at all").is_empty());
    }

    #[test]
    fn a_number_agrees_with_the_same_value_in_another_form() {
        assert!(agree("12 villages", "twelve villages"));
        assert!(agree("40 percent", "40%"));
        assert!(agree("in the 1960s", "in 1963"));
        assert!(agree("in the sixties", "in 1963"));
        assert!(agree("in the 19th century", "in 1834"));
        assert!(agree("the nineteenth century", "a 19th-century mill"));
        assert!(agree("about 3,400 people", "3,412 people"));
        assert!(agree("more than 50 people", "57 people"));
        assert!(!agree("in the 1970s", "in 1963"));
        assert!(!agree("13 villages", "twelve villages"));
        assert!(!agree("in 1963", "in the 1960s"));
        assert!(!agree("3,400 people", "3,412 people"));
        assert!(!agree("the 18th century", "in 1834"));
    }

    #[test]
    fn ranges_and_roman_numerals_are_understood() {
        assert_eq!(range_ends(&tokens("the 1998–99 season")), [1999.0]);
        assert_eq!(
            (roman("II"), roman("XIV"), roman("I"), roman("IX")),
            (Some(2.0), Some(14.0), None, Some(9.0))
        );
    }
}
