//! The questions that somebody answers before the work.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::project::{Participant, Project, ProjectEvent};
use crate::refusal::Refusal;

fn needed(project: &Project) -> u32 {
    let all = project.protocol.qualification.len() as u32;
    match project.protocol.settings.qualification_needed {
        0 => all,
        needed => needed.min(all),
    }
}

/// What an attempt makes happen, or why it cannot be made.
pub(super) fn qualify(
    project: &Project,
    one: &Participant,
    answers: &BTreeMap<String, usize>,
) -> std::result::Result<ProjectEvent, Refusal> {
    if one.qualified {
        return Err(Refusal::not_now("you are qualified"));
    }
    if one.attempts.len() as u32 >= project.protocol.settings.attempts {
        return Err(Refusal::not_now("there are no attempts left"));
    }
    let quiz = &project.protocol.qualification;
    for asked in quiz {
        match answers.get(&asked.id) {
            Some(&chosen) if chosen < asked.options.len() => {}
            _ => {
                let message = format!("choose an answer to “{}”", asked.text);
                return Err(Refusal::new("answers", message));
            }
        }
    }
    let is_right = |asked: &&crate::protocol::Quiz| answers.get(&asked.id) == Some(&asked.right);
    let right = quiz.iter().filter(is_right).count() as u32;
    let answers =
        quiz.iter().filter_map(|asked| Some((asked.id.clone(), *answers.get(&asked.id)?)));
    Ok(ProjectEvent::Qualified {
        answers: answers.collect(),
        right,
        passed: right >= needed(project),
    })
}

/// The screen of somebody who is not qualified yet.
pub(super) fn qualification(project: &Project, one: &Participant) -> Value {
    let (protocol, quiz) = (&project.protocol, &project.protocol.qualification);
    let left = protocol.settings.attempts.saturating_sub(one.attempts.len() as u32);
    if left == 0 {
        return json!({ "kind": "suspended", "why": "The qualification was not passed.", "can": [] });
    }
    let last = one.attempts.last().map(|attempt| {
        let explained: Vec<Value> = quiz
            .iter()
            .map(|asked| {
                json!({
                    "id": asked.id, "chosen": attempt.answers.get(&asked.id),
                    "right": asked.right, "why": asked.why,
                })
            })
            .collect();
        json!({ "passed": attempt.passed, "right": attempt.right, "of": quiz.len(), "explained": explained })
    });
    let questions: Vec<Value> = quiz
        .iter()
        .map(|asked| json!({ "id": asked.id, "text": asked.text, "options": asked.options }))
        .collect();
    json!({
        "kind": "qualification", "text": protocol.instructions(&one.step), "questions": questions,
        "needed": needed(project), "attempts_left": left, "last": last, "can": ["qualify"],
    })
}
