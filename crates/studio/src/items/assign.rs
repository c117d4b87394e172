//! Who is given what.

use super::{Entry, ItemEvent, Items, Question, Worker};
use crate::checks;
use crate::project::{Participant, Project};
use crate::protocol::{Protocol, Settings};
use crate::random::Random;

impl Items {
    /// What somebody has before them at this time, if they still have it.
    pub fn held(&self, participant: &str, protocol: &Protocol, now: i64) -> Option<&[String]> {
        let (items, since) = self.worker(participant)?.hold.as_ref()?;
        let stands = |id: &String| match (self.entry(id), self.question(id)) {
            (Some(entry), _) => !entry.is_out() && entry.adjudicated.is_none(),
            (None, Some(question)) => {
                self.writings.get(&question.written).is_some_and(|one| one.state.is_in())
            }
            (None, None) => protocol.scenarios.iter().any(|scenario| scenario.id == *id),
        };
        let held = is_held(*since, &protocol.settings, now) && items.iter().all(stands);
        held.then_some(items)
    }
}

fn is_held(since: i64, settings: &Settings, now: i64) -> bool {
    now < since + settings.lease_seconds * 1_000
}

/// Others who have something before them.
fn others(holds: &[(String, i64)], participant: &str, settings: &Settings, now: i64) -> usize {
    let counts = |hold: &&(String, i64)| hold.0 != participant && is_held(hold.1, settings, now);
    holds.iter().filter(counts).count()
}

/// What somebody should be given now: to be written before it is shown. None where they have
/// something before them, or where nothing waits for them.
pub fn prepare(project: &Project, who: &str, now: i64) -> Vec<ItemEvent> {
    let given = project.participant(who).and_then(|one| given(project, one, now));
    given.map(|items| ItemEvent::Held { items }).into_iter().collect()
}

fn given(project: &Project, participant: &Participant, now: i64) -> Option<Vec<String>> {
    let items = &project.items;
    if project.closed
        || participant.suspended.is_some()
        || items.held(&participant.id, &project.protocol, now).is_some()
    {
        return None;
    }
    let fresh = Worker::default();
    let worker = items.worker(&participant.id).unwrap_or(&fresh);
    match participant.step.as_str() {
        "questions" => scenario(project, worker, &participant.id).map(|id| vec![id]),
        "answers" => questions(project, worker, &participant.id, now),
        "judgements" if worker.practised < project.protocol.practice.len() => None,
        "judgements" => item(project, worker, &participant.id, now).map(|id| vec![id]),
        _ => None,
    }
}

/// When something that others have before them goes back, for somebody for whom nothing waits.
pub fn wake(project: &Project, who: &str, now: i64) -> Option<i64> {
    let (items, settings) = (&project.items, &project.protocol.settings);
    if items.held(who, &project.protocol, now).is_some() {
        return None;
    }
    let held = items.workers.values().filter_map(|worker| worker.hold.as_ref());
    let ends = held.map(|(_, since)| since + settings.lease_seconds * 1_000);
    ends.filter(|&end| end > now).min()
}

/// A number that is the same each time, and different for each person and thing.
fn draw(participant: &str, thing: &str) -> usize {
    Random::of(&format!("{participant} {thing}")).below(1 << 30)
}

/// The scenario for which the fewest have written questions.
fn scenario(project: &Project, worker: &Worker, participant: &str) -> Option<String> {
    let written = |id: &str| {
        let all = project.items.writings.values();
        all.filter(|one| one.scenario == id && one.state.is_in()).count()
    };
    let again = worker.redo.iter().flatten().next();
    let open = project.protocol.scenarios.iter().map(|one| one.id.as_str());
    let open = open.filter(|id| !worker.scenarios.contains(*id) && !worker.skipped.contains(*id));
    let fewest = open.min_by_key(|id| (written(id), draw(participant, id)));
    again.cloned().or_else(|| fewest.map(str::to_owned))
}

/// Questions of one scenario, none like another, that want more answers.
fn questions(
    project: &Project,
    worker: &Worker,
    participant: &str,
    now: i64,
) -> Option<Vec<String>> {
    let (items, settings) = (&project.items, &project.protocol.settings);
    let trial = items.is_trial(participant);
    let wanted = |question: &Question| {
        let asked = items.writings.get(&question.written);
        let taken = question.answered.len() + others(&question.holds, participant, settings, now);
        asked.is_some_and(|one| one.state.is_in())
            && !items.is_same(&question.by, participant)
            && !worker.answered.contains(&question.id)
            && !worker.skipped.contains(&question.id)
            && (trial || !items.is_trial(&question.by))
            && (trial || taken < settings.answers_each as usize)
    };
    for again in &worker.redo {
        let still: Vec<&Question> = again.iter().filter_map(|id| items.question(id)).collect();
        if !still.is_empty() && still.iter().all(|question| wanted(question)) {
            return Some(again.clone());
        }
    }
    let mut best: Option<(usize, Vec<String>)> = None;
    let round = worker.done;
    let mut scenarios: Vec<&str> =
        project.protocol.scenarios.iter().map(|one| one.id.as_str()).collect();
    scenarios.sort_by_key(|id| draw(participant, &format!("{id} {round}")));
    for scenario in scenarios {
        let mut open: Vec<&Question> = items
            .questions
            .iter()
            .filter(|question| question.scenario == scenario && wanted(question))
            .collect();
        open.sort_by_key(|question| (question.answered.len(), draw(participant, &question.id)));
        let most = settings.together as usize;
        let text = |question: &&Question| question.text.clone();
        let texts: Vec<(String, &Question)> =
            open.iter().map(|question| (text(question), *question)).collect();
        let taken = checks::unlike(&texts, |one| &one.0, settings.alike, most);
        let taken: Vec<String> = taken.into_iter().map(|one| one.1.id.clone()).collect();
        if taken.len() > best.as_ref().map_or(0, |(count, _)| *count) {
            let full = taken.len() >= most;
            best = Some((taken.len(), taken));
            if full {
                break;
            }
        }
    }
    best.map(|(_, taken)| taken)
}

/// An item to judge: now and then a gold item; else one that others have begun on, else any.
fn item(project: &Project, worker: &Worker, participant: &str, now: i64) -> Option<String> {
    let (items, settings) = (&project.items, &project.protocol.settings);
    let mine = |entry: &&Entry| items.may_judge(entry, worker, participant);
    // What was returned may have got its judgements from others meanwhile.
    let free = |entry: &&Entry| items.is_free(entry, participant, settings, now);
    let again = worker.redo.iter().flatten().filter_map(|id| items.entry(id));
    if let Some(entry) = again.filter(mine).find(free) {
        return Some(entry.id.clone());
    }
    if is_time_for_gold(settings.gold_every as usize, worker.judged.len(), participant) {
        let gold = items.entries.iter().filter(|entry| entry.gold.is_some()).filter(mine);
        if let Some(entry) = gold.min_by_key(|entry| draw(participant, &entry.id)) {
            return Some(entry.id.clone());
        }
    }
    let trial = items.is_trial(participant);
    let wanted = |entry: &&Entry| {
        entry.gold.is_none() && (trial || items.wants(entry, participant, settings, now) > 0)
    };
    let open = items.entries.iter().filter(mine).filter(wanted);
    let chosen = open.min_by_key(|entry| {
        (entry.votes.is_empty() && entry.holds.is_empty(), draw(participant, &entry.id))
    });
    chosen.map(|entry| entry.id.clone())
}

/// In each block of so many judgements one is a gold item; which, is different for each judge.
fn is_time_for_gold(every: usize, judged: usize, participant: &str) -> bool {
    if every == 0 {
        return false;
    }
    let block = format!("gold {}", judged / every);
    judged % every == draw(participant, &block) % every
}

impl Items {
    /// Whether somebody may judge an item at all: nobody judges twice, nor their own words.
    pub(super) fn may_judge(&self, entry: &Entry, worker: &Worker, participant: &str) -> bool {
        !entry.is_out()
            && !entry.imported
            && entry.adjudicated.is_none()
            && !worker.judged.contains(&entry.id)
            && !worker.skipped.contains(&entry.id)
            && !entry.writers.iter().any(|writer| self.is_same(writer, participant))
            && (!entry.trial || self.is_trial(participant))
    }

    /// Whether an item still wants somebody's judgement. Who has it in time has a place kept.
    pub(super) fn is_free(
        &self,
        entry: &Entry,
        participant: &str,
        settings: &Settings,
        now: i64,
    ) -> bool {
        entry.gold.is_some()
            || self.is_trial(participant)
            || self.wants(entry, participant, settings, now) > 0
    }

    /// How many more judges an item wants, those who have it before them counted.
    pub(super) fn wants(
        &self,
        entry: &Entry,
        participant: &str,
        settings: &Settings,
        now: i64,
    ) -> usize {
        let real = |hold: &(String, i64)| !self.is_trial(&hold.0);
        let holds: Vec<(String, i64)> = entry.holds.iter().filter(|h| real(h)).cloned().collect();
        let taken = self.votes(entry, settings).len() + others(&holds, participant, settings, now);
        (settings.judges as usize).saturating_sub(taken)
    }
}
