//! Passages for the readings of a question, and everything else that is looked up in the index.

mod candidate;
mod dedupe;
mod library;
mod page_names;
mod prior;
mod reading;
mod search;
mod trail;

pub use candidate::Candidate;
pub(crate) use candidate::{place, sort};
pub(crate) use dedupe::collapse;
pub(crate) use library::Library;
pub(crate) use prior::Prior;
pub use reading::Forms;
pub(crate) use reading::Reading;
pub(crate) use search::Search;
pub(crate) use trail::{Tracer, Trails};
