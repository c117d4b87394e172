//! The kinds of replies.

use serde::{Deserialize, Serialize};

/// The kind of a reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Words of the collection.
    Span,
    /// Yes, with the sentence that says so.
    Yes,
    /// No, with the sentence that says so.
    No,
    /// The collection does not say.
    #[default]
    Unknown,
    /// Small talk, or nothing that could be looked for.
    Talk,
    /// A question of ours: several pages can be meant.
    Clarify,
}
