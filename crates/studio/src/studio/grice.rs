//! Grice as a partner: its turns are made off the path of requests.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, Weak};

use serde_json::Value;

use super::Studio;
use super::log::{Inner, Write, lock};
use super::working::over;
use crate::pages::{self, PageRef, Pages, Span};
use crate::protocol::Family;
use crate::refusal::{Refusal, Result};
use crate::session::{
    self, GRICE, How, Literal, Outline, Phase, Role, Session, SessionEvent, Turn,
};

/// A question for Grice, the teacher or answerer.
#[derive(Clone, Debug)]
pub struct Answering {
    /// Whose the collection is.
    pub owner: String,
    /// The collection.
    pub collection: String,
    /// Which protocol's answers are wanted.
    pub family: Family,
    /// The page the conversation began with.
    pub start: Option<PageRef>,
    /// What was asked and answered before.
    pub history: Vec<Turn>,
    /// The question.
    pub question: String,
    /// What Grice gave as `engine` with its last turn.
    pub engine: Option<Value>,
}

/// Grice's answer.
#[derive(Clone, Debug, Default)]
pub struct TeachersTurn {
    /// yes, no or unknown; for TopiOCQA unknown means unanswerable.
    pub word: Option<String>,
    /// Literal spans; for TopiOCQA the first is the rationale.
    pub literal: Vec<Span>,
    /// Pragmatic spans.
    pub pragmatic: Vec<Span>,
    /// The reply, or the free-form answer.
    pub text: String,
    /// Grice's own state, handed back with the next question.
    pub engine: Option<Value>,
}

/// A request for a question of Grice, the student or questioner.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Whose the collection is.
    pub owner: String,
    /// The collection.
    pub collection: String,
    /// Which protocol's questions are wanted.
    pub family: Family,
    /// The title of the topic or of the first page.
    pub topic: String,
    /// Titles and sections that a questioner sees; never text.
    pub outlines: Vec<Outline>,
    /// What was asked and answered before; without spans and rationales.
    pub history: Vec<(String, String)>,
    /// Whether the conversation may be left now.
    pub may_leave: bool,
}

/// Grice as somebody's partner. It may take its time; it is never called while a request waits.
pub trait Partner: Send + Sync {
    /// Answers a question.
    fn answer(&self, asked: &Answering) -> Result<TeachersTurn>;

    /// Asks the next question; none to leave, where that may be.
    fn ask(&self, asked: &Asking) -> Result<Option<String>>;
}

/// Conversations in which Grice acts next.
pub(crate) struct Desk {
    /// In hand or waiting; a conversation is there once.
    known: Mutex<HashSet<String>>,
    /// When a conversation that failed may be tried again.
    rest: Mutex<HashMap<String, i64>>,
    send: Mutex<Option<Sender<(i64, String)>>>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk { known: Mutex::default(), rest: Mutex::default(), send: Mutex::new(None) }
    }
}

/// How long a turn that failed rests.
const REST: i64 = 5_000;

/// Conversations that Grice acts in at the same time.
const HANDS: usize = 2;

/// Starts the threads that ask Grice. They end with the studio.
pub(crate) fn start(inner: &Arc<Inner>) {
    let Some(partner) = inner.parts.partner.clone() else { return };
    let (send, receive) = std::sync::mpsc::channel::<(i64, String)>();
    *lock(&inner.grice.send) = Some(send);
    let receive = Arc::new(Mutex::new(receive));
    for _ in 0..HANDS {
        let (receive, inner, partner) = (receive.clone(), Arc::downgrade(inner), partner.clone());
        std::thread::spawn(move || {
            loop {
                let next = lock(&receive).recv();
                let (Ok((project, key)), Some(inner)) = (next, Weak::upgrade(&inner)) else {
                    return;
                };
                let studio = Studio { inner };
                // A turn in which the partner panics is one that failed, and no other's loss.
                let play = || studio.play(partner.as_ref(), project, &key);
                let done = catch_unwind(AssertUnwindSafe(play)).is_ok_and(|done| done.is_ok());
                let desk = &studio.inner.grice;
                match done {
                    true => drop(lock(&desk.rest).remove(&key)),
                    false => drop(lock(&desk.rest).insert(key.clone(), studio.now() + REST)),
                }
                lock(&desk.known).remove(&key);
                // Something may have happened while it was in hand.
                if done {
                    studio.nudge(project, &key);
                }
            }
        });
    }
}

/// Whether Grice is the one to act.
fn acts(session: &Session) -> bool {
    let talks =
        matches!(session.phase, Phase::Question | Phase::Literal | Phase::Pragmatic | Phase::Reply);
    talks && session::in_turn(session, GRICE)
}

impl Studio {
    /// Has Grice act where it is its turn; returns at once.
    pub(crate) fn nudge(&self, project: i64, key: &str) {
        let desk = &self.inner.grice;
        let Some(send) = lock(&desk.send).clone() else { return };
        let due = self.read_session(project, key, |_, session| Ok(acts(session)));
        let rests = lock(&desk.rest).get(key).is_some_and(|until| self.now() < *until);
        if !due.unwrap_or_default() || rests || !lock(&desk.known).insert(key.to_owned()) {
            return;
        }
        if send.send((project, key.to_owned())).is_err() {
            lock(&desk.known).remove(key);
        }
    }

    /// Makes Grice's turn.
    fn play(&self, partner: &dyn Partner, project: i64, key: &str) -> Result<()> {
        enum Move {
            Answer(Box<Answering>),
            Ask(Asking),
            /// The first question, where it is given.
            Given(String),
        }
        let seen = self.read_session(project, key, |project, session| {
            if !acts(session) {
                return Ok(None);
            }
            let answers = session.role(GRICE) == Some(Role::Teacher);
            let (owner, collection) = (project.owner.clone(), project.collection.clone());
            let family = session.family;
            let seed = session.seed.as_ref().filter(|_| session.turns.is_empty());
            let given = seed.and_then(|seed| seed.question.clone());
            let wanted = match (answers, given) {
                (true, _) => Move::Answer(Box::new(Answering {
                    owner,
                    collection,
                    family,
                    start: session.visited.first().cloned(),
                    history: finished(session),
                    question: session.turns.last().map(|t| t.question.clone()).unwrap_or_default(),
                    engine: session.engine.clone(),
                })),
                (false, Some(question)) => Move::Given(question),
                (false, None) => Move::Ask(Asking {
                    owner,
                    collection,
                    family,
                    topic: about(session),
                    outlines: session.outlines.clone(),
                    history: finished(session)
                        .into_iter()
                        .map(|turn| (turn.question, turn.reply.unwrap_or_default()))
                        .collect(),
                    may_leave: session.finished() >= session.rules.minimum_turns as usize,
                }),
            };
            Ok(Some((session.turns.len(), session.phase, wanted)))
        })?;
        let Some((turns, phase, wanted)) = seen else { return Ok(()) };
        let pages = self.read(project, |project| self.pages(project))?;
        let events = match wanted {
            Move::Answer(asked) => {
                let turn = partner.answer(&asked)?;
                taught(asked.family, turn, pages.as_ref())?
            }
            Move::Given(question) => {
                vec![SessionEvent::Asked { question, given: true, notes: Vec::new() }]
            }
            Move::Ask(asked) => match (partner.ask(&asked)?, asked.may_leave) {
                (Some(question), _) => {
                    vec![SessionEvent::Asked { question, given: false, notes: Vec::new() }]
                }
                (None, true) => vec![SessionEvent::Left],
                (None, false) => {
                    return Err(Refusal::new("grice", "Grice has nothing more to ask").into());
                }
            },
        };
        self.update_session(project, key, |project, session| {
            let mut write = Write::by(GRICE, None);
            // What was asked for may have been overtaken.
            if acts(session) && session.turns.len() == turns && session.phase == phase {
                write.session = events.clone();
                if write.session == [SessionEvent::Left] {
                    write.session = session.left(&project.protocol);
                    write.system.extend(over(key, session, &write.session, self.now()));
                }
            }
            Ok((write, ()))
        })
    }
}

fn finished(session: &Session) -> Vec<Turn> {
    session.turns.iter().filter(|turn| turn.reply.is_some()).cloned().collect()
}

fn about(session: &Session) -> String {
    let topic = session.topic.as_ref().map(|topic| topic.title.clone());
    topic.or_else(|| session.seed.as_ref().map(|seed| seed.title.clone())).unwrap_or_default()
}

/// The events of an answer. Its spans must stand on the pages, as everybody's; the pages they are
/// on count as opened.
fn taught(family: Family, turn: TeachersTurn, pages: &dyn Pages) -> Result<Vec<SessionEvent>> {
    let text = turn.text.trim().to_owned();
    if text.is_empty() && turn.word.is_none() {
        return Err(Refusal::new("empty", "Grice has said nothing").into());
    }
    let checked = |spans: &[Span]| -> Result<Vec<Span>> {
        let one = |(number, span)| pages::checked(pages, &|_| true, number, span);
        spans.iter().enumerate().map(one).collect()
    };
    let (literal, pragmatic) = (checked(&turn.literal)?, checked(&turn.pragmatic)?);
    let mut events = Vec::new();
    let mut opened: Vec<&str> = Vec::new();
    for span in literal.iter().chain(&pragmatic) {
        if !opened.contains(&span.document.as_str()) {
            opened.push(&span.document);
            let page = pages::found(pages, &span.document)?;
            events.push(SessionEvent::Browsed { page: session::outline(&page), how: How::Link });
        }
    }
    let engine = turn.engine;
    match (family, literal.first()) {
        (Family::Topiocqa, Some(rationale)) if turn.word.as_deref() != Some("unknown") => {
            let mut answered = session::answer_of(rationale, &text, &|_| true, pages)?;
            if let SessionEvent::Answered { engine: state, .. } = &mut answered {
                *state = engine;
            }
            events.push(answered);
        }
        (Family::Topiocqa, _) => {
            let mut answered = session::unanswerable();
            if let SessionEvent::Answered { engine: state, .. } = &mut answered {
                *state = engine;
            }
            events.push(answered);
        }
        _ => {
            let word = match (turn.word, literal.is_empty()) {
                (None, true) => Some("unknown".to_owned()),
                (word, _) => word,
            };
            let literal = Literal { word, spans: literal };
            events.push(SessionEvent::LiteralChosen { literal });
            events.push(SessionEvent::PragmaticChosen { spans: pragmatic });
            events.push(SessionEvent::Replied { text, engine });
        }
    }
    Ok(events)
}
