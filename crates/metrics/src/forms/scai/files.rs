//! The shared task's ground truth and runs.

use rustc_hash::FxHashSet;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::Result;
use crate::source::{Entry, Source, Text};
use crate::turn_key::{Keyed, Name};

/// A turn of the ground truth.
#[derive(Debug, Deserialize)]
pub(super) struct TruthTurn<'a> {
    #[serde(rename = "Conversation_no")]
    conversation: Option<Name>,
    #[serde(rename = "Turn_no")]
    turn: Option<Name>,
    #[serde(rename = "Truth_rewrite", borrow)]
    pub rewrite: Option<Text<'a>>,
    #[serde(rename = "Truth_passages", borrow, default)]
    pub passages: Option<Vec<Text<'a>>>,
    #[serde(rename = "Truth_answer", borrow)]
    pub answer: Option<Text<'a>>,
}

impl TruthTurn<'_> {
    pub fn is_first(&self) -> bool {
        self.turn.as_ref().and_then(Name::number) == Some(1)
    }
}

/// A turn of a run.
#[derive(Debug, Deserialize)]
pub(super) struct RunTurn<'a> {
    #[serde(rename = "Conversation_no")]
    conversation: Option<Name>,
    #[serde(rename = "Turn_no")]
    turn: Option<Name>,
    #[serde(rename = "Model_rewrite", borrow)]
    pub rewrite: Option<Text<'a>>,
    #[serde(rename = "Model_passages", borrow)]
    pub passages: Option<Passages<'a>>,
    #[serde(rename = "Model_answer", borrow)]
    pub answer: Option<Text<'a>>,
}

/// Passages and their scores, in the file's order.
#[derive(Debug, Default)]
pub(super) struct Passages<'a> {
    pub scored: Vec<(Text<'a>, f64)>,
    /// One that stands there a second time.
    twice: Option<Text<'a>>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Passages<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Scores;
        impl<'de> Visitor<'de> for Scores {
            type Value = Passages<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object from passage ids to scores")
            }

            fn visit_map<M: MapAccess<'de>>(
                self,
                mut map: M,
            ) -> std::result::Result<Self::Value, M::Error> {
                let mut passages = Vec::with_capacity(128);
                let mut seen = FxHashSet::with_capacity_and_hasher(128, Default::default());
                let mut twice = None;
                while let Some(id) = map.next_key::<Text<'de>>()? {
                    if id.is_empty() {
                        return Err(M::Error::custom("a passage has the empty text as its id"));
                    }
                    let score: f64 = map.next_value().map_err(|e| {
                        M::Error::custom(format!("the score of passage {}: {e}", &*id))
                    })?;
                    // The hash stands for the id: two that collide are not worth the copies.
                    if !seen.insert(xxh3_64(id.as_bytes())) {
                        twice.get_or_insert_with(|| id.clone());
                    }
                    passages.push((id, score));
                }
                Ok(Passages { scored: passages, twice })
            }
        }
        deserializer.deserialize_map(Scores)
    }
}

/// Reads a ground truth.
pub(super) fn truth(source: &Source) -> Result<Keyed<TruthTurn<'_>>> {
    let entries = entries(source, "Truth_rewrite, Truth_passages and Truth_answer")?;
    let mut turns = Keyed::default();
    let parsed: Vec<TruthTurn<'_>> = Entry::parse_all(&entries)?;
    for (entry, turn) in entries.iter().zip(parsed) {
        let key = key(entry, &turn.conversation, &turn.turn)?;
        for (field, there) in
            [("Truth_rewrite", turn.rewrite.is_some()), ("Truth_answer", turn.answer.is_some())]
        {
            if !there {
                return Err(entry.fail(format!(
                    "turn {key} has no {field}; a SCAI ground truth has one in every turn, empty \
                     where there is none (found {})",
                    fields(entry)
                )));
            }
        }
        turns.add(key, turn, entry)?;
    }
    Ok(turns)
}

/// Reads a run.
pub(super) fn run(source: &Source) -> Result<Keyed<RunTurn<'_>>> {
    let entries = entries(source, "Model_rewrite, Model_passages or Model_answer")?;
    let mut turns = Keyed::default();
    let mut says_something = false;
    let parsed: Vec<RunTurn<'_>> = Entry::parse_all(&entries)?;
    for (entry, turn) in entries.iter().zip(parsed) {
        let key = key(entry, &turn.conversation, &turn.turn)?;
        says_something |=
            turn.rewrite.is_some() || turn.passages.is_some() || turn.answer.is_some();
        if let Some(id) = turn.passages.as_ref().and_then(|passages| passages.twice.as_ref()) {
            let why = format!("turn {key} has passage {} twice; keep one of them", &**id);
            return Err(entry.fail(why));
        }
        turns.add(key, turn, entry)?;
    }
    match entries.first() {
        Some(first) if !says_something => Err(source.fail(format!(
            "no turn has a Model_rewrite, Model_passages or Model_answer; the first has {}",
            fields(first)
        ))),
        _ => Ok(turns),
    }
}

fn entries<'a>(source: &'a Source, what: &str) -> Result<Vec<Entry<'a>>> {
    let found = source.entries()?;
    if found.is_empty() {
        let why = format!("there is no turn in it; a list of turns with {what} is needed");
        return Err(source.fail(why));
    }
    Ok(found)
}

fn key(entry: &Entry<'_>, conversation: &Option<Name>, turn: &Option<Name>) -> Result<String> {
    let missing =
        |field| entry.fail(format!("a turn without {field}; its fields are {}", fields(entry)));
    let conversation = conversation.as_ref().ok_or_else(|| missing("Conversation_no"))?;
    let turn = turn.as_ref().ok_or_else(|| missing("Turn_no"))?;
    Ok(format!("{conversation}_{turn}"))
}

fn fields(entry: &Entry<'_>) -> String {
    match entry.parse::<Map<String, Value>>() {
        Ok(object) if !object.is_empty() => object.keys().cloned().collect::<Vec<_>>().join(", "),
        _ => "no fields".to_owned(),
    }
}
