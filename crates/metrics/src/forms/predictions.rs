//! Runs that give one text a turn, in the shapes they are found in: an object from keys to texts,
//! an array of objects, or lines of objects.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::error::Result;
use crate::forms::json_pairs::Pairs;
use crate::source::{Entry, Source};
use crate::turn_key::Keyed;

/// Names of fields that hold what is looked for, where they are not the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping(Vec<(String, String)>);

impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let pair = |part: &str| match part.split_once('=') {
            Some((part, field)) if !part.trim().is_empty() && !field.trim().is_empty() => {
                Ok((part.trim().to_owned(), field.trim().to_owned()))
            }
            _ => Err(format!(
                "'{part}' is no mapping; write PART=FIELD, as in id=qid,prediction=output"
            )),
        };
        text.split(',').map(pair).collect::<std::result::Result<_, _>>().map(Mapping)
    }
}

impl Mapping {
    /// The field that holds a part, where one was named.
    pub fn field(&self, part: &str) -> Option<&str> {
        self.0.iter().find(|(p, _)| p == part).map(|(_, field)| field.as_str())
    }

    /// Says so where a part was named that is none of these.
    pub fn check(&self, parts: &[&str]) -> std::result::Result<(), String> {
        match self.0.iter().find(|(part, _)| !parts.contains(&part.as_str())) {
            Some((part, _)) => {
                Err(format!("there is no part '{part}' to map; the parts are {}", parts.join(", ")))
            }
            None => Ok(()),
        }
    }
}

/// Pairs of fields that name a turn by its conversation and its number.
const TURN_FIELDS: [(&str, &str); 3] =
    [("Conversation_no", "Turn_no"), ("conv_id", "turn_id"), ("id", "turn_id")];

/// What a run says, turn by turn.
#[derive(Debug)]
pub struct Predictions {
    /// The file.
    pub file: PathBuf,
    /// The texts by turn; none where a turn is there without one.
    pub texts: Keyed<Option<String>>,
}

impl Predictions {
    /// Reads a run; `fields` are the names under which an entry may hold its text, in order.
    pub fn read(file: &Path, mapping: &Mapping, fields: &[&str]) -> Result<Predictions> {
        Predictions::of(&Source::read(file)?, mapping, fields)
    }

    /// Reads a run that is in memory.
    pub fn of(source: &Source, mapping: &Mapping, fields: &[&str]) -> Result<Predictions> {
        let mut texts = Keyed::default();
        let is_object = source.text.trim_start().starts_with('{');
        if is_object && let Ok(Pairs(pairs)) = serde_json::from_str::<Pairs<Value>>(&source.text) {
            let entry = Entry::whole(source);
            // One object may also be a run of one line.
            let names = pairs.iter().filter(|(key, _)| may_name(key, mapping));
            if turn_of(&names.cloned().collect(), mapping).is_none() {
                for (key, value) in pairs {
                    let text = text_in(&value, fields, mapping)
                        .map_err(|why| entry.fail(format!("turn {key}: {why}")))?;
                    texts.add(key, text, &entry)?;
                }
                return Ok(Predictions { file: source.file.clone(), texts });
            }
        }
        for entry in source.entries()? {
            let object: Map<String, Value> = entry.parse()?;
            let Some(key) = turn_of(&object, mapping) else {
                return Err(entry.fail(no_name(&object, mapping)));
            };
            let text = text_in(&Value::Object(object), fields, mapping)
                .map_err(|why| entry.fail(format!("turn {key}: {why}")))?;
            texts.add(key, text, &entry)?;
        }
        Ok(Predictions { file: source.file.clone(), texts })
    }

    /// A turn's text.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(key).and_then(|text| text.as_deref())
    }
}

/// The name of the turn an object is about.
pub(crate) fn turn_of(object: &Map<String, Value>, mapping: &Mapping) -> Option<String> {
    if let Some(field) = mapping.field("id") {
        return object.get(field).and_then(name);
    }
    for (conversation, turn) in TURN_FIELDS {
        if let (Some(conversation), Some(turn)) =
            (object.get(conversation).and_then(name), object.get(turn).and_then(name))
        {
            return Some(format!("{conversation}_{turn}"));
        }
    }
    object.get("id").or_else(|| object.get("qid")).and_then(name)
}

/// Whether a field may name the turn, or a part of its name.
fn may_name(field: &str, mapping: &Mapping) -> bool {
    let usual = TURN_FIELDS.iter().flat_map(|&(conversation, turn)| [conversation, turn]);
    mapping.field("id") == Some(field) || usual.chain(["qid"]).any(|name| name == field)
}

fn no_name(object: &Map<String, Value>, mapping: &Mapping) -> String {
    let looked = match mapping.field("id") {
        Some(field) => field.to_owned(),
        None => "id, or Conversation_no and Turn_no".to_owned(),
    };
    let there: Vec<&str> = object.keys().take(8).map(String::as_str).collect();
    format!("no field names the turn: looked for {looked}, found {}", there.join(", "))
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The text a value is or holds; none for null.
pub(crate) fn text_in(
    value: &Value,
    fields: &[&str],
    mapping: &Mapping,
) -> std::result::Result<Option<String>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(flag) => Ok(Some(flag.to_string())),
        Value::Array(list) => match list.first() {
            Some(first) => text_in(first, fields, mapping),
            None => Ok(None),
        },
        Value::Object(object) => {
            let named = mapping.field("prediction");
            let field = match named {
                Some(field) => object.get(field),
                None => fields.iter().find_map(|field| object.get(*field)),
            };
            match field {
                Some(value) => text_in(value, &["text"], &Mapping::default()),
                None => Err(format!(
                    "no field holds what it says: looked for {}",
                    named.map_or_else(|| fields.join(", "), str::to_owned)
                )),
            }
        }
    }
}
