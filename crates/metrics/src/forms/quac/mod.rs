//! QuAC (Choi et al., EMNLP 2018), as the makers' `scorer.py` scores it, in fractions instead of
//! percentages.
//!
//! What that scorer does, and what is done here too:
//! - Where at least half of a question's gold answers are `CANNOTANSWER`, that is the only one;
//!   elsewhere those are dropped. A question without gold answers is unanswerable.
//! - `CANNOTANSWER` is right or wrong as it stands, before any normalisation. Everything else is
//!   token F1 after SQuAD's normalisation, but 0, not 1, where both sides normalise to nothing.
//! - Several gold answers: each is left out in turn, the mean of the best scores counts.
//! - Human F1 is each gold answer against the best of the others, 1 where there is only one.
//! - Questions whose human F1 is below [`Options::min_f1`] are left out of F1, HEQ-Q, yes/no and
//!   follow-up, but not of unfiltered F1. A question without a prediction counts as 0 in all of
//!   them *before* that filter: leaving out a question that would not have counted costs points.
//! - HEQ-Q: the model's F1 is not below the human F1. HEQ-D: that holds in every question of the
//!   dialogue that counts; a dialogue in which none counts is a success.
//! - Accuracy on unanswerable questions is over those whose gold answer is `CANNOTANSWER`.
//! - The sums are plain ones. Since Python 3.12 `sum` compensates rounding, which can turn a tie
//!   of model and human F1 in HEQ.
//!
//! What is stricter here: the scorer takes the last of two predictions for a question, cuts lists
//! of unequal length to the shortest, and does not find a question in another dialogue's line;
//! all three are refused. Where it divides by zero, a measure has no value.

mod run;

use std::path::Path;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::answer::{Normal, Policy, f1};
use crate::error::{Error, Result};
use crate::forms::data_set::DataSet;
use crate::forms::{Mapping, Unknown};
use crate::report::{Measure, Report, Score, Turn, count};
use crate::source::{Source, Text};
use run::{Given, Run};

/// How a run is scored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The human F1 below which a question is left out.
    pub min_f1: f64,
    /// Fields that have other names than usual, in runs that are not of the scorer's own shape.
    pub mapping: Mapping,
    /// What to do with questions the truth does not have.
    pub unknown: Unknown,
}

impl Default for Options {
    fn default() -> Self {
        Options { min_f1: 0.4, mapping: Mapping::default(), unknown: Unknown::default() }
    }
}

#[derive(Deserialize)]
struct Article<'a> {
    #[serde(borrow)]
    title: Option<Text<'a>>,
    #[serde(borrow)]
    paragraphs: Vec<Dialogue<'a>>,
}

#[derive(Deserialize)]
struct Dialogue<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    qas: Vec<Asked<'a>>,
}

#[derive(Deserialize)]
struct Asked<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    answers: Vec<Gold<'a>>,
    #[serde(borrow)]
    yesno: Text<'a>,
    #[serde(borrow)]
    followup: Text<'a>,
}

#[derive(Deserialize)]
struct Gold<'a> {
    #[serde(borrow)]
    text: Text<'a>,
}

const CANNOT: &str = "CANNOTANSWER";
const MISSING: &str = "the run has no answer";
const LOW: &str = "the gold answers agree too little";

/// A question, ready to be scored.
struct Question<'t> {
    id: &'t str,
    title: Option<&'t str>,
    dialogue: usize,
    /// None where the question cannot be answered.
    spans: Option<Vec<Normal>>,
    human: f64,
    yesno: &'t str,
    followup: &'t str,
}

impl<'t> Question<'t> {
    fn new(asked: &'t Asked<'_>, title: Option<&'t str>, dialogue: usize) -> Question<'t> {
        let texts = || asked.answers.iter().map(|gold| &*gold.text);
        let spans: Vec<Normal> = texts().filter(|t| *t != CANNOT).map(Normal::new).collect();
        let spans = (spans.len() > texts().filter(|t| *t == CANNOT).count()).then_some(spans);
        Question {
            id: &asked.id,
            title,
            dialogue,
            human: spans.as_deref().map_or(1.0, human),
            spans,
            yesno: &asked.yesno,
            followup: &asked.followup,
        }
    }

    fn score(&self, answer: &str) -> f64 {
        match &self.spans {
            None => f64::from(u8::from(answer == CANNOT)),
            Some(spans) => {
                let answer = Normal::new(answer);
                let scores: Vec<f64> = spans.iter().map(|span| overlap(&answer, span)).collect();
                Policy::LeaveOneOut.combine(&scores).unwrap_or_default()
            }
        }
    }

    fn label(&self) -> &'static str {
        if self.spans.is_some() { "answerable" } else { "unanswerable" }
    }
}

fn overlap(answer: &Normal, span: &Normal) -> f64 {
    if answer.is_empty() { 0.0 } else { f1(answer, span).f }
}

fn human(spans: &[Normal]) -> f64 {
    if spans.len() == 1 {
        return 1.0;
    }
    let mut sum = 0.0;
    for (left_out, answer) in spans.iter().enumerate() {
        let others = spans.iter().enumerate().filter(|&(other, _)| other != left_out);
        sum += others.map(|(_, span)| overlap(answer, span)).fold(0.0, f64::max);
    }
    sum / spans.len() as f64
}

/// Scores a run against the data set's questions.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    options.mapping.check(&["id", "prediction"]).map_err(Error::Asked)?;
    let source = Source::read(truth)?;
    let articles: Vec<Article<'_>> = DataSet::Quac.read(&source)?;
    let (questions, dialogues) = questions(&source, &articles)?;
    let places: FxHashMap<&str, usize> =
        questions.iter().map(|question| (question.id, question.dialogue)).collect();
    let run_source = Source::read(run)?;
    let answers = Run::read(&run_source, &options.mapping, &places)?;
    let unknown = answers.ids().filter(|id| !places.contains_key(id));
    let ignored = options.unknown.check(truth, run, unknown, answers.len())?;
    let given: Vec<Option<Given<'_>>> = questions.iter().map(|q| answers.get(q.id)).collect();
    let missing = given.iter().filter(|given| given.is_none()).map(|_| MISSING);
    Ok(Report {
        in_truth: questions.len(),
        in_run: answers.len(),
        turns: questions.iter().map(turn).collect(),
        zeros: count(missing),
        measures: measures(&questions, &given, dialogues, options.min_f1),
        ignored,
        notes: vec![
            format!("HEQ-D: over {dialogues} dialogues, not turns."),
            format!(
                "F1, HEQ-Q, yes/no and follow-up: over questions with a human F1 of at least {}, \
                 and those without a prediction.",
                options.min_f1
            ),
        ],
        ..Report::new("quac", truth, run)
    })
}

/// The questions, and how many dialogues they are in.
fn questions<'t>(
    source: &Source,
    articles: &'t [Article<'_>],
) -> Result<(Vec<Question<'t>>, usize)> {
    let mut seen: FxHashMap<&str, &str> = FxHashMap::default();
    let mut questions = Vec::new();
    let mut dialogues = 0;
    for article in articles {
        for dialogue in &article.paragraphs {
            for asked in &dialogue.qas {
                if let Some(first) = seen.insert(&asked.id, &dialogue.id) {
                    return Err(source.fail(format!(
                        "question {} stands a second time, in dialogue {} after dialogue {first}; \
                         keep one of them",
                        &*asked.id, &*dialogue.id
                    )));
                }
                questions.push(Question::new(asked, article.title.as_deref(), dialogues));
            }
            dialogues += 1;
        }
    }
    match questions.is_empty() {
        true => Err(source.fail("there is no question in it")),
        false => Ok((questions, dialogues)),
    }
}

fn turn(question: &Question<'_>) -> Turn {
    let turn = Turn::new(question.id).group("label", question.label());
    match question.title {
        Some(title) => turn.group("topic", title),
        None => turn,
    }
}

fn measures(
    questions: &[Question<'_>],
    given: &[Option<Given<'_>>],
    dialogues: usize,
    min_f1: f64,
) -> Vec<Measure> {
    let mut columns: [Vec<Score>; 7] = Default::default();
    let mut good = vec![true; dialogues];
    for (question, given) in questions.iter().zip(given) {
        let cannot = |score| match question.spans {
            None => Ok(score),
            Some(_) => Err("the question has an answer"),
        };
        let human = if question.human < min_f1 { Err(LOW) } else { Ok(question.human) };
        let row: [Score; 7] = match given {
            None => {
                good[question.dialogue] = false;
                [Ok(0.0), Ok(0.0), Ok(0.0), Ok(0.0), Ok(0.0), cannot(0.0), human]
            }
            Some(given) => {
                let f1 = question.score(given.answer);
                if human.is_ok_and(|human| f1 < human) {
                    good[question.dialogue] = false;
                }
                let says = |said: Option<&str>, gold: &str, nothing: &'static str| {
                    let said = said.ok_or(nothing)?;
                    human.map(|_| f64::from(u8::from(said == gold)))
                };
                [
                    human.map(|_| f1),
                    human.map(|human| f64::from(u8::from(f1 >= human))),
                    Ok(f1),
                    says(given.yesno, question.yesno, "the run gives no yes/no"),
                    says(given.followup, question.followup, "the run gives no follow-up"),
                    cannot(f1),
                    human,
                ]
            }
        };
        columns.iter_mut().zip(row).for_each(|(column, score)| column.push(score));
    }
    let names = [
        "F1",
        "HEQ-Q",
        "unfiltered F1",
        "yes/no accuracy",
        "follow-up accuracy",
        "unanswerable accuracy",
        "human F1",
    ];
    let mut measures: Vec<Measure> =
        names.into_iter().zip(columns).map(|(name, scores)| Measure::mean(name, scores)).collect();
    let share = good.iter().filter(|&&good| good).count() as f64 / dialogues.max(1) as f64;
    measures.insert(2, Measure::whole("HEQ-D", (dialogues > 0).then_some(share), dialogues));
    measures
}
