//! What follows from what was read: whole lists and counts, the number that was asked for, comparisons
//! of two pages, the right superlative, a cause, yes or no, and what comes closest where there is no
//! answer.

use grice_index::Searcher;

use crate::candidate::Candidate;
use crate::cause::because;
use crate::compare::compared;
use crate::error::Result;
use crate::how::measured_answer;
use crate::listed;
use crate::part::of_part;
use crate::read::Found;
use crate::refusal;
use crate::reply::Kind;
use crate::superlative;
use crate::yes_no;

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
    let found = of_part(searcher, sources, question, found, candidates)?;
    step(&found, "number");
    let found = compared(searcher, sources, question, found, candidates)?;
    step(&found, "comparison");
    let found = superlative::settled(found, question, candidates);
    step(&found, "superlative");
    let found = because(found, question, candidates);
    step(&found, "cause");
    let mut found = yes_no::settled(found, question, candidates);
    step(&found, "yes or no");
    if found.kind == Kind::Unknown {
        found.closest = refusal::closest(question, candidates, head, found.closest.take());
    }
    Ok((found, by))
}
