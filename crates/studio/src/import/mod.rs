//! Data of files, as if it had been collected here.

use std::collections::HashMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::export::empty;
use crate::formats::{self, Conversation, Data, Format, Item};
use crate::items::ItemEvent;
use crate::pagerank::Topic;
use crate::project::{ADMIN, Project, ProjectEvent};
use crate::protocol::Family;
use crate::refusal::{Refusal, Result};
use crate::session::SessionEvent;
use crate::studio::coming::pseudonym_of;
use crate::studio::log::{New, Write};
use crate::studio::{Studio, Whom};

/// Conversations that are written at once.
const AT_ONCE: usize = 200;

impl Studio {
    /// Reads a file: `POST …/import`.
    pub fn import(&self, owner: &str, project: &str, format: &str, bytes: &[u8]) -> Result<Value> {
        let number = self.number(owner, project)?;
        let format: Format = format.parse()?;
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
            Refusal::new("format", format!("line {line} of the file is not UTF-8 text"))
        })?;
        let (like, family) =
            self.read(number, |project| Ok((empty(project), project.protocol.family)))?;
        let (mut data, mut passed) = formats::read(format, text, &like)?;
        fits(&data, family)?;
        let contents = self.read(number, |project| Ok(usable(project, &mut data, &mut passed)))?;
        let items = self.take_items(number, data.items, &mut passed)?;
        let turns: usize = data.conversations.iter().map(|talk| talk.turns.len()).sum();
        let talks = data.conversations.chunks(AT_ONCE).zip(contents.chunks(AT_ONCE));
        for (some, contents) in talks {
            self.take_conversations(number, some, contents)?;
        }
        Ok(json!({
            "conversations": data.conversations.len(), "turns": turns,
            "items": items.0, "judgements": items.1, "skipped": passed,
        }))
    }

    fn take_conversations(
        &self,
        project: i64,
        talks: &[Conversation],
        contents: &[String],
    ) -> Result<()> {
        let mut keys = Vec::new();
        for _ in talks {
            keys.push(grice_store::random_key()?);
        }
        self.update(project, |project| {
            let mut write = Write::by(ADMIN, None);
            for ((key, talk), content) in keys.iter().zip(talks).zip(contents) {
                write.project.push(ProjectEvent::Imported {
                    session: key.clone(),
                    turns: talk.turns.len(),
                    content: content.clone(),
                });
                write.begun.push(New { key: key.clone(), events: events(project, talk) });
            }
            write.whom = Whom::These(Vec::new());
            Ok((write, ()))
        })
    }

    /// Takes items; gives how many, and how many judgements they have. Items that the project has
    /// already are passed over.
    fn take_items(
        &self,
        project: i64,
        items: Vec<Item>,
        passed: &mut Vec<formats::Passed>,
    ) -> Result<(usize, usize)> {
        if items.is_empty() {
            return Ok((0, 0));
        }
        let (fresh, known, twice, wrong) = self.update(project, |project| {
            let is_label = |label: &str| project.protocol.labels.iter().any(|l| l.id == label);
            let mut fresh: Vec<Item> = Vec::new();
            let mut ids: HashMap<String, usize> = HashMap::new();
            let (mut known, mut twice, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
            for (place, item) in (1..).zip(&items) {
                let mut item = unnamed(project, item);
                match item.votes().into_iter().find(|label| !is_label(label)) {
                    Some(label) => wrong.push((place, label.to_owned())),
                    None if has(project, &item) => known.push(place),
                    None => {
                        let before = ids.get(&item.id).map(|&at| &fresh[at]);
                        if before.is_some_and(|before| before.shown == item.shown) {
                            twice.push(place);
                            continue;
                        }
                        item.id = match before {
                            Some(_) => named(project, "", place),
                            None => named(project, &item.id, place),
                        };
                        ids.insert(item.id.clone(), fresh.len());
                        fresh.push(item);
                    }
                }
            }
            let mut write = Write::by(ADMIN, None);
            if !fresh.is_empty() {
                let items = fresh.clone();
                write = write.project([ItemEvent::Imported { items }.into()]);
            }
            write.whom = Whom::Everybody;
            Ok((write, (fresh, known, twice, wrong)))
        })?;
        for place in known {
            passed.push(formats::Passed::new(place, "the project has this item already"));
        }
        for place in twice {
            passed.push(formats::Passed::new(place, "the file has this item twice"));
        }
        for (place, label) in wrong {
            let why = format!("'{label}' is no label of this project");
            passed.push(formats::Passed::new(place, why));
        }
        Ok((fresh.len(), fresh.iter().map(|item| item.judgements.len()).sum()))
    }
}

/// Passes over conversations that ended before they were complete, as here they would count as
/// data, and those that the project has: collected in it, or of a file that was read before. Gives
/// a hash of what was said in each of the others.
fn usable(project: &Project, data: &mut Data, passed: &mut Vec<formats::Passed>) -> Vec<String> {
    let (mut place, mut contents) = (0, Vec::new());
    data.conversations.retain(|talk| {
        place += 1;
        let content = content(talk);
        let complete = matches!(talk.outcome.as_str(), "" | "complete");
        let known = project.contents.contains(&content) || project.sessions.get(&talk.id).is_some();
        let why = match (complete, known) {
            (false, _) => format!("the conversation is not complete: {}", talk.outcome),
            (true, true) => "the project has this conversation already".to_owned(),
            (true, false) => {
                contents.push(content);
                return true;
            }
        };
        passed.push(formats::Passed::new(place, why));
        false
    });
    contents
}

fn content(talk: &Conversation) -> String {
    let said = json!([talk.topic, talk.conditions, talk.turns]).to_string();
    let hash = Sha256::digest(said.as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// An item of a file with pseudonyms of this project for those whom the file names: it may name
/// people, and no file of the studio does.
fn unnamed(project: &Project, item: &Item) -> Item {
    let mut item = item.clone();
    let judges = item.judgements.iter_mut().map(|judgement| &mut judgement.participant);
    for name in judges.chain(&mut item.writers).filter(|name| !name.is_empty()) {
        *name = pseudonym_of(project, name);
    }
    item
}

fn fits(data: &Data, family: Family) -> std::result::Result<(), Refusal> {
    let talks = matches!(family, Family::Pragmaticqa | Family::Topiocqa);
    let other = data.conversations.iter().find(|one| one.family.is_some_and(|f| f != family));
    let why = if talks && !data.items.is_empty() {
        "this project collects conversations, and the file has items"
    } else if !talks && !data.conversations.is_empty() {
        "this project judges items, and the file has conversations"
    } else if other.is_some() {
        "the file's conversations are of another protocol"
    } else {
        return Ok(());
    };
    Err(Refusal::new("format", why))
}

/// Whether the project has an item with the same words.
fn has(project: &Project, item: &Item) -> bool {
    let known = project.items.entry(&item.id);
    known.is_some_and(|known| known.shown == item.shown)
}

/// The item's own id where it is free.
fn named(project: &Project, id: &str, place: usize) -> String {
    if !id.is_empty() && project.items.entry(id).is_none() {
        return id.to_owned();
    }
    let hash = Sha256::digest(format!("{}/{}/{place}", project.secret, project.seq).as_bytes());
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn events(project: &Project, talk: &Conversation) -> Vec<SessionEvent> {
    let topic = Topic {
        title: talk.topic.title.clone(),
        document: talk.topic.document.clone(),
        genre: talk.topic.genre.clone(),
        community: talk.topic.community.clone(),
        ..Topic::default()
    };
    let turns = talk.turns.iter().map(|turned| turned.turn.clone()).collect();
    let began = SessionEvent::Began {
        family: project.protocol.family,
        seats: Vec::new(),
        conditions: talk.conditions.clone(),
        rules: project.protocol.settings.clone(),
        topics: Vec::new(),
        seed: None,
        trial: false,
    };
    let further = talk.turns.iter().enumerate().filter(|(_, turned)| !turned.further.is_empty());
    let further = further.map(|(number, turned)| {
        let mut all = turned.further.clone();
        for name in all.iter_mut().map(|one| &mut one.participant).filter(|name| !name.is_empty()) {
            *name = pseudonym_of(project, name);
        }
        (number, all)
    });
    let further = further.collect();
    vec![began, SessionEvent::Imported { turns, topic, further }]
}
