//! Reads the names of measures: `nDCG@3 R(rel=2)@100, map`.

use super::error::MeasureError;
use super::measure::{Family, Gain, Measure};
use super::shapes::{self, At, Parameter, Shape};
use super::trec_names;

pub(super) fn list(text: &str) -> Result<Vec<Measure>, MeasureError> {
    let mut measures: Vec<Measure> = Vec::new();
    // `P.5,10` is two measures: after a comma, a bare number belongs to the name before it.
    let mut stem = "";
    for (piece, after_comma) in pieces(text)? {
        let (found, next) = if after_comma && !stem.is_empty() && trec_names::is_number(piece) {
            several(&format!("{stem}_{piece}"))?
        } else {
            several(piece)?
        };
        stem = next;
        for measure in found {
            if !measures.contains(&measure) {
                measures.push(measure);
            }
        }
    }
    if measures.is_empty() { Err(MeasureError::Empty) } else { Ok(measures) }
}

/// The parts of a list, and whether a comma is before each.
fn pieces(text: &str) -> Result<Vec<(&str, bool)>, MeasureError> {
    let mut pieces = Vec::new();
    let mut last = 0;
    for (from, to) in parts(text, |c| c == ',' || c.is_whitespace())? {
        pieces.push((&text[from..to], text[last..from].contains(',')));
        last = to;
    }
    Ok(pieces)
}

/// The ranges between separators that are in no brackets and no quotes, without the empty ones.
fn parts(
    text: &str,
    separator: impl Fn(char) -> bool,
) -> Result<Vec<(usize, usize)>, MeasureError> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut quote = None;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) => quote = if c == open { None } else { quote },
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '{') => depth += 1,
            (None, ')' | '}') if depth == 0 => {
                return Err(form(text, format!("a bracket {c} closes that none opened")));
            }
            (None, ')' | '}') => depth -= 1,
            (None, _) if depth == 0 && separator(c) => {
                parts.push((from, at));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    if depth > 0 || quote.is_some() {
        return Err(form(text, "a bracket or quote is not closed".to_owned()));
    }
    parts.push((from, text.len()));
    parts.retain(|(from, to)| from < to);
    Ok(parts)
}

fn form(text: &str, why: String) -> MeasureError {
    MeasureError::Form { text: text.to_owned(), why }
}

fn several(text: &str) -> Result<(Vec<Measure>, &'static str), MeasureError> {
    let end = text.find(['(', '@']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let preset = match name {
        "NumRelRet" => Some(Measure { rel: Some(1), ..Measure::plain(Family::NumRet) }),
        "SetRelP" => Some(Measure { relative: true, ..Measure::plain(Family::SetP) }),
        _ => None,
    };
    let shape = match &preset {
        Some(measure) => Some(shapes::of(measure.family)),
        None => shapes::find(name),
    };
    if let Some(shape) = shape {
        let start = preset.unwrap_or_else(|| Measure::plain(shape.family));
        return Ok((vec![one(text, rest, shape, start)?], ""));
    }
    if let Some(found) = trec_names::find(text)? {
        return Ok(found);
    }
    let known = shapes::known();
    if shapes::elsewhere(name) {
        return Err(MeasureError::NotComputed { name: name.to_owned(), known });
    }
    let known = match shapes::nearest(name) {
        Some(near) => format!("{near}, and others: {known}"),
        None => known,
    };
    Err(MeasureError::Unknown { name: text.to_owned(), known })
}

/// Reads what is after the name: `(rel=2)@100`.
fn one(text: &str, rest: &str, shape: &Shape, start: Measure) -> Result<Measure, MeasureError> {
    let mut measure = start;
    let mut at = None;
    let mut rest = rest;
    if let Some(open) = rest.strip_prefix('(') {
        let close = open.rfind(')').ok_or_else(|| form(text, "a bracket is not closed".into()))?;
        for (from, to) in parts(&open[..close], |c| c == ',')? {
            let assignment = open[from..to].trim();
            let (key, value) = assignment.split_once('=').ok_or_else(|| {
                form(text, format!("{assignment:?} is not of the form key=value"))
            })?;
            match (key.trim(), shape.at) {
                ("cutoff", At::Cutoff | At::NeedsCutoff) | ("recall", At::Recall) => {
                    at = Some(value.trim());
                }
                (key, _) => set(&mut measure, shape, key, value.trim())?,
            }
        }
        rest = &open[close + 1..];
    }
    match rest.strip_prefix('@') {
        Some(value) => at = Some(value),
        None if rest.is_empty() => {}
        None => return Err(form(text, format!("{rest:?} is left over"))),
    }
    match (shape.at, at) {
        (At::Nothing, Some(_)) => {
            return Err(MeasureError::NoCutoff { name: shape.name.to_owned() });
        }
        (At::Nothing | At::Cutoff, None) => {}
        (At::NeedsCutoff | At::Recall, None) => return Err(needs_cutoff(shape)),
        (At::Recall, Some(value)) => measure.recall = recall(shape.name, value)?,
        (_, Some(value)) => measure.cutoff = Some(cutoff(shape.name, value)?),
    }
    Ok(measure)
}

fn needs_cutoff(shape: &Shape) -> MeasureError {
    let number = if shape.at == At::Recall { "0.1" } else { "5" };
    let example = format!("{}@{number}", shape.name);
    MeasureError::NeedsCutoff { name: shape.name.to_owned(), example }
}

fn set(measure: &mut Measure, shape: &Shape, key: &str, value: &str) -> Result<(), MeasureError> {
    let wrong = |must: &str| wrong(shape.name, key, value, must);
    let Some(parameter) = shape.parameters.iter().find(|parameter| parameter.name() == key) else {
        let known: Vec<_> = shape.parameters.iter().map(|parameter| parameter.name()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let (name, parameter) = (shape.name.to_owned(), key.to_owned());
        return Err(MeasureError::Parameter { name, parameter, known });
    };
    match parameter {
        Parameter::Rel => {
            let rel = value.parse().ok().filter(|&rel| rel >= 1);
            measure.rel = Some(rel.ok_or_else(|| wrong("a whole number from 1"))?);
        }
        Parameter::JudgedOnly => measure.judged_only = truth(value, wrong)?,
        Parameter::Relative => measure.relative = truth(value, wrong)?,
        Parameter::Beta => measure.beta = beta(shape.name, value)?,
        Parameter::Dcg => {
            measure.gain = match value.trim_matches(['\'', '"']) {
                "log2" => Gain::Linear,
                "exp-log2" => Gain::Exponential,
                _ => return Err(wrong("'log2' or 'exp-log2'")),
            };
        }
        Parameter::Gains => {
            measure.gains =
                gains(value).ok_or_else(|| wrong("a map of grades such as {0:1,2:5}"))?;
        }
    }
    Ok(())
}

fn truth(value: &str, wrong: impl Fn(&str) -> MeasureError) -> Result<bool, MeasureError> {
    match value {
        "True" | "true" => Ok(true),
        "False" | "false" => Ok(false),
        _ => Err(wrong("True or False")),
    }
}

/// Reads `{0:1,2:5}`; a grade that stays as it is is left out, as ir-measures does.
fn gains(value: &str) -> Option<Vec<(i32, i32)>> {
    let inner = value.strip_prefix('{')?.strip_suffix('}')?;
    let mut gains = Vec::new();
    for pair in inner.split(',').filter(|pair| !pair.trim().is_empty()) {
        let (grade, gain) = pair.split_once(':')?;
        let (grade, gain): (i32, i32) = (grade.trim().parse().ok()?, gain.trim().parse().ok()?);
        gains.retain(|&(known, _)| known != grade);
        gains.push((grade, gain));
    }
    gains.retain(|(grade, gain)| grade != gain);
    gains.sort_unstable();
    Some(gains)
}

fn wrong(name: &str, parameter: &str, value: &str, must: &str) -> MeasureError {
    MeasureError::Value {
        name: name.to_owned(),
        parameter: parameter.to_owned(),
        value: value.to_owned(),
        must: must.to_owned(),
    }
}

pub(super) fn cutoff(name: &str, value: &str) -> Result<usize, MeasureError> {
    let found = value.parse().ok().filter(|&cutoff| cutoff >= 1);
    found.ok_or_else(|| wrong(name, "the cut-off", value, "a whole number from 1"))
}

/// A level of recall. ir-measures hands trec_eval two decimals of it, so more would be lost there.
pub(super) fn recall(name: &str, value: &str) -> Result<f64, MeasureError> {
    let hundredths = |recall: f64| (recall * 100.0 - (recall * 100.0).round()).abs() < 1e-9;
    let found = value.parse().ok().filter(|r| (0.0..=1.0).contains(r) && hundredths(*r));
    found.ok_or_else(|| wrong(name, "recall", value, "between 0 and 1, with at most two decimals"))
}

pub(super) fn beta(name: &str, value: &str) -> Result<f64, MeasureError> {
    let found = value.parse().ok().filter(|beta: &f64| beta.is_finite() && *beta >= 0.0);
    found.ok_or_else(|| wrong(name, "beta", value, "a number from 0"))
}
