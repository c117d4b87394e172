//! The JSON files of SQuAD, CoQA and QuAC. They look much alike, so a file of one that is given
//! for another is refused by name.

use serde::Deserialize;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::forms::json_path;
use crate::source::Source;

/// A data set with a JSON file of its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataSet {
    Squad,
    Coqa,
    Quac,
}

#[derive(Deserialize)]
struct File<T> {
    data: Vec<T>,
}

impl DataSet {
    fn name(self) -> &'static str {
        match self {
            DataSet::Squad => "SQuAD",
            DataSet::Coqa => "CoQA",
            DataSet::Quac => "QuAC",
        }
    }

    fn shape(self) -> &'static str {
        match self {
            DataSet::Squad => {
                r#"{"data": [{"paragraphs": [{"qas": [{"id", "answers": [{"text"}]}]}]}]}"#
            }
            DataSet::Coqa => {
                r#"{"data": [{"id", "source", "questions": [{"turn_id"}], "answers": [{"input_text", "turn_id"}]}]}"#
            }
            DataSet::Quac => {
                r#"{"data": [{"paragraphs": [{"id", "qas": [{"id", "answers": [{"text"}], "yesno", "followup"}]}]}]}"#
            }
        }
    }

    /// Says that a file is none of this data set.
    pub fn refuse(self, source: &Source) -> Error {
        source.fail(format!(
            "this is {}, not a {} file: one of the shape {} is needed",
            found(&source.text),
            self.name(),
            self.shape()
        ))
    }

    /// The articles or stories of a file.
    pub fn read<'a, T: Deserialize<'a>>(self, source: &'a Source) -> Result<Vec<T>> {
        match serde_json::from_str::<File<T>>(&source.text) {
            Ok(file) if file.data.is_empty() => Err(source.fail("there is nothing in its data")),
            Ok(file) => Ok(file.data),
            Err(error) => Err(match recognise(&source.text) {
                Some(set) if set == self => self.broken(source, &error),
                None if first_value(&source.text).is_none() => self.broken(source, &error),
                _ => self.refuse(source),
            }),
        }
    }

    /// Says what is wrong with a file that is one of this data set otherwise.
    fn broken(self, source: &Source, error: &serde_json::Error) -> Error {
        let mut why = error.to_string();
        if let Some(at) = why.rfind(" at line ") {
            why.truncate(at);
        }
        let before: usize = source
            .text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        // The error stands behind the character it is about.
        let path = json_path::at(&source.text, (before + error.column()).saturating_sub(1));
        let place = if path.is_empty() { String::new() } else { format!("{path}: ") };
        Error::line(
            &source.file,
            error.line(),
            format!("{place}{why}; a {} file has the shape {}", self.name(), self.shape()),
        )
    }
}

/// The data set a file is of, by the first thing in it.
fn recognise(text: &str) -> Option<DataSet> {
    let value = first_value(text)?;
    let first = value.get("data")?.get(0)?;
    if first.get("questions").is_some() {
        return Some(DataSet::Coqa);
    }
    let paragraphs = first.get("paragraphs")?.as_array()?;
    let question = paragraphs.iter().find_map(|p| p.get("qas")?.get(0));
    match question.is_some_and(|q| q.get("followup").is_some() || q.get("yesno").is_some()) {
        true => Some(DataSet::Quac),
        false => Some(DataSet::Squad),
    }
}

/// What a file seems to be.
fn found(text: &str) -> String {
    if let Some(set) = recognise(text) {
        return format!("a {} file", set.name());
    }
    let keys = |value: &Value| {
        let keys = value.as_object()?.keys().take(8).map(String::as_str);
        Some(keys.collect::<Vec<_>>().join(", ")).filter(|keys| !keys.is_empty())
    };
    match first_value(text) {
        Some(value) => match (value.pointer("/data/0").and_then(keys), keys(&value)) {
            (Some(inner), _) => format!("an object whose data have {inner}"),
            (None, Some(keys)) => format!("an object with {keys}"),
            (None, None) if value.is_array() => "a list".to_owned(),
            (None, None) => "a value without fields".to_owned(),
        },
        None => "no JSON".to_owned(),
    }
}

fn first_value(text: &str) -> Option<Value> {
    serde_json::Deserializer::from_str(text).into_iter().next()?.ok()
}
