//! What a pool is made of: our own shape, or the shared task's files.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

use crate::items::Source;
use crate::protocol::{EvidenceText, Said};
use crate::refusal::{Refusal, Result};
use crate::studio::body;

/// A question.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Question {
    #[serde(deserialize_with = "name")]
    pub id: String,
    pub question: String,
    pub history: Vec<Said>,
    pub truth: String,
}

/// An answer of one run, or of several that gave the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub question: String,
    pub answer: String,
    pub runs: Vec<String>,
    pub passages: Vec<Source>,
}

/// An item whose label is known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gold {
    pub question: String,
    pub answer: String,
    #[serde(default)]
    pub history: Vec<Said>,
    #[serde(default)]
    pub evidence: Vec<EvidenceText>,
    pub label: String,
}

/// A request as it is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub questions: Vec<Question>,
    pub answers: Vec<Candidate>,
    pub gold: Vec<Gold>,
    pub from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    questions: Vec<Question>,
    #[serde(default)]
    runs: Vec<Run>,
    #[serde(default)]
    gold: Vec<Gold>,
    #[serde(default)]
    scai: Option<Scai>,
    #[serde(default)]
    from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    name: String,
    answers: Vec<Answer>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(deserialize_with = "name")]
    id: String,
    answer: String,
    #[serde(default)]
    passages: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scai {
    truth: Vec<TruthTurn>,
    runs: BTreeMap<String, Vec<RunTurn>>,
}

#[derive(Deserialize)]
struct TruthTurn {
    #[serde(rename = "Conversation_no")]
    conversation: Value,
    #[serde(rename = "Turn_no")]
    turn: Value,
    #[serde(rename = "Truth_rewrite", default)]
    rewrite: String,
    #[serde(rename = "Truth_answer", default)]
    answer: String,
}

#[derive(Deserialize)]
struct RunTurn {
    #[serde(rename = "Conversation_no")]
    conversation: Value,
    #[serde(rename = "Turn_no")]
    turn: Value,
    #[serde(rename = "Model_answer", default)]
    answer: Option<String>,
    #[serde(rename = "Model_passages", default)]
    passages: HashMap<String, f64>,
    #[serde(rename = "Model_evidence", default)]
    evidence: Vec<RunEvidence>,
}

#[derive(Deserialize)]
struct RunEvidence {
    #[serde(default)]
    passage_id: String,
    text: String,
}

/// Passages of a run that are looked at.
const PASSAGES: usize = 20;

/// An id that is a text or a number.
fn name<'de, D: serde::Deserializer<'de>>(from: D) -> std::result::Result<String, D::Error> {
    let value = Value::deserialize(from)?;
    match value {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("an id is a text or a number")),
    }
}

fn key(conversation: &Value, turn: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    format!("{}_{}", text(conversation), text(turn))
}

/// Reads a request.
pub(super) fn read(request: Value) -> Result<Wanted> {
    let Request { questions, runs, gold, scai, from } = body(request)?;
    let mut wanted = Wanted { questions, gold, from, ..Wanted::default() };
    for run in runs {
        for answer in run.answers {
            let passages = answer.passages.into_iter().take(PASSAGES);
            wanted.answers.push(Candidate {
                question: answer.id,
                answer: answer.answer.trim().to_owned(),
                runs: vec![run.name.clone()],
                passages: passages.map(|title| Source { title, text: String::new() }).collect(),
            });
        }
    }
    if let Some(scai) = scai {
        shared_task(scai, &mut wanted);
    }
    let empty = wanted.questions.iter().find(|one| one.question.trim().is_empty());
    if let Some(question) = empty {
        let why = format!("question '{}' has no words", question.id);
        return Err(Refusal::new("body", why).into());
    }
    let ids: std::collections::HashSet<&str> =
        wanted.questions.iter().map(|one| one.id.as_str()).collect();
    if ids.len() < wanted.questions.len() {
        return Err(Refusal::new("body", "two questions have the same id").into());
    }
    if let Some(other) = wanted.answers.iter().find(|one| !ids.contains(one.question.as_str())) {
        let why = format!(
            "run {} answers '{}', which is no question of the pool",
            other.runs.join(", "),
            other.question
        );
        return Err(Refusal::new("body", why).into());
    }
    if wanted.questions.is_empty() && wanted.gold.is_empty() && wanted.from.is_none() {
        let why = "there is nothing to pool: give questions and runs, scai, gold or from";
        return Err(Refusal::new("body", why).into());
    }
    Ok(wanted)
}

/// The shared task's files: questions are the true rewrites, which stand alone. Turns that the
/// truth does not have, and turns without an answer, are passed over.
fn shared_task(scai: Scai, wanted: &mut Wanted) {
    let mut known = std::collections::HashSet::new();
    for turn in scai.truth {
        let id = key(&turn.conversation, &turn.turn);
        if turn.rewrite.trim().is_empty() || !known.insert(id.clone()) {
            continue;
        }
        let (question, truth) = (turn.rewrite, turn.answer);
        wanted.questions.push(Question { id, question, history: Vec::new(), truth });
    }
    for (run, turns) in scai.runs {
        for turn in turns {
            let id = key(&turn.conversation, &turn.turn);
            let answer = turn.answer.unwrap_or_default().trim().to_owned();
            if answer.is_empty() || !known.contains(&id) {
                continue;
            }
            let mut ranked: Vec<(String, f64)> = turn.passages.into_iter().collect();
            ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| b.0.cmp(&a.0)));
            let told = turn.evidence.into_iter();
            let told = told.map(|one| Source { title: one.passage_id, text: one.text });
            let named = ranked.into_iter().take(PASSAGES);
            let named = named.map(|(title, _)| Source { title, text: String::new() });
            wanted.answers.push(Candidate {
                question: id,
                answer,
                runs: vec![run.clone()],
                passages: told.chain(named).collect(),
            });
        }
    }
}
