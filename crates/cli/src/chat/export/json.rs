//! An export for programs: the conversation as the engine reads it (`grice ask --history` does), each
//! turn with its reply.

use grice_engine::{Evidence, Reply};
use serde_json::{Value, json};

use super::Export;
use crate::output::escaped;
use crate::places::Places;

pub fn text(export: &Export<'_>) -> Result<String, String> {
    let failed = |error: serde_json::Error| format!("the conversation cannot be written: {error}");
    let mut all = serde_json::to_value(export.conversation).map_err(failed)?;
    all["collection"] = json!(export.collection);
    let mut places = Places::of(export.index);
    for (number, reply) in export.replies.iter().enumerate() {
        if let (Some(reply), Some(turn)) = (reply, all["turns"].get_mut(number)) {
            add(turn, reply, &mut places);
        }
    }
    let text = serde_json::to_string_pretty(&all).map_err(failed)?;
    Ok(format!("{}\n", escaped(&text)))
}

/// Adds what a reply knows to its turn.
fn add(turn: &mut Value, reply: &Reply, places: &mut Places) {
    let mut placed = |all: &[Evidence]| -> Vec<Value> {
        let one = |evidence: &Evidence| {
            let place = places.of_evidence(evidence);
            let mut value = json!(evidence);
            value["file"] = json!(place.as_ref().map(ToString::to_string));
            value["link"] = json!(place.as_ref().map(grice_index::Place::link));
            value
        };
        all.iter().map(one).collect()
    };
    turn["kind"] = json!(reply.kind);
    turn["confidence"] = json!(reply.confidence);
    turn["rewrite"] = json!(reply.rewrite);
    turn["understood"] = json!(reply.understood);
    turn["literal"] = json!(placed(&reply.literal));
    turn["pragmatic"] = json!(placed(&reply.pragmatic));
    turn["follow_ups"] = json!(reply.follow_ups);
    turn["notes"] = json!(reply.notes);
}
