//! TopiOCQA's files: a list of turns, each with what was said before it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::data::{Conversation, Data, Further, Passed, TopicName, Turned};
use super::{numbers, unwritable};
use crate::pages::{PageRef, Span};
use crate::protocol::Family;
use crate::refusal::Refusal;
use crate::session::{Turn, UNANSWERABLE};

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(rename = "Context", default)]
    context: Vec<String>,
    #[serde(rename = "Conversation_no")]
    conversation: u64,
    #[serde(rename = "Turn_no")]
    number: u64,
    #[serde(rename = "Question")]
    question: String,
    #[serde(default)]
    is_nq: bool,
    #[serde(flatten)]
    answer: Answer,
    #[serde(rename = "Additional_answers", default, skip_serializing_if = "Vec::is_empty")]
    further: Vec<Answer>,
}

#[derive(Serialize, Deserialize)]
struct Answer {
    #[serde(rename = "Answer")]
    text: String,
    #[serde(rename = "Topic", default)]
    topic: String,
    #[serde(rename = "Topic_section", default)]
    section: String,
    #[serde(rename = "Rationale", default, skip_serializing_if = "Option::is_none")]
    rationale: Option<String>,
}

pub(super) fn write(data: &Data) -> Result<String, Refusal> {
    let ids = numbers(data.conversations.iter().map(|talk| talk.id.as_str()), 1);
    let mut lines = Vec::new();
    for (id, talk) in ids.into_iter().zip(&data.conversations) {
        let mut context = Vec::new();
        let finished = talk.turns.iter().filter(|turned| turned.turn.reply.is_some());
        for (number, turned) in (1..).zip(finished) {
            let turn = &turned.turn;
            let entry = Entry {
                context: context.clone(),
                conversation: id,
                number,
                question: turn.question.clone(),
                is_nq: turn.given,
                answer: answer(turn),
                further: turned.further.iter().map(further).collect(),
            };
            context.extend([turn.question.clone(), entry.answer.text.clone()]);
            lines.push(serde_json::to_string(&entry).map_err(unwritable)?);
        }
    }
    Ok(format!("[{}]\n", lines.join(",\n")))
}

fn answer(turn: &Turn) -> Answer {
    let reply = turn.reply.clone().unwrap_or_default();
    Answer {
        text: if turn.unanswerable { UNANSWERABLE.to_owned() } else { reply },
        topic: turn.page.as_ref().map(|page| page.title.clone()).unwrap_or_default(),
        section: turn.section.clone(),
        rationale: turn.rationale.as_ref().map(|span| span.text.clone()),
    }
}

fn further(other: &Further) -> Answer {
    Answer {
        text: if other.unanswerable { UNANSWERABLE.to_owned() } else { other.answer.clone() },
        topic: other.page.as_ref().map(|page| page.title.clone()).unwrap_or_default(),
        section: other.section.clone(),
        rationale: other.rationale.as_ref().map(|span| span.text.clone()),
    }
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) -> Result<(), Refusal> {
    let entries: Vec<Value> = serde_json::from_str(text)
        .map_err(|error| Refusal::new("format", format!("this is no list of turns: {error}")))?;
    let mut places = std::collections::HashMap::new();
    for (line, entry) in (1..).zip(entries) {
        let entry: Entry = match serde_json::from_value(entry) {
            Ok(entry) => entry,
            Err(error) => {
                passed.push(Passed::new(line, error.to_string()));
                continue;
            }
        };
        let place = *places.entry(entry.conversation).or_insert_with(|| {
            data.conversations.push(Conversation {
                id: entry.conversation.to_string(),
                family: Some(Family::Topiocqa),
                ..Conversation::default()
            });
            data.conversations.len() - 1
        });
        let talk = &mut data.conversations[place];
        let expected = talk.turns.len() as u64 + 1;
        if entry.number != expected {
            let why = format!(
                "turn {}_{} stands where turn {expected} should be",
                entry.conversation, entry.number
            );
            passed.push(Passed::new(line, why));
            continue;
        }
        let turned = turned(entry);
        if talk.topic.title.is_empty()
            && let Some(page) = &turned.turn.page
        {
            let title = page.title.clone();
            talk.topic = TopicName { title, ..TopicName::default() };
        }
        talk.turns.push(turned);
    }
    data.conversations.retain(|talk| !talk.turns.is_empty());
    Ok(())
}

fn named(title: String) -> Option<PageRef> {
    Some(PageRef { title, document: String::new() }).filter(|page| !page.title.is_empty())
}

fn turned(entry: Entry) -> Turned {
    let span = |text: Option<String>| text.map(|text| Span { text, ..Span::default() });
    let further = |answer: Answer| Further {
        unanswerable: answer.text == UNANSWERABLE,
        answer: answer.text,
        rationale: span(answer.rationale),
        page: named(answer.topic),
        section: answer.section,
        ..Further::default()
    };
    let unanswerable = entry.answer.text == UNANSWERABLE;
    let turn = Turn {
        question: entry.question,
        given: entry.is_nq,
        reply: Some(entry.answer.text),
        unanswerable,
        rationale: span(entry.answer.rationale),
        page: named(entry.answer.topic),
        section: entry.answer.section,
        ..Turn::default()
    };
    Turned { turn, further: entry.further.into_iter().map(further).collect() }
}
