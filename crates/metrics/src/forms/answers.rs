//! Answers against references: what the forms of answered questions have in common.

use rayon::prelude::*;

use crate::answer::{Answer, Normal, Policy, answer};
use crate::error::Result;
use crate::report::Measure;

/// A turn's answer and what it is held against.
#[derive(Clone, Debug)]
pub struct Answered<'a> {
    /// The question, for measures that look at it.
    pub question: &'a str,
    /// What the run says; nothing where it has no answer.
    pub prediction: Option<&'a str>,
    /// The right answers; why the turn is left out, where it is.
    pub references: std::result::Result<Vec<&'a str>, &'static str>,
}

impl Answered<'_> {
    /// Whether it is scored though the run says nothing.
    pub fn is_missing(&self) -> bool {
        self.references.is_ok() && self.prediction.is_none()
    }
}

/// What else is measured of a form's answers.
pub type Also<'a> = &'a mut dyn FnMut(&[Answered<'_>]) -> Result<Vec<Measure>>;

/// Nothing else.
pub fn nothing(_: &[Answered<'_>]) -> Result<Vec<Measure>> {
    Ok(Vec::new())
}

/// EM and F1 of each turn, a turn without a prediction counting as 0.
pub fn overlap(turns: &[Answered<'_>], policy: Policy) -> [Measure; 2] {
    let score = |turn: &Answered<'_>| -> std::result::Result<Answer, &'static str> {
        let references = turn.references.as_ref().map_err(|why| *why)?;
        let references: Vec<Normal> = references.iter().map(|r| Normal::new(r)).collect();
        let prediction = turn.prediction.map(Normal::new);
        answer(prediction.as_ref(), &references, policy).ok_or("the truth has no answer")
    };
    let scores: Vec<_> = turns.par_iter().map(score).collect();
    [
        Measure::mean("EM", scores.iter().map(|score| score.map(|s| s.em))),
        Measure::mean("F1", scores.iter().map(|score| score.map(|s| s.f1))),
    ]
}
