//! A reply as programs read it.

use grice_engine::{
    Candidate, Conversation, Evidence, Interpreted, Kind, Pending, Reference, Reply, Room, Switch,
    Timings, Topic, Why,
};
use serde::Serialize;

/// The most titles that are told.
const DOCUMENTS: usize = 100;

#[derive(Serialize)]
pub struct Answer {
    answer: String,
    unknown: bool,
    confidence: f32,
    rewrite: String,
    literal: Vec<Evidence>,
    pragmatic: Vec<Evidence>,
    follow_ups: Vec<String>,
    documents: Vec<String>,
    passages: Vec<Passage>,
    milliseconds: f64,
    /// The whole reply, as people get it.
    reply: String,
    /// What can be meant, where the reply asks that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
    /// What was understood, where the utterance was a reply to a question of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    interpreted: Option<Interpreted>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace>,
}

#[derive(Serialize)]
struct Passage {
    id: String,
    score: f32,
}

#[derive(Serialize)]
struct Trace {
    /// Words of the question that pointed at something said before.
    reference: Option<Reference>,
    topic: Option<Topic>,
    switched: Switch,
    /// How the utterance was meant.
    room: Room,
    /// The page of each turn before, as far as it is known.
    trail: Vec<Option<String>>,
    timings: Timings,
    /// Who rewrote, what was read, what could be added and offered, and why.
    why: Why,
    candidates: Vec<Candidate>,
}

impl Answer {
    /// The last turn of a conversation.
    pub fn new(conversation: &Conversation, reply: &Reply, trace: bool) -> Answer {
        let passage = |c: &Candidate| Passage { id: c.id.clone(), score: c.score };
        let documents = reply.documents().into_iter().take(DOCUMENTS);
        Answer {
            answer: reply.answer.clone(),
            unknown: reply.is_unknown(),
            confidence: reply.confidence,
            rewrite: reply.rewrite.clone(),
            literal: reply.literal.clone(),
            pragmatic: reply.pragmatic.clone(),
            follow_ups: reply.follow_ups.clone(),
            documents: documents.map(str::to_owned).collect(),
            passages: reply.passages.iter().map(passage).collect(),
            milliseconds: (reply.timings.total * 10.0).round() / 10.0,
            reply: reply.text.clone(),
            choices: choices(conversation, reply),
            interpreted: reply.interpreted.clone(),
            notes: reply.notes.clone(),
            trace: trace.then(|| Trace {
                reference: reply.reference.clone(),
                topic: reply.topic.clone(),
                switched: reply.switched,
                room: reply.room.clone(),
                trail: trail(conversation),
                timings: reply.timings,
                why: reply.why.clone(),
                candidates: reply.passages.clone(),
            }),
        }
    }
}

fn choices(conversation: &Conversation, reply: &Reply) -> Vec<String> {
    match &conversation.pending {
        Some(Pending::Clarify { choices, .. }) if reply.kind == Kind::Clarify => {
            choices.iter().map(|choice| choice.label.clone()).collect()
        }
        _ => Vec::new(),
    }
}

fn trail(conversation: &Conversation) -> Vec<Option<String>> {
    let before = conversation.turns.iter().take(conversation.turns.len().saturating_sub(1));
    before.map(|turn| turn.topic.as_ref().map(|topic| topic.title.clone())).collect()
}
