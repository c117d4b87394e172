//! What somebody sees of the items. A judge's screen has the item and the labels, and nothing
//! that others said, decided or know.

use serde_json::{Value, json};

use super::act::bundle;
use super::{Items, Worker};
use crate::project::Project;
use crate::protocol::{Protocol, Shown};

/// The screen of a participant whose step has items.
pub fn screen(project: &Project, who: &str, now: i64) -> Value {
    let (items, protocol) = (&project.items, &project.protocol);
    let fresh = Worker::default();
    let worker = items.worker(who).unwrap_or(&fresh);
    let held = items.held(who, protocol, now).filter(|_| !project.closed);
    let step = project.participant(who).map(|one| one.step.as_str()).unwrap_or_default();
    let shown = match (step, held) {
        ("judgements", _) if worker.practised < protocol.practice.len() => {
            practice(protocol, worker)
        }
        ("questions", Some([id])) => questions(protocol, worker, id),
        ("answers", Some(ids)) => answers(items, protocol, worker, ids),
        ("judgements", Some([id])) => judge(project, who, worker, id),
        _ => None,
    };
    shown.unwrap_or_else(|| {
        let earned = project.earned(who);
        json!({ "kind": "nothing_left", "done": worker.done, "earned": earned, "can": [] })
    })
}

fn questions(protocol: &Protocol, worker: &Worker, id: &str) -> Option<Value> {
    let scenario = protocol.scenarios.iter().find(|one| one.id == id)?;
    let mut examples: Vec<&str> = Vec::new();
    for example in &protocol.examples {
        if !examples.contains(&example.question.as_str()) {
            examples.push(&example.question);
        }
    }
    Some(json!({
        "kind": "circa_questions", "item": id,
        "scenario": { "id": id, "text": scenario.asking },
        "count": protocol.settings.questions_each, "examples": examples,
        "done": worker.done, "can": ["questions"],
    }))
}

fn answers(items: &Items, protocol: &Protocol, worker: &Worker, ids: &[String]) -> Option<Value> {
    let questions: Vec<_> = ids.iter().filter_map(|id| items.question(id)).collect();
    let id = &questions.first()?.scenario;
    let scenario = protocol.scenarios.iter().find(|one| one.id == *id)?;
    let asked: Vec<Value> =
        questions.iter().map(|one| json!({ "id": one.id, "text": one.text })).collect();
    Some(json!({
        "kind": "circa_answers", "item": bundle(ids),
        "scenario": { "id": id, "text": scenario.answering },
        "questions": asked, "examples": protocol.examples,
        "done": worker.done, "can": ["answers"],
    }))
}

fn labels(protocol: &Protocol) -> Vec<Value> {
    let label = |one: &crate::protocol::Label| json!({ "id": one.id, "text": one.text, "comment": one.comment });
    protocol.labels.iter().map(label).collect()
}

/// The practice item before, with its explanation.
fn last(protocol: &Protocol, worker: &Worker) -> Option<Value> {
    let done = protocol.practice.get(worker.practised.checked_sub(1)?)?;
    let chosen = worker.chosen.as_ref()?;
    let (item, right, why) = (shown(&done.shown), &done.label, &done.why);
    Some(json!({ "item": item, "chosen": chosen, "right": right, "why": why }))
}

fn practice(protocol: &Protocol, worker: &Worker) -> Option<Value> {
    let item = protocol.practice.get(worker.practised)?;
    Some(json!({
        "kind": "practice", "number": worker.practised + 1, "of": protocol.practice.len(),
        "item": shown(&item.shown), "labels": labels(protocol),
        "last": last(protocol, worker), "can": ["practise"],
    }))
}

fn judge(project: &Project, who: &str, worker: &Worker, id: &str) -> Option<Value> {
    let entry = project.items.entry(id)?;
    let last = last(&project.protocol, worker).filter(|_| worker.done == 0);
    Some(json!({
        "kind": "judge", "item": id, "shown": shown(&entry.shown),
        "labels": labels(&project.protocol), "may_flag": true, "last": last,
        "done": worker.done, "earned": project.earned(who),
        "can": ["judge", "flag", "skip"],
    }))
}

/// What a judge sees of an item.
pub(crate) fn shown(shown: &Shown) -> Value {
    serde_json::to_value(shown).unwrap_or_default()
}
