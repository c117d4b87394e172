//! What follows from what was read: whole lists and counts, the number that was asked for,
//! comparisons of two pages, and what comes closest where there is no answer.

use grice_index::Searcher;

use crate::candidate::Candidate;
use crate::compare::compared;
use crate::error::Result;
use crate::how::measured_answer;
use crate::listed;
use crate::read::Found;
use crate::refusal;
use crate::reply::Kind;

/// What was found once it is completed, and what completed it; nothing where the reader's answer
/// stays. `head` passages are looked at; those that had to be looked up are added to the
/// candidates.
pub(crate) fn reasoned(
    searcher: &Searcher,
    sources: &[String],
    question: &str,
    found: Found,
    candidates: &mut Vec<Candidate>,
    head: usize,
) -> Result<(Found, &'static str)> {
    let mut by = "";
    let mut read = found.answer.clone();
    let mut step = |found: &Found, name: &'static str| {
        if found.answer != read {
            (by, read) = (name, found.answer.clone());
        }
    };
    let found = listed::complete(found, question, candidates);
    step(&found, "list");
    let found = measured_answer(searcher, sources, question, found, candidates)?;
    step(&found, "number");
    let mut found = compared(searcher, sources, question, found, candidates)?;
    step(&found, "comparison");
    if found.kind == Kind::Unknown {
        found.closest = refusal::closest(question, candidates, head, found.closest.take());
    }
    Ok((found, by))
}
