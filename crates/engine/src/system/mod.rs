//! A system: which parts take a turn, and with which numbers, as one TOML file.

mod embedded;
mod file;
mod generator;
mod judgements;
mod published;
mod settings;
mod weights;

pub(crate) use file::GENERATOR;
#[cfg(test)]
pub(crate) use file::RULES;
pub use file::System;
pub use generator::{GeneratorKind, GeneratorSettings, QuestionForm};
pub use judgements::{Judgements, Missing};
pub use published::{AnswerBy, HistoryUse, Published};
pub use settings::{
    AloneSettings, AnticipateSettings, ClarifySettings, ComposeSettings, ContextualiseSettings,
    Models, PriorSettings, ReadSettings, ReasonSettings, RerankSettings, RetrieveSettings,
    SureSettings, TrailSettings,
};
pub(crate) use weights::Weights;
