//! Quantities in a text: a number with what is counted or measured in it.

mod units;

use std::ops::Range;

use crate::number::{self, Number};
use units::{UNITS, Unit};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
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
    /// In litres.
    Volume,
    /// In bytes.
    Data,
    /// In hundredths.
    Percent,
    /// A plain number.
    Count,
}

/// A number of a text with its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Where it stands.
    pub bytes: Range<usize>,
    /// In the measure's unit.
    pub value: f64,
    /// What it measures.
    pub measure: Measure,
}

/// The quantities of a text, in order. "9 hours 56 minutes" is one.
///
/// ```
/// use grice_english::quantity::{Measure, quantities};
///
/// let found = quantities("It lies 3.5 km away.");
/// assert_eq!((found[0].value, found[0].measure), (3_500.0, Measure::Length));
/// ```
pub fn quantities(text: &str) -> Vec<Quantity> {
    let mut all: Vec<Quantity> =
        number::scan(text).into_iter().map(|number| with_unit(text, number)).collect();
    all.extend(glued(text));
    all.sort_by_key(|one| one.bytes.start);
    let mut found: Vec<Quantity> = Vec::new();
    for one in all {
        match found.last_mut() {
            Some(before) if before.bytes.end > one.bytes.start => {}
            Some(before) if continues(text, before, &one) => {
                before.value += one.value;
                before.bytes.end = one.bytes.end;
            }
            _ => found.push(one),
        }
    }
    found
}

/// Whether a unit stands after a number that ends here.
pub(crate) fn unit_follows(text: &str, end: usize) -> bool {
    unit(text, end).is_some()
}

fn with_unit(text: &str, number: Number) -> Quantity {
    let Number { bytes, value } = number;
    match unit(text, bytes.end) {
        Some((unit, end)) => {
            Quantity { bytes: bytes.start..end, value: unit.convert(value), measure: unit.measure }
        }
        None => Quantity { bytes, value, measure: Measure::Count },
    }
}

/// The unit at a place, and where it ends. One "year" counts as "years" do.
fn unit(text: &str, at: usize) -> Option<(&'static Unit, usize)> {
    let rest = &text[at..];
    let gap = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}' | '-'));
    let rest = &rest[gap.map_or(0, char::len_utf8)..];
    for unit in UNITS {
        let spelled = unit.name.len() > 3 && unit.name.is_ascii();
        let one = unit.name.strip_suffix('s').filter(|_| spelled);
        let one = one.map(|one| if one == "inche" { "inch" } else { one });
        let foot = (unit.name == "feet").then_some("foot");
        let fits =
            |name: &&str| rest.strip_prefix(*name).is_some_and(|after| !after.starts_with(goes_on));
        let Some(name) = [Some(unit.name), one, foot].into_iter().flatten().find(fits) else {
            continue;
        };
        let may_touch = matches!(unit.measure, Measure::Percent | Measure::Temperature);
        let stands = match gap {
            Some('-') => spelled,
            Some(_) => true,
            None => may_touch && !name.starts_with(char::is_alphabetic),
        };
        if stands {
            return Some((unit, text.len() - rest.len() + name.len()));
        }
    }
    None
}

fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '/' | '²' | '³' | '_')
}

/// Figures with the sign of a unit right behind them: "512MB", "20ms", "10km".
fn glued(text: &str) -> Vec<Quantity> {
    let quantity = |word: grice_text::Word<'_>| {
        let letters = word.text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (figures, sign) = word.text.split_at(letters);
        let unit = UNITS.iter().find(|unit| unit.name == sign && unit.may_be_glued())?;
        let value = unit.convert(figures.parse().ok()?);
        Some(Quantity { bytes: word.bytes, value, measure: unit.measure })
    };
    grice_text::words(text).filter_map(quantity).collect()
}

/// Whether a quantity goes on with the next one: "24 hours, 39 minutes and 35 seconds".
fn continues(text: &str, one: &Quantity, next: &Quantity) -> bool {
    let gap = &text[one.bytes.end..next.bytes.start];
    one.measure == Measure::Time
        && next.measure == Measure::Time
        && next.value < one.value
        && [" ", ", ", " and ", ", and "].contains(&gap)
}

#[cfg(test)]
mod tests {
    use super::Measure::{Count, Data, Length, Mass, Percent, Speed, Temperature, Time};
    use super::*;

    fn found(text: &str) -> Vec<(&str, f64, Measure)> {
        quantities(text).into_iter().map(|q| (&text[q.bytes], q.value, q.measure)).collect()
    }

    #[test]
    fn numbers_have_their_scale_and_unit() {
        assert_eq!(
            found("It is 3.5 million km away, or 1,234.5 m."),
            [("3.5 million km", 3.5e9, Length), ("1,234.5 m", 1234.5, Length)]
        );
        assert_eq!(
            found("about −179 °C, ninety-five doors and 95 percent"),
            [
                ("−179 °C", -179.0, Temperature),
                ("ninety-five", 95.0, Count),
                ("95 percent", 95.0, Percent)
            ]
        );
        assert_eq!(found("It weighs 1.9 × 10^27 kg"), [("1.9 × 10^27 kg", 1.9e27, Mass)]);
        assert_eq!(found("1,800 km/h"), [("1,800 km/h", 500.0, Speed)]);
        assert_eq!(found("212 °F"), [("212 °F", 100.0, Temperature)]);
    }

    #[test]
    fn parts_of_a_time_are_one() {
        let text = "It lasts 24 hours, 39 minutes and 35 seconds.";
        assert_eq!(found(text), [("24 hours, 39 minutes and 35 seconds", 88_775.0, Time)]);
        assert_eq!(
            found("one hour, one foot"),
            [("one hour", 3_600.0, Time), ("one foot", 0.3048, Length)]
        );
    }

    #[test]
    fn units_may_be_joined_to_their_number() {
        assert_eq!(found("a 10-kilometre road"), [("10-kilometre", 1e4, Length)]);
        assert_eq!(found("(512MB, 20ms)"), [("512MB", 512e6, Data), ("20ms", 0.02, Time)]);
        assert_eq!(found("40% of 3D"), [("40%", 40.0, Percent)]);
    }

    #[test]
    fn words_and_names_are_no_numbers() {
        assert_eq!(found("Version2 and a door, often someone; é漢🍕"), []);
        assert_eq!(found("in 1846, it"), [("1846", 1846.0, Count)]);
        assert_eq!(found(""), []);
    }
}
