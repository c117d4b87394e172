//! Items and what judges said of them, as JSON: what a reader of SCAI's human evaluation needs, and
//! `labels`, one a judge, for `grice score agreement`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::data::{Data, Item, Judgement, Passed};
use super::unwritable;
use crate::circa::majority;
use crate::protocol::{EvidenceText, Said, Shown};
use crate::refusal::Refusal;

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Entry {
    id: String,
    kind: String,
    #[serde(rename = "Conversation_no", skip_serializing_if = "Value::is_null")]
    conversation: Value,
    #[serde(rename = "Turn_no", skip_serializing_if = "Value::is_null")]
    turn: Value,
    #[serde(skip_serializing_if = "String::is_empty")]
    question_id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    context: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<Said>,
    question: String,
    answer: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<EvidenceText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<String>,
    judgements: Vec<Judgement>,
    /// One a judge, null where it is missing.
    labels: Vec<Option<String>>,
    /// What came of it; null where judges disagree.
    label: Option<String>,
    /// How: agreement or adjudication.
    by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gold: Option<String>,
}

pub(super) fn write(data: &Data) -> Result<String, Refusal> {
    let judges = data.items.iter().map(|item| item.judgements.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for item in &data.items {
        let entry = entry(item, judges, data.majority);
        lines.push(serde_json::to_string(&entry).map_err(unwritable)?);
    }
    Ok(format!("[{}]\n", lines.join(",\n")))
}

fn entry(item: &Item, judges: usize, needed: usize) -> Entry {
    let agreed = majority(&item.votes(), needed).map(str::to_owned);
    let by = match (&item.adjudicated, &agreed) {
        (Some(_), _) => Some("adjudication"),
        (None, Some(_)) => Some("agreement"),
        (None, None) => None,
    };
    let number = |text: &str| text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from);
    let (conversation, turn) = match item.question.rsplit_once('_') {
        Some((talk, turn)) => (number(talk), number(turn)),
        None => (Value::Null, Value::Null),
    };
    let mut labels: Vec<Option<String>> =
        item.judgements.iter().map(|judgement| Some(judgement.label.clone())).collect();
    labels.resize(judges, None);
    Entry {
        id: item.id.clone(),
        kind: item.kind.clone(),
        conversation,
        turn,
        question_id: item.question.clone(),
        context: item.shown.context.clone(),
        history: item.shown.history.clone(),
        question: item.shown.question.clone(),
        answer: item.shown.answer.clone(),
        evidence: item.shown.evidence.clone(),
        runs: item.runs.clone(),
        judgements: item.judgements.clone(),
        labels,
        label: item.adjudicated.clone().or(agreed),
        by: by.map(str::to_owned),
        gold: item.gold.clone(),
    }
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) -> Result<(), Refusal> {
    let entries: Vec<Value> = serde_json::from_str(text)
        .map_err(|error| Refusal::new("format", format!("this is no list of items: {error}")))?;
    for (line, entry) in (1..).zip(entries) {
        match serde_json::from_value::<Entry>(entry) {
            Ok(entry) if entry.question.is_empty() || entry.answer.is_empty() => {
                passed.push(Passed::new(line, "an item needs a question and an answer"));
            }
            Ok(entry) => data.items.push(item(entry)),
            Err(error) => passed.push(Passed::new(line, error.to_string())),
        }
    }
    Ok(())
}

fn item(entry: Entry) -> Item {
    let decided = entry.by.as_deref() == Some("adjudication");
    let judgements = match entry.judgements.is_empty() {
        false => entry.judgements,
        true => {
            let labels = entry.labels.into_iter().flatten();
            labels.map(|label| Judgement { label, ..Judgement::default() }).collect()
        }
    };
    Item {
        id: entry.id,
        kind: entry.kind,
        question: entry.question_id,
        shown: Shown {
            context: entry.context,
            history: entry.history,
            question: entry.question,
            answer: entry.answer,
            evidence: entry.evidence,
        },
        runs: entry.runs,
        judgements,
        adjudicated: entry.label.filter(|_| decided),
        gold: entry.gold,
        ..Item::default()
    }
}
