//! A turn as an iterator of events.

use std::sync::OnceLock;

use crossbeam_channel::{Receiver, TryRecvError};
use grice_engine::{Cancel, Error, Event, Reply, Sentence};
use pyo3::prelude::*;
use serde::Serialize;

use crate::engine::Conversation;
use crate::error::{Raise, failure};
use crate::patience::next;
use crate::plain::to_python;

/// A turn that is being taken on a thread of its own.
pub struct Running {
    /// What stops it.
    pub cancel: Cancel,
    /// Closed once the thread has ended.
    pub ended: Receiver<()>,
}

impl Running {
    /// Whether the thread has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.ended.try_recv(), Err(TryRecvError::Disconnected))
    }
}

/// What the thread sends.
pub enum Message {
    /// A step is done.
    Event(Told),
    /// The turn is done.
    Done(Box<Reply>, grice_engine::Conversation),
    /// The turn failed; the conversation is as it was.
    Failed(Error),
}

/// A step of a turn as Python reads it.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Told {
    /// Passages are found and ranked.
    Found {
        /// How many.
        passages: usize,
        /// The title of the first one's page.
        title: Option<String>,
    },
    /// The evidence has decided what the question means.
    Understood {
        /// The question as it stands alone.
        rewrite: String,
        /// As a person would say it.
        shown: String,
    },
    /// A sentence of the answer.
    Answer(Sentence),
    /// A sentence that was added to it.
    Addition(Sentence),
    /// What could be asked next.
    FollowUps {
        /// The questions.
        questions: Vec<String>,
    },
}

impl From<Event<'_>> for Told {
    fn from(event: Event<'_>) -> Told {
        match event {
            Event::Found { passages, title } => {
                Told::Found { passages, title: title.map(str::to_owned) }
            }
            Event::Understood { rewrite, shown } => {
                Told::Understood { rewrite: rewrite.to_owned(), shown: shown.to_owned() }
            }
            Event::Answer(sentence) => Told::Answer(sentence.clone()),
            Event::Addition(sentence) => Told::Addition(sentence.clone()),
            Event::FollowUps(questions) => Told::FollowUps { questions: questions.to_vec() },
        }
    }
}

/// The last event: the whole reply.
#[derive(Serialize)]
struct Last<'a> {
    event: &'static str,
    reply: &'a Reply,
}

/// The events of a turn, the last of them the reply. The turn is in the conversation once the
/// reply was taken; a stream that is closed before leaves the conversation as it was.
#[pyclass(frozen, module = "grice")]
pub struct Stream {
    messages: Receiver<Message>,
    running: std::sync::Arc<Running>,
    conversation: Py<Conversation>,
    over: OnceLock<()>,
}

#[pymethods]
impl Stream {
    fn __iter__(slf: Bound<'_, Stream>) -> Bound<'_, Stream> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.message(py)? {
            None => Ok(None),
            Some(Message::Event(event)) => to_python(py, &event).map(Some),
            Some(Message::Done(reply, _)) => {
                to_python(py, &Last { event: "reply", reply: &reply }).map(Some)
            }
            Some(Message::Failed(error)) => Err(error.raise()),
        }
    }

    /// Gives the turn up.
    fn close(&self) {
        self.over.get_or_init(|| ());
        self.running.cancel.cancel();
    }

    fn __enter__(slf: Bound<'_, Stream>) -> Bound<'_, Stream> {
        slf
    }

    fn __exit__(
        &self,
        _kind: Option<Bound<'_, PyAny>>,
        _value: Option<Bound<'_, PyAny>>,
        _traceback: Option<Bound<'_, PyAny>>,
    ) {
        if self.over.get().is_none() {
            self.close();
        }
    }
}

impl Stream {
    /// The stream of a turn.
    pub fn new(
        messages: Receiver<Message>,
        running: std::sync::Arc<Running>,
        conversation: Py<Conversation>,
    ) -> Stream {
        Stream { messages, running, conversation, over: OnceLock::new() }
    }

    /// The reply, once the turn is done.
    pub fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loop {
            match self.message(py)? {
                Some(Message::Event(_)) => {}
                Some(Message::Done(reply, _)) => return to_python(py, &*reply),
                Some(Message::Failed(error)) => return Err(error.raise()),
                None => return Err(failure("the turn ended without a reply")),
            }
        }
    }

    /// The next message; none after the last. Ctrl-C gives the turn up.
    fn message(&self, py: Python<'_>) -> PyResult<Option<Message>> {
        if self.over.get().is_some() {
            return Ok(None);
        }
        let message = next(py, &self.messages).inspect_err(|_| self.close())?;
        match message {
            Some(Message::Event(event)) => Ok(Some(Message::Event(event))),
            Some(Message::Done(reply, conversation)) => {
                self.over.get_or_init(|| ());
                self.conversation.get().keep(conversation.clone());
                Ok(Some(Message::Done(reply, conversation)))
            }
            Some(Message::Failed(error)) => {
                self.close();
                Ok(Some(Message::Failed(error)))
            }
            None => {
                self.close();
                Err(failure("the turn ended without a reply; this is a fault in Grice"))
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.running.cancel.cancel();
    }
}
