//! Number phrases over tokens. Each rule gives a value and the token after it.

use super::token::{Gap, Kind, Token};

/// Whether a token goes on with the phrase before it.
fn goes_on(tokens: &[Token], at: usize) -> Option<Kind> {
    tokens.get(at).filter(|token| token.before != Gap::Other).map(|token| token.kind)
}

/// The number that begins at a token.
pub(super) fn phrase(tokens: &[Token], at: usize) -> Option<(f64, usize)> {
    match tokens[at].kind {
        Kind::Figure(value) => Some(scaled(tokens, and_a_half(tokens, (value, at + 1)))),
        Kind::Half => Some(half(tokens, at)),
        Kind::Article => article(tokens, at),
        Kind::Small(_) => Some(small_first(tokens, at)?),
        _ => None,
    }
}

/// "half", "half a million", "half a dozen".
fn half(tokens: &[Token], at: usize) -> (f64, usize) {
    let next = at + 1 + usize::from(goes_on(tokens, at + 1) == Some(Kind::Article));
    match goes_on(tokens, next) {
        Some(Kind::Scale(times)) => (0.5 * times, next + 1),
        Some(Kind::Dozen) => (6.0, next + 1),
        _ => (0.5, at + 1),
    }
}

/// "a hundred and five", "a dozen", "a half".
fn article(tokens: &[Token], at: usize) -> Option<(f64, usize)> {
    match goes_on(tokens, at + 1)? {
        Kind::Scale(_) => cardinal(tokens, at + 1),
        Kind::Dozen => Some((12.0, at + 2)),
        Kind::Half => Some((0.5, at + 2)),
        Kind::Part(of) if of < 5.0 && quantified(tokens, at + 2) => Some((1.0 / of, at + 2)),
        _ => None,
    }
}

/// Whether "of" or nothing follows, so that "a third" is no place in an order.
fn quantified(tokens: &[Token], at: usize) -> bool {
    goes_on(tokens, at).is_none()
}

fn small_first(tokens: &[Token], at: usize) -> Option<(f64, usize)> {
    if let Some(year) = year(tokens, at) {
        return Some(year);
    }
    let (value, next) = cardinal(tokens, at)?;
    match goes_on(tokens, next) {
        Some(Kind::Dozen) => Some((value * 12.0, next + 1)),
        Some(Kind::Part(of)) if value < of => Some((value / of, next + 1)),
        _ => Some(scaled_once(tokens, and_a_half(tokens, (value, next)))),
    }
}

/// "nineteen ninety-eight".
fn year(tokens: &[Token], at: usize) -> Option<(f64, usize)> {
    let Kind::Small(century) = tokens[at].kind else { return None };
    let Some(Kind::Small(10.0..)) = goes_on(tokens, at + 1) else { return None };
    let (rest, next) = below_hundred(tokens, at + 1)?;
    let counted = matches!(goes_on(tokens, next), Some(Kind::Scale(_) | Kind::Dozen));
    ((13.0..=20.0).contains(&century) && !counted).then_some((century * 100.0 + rest, next))
}

/// "two million three hundred thousand and five": groups with ever smaller scales.
fn cardinal(tokens: &[Token], at: usize) -> Option<(f64, usize)> {
    let (mut total, mut next) = (0.0, at);
    let mut last = f64::INFINITY;
    loop {
        let and = next > at && goes_on(tokens, next) == Some(Kind::And);
        let start = next + usize::from(and);
        if next > at && goes_on(tokens, start).is_none() {
            break;
        }
        let Some((group, after)) = group(tokens, start, next == at) else { break };
        let scale = match goes_on(tokens, after) {
            Some(Kind::Scale(times)) if times > 100.0 => Some(times),
            _ => None,
        };
        // "between two thousand and three thousand" has two numbers.
        let fits = scale.unwrap_or(1.0) < last && (!and || scale.is_none() && group < 100.0);
        if !fits || and && is_scale(tokens, after) {
            break;
        }
        total += group * scale.unwrap_or(1.0);
        next = after + usize::from(scale.is_some());
        last = scale.unwrap_or(1.0);
        if scale.is_none() {
            break;
        }
    }
    (next > at).then_some((total, next))
}

fn is_scale(tokens: &[Token], at: usize) -> bool {
    matches!(goes_on(tokens, at), Some(Kind::Scale(_)))
}

/// A number below a thousand: "two hundred and five". A bare scale counts as one of it where the
/// phrase begins, after "a".
fn group(tokens: &[Token], at: usize, first: bool) -> Option<(f64, usize)> {
    let (value, next) = match tokens.get(at)?.kind {
        Kind::Scale(_) if first => (1.0, at),
        _ => below_hundred(tokens, at)?,
    };
    if !matches!(tokens.get(next).map(|token| token.kind), Some(Kind::Scale(100.0)))
        || next > at && goes_on(tokens, next).is_none()
    {
        return Some((value, next));
    }
    let hundreds = value * 100.0;
    let and = goes_on(tokens, next + 1) == Some(Kind::And);
    let start = next + 1 + usize::from(and);
    let rest = goes_on(tokens, start).and_then(|_| below_hundred(tokens, start));
    match rest {
        // "one hundred and two hundred" has two numbers.
        Some((rest, after)) if !is_hundred(tokens, after) => Some((hundreds + rest, after)),
        _ => Some((hundreds, next + 1)),
    }
}

fn is_hundred(tokens: &[Token], at: usize) -> bool {
    goes_on(tokens, at) == Some(Kind::Scale(100.0))
}

fn below_hundred(tokens: &[Token], at: usize) -> Option<(f64, usize)> {
    let Kind::Small(value) = tokens.get(at)?.kind else { return None };
    match goes_on(tokens, at + 1) {
        Some(Kind::Small(unit @ 1.0..10.0)) if value >= 20.0 => Some((value + unit, at + 2)),
        _ => Some((value, at + 1)),
    }
}

/// "two and a half".
fn and_a_half(tokens: &[Token], (value, next): (f64, usize)) -> (f64, usize) {
    let parts = [goes_on(tokens, next), goes_on(tokens, next + 1), goes_on(tokens, next + 2)];
    match parts {
        [Some(Kind::And), Some(Kind::Article), Some(Kind::Half)] => (value + 0.5, next + 3),
        _ => (value, next),
    }
}

/// "3.5 million", "3 hundred thousand".
fn scaled(tokens: &[Token], (mut value, mut next): (f64, usize)) -> (f64, usize) {
    while let Some(Kind::Scale(times)) = goes_on(tokens, next) {
        (value, next) = (value * times, next + 1);
    }
    match goes_on(tokens, next) {
        Some(Kind::Dozen) => (value * 12.0, next + 1),
        _ => (value, next),
    }
}

/// "two and a half million"; words have taken their own scales before.
fn scaled_once(tokens: &[Token], (value, next): (f64, usize)) -> (f64, usize) {
    match goes_on(tokens, next) {
        Some(Kind::Scale(times)) if value.fract() > 0.0 => (value * times, next + 1),
        _ => (value, next),
    }
}
