//! What a conversation is, as plain data.

mod conversation;
mod heard;
mod pending;
mod salient;
mod signs;
mod topic;

pub use conversation::{Conversation, Exchange, VERSION};
pub(crate) use heard::Heard;
pub use pending::{Choice, Interpreted, Lead, Pending};
pub use salient::{Listed, Salient};
pub use signs::{Features, ReadingKind};
pub use topic::{Page, Switch, Topic};
