//! English as data and small pure functions, once for all crates.
//!
//! Nothing here knows a page, a passage or a model. A function takes words or a sentence and answers
//! from lists and shapes alone; what it cannot tell it leaves open.
//!
//! - [`words`], [`plural`], [`verb`], [`adjective`]: words, which of them say something, and their
//!   forms;
//! - [`number`], [`quantity`], [`date`], [`name`], [`lists`]: what a text counts, measures and names,
//!   with byte ranges;
//! - [`pronoun`], [`title`]: how things are spoken of;
//! - [`question`]: what is asked, and in which form the answer is wanted;
//! - [`talk`], [`choice`]: greetings, displeasure, picking one of several;
//! - [`cause`], [`polarity`], [`describe`]: what a sentence says of its subject.
//!
//! ```
//! use grice_english::{number, question};
//!
//! assert_eq!(number::value("two hundred and five"), Some(205.0));
//! assert_eq!(question::declarative("Is the Earth flat?").as_deref(), Some("The Earth is flat."));
//! ```

#![forbid(unsafe_code)]

pub mod adjective;
pub mod cause;
pub mod choice;
pub mod date;
pub mod describe;
pub mod lists;
pub mod name;
pub mod number;
pub mod plural;
pub mod polarity;
pub mod pronoun;
pub mod quantity;
pub mod question;
pub mod talk;
pub mod title;
pub mod verb;
pub mod words;
