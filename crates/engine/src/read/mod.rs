//! The passages in the order of how likely they answer, and the answer in the best of them.

mod answer;
mod found;
mod noun_phrases;
mod rank;

pub(crate) use answer::read;
pub(crate) use found::Found;
pub(crate) use rank::rank;
