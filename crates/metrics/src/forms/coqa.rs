//! CoQA (Reddy, Chen and Manning, TACL 2019), as the makers' `evaluate-v1.0.py` scores it, in
//! fractions with all digits instead of percentages with one.
//!
//! What that script does, and what is done here:
//! - A turn with several gold answers is scored against all but one of them, each left out in
//!   turn; the mean of the best scores counts. A turn with one is scored against that.
//! - Answers belong to questions by their place, whatever their `turn_id` says; here too, and the
//!   report says where they differ.
//! - A turn without a prediction counts as 0.
//! - Its scores by domain are the groups by `topic` here; it refuses domains it does not know.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::answer::{Answer, Normal, Policy, human};
use crate::error::{Error, Result};
use crate::forms::answers::{Answered, overlap};
use crate::forms::data_set::DataSet;
use crate::forms::{Mapping, Predictions, Unknown};
use crate::report::{Measure, Report, Score, Turn, count};
use crate::source::{Entry, Source, Text};
use crate::turn_key::{Keyed, Name};

/// How a run is scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Score the gold answers against each other too.
    pub human: bool,
    /// Fields that have other names than usual.
    pub mapping: Mapping,
    /// What to do with turns the truth does not have.
    pub unknown: Unknown,
}

#[derive(Deserialize)]
struct Story<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    source: Option<Text<'a>>,
    #[serde(borrow)]
    questions: Vec<Said<'a>>,
    #[serde(borrow)]
    answers: Vec<Said<'a>>,
    #[serde(borrow, default)]
    additional_answers: BTreeMap<String, Vec<Said<'a>>>,
}

#[derive(Deserialize)]
struct Said<'a> {
    #[serde(borrow)]
    input_text: Text<'a>,
    turn_id: Name,
}

struct Asked<'t> {
    domain: Option<&'t str>,
    question: &'t str,
    references: Vec<&'t str>,
}

/// Where a run's entry may hold its answer.
const FIELDS: [&str; 4] = ["answer", "prediction", "input_text", "text"];

/// Scores a run against the data set's turns.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    options.mapping.check(&["id", "prediction"]).map_err(Error::Asked)?;
    let source = Source::read(truth)?;
    let stories: Vec<Story<'_>> = DataSet::Coqa.read(&source)?;
    let (asked, misnumbered) = turns(&source, &stories)?;
    let predictions = Predictions::read(run, &options.mapping, &FIELDS)?;
    let given = &predictions.texts.items;
    let unknown = given.iter().map(|(key, _)| key.as_str()).filter(|key| !asked.has(key));
    let ignored = options.unknown.check(truth, run, unknown, given.len())?;
    let answered: Vec<Answered<'_>> = asked
        .items
        .iter()
        .map(|(key, asked)| Answered {
            question: asked.question,
            prediction: predictions.get(key),
            references: Ok(asked.references.clone()),
        })
        .collect();
    let missing = answered.iter().filter(|a| a.is_missing()).map(|_| "the run has no answer");
    let mut report = Report {
        in_truth: asked.items.len(),
        in_run: given.len(),
        turns: asked.items.iter().map(|(key, asked)| turn(key, asked)).collect(),
        measures: overlap(&answered, Policy::LeaveOneOut).to_vec(),
        zeros: count(missing),
        ignored,
        ..Report::new("coqa", truth, run)
    };
    if misnumbered > 0 {
        report.notes.push(format!(
            "Gold answers with another turn_id than the question they stand by: {misnumbered}; \
             they were taken by their place."
        ));
    }
    if options.human {
        report.measures.extend(human_performance(&asked));
    }
    Ok(report)
}

/// The turns of all stories, and how many answers are numbered otherwise than their question.
fn turns<'t>(source: &Source, stories: &'t [Story<'_>]) -> Result<(Keyed<Asked<'t>>, usize)> {
    let mut turns = Keyed::default();
    let mut misnumbered = 0;
    for story in stories {
        let lists = || std::iter::once(&story.answers).chain(story.additional_answers.values());
        for list in lists() {
            if list.len() != story.questions.len() {
                return Err(source.fail(format!(
                    "story {} has {} questions and, in one list, {} answers; each list needs one \
                     for every question",
                    &*story.id,
                    story.questions.len(),
                    list.len()
                )));
            }
            let pairs = story.questions.iter().zip(list);
            misnumbered += pairs.filter(|(q, a)| q.turn_id.number() != a.turn_id.number()).count();
        }
        for (place, question) in story.questions.iter().enumerate() {
            let references =
                lists().filter_map(|list| list.get(place)).map(|a| &*a.input_text).collect();
            let asked = Asked {
                domain: story.source.as_deref(),
                question: &question.input_text,
                references,
            };
            let key = format!("{}_{}", &*story.id, question.turn_id);
            turns.add(key, asked, &Entry::whole(source))?;
        }
    }
    match turns.items.is_empty() {
        true => Err(source.fail("there is no question in it")),
        false => Ok((turns, misnumbered)),
    }
}

fn turn(key: &str, asked: &Asked<'_>) -> Turn {
    match asked.domain {
        Some(domain) => Turn::new(key).group("topic", domain),
        None => Turn::new(key),
    }
}

fn human_performance(asked: &Keyed<Asked<'_>>) -> [Measure; 2] {
    let scores: Vec<std::result::Result<Answer, &'static str>> = asked
        .items
        .iter()
        .map(|(_, asked)| {
            let references: Vec<Normal> = asked.references.iter().map(|r| Normal::new(r)).collect();
            human(&references).ok_or("the truth has one answer only")
        })
        .collect();
    let column = |of: fn(Answer) -> f64| scores.iter().map(move |s| s.map(of) as Score);
    [Measure::mean("human EM", column(|a| a.em)), Measure::mean("human F1", column(|a| a.f1))]
}
