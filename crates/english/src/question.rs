//! What an utterance asks, by its form.

mod asks;
mod context;
mod form;
mod fragment;
mod indirect;
mod several;
mod statement;
mod wh;

pub use asks::{asked_in, asks_to_go_on, asks_yes_or_no, is_question, parts, without_openers};
pub use context::{leans, leaves_out, points_outside, returned_to, sentence_leans, turned_to};
pub use form::{Form, form};
pub use fragment::continued;
pub use indirect::indirect;
pub use several::asks_for_several;
pub use statement::declarative;
pub use wh::{QUESTION_WORDS, Wh, wh};
