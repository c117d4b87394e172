//! Predictions and references, one pair a line: `{id, prediction, references: [text]}`.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Bleu, BleuStatistics, Normal, Policy, Prf, Rouge, RougeText, Words, answer};
use crate::error::Result;
use crate::forms::Mapping;
use crate::forms::answers::Answered;
use crate::report::{Measure, Report, Turn};
use crate::source::{Entry, Source};

/// How pairs are scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How several references become one EM and F1; ROUGE takes the best, BLEU all.
    pub policy: Policy,
    /// Whether ROUGE compares stems.
    pub words: Words,
    /// Whether ROUGE-Lsum is given too.
    pub lsum: bool,
    /// How BLEU is counted.
    pub bleu: Bleu,
    /// Fields that have other names than usual.
    pub mapping: Mapping,
}

/// A prediction and what it is held against.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its name, as it was given.
    pub id: Value,
    /// The question, where one was given.
    pub question: String,
    /// What was said; nothing where nothing was.
    pub prediction: Option<String>,
    /// What would have been right.
    pub references: Vec<String>,
}

/// A pair's scores, as they are written.
#[derive(Clone, Debug, Serialize)]
pub struct PairScores {
    /// The pair's name.
    pub id: Value,
    /// Exact match.
    pub em: f64,
    /// F1 of the tokens.
    pub f1: f64,
    /// Shared words.
    pub rouge1: Parts,
    /// Shared pairs of words.
    pub rouge2: Parts,
    /// The longest common subsequence.
    #[serde(rename = "rougeL")]
    pub rouge_l: Parts,
    /// The longest common subsequences of lines, where asked for.
    #[serde(rename = "rougeLsum", skip_serializing_if = "Option::is_none")]
    pub rouge_lsum: Option<Parts>,
    /// Sentence BLEU, 0 to 100.
    pub bleu: f64,
    /// What corpus BLEU is made of.
    #[serde(skip)]
    pub statistics: BleuStatistics,
}

/// Precision, recall and F.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Parts {
    /// Precision.
    pub p: f64,
    /// Recall.
    pub r: f64,
    /// Their harmonic mean.
    pub f: f64,
}

impl From<Prf> for Parts {
    fn from(prf: Prf) -> Parts {
        Parts { p: prf.precision, r: prf.recall, f: prf.f }
    }
}

/// The pairs of a file.
pub fn read(source: &Source, mapping: &Mapping) -> Result<Vec<Pair>> {
    let entries = source.entries()?;
    if entries.is_empty() {
        return Err(
            source.fail("there is no pair in it; give lines of {id, prediction, references}")
        );
    }
    let pairs: Vec<Result<Pair>> = entries.par_iter().map(|entry| pair(entry, mapping)).collect();
    pairs.into_iter().collect()
}

fn pair(entry: &Entry<'_>, mapping: &Mapping) -> Result<Pair> {
    let mut object: Map<String, Value> = entry.parse()?;
    let field = |part: &str| mapping.field(part).unwrap_or(part).to_owned();
    let (id, prediction, references) = (field("id"), field("prediction"), field("references"));
    let fields = object.keys().cloned().collect::<Vec<_>>().join(", ");
    let missing = |field: &str| {
        entry.fail(format!(
            "no field '{field}' (found {fields}); --map PART=FIELD names another, for id, prediction, \
             references and question"
        ))
    };
    let id = object.remove(&id).ok_or_else(|| missing(&id))?;
    let prediction = match object.remove(&prediction).ok_or_else(|| missing(&prediction))? {
        Value::String(text) => Some(text),
        Value::Null => None,
        _ => return Err(entry.fail(format!("pair {id}: '{prediction}' is no text"))),
    };
    let given = object.remove(&references).ok_or_else(|| missing(&references))?;
    let references = match given {
        Value::String(text) => vec![text],
        Value::Array(list) => list
            .into_iter()
            .map(|item| match item {
                Value::String(text) => Some(text),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| {
                entry.fail(format!("pair {id}: '{references}' holds what is no text"))
            })?,
        _ => return Err(entry.fail(format!("pair {id}: '{references}' is no list of texts"))),
    };
    if references.is_empty() {
        return Err(entry.fail(format!("pair {id} has no references; leave the line out")));
    }
    let question = match object.remove(&field("question")) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    Ok(Pair { id, question, prediction, references })
}

/// Scores one pair.
pub fn score(pair: &Pair, options: &Options) -> PairScores {
    let normals: Vec<Normal> = pair.references.iter().map(|r| Normal::new(r)).collect();
    let prediction = pair.prediction.as_deref();
    let normal = prediction.map(Normal::new);
    let overlap = answer(normal.as_ref(), &normals, options.policy).unwrap_or_default();
    let text = RougeText::new(prediction.unwrap_or_default(), options.words);
    let texts: Vec<RougeText> =
        pair.references.iter().map(|r| RougeText::new(r, options.words)).collect();
    let rouge = |rouge: Rouge| Parts::from(rouge.best(&text, &texts).unwrap_or_default());
    let prepared: Vec<_> = pair.references.iter().map(|r| options.bleu.prepare(r)).collect();
    let statistics = options.bleu.prepare(prediction.unwrap_or_default()).against(&prepared);
    let sentence = Bleu { effective_order: true, ..options.bleu };
    PairScores {
        id: pair.id.clone(),
        em: overlap.em,
        f1: overlap.f1,
        rouge1: rouge(Rouge::N(1)),
        rouge2: rouge(Rouge::N(2)),
        rouge_l: rouge(Rouge::L),
        rouge_lsum: options.lsum.then(|| rouge(Rouge::Lsum)),
        bleu: sentence.score(&statistics).score,
        statistics,
    }
}

/// Scores pairs on all cores.
pub fn score_all(pairs: &[Pair], options: &Options) -> Vec<PairScores> {
    pairs.par_iter().map(|pair| score(pair, options)).collect()
}

/// The pairs as answered turns, for measures that models make.
pub fn answered(pairs: &[Pair]) -> Vec<Answered<'_>> {
    pairs
        .iter()
        .map(|pair| Answered {
            question: &pair.question,
            prediction: pair.prediction.as_deref(),
            references: Ok(pair.references.iter().map(String::as_str).collect()),
        })
        .collect()
}

/// All pairs' scores as a report.
pub fn report(source: &Source, scores: &[PairScores], options: &Options) -> Report {
    let name = |id: &Value| match id {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut measures = vec![
        Measure::mean("EM", scores.iter().map(|s| Ok(s.em))),
        Measure::mean("F1", scores.iter().map(|s| Ok(s.f1))),
    ];
    let mut parts = |name: &str, of: &dyn Fn(&PairScores) -> Parts| {
        measures.push(Measure::mean(format!("{name}-P"), scores.iter().map(|s| Ok(of(s).p))));
        measures.push(Measure::mean(format!("{name}-R"), scores.iter().map(|s| Ok(of(s).r))));
        measures.push(Measure::mean(format!("{name}-F"), scores.iter().map(|s| Ok(of(s).f))));
    };
    parts("ROUGE1", &|s| s.rouge1);
    parts("ROUGE2", &|s| s.rouge2);
    parts("ROUGEL", &|s| s.rouge_l);
    if options.lsum {
        parts("ROUGELsum", &|s| s.rouge_lsum.unwrap_or(Parts { p: 0.0, r: 0.0, f: 0.0 }));
    }
    let total: BleuStatistics = scores.iter().map(|s| s.statistics).sum();
    measures.push(Measure::mean("BLEU (sentence)", scores.iter().map(|s| Ok(s.bleu))));
    let corpus = options.bleu.score(&total).score;
    measures.push(Measure::whole("BLEU (corpus)", Some(corpus), scores.len()));
    Report {
        form: "pairs".into(),
        run: source.file.display().to_string(),
        in_truth: scores.len(),
        in_run: scores.len(),
        turns: scores.iter().map(|s| Turn::new(name(&s.id))).collect(),
        measures,
        ..Report::default()
    }
}
