//! PragmatiCQA: literal and pragmatic spans, and the passages they stand in.
//!
//! The truth is the data set's JSONL, one conversation a line. A run is either lines of the same
//! shape, each conversation with its `qas`, or one turn a line, named by `Conversation_no` and
//! `Turn_no` (both counted from 1 in the truth's order) or by `id` as `CONVERSATION_TURN`.
//! A turn holds `literal` and `pragmatic` (a span, or a list of spans), and may hold `answer` and
//! `passages` (ids, best first).

use std::path::Path;

use serde_json::{Map, Value};

use crate::error::Result;
use crate::forms::answers::{Also, Answered, nothing};
use crate::forms::predictions::turn_of;
use crate::forms::{Mapping, Unknown};
use crate::pragmatic::{beyond, f1_literal, f1_pragmatic};
use crate::report::{Measure, Report, Score, Turn, count};
use crate::retrieval::{any_gold, gold_share};
use crate::source::{Entry, Source};
use crate::turn_key::Keyed;

/// How a run is scored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The cut-offs of R@k and RAll@k.
    pub cutoffs: Vec<usize>,
    /// What to do with turns the truth does not have.
    pub unknown: Unknown,
}

impl Default for Options {
    fn default() -> Self {
        Options { cutoffs: vec![1, 5, 10, 20, 50], unknown: Unknown::default() }
    }
}

/// A turn, of the truth or of a run.
#[derive(Debug, Default)]
struct Spans {
    question: String,
    topic: String,
    literal: Option<Vec<String>>,
    pragmatic: Option<Vec<String>>,
    answer: Option<String>,
    passages: Option<Vec<String>>,
}

impl Spans {
    fn literal(&self) -> Vec<&str> {
        self.literal.iter().flatten().map(String::as_str).collect()
    }

    fn pragmatic(&self) -> Vec<&str> {
        self.pragmatic.iter().flatten().map(String::as_str).collect()
    }
}

/// What a fetch of a page that is gone left where a span should be.
const NOT_FETCHED: &str = "Cannot GET";

/// Scores a run against the data set's conversations.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    score_with(truth, run, options, &mut nothing)
}

/// Scores a run against the data set's conversations, its answers also by other measures.
pub fn score_with(truth: &Path, run: &Path, options: &Options, also: Also<'_>) -> Result<Report> {
    let truths = read(&Source::read(truth)?)?;
    let runs = read(&Source::read(run)?)?;
    let unknown = runs.items.iter().map(|(key, _)| key.as_str()).filter(|key| !truths.has(key));
    let ignored = options.unknown.check(truth, run, unknown, runs.items.len())?;
    if let Some((key, _)) = truths.items.iter().find(|(_, t)| t.literal.is_none()) {
        return Err(crate::Error::whole(
            truth,
            format!(
                "turn {key} has no literal spans (a_meta.literal_obj); is this a PragmatiCQA file?"
            ),
        ));
    }
    let mut report = Report {
        in_truth: truths.items.len(),
        in_run: runs.items.len(),
        ignored,
        ..Report::new("pragmaticqa", truth, run)
    };
    report.turns = truths
        .items
        .iter()
        .map(|(key, turn)| Turn::new(key.clone()).group("topic", turn.topic.clone()))
        .collect();
    spans(&mut report, &truths, &runs);
    report.measures.extend(also(&answered(&truths, &runs))?);
    passages(&mut report, &truths, &runs, &options.cutoffs);
    Ok(report)
}

/// The answers beside the truth's, for measures of whole answers.
fn answered<'a>(truths: &'a Keyed<Spans>, runs: &'a Keyed<Spans>) -> Vec<Answered<'a>> {
    let turn = |(key, turn): &'a (String, Spans)| Answered {
        question: &turn.question,
        prediction: runs.get(key).and_then(|turn| turn.answer.as_deref()),
        references: turn.answer.as_deref().map(|a| vec![a]).ok_or("the truth has no answer"),
    };
    truths.items.iter().map(turn).collect()
}

fn spans(report: &mut Report, truths: &Keyed<Spans>, runs: &Keyed<Spans>) {
    let says = |turn: &Spans| turn.literal.is_some() || turn.pragmatic.is_some();
    if !runs.items.iter().any(|(_, turn)| says(turn)) {
        let skipped = "F1_lit and F1_prag are skipped: the run has no spans in any turn.";
        report.notes.push(skipped.into());
        return;
    }
    let nothing = Spans::default();
    let mut literal: Vec<Score> = Vec::new();
    let mut pragmatic: Vec<Score> = Vec::new();
    let mut adding: Vec<Score> = Vec::new();
    let mut missing = Vec::new();
    let mut not_fetched = 0;
    for (key, truth) in &truths.items {
        let run = runs.get(key).unwrap_or(&nothing);
        missing.extend((!says(run)).then_some("the run has no spans"));
        let gold = (truth.literal(), truth.pragmatic());
        not_fetched += usize::from(gold.0.iter().chain(&gold.1).any(|s| s.contains(NOT_FETCHED)));
        literal.push(Ok(if says(run) { f1_literal(&run.literal(), &gold.0) } else { 0.0 }));
        let score = f1_pragmatic(&run.pragmatic(), &gold.1, &gold.0);
        pragmatic.push(Ok(score));
        adding.push(match beyond(&gold.1, &gold.0).is_empty() {
            true => Err("the gold pragmatic spans add nothing to the literal ones"),
            false => Ok(score),
        });
    }
    report.measures.push(Measure::mean("F1_lit", literal));
    report.measures.push(Measure::mean("F1_prag", pragmatic));
    report.measures.push(Measure::mean("F1_prag where gold adds", adding));
    report.zeros.extend(count(missing));
    if not_fetched > 0 {
        report.notes.push(format!(
            "{not_fetched} turns of the truth have a span that says \"{NOT_FETCHED}\"; they are scored as they stand."
        ));
    }
}

fn passages(report: &mut Report, truths: &Keyed<Spans>, runs: &Keyed<Spans>, cutoffs: &[usize]) {
    if !runs.items.iter().any(|(_, turn)| turn.passages.is_some()) {
        return;
    }
    let mut missing = Vec::new();
    let rankings: Vec<_> = truths
        .items
        .iter()
        .map(|(key, truth)| {
            let gold: Vec<&str> = truth.passages.iter().flatten().map(String::as_str).collect();
            let retrieved = runs.get(key).and_then(|turn| turn.passages.as_deref());
            if gold.is_empty() {
                return Err("the truth has no gold passages");
            }
            missing.extend(retrieved.is_none().then_some("the run has no passages"));
            let retrieved: Vec<&str> =
                retrieved.unwrap_or_default().iter().map(String::as_str).collect();
            Ok((retrieved, gold))
        })
        .collect();
    for &k in cutoffs {
        let any = rankings.iter().map(|r| {
            r.as_ref()
                .map_err(|why| *why)
                .map(|(retrieved, gold)| any_gold(gold, retrieved, k).unwrap_or(0.0))
        });
        report.measures.push(Measure::mean(format!("R@{k}"), any));
        let all = rankings.iter().map(|r| {
            r.as_ref()
                .map_err(|why| *why)
                .map(|(retrieved, gold)| gold_share(gold, retrieved, k).unwrap_or(0.0))
        });
        report.measures.push(Measure::mean(format!("RAll@{k}"), all));
    }
    report.zeros.extend(count(missing));
}

fn read(source: &Source) -> Result<Keyed<Spans>> {
    let mut turns = Keyed::default();
    let mut conversations = 0;
    for entry in source.entries()? {
        let object: Map<String, Value> = entry.parse()?;
        match object.get("qas") {
            Some(Value::Array(list)) => {
                conversations += 1;
                let topic = object.get("topic").and_then(Value::as_str).unwrap_or_default();
                for (number, turn) in list.iter().enumerate() {
                    let key = format!("{conversations}_{}", number + 1);
                    let Some(turn) = turn.as_object() else {
                        return Err(entry.fail(format!("turn {key} is no object")));
                    };
                    let mut spans = turn_spans(turn, &key, &entry)?;
                    spans.topic = topic.to_owned();
                    turns.add(key, spans, &entry)?;
                }
            }
            Some(_) => return Err(entry.fail("qas is no list of turns")),
            None => {
                let Some(key) = turn_of(&object, &Mapping::default()) else {
                    return Err(entry.fail(
                        "neither a conversation (with qas) nor a turn (with id, or Conversation_no and Turn_no)",
                    ));
                };
                let spans = turn_spans(&object, &key, &entry)?;
                turns.add(key, spans, &entry)?;
            }
        }
    }
    if turns.items.is_empty() {
        return Err(source.fail("there is no turn in it"));
    }
    Ok(turns)
}

fn turn_spans(turn: &Map<String, Value>, key: &str, entry: &Entry<'_>) -> Result<Spans> {
    let meta = turn.get("a_meta");
    let list = |names: [&str; 2]| -> Result<Option<Vec<String>>> {
        let value = turn.get(names[0]).or_else(|| meta.and_then(|m| m.get(names[1])));
        let Some(value) = value.filter(|v| !v.is_null()) else { return Ok(None) };
        texts(value).map(Some).ok_or_else(|| {
            entry.fail(format!("turn {key}: {} is neither a text nor a list of spans", names[0]))
        })
    };
    let text = |names: [&str; 3]| {
        names.iter().find_map(|name| turn.get(*name)).and_then(Value::as_str).map(str::to_owned)
    };
    let passages = match turn.get("passages") {
        Some(Value::Object(scores)) => Some(by_score(scores, key, entry)?),
        _ => list(["passages", "passages"])?,
    };
    Ok(Spans {
        question: text(["q", "question", "Question"]).unwrap_or_default(),
        topic: String::new(),
        literal: list(["literal", "literal_obj"])?,
        pragmatic: list(["pragmatic", "pragmatic_obj"])?,
        answer: text(["a", "answer", "Model_answer"]),
        passages,
    })
}

/// The passages of an object from ids to scores, best first, ties by id from the last.
fn by_score(scores: &Map<String, Value>, key: &str, entry: &Entry<'_>) -> Result<Vec<String>> {
    let mut ranked: Vec<(f64, &str)> = Vec::with_capacity(scores.len());
    for (id, score) in scores {
        let score = score.as_f64().ok_or_else(|| {
            entry.fail(format!("turn {key}: the score of passage {id} is no number"))
        })?;
        ranked.push((score, id));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.cmp(a.1)));
    Ok(ranked.into_iter().map(|(_, id)| id.to_owned()).collect())
}

fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) if text.is_empty() => Some(Vec::new()),
        Value::String(text) => Some(vec![text.clone()]),
        Value::Array(list) => list
            .iter()
            .map(|item| match item {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                Value::Object(span) => span.get("text").and_then(Value::as_str).map(str::to_owned),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}
