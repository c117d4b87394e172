//! TopiOCQA: answers scored against all references but one (`evaluate_reader.py`), and the rank of
//! the gold passage (`evaluate_retriever.py`).
//!
//! The makers' scripts round to one decimal of a percentage; here are fractions with all digits.
//! Their retriever script needs the run in the truth's order and as long as it; here turns are
//! found by their keys, and a missing one is a miss in the denominator, as for answers.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::{Normal, Policy, extractive_bound, human};
use crate::error::Result;
use crate::forms::answers::{Also, Answered, nothing, overlap};
use crate::forms::predictions::{text_in, turn_of};
use crate::forms::{Mapping, Unknown};
use crate::report::{Measure, Report, Score, Turn, count};
use crate::retrieval::{TOPIOCQA_CUTOFFS, TitledPassage, gold_rank};
use crate::source::Source;
use crate::turn_key::{Keyed, Name};

/// How a run is scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How several references become one score.
    pub policy: Policy,
    /// Score the references against each other too.
    pub human: bool,
    /// Score the best span of the gold passage too.
    pub bound: bool,
    /// Of a DPR reader's predictions, those made from so many passages.
    pub top_k: Option<u64>,
    /// Fields that have other names than usual.
    pub mapping: Mapping,
    /// What to do with turns the truth does not have.
    pub unknown: Unknown,
}

#[derive(Debug, Deserialize)]
struct TruthTurn {
    #[serde(rename = "Conversation_no", alias = "conv_id")]
    conversation: Option<Name>,
    #[serde(rename = "Turn_no", alias = "turn_id")]
    turn: Option<Name>,
    #[serde(rename = "Question", alias = "question", default)]
    question: String,
    #[serde(rename = "Answer")]
    answer: Option<String>,
    #[serde(default)]
    answers: Vec<String>,
    #[serde(rename = "Additional_answers", default)]
    additional: Vec<Additional>,
    #[serde(rename = "Topic")]
    topic: Option<String>,
    #[serde(rename = "Gold_passage")]
    gold: Option<Passage>,
    #[serde(default)]
    positive_ctxs: Vec<Passage>,
}

#[derive(Debug, Deserialize)]
struct Additional {
    #[serde(rename = "Answer")]
    answer: String,
}

#[derive(Debug, Deserialize)]
struct Passage {
    title: String,
    text: String,
}

impl TruthTurn {
    fn references(&self) -> Vec<&str> {
        let first = self.answer.iter().chain(&self.answers).map(String::as_str);
        first.chain(self.additional.iter().map(|a| a.answer.as_str())).collect()
    }

    fn gold(&self) -> Option<&Passage> {
        self.gold.as_ref().or(self.positive_ctxs.first())
    }
}

#[derive(Debug)]
struct RunTurn {
    answer: Option<String>,
    passages: Option<Vec<Passage>>,
}

const NO_GOLD: &str = "the truth has no gold passage";

/// Scores a run against the data set's turns.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    score_with(truth, run, options, &mut nothing)
}

/// Scores a run against the data set's turns, its answers also by other measures.
pub fn score_with(truth: &Path, run: &Path, options: &Options, also: Also<'_>) -> Result<Report> {
    let truths = read_truth(&Source::read(truth)?)?;
    let runs = read_run(&Source::read(run)?, options)?;
    let unknown = runs.items.iter().map(|(key, _)| key.as_str()).filter(|key| !truths.has(key));
    let ignored = options.unknown.check(truth, run, unknown, runs.items.len())?;
    let mut report = Report {
        in_truth: truths.items.len(),
        in_run: runs.items.len(),
        ignored,
        turns: turns(&truths),
        ..Report::new("topiocqa", truth, run)
    };
    if runs.items.iter().any(|(_, turn)| turn.answer.is_some()) {
        answers(&mut report, &truths, &runs, options, also)?;
    } else {
        report.notes.push("EM and F1 are skipped: the run has no answer in any turn.".into());
    }
    if options.human {
        human_performance(&mut report, &truths);
    }
    if options.bound {
        extractive(&mut report, &truths);
    }
    if runs.items.iter().any(|(_, turn)| turn.passages.is_some()) {
        hits(&mut report, &truths, &runs);
    }
    Ok(report)
}

fn read_truth(source: &Source) -> Result<Keyed<TruthTurn>> {
    let mut turns = Keyed::default();
    for entry in source.entries()? {
        let turn: TruthTurn = entry.parse()?;
        let (Some(conversation), Some(number)) = (&turn.conversation, &turn.turn) else {
            return Err(entry.fail("a turn without Conversation_no and Turn_no"));
        };
        let key = format!("{conversation}_{number}");
        if turn.references().is_empty() {
            let why = format!("turn {key} has no Answer; is this a TopiOCQA file?");
            return Err(entry.fail(why));
        }
        turns.add(key, turn, &entry)?;
    }
    if turns.items.is_empty() {
        return Err(source.fail("there is no turn in it"));
    }
    Ok(turns)
}

fn read_run(source: &Source, options: &Options) -> Result<Keyed<RunTurn>> {
    let mut turns = Keyed::default();
    for entry in source.entries()? {
        let object: Map<String, Value> = entry.parse()?;
        let Some(key) = turn_of(&object, &options.mapping) else {
            return Err(entry.fail(
                "no field names the turn: Conversation_no and Turn_no are needed, or conv_id and \
                 turn_id, or id",
            ));
        };
        let passages = object.get("ctxs").map(Vec::<Passage>::deserialize);
        let passages = passages.transpose().map_err(|e| {
            entry.fail(format!("turn {key}: each of ctxs needs a title and a text: {e}"))
        })?;
        let answer =
            answer_in(&object, options).map_err(|why| entry.fail(format!("turn {key}: {why}")))?;
        if answer.is_none() && passages.is_none() && !has_answer_field(&object) {
            let why = format!(
                "turn {key} has neither an answer (Model_answer, predictions, answer) nor ctxs"
            );
            return Err(entry.fail(why));
        }
        turns.add(key, RunTurn { answer, passages }, &entry)?;
    }
    Ok(turns)
}

const ANSWERS: [&str; 4] = ["Model_answer", "predictions", "prediction", "answer"];

fn has_answer_field(object: &Map<String, Value>) -> bool {
    ANSWERS.iter().any(|field| object.contains_key(*field))
}

fn answer_in(
    object: &Map<String, Value>,
    options: &Options,
) -> std::result::Result<Option<String>, String> {
    let mapped = options.mapping.field("prediction");
    if let (Some(top_k), Some(Value::Array(list))) = (options.top_k, object.get("predictions")) {
        let made = list.iter().find(|p| p.get("top_k").and_then(Value::as_u64) == Some(top_k));
        let made = made.ok_or_else(|| format!("no prediction has top_k {top_k}"))?;
        return text_in(made, &["prediction"], &Mapping::default());
    }
    if mapped.is_none() && !has_answer_field(object) {
        return Ok(None);
    }
    text_in(&Value::Object(object.clone()), &ANSWERS, &options.mapping)
}

fn turns(truths: &Keyed<TruthTurn>) -> Vec<Turn> {
    let types = turn_types(truths);
    let turn = |((key, truth), kind): (&(String, TruthTurn), Option<&'static str>)| {
        let unanswerable = truth.answer.as_deref() == Some("UNANSWERABLE");
        let label = if unanswerable { "unanswerable" } else { "answerable" };
        let turn = Turn::new(key.clone()).group("label", label);
        match (kind, &truth.topic) {
            (Some(kind), Some(topic)) => turn.group("turn-type", kind).group("topic", topic),
            _ => turn,
        }
    };
    truths.items.iter().zip(types).map(turn).collect()
}

/// Whether each turn stays with the topic of the turn before it, goes to a new one, or returns to
/// one the conversation has left (the paper's section 3.3).
fn turn_types(truths: &Keyed<TruthTurn>) -> Vec<Option<&'static str>> {
    let mut conversations: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, (_, turn)) in truths.items.iter().enumerate() {
        let name = turn.conversation.as_ref().map(ToString::to_string).unwrap_or_default();
        conversations.entry(name).or_default().push(place);
    }
    let mut types = vec![None; truths.items.len()];
    for places in conversations.values_mut() {
        places.sort_by_key(|&place| truths.items[place].1.turn.as_ref().and_then(Name::number));
        let mut seen: Vec<&str> = Vec::new();
        for &place in places.iter() {
            let Some(topic) = truths.items[place].1.topic.as_deref() else { continue };
            types[place] = Some(match seen.last() {
                None => "first",
                Some(&last) if last == topic => "no-switch",
                Some(_) if seen.contains(&topic) => "switch-to-old",
                Some(_) => "switch-to-new",
            });
            seen.push(topic);
        }
    }
    types
}

fn answers(
    report: &mut Report,
    truths: &Keyed<TruthTurn>,
    runs: &Keyed<RunTurn>,
    options: &Options,
    also: Also<'_>,
) -> Result<()> {
    let answered: Vec<Answered<'_>> = truths
        .items
        .iter()
        .map(|(key, truth)| Answered {
            question: &truth.question,
            prediction: runs.get(key).and_then(|turn| turn.answer.as_deref()),
            references: Ok(truth.references()),
        })
        .collect();
    report.measures.extend(overlap(&answered, options.policy));
    report.measures.extend(also(&answered)?);
    let missing = answered.iter().filter(|turn| turn.is_missing());
    report.zeros.extend(count(missing.map(|_| "the run has no answer")));
    let several =
        answered.iter().filter(|a| a.references.as_ref().is_ok_and(|r| r.len() > 1)).count();
    if several > 0 {
        report.notes.push(match options.policy {
            Policy::LeaveOneOut => format!(
                "{several} turns have several references: the mean over leaving one out of the best \
                 score against the others."
            ),
            Policy::Best => format!("{several} turns have several references: the best score."),
        });
    }
    Ok(())
}

fn human_performance(report: &mut Report, truths: &Keyed<TruthTurn>) {
    let scores: Vec<_> = truths
        .items
        .iter()
        .map(|(_, truth)| {
            let references: Vec<Normal> = truth.references().into_iter().map(Normal::new).collect();
            human(&references).ok_or("only one reference")
        })
        .collect();
    report.measures.push(Measure::mean("human EM", scores.iter().map(|s| s.map(|s| s.em))));
    report.measures.push(Measure::mean("human F1", scores.iter().map(|s| s.map(|s| s.f1))));
}

fn extractive(report: &mut Report, truths: &Keyed<TruthTurn>) {
    let bound = |truth: &TruthTurn| -> Score {
        let passage = Normal::new(&truth.gold().ok_or(NO_GOLD)?.text);
        let answer = truth.references().first().map(|r| Normal::new(r)).unwrap_or_default();
        Ok(extractive_bound(&passage, &answer).map_or(0.0, |bound| bound.score.f))
    };
    let scores: Vec<Score> = truths.items.iter().map(|(_, truth)| bound(truth)).collect();
    report.measures.push(Measure::mean("bound F1", scores));
}

fn hits(report: &mut Report, truths: &Keyed<TruthTurn>, runs: &Keyed<RunTurn>) {
    let mut missing = 0;
    let ranks: Vec<std::result::Result<Option<usize>, &'static str>> = truths
        .items
        .iter()
        .map(|(key, truth)| {
            let gold = truth.gold().ok_or(NO_GOLD)?;
            let retrieved = runs.get(key).and_then(|turn| turn.passages.as_deref());
            missing += usize::from(retrieved.is_none());
            Ok(gold_rank(
                &TitledPassage { title: &gold.title, text: &gold.text },
                retrieved
                    .unwrap_or_default()
                    .iter()
                    .map(|p| TitledPassage { title: &p.title, text: &p.text }),
            ))
        })
        .collect();
    for cutoff in TOPIOCQA_CUTOFFS {
        let hit = |rank: Option<usize>| f64::from(u8::from(rank.is_some_and(|r| r <= cutoff)));
        let scores = ranks.iter().map(|rank| rank.map(hit));
        report.measures.push(Measure::mean(format!("Hits@{cutoff}"), scores));
    }
    // With one relevant passage, trec_eval's measures follow from its rank alone.
    let within = |rank: Option<usize>, cutoff: usize| rank.filter(|&r| r <= cutoff);
    let rr = |rank| within(rank, 3).map_or(0.0, |r| 1.0 / r as f64);
    let ndcg = |rank| within(rank, 3).map_or(0.0, |r| 1.0 / (r as f64 + 1.0).log2());
    report.measures.push(Measure::mean("MRR@3", ranks.iter().map(|rank| rank.map(rr))));
    report.measures.push(Measure::mean("nDCG@3", ranks.iter().map(|rank| rank.map(ndcg))));
    if missing > 0 {
        report.zeros.extend(count(std::iter::repeat_n("the run has no passages", missing)));
    }
    report.notes.push(
        "Hits@k, MRR@3, nDCG@3: the gold passage's title and text both match exactly.".into(),
    );
}
