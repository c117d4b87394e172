//! Engines and conversations.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{bounded, unbounded};
use grice_engine::{Cancel, Control, System};
use grice_home::Opened;
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::error::{OrRaise, Raise, mistake};
use crate::index::{Index, PlaceLike};
use crate::patience::{interruptible, next};
use crate::plain::{TurnLike, to_python, turns};
use crate::stream::{Message, Running, Stream};

/// Turns of `ask_all` that are taken before Ctrl-C is heard again.
const AT_ONCE: usize = 32;

/// What an engine answers from.
#[derive(FromPyObject)]
pub enum CollectionLike<'py> {
    /// An index that is open.
    #[pyo3(transparent, annotation = "Index")]
    Index(Bound<'py, Index>),
    /// A name or a path.
    #[pyo3(transparent, annotation = "str | os.PathLike[str]")]
    Place(PlaceLike),
}

/// Takes turns of conversations over one collection.
#[pyclass(frozen, module = "grice")]
pub struct Engine {
    engine: Arc<grice_engine::Engine>,
    warnings: Vec<String>,
    collection: String,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(
        py: Python<'_>,
        collection: CollectionLike<'_>,
        system: Option<PathBuf>,
        clarify: bool,
    ) -> PyResult<Engine> {
        let place = match collection {
            CollectionLike::Index(index) => index.get().place().clone(),
            CollectionLike::Place(place) => place.place()?,
        };
        let said = place.said();
        let work = move || {
            let system = read_system(system)?;
            let index = place.open().or_raise()?;
            Opened::over(index, system, clarify).or_raise()
        };
        let Opened { engine, warnings, .. } = interruptible(py, work, || ())??;
        Ok(Engine { engine: Arc::new(engine), warnings, collection: said })
    }

    /// What it has to do without, a line each.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The collection it answers from.
    #[getter]
    fn collection(&self) -> &str {
        &self.collection
    }

    /// The name of its system.
    #[getter]
    fn system(&self) -> String {
        self.engine.system().name.clone()
    }

    /// A conversation, with what was said before, or one that was saved.
    fn conversation(
        &self,
        history: Option<Vec<TurnLike>>,
        saved: Option<&str>,
    ) -> PyResult<Conversation> {
        let conversation = match (saved, history) {
            (Some(_), Some(_)) => {
                return Err(mistake("give a history or a saved conversation, not both"));
            }
            (Some(json), None) => grice_engine::Conversation::from_json(json).or_raise()?,
            (None, history) => grice_engine::Conversation::of(&turns(history)),
        };
        let state = State { conversation, running: None };
        Ok(Conversation { engine: self.engine.clone(), state: Mutex::new(state) })
    }

    /// Takes a turn of each of many conversations, on all cores.
    fn ask_all<'py>(
        &self,
        py: Python<'py>,
        questions: Vec<(String, Option<Vec<TurnLike>>)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let of = |(question, history)| (grice_engine::Conversation::of(&turns(history)), question);
        let mut asked: Vec<(grice_engine::Conversation, String)> =
            questions.into_iter().map(of).collect();
        let engine = self.engine.clone();
        let stopped = Arc::new(AtomicBool::new(false));
        let seen = stopped.clone();
        let work = move || {
            let mut replies = Vec::with_capacity(asked.len());
            for some in asked.chunks_mut(AT_ONCE) {
                if seen.load(Ordering::Relaxed) {
                    break;
                }
                replies.extend(engine.reply_all(some));
            }
            replies
        };
        let replies = interruptible(py, work, || stopped.store(true, Ordering::Relaxed))?;
        replies.into_iter().map(|reply| to_python(py, &reply.or_raise()?)).collect()
    }

    /// Questions that the collection can be asked.
    fn examples(&self, py: Python<'_>, most: usize) -> PyResult<Vec<String>> {
        py.detach(|| self.engine.examples(most)).or_raise()
    }
}

/// A system that Grice carries inside, a file, or the text of one.
fn read_system(system: Option<PathBuf>) -> PyResult<System> {
    match system {
        None => System::standard().or_raise(),
        Some(path) => match path.to_str() {
            Some(text) if text.contains('\n') => {
                System::parse("the system's text", text).or_raise()
            }
            _ => System::find(&path).or_raise(),
        },
    }
}

/// The names of the systems that Grice carries inside.
#[pyfunction]
pub fn systems() -> Vec<&'static str> {
    System::embedded().map(|(name, _)| name).collect()
}

/// A conversation and the turn that is being taken.
struct State {
    conversation: grice_engine::Conversation,
    running: Option<Arc<Running>>,
}

/// A conversation with an engine.
#[pyclass(frozen, module = "grice")]
pub struct Conversation {
    engine: Arc<grice_engine::Engine>,
    state: Mutex<State>,
}

#[pymethods]
impl Conversation {
    /// Takes a turn and gives its reply.
    fn ask<'py>(
        slf: &Bound<'py, Conversation>,
        utterance: String,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let stream = Conversation::stream(slf, utterance, timeout)?;
        stream.finish(py)
    }

    /// Takes a turn and tells of its steps.
    fn stream(
        slf: &Bound<'_, Conversation>,
        utterance: String,
        timeout: Option<f64>,
    ) -> PyResult<Stream> {
        let control = control(timeout)?;
        slf.get().wait(slf.py())?;
        let (sender, messages) = unbounded();
        let (alive, ended) = bounded::<()>(0);
        let running = Arc::new(Running { cancel: control.cancel.clone(), ended });
        let (engine, mut conversation) = {
            let mut state = slf.get().state.lock();
            state.running = Some(running.clone());
            (slf.get().engine.clone(), state.conversation.clone())
        };
        std::thread::spawn(move || {
            let _alive = alive;
            let mut tell = |event: grice_engine::Event<'_>| {
                sender.send(Message::Event(event.into())).ok();
            };
            let reply = engine.reply_with(&mut conversation, &utterance, &control, &mut tell);
            let done = match reply {
                Ok(reply) => Message::Done(Box::new(reply), conversation),
                Err(error) => Message::Failed(error),
            };
            sender.send(done).ok();
        });
        Ok(Stream::new(messages, running, slf.clone().unbind()))
    }

    /// The turns that were taken, oldest first.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let turns = self.state.lock().conversation.turns.clone();
        to_python(py, &turns)
    }

    /// Questions and answers, as the judgements take them.
    #[getter]
    fn history(&self) -> Vec<(String, String)> {
        let history = self.state.lock().conversation.history();
        history.into_iter().map(|turn| (turn.question, turn.answer)).collect()
    }

    /// The conversation as JSON.
    fn to_json(&self) -> String {
        self.state.lock().conversation.to_json()
    }

    fn __len__(&self) -> usize {
        self.state.lock().conversation.turns.len()
    }
}

impl Conversation {
    /// Waits for a turn that was given up; one that is being taken is an error.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        let Some(running) = self.state.lock().running.clone() else { return Ok(()) };
        if !running.cancel.is_cancelled() && !running.is_over() {
            return Err(mistake(
                "a turn of this conversation is being taken; read its stream to the end, or close it",
            ));
        }
        next(py, &running.ended)?;
        Ok(())
    }

    /// Keeps a turn that is done.
    pub fn keep(&self, conversation: grice_engine::Conversation) {
        let mut state = self.state.lock();
        state.conversation = conversation;
        state.running = None;
    }
}

fn control(timeout: Option<f64>) -> PyResult<Control> {
    let Some(seconds) = timeout else { return Ok(Control::stopped_by(Cancel::new())) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(limit) if !limit.is_zero() => Ok(Control::within(limit)),
        _ => Err(mistake(format!("timeout is {seconds}; give a number of seconds above 0"))),
    }
}

impl Raise for PyErr {
    fn raise(self) -> PyErr {
        self
    }
}
