//! What a turn tells of itself while it is taken.

use crate::reply::Sentence;

/// A step of a turn that is done, told by [`Engine::reply_with`](crate::Engine::reply_with) in this
/// order. Small talk has only its sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// Passages are found and ranked; the first ones are read next.
    Found {
        /// How many.
        passages: usize,
        /// The title of the first one's page.
        title: Option<&'a str>,
    },
    /// The evidence has decided what the question means.
    Understood {
        /// The question as it stands alone.
        rewrite: &'a str,
        /// As a person would say it: a question, or "about X"; empty where it was taken as it was
        /// said.
        shown: &'a str,
    },
    /// A sentence of the literal answer, or of what is said in its place.
    Answer(&'a Sentence),
    /// A sentence that was added to it.
    Addition(&'a Sentence),
    /// What could be asked next; told also where it is nothing.
    FollowUps(&'a [String]),
}
