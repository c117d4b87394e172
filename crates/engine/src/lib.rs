//! The turn of a conversation: an utterance in, a [`Reply`] with its evidence out.
//!
//! [`Engine::reply`] is one function over plain data. It hears what is meant (`listen.rs`: small talk,
//! a reply to a question of ours, displeasure, a question), makes the question stand alone
//! (`contextualise.rs`), finds passages in several ways and joins them (`retrieve.rs`, `prior.rs`),
//! has them ranked and read (`rerank.rs`, `read.rs`), adds what would be asked next
//! (`anticipate.rs`) and puts a reply together in which every sentence is traced to the text
//! (`compose.rs`). A [`System`] says which parts are used and with which numbers.

#![forbid(unsafe_code)]

mod about;
mod ahead;
mod answer;
mod anticipate;
mod asks;
mod candidate;
mod cause;
mod choose;
mod clarified;
mod clarify;
mod compare;
mod compose;
mod contextualise;
mod conversation;
mod describe;
mod dimension;
mod displeased;
mod engine;
mod error;
mod event;
mod follow;
mod generator;
mod how;
mod judgements;
mod lead;
mod left;
mod listed;
mod listen;
mod lists;
mod measured;
mod mentions;
mod names;
mod near;
mod page;
mod part;
mod pending;
mod phrase;
mod prior;
mod prompt;
mod quantity;
mod questions;
mod read;
mod reading;
mod reason;
mod refer;
mod refusal;
mod refused;
mod replies;
mod reply;
mod rerank;
mod retell;
mod retrieve;
mod rewrite;
mod room;
mod said;
mod salient;
mod saying;
mod senses;
mod shift;
mod spoken;
mod standalone;
mod subject;
mod superlative;
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
mod yes_no;

pub use candidate::{Candidate, Features};
pub use contextualise::{Forms, all_history};
pub use conversation::{Conversation, Exchange, Page, Switch, Topic, VERSION};
pub use engine::Engine;
pub use error::{Error, Result};
pub use event::Event;
pub use generator::{GeneratorKind, GeneratorSettings, QuestionForm};
pub use judgements::{Judgements, Missing};
pub use pending::{Choice, Interpreted, Lead, Pending};
pub use refer::Reference;
pub use reply::{Evidence, Kind, Reply, Sentence, Timings};
pub use room::{Room, Signals};
pub use salient::{Listed, Salient};
pub use system::{
    AnticipateSettings, ClarifySettings, ComposeSettings, ContextualiseSettings, Models,
    PriorSettings, ReadSettings, RerankSettings, RetrieveSettings, System, TrailSettings,
};
pub use talk::Act;
pub use why::{Cut, Offered, Wanted, Weighed, Why};

pub use grice_judge::Turn;
