//! PragmatiCQA's files: a conversation a line. The three words stand among the literal spans, with
//! 0 for where they are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::data::{Conversation, Data, Passed, TopicName, Turned};
use super::unwritable;
use crate::pages::{Point, Span};
use crate::protocol::Family;
use crate::refusal::Refusal;
use crate::session::{Literal, Turn};

#[derive(Serialize, Deserialize)]
struct Line {
    topic: String,
    genre: String,
    community: String,
    qas: Vec<Pair>,
}

#[derive(Serialize, Deserialize)]
struct Pair {
    q: String,
    a_meta: Spans,
    a: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    human_eval: Option<Vec<Value>>,
}

#[derive(Serialize, Deserialize)]
struct Spans {
    literal_obj: Vec<Marked>,
    #[serde(default)]
    pragmatic_obj: Vec<Marked>,
}

#[derive(Serialize, Deserialize)]
struct Marked {
    text: String,
    #[serde(rename = "startKey", alias = "startId", default)]
    start: Value,
    #[serde(rename = "endKey", alias = "endId", default)]
    end: Value,
}

/// What a literal answer may be instead of a span, and what the files say.
const WORDS: [(&str, &str); 3] = [("yes", "Yes"), ("no", "No"), ("unknown", "I don't know")];

impl Marked {
    fn of(span: &Span) -> Marked {
        let key = |point: &Point| match point.element.as_str() {
            "" => Value::Null,
            element => Value::from(element),
        };
        Marked { text: span.text.clone(), start: key(&span.start), end: key(&span.end) }
    }

    fn word(word: &str) -> Option<Marked> {
        let (_, text) = WORDS.iter().find(|(name, _)| *name == word)?;
        Some(Marked { text: (*text).to_owned(), start: 0.into(), end: 0.into() })
    }

    /// The word that it is: its place is the number 0, where a span's is an element.
    fn as_word(&self) -> Option<&'static str> {
        let word = WORDS.iter().find(|(_, text)| *text == self.text)?;
        self.start.is_number().then_some(word.0)
    }

    fn span(self) -> Span {
        let point =
            |key: Value| Point { element: key.as_str().unwrap_or_default().to_owned(), offset: 0 };
        Span { text: self.text, start: point(self.start), end: point(self.end), ..Span::default() }
    }
}

pub(super) fn write(data: &Data) -> Result<String, Refusal> {
    let mut text = String::new();
    for talk in &data.conversations {
        let finished = talk.turns.iter().map(|turned| &turned.turn);
        let qas = finished.filter_map(|turn| pair(turn, &data.ratings)).collect();
        let topic = &talk.topic;
        let line = Line {
            topic: topic.title.clone(),
            genre: topic.genre.clone(),
            community: topic.community.clone(),
            qas,
        };
        text.push_str(&serde_json::to_string(&line).map_err(unwritable)?);
        text.push('\n');
    }
    Ok(text)
}

fn pair(turn: &Turn, ratings: &[String]) -> Option<Pair> {
    let reply = turn.reply.clone()?;
    let word = turn.literal.word.as_deref().and_then(Marked::word);
    let literal = word.into_iter().chain(turn.literal.spans.iter().map(Marked::of));
    let rated = turn.rating.as_ref().and_then(|rating| {
        let mark = |name: &String| rating.get(name).map(|mark| Value::from(mark.to_string()));
        ratings.iter().map(mark).collect::<Option<Vec<Value>>>()
    });
    Some(Pair {
        q: turn.question.clone(),
        a_meta: Spans {
            literal_obj: literal.collect(),
            pragmatic_obj: turn.pragmatic.iter().map(Marked::of).collect(),
        },
        a: reply,
        human_eval: rated.filter(|marks| !marks.is_empty()),
    })
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) {
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let talk: Line = match serde_json::from_str(text) {
            Ok(talk) => talk,
            Err(error) => {
                passed.push(Passed::new(line, error.to_string()));
                continue;
            }
        };
        if talk.qas.is_empty() {
            passed.push(Passed::new(line, "the conversation has no turns"));
            continue;
        }
        let mut turns = Vec::new();
        for (number, pair) in (1..).zip(talk.qas) {
            let (turn, why) = turned(pair, &data.ratings);
            if let Some(why) = why {
                passed.push(Passed::new(line, format!("turn {number}: {why}")));
            }
            turns.push(Turned { turn, further: Vec::new() });
        }
        data.conversations.push(Conversation {
            id: (data.conversations.len() + 1).to_string(),
            family: Some(Family::Pragmaticqa),
            topic: TopicName {
                title: talk.topic,
                genre: talk.genre,
                community: talk.community,
                document: String::new(),
            },
            turns,
            ..Conversation::default()
        });
    }
}

/// A turn, and what was wrong with its ratings.
fn turned(pair: Pair, ratings: &[String]) -> (Turn, Option<String>) {
    let mut literal = Literal::default();
    for marked in pair.a_meta.literal_obj {
        match marked.as_word() {
            Some(word) if literal.word.is_none() => literal.word = Some(word.to_owned()),
            _ => literal.spans.push(marked.span()),
        }
    }
    let (rating, why) = match pair.human_eval.map(|marks| rating(&marks, ratings)) {
        None => (None, None),
        Some(Ok(rating)) => (Some(rating), None),
        Some(Err(why)) => (None, Some(why)),
    };
    let turn = Turn {
        question: pair.q,
        unanswerable: literal.word.as_deref() == Some("unknown"),
        literal,
        pragmatic: pair.a_meta.pragmatic_obj.into_iter().map(Marked::span).collect(),
        reply: Some(pair.a),
        rating,
        ..Turn::default()
    };
    (turn, why)
}

fn rating(marks: &[Value], ratings: &[String]) -> Result<BTreeMap<String, u8>, String> {
    if marks.len() != ratings.len() {
        let why = format!("{} ratings, not {}; they are left out", marks.len(), ratings.len());
        return Err(why);
    }
    let mark = |(name, mark): (&String, &Value)| {
        let text = mark.as_str().map_or_else(|| mark.to_string(), str::to_owned);
        let mark = text.parse().ok().filter(|mark: &u8| (1..=5).contains(mark));
        mark.map(|mark| (name.clone(), mark))
            .ok_or_else(|| format!("'{text}' is no rating from 1 to 5; its ratings are left out"))
    };
    ratings.iter().zip(marks).map(mark).collect()
}
