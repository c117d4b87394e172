//! What a conversation is, as plain data.

mod conversation;
mod heard;
mod pending;
mod salient;
mod topic;
mod signs;

pub use conversation::{Conversation, Exchange, VERSION};
pub(crate) use heard::Heard;
pub use pending::{Choice, Interpreted, Lead, Pending};
pub use salient::{Listed, Salient};
pub use topic::{Page, Switch, Topic};
pub use signs::{Features, ReadingKind};
