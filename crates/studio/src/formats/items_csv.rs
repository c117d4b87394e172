//! Items as a table: one row a judgement.

use std::collections::HashMap;

use super::cells::{Cells, Table, header, json, row};
use super::data::{Data, Item, Judgement, Passed};
use crate::circa::majority;
use crate::protocol::Shown;
use crate::refusal::Refusal;

const COLUMNS: [&str; 20] = [
    "item",
    "kind",
    "question_id",
    "scenario",
    "context",
    "history",
    "question",
    "statement",
    "answer",
    "evidence",
    "writers",
    "runs",
    "label",
    "adjudicated",
    "gold",
    "participant",
    "judgement",
    "comment",
    "at",
    "took",
];

pub(super) fn is_it(text: &str) -> bool {
    header(text).iter().any(|name| name == "judgement")
}

pub(super) fn write(data: &Data) -> Result<String, Refusal> {
    let mut text = row(COLUMNS);
    for item in &data.items {
        let agreed = majority(&item.votes(), data.majority).map(str::to_owned);
        let mut cells = vec![
            item.id.clone(),
            item.kind.clone(),
            item.question.clone(),
            item.scenario.clone(),
            item.shown.context.clone(),
            json(&item.shown.history)?,
            item.shown.question.clone(),
            item.statement.clone().unwrap_or_default(),
            item.shown.answer.clone(),
            json(&item.shown.evidence)?,
            json(&item.writers)?,
            json(&item.runs)?,
            item.adjudicated.clone().or(agreed).unwrap_or_default(),
            item.adjudicated.clone().unwrap_or_default(),
            item.gold.clone().unwrap_or_default(),
        ];
        let shared = cells.len();
        if item.judgements.is_empty() {
            cells.resize(COLUMNS.len(), String::new());
            text.push_str(&row(&cells));
        }
        for judgement in &item.judgements {
            cells.truncate(shared);
            cells.push(judgement.participant.clone());
            cells.push(judgement.label.clone());
            cells.push(judgement.comment.clone());
            cells.push(judgement.at.to_string());
            cells.push(judgement.took.to_string());
            text.push_str(&row(&cells));
        }
    }
    Ok(text)
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) -> Result<(), Refusal> {
    let mut table = Table::open(text, &["item", "question", "answer", "judgement"])?;
    let mut places: HashMap<String, usize> = HashMap::new();
    while let Some(cells) = table.next() {
        let (line, read) = match cells {
            Ok(cells) => (cells.line, item(&cells).and_then(|i| Ok((i, judgement(&cells)?)))),
            Err((line, why)) => (line, Err(why)),
        };
        let (item, judgement) = match read {
            Ok(read) => read,
            Err(why) => {
                passed.push(Passed::new(line, why));
                continue;
            }
        };
        let place = *places.entry(item.id.clone()).or_insert_with(|| {
            data.items.push(item);
            data.items.len() - 1
        });
        data.items[place].judgements.extend(judgement);
    }
    Ok(())
}

fn item(cells: &Cells<'_>) -> Result<Item, String> {
    let text = |name: &str| cells.get(name).to_owned();
    let some = |name: &str| Some(text(name)).filter(|text| !text.is_empty());
    if cells.get("item").is_empty() || cells.get("question").is_empty() {
        return Err("a row needs an item and its question".to_owned());
    }
    Ok(Item {
        id: text("item"),
        kind: text("kind"),
        question: text("question_id"),
        scenario: text("scenario"),
        shown: Shown {
            context: text("context"),
            history: cells.json("history")?,
            question: text("question"),
            answer: text("answer"),
            evidence: cells.json("evidence")?,
        },
        statement: some("statement"),
        writers: cells.json("writers")?,
        runs: cells.json("runs")?,
        judgements: Vec::new(),
        adjudicated: some("adjudicated"),
        gold: some("gold"),
    })
}

fn judgement(cells: &Cells<'_>) -> Result<Option<Judgement>, String> {
    if cells.get("judgement").is_empty() {
        return Ok(None);
    }
    Ok(Some(Judgement {
        participant: cells.get("participant").to_owned(),
        label: cells.get("judgement").to_owned(),
        comment: cells.get("comment").to_owned(),
        at: cells.number("at")?,
        took: cells.number("took")?,
    }))
}
