//! Grice as one of the two: what it says as a teacher, and what it asks as a student.

use std::sync::Arc;
use std::time::Duration;

use grice_engine::{Control, Conversation, Engine, Event, Evidence, Exchange, Kind, Reply, Topic};
use grice_index::Searcher;
use grice_studio::pages::{PageRef, Point, Span, is_inside};
use grice_studio::protocol::Family;
use grice_studio::{Answering, Asking, Partner, TeachersTurn};
use grice_text::CharMap;

use super::collection::Collections;

/// Questions after which Grice, the student, goes when it may.
const ENOUGH: usize = 8;

/// Grice as a partner.
pub struct Grice {
    collections: Arc<Collections>,
    turn_time: Duration,
}

impl Grice {
    /// Grice over the server's collections, with so much time for a turn.
    pub fn new(collections: Arc<Collections>, turn_time: Duration) -> Grice {
        Grice { collections, turn_time }
    }

    fn engine(&self, owner: &str, collection: &str) -> grice_studio::Result<Arc<Engine>> {
        let found = self.collections.engine(owner, collection);
        found.map_err(|error| grice_studio::Error::Pages(error.body().message.clone()))
    }
}

/// The studio tries again later.
fn failed(error: impl std::fmt::Display) -> grice_studio::Error {
    grice_studio::Error::Pages(error.to_string())
}

impl Partner for Grice {
    fn answer(&self, asked: &Answering) -> grice_studio::Result<TeachersTurn> {
        let engine = self.engine(&asked.owner, &asked.collection)?;
        teach(&engine, asked, &Control::within(self.turn_time)).map_err(failed)
    }

    fn ask(&self, asked: &Asking) -> grice_studio::Result<Option<String>> {
        if asked.may_leave && asked.history.len() >= ENOUGH {
            return Ok(None);
        }
        let engine = self.engine(&asked.owner, &asked.collection)?;
        let question = ask(&engine, asked, &Control::within(self.turn_time));
        question.map(Some).map_err(failed)
    }
}

/// Answers a question: literal spans or a word, spans beyond them, and the reply.
fn teach(
    engine: &Engine,
    asked: &Answering,
    control: &Control,
) -> grice_engine::Result<TeachersTurn> {
    let known = asked.engine.as_ref();
    let known = known.and_then(|state| Conversation::from_json(&state.to_string()).ok());
    let mut conversation = known.unwrap_or_else(|| begun(asked));
    let mut nobody = |_: Event<'_>| {};
    let reply = engine.reply_with(&mut conversation, &asked.question, control, &mut nobody)?;
    let word = word(&reply);
    let literal: Vec<Span> = match word {
        Some("unknown") => Vec::new(),
        _ => reply.literal.iter().map(span).collect(),
    };
    let mut pragmatic: Vec<Span> = Vec::new();
    for span in reply.pragmatic.iter().map(span) {
        let known = literal.iter().chain(&pragmatic).any(|other| is_inside(&span, other));
        if !known && !span.text.trim().is_empty() {
            pragmatic.push(span);
        }
    }
    if pragmatic.is_empty() && asked.family == Family::Pragmaticqa {
        pragmatic.extend(beside(&engine.index().searcher()?, &literal)?);
    }
    let text = match (asked.family, reply.answer.trim()) {
        (Family::Topiocqa, answer) if !answer.is_empty() => answer.to_owned(),
        _ => reply.text.trim().to_owned(),
    };
    Ok(TeachersTurn {
        word: word.map(str::to_owned),
        literal,
        pragmatic,
        text,
        engine: serde_json::from_str(&conversation.to_json()).ok(),
    })
}

/// What was said before, with the page that was agreed on.
fn begun(asked: &Answering) -> Conversation {
    let mut conversation = asked.start.as_ref().map(about).unwrap_or_default();
    let said = asked.history.iter().map(|turn| {
        grice_engine::Turn::new(&*turn.question, turn.reply.as_deref().unwrap_or_default())
    });
    let said: Vec<grice_engine::Turn> = said.collect();
    conversation.turns.extend(Conversation::of(&said).turns);
    conversation
}

/// A conversation in which a page was agreed on and nothing was asked yet.
fn about(start: &PageRef) -> Conversation {
    let topic = Topic { document: start.document.clone(), title: start.title.clone() };
    let agreed = Exchange {
        question: format!("Tell me about {}.", start.title),
        answer: start.title.clone(),
        reply: start.title.clone(),
        topic: Some(topic),
        traced: true,
        ..Exchange::default()
    };
    let mut conversation = Conversation::new();
    conversation.turns.push(agreed);
    conversation
}

/// The literal answer that is a word: a yes, a no, or that the pages do not say.
fn word(reply: &Reply) -> Option<&'static str> {
    match reply.kind {
        Kind::Span if reply.literal.is_empty() => Some("unknown"),
        Kind::Span => None,
        Kind::Yes => Some("yes"),
        Kind::No => Some("no"),
        Kind::Unknown | Kind::Talk | Kind::Clarify => Some("unknown"),
    }
}

fn span(evidence: &Evidence) -> Span {
    let point = |offset: usize| Point { element: evidence.passage.clone(), offset };
    Span {
        document: evidence.document.clone(),
        start: point(evidence.start),
        end: point(evidence.end),
        text: evidence.text.clone(),
    }
}

/// The sentence that stands next to the first of some spans, behind it or else before it.
fn beside(searcher: &Searcher, spans: &[Span]) -> grice_engine::Result<Option<Span>> {
    let Some(first) = spans.first() else { return Ok(None) };
    let Some(passage) = searcher.find_passage(&first.start.element)? else { return Ok(None) };
    let map = CharMap::new(&passage.text);
    let all = grice_text::sentences(&passage.text).filter_map(|range| {
        Some((map.to_char(range.start)?, map.to_char(range.end)?, &passage.text[range]))
    });
    let apart = |&(start, end, _): &(usize, usize, &str)| {
        spans.iter().all(|span| {
            span.start.element != passage.passage
                || end <= span.start.offset
                || span.end.offset <= start
        })
    };
    let free: Vec<(usize, usize, &str)> = all.filter(apart).collect();
    let behind = free.iter().find(|(start, ..)| *start >= first.end.offset);
    let before = free.iter().rev().find(|(_, end, _)| *end <= first.start.offset);
    Ok(behind.or(before).map(|&(start, end, text)| {
        let point = |offset: usize| Point { element: passage.passage.clone(), offset };
        let document = passage.document.clone();
        Span { document, start: point(start), end: point(end), text: text.to_owned() }
    }))
}

/// A question of a student: a follow-up of what was said, or else one about a heading.
fn ask(engine: &Engine, asked: &Asking, control: &Control) -> grice_engine::Result<String> {
    let history = &asked.history;
    if history.is_empty() {
        return Ok(format!("What is {}?", asked.topic));
    }
    let fresh = |question: &str| {
        !history.iter().any(|(before, _)| before.trim().eq_ignore_ascii_case(question.trim()))
    };
    if let Some(question) = follow_ups(engine, history, control)?.into_iter().find(|q| fresh(q)) {
        return Ok(question);
    }
    let said: String = history.iter().map(|(q, a)| format!("{q} {a} ")).collect();
    let said = said.to_lowercase();
    let headings = asked.outlines.iter().flat_map(|page| &page.sections);
    let new = headings.filter(|heading| !said.contains(&heading.to_lowercase()));
    let about = |heading: &String| format!("Can you tell me about “{heading}”?");
    let question = new.map(about).find(|question| fresh(question));
    Ok(question.unwrap_or_else(|| match history.len() % 2 {
        0 => format!("What else is worth knowing about {}?", asked.topic),
        _ => "Why is that?".to_owned(),
    }))
}

/// What the engine would offer to somebody who had heard all this.
fn follow_ups(
    engine: &Engine,
    history: &[(String, String)],
    control: &Control,
) -> grice_engine::Result<Vec<String>> {
    let Some(((last, _), before)) = history.split_last() else { return Ok(Vec::new()) };
    let turn = |(question, reply): &(String, String)| grice_engine::Turn::new(question, reply);
    let turns: Vec<grice_engine::Turn> = before.iter().map(turn).collect();
    let mut conversation = Conversation::of(&turns);
    let mut nobody = |_: Event<'_>| {};
    let reply = engine.reply_with(&mut conversation, last, control, &mut nobody)?;
    Ok(reply.follow_ups)
}
