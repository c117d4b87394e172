//! Templates of dates.

use super::args::Args;
use super::render::Render;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A month's name, from its number or from its name, short or long.
fn month(text: &str) -> Option<&'static str> {
    if let Ok(number) = text.parse::<usize>() {
        return MONTHS.get(number.checked_sub(1)?).copied();
    }
    let short = text.get(..3)?;
    MONTHS
        .iter()
        .copied()
        .find(|name| name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(short)))
}

/// A date in words, day first or month first.
fn date(year: &str, month_text: &str, day: &str, day_first: bool) -> Option<String> {
    let numeric = |s: &str| !s.is_empty() && s.len() <= 5 && s.bytes().all(|b| b.is_ascii_digit());
    if !numeric(year) {
        return None;
    }
    let Some(month) = month(month_text) else {
        return Some(year.to_owned());
    };
    let day = day.trim_start_matches('0');
    Some(match (numeric(day), day_first) {
        (false, _) => format!("{month} {year}"),
        (true, true) => format!("{day} {month} {year}"),
        (true, false) => format!("{month} {day}, {year}"),
    })
}

impl Render<'_> {
    /// `{{start date|1969|7|20}}` and its kin; false where it holds no date.
    pub(super) fn date(&mut self, args: &Args, at: usize) -> bool {
        let text = |place| args.at(place).map_or("", |part| self.raw(part));
        let yes = |name| {
            args.named(name).is_some_and(|part| self.raw(part).starts_with(['y', 'Y', '1', 't']))
        };
        let words = date(text(1), text(2), text(3), yes("df"));
        match words {
            Some(words) => self.line.push(&words, at),
            None => return false,
        }
        true
    }

    /// `{{as of|2015|3}}`
    pub(super) fn as_of(&mut self, args: &Args, at: usize) -> bool {
        let text = |place| args.at(place).map_or("", |part| self.raw(part));
        if let Some(alternative) = args.named("alt") {
            let words = self.raw(alternative);
            self.words(words, alternative.start);
            return true;
        }
        let Some(words) = date(text(1), text(2), text(3), args.named("df").is_none()) else {
            return false;
        };
        let since = args.named("since").is_some();
        let lower = args.named("lc").is_some();
        let start = match (since, lower) {
            (false, false) => "As of ",
            (false, true) => "as of ",
            (true, false) => "Since ",
            (true, true) => "since ",
        };
        self.line.push(start, at);
        self.line.push(&words, at);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_words() {
        for (parts, day_first, seen) in [
            (["1969", "7", "20"], true, Some("20 July 1969")),
            (["1969", "07", "05"], false, Some("July 5, 1969")),
            (["1969", "Jul", ""], false, Some("July 1969")),
            (["1969", "13", "1"], false, Some("1969")),
            (["1969", "", ""], false, Some("1969")),
            (["{{x}}", "", ""], false, None),
        ] {
            let [year, month, day] = parts;
            assert_eq!(date(year, month, day, day_first).as_deref(), seen, "{parts:?}");
        }
    }
}
