//! Answers of runs, pooled to be judged (SCAI-QReCC, sections 5.1 and 6.1).
//!
//! Plausibility: answers that are the same are one item, whichever runs gave them; those far from
//! the true answer are left out, and questions with too few answers. Faithfulness: all answers of a
//! question are shown with the same evidence, the whole sentences around the spans of the found
//! passages that are nearest to one of the answers or to the true one. The paper measures nearness
//! of meaning with SAS; here it is token F1.

mod evidence;
mod request;

use std::collections::{BTreeMap, HashMap};

use grice_metrics::answer::{Normal, f1};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::agreement::known_label;
use crate::items::{Entry, ItemEvent, Pooled, Source, Standing};
use crate::pages::Pages;
use crate::project::{ADMIN, Project, ProjectEvent};
use crate::protocol::{EvidenceText, Family, Judging, Settings, Shown};
use crate::random::Random;
use crate::refusal::{Refusal, Result};
use crate::studio::log::Write;
use crate::studio::{Studio, Whom};
use request::{Candidate, Gold, Wanted};

/// What was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Dropped {
    same: usize,
    unlike: usize,
    few: usize,
    no_evidence: usize,
}

/// A question with its different answers.
#[derive(Clone, Debug, Default)]
struct Group {
    id: String,
    shown: Shown,
    truth: String,
    answers: Vec<Candidate>,
    passages: Vec<Source>,
}

impl Studio {
    /// Pools answers: `POST …/pool`.
    pub fn pool(&self, owner: &str, project: &str, request: Value) -> Result<Value> {
        let number = self.number(owner, project)?;
        let wanted = request::read(request)?;
        let (judging, settings) = self.read(number, judged)?;
        let known = self.read(number, |project| Ok(Known::of(project)))?;
        let mut dropped = Dropped::default();
        let mut groups = match &wanted.from {
            Some(key) => {
                if judging != Judging::Faithfulness {
                    let why = "'from' is for faithfulness: it takes the plausible answers";
                    return Err(Refusal::new("body", why).into());
                }
                self.read(self.number(owner, key)?, |other| Ok(plausible(other)))?
            }
            None => grouped(&wanted, &settings, &known, &mut dropped),
        };
        let answers = groups.iter().map(|group| group.answers.len()).sum::<usize>();
        if judging == Judging::Faithfulness {
            let pages = self.read(number, |project| {
                if project.collection.is_empty() {
                    return Ok(None);
                }
                self.pages(project).map(Some)
            })?;
            for group in &mut groups {
                let known: Vec<Source> = group
                    .passages
                    .iter()
                    .filter_map(|source| worded(source, pages.as_deref()))
                    .collect();
                group.shown.evidence = found(group, &known, &settings);
            }
            let without = |group: &&Group| group.shown.evidence.is_empty();
            dropped.no_evidence = groups.iter().filter(without).map(|g| g.answers.len()).sum();
            groups.retain(|group| !group.shown.evidence.is_empty());
        }
        let (items, added) = self.update(number, |project| {
            let known = Known::of(project);
            let items = fresh(project, &groups, &known, &wanted.gold)?;
            let added = items.iter().filter(|item| item.gold.is_none()).count();
            let mut write = Write::by(ADMIN, None).project(given_too(project, &groups, &known));
            if !items.is_empty() {
                write = write.project([ItemEvent::Pooled { items: items.clone() }.into()]);
            }
            write.whom = Whom::Everybody;
            Ok((write, (items.len(), added)))
        })?;
        let twice = groups.iter().map(|group| group.answers.len()).sum::<usize>() - added;
        let Dropped { same, unlike, few, no_evidence } = dropped;
        Ok(json!({
            "items": items, "answers": answers + same + unlike + few,
            "dropped": { "same": same + twice, "unlike": unlike, "few": few, "no_evidence": no_evidence },
        }))
    }
}

fn judged(project: &Project) -> Result<(Judging, Settings)> {
    if project.protocol.family != Family::Judging {
        let why = "only plausibility and faithfulness take answers of runs";
        return Err(Refusal::new("protocol", why).into());
    }
    Ok((project.protocol.judging, project.protocol.settings.clone()))
}

/// The answers that a project has: by question and answer, as they are compared, the item's id.
/// Gold items are not among them: what a run answers is judged, though a gold item has its words.
#[derive(Default)]
struct Known(HashMap<String, HashMap<String, String>>);

impl Known {
    fn of(project: &Project) -> Known {
        let mut known = Known::default();
        let judged = |entry: &&Entry| !entry.deleted && entry.gold.is_none();
        for entry in project.items.entries.iter().filter(judged) {
            let answers = known.0.entry(entry.shown.question.clone()).or_default();
            answers.insert(plain(&entry.shown.answer), entry.id.clone());
        }
        known
    }

    fn id(&self, question: &str, answer: &str) -> Option<&str> {
        self.0.get(question)?.get(&plain(answer)).map(String::as_str)
    }

    /// How many answers a question has with some that may be new.
    fn with(&self, question: &str, answers: &[Candidate]) -> usize {
        let new = answers.iter().filter(|one| self.id(question, &one.answer).is_none()).count();
        new + self.0.get(question).map_or(0, HashMap::len)
    }
}

/// An answer as it is compared with others: without case, punctuation and articles.
fn plain(answer: &str) -> String {
    Normal::new(answer).text().to_owned()
}

/// Different answers of each question that are near enough to the true one.
fn grouped(
    wanted: &Wanted,
    settings: &Settings,
    known: &Known,
    dropped: &mut Dropped,
) -> Vec<Group> {
    let mut groups = Vec::new();
    for question in &wanted.questions {
        let mut answers: Vec<Candidate> = Vec::new();
        let mut passages: Vec<Source> = Vec::new();
        for candidate in wanted.answers.iter().filter(|one| one.question == question.id) {
            for passage in &candidate.passages {
                if !passages.contains(passage) {
                    passages.push(passage.clone());
                }
            }
            if !is_near(&candidate.answer, &question.truth, settings.pool_similarity) {
                dropped.unlike += 1;
                continue;
            }
            let words = plain(&candidate.answer);
            let same = |one: &&mut Candidate| plain(&one.answer) == words;
            match answers.iter_mut().find(same) {
                Some(known) => {
                    dropped.same += 1;
                    known.runs.extend(candidate.runs.iter().cloned());
                    known.runs.dedup();
                }
                None => answers.push(candidate.clone()),
            }
        }
        if known.with(&question.question, &answers) < settings.pool_least as usize {
            dropped.few += answers.len();
            continue;
        }
        if answers.is_empty() {
            continue;
        }
        groups.push(Group {
            id: question.id.clone(),
            shown: Shown {
                history: question.history.clone(),
                question: question.question.clone(),
                ..Shown::default()
            },
            truth: question.truth.clone(),
            answers,
            passages,
        });
    }
    groups
}

/// Whether an answer is near enough to the true one; where none is known, every answer is.
fn is_near(answer: &str, truth: &str, least: f64) -> bool {
    if truth.trim().is_empty() || least <= 0.0 {
        return !answer.trim().is_empty();
    }
    f1(&Normal::new(answer), &Normal::new(truth)).f >= least
}

/// The plausible answers of another project, by question.
fn plausible(project: &Project) -> Vec<Group> {
    let (items, settings) = (&project.items, &project.protocol.settings);
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for entry in items.data() {
        let is = Standing::Labelled("plausible".to_owned());
        if items.standing(entry, settings) != is {
            continue;
        }
        let id = match entry.question.is_empty() {
            true => entry.shown.question.clone(),
            false => entry.question.clone(),
        };
        let group = groups.entry(id.clone()).or_insert_with(|| Group {
            id,
            shown: Shown { answer: String::new(), evidence: Vec::new(), ..entry.shown.clone() },
            truth: entry.origin.truth.clone(),
            ..Group::default()
        });
        for passage in &entry.origin.passages {
            if !group.passages.contains(passage) {
                group.passages.push(passage.clone());
            }
        }
        group.answers.push(Candidate {
            question: group.id.clone(),
            answer: entry.shown.answer.clone(),
            runs: entry.origin.runs.clone(),
            passages: Vec::new(),
        });
    }
    groups.into_values().collect()
}

/// A passage with its words; none where they are nowhere.
fn worded(source: &Source, pages: Option<&(dyn Pages + Send + Sync)>) -> Option<Source> {
    if !source.text.is_empty() {
        return Some(source.clone());
    }
    let id = source.title.as_str();
    if let Some(pages) = pages {
        if let Ok(Some(page)) = pages.page(id) {
            let texts: Vec<String> = page.elements.into_iter().map(|one| one.text).collect();
            return Some(Source { title: page.title, text: texts.join("\n") });
        }
        let (document, _) = id.rsplit_once('#').unwrap_or((id, ""));
        if let Ok(Some(page)) = pages.page(document) {
            let element = page.elements.into_iter().find(|one| one.id == id);
            return element.map(|one| Source { title: page.title, text: one.text });
        }
    }
    // Who gives the words in place of an id gives more than one word.
    id.contains(char::is_whitespace).then(|| Source { title: String::new(), text: id.to_owned() })
}

fn found(group: &Group, passages: &[Source], settings: &Settings) -> Vec<EvidenceText> {
    let mut answers: Vec<&str> = group.answers.iter().map(|one| one.answer.as_str()).collect();
    if !group.truth.trim().is_empty() {
        answers.push(&group.truth);
    }
    let most = settings.evidence_sentences as usize;
    evidence::sentences(&answers, passages, settings.evidence_overlap, most)
}

/// What becomes known of items that are there: which other runs gave their answers.
fn given_too(project: &Project, groups: &[Group], known: &Known) -> Vec<ProjectEvent> {
    let mut events = Vec::new();
    for group in groups {
        for candidate in &group.answers {
            let id = known.id(&group.shown.question, &candidate.answer);
            let Some(entry) = id.and_then(|id| project.items.entry(id)) else { continue };
            let new = |run: &&String| !entry.origin.runs.contains(run);
            let runs: Vec<String> = candidate.runs.iter().filter(new).cloned().collect();
            if !runs.is_empty() {
                let (item, passages) = (entry.id.clone(), group.passages.clone());
                events.push(ItemEvent::GivenToo { item, runs, passages }.into());
            }
        }
    }
    events
}

/// Items for what is not yet in the project, in an order that tells nothing.
fn fresh(project: &Project, groups: &[Group], known: &Known, gold: &[Gold]) -> Result<Vec<Pooled>> {
    let mut items = Vec::new();
    for group in groups {
        for candidate in &group.answers {
            if known.id(&group.shown.question, &candidate.answer).is_some() {
                continue;
            }
            items.push(Pooled {
                id: String::new(),
                shown: Shown { answer: candidate.answer.clone(), ..group.shown.clone() },
                question: group.id.clone(),
                truth: group.truth.clone(),
                runs: candidate.runs.clone(),
                passages: group.passages.clone(),
                gold: None,
            });
        }
    }
    let faithfulness = project.protocol.judging == Judging::Faithfulness;
    for one in gold {
        known_label(&project.protocol, &one.label)?;
        if faithfulness && one.evidence.is_empty() {
            let why = "a gold item of faithfulness needs evidence";
            return Err(Refusal::new("body", why).into());
        }
        let shown = Shown {
            question: one.question.clone(),
            answer: one.answer.clone(),
            history: one.history.clone(),
            evidence: one.evidence.clone(),
            ..Shown::default()
        };
        let before = project.items.entries.iter().map(|entry| (&entry.shown, &entry.gold));
        let new = items.iter().map(|item| (&item.shown, &item.gold));
        let labels = before.chain(new).filter(|(other, _)| **other == shown);
        match labels.filter_map(|(_, gold)| gold.as_ref()).next() {
            Some(label) if *label != one.label => {
                let why = format!(
                    "the gold item “{} | {}” is {label} already, and cannot be {} too",
                    one.question, one.answer, one.label
                );
                return Err(Refusal::new("body", why).into());
            }
            Some(_) => continue,
            None => {}
        }
        items.push(Pooled { shown, gold: Some(one.label.clone()), ..Pooled::default() });
    }
    let seed = format!("{}/{}", project.secret, project.seq);
    Random::of(&seed).shuffle(&mut items);
    for (number, item) in items.iter_mut().enumerate() {
        let hash = Sha256::digest(format!("{seed}/{number}").as_bytes());
        item.id = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    }
    Ok(items)
}

#[cfg(test)]
mod tests;
