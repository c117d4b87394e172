//! Circa's `circa-data.tsv`. Nothing is quoted in it: a tab or a line's end in a text becomes a
//! blank.

use super::data::{Data, Item, Judgement, Passed};
use super::numbers;
use crate::circa::{NONE, majority, relaxed, statement};
use crate::protocol::Shown;
use crate::refusal::Refusal;

const COLUMNS: [&str; 8] = [
    "id",
    "context",
    "question-X",
    "canquestion-X",
    "answer-Y",
    "judgements",
    "goldstandard1",
    "goldstandard2",
];

pub(super) fn write(data: &Data) -> String {
    let ids = numbers(data.items.iter().map(|item| item.id.as_str()), 0);
    let mut text = COLUMNS.join("\t") + "\n";
    for (id, item) in ids.into_iter().zip(&data.items) {
        let votes = item.votes();
        let [strict, loose] = gold(item, data.majority);
        let said = item.statement.clone().unwrap_or_else(|| statement(&item.shown.question));
        let cells = [
            id.to_string(),
            item.shown.context.clone(),
            item.shown.question.clone(),
            said,
            item.shown.answer.clone(),
            votes.join("#"),
            strict,
            loose,
        ];
        let cells = cells.map(|cell| cell.replace(['\t', '\n', '\r'], " "));
        text.push_str(&cells.join("\t"));
        text.push('\n');
    }
    text
}

/// The strict and the relaxed gold label, `NA` where there is none.
fn gold(item: &Item, needed: usize) -> [String; 2] {
    if let Some(label) = &item.adjudicated {
        return [label.clone(), relaxed(label).to_owned()];
    }
    let votes = item.votes();
    let loose: Vec<&str> = votes.iter().map(|vote| relaxed(vote)).collect();
    [votes, loose].map(|votes| majority(&votes, needed).unwrap_or(NONE).to_owned())
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) -> Result<(), Refusal> {
    let mut lines = (1..).zip(text.lines());
    let header = lines.next().map(|(_, line)| line).unwrap_or_default();
    if header.split('\t').map(str::trim).ne(COLUMNS) {
        let why = "the first line does not name Circa's columns";
        let hint = format!("it is {}, parted by tabs", COLUMNS.join(", "));
        return Err(Refusal::new("format", why).hint(hint));
    }
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        match item(text, data.majority) {
            Ok(item) => data.items.push(item),
            Err(why) => passed.push(Passed::new(line, why)),
        }
    }
    Ok(())
}

fn item(line: &str, needed: usize) -> Result<Item, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [id, context, question, said, answer, votes, strict, _] = cells.as_slice() else {
        return Err(format!("the row has {} cells, not {}", cells.len(), COLUMNS.len()));
    };
    let votes: Vec<&str> = votes.split('#').map(str::trim).filter(|v| !v.is_empty()).collect();
    if let Some(other) = votes.iter().find(|vote| !is_label(vote)) {
        return Err(format!("'{other}' is no judgement"));
    }
    let judgement = |vote: &&str| Judgement { label: (*vote).to_owned(), ..Judgement::default() };
    let decided = *strict != NONE && majority(&votes, needed).is_none() && is_label(strict);
    Ok(Item {
        id: id.trim().to_owned(),
        kind: "circa".to_owned(),
        scenario: (*context).to_owned(),
        shown: Shown {
            context: (*context).to_owned(),
            question: (*question).to_owned(),
            answer: (*answer).to_owned(),
            ..Shown::default()
        },
        statement: Some((*said).to_owned()),
        judgements: votes.iter().map(judgement).collect(),
        adjudicated: decided.then(|| (*strict).to_owned()),
        ..Item::default()
    })
}

/// Whether the paper has this label; the released file and others differ in the apostrophe.
fn is_label(text: &str) -> bool {
    const LABELS: [&str; 7] = [
        "Yes",
        "Probably yes / sometimes yes",
        "Yes, subject to some conditions",
        "No",
        "Probably no",
        "In the middle, neither yes nor no",
        "Other",
    ];
    LABELS.contains(&text) || text.starts_with("I am not sure how X will interpret")
}
