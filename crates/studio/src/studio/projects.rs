//! Protocols and projects, as administrators see them.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::coming::named;
use super::log::Write;
use super::{Studio, Whom, body};
use crate::pagerank::{self, Topic};
use crate::pages::Pages;
use crate::project::{ADMIN, Project, ProjectEvent};
use crate::protocol::{Family, Protocol, Settings};
use crate::refusal::{Refusal, Result};
use crate::session::{Outcome, Seed};

/// Topics of a project that names none.
const TOPICS: usize = 24;
/// First pages of a project that names none.
const SEEDS: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewProject {
    name: String,
    #[serde(default)]
    protocol: Option<String>,
    #[serde(default)]
    toml: Option<String>,
    #[serde(default)]
    collection: Option<String>,
    #[serde(default)]
    settings: Map<String, Value>,
    #[serde(default)]
    topics: Vec<NewTopic>,
    #[serde(default)]
    seeds: Vec<NewSeed>,
    #[serde(default)]
    consent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTopic {
    #[serde(default)]
    title: String,
    document: String,
    #[serde(default)]
    genre: String,
    #[serde(default)]
    community: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewSeed {
    document: String,
    #[serde(default)]
    question: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changes {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    closed: Option<bool>,
    #[serde(default)]
    consent: Option<String>,
    #[serde(default)]
    settings: Option<Map<String, Value>>,
}

fn is_name(name: &str) -> std::result::Result<String, Refusal> {
    match name.trim() {
        "" => Err(Refusal::new("body", "a project needs a name")),
        name if name.chars().count() > 200 => {
            Err(Refusal::new("body", "a project's name has at most 200 characters"))
        }
        name => Ok(name.to_owned()),
    }
}

impl Studio {
    /// The protocols that ship: `GET /api/studio/protocols`.
    pub fn protocols(&self) -> Value {
        let one = |(protocol, _): (Protocol, &str)| {
            json!({
                "name": protocol.name, "title": protocol.title, "about": protocol.about,
                "steps": protocol.steps(), "roles": protocol.roles(),
                "consent": protocol.consent,
                "settings": protocol.settings.described(protocol.family),
            })
        };
        json!({ "protocols": Protocol::shipped().into_iter().map(one).collect::<Vec<_>>() })
    }

    /// A protocol's TOML: `GET /api/studio/protocols/{name}`.
    pub fn protocol_text(&self, name: &str) -> Result<String> {
        let found = Protocol::shipped().into_iter().find(|(protocol, _)| protocol.name == name);
        match found {
            Some((_, text)) => Ok(text.to_owned()),
            None => Err(Protocol::named(name)
                .err()
                .unwrap_or_else(|| Refusal::new("protocol", "there is no such protocol"))
                .into()),
        }
    }

    /// All projects of an owner: `GET /api/studio/projects`.
    pub fn projects(&self, owner: &str) -> Result<Value> {
        let streams = self.store(|studio| studio.projects(owner))?;
        let all: Result<Vec<Value>> = streams
            .iter()
            .map(|stream| self.read(stream.id, |project| Ok(shown(project))))
            .collect();
        Ok(json!({ "projects": all? }))
    }

    /// Makes a project: `POST /api/studio/projects`.
    pub fn create(&self, owner: &str, request: Value) -> Result<Value> {
        let new: NewProject = body(request)?;
        let name = is_name(&new.name)?;
        let mut protocol = match (&new.protocol, &new.toml) {
            (None, Some(toml)) => Protocol::parse(toml)?,
            (Some(name), None) => Protocol::named(name)?,
            _ => {
                let message = "say which protocol, or give one of your own: 'protocol' or 'toml'";
                return Err(Refusal::new("protocol", message).into());
            }
        };
        protocol.settings = protocol.settings.with(&new.settings)?;
        if let Some(consent) = new.consent.clone().filter(|text| !text.trim().is_empty()) {
            protocol.consent = consent;
        }
        let collection = new.collection.clone().unwrap_or_default();
        let (mut topics, mut seeds) = (Vec::new(), Vec::new());
        if protocol.is_conversation() {
            if collection.is_empty() {
                let message = "conversations need a collection to be about";
                return Err(Refusal::new("collection", message).into());
            }
            let pages = self.inner.parts.library.pages(owner, &collection)?;
            let linked = |most| self.inner.parts.library.most_linked(owner, &collection, most);
            match protocol.family {
                Family::Pragmaticqa => {
                    topics = self.topics(pages.as_ref(), new.topics, || linked(TOPICS))?;
                }
                _ => seeds = self.seeds(pages.as_ref(), new.seeds, || linked(SEEDS))?,
            }
        }
        let made = ProjectEvent::Made {
            name,
            protocol: Box::new(protocol),
            collection,
            secret: grice_store::random_secret()?,
            topics,
            seeds,
        };
        let (_, key) = self.found(owner, &[made])?;
        self.project(owner, &key)
    }

    fn topics(
        &self,
        pages: &dyn Pages,
        named: Vec<NewTopic>,
        linked: impl FnOnce() -> Result<Vec<crate::pages::PageRef>>,
    ) -> Result<Vec<Topic>> {
        let wanted: Vec<NewTopic> = match named.is_empty() {
            false => named,
            true => linked()?
                .into_iter()
                .map(|page| NewTopic {
                    title: page.title,
                    document: page.document,
                    genre: String::new(),
                    community: String::new(),
                })
                .collect(),
        };
        let mut topics = Vec::new();
        for (number, topic) in wanted.into_iter().enumerate() {
            let page = pages.page(&topic.document)?.ok_or_else(|| no_page(&topic.document))?;
            let title = if topic.title.is_empty() { page.title.clone() } else { topic.title };
            let (genre, community) = (topic.genre, topic.community);
            topics.push(Topic {
                id: format!("t{}", number + 1),
                title,
                genre,
                community,
                document: page.document,
                ..Topic::default()
            });
        }
        pagerank::title(pages, &mut topics)?;
        match topics.is_empty() {
            true => Err(Refusal::new("topics", "the collection has no pages to talk about").into()),
            false => Ok(topics),
        }
    }

    fn seeds(
        &self,
        pages: &dyn Pages,
        named: Vec<NewSeed>,
        linked: impl FnOnce() -> Result<Vec<crate::pages::PageRef>>,
    ) -> Result<Vec<Seed>> {
        let wanted: Vec<NewSeed> = match named.is_empty() {
            false => named,
            true => linked()?
                .into_iter()
                .map(|page| NewSeed { document: page.document, question: None })
                .collect(),
        };
        let mut seeds = Vec::new();
        for seed in wanted {
            let page = pages.page(&seed.document)?.ok_or_else(|| no_page(&seed.document))?;
            let question = seed.question.map(|text| text.trim().to_owned());
            seeds.push(Seed {
                document: page.document,
                title: page.title,
                sections: page.sections,
                question: question.filter(|text| !text.is_empty()),
            });
        }
        match seeds.is_empty() {
            true => Err(Refusal::new("topics", "the collection has no pages to begin with").into()),
            false => Ok(seeds),
        }
    }

    /// One project: `GET /api/studio/projects/{id}`.
    pub fn project(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |project| {
            let mut shown = shown(project);
            if let Some(fields) = shown.as_object_mut() {
                let topic = |topic: &Topic| {
                    json!({
                        "id": topic.id, "title": topic.title, "document": topic.document,
                        "genre": topic.genre, "community": topic.community,
                    })
                };
                let seed =
                    |seed: &Seed| json!({ "document": seed.document, "title": seed.title, "question": seed.question });
                let protocol = &project.protocol;
                fields.insert("settings".into(), protocol.settings.described(protocol.family));
                fields.insert("consent".into(), json!(protocol.consent));
                fields.insert("topics".into(), project.topics.iter().map(topic).collect());
                fields.insert("seeds".into(), project.seeds.iter().map(seed).collect());
                fields.insert("steps".into(), json!(protocol.steps()));
            }
            Ok(shown)
        })
    }

    /// Changes a project: `PATCH /api/studio/projects/{id}`. Conversations that have begun keep
    /// their settings.
    pub fn change(&self, owner: &str, project: &str, request: Value) -> Result<Value> {
        let Changes { name, closed, consent, settings } = body(request)?;
        let name = name.map(|name| is_name(&name)).transpose()?;
        self.update(self.number(owner, project)?, |project| {
            let changed = match &settings {
                Some(changes) => Some(project.protocol.settings.with(changes)?),
                None => None,
            };
            let event = ProjectEvent::Changed {
                name: name.clone(),
                closed,
                consent: consent.clone(),
                settings: changed.map(Box::<Settings>::new),
            };
            let mut write = Write::by(ADMIN, None).project([event]);
            write.whom = Whom::Everybody;
            Ok((write, ()))
        })?;
        self.project(owner, project)
    }

    /// Deletes a project and everything of it: `DELETE /api/studio/projects/{id}`.
    pub fn delete(&self, owner: &str, project: &str) -> Result<()> {
        let number = self.number(owner, project)?;
        self.store(|studio| studio.delete(number))?;
        self.forget(number);
        self.inner.changes.tell(project, &Whom::Everybody);
        Ok(())
    }
}

fn no_page(document: &str) -> Refusal {
    Refusal::new("topics", format!("the collection has no page '{document}'"))
}

/// A project as lists have it.
fn shown(project: &Project) -> Value {
    let records = || project.sessions.iter().filter(|record| !record.trial);
    let complete = records().filter(|record| record.outcome == Some(Outcome::Complete)).count();
    let open = records().filter(|record| record.outcome.is_none()).count();
    let accepted = project
        .reviews
        .values()
        .filter(|review| review.verdict == crate::project::Verdict::Accept)
        .count();
    let people = project.participants.values().filter(|one| !one.trial).count();
    let items = project.items.counts(&project.protocol.settings);
    let grice = &project.protocol.settings.grice;
    let mut shown = named(project);
    if let Some(fields) = shown.as_object_mut() {
        fields.insert(
            "collection".into(),
            json!(Some(&project.collection).filter(|c| !c.is_empty())),
        );
        fields.insert("made".into(), json!(project.made));
        fields.insert("closed".into(), json!(project.closed));
        fields.insert("grice".into(), json!(Some(grice).filter(|role| *role != "none")));
        fields.insert(
            "counts".into(),
            json!({
                "participants": people, "open": open, "complete": complete, "accepted": accepted,
                "items": items.all, "judgements": items.judgements,
            }),
        );
    }
    shown
}
