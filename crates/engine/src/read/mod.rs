//! The passages in the order of how likely they answer, and the answer in the best of them.

mod found;
mod rank;
mod read;

pub(crate) use found::Found;
pub(crate) use rank::rank;
pub(crate) use read::read;
