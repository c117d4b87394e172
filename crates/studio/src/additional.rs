//! Further answers for conversations of the evaluation split (TopiOCQA, section 3.4): people who
//! did not take part answer the same questions, one turn at a time.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

use crate::action::Do;
use crate::formats::Further;
use crate::pages::{self, PageRef, Pages, Span};
use crate::project::{AdditionalEvent, Project, SessionRecord, Verdict};
use crate::project::{Subject, SubjectKind};
use crate::protocol::Family;
use crate::random::Random;
use crate::refusal::{Refusal, Result};
use crate::session::{self, How, Outcome, Session, SessionEvent, Turn};

/// A further answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Who gave it.
    pub by: String,
    /// Where it stands.
    pub rationale: Option<Span>,
    /// The words.
    pub answer: String,
    /// Whether no page answers the question.
    pub unanswerable: bool,
    /// The page.
    pub page: Option<PageRef>,
    /// Its section.
    pub section: String,
    /// When.
    pub at: i64,
}

/// What somebody has before them.
#[derive(Clone, Debug)]
struct Held {
    item: String,
    since: i64,
    given: Vec<PageRef>,
    trail: Vec<PageRef>,
    at: usize,
}

impl Held {
    fn is_in_time(&self, project: &Project, now: i64) -> bool {
        now < self.since + project.protocol.settings.lease_seconds * 1_000
    }
}

/// One annotator.
#[derive(Clone, Debug, Default)]
struct Annotator {
    held: Option<Held>,
    /// Turns that are not given again.
    skipped: BTreeSet<String>,
    done: usize,
    earned: i64,
}

/// How many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Turns that get further answers.
    pub all: usize,
    /// Turns that have all of them.
    pub done: usize,
    /// Answers.
    pub answers: usize,
}

/// Further answers.
#[derive(Clone, Debug, Default)]
pub struct Additional {
    answers: BTreeMap<String, Vec<Answer>>,
    people: HashMap<String, Annotator>,
    /// Whose answers are no data: they try the step out.
    trials: HashSet<String>,
    /// Whose answers do not count: they are suspended.
    suspended: HashSet<String>,
}

/// The name of a turn.
fn name(session: &str, turn: usize) -> String {
    format!("{session}.{turn}")
}

fn parts(item: &str) -> Option<(&str, usize)> {
    let (session, turn) = item.rsplit_once('.')?;
    Some((session, turn.parse().ok()?))
}

impl Additional {
    /// Folds an event, at a time when an answer is paid so much.
    pub fn apply(&mut self, at: i64, pay: i64, actor: &str, event: AdditionalEvent) {
        let trial = self.trials.contains(actor);
        let one = self.people.entry(actor.to_owned()).or_default();
        match event {
            AdditionalEvent::Given { item, pages } => {
                let trail = pages.first().cloned().into_iter().collect();
                one.held = Some(Held { item, since: at, given: pages, trail, at: 0 });
            }
            AdditionalEvent::Browsed { page, how } => {
                let Some(held) = &mut one.held else { return };
                match how {
                    How::Back => held.at = held.at.saturating_sub(1),
                    How::Forward => held.at = (held.at + 1).min(held.trail.len().saturating_sub(1)),
                    How::Link => {
                        let page = PageRef { document: page.document, title: page.title };
                        if !held.given.contains(&page) {
                            held.given.push(page.clone());
                        }
                        held.trail.truncate(held.at + 1);
                        held.trail.push(page);
                        held.at = held.trail.len() - 1;
                    }
                }
            }
            AdditionalEvent::Answered { item, rationale, answer, unanswerable, page, section } => {
                (one.held, one.done) = (None, one.done + 1);
                one.earned += pay;
                if trial {
                    one.skipped.insert(item);
                    return;
                }
                let by = actor.to_owned();
                let given = Answer { by, rationale, answer, unanswerable, page, section, at };
                self.answers.entry(item).or_default().push(given);
            }
            AdditionalEvent::Skipped { item } => {
                one.held = None;
                one.skipped.insert(item);
            }
        }
    }

    /// Somebody came in who only tries things out.
    pub fn joined_for_trial(&mut self, participant: &str) {
        self.trials.insert(participant.to_owned());
    }

    /// Somebody was suspended, or no longer is.
    pub fn decided(&mut self, participant: &str, suspended: bool) {
        match suspended {
            true => self.suspended.insert(participant.to_owned()),
            false => self.suspended.remove(participant),
        };
    }

    /// What somebody earned by them.
    pub fn earned(&self, participant: &str) -> i64 {
        self.people.get(participant).map_or(0, |one| one.earned)
    }

    /// How many answers somebody gave.
    pub fn done(&self, participant: &str) -> usize {
        self.people.get(participant).map_or(0, |one| one.done)
    }

    /// Further answers to a turn that count.
    pub fn to<'a>(
        &'a self,
        session: &str,
        turn: usize,
    ) -> impl Iterator<Item = &'a Answer> + use<'a> {
        self.counted(&name(session, turn))
    }

    fn counted<'a>(&'a self, item: &str) -> impl Iterator<Item = &'a Answer> + use<'a> {
        let all = self.answers.get(item).map_or(&[][..], Vec::as_slice);
        all.iter().filter(|answer| !self.suspended.contains(&answer.by))
    }

    /// All further answers to a conversation's turns, as they leave the studio.
    pub fn answers(&self, session: &str) -> BTreeMap<usize, Vec<Further>> {
        let mut all: BTreeMap<usize, Vec<Further>> = BTreeMap::new();
        for (item, _) in self.answers.range(format!("{session}.")..format!("{session}/")) {
            let Some((_, turn)) = parts(item) else { continue };
            all.entry(turn).or_default().extend(self.counted(item).map(further));
        }
        all.retain(|_, answers| !answers.is_empty());
        all
    }

    /// Whether somebody may read a page for the turn before them.
    pub fn opened(&self, participant: &str, document: &str) -> bool {
        self.held(participant)
            .is_some_and(|held| held.given.iter().any(|page| page.document == document))
    }

    /// How many there are.
    pub fn counts(&self, project: &Project) -> Counts {
        let mut counts = Counts::default();
        for record in chosen(project) {
            for turn in 0..record.turns {
                let answers = self.to(&record.key, turn).count();
                counts.all += 1;
                counts.answers += answers;
                counts.done += usize::from(answers >= wanted(project));
            }
        }
        counts
    }

    fn held(&self, participant: &str) -> Option<&Held> {
        self.people.get(participant)?.held.as_ref()
    }

    /// How many others have a turn before them and have not let it lie.
    fn others(&self, item: &str, who: &str, project: &Project, now: i64) -> usize {
        let holds = |held: &Held| held.item == item && held.is_in_time(project, now);
        let counts = |id: &str| !self.trials.contains(id) && !self.suspended.contains(id);
        let others = self.people.iter().filter(|(id, _)| *id != who && counts(id));
        others.filter(|(_, one)| one.held.as_ref().is_some_and(holds)).count()
    }

    /// Whether a turn wants an answer of somebody. Any will do to try the step out.
    fn wants(&self, item: &str, who: &str, project: &Project, now: i64) -> bool {
        let taken = self.counted(item).count() + self.others(item, who, project, now);
        let mut all = self.answers.get(item).into_iter().flatten();
        let open = taken < wanted(project) || self.trials.contains(who);
        open && !all.any(|answer| answer.by == who)
    }
}

fn wanted(project: &Project) -> usize {
    project.protocol.settings.additional_answers as usize
}

fn further(answer: &Answer) -> Further {
    Further {
        participant: answer.by.clone(),
        answer: answer.answer.clone(),
        unanswerable: answer.unanswerable,
        rationale: answer.rationale.clone(),
        page: answer.page.clone(),
        section: answer.section.clone(),
    }
}

/// The conversations of the evaluation split.
fn chosen(project: &Project) -> impl Iterator<Item = &SessionRecord> {
    let topi = project.protocol.family == Family::Topiocqa;
    project.sessions.iter().filter(move |record| topi && is_chosen(project, record))
}

/// Whether a conversation belongs to the evaluation split. The choice is its key's, so it stays.
pub fn is_chosen(project: &Project, record: &SessionRecord) -> bool {
    let subject = Subject { kind: SubjectKind::Session, id: record.key.clone() };
    let rejected =
        project.reviews.get(&subject).is_some_and(|review| review.verdict == Verdict::Reject);
    record.outcome == Some(Outcome::Complete)
        && !record.trial
        && !record.imported
        && !rejected
        && Random::of(&record.key).share() < project.protocol.settings.evaluation_share
}

/// The turn that somebody has before them: the conversation, and its number. Who lets it lie has it
/// for as long as nobody else is found for it.
pub fn held<'a>(project: &'a Project, who: &str, now: i64) -> Option<(&'a str, usize)> {
    let held = project.additional.held(who)?;
    let (session, turn) = parts(&held.item)?;
    let record = project.sessions.get(session)?;
    let stands =
        held.is_in_time(project, now) || project.additional.wants(&held.item, who, project, now);
    (stands && is_chosen(project, record)).then_some((session, turn))
}

/// The turn to give somebody who has none before them.
pub fn next(project: &Project, who: &str, now: i64) -> Option<(String, usize)> {
    if held(project, who, now).is_some() || project.closed {
        return None;
    }
    let all = &project.additional;
    let skipped = all.people.get(who).map(|one| &one.skipped);
    for record in chosen(project) {
        if record.seats.iter().any(|seat| project.items.is_same(&seat.participant, who)) {
            continue;
        }
        for turn in 0..record.turns {
            let item = name(&record.key, turn);
            let skips = skipped.is_some_and(|skipped| skipped.contains(&item));
            if !skips && all.wants(&item, who, project, now) {
                return Some((record.key.clone(), turn));
            }
        }
    }
    None
}

/// The event that gives somebody a turn, with the page the conversation began with and those of the
/// turns before; what came later would tell where the answer was found (TopiOCQA, section 3.4).
pub fn given(key: &str, turn: usize, session: &Session) -> AdditionalEvent {
    let seed = session.seed.as_ref();
    let seed =
        seed.map(|seed| PageRef { document: seed.document.clone(), title: seed.title.clone() });
    let mut pages: Vec<PageRef> = seed.into_iter().collect();
    for page in session.turns.iter().take(turn).filter_map(|before| before.page.as_ref()) {
        if !pages.iter().any(|known| known.document == page.document) {
            pages.push(page.clone());
        }
    }
    AdditionalEvent::Given { item: name(key, turn), pages }
}

/// The screen of somebody who answers further.
pub fn screen(project: &Project, who: &str, session: Option<&Session>, now: i64) -> Value {
    let done = project.additional.done(who);
    let now_held = project.additional.held(who).zip(held(project, who, now)).zip(session);
    let Some(((state, (_, number)), session)) = now_held else {
        let earned = project.additional.earned(who);
        return json!({ "kind": "nothing_left", "done": done, "earned": earned, "can": [] });
    };
    let before = |(number, turn): (usize, &Turn)| {
        json!({
            "number": number, "question": turn.question, "answer": turn.reply,
            "unanswerable": turn.unanswerable,
            "topic": turn.page.as_ref().map(|page| page.title.clone()),
        })
    };
    let page = |at: Option<usize>| {
        at.and_then(|at| state.trail.get(at)).map_or(Value::Null, |page| json!(page))
    };
    json!({
        "kind": "additional", "item": state.item,
        "turns": session.turns.iter().take(number).enumerate().map(before).collect::<Vec<_>>(),
        "question": session.turns.get(number).map(|turn| turn.question.clone()),
        "documents": state.given,
        "page": page(Some(state.at)), "back": page(state.at.checked_sub(1)),
        "forward": page(Some(state.at + 1)), "visited": state.given,
        "done": done, "can": ["browse", "answer", "unanswerable", "skip"],
    })
}

/// What an action makes happen, or why it cannot be done.
pub fn decide(
    project: &Project,
    who: &str,
    what: &Do,
    pages: &dyn Pages,
    now: i64,
) -> Result<Vec<AdditionalEvent>> {
    let state = project.additional.held(who).filter(|_| held(project, who, now).is_some());
    let state = state.ok_or_else(|| Refusal::not_now("no question waits for you"))?;
    let mine = |item: &str| match item == state.item {
        true => Ok(()),
        false => Err(Refusal::not_now("another question is before you now")),
    };
    match what {
        Do::Skip { item } => {
            mine(item)?;
            Ok(vec![AdditionalEvent::Skipped { item: item.clone() }])
        }
        Do::Unanswerable { item } => {
            let item = item.clone().unwrap_or_default();
            mine(&item)?;
            Ok(vec![answered(item, session::unanswerable())?])
        }
        Do::Answer { rationale, answer, item } => {
            let item = item.clone().unwrap_or_default();
            mine(&item)?;
            if answer.trim().is_empty() {
                return Err(Refusal::new("empty", "there is nothing in it yet").into());
            }
            let opened = |document: &str| project.additional.opened(who, document);
            Ok(vec![answered(item, session::answer_of(rationale, answer.trim(), &opened, pages)?)?])
        }
        Do::Browse { document, how } => Ok(vec![browsed(state, document, *how, pages)?]),
        _ => Err(Refusal::not_now("this cannot be done here").into()),
    }
}

fn answered(item: String, event: SessionEvent) -> Result<AdditionalEvent> {
    match event {
        SessionEvent::Answered { rationale, answer, unanswerable, page, section, .. } => {
            Ok(AdditionalEvent::Answered { item, rationale, answer, unanswerable, page, section })
        }
        _ => Err(Refusal::not_now("this is no answer").into()),
    }
}

fn browsed(state: &Held, document: &str, how: How, pages: &dyn Pages) -> Result<AdditionalEvent> {
    let no_link = |message: &str| Refusal::new("no_link", message);
    let at = match how {
        How::Back => state.at.checked_sub(1).and_then(|at| state.trail.get(at)),
        How::Forward => state.trail.get(state.at + 1),
        How::Link => None,
    };
    let document = match (how, at) {
        (How::Link, _) => document.to_owned(),
        (_, Some(page)) => page.document.clone(),
        (How::Back, None) => return Err(no_link("there is no page before this one").into()),
        (_, None) => return Err(no_link("there is no page after this one").into()),
    };
    let page = pages::found(pages, &document)?;
    let known = state.given.iter().any(|known| known.document == document);
    if how == How::Link && !known {
        let open = state.trail.get(state.at).map(|page| page.document.clone()).unwrap_or_default();
        let open = pages::found(pages, &open)?;
        if !open.links.iter().any(|link| link.to.document == document) {
            let message = format!("“{}” does not link to that page", open.title);
            return Err(no_link(&message).into());
        }
    }
    Ok(AdditionalEvent::Browsed { page: session::outline(&page), how })
}
