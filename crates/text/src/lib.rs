//! Offsets, sentences and words of text.
//!
//! Everything here works on one `&str` at a time and answers in offsets into it
//! or in short strings made from it:
//!
//! - [`sentences`] and [`words`] say where the sentences and words of a text stand;
//! - [`CharMap`] turns byte offsets into char offsets and back;
//! - [`English`] makes the terms that a search engine indexes;
//! - [`visible`] and [`escaped_json`] make a text safe to print on a terminal.
//!
//! ```
//! let text = "Dr. Vera Rubin measured galaxies. They spin too fast!";
//! let found: Vec<&str> = grice_text::sentences(text).map(|range| &text[range]).collect();
//! assert_eq!(found, ["Dr. Vera Rubin measured galaxies.", "They spin too fast!"]);
//! ```

#![forbid(unsafe_code)]

mod english;
mod lucene;
mod offsets;
pub mod porter;
mod segment;
mod sentence;
mod visible;
mod word;

pub use english::{English, Term};
pub use offsets::CharMap;
pub use sentence::{Sentences, sentences};
pub use visible::{commands_terminal, escaped_json, on_one_line, visible};
pub use word::{Word, Words, word_count, words};
