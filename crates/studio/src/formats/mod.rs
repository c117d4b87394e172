//! Conversations and items as files: in the papers' own formats, and in two that lose nothing.

mod cells;
mod circa;
mod conversations_csv;
mod data;
mod items_csv;
mod jsonl;
mod judgements;
mod pragmaticqa;
mod topiocqa;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

pub use cells::row;
pub use data::{
    Browsed, Conversation, Data, Further, Item, Judgement, Passed, Seated, TopicName, Turned,
};

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// PragmatiCQA's lines of JSON, one conversation each.
    Pragmaticqa,
    /// TopiOCQA's list of turns.
    Topiocqa,
    /// Circa's `circa-data.tsv`.
    Circa,
    /// Items and what judges said of them, as JSON.
    Judgements,
    /// Everything, one record a line.
    Jsonl,
    /// Everything, as a table.
    Csv,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] = [
        Format::Pragmaticqa,
        Format::Topiocqa,
        Format::Circa,
        Format::Judgements,
        Format::Jsonl,
        Format::Csv,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pragmaticqa => "pragmaticqa",
            Format::Topiocqa => "topiocqa",
            Format::Circa => "circa",
            Format::Judgements => "judgements",
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
        }
    }

    /// How its files' names end.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Pragmaticqa | Format::Jsonl => "jsonl",
            Format::Topiocqa | Format::Judgements => "json",
            Format::Circa => "tsv",
            Format::Csv => "csv",
        }
    }

    /// What its files are to a browser.
    pub fn content_type(self) -> &'static str {
        match self {
            Format::Pragmaticqa | Format::Jsonl => "application/x-ndjson; charset=utf-8",
            Format::Topiocqa | Format::Judgements => "application/json",
            Format::Circa => "text/tab-separated-values; charset=utf-8",
            Format::Csv => "text/csv; charset=utf-8",
        }
    }
}

impl FromStr for Format {
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Format, Refusal> {
        let found = Format::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            Refusal::new("format", format!("there is no format '{name}'"))
                .hint(format!("there are {names}"))
        })
    }
}

/// Writes data as a file.
pub fn write(format: Format, data: &Data) -> Result<String, Refusal> {
    if data.conversations.is_empty() && data.items.is_empty() {
        return match format {
            Format::Topiocqa | Format::Judgements => Ok("[]\n".to_owned()),
            Format::Circa => Ok(circa::write(data)),
            _ => Ok(String::new()),
        };
    }
    let wants_items = match format {
        Format::Pragmaticqa | Format::Topiocqa => Some(false),
        Format::Circa | Format::Judgements => Some(true),
        Format::Jsonl | Format::Csv => None,
    };
    let missing = match wants_items {
        Some(true) if data.items.is_empty() => Some("items"),
        Some(false) if data.conversations.is_empty() => Some("conversations"),
        _ => None,
    };
    if let Some(what) = missing {
        let why = format!("{} is a format of {what}, and this project has none", format.name());
        return Err(Refusal::new("format", why).hint("take jsonl or csv"));
    }
    match format {
        Format::Pragmaticqa => pragmaticqa::write(data),
        Format::Topiocqa => topiocqa::write(data),
        Format::Circa => Ok(circa::write(data)),
        Format::Judgements => judgements::write(data),
        Format::Jsonl => jsonl::write(data),
        Format::Csv if data.conversations.is_empty() => items_csv::write(data),
        Format::Csv => conversations_csv::write(data),
    }
}

/// Reads a file. What cannot be used is passed over, and told.
pub fn read(format: Format, text: &str, like: &Data) -> Result<(Data, Vec<Passed>), Refusal> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut data = like.empty();
    let mut passed = Vec::new();
    match format {
        Format::Pragmaticqa => pragmaticqa::read(text, &mut data, &mut passed),
        Format::Topiocqa => topiocqa::read(text, &mut data, &mut passed)?,
        Format::Circa => circa::read(text, &mut data, &mut passed)?,
        Format::Judgements => judgements::read(text, &mut data, &mut passed)?,
        Format::Jsonl => jsonl::read(text, &mut data, &mut passed),
        Format::Csv if items_csv::is_it(text) => items_csv::read(text, &mut data, &mut passed)?,
        Format::Csv => conversations_csv::read(text, &mut data, &mut passed)?,
    }
    if data.conversations.is_empty() && data.items.is_empty() && !passed.is_empty() {
        let first = &passed[0];
        let why =
            format!("nothing in the file is {}: line {}: {}", format.name(), first.line, first.why);
        return Err(Refusal::new("format", why));
    }
    Ok((data, passed))
}

fn unwritable(error: impl std::fmt::Display) -> Refusal {
    Refusal::new("format", format!("the data cannot be written: {error}"))
}

/// Numbers for a format that wants numbers: the ids where all are different numbers, else places.
fn numbers<'a>(ids: impl Iterator<Item = &'a str>, from: u64) -> Vec<u64> {
    let ids: Vec<&str> = ids.collect();
    let known: Vec<u64> = ids
        .iter()
        .filter_map(|id| id.parse().ok().filter(|number: &u64| number.to_string() == **id))
        .collect();
    let different: std::collections::HashSet<&u64> = known.iter().collect();
    if known.len() == ids.len() && different.len() == ids.len() {
        return known;
    }
    (from..).take(ids.len()).collect()
}
