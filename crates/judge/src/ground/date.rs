//! Dates with a month, in the orders and spellings that people use.

use grice_english::date::{self, day};

use super::quantity::Quantity;
use super::token::Token;

/// A month, with a day and a year where they are said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Date {
    month: u8,
    day: Option<u8>,
    year: Option<u32>,
    /// Its tokens.
    pub from: usize,
    pub to: usize,
}

/// The dates of a text.
pub(super) fn dates(tokens: &[Token<'_>]) -> Vec<Date> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if let Some(month) = month(tokens, at) {
            around(tokens, at, month, &mut found);
        } else if let Some(date) = iso(tokens, at) {
            found.push(date);
        }
    }
    found
}

/// The month at a place. "May" and "march" are months where they are capitalised and no sentence
/// opens, or beside a day or year; a short form only beside one.
fn month(tokens: &[Token<'_>], at: usize) -> Option<u8> {
    let form = tokens[at].form.as_str();
    let month = date::month(form)?;
    let number = |i: Option<usize>| {
        let token = i.and_then(|i| tokens.get(i));
        token.is_some_and(|token| day(&token.form).is_some() || year(token).is_some())
    };
    let beside = number(at.checked_sub(1)) || number(Some(at + 1));
    let sure = match form {
        "may" | "march" => tokens[at].is_capitalised() && !tokens[at].opens,
        form => {
            form.len() > 3 && form != "sept" && (form != "august" || tokens[at].is_capitalised())
        }
    };
    (beside || sure).then_some(month)
}

fn around(tokens: &[Token<'_>], at: usize, month: u8, found: &mut Vec<Date>) {
    let (mut from, mut to) = (at, at + 1);
    let mut known = None;
    let before = match at.checked_sub(1) {
        Some(i) if tokens[i].form == "of" => i.checked_sub(1),
        other => other,
    };
    if let Some(i) = before.filter(|i| day(&tokens[*i].form).is_some()) {
        (known, from) = (day(&tokens[i].form), i);
    } else if let Some(next) = tokens.get(to).and_then(|token| day(&token.form)) {
        (known, to) = (Some(next), to + 1);
    }
    let year = tokens.get(to).and_then(year);
    to += usize::from(year.is_some());
    found.push(Date { month, day: known, year, from, to });
    // The other end of "12 to 14 May" and "May 12–14".
    let mut other = |i: Option<usize>| {
        if let Some(day) = i.and_then(|i| tokens.get(i)).and_then(|token| day(&token.form)) {
            found.push(Date { month, day: Some(day), year, from, to });
        }
    };
    if known.is_some() && from < at {
        let joined = from.checked_sub(1).is_some_and(|i| is_join(&tokens[i].form));
        other(from.checked_sub(1 + usize::from(joined)));
    } else if known.is_some() {
        other(Some(to + usize::from(tokens.get(to).is_some_and(|token| is_join(&token.form)))));
    }
}

fn is_join(form: &str) -> bool {
    matches!(form, "to" | "and" | "or")
}

/// "1998-05-12".
fn iso(tokens: &[Token<'_>], at: usize) -> Option<Date> {
    let [first, second, third] = tokens.get(at..at + 3)? else { return None };
    let month = second.form.parse::<u8>().ok().filter(|month| (1..=12).contains(month))?;
    let (year, day) = (year(first)?, day(&third.form)?);
    let whole = second.form.len() == 2 && third.form.len() == 2 && !second.pause && !third.pause;
    whole.then_some(Date { month, day: Some(day), year: Some(year), from: at, to: at + 3 })
}

fn year(token: &Token<'_>) -> Option<u32> {
    (token.form.len() == 4).then(|| token.form.parse().ok())?.filter(|year| *year >= 1000)
}

impl Date {
    /// Whether the evidence has this date, or one that says more.
    pub fn is_among(&self, dates: &[Date], numbers: &[Quantity]) -> bool {
        dates.iter().any(|known| {
            let year = |year: u32| match known.year {
                Some(known) => known == year,
                None => Quantity::implied(f64::from(year)).is_among(numbers),
            };
            known.month == self.month
                && self.day.is_none_or(|day| known.day == Some(day))
                && self.year.is_none_or(year)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::quantity::quantities;
    use super::super::token::tokens;
    use super::*;

    fn agree(reply: &str, evidence: &str) -> bool {
        let evidence = tokens(evidence);
        let (known, numbers) = (dates(&evidence), quantities(&evidence));
        let asked = dates(&tokens(reply));
        assert!(!asked.is_empty(), "{reply}");
        asked.iter().all(|date| date.is_among(&known, &numbers))
    }

    #[test]
    fn a_date_is_the_same_in_another_order() {
        let evidence = "It opened on 12 May 1998 in Tarn.";
        for reply in [
            "on May 12, 1998",
            "on the 12th of May 1998",
            "in May 1998",
            "on May 12th",
            "in May",
            "on 12 may 1998",
        ] {
            assert!(agree(reply, evidence), "{reply}");
        }
        for reply in ["on 13 May 1998", "on May 12, 1989", "in June 1998", "12 March 1998"] {
            assert!(!agree(reply, evidence), "{reply}");
        }
        assert!(agree("12 May 1998", "1998-05-12"));
        assert!(agree("from 12 May to 14 May", "12–14 May 1998"));
        assert!(!agree("on 12 May", "in May"));
    }

    #[test]
    fn words_that_are_also_months_are_not_dates() {
        for text in ["It may rain.", "They march on.", "May I?", "an august body"] {
            assert!(dates(&tokens(text)).is_empty(), "{text}");
        }
    }
}
