//! Everything, one record a line.

use serde::{Deserialize, Serialize};

use super::data::{Conversation, Data, Item, Passed};
use super::unwritable;
use crate::refusal::Refusal;

#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Record {
    Conversation(Conversation),
    Item(Item),
}

pub(super) fn write(data: &Data) -> Result<String, Refusal> {
    let talks = data.conversations.iter().cloned().map(Record::Conversation);
    let items = data.items.iter().cloned().map(Record::Item);
    let mut text = String::new();
    for record in talks.chain(items) {
        text.push_str(&serde_json::to_string(&record).map_err(unwritable)?);
        text.push('\n');
    }
    Ok(text)
}

pub(super) fn read(text: &str, data: &mut Data, passed: &mut Vec<Passed>) {
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        match serde_json::from_str(text) {
            Ok(Record::Conversation(talk)) => data.conversations.push(talk),
            Ok(Record::Item(item)) => data.items.push(item),
            Err(error) => passed.push(Passed::new(line, error.to_string())),
        }
    }
}
