//! An export for programs: the conversation as the engine reads it (`grice ask --history` does), each
//! turn with its reply.

use grice_engine::{Evidence, Reply};
use grice_text::escaped_json;
use serde_json::{Value, json as value};

use super::Export;
use crate::error::{Error, Result};
use crate::evidence::Places;

/// The conversation as JSON.
pub fn json(export: &Export<'_>) -> Result<String> {
    let mut all = serde_json::to_value(export.conversation).map_err(Error::Export)?;
    all["collection"] = value!(export.collection);
    let mut places = export.index.map_or_else(Places::unknown, Places::of);
    for (number, reply) in export.replies.iter().enumerate() {
        if let (Some(reply), Some(turn)) = (reply, all["turns"].get_mut(number)) {
            add(turn, reply, &mut places);
        }
    }
    let text = serde_json::to_string_pretty(&all).map_err(Error::Export)?;
    Ok(format!("{}\n", escaped_json(&text)))
}

/// Adds what a reply knows to its turn.
fn add(turn: &mut Value, reply: &Reply, places: &mut Places) {
    let mut placed = |all: &[Evidence]| -> Vec<Value> {
        let one = |evidence: &Evidence| {
            let place = places.of_evidence(evidence);
            let mut value = value!(evidence);
            value["file"] = value!(place.as_ref().map(ToString::to_string));
            value["link"] = value!(place.as_ref().map(grice_index::Place::link));
            value
        };
        all.iter().map(one).collect()
    };
    turn["kind"] = value!(reply.kind);
    turn["confidence"] = value!(reply.confidence);
    turn["rewrite"] = value!(reply.rewrite);
    turn["understood"] = value!(reply.understood);
    turn["literal"] = value!(placed(&reply.literal));
    turn["pragmatic"] = value!(placed(&reply.pragmatic));
    turn["follow_ups"] = value!(reply.follow_ups);
    turn["notes"] = value!(reply.notes);
}
