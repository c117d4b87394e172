//! How a line looks while it is typed, and what Tab makes of it: what was pasted, or comes from the
//! file of lines typed before, may command the terminal as little as a document may.

use std::borrow::Cow;

use grice_text::{commands_terminal, visible};
use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper, Result};

use super::complete::complete;

/// Shows the line with its controls made visible, and completes commands.
pub struct Typed;

impl Helper for Typed {}

impl Validator for Typed {}

impl Completer for Typed {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        Ok(line.get(..pos).map_or((pos, Vec::new()), complete))
    }
}

impl Hinter for Typed {
    type Hint = String;
}

impl Highlighter for Typed {
    fn highlight<'l>(&self, line: &'l str, _pos: usize) -> Cow<'l, str> {
        visible(line)
    }

    fn highlight_char(&self, line: &str, _pos: usize, _kind: CmdKind) -> bool {
        line.chars().any(commands_terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_escape_sequence_is_shown_as_text() {
        let pasted = "who \u{1b}]0;evil\u{7}";
        assert_eq!(Typed.highlight(pasted, 0), "who ␛]0;evil␇");
        assert!(Typed.highlight_char(pasted, 0, CmdKind::Other));
        assert!(!Typed.highlight_char("who?", 0, CmdKind::Other));
    }
}
