//! Reports as text, Markdown, LaTeX, CSV, JSON, and the shared task's prototext.

mod grid;
mod json;
mod prototext;
mod tables;

pub use grid::{Cell, Grid, MOST_DIGITS, Style};
pub use json::{json, per_turn_csv, per_turn_lines};
pub use prototext::prototext;
pub use tables::{Shown, groups, labels, measures, per_turn, sentences};
