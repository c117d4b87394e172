//! Data of a project as a file.

use std::collections::BTreeMap;

use crate::formats::{self, Conversation, Data, Format, Further, Seated, TopicName, Turned};
use crate::items::{Entry, Standing, State};
use crate::project::{Project, SessionRecord, Subject, SubjectKind, Verdict};
use crate::refusal::Result;
use crate::session::{GRICE, Outcome, Role, Session};
use crate::studio::{File, Studio};

impl Studio {
    /// A file of the data: `GET …/export`; `accepted` leaves out what no reviewer accepted.
    pub fn export(&self, owner: &str, project: &str, format: &str, accepted: bool) -> Result<File> {
        let format: Format = format.parse()?;
        let data = self.data(self.number(owner, project)?, accepted)?;
        Ok(File {
            name: format!("{project}-{}.{}", format.name(), format.extension()),
            media: format.content_type(),
            bytes: formats::write(format, &data)?.into_bytes(),
        })
    }

    /// What a project's files hold: no trials, nothing that a reviewer rejected or that waits for
    /// its correction.
    fn data(&self, project: i64, accepted: bool) -> Result<Data> {
        let (mut data, records) = self.read(project, |project| {
            let mut data = empty(project);
            let kept = project.items.data().filter(|entry| is_kept(project, entry, accepted));
            data.items =
                kept.map(|entry| project.items.exported(entry, &project.protocol)).collect();
            let mut records = Vec::new();
            for record in project.sessions.iter() {
                if let Some(review) = kept_session(project, record, accepted) {
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
fn kept_session(project: &Project, record: &SessionRecord, accepted: bool) -> Option<&'static str> {
    if record.trial || record.outcome != Some(Outcome::Complete) {
        return None;
    }
    let subject = Subject { kind: SubjectKind::Session, id: record.key.clone() };
    let review = project.reviews.get(&subject);
    let verdict = review.map(|review| (review.verdict, review.resubmitted));
    match verdict {
        Some((Verdict::Accept, _)) => Some("accepted"),
        Some((Verdict::Reject, _) | (Verdict::Return, false)) => None,
        None | Some((Verdict::Return, true)) => (!accepted).then_some(""),
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
    let turns = session.turns.iter().enumerate().filter(|(_, turn)| turn.reply.is_some());
    Conversation {
        id: key.to_owned(),
        family: Some(session.family),
        participants: participants.collect(),
        topic,
        conditions: session.conditions.clone(),
        began: session.began,
        ended: session.ended,
        outcome: "complete".to_owned(),
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
