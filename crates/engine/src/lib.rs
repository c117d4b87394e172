//! The turn of a conversation: an utterance in, a [`Reply`] with its evidence out.
//!
//! [`Engine::reply`] is one function over plain data. It makes the question stand alone
//! (`contextualise.rs`), finds passages in several ways and joins them (`retrieve.rs`, `prior.rs`),
//! has them ranked and read (`rerank.rs`, `read.rs`), adds what would be asked next
//! (`anticipate.rs`) and puts a reply together in which every sentence is traced to the text
//! (`compose.rs`). A [`System`] says which parts are used and with which numbers.

#![forbid(unsafe_code)]

mod answer;
mod anticipate;
mod candidate;
mod compare;
mod compose;
mod contextualise;
mod conversation;
mod engine;
mod error;
mod follow;
mod generator;
mod how;
mod judgements;
mod lead;
mod listed;
mod lists;
mod measured;
mod mentions;
mod names;
mod near;
mod prior;
mod prompt;
mod quantity;
mod questions;
mod read;
mod reason;
mod refer;
mod refusal;
mod reply;
mod rerank;
mod retell;
mod retrieve;
mod rewrite;
mod said;
mod salient;
mod standalone;
mod support;
mod system;
mod systems;
mod talk;
mod titles;
mod trail;
mod why;
mod words;
mod writer;
mod writers;

pub use candidate::{Candidate, Features};
pub use contextualise::{Forms, all_history};
pub use conversation::{Conversation, Exchange, Switch, Topic, VERSION};
pub use engine::Engine;
pub use error::{Error, Result};
pub use generator::{GeneratorKind, GeneratorSettings, QuestionForm};
pub use judgements::Judgements;
pub use refer::Reference;
pub use reply::{Evidence, Kind, Reply, Sentence, Timings};
pub use salient::{Listed, Salient};
pub use system::{
    AnticipateSettings, ComposeSettings, ContextualiseSettings, Models, PriorSettings,
    ReadSettings, RerankSettings, RetrieveSettings, System,
};
pub use why::{Cut, Offered, Wanted, Weighed, Why};

pub use grice_judge::Turn;
