//! Who is paid what. Names are here and in no other file.

use crate::formats::row;
use crate::items::Worker;
use crate::project::{Participant, Project};
use crate::refusal::Result;
use crate::session::Outcome;
use crate::studio::{File, Studio};

const COLUMNS: [&str; 9] = [
    "participant",
    "name",
    "step",
    "conversations",
    "turns",
    "items",
    "amount",
    "currency",
    "status",
];

impl Studio {
    /// Payments as CSV: `GET …/payments`.
    pub fn payments(&self, owner: &str, project: &str) -> Result<File> {
        self.read(self.number(owner, project)?, |project| {
            let name = format!("{}-payments.csv", project.key);
            let bytes = table(project).into_bytes();
            Ok(File { name, media: "text/csv; charset=utf-8", bytes })
        })
    }
}

fn table(project: &Project) -> String {
    let people = project.participants.values().filter(|one| !one.trial);
    let rows = people.map(|one| row(cells(project, one)));
    row(COLUMNS) + &rows.collect::<String>()
}

fn cells(project: &Project, one: &Participant) -> [String; 9] {
    let all = || one.sessions.iter().filter_map(|key| project.sessions.get(key));
    let records = || all().filter(|record| !project.is_rejected(&record.key));
    let complete = records().filter(|record| record.outcome == Some(Outcome::Complete)).count();
    let turns: usize = records().map(|record| record.turns).sum();
    let open = all().any(|record| record.outcome.is_none());
    let items =
        project.items.worker(&one.id).map_or(0, Worker::paid) + project.additional.done(&one.id);
    let status = match (&one.suspended, open, one.returned.is_empty()) {
        (Some(_), ..) => "suspended",
        (None, true, _) => "in a conversation",
        (None, false, false) => "to be mended",
        _ => "done",
    };
    [
        one.id.clone(),
        one.name.clone().unwrap_or_default(),
        one.step.clone(),
        complete.to_string(),
        turns.to_string(),
        items.to_string(),
        project.earned(&one.id).to_string(),
        project.protocol.settings.currency.clone(),
        status.to_owned(),
    ]
}
