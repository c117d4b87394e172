//! How far judges agree, on the protocol's labels and, where it has one, on the relaxed scale; and
//! what is done where they do not.

use grice_metrics::labels::{Agreement, Level, Ratings};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::items::{Entry, ItemEvent, Items, Standing, shown};
use crate::project::{ADMIN, Project};
use crate::protocol::Protocol;
use crate::refusal::{Refusal, Result};
use crate::studio::log::Write;
use crate::studio::{Studio, Whom, body};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decision {
    item: String,
    label: String,
}

impl Studio {
    /// Agreement: `GET …/agreement`.
    pub fn agreement(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |project| Ok(agreement(project)))
    }

    /// Items on which judges disagree: `GET …/disagreements`.
    pub fn disagreements(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |project| {
            Ok(json!({ "items": disagreements(project) }))
        })
    }

    /// Settles a disagreement: `POST …/adjudications`.
    pub fn adjudicate(&self, owner: &str, project: &str, request: Value) -> Result<()> {
        let Decision { item, label } = body(request)?;
        self.update(self.number(owner, project)?, |project| {
            let entry = project.items.entry(&item);
            let entry = entry.ok_or_else(|| Refusal::new("item", "there is no such item"))?;
            known_label(&project.protocol, &label)?;
            if project.items.standing(entry, &project.protocol.settings) == Standing::Open {
                let why = "judges have not finished with this item";
                return Err(Refusal::not_now(why).into());
            }
            if entry.is_out() {
                return Err(Refusal::not_now("this item is left out of the data").into());
            }
            let event = ItemEvent::Adjudicated { item: item.clone(), label: label.clone() };
            let mut write = Write::by(ADMIN, None).project([event.into()]);
            write.whom = Whom::These(Vec::new());
            Ok((write, ()))
        })
    }
}

/// Refuses a label that the protocol does not have.
pub(crate) fn known_label(protocol: &Protocol, label: &str) -> std::result::Result<(), Refusal> {
    if protocol.labels.iter().any(|known| known.id == label) {
        return Ok(());
    }
    let names: Vec<&str> = protocol.labels.iter().map(|known| known.id.as_str()).collect();
    Err(Refusal::new("label", format!("there is no label '{label}'"))
        .hint(format!("there are: {}", names.join("; "))))
}

/// The agreement of a progress report; nothing where nothing is judged.
pub(crate) fn in_short(project: &Project) -> Option<Value> {
    let rows = rows(project);
    if rows.is_empty() {
        return None;
    }
    let ratings = ratings(&rows, |label| label.to_owned());
    let (fleiss, alpha) = (ratings.fleiss(), ratings.krippendorff(Level::Nominal));
    let items = rows.iter().filter(|row| row.len() > 1).count();
    Some(json!({ "fleiss": fleiss.value.ok(), "alpha": alpha.value.ok(), "items": items }))
}

/// The labels of each item that has one or more.
fn rows(project: &Project) -> Vec<Vec<String>> {
    let (items, settings) = (&project.items, &project.protocol.settings);
    let labels = |entry: &Entry| -> Vec<String> {
        let votes = items.votes(entry, settings);
        votes.into_iter().map(|vote| vote.label.clone()).collect()
    };
    let judged = items.data().filter(|entry| !entry.is_out()).map(labels);
    judged.filter(|row| !row.is_empty()).collect()
}

/// Ratings of rows of labels; a scale says what each label counts as.
pub fn ratings(rows: &[Vec<String>], scale: impl Fn(&str) -> String) -> Ratings {
    Ratings::new(rows.iter().map(|row| row.iter().map(|label| Some(scale(label)))))
}

fn agreement(project: &Project) -> Value {
    let (rows, protocol) = (rows(project), &project.protocol);
    let judgements: usize = rows.iter().map(Vec::len).sum();
    let relaxes = protocol.labels.iter().any(|label| label.relaxed.is_some());
    let mut scales = vec![scale(
        if relaxes { "strict" } else { "labels" },
        &ratings(&rows, |label| label.to_owned()),
    )];
    if relaxes {
        let relaxed = ratings(&rows, |label| protocol.relaxed(label).to_owned());
        scales.push(scale("relaxed", &relaxed));
    }
    let labels: Vec<Value> = protocol
        .labels
        .iter()
        .map(|label| {
            let count = rows.iter().flatten().filter(|given| **given == label.id).count();
            json!({ "label": label.id, "count": count })
        })
        .collect();
    json!({ "items": rows.len(), "judgements": judgements, "scales": scales, "labels": labels })
}

fn scale(name: &str, ratings: &Ratings) -> Value {
    let value = |agreement: &Agreement| agreement.value.as_ref().ok().copied();
    let fleiss = ratings.fleiss();
    let why = fleiss.value.as_ref().err().map(ToString::to_string);
    json!({
        "name": name, "fleiss": value(&fleiss),
        "alpha": value(&ratings.krippendorff(Level::Nominal)),
        "pairwise": value(&ratings.pairwise()), "items": fleiss.used, "why": why,
    })
}

/// Items on which judges disagree and nobody has decided. Where they are discarded, there are none
/// to decide on.
fn disagreements(project: &Project) -> Vec<Value> {
    let (items, settings) = (&project.items, &project.protocol.settings);
    if settings.disagreement == "discard" {
        return Vec::new();
    }
    let open = items.data().filter(|e| items.standing(e, settings) == Standing::Disagreed);
    open.map(|entry| disagreement(items, entry, &project.protocol)).collect()
}

fn disagreement(items: &Items, entry: &Entry, protocol: &Protocol) -> Value {
    let votes: Vec<Value> = items
        .votes(entry, &protocol.settings)
        .into_iter()
        .map(|vote| {
            let comment = Some(&vote.comment).filter(|comment| !comment.is_empty());
            json!({ "participant": vote.by, "label": vote.label, "comment": comment })
        })
        .collect();
    json!({ "item": entry.id, "shown": shown(&entry.shown), "votes": votes })
}
