//! SQuAD 1.1 (Rajpurkar et al., EMNLP 2016) and 2.0 (Rajpurkar, Jia and Liang, ACL 2018), as the
//! makers' `evaluate-v2.0.py` scores them, in fractions instead of percentages.
//!
//! What that script does, and what is done here:
//! - The best score over a question's gold answers counts. Gold answers that normalise to nothing
//!   are dropped, and where none is left the right answer is the empty one; here too.
//! - A question has an answer if its list of answers is not empty; `is_impossible` is not read.
//!   Here too.
//! - A question without a prediction is left out of EM and F1, and stops the script once it
//!   counts answerable questions by themselves. `evaluate-v1.1.py` counts it as 0, and so is it
//!   counted here, for both versions; the report says how many there were.
//! - `evaluate-v1.1.py` drops no gold answer, and gives F1 0, though EM 1, where prediction and
//!   gold both normalise to nothing ("the", "?"). Here the rules of 2.0 hold for both.
//! - Thresholds on a no-answer probability are not applied: the run says "" where it has no answer.

use std::path::Path;

use rustc_hash::FxHashSet;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::answer::{Normal, Policy};
use crate::error::{Error, Result};
use crate::forms::answers::{Answered, overlap};
use crate::forms::data_set::DataSet;
use crate::forms::{Mapping, Predictions, Unknown};
use crate::report::{Measure, Report, Turn, count};
use crate::source::{Source, Text};

/// How a run is scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Fields that have other names than usual.
    pub mapping: Mapping,
    /// What to do with questions the truth does not have.
    pub unknown: Unknown,
}

#[derive(Deserialize)]
struct Article<'a> {
    #[serde(borrow)]
    title: Option<Text<'a>>,
    #[serde(borrow)]
    paragraphs: Vec<Paragraph<'a>>,
}

#[derive(Deserialize)]
struct Paragraph<'a> {
    #[serde(borrow)]
    qas: Vec<Question<'a>>,
}

#[derive(Deserialize)]
struct Question<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    question: Option<Text<'a>>,
    #[serde(borrow)]
    answers: Vec<Gold<'a>>,
    /// Only QuAC has it.
    followup: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Gold<'a> {
    #[serde(borrow)]
    text: Text<'a>,
}

impl Question<'_> {
    fn references(&self) -> Vec<&str> {
        let texts = self.answers.iter().map(|answer| &*answer.text);
        let kept: Vec<&str> = texts.filter(|text| !Normal::new(text).is_empty()).collect();
        if kept.is_empty() { vec![""] } else { kept }
    }

    fn label(&self) -> &'static str {
        if self.answers.is_empty() { "unanswerable" } else { "answerable" }
    }
}

/// Where a run's entry may hold its answer.
const FIELDS: [&str; 5] = ["prediction_text", "prediction", "answer", "text", "best_span_str"];

/// Scores a run against the data set's questions.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    options.mapping.check(&["id", "prediction"]).map_err(Error::Asked)?;
    let source = Source::read(truth)?;
    let articles: Vec<Article<'_>> = DataSet::Squad.read(&source)?;
    let questions = questions(&source, &articles)?;
    let known: FxHashSet<&str> = questions.iter().map(|(_, question)| &*question.id).collect();
    let predictions = Predictions::read(run, &options.mapping, &FIELDS)?;
    let given = &predictions.texts.items;
    let unknown = given.iter().map(|(id, _)| id.as_str()).filter(|id| !known.contains(id));
    let ignored = options.unknown.check(truth, run, unknown, given.len())?;
    let answered: Vec<Answered<'_>> = questions
        .iter()
        .map(|(_, question)| Answered {
            question: question.question.as_deref().unwrap_or_default(),
            prediction: predictions.get(&question.id),
            references: Ok(question.references()),
        })
        .collect();
    let missing = answered.iter().filter(|a| a.is_missing()).map(|_| "the run has no answer");
    Ok(Report {
        in_truth: questions.len(),
        in_run: given.len(),
        turns: questions.iter().map(|(article, question)| turn(article, question)).collect(),
        measures: measures(&questions, &answered),
        zeros: count(missing),
        ignored,
        ..Report::new("squad", truth, run)
    })
}

type Asked<'t, 'a> = (&'t Article<'a>, &'t Question<'a>);

fn questions<'t, 'a>(source: &Source, articles: &'t [Article<'a>]) -> Result<Vec<Asked<'t, 'a>>> {
    let mut seen = FxHashSet::default();
    let mut questions = Vec::new();
    for article in articles {
        for question in article.paragraphs.iter().flat_map(|paragraph| &paragraph.qas) {
            if question.followup.is_some() {
                return Err(DataSet::Squad.refuse(source));
            }
            if !seen.insert(&*question.id) {
                let id = &*question.id;
                return Err(source.fail(format!("question {id} stands a second time; keep one")));
            }
            questions.push((article, question));
        }
    }
    match questions.is_empty() {
        true => Err(source.fail("there is no question in it")),
        false => Ok(questions),
    }
}

fn turn(article: &Article<'_>, question: &Question<'_>) -> Turn {
    let turn = Turn::new(&*question.id).group("label", question.label());
    match &article.title {
        Some(title) => turn.group("topic", &**title),
        None => turn,
    }
}

fn measures(questions: &[Asked<'_, '_>], answered: &[Answered<'_>]) -> Vec<Measure> {
    let both = overlap(answered, Policy::Best);
    let mut measures = both.to_vec();
    if questions.iter().all(|(_, question)| question.label() == "answerable") {
        return measures;
    }
    for (prefix, label, other) in [
        ("HasAns", "answerable", "the question has no answer"),
        ("NoAns", "unanswerable", "the question has an answer"),
    ] {
        for measure in &both {
            let cells = measure.scores.iter().zip(questions);
            let cells = cells.map(|(score, (_, question))| match question.label() == label {
                true => score.ok_or("not scored"),
                false => Err(other),
            });
            measures.push(Measure::mean(format!("{prefix}_{}", measure.name), cells));
        }
    }
    measures
}
