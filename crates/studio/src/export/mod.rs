//! Data of a project as a file.

use std::collections::BTreeMap;

use crate::formats::{
    self, Browsed, Conversation, Data, Format, Further, Seated, TopicName, Turned,
};
use crate::interests::Inclination;
use crate::items::{Entry, Standing, State};
use crate::project::{Project, SessionRecord, Subject, SubjectKind, Verdict};
use crate::refusal::{Refusal, Result};
use crate::session::{GRICE, How, Outcome, Role, Session, Turn};
use crate::studio::{File, Studio};

/// Which conversations a file has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Those that are over, however they ended.
    Over,
    /// Those that are complete.
    Complete,
    /// Those of them that a reviewer accepted.
    Accepted,
}

impl Studio {
    /// A file of the data: `GET …/export`; `accepted` leaves out what no reviewer accepted.
    pub fn export(&self, owner: &str, project: &str, format: &str, accepted: bool) -> Result<File> {
        self.file(
            owner,
            project,
            format,
            if accepted { Extent::Accepted } else { Extent::Complete },
        )
    }

    /// The same with conversations that ended before they were complete: `GET …/export?all=true`.
    pub fn export_all(&self, owner: &str, project: &str, format: &str) -> Result<File> {
        if !matches!(format.parse()?, Format::Jsonl | Format::Csv) {
            let why = "the papers' formats do not say how a conversation ended";
            return Err(Refusal::new("format", why).hint("take jsonl or csv").into());
        }
        self.file(owner, project, format, Extent::Over)
    }

    fn file(&self, owner: &str, project: &str, format: &str, extent: Extent) -> Result<File> {
        let format: Format = format.parse()?;
        let data = self.data(self.number(owner, project)?, extent)?;
        Ok(File {
            name: format!("{project}-{}.{}", format.name(), format.extension()),
            media: format.content_type(),
            bytes: formats::write(format, &data)?.into_bytes(),
        })
    }

    /// What a project's files hold: no trials, nothing that a reviewer rejected or that waits for
    /// its correction.
    fn data(&self, project: i64, extent: Extent) -> Result<Data> {
        let (mut data, records) = self.read(project, |project| {
            let accepted = extent == Extent::Accepted;
            let mut data = empty(project);
            let kept = project.items.data().filter(|entry| is_kept(project, entry, accepted));
            data.items =
                kept.map(|entry| project.items.exported(entry, &project.protocol)).collect();
            let mut records = Vec::new();
            for record in project.sessions.iter() {
                if let Some(review) = kept_session(project, record, extent) {
                    let further = project.additional.answers(&record.key);
                    records.push((record.key.clone(), review, further));
                }
            }
            Ok((data, records))
        })?;
        for (key, review, further) in records {
            let session = self.session_copy(&key)?;
            let mut all = session.further.clone();
            all.extend(further);
            data.conversations.push(conversation(&key, &session, review, all));
        }
        Ok(data)
    }
}

/// Data without anything, with the names that the project's formats need.
pub(crate) fn empty(project: &Project) -> Data {
    Data {
        ratings: project.protocol.ratings.iter().map(|asked| asked.id.clone()).collect(),
        majority: project.protocol.settings.majority as usize,
        ..Data::default()
    }
}

/// What a reviewer said of a conversation that is part of the data; none where it is not.
fn kept_session(project: &Project, record: &SessionRecord, extent: Extent) -> Option<&'static str> {
    let is_kept = match record.outcome {
        None | Some(Outcome::Deleted) => false,
        Some(Outcome::Complete) => true,
        Some(_) => extent == Extent::Over,
    };
    if record.trial || !is_kept {
        return None;
    }
    let subject = Subject { kind: SubjectKind::Session, id: record.key.clone() };
    let review = project.reviews.get(&subject);
    let verdict = review.map(|review| (review.verdict, review.resubmitted));
    match verdict {
        Some((Verdict::Accept, _)) => Some("accepted"),
        Some((Verdict::Reject, _) | (Verdict::Return, false)) => None,
        None | Some((Verdict::Return, true)) => (extent != Extent::Accepted).then_some(""),
    }
}

/// Whether an item is part of the data: it has all its judgements, nothing of it is out, and it is
/// not one on which judges disagree where those are discarded.
fn is_kept(project: &Project, entry: &Entry, accepted: bool) -> bool {
    let (items, settings) = (&project.items, &project.protocol.settings);
    let judged = match items.standing(entry, settings) {
        Standing::Labelled(_) => true,
        Standing::Disagreed => settings.disagreement != "discard",
        Standing::Open | Standing::Out => false,
    };
    let taken = |state: Option<State>| state == Some(State::Accepted);
    let question = items.question(&entry.question);
    let asked = question.and_then(|one| items.writings.get(&one.written)).map(|one| one.state);
    let answered =
        entry.written.as_ref().and_then(|id| items.answerings.get(id)).map(|one| one.state);
    let reviewed = entry.written.is_none() || (taken(asked) && taken(answered));
    judged && (!accepted || reviewed)
}

fn conversation(
    key: &str,
    session: &Session,
    review: &str,
    mut further: BTreeMap<usize, Vec<Further>>,
) -> Conversation {
    let topic = match (&session.topic, &session.seed) {
        (Some(topic), _) => TopicName {
            title: topic.title.clone(),
            document: topic.document.clone(),
            genre: topic.genre.clone(),
            community: topic.community.clone(),
        },
        (None, Some(seed)) => TopicName {
            title: seed.title.clone(),
            document: seed.document.clone(),
            ..TopicName::default()
        },
        (None, None) => TopicName::default(),
    };
    let role = |role: Option<Role>| role.map_or("", |role| role.name(session.family));
    let participants = session
        .seats
        .iter()
        .map(|seat| Seated { id: seat.participant.clone(), role: role(seat.role).to_owned() });
    let closing = session.closing.iter().map(|(who, answers)| {
        let name = if who == GRICE { GRICE } else { role(session.role(who)) };
        (name.to_owned(), answers.clone())
    });
    let complete = session.outcome == Some(Outcome::Complete);
    let told = |(_, turn): &(usize, &Turn)| turn.reply.is_some() || !complete;
    let turns = session.turns.iter().enumerate().filter(told);
    let outcome = session.outcome.and_then(|outcome| serde_json::to_value(outcome).ok());
    let titled = |said: &Inclination| {
        let topic = session.topics.iter().find(|topic| topic.id == said.topic);
        let topic = topic.map_or_else(|| said.topic.clone(), |topic| topic.title.clone());
        Inclination { topic, ..said.clone() }
    };
    let interests = |(who, said): (&String, &Vec<Inclination>)| {
        (who.clone(), said.iter().map(titled).collect())
    };
    let browsed = |(at, document, how): &(i64, String, How)| Browsed {
        at: *at,
        document: document.clone(),
        how: *how,
    };
    Conversation {
        id: key.to_owned(),
        family: Some(session.family),
        participants: participants.collect(),
        topic,
        conditions: session.conditions.clone(),
        began: session.began,
        ended: session.ended,
        outcome: outcome.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned(),
        ended_by: session.ended_by.clone().unwrap_or_default(),
        reason: session.reason.clone(),
        interests: session.interests.iter().map(interests).collect(),
        test: session.test.clone(),
        background: session.background.clone(),
        browsing: session.browsing.iter().map(browsed).collect(),
        review: review.to_owned(),
        closing: closing.collect(),
        turns: turns
            .map(|(number, turn)| Turned {
                turn: turn.clone(),
                further: further.remove(&number).unwrap_or_default(),
            })
            .collect(),
    }
}
