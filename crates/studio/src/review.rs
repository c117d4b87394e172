//! What waits for a reviewer, and verdicts. Conversations that are complete, questions, answers and
//! flagged items wait; a single judgement can be taken out too, but does not wait.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::items::{Entry, Flag, State, Written};
use crate::project::{ADMIN, Project, ProjectEvent, SessionRecord, Subject, SubjectKind, Verdict};
use crate::refusal::{Refusal, Result};
use crate::session::{GRICE, Outcome, Phase, Seat, SessionEvent};
use crate::studio::log::Write;
use crate::studio::{Studio, Whom, body};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    subject: Subject,
    verdict: Verdict,
    #[serde(default)]
    note: String,
}

impl Studio {
    /// What waits for review: `GET …/queue`.
    pub fn queue(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |project| Ok(json!({ "queue": queue(project) })))
    }

    /// A verdict: `POST …/reviews`.
    pub fn review(&self, owner: &str, project: &str, request: Value) -> Result<()> {
        let said: Said = body(request)?;
        let number = self.number(owner, project)?;
        if said.verdict == Verdict::Return && said.note.trim().is_empty() {
            let why = "what is returned wants a note: the person reads it and mends the work";
            return Err(Refusal::new("note", why).into());
        }
        if said.note.chars().count() > crate::action::LONGEST {
            return Err(Refusal::new("too_large", "the note is too long").into());
        }
        if said.subject.kind != SubjectKind::Session {
            return self.update(number, |project| {
                let whom = whose(project, &said.subject)?;
                Ok((write(&said, whom), ()))
            });
        }
        let key = said.subject.id.clone();
        self.read(number, |project| is_over(project, &key))?;
        self.update_session(number, &key, |project, session| {
            is_over(project, &key)?;
            let seats = session.seats.iter().map(|seat| seat.participant.clone());
            let whom = seats.filter(|who| who != GRICE).collect();
            let mut write = write(&said, whom);
            if said.verdict == Verdict::Return {
                if session.seats.is_empty() {
                    let why = "a conversation of a file has nobody who could mend it";
                    return Err(Refusal::not_now(why).into());
                }
                let note = said.note.trim().to_owned();
                write.session.push(SessionEvent::Returned { note });
            } else if session.phase == Phase::Returned {
                // What was to be mended is decided without it.
                write.session.push(SessionEvent::Resubmitted);
            }
            Ok((write, ()))
        })
    }
}

fn write(said: &Said, whom: Vec<String>) -> Write {
    let mut write = Write::by(ADMIN, None).project([ProjectEvent::Reviewed {
        subject: said.subject.clone(),
        verdict: said.verdict,
        note: said.note.trim().to_owned(),
        whom,
    }]);
    write.whom = Whom::Everybody;
    write
}

fn missing(what: &str) -> Refusal {
    Refusal::new("item", format!("there is no such {what}"))
}

fn is_over(project: &Project, key: &str) -> Result<()> {
    let record = project.sessions.get(key);
    let record = record.ok_or_else(|| Refusal::new("session", "there is no such conversation"))?;
    match record.outcome {
        Some(Outcome::Deleted) => Err(Refusal::not_now("the conversation was deleted").into()),
        Some(_) => Ok(()),
        None => Err(Refusal::not_now("the conversation is not over").into()),
    }
}

/// Whose work it is.
fn whose(project: &Project, subject: &Subject) -> std::result::Result<Vec<String>, Refusal> {
    let items = &project.items;
    let by = match subject.kind {
        SubjectKind::Session => None,
        SubjectKind::Questions => items.writings.get(&subject.id).map(|one| one.by.clone()),
        SubjectKind::Answers => items.answerings.get(&subject.id).map(|one| one.by.clone()),
        SubjectKind::Judgement => subject.id.rsplit_once(':').and_then(|(item, by)| {
            let entry = items.entry(item)?;
            let judged = entry.votes.iter().any(|vote| vote.by == by);
            let flagged = entry.flags.iter().any(|flag| flag.by == by);
            (judged || flagged).then(|| by.to_owned())
        }),
    };
    let what = match subject.kind {
        SubjectKind::Session => "conversation",
        SubjectKind::Questions => "set of questions",
        SubjectKind::Answers => "set of answers",
        SubjectKind::Judgement => "judgement",
    };
    by.map(|by| vec![by]).ok_or_else(|| missing(what))
}

/// Whether a conversation waits for a reviewer.
fn waits(project: &Project, record: &SessionRecord) -> bool {
    let subject = Subject { kind: SubjectKind::Session, id: record.key.clone() };
    let open = match project.reviews.get(&subject) {
        None => true,
        Some(review) => review.verdict == Verdict::Return && review.resubmitted,
    };
    record.outcome == Some(Outcome::Complete) && !record.trial && !record.imported && open
}

/// How much waits for a reviewer.
pub(crate) fn waiting(project: &Project) -> usize {
    open_talks(project).count() + open_sets(project).count() + open_flags(project).count()
}

fn open_talks(project: &Project) -> impl Iterator<Item = &SessionRecord> {
    project.sessions.iter().filter(|record| waits(project, record))
}

/// Questions and answers that nobody has looked at.
fn open_sets(project: &Project) -> impl Iterator<Item = (&'static str, &Written)> {
    let items = &project.items;
    let questions = items.writings.values().map(|one| ("questions", one));
    let all = questions.chain(items.answerings.values().map(|one| ("answers", one)));
    all.filter(|(_, one)| one.state == State::Submitted && !items.is_trial(&one.by))
}

/// Flags that nobody has looked at; also of gold items, which are not part of the data.
fn open_flags(project: &Project) -> impl Iterator<Item = (&Entry, &Flag)> {
    let all = project.items.seen().flat_map(|one| one.flags.iter().map(move |flag| (one, flag)));
    all.filter(|(_, flag)| flag.upheld.is_none())
}

/// What waits for a reviewer, the oldest first.
fn queue(project: &Project) -> Vec<Value> {
    let mut all: Vec<(i64, Value)> = Vec::new();
    for record in open_talks(project) {
        let who = record.seats.iter().map(|seat| seat.participant.as_str());
        let who = who.filter(|who| *who != GRICE).collect::<Vec<_>>().join(", ");
        let seconds = (record.ended - record.began) / 1_000;
        let mends = |seat: &Seat| {
            let one = project.participant(&seat.participant);
            one.is_some_and(|one| one.returned.contains(&record.key))
        };
        let mended = match record.seats.iter().any(mends) {
            true => "; one of them has not sent it back yet",
            false => "",
        };
        let summary = format!("a conversation of {} turns by {who}{mended}", record.turns);
        all.push((
            record.ended,
            queued("session", &record.key, None, summary, Some(seconds)).at(record.ended),
        ));
    }
    for (kind, one) in open_sets(project) {
        let seconds = Some(one.took / 1_000).filter(|_| one.took > 0);
        let entry = queued(kind, &one.id, Some(&one.by), told(project, one), seconds);
        all.push((one.at, entry.at(one.at)));
    }
    for (entry, flag) in open_flags(project) {
        let id = format!("{}:{}", entry.id, flag.by);
        let shown = &entry.shown;
        let gold = match &entry.gold {
            Some(label) => format!(" a gold item, which is {label}"),
            None => String::new(),
        };
        let summary =
            format!("flagged{gold}: {} | {} ({})", shown.question, shown.answer, flag.reason);
        let waiting = queued("judgement", &id, Some(&flag.by), summary, None);
        all.push((flag.at, waiting.at(flag.at)));
    }
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, entry)| entry).collect()
}

/// An entry of the queue, before its time.
struct Waiting(Value);

impl Waiting {
    fn at(mut self, at: i64) -> Value {
        if let Some(fields) = self.0.as_object_mut() {
            fields.insert("at".to_owned(), at.into());
        }
        self.0
    }
}

fn queued(
    kind: &str,
    id: &str,
    participant: Option<&str>,
    summary: String,
    seconds: Option<i64>,
) -> Waiting {
    Waiting(json!({
        "subject": { "kind": kind, "id": id }, "participant": participant,
        "summary": summary, "seconds": seconds,
    }))
}

fn told(project: &Project, one: &Written) -> String {
    let text = |(id, text): &(String, String)| match project.items.question(id) {
        Some(question) if question.text != *text => format!("{} | {text}", question.text),
        _ => text.clone(),
    };
    let all: Vec<String> = one.texts.iter().map(text).collect();
    format!("{}: {}", one.scenario, all.join(" / "))
}
