//! A turn, taken by a worker off the threads that serve requests, told as it goes.

use std::sync::Arc;
use std::time::Instant;

use grice_engine::{Cancel, Control, Conversation, Engine, Event, Kind, Reply, Sentence, Shape};
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::app::App;
use crate::error::Result;
use crate::stream::Line;
use crate::threads;
use crate::views::{EvidenceView, sources};
use crate::workers::Place;

/// What a turn tells while it is taken.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Told {
    /// Passages are found.
    Found {
        /// How many.
        passages: usize,
        /// The first one's page.
        title: Option<String>,
    },
    /// The question is understood.
    Understood {
        /// As it stands alone.
        rewrite: String,
        /// As a person would say it.
        shown: String,
    },
    /// A sentence of the reply.
    Sentence {
        /// As it stands in the text.
        text: String,
        /// How it is set.
        shape: Shape,
        /// Whether it was added to the literal answer.
        added: bool,
        /// What it is made of.
        evidence: Vec<EvidenceView>,
    },
    /// What could be asked next.
    FollowUps {
        /// The questions.
        follow_ups: Vec<String>,
    },
}

impl Told {
    /// The event's name in a stream.
    pub fn name(&self) -> &'static str {
        match self {
            Told::Found { .. } => "found",
            Told::Understood { .. } => "understood",
            Told::Sentence { .. } => "sentence",
            Told::FollowUps { .. } => "follow_ups",
        }
    }
}

impl From<Event<'_>> for Told {
    fn from(event: Event<'_>) -> Told {
        let sentence = |sentence: &Sentence, added| Told::Sentence {
            text: sentence.text.clone(),
            shape: sentence.shape,
            added,
            evidence: sources(sentence, &[]),
        };
        match event {
            Event::Found { passages, title } => {
                Told::Found { passages, title: title.map(str::to_owned) }
            }
            Event::Understood { rewrite, shown } => {
                Told::Understood { rewrite: rewrite.to_owned(), shown: shown.to_owned() }
            }
            Event::Answer(answer) => sentence(answer, false),
            Event::Addition(addition) => sentence(addition, true),
            Event::FollowUps(all) => Told::FollowUps { follow_ups: all.to_vec() },
        }
    }
}

/// Is told what a turn does as it goes, and says whether anybody still listens.
pub type Tell = Box<dyn FnMut(Event<'_>) -> bool + Send>;

/// For a turn whose reply alone is waited for.
pub fn nobody() -> Tell {
    Box::new(|_| true)
}

/// Sends what a turn tells as lines of a stream.
pub fn relay(lines: &mpsc::Sender<Line>) -> Tell {
    let lines = lines.clone();
    Box::new(move |event| {
        let told = Told::from(event);
        lines.blocking_send(Line::new(told.name(), &told)).is_ok()
    })
}

/// What a turn has told from its last sentence on: nobody sees the whole of a reply that is not saved.
#[derive(Clone, Default)]
pub struct Held(Arc<Mutex<Vec<Line>>>);

impl Held {
    /// Sends what a turn tells, but for its last sentence and what follows.
    pub fn relay(&self, lines: &mpsc::Sender<Line>) -> Tell {
        let (held, lines) = (self.0.clone(), lines.clone());
        Box::new(move |event| {
            let told = Told::from(event);
            let line = Line::new(told.name(), &told);
            let mut held = held.lock();
            let ready = match told {
                Told::Sentence { .. } => std::mem::replace(&mut *held, vec![line]),
                _ if held.is_empty() => vec![line],
                _ => {
                    held.push(line);
                    Vec::new()
                }
            };
            drop(held);
            let sent = ready.into_iter().all(|line| lines.blocking_send(line).is_ok());
            sent && !lines.is_closed()
        })
    }

    /// Sends the rest: the turn is saved.
    pub async fn release(&self, lines: &mpsc::Sender<Line>) {
        let rest = std::mem::take(&mut *self.0.lock());
        for line in rest {
            // A client that has gone away is not told.
            let _ = lines.send(line).await;
        }
    }
}

/// Stops a turn when it is dropped: whoever asked has gone away. A turn that is done is not harmed.
pub struct Stop(pub Cancel);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Takes a turn of a conversation at a place among the workers. It is stopped where the caller stops
/// waiting for it, sets `cancel`, or no longer listens to what it tells.
pub async fn take(
    app: &Arc<App>,
    place: Place,
    engine: Arc<Engine>,
    conversation: Conversation,
    utterance: String,
    cancel: Cancel,
    mut tell: Tell,
) -> Result<(Conversation, Reply)> {
    let permit = place.permit().await?;
    let _stop = Stop(cancel.clone());
    let mut control = Control::within(app.config.turn_time());
    control.cancel = cancel.clone();
    let began = Instant::now();
    let turn = threads::off(move || {
        let _permit = permit;
        let mut conversation = conversation;
        let mut told = |event: Event<'_>| {
            if !tell(event) {
                cancel.cancel();
            }
        };
        let reply = engine.reply_with(&mut conversation, &utterance, &control, &mut told)?;
        grice_engine::Result::Ok((conversation, reply))
    });
    let (conversation, reply) = turn.await??;
    app.metrics.turned(kind(reply.kind), began.elapsed());
    Ok((conversation, reply))
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Span => "span",
        Kind::Yes => "yes",
        Kind::No => "no",
        Kind::Unknown => "unknown",
        Kind::Talk => "talk",
        Kind::Clarify => "clarify",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sentence_and_what_follows_wait_until_the_turn_is_saved() {
        let (lines, mut received) = mpsc::channel(8);
        let held = Held::default();
        let mut tell = held.relay(&lines);
        let sentence = |text: &str| Sentence { text: text.to_owned(), ..Sentence::default() };
        assert!(tell(Event::Found { passages: 2, title: None }));
        assert!(tell(Event::Answer(&sentence("It is old."))));
        assert_eq!(received.blocking_recv().and_then(|line| line.name), Some("found"));
        assert!(received.try_recv().is_err());
        assert!(tell(Event::Addition(&sentence("It has arches."))));
        assert!(received.blocking_recv().is_some_and(|line| line.data.contains("It is old.")));
        assert!(tell(Event::FollowUps(&["Who built it?".to_owned()])));
        assert!(received.try_recv().is_err());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(held.release(&lines));
        assert!(received.blocking_recv().is_some_and(|line| line.data.contains("arches")));
        assert_eq!(received.blocking_recv().and_then(|line| line.name), Some("follow_ups"));
    }

    #[test]
    fn a_turn_stops_when_nobody_listens() {
        let (lines, received) = mpsc::channel(8);
        drop(received);
        let mut tell = Held::default().relay(&lines);
        assert!(!tell(Event::Answer(&Sentence::default())));
    }
}
