//! Retrieval without judgements: whether a passage holds the answer, by QReCC's span heuristic.
//!
//! Lines of `{id, answer, passages: [text, best first]}`. Recall@k is whether a passage among the
//! first k holds the answer, RR one over the rank of the first that does.

use rayon::prelude::*;
use serde::Deserialize;

use crate::error::Result;
use crate::report::{Measure, Report, Score, Turn};
use crate::retrieval::GoldSpan;
use crate::source::{Entry, Source};
use crate::turn_key::{Keyed, Name};

#[derive(Deserialize)]
struct Line {
    id: Option<Name>,
    answer: Option<String>,
    passages: Option<Vec<String>>,
}

const NO_ANSWER: &str = "the answer is empty";

/// Scores the rankings of a file.
pub fn score(source: &Source, cutoffs: &[usize]) -> Result<Report> {
    let entries = source.entries()?;
    let mut turns: Keyed<(String, Vec<String>)> = Keyed::default();
    for (entry, line) in entries.iter().zip(Entry::parse_all::<Line>(&entries)?) {
        let missing = |field: &str| {
            entry
                .fail(format!("no {field}; a line is {{id, answer, passages: [text, best first]}}"))
        };
        let id = line.id.ok_or_else(|| missing("id"))?.to_string();
        let answer = line.answer.ok_or_else(|| missing("answer"))?;
        let passages = line.passages.ok_or_else(|| missing("passages"))?;
        turns.add(id, (answer, passages), entry)?;
    }
    if turns.items.is_empty() {
        return Err(source.fail("there is no line in it; give {id, answer, passages: [text]}"));
    }
    let ranks: Vec<std::result::Result<Option<usize>, &'static str>> = turns
        .items
        .par_iter()
        .map(|(_, (answer, passages))| match answer.trim().is_empty() {
            true => Err(NO_ANSWER),
            false => Ok(GoldSpan::new(answer).rank(passages.iter().map(String::as_str))),
        })
        .collect();
    let column = |name: String, of: &dyn Fn(Option<usize>) -> f64| {
        Measure::mean(name, ranks.iter().map(|rank| -> Score { rank.map(of) }))
    };
    let mut measures: Vec<Measure> = cutoffs
        .iter()
        .map(|&k| {
            let within = move |rank: Option<usize>| f64::from(rank.is_some_and(|r| r <= k));
            column(format!("R@{k}"), &within)
        })
        .collect();
    measures.push(column("RR".to_owned(), &|rank| rank.map_or(0.0, |r| 1.0 / r as f64)));
    Ok(Report {
        form: "spans".into(),
        run: source.file.display().to_string(),
        in_truth: turns.items.len(),
        in_run: turns.items.len(),
        turns: turns.items.iter().map(|(id, _)| Turn::new(id.clone())).collect(),
        measures,
        notes: vec![
            "A passage is relevant where the answer, or a span with a token F1 of at least 0.8, is in it."
                .to_owned(),
        ],
        ..Report::default()
    })
}
