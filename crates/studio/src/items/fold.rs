//! What the log's events make of the items.

use super::{Entry, Flag, ItemEvent, Items, Origin, Pooled, Question, State, Vote, Written};
use crate::formats::Item;
use crate::project::ProjectEvent;
use crate::protocol::{Protocol, Shown};

impl Items {
    /// Folds an event.
    pub fn apply(&mut self, protocol: &Protocol, seq: i64, at: i64, actor: &str, event: ItemEvent) {
        let pay = protocol.settings.pay_item;
        match event {
            ItemEvent::Held { items } => self.hold(actor, items, at),
            ItemEvent::Questions { scenario, questions } => {
                self.wrote((seq, at, pay), actor, scenario, questions);
            }
            ItemEvent::Answers { answers } => {
                let texts = answers.into_iter().collect();
                self.answered(protocol, seq, at, actor, texts);
            }
            ItemEvent::Practised { number, label } => {
                let worker = self.workers.entry(actor.to_owned()).or_default();
                (worker.practised, worker.chosen) = (number, Some(label));
            }
            ItemEvent::Judged { item, label, comment } => {
                self.judged((at, pay), actor, &item, label, comment);
            }
            ItemEvent::Flagged { item, reason } => {
                self.flagged((at, pay), actor, item, reason);
            }
            ItemEvent::Skipped { item } => {
                let held = self.worker(actor).and_then(|worker| worker.hold.clone());
                self.release(actor);
                let worker = self.workers.entry(actor.to_owned()).or_default();
                // Questions that were shown together are skipped together.
                worker.skipped.extend(held.map_or_else(|| vec![item], |(items, _)| items));
            }
            ItemEvent::Pooled { items } => items.into_iter().for_each(|item| self.pooled(item)),
            ItemEvent::GivenToo { item, runs, passages } => {
                let Some(entry) = self.entry_mut(&item) else { return };
                extend(&mut entry.origin.runs, runs);
                extend(&mut entry.origin.passages, passages);
            }
            ItemEvent::Imported { items } => items.into_iter().for_each(|item| self.imported(item)),
            ItemEvent::Adjudicated { item, label } => {
                if let Some(entry) = self.entry_mut(&item) {
                    entry.adjudicated = Some(label);
                }
            }
        }
    }

    /// Somebody came in who only tries things out.
    pub fn joined_for_trial(&mut self, participant: &str) {
        self.trials.insert(participant.to_owned());
    }

    /// Somebody came in who gave a name, as names are compared.
    pub fn joined_as(&mut self, participant: &str, name: String) {
        self.names.insert(participant.to_owned(), name);
    }

    /// Somebody was suspended, or no longer is.
    pub fn decided(&mut self, participant: &str, suspended: bool) {
        match suspended {
            true => {
                self.release(participant);
                self.suspended.insert(participant.to_owned());
            }
            false => {
                self.suspended.remove(participant);
                if let Some(worker) = self.workers.get_mut(participant) {
                    worker.forgiven = worker.gold;
                }
            }
        }
    }

    /// Whether somebody's judgements do not count.
    pub(super) fn is_suspended(&self, participant: &str) -> bool {
        self.suspended.contains(participant)
    }

    pub(super) fn entry_mut(&mut self, id: &str) -> Option<&mut Entry> {
        self.entry_places.get(id).and_then(|&at| self.entries.get_mut(at))
    }

    /// The item of an id. Where its words were deleted on their writer's request, a place without
    /// words is kept for it, so that whoever judged it is paid.
    fn known(&mut self, id: &str) -> &mut Entry {
        let place = self.entry_places.get(id).copied().unwrap_or_else(|| {
            let place = self.entries.len();
            self.add(Entry { id: id.to_owned(), out: true, deleted: true, ..Entry::default() });
            place
        });
        &mut self.entries[place]
    }

    pub(super) fn question_mut(&mut self, id: &str) -> Option<&mut Question> {
        self.question_places.get(id).and_then(|&at| self.questions.get_mut(at))
    }

    fn hold(&mut self, actor: &str, items: Vec<String>, at: i64) {
        self.release(actor);
        for id in &items {
            let holds = match self.entry_places.get(id) {
                Some(&place) => self.entries.get_mut(place).map(|entry| &mut entry.holds),
                None => self.question_mut(id).map(|question| &mut question.holds),
            };
            if let Some(holds) = holds {
                holds.push((actor.to_owned(), at));
            }
        }
        let worker = self.workers.entry(actor.to_owned()).or_default();
        worker.redo.retain(|wanted| *wanted != items);
        worker.hold = Some((items, at));
    }

    /// Takes away what somebody has before them; gives since when they had it.
    fn release(&mut self, actor: &str) -> Option<i64> {
        let (items, since) = self.workers.get_mut(actor)?.hold.take()?;
        for id in &items {
            let holds = match self.entry_places.get(id) {
                Some(&place) => self.entries.get_mut(place).map(|entry| &mut entry.holds),
                None => self.question_mut(id).map(|question| &mut question.holds),
            };
            if let Some(holds) = holds {
                holds.retain(|(who, _)| who != actor);
            }
        }
        Some(since)
    }

    fn wrote(
        &mut self,
        (seq, at, pay): (i64, i64, i64),
        actor: &str,
        scenario: String,
        texts: Vec<String>,
    ) {
        let took = self.release(actor).map_or(0, |since| at - since);
        let id = format!("w{seq}");
        let mut kept = Vec::new();
        for (number, text) in (1..).zip(texts) {
            let question = format!("{id}.{number}");
            kept.push((question.clone(), text.clone()));
            self.question_places.insert(question.clone(), self.questions.len());
            self.questions.push(Question {
                id: question,
                scenario: scenario.clone(),
                text,
                by: actor.to_owned(),
                written: id.clone(),
                answered: Vec::new(),
                holds: Vec::new(),
            });
        }
        let worker = self.workers.entry(actor.to_owned()).or_default();
        worker.scenarios.insert(scenario.clone());
        worker.sent(pay);
        let by = actor.to_owned();
        let state = State::default();
        let written = Written { id: id.clone(), by, at, took, pay, scenario, texts: kept, state };
        self.writings.insert(id, written);
    }

    fn answered(
        &mut self,
        protocol: &Protocol,
        seq: i64,
        at: i64,
        actor: &str,
        texts: Vec<(String, String)>,
    ) {
        let took = self.release(actor).map_or(0, |since| at - since);
        let id = format!("a{seq}");
        let trial = self.is_trial(actor);
        let mut scenario = String::new();
        for (number, (question, answer)) in (1..).zip(&texts) {
            self.workers.entry(actor.to_owned()).or_default().answered.insert(question.clone());
            let Some(known) = self.question_mut(question) else { continue };
            if !trial {
                known.answered.push(actor.to_owned());
            }
            let asked = known.clone();
            let out = !self.writings.get(&asked.written).is_some_and(|one| one.state.is_in());
            scenario.clone_from(&asked.scenario);
            let told = protocol.scenarios.iter().find(|one| one.id == asked.scenario);
            let shown = Shown {
                context: told.map(|one| one.context.clone()).unwrap_or_default(),
                question: asked.text,
                answer: answer.clone(),
                ..Shown::default()
            };
            self.add(Entry {
                id: format!("{id}.{number}"),
                shown,
                question: question.clone(),
                scenario: asked.scenario,
                written: Some(id.clone()),
                out,
                trial: trial || self.is_trial(&asked.by),
                writers: vec![asked.by, actor.to_owned()],
                ..Entry::default()
            });
        }
        let pay = protocol.settings.pay_item;
        self.workers.entry(actor.to_owned()).or_default().sent(pay);
        let by = actor.to_owned();
        let state = State::default();
        let written = Written { id: id.clone(), by, at, took, pay, scenario, texts, state };
        self.answerings.insert(id, written);
    }

    fn judged(
        &mut self,
        (at, pay): (i64, i64),
        actor: &str,
        item: &str,
        label: String,
        comment: String,
    ) {
        let took = self.release(actor).map_or(0, |since| at - since);
        let entry = self.known(item);
        let right = entry.gold.as_ref().map(|gold| *gold == label);
        // Who judges anew, after a reviewer's return, takes back what they said before.
        entry.votes.retain(|vote| vote.by != actor || !vote.void);
        let by = actor.to_owned();
        entry.votes.push(Vote { by, label, comment, at, took, pay, void: false });
        let worker = self.workers.entry(actor.to_owned()).or_default();
        worker.judged.insert(item.to_owned());
        worker.sent(pay);
        if let Some(right) = right {
            worker.gold.0 += usize::from(right);
            worker.gold.1 += 1;
        }
    }

    fn flagged(&mut self, (at, pay): (i64, i64), actor: &str, item: String, reason: String) {
        self.release(actor);
        let trial = self.is_trial(actor);
        let entry = self.known(&item);
        entry.votes.retain(|vote| vote.by != actor || !vote.void);
        entry.flags.retain(|flag| flag.by != actor || !flag.returned);
        // Who tries things out takes nothing away from others.
        if !trial || entry.trial {
            let by = actor.to_owned();
            entry.flags.push(Flag { by, reason, at, pay, upheld: None, returned: false });
        }
        let gold = entry.gold.is_some();
        let worker = self.workers.entry(actor.to_owned()).or_default();
        worker.judged.insert(item);
        worker.sent(pay);
        // Otherwise nobody who flags every item would ever be found out.
        worker.gold.1 += usize::from(gold);
    }

    fn add(&mut self, entry: Entry) {
        if !self.entry_places.contains_key(&entry.id) {
            self.entry_places.insert(entry.id.clone(), self.entries.len());
            self.entries.push(entry);
        }
    }

    fn pooled(&mut self, item: Pooled) {
        self.add(Entry {
            id: item.id,
            shown: item.shown,
            question: item.question,
            origin: Origin {
                statement: None,
                truth: item.truth,
                runs: item.runs,
                passages: item.passages,
            },
            gold: item.gold,
            ..Entry::default()
        });
    }

    fn imported(&mut self, item: Item) {
        let vote = |judgement: crate::formats::Judgement| Vote {
            by: judgement.participant,
            label: judgement.label,
            comment: judgement.comment,
            at: judgement.at,
            took: judgement.took,
            pay: 0,
            void: false,
        };
        self.add(Entry {
            id: item.id,
            shown: item.shown,
            question: item.question,
            scenario: item.scenario,
            writers: item.writers,
            origin: Origin { statement: item.statement, runs: item.runs, ..Origin::default() },
            gold: item.gold,
            imported: !item.judgements.is_empty(),
            votes: item.judgements.into_iter().map(vote).collect(),
            adjudicated: item.adjudicated,
            ..Entry::default()
        });
    }
}

/// Adds what is not there yet.
fn extend<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

impl From<ItemEvent> for ProjectEvent {
    fn from(event: ItemEvent) -> ProjectEvent {
        ProjectEvent::Item { event }
    }
}
