//! The turn of a conversation: an utterance in, a [`Reply`] with its evidence out.
//!
//! [`Engine::reply`] is one function over plain data. It makes the question stand alone
//! (`contextualise.rs`), finds passages in several ways and joins them (`retrieve.rs`, `prior.rs`),
//! has them ranked and read (`rerank.rs`, `read.rs`), adds what would be asked next
//! (`anticipate.rs`) and puts a reply together in which every sentence is traced to the text
//! (`compose.rs`). A [`System`] says which parts are used and with which numbers.

#![forbid(unsafe_code)]

mod anticipate;
mod candidate;
mod compose;
mod contextualise;
mod conversation;
mod engine;
mod error;
mod event;
mod follow;
mod judgements;
mod mentions;
mod near;
mod prior;
mod read;
mod reply;
mod rerank;
mod retrieve;
mod system;
mod talk;
mod trail;
mod words;

pub use candidate::{Candidate, Features};
pub use contextualise::{Forms, all_history};
pub use conversation::{Conversation, Exchange, Switch, Topic, VERSION};
pub use engine::Engine;
pub use error::{Error, Result};
pub use event::Event;
pub use judgements::Judgements;
pub use reply::{Evidence, Kind, Reply, Sentence, Timings};
pub use system::{
    AnticipateSettings, ComposeSettings, ContextualiseSettings, Models, PriorSettings,
    ReadSettings, RerankSettings, RetrieveSettings, System,
};

pub use grice_judge::Turn;
