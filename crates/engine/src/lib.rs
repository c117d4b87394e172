//! The turn of a conversation: an utterance in, a [`Reply`] with its evidence out.
//!
//! [`Engine::reply`] is one function over plain data. `turn.rs` is the one file that knows the order of
//! the steps, and each step is a folder:
//!
//! - `listen/`: what an utterance does: small talk, a reply to a question of ours, displeasure, a
//!   question;
//! - `understand/`: what a question can mean, as up to three readings;
//! - `retrieve/`: passages for each reading; the only folder that touches the index;
//! - `read/`: the passages ranked and read, each against its reading: the best evidence wins;
//! - `reason/`: rules, each a guest with a name that a system lists;
//! - `compose/`: the answer in the form asked for, what would be asked next, follow-ups, refusals;
//! - `generate/`: a model that writes the reply, checked against its evidence;
//! - `state/`, `reply/`, `system/`: the conversation, the reply and the settings as plain data.

#![forbid(unsafe_code)]

mod compose;
mod control;
mod engine;
mod error;
mod event;
mod exchange;
mod generate;
mod listen;
mod read;
mod reason;
mod reply;
mod retrieve;
mod state;
mod system;
mod turn;
mod turns;
mod understand;
mod writers;

pub use control::{Cancel, Control};
pub use engine::Engine;
pub use error::{Error, Result};
pub use event::Event;
pub use reply::{
    Act, Cut, Evidence, Kind, Offered, Read, Reference, Reply, Room, Sentence, Shape, Signals,
    Timings, Wanted, Weighed, Why,
};
pub use retrieve::{Candidate, Forms};
pub use state::{
    Choice, Conversation, Exchange, Features, Interpreted, Lead, Listed, Page, Pending,
    ReadingKind, Salient, Switch, Topic, VERSION,
};
pub use system::{
    AloneSettings, AnswerBy, AnticipateSettings, ClarifySettings, ComposeSettings,
    ContextualiseSettings, GeneratorKind, GeneratorSettings, HistoryUse, Judgements, Missing,
    Models, PriorSettings, Published, QuestionForm, ReadSettings, ReasonSettings, RerankSettings,
    RetrieveSettings, SureSettings, System, TrailSettings,
};
pub use understand::all_history;

pub use grice_judge::Turn;
