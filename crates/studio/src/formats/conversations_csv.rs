//! Conversations as a table: one row a turn. Lists and spans are JSON in their cells.

use std::collections::HashMap;

use serde_json::Value;

use super::cells::{Cells, Table, json, row};
use super::data::{Conversation, Data, Passed, TopicName, Turned};
use crate::protocol::Family;
use crate::refusal::Refusal;
use crate::session::{Literal, Turn};

const COLUMNS: [&str; 35] = [
    "conversation",
    "family",
    "participants",
    "topic",
    "document",
    "genre",
    "community",
    "conditions",
    "began",
    "ended",
    "outcome",
    "review",
    "closing",
    "ended_by",
    "reason",
    "interests",
    "test",
    "background",
    "browsing",
    "turn",
    "question",
    "given",
    "notes",
    "asked",
    "word",
    "literal",
    "pragmatic",
    "reply",
    "replied",
    "unanswerable",
    "rationale",
    "page",
    "section",
    "rating",
    "further",
];

fn family(talk: &Conversation) -> &'static str {
    match talk.family {
        Some(Family::Pragmaticqa) => "pragmaticqa",
        Some(Family::Topiocqa) => "topiocqa",
        _ => "",
    }
}

pub(super) fn write(data: &Data) -> Result<String, Refusal> {
    let mut text = row(COLUMNS);
    for talk in &data.conversations {
        let mut cells = vec![
            talk.id.clone(),
            family(talk).to_owned(),
            json(&talk.participants)?,
            talk.topic.title.clone(),
            talk.topic.document.clone(),
            talk.topic.genre.clone(),
            talk.topic.community.clone(),
            json(&talk.conditions)?,
            talk.began.to_string(),
            talk.ended.to_string(),
            talk.outcome.clone(),
            talk.review.clone(),
            json(&talk.closing)?,
            talk.ended_by.clone(),
            talk.reason.clone(),
            json(&talk.interests)?,
            json(&talk.test)?,
            json(&talk.background)?,
            json(&talk.browsing)?,
        ];
        let shared = cells.len();
        if talk.turns.is_empty() {
            cells.resize(COLUMNS.len(), String::new());
            text.push_str(&row(&cells));
        }
        for (number, turned) in (1..).zip(&talk.turns) {
            cells.truncate(shared);
            turn_cells(&mut cells, number, turned)?;
            text.push_str(&row(&cells));
        }
    }
    Ok(text)
}

fn turn_cells(cells: &mut Vec<String>, number: usize, turned: &Turned) -> Result<(), Refusal> {
    let turn = &turned.turn;
    // An empty reply is not the same as none.
    let reply = turn.reply.as_ref().map(|reply| Value::from(reply.as_str()));
    let reply = match reply {
        Some(Value::String(text)) if text.is_empty() => "\"\"".to_owned(),
        Some(Value::String(text)) if text.starts_with('"') => Value::from(text).to_string(),
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    cells.extend([
        number.to_string(),
        turn.question.clone(),
        turn.given.to_string(),
        json(&turn.notes)?,
        turn.asked.to_string(),
        turn.literal.word.clone().unwrap_or_default(),
        json(&turn.literal.spans)?,
        json(&turn.pragmatic)?,
        reply,
        turn.replied.to_string(),
        turn.unanswerable.to_string(),
        json(&turn.rationale)?,
        json(&turn.page)?,
        turn.section.clone(),
        json(&turn.rating)?,
        json(&turned.further)?,
    ]);
    Ok(())
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) -> Result<(), Refusal> {
    let mut table = Table::open(text, &["conversation", "turn", "question", "reply"])?;
    let mut places: HashMap<String, usize> = HashMap::new();
    while let Some(cells) = table.next() {
        let (line, read) = match cells {
            Ok(cells) => (cells.line, talk(&cells).and_then(|t| Ok((t, turned(&cells)?)))),
            Err((line, why)) => (line, Err(why)),
        };
        match read {
            Ok((talk, turned)) => {
                let place = *places.entry(talk.id.clone()).or_insert_with(|| {
                    data.conversations.push(talk);
                    data.conversations.len() - 1
                });
                data.conversations[place].turns.extend(turned);
            }
            Err(why) => passed.push(Passed::new(line, why)),
        }
    }
    Ok(())
}

fn talk(cells: &Cells<'_>) -> Result<Conversation, String> {
    let text = |name: &str| cells.get(name).to_owned();
    if cells.get("conversation").is_empty() {
        return Err("the row names no conversation".to_owned());
    }
    Ok(Conversation {
        id: text("conversation"),
        family: match cells.get("family") {
            "pragmaticqa" => Some(Family::Pragmaticqa),
            "topiocqa" => Some(Family::Topiocqa),
            "" => None,
            other => return Err(format!("'{other}' is no family of conversations")),
        },
        participants: cells.json("participants")?,
        topic: TopicName {
            title: text("topic"),
            document: text("document"),
            genre: text("genre"),
            community: text("community"),
        },
        conditions: cells.json("conditions")?,
        began: cells.number("began")?,
        ended: cells.number("ended")?,
        outcome: text("outcome"),
        review: text("review"),
        turns: Vec::new(),
        closing: cells.json("closing")?,
        ended_by: text("ended_by"),
        reason: text("reason"),
        interests: cells.json("interests")?,
        test: cells.json("test")?,
        background: cells.json("background")?,
        browsing: cells.json("browsing")?,
    })
}

fn turned(cells: &Cells<'_>) -> Result<Option<Turned>, String> {
    if cells.get("turn").is_empty() {
        return Ok(None);
    }
    let truth = |name: &str| match cells.get(name) {
        "true" => Ok(true),
        "false" | "" => Ok(false),
        other => Err(format!("{name} is '{other}', neither true nor false")),
    };
    let some = |name: &str| Some(cells.get(name).to_owned()).filter(|text| !text.is_empty());
    let reply = match cells.get("reply") {
        text if text.starts_with('"') => {
            Some(serde_json::from_str(text).map_err(|error| format!("reply: {error}"))?)
        }
        text => Some(text.to_owned()).filter(|text| !text.is_empty()),
    };
    let turn = Turn {
        question: cells.get("question").to_owned(),
        given: truth("given")?,
        notes: cells.json("notes")?,
        asked: cells.number("asked")?,
        literal: Literal { word: some("word"), spans: cells.json("literal")? },
        pragmatic: cells.json("pragmatic")?,
        reply,
        replied: cells.number("replied")?,
        unanswerable: truth("unanswerable")?,
        rationale: cells.json("rationale")?,
        page: cells.json("page")?,
        section: cells.get("section").to_owned(),
        rating: cells.json("rating")?,
    };
    Ok(Some(Turned { turn, further: cells.json("further")? }))
}
