//! The measures by models that were asked for, over any form's answers.

use std::fmt;
use std::str::FromStr;

use grice_model::registry::Registry;

use super::{
    Answer, BartScore, BertScore, BertScoreOptions, Identity, KeyPhrases, KpqaBertScore,
    KpqaRougeL, PosScore, Result, Sas,
};
use crate::answer::Prf;
use crate::forms::answers::Answered;
use crate::report::{Measure, Score};

/// A measure and the model that makes it, as `bertscore=all-minilm-l6-v2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The measure.
    pub metric: Metric,
    /// The model's name.
    pub model: String,
}

/// A measure that models make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Similarity by a cross-encoder or an encoder.
    Sas,
    /// Greedy matching of token vectors.
    BertScore,
    /// Likelihood under a sequence-to-sequence model.
    BartScore,
    /// Content and function words apart, by static vectors.
    PosScore,
    /// ROUGE-L and, with BERTScore, BERTScore weighted by key phrases.
    Kpqa,
}

const METRICS: [(&str, Metric); 5] = [
    ("sas", Metric::Sas),
    ("bertscore", Metric::BertScore),
    ("bartscore", Metric::BartScore),
    ("posscore", Metric::PosScore),
    ("kpqa", Metric::Kpqa),
];

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let names = || METRICS.map(|(name, _)| name).join(", ");
        let (metric, model) =
            text.split_once('=').filter(|(_, m)| !m.is_empty()).ok_or_else(|| {
                format!("'{text}' names no model; write MEASURE=MODEL, with one of {}", names())
            })?;
        let found = METRICS.iter().find(|(name, _)| name.eq_ignore_ascii_case(metric.trim()));
        let metric = found
            .map(|(_, metric)| *metric)
            .ok_or_else(|| format!("there is no measure '{metric}'; there are {}", names()))?;
        Ok(Asked { metric, model: model.trim().to_owned() })
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = METRICS.iter().find(|(_, metric)| *metric == self.metric).map_or("", |m| m.0);
        write!(f, "{name}={}", self.model)
    }
}

/// Opened scorers, in the order they were asked for.
pub struct Scorers(Vec<Scorer>);

enum Scorer {
    Sas(Sas),
    Bert(BertScore),
    Bart(BartScore),
    Pos(PosScore),
    KpqaRouge(KpqaRougeL),
    KpqaBert(Box<KpqaBertScore>),
}

impl Scorers {
    /// Opens the models. KPQA also weighs BERTScore where both are asked for.
    pub fn open(
        registry: &Registry,
        asked: &[Asked],
        options: BertScoreOptions,
    ) -> Result<Scorers> {
        let mut scorers = Vec::new();
        for Asked { metric, model } in asked {
            scorers.push(match metric {
                Metric::Sas => Scorer::Sas(Sas::open(registry, model)?),
                Metric::BertScore => Scorer::Bert(BertScore::open(registry, model, options)?),
                Metric::BartScore => Scorer::Bart(BartScore::open(registry, model)?),
                Metric::PosScore => Scorer::Pos(PosScore::open(registry, model)?),
                Metric::Kpqa => {
                    let phrases = KeyPhrases::open(registry, model)?;
                    Scorer::KpqaRouge(KpqaRougeL::new(phrases))
                }
            });
            let bert = asked.iter().find(|a| a.metric == Metric::BertScore);
            if let (Metric::Kpqa, Some(bert)) = (metric, bert) {
                let scorer = BertScore::open(registry, &bert.model, options)?;
                let phrases = KeyPhrases::open(registry, model)?;
                scorers.push(Scorer::KpqaBert(Box::new(KpqaBertScore::new(scorer, phrases))));
            }
        }
        Ok(Scorers(scorers))
    }

    /// Scores the answers of turns that are not left out; a turn without an answer counts as one
    /// that says nothing. `progress` is told the measure, how many answers are done, and of how
    /// many.
    pub fn measures(
        &self,
        turns: &[Answered<'_>],
        progress: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<Vec<Measure>> {
        let answers: Vec<Answer<'_>> = turns
            .iter()
            .filter_map(|turn| {
                Some(Answer {
                    question: turn.question,
                    prediction: turn.prediction.unwrap_or_default(),
                    references: turn.references.clone().ok()?,
                })
            })
            .collect();
        let mut measures = Vec::new();
        for scorer in &self.0 {
            measures.extend(scorer.measures(turns, &answers, progress)?);
        }
        Ok(measures)
    }
}

impl Scorer {
    fn measures(
        &self,
        turns: &[Answered<'_>],
        answers: &[Answer<'_>],
        progress: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<Vec<Measure>> {
        let mut told = |name: &str, done: usize, all: usize| progress(name, done, all);
        let column = |name: String, scores: Vec<f64>, identity: &Identity| {
            over(turns, name, scores).by_model(identity.as_str())
        };
        let parts = |name: &str, scores: Vec<Prf>, identity: Identity| {
            let of = |part: fn(&Prf) -> f64| scores.iter().map(part).collect();
            vec![
                column(format!("{name}-P"), of(|s| s.precision), &identity),
                column(format!("{name}-R"), of(|s| s.recall), &identity),
                column(format!("{name}-F"), of(|s| s.f), &identity),
            ]
        };
        Ok(match self {
            Scorer::Sas(sas) => {
                let scores = sas.score(answers, &mut |d, a| told("SAS", d, a))?;
                vec![column("SAS".into(), scores, &sas.identity())]
            }
            Scorer::Pos(pos) => {
                let scores = pos.score(answers, &mut |d, a| told("POSSCORE", d, a))?;
                vec![column("POSSCORE".into(), scores, &pos.identity())]
            }
            Scorer::Bart(bart) => {
                let scores = bart.score(answers, &mut |d, a| told("BARTScore", d, a))?;
                let identity = bart.identity();
                let of = |part: fn(&super::Likelihoods) -> f64| scores.iter().map(part).collect();
                vec![
                    column("BARTScore (run, truth)".into(), of(|s| s.of_reference), &identity),
                    column("BARTScore (truth, run)".into(), of(|s| s.of_prediction), &identity),
                    column("BARTScore".into(), of(|s| s.both), &identity),
                ]
            }
            Scorer::Bert(bert) => {
                let scores = bert.score(answers, &mut |d, a| told("BERTScore", d, a))?;
                parts("BERTScore", scores, bert.identity())
            }
            Scorer::KpqaRouge(kpqa) => {
                let scores = kpqa.score(answers, &mut |d, a| told("ROUGE-L-KPQA", d, a))?;
                parts("ROUGE-L-KPQA", scores, kpqa.identity())
            }
            Scorer::KpqaBert(kpqa) => {
                let scores = kpqa.score(answers, &mut |d, a| told("BERTScore-KPQA", d, a))?;
                parts("BERTScore-KPQA", scores, kpqa.identity())
            }
        })
    }
}

/// A column over all turns from the scores of those that are not left out.
fn over(turns: &[Answered<'_>], name: String, scores: Vec<f64>) -> Measure {
    let mut scores = scores.into_iter();
    let cell = |turn: &Answered<'_>| -> Score {
        match &turn.references {
            Ok(_) => scores.next().ok_or("the model gave no score"),
            Err(why) => Err(why),
        }
    };
    Measure::mean(name, turns.iter().map(cell))
}
