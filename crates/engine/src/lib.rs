//! The turn of a conversation: an utterance in, a [`Reply`] with its evidence out.
//!
//! [`Engine::reply`] is one function over plain data. It hears what is meant (`listen.rs`: small talk,
//! a reply to a question of ours, displeasure, a question), makes the question stand alone
//! (`contextualise.rs`), finds passages in several ways and joins them (`retrieve.rs`, `prior.rs`),
//! has them ranked and read (`rerank.rs`, `read.rs`), adds what would be asked next
//! (`anticipate.rs`) and puts a reply together in which every sentence is traced to the text
//! (`compose.rs`). A [`System`] says which parts are used and with which numbers.

#![forbid(unsafe_code)]

mod anticipate;
mod asks;
mod candidate;
mod choose;
mod clarified;
mod clarify;
mod compose;
mod contextualise;
mod conversation;
mod describe;
mod displeased;
mod engine;
mod error;
mod follow;
mod judgements;
mod listen;
mod mentions;
mod near;
mod page;
mod pending;
mod prior;
mod read;
mod reading;
mod refused;
mod replies;
mod reply;
mod rerank;
mod retrieve;
mod room;
mod senses;
mod system;
mod talk;
mod trail;
mod words;

pub use candidate::{Candidate, Features};
pub use contextualise::{Forms, all_history};
pub use conversation::{Conversation, Exchange, Switch, Topic, VERSION};
pub use engine::Engine;
pub use error::{Error, Result};
pub use judgements::Judgements;
pub use pending::{Choice, Interpreted, Lead, Pending};
pub use reply::{Evidence, Kind, Reply, Sentence, Timings};
pub use room::{Room, Signals};
pub use system::{
    AnticipateSettings, ClarifySettings, ComposeSettings, ContextualiseSettings, Models,
    PriorSettings, ReadSettings, RerankSettings, RetrieveSettings, System,
};

pub use talk::Act;

pub use grice_judge::Turn;
