//! The only way to the terminal. What is written is data, of which nothing may command the
//! terminal, and marks of our own styles.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use grice_text::visible;

use super::fold::{fold, width};
use super::style;

/// A stream for people: styles on a terminal, plain text in a pipe, data made visible.
///
/// `write!` and `writeln!` work on it; it has no other way in.
pub struct Screen<W: Write> {
    out: W,
    /// The columns that what is written is folded into.
    width: Option<usize>,
}

/// The standard output could not be written.
#[derive(Debug)]
struct Unwritten(io::Error);

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write to standard output ({})", self.0)
    }
}

impl std::error::Error for Unwritten {}

/// The standard output, for people.
pub type Stdout = Screen<AutoStream<io::Stdout>>;

/// The standard output, for people.
pub fn stdout() -> Stdout {
    Screen { out: anstream::stdout(), width: None }
}

/// The same, with lines broken between words where the terminal ends. Whole lines are to be written.
pub fn folded() -> Stdout {
    Screen { out: anstream::stdout(), width: width() }
}

/// The standard error, for people.
pub fn stderr() -> Screen<AutoStream<io::Stderr>> {
    Screen { out: anstream::stderr(), width: None }
}

/// The standard output, for programs. What goes there is escaped by [`super::json()`].
pub(super) fn raw_stdout() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

/// Whether styles can be seen on the standard output.
pub fn is_styled() -> bool {
    anstream::stdout().current_choice() != ColorChoice::Never
}

/// Whether the standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes what is still held back.
pub fn flush() -> io::Result<()> {
    io::stdout().flush().map_err(unwritten)
}

/// Says of an error that it is the standard output's.
pub(super) fn unwritten(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), Unwritten(error))
}

/// A reader that closed the pipe (`| head`) is no failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|error| {
        error.kind() == io::ErrorKind::BrokenPipe
            && error.get_ref().is_some_and(|inner| inner.is::<Unwritten>())
    })
}

impl<W: Write> Screen<W> {
    /// A screen that writes into something else.
    #[cfg(test)]
    pub fn of(out: W) -> Screen<W> {
        Screen { out, width: None }
    }

    /// What `write!` calls.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = style::render(&fold(&text.to_string(), self.width), |data, out| {
            // A line of a file from Windows ends as others do.
            out.push_str(&visible(&data.replace("\r\n", "\n")));
        });
        self.out.write_all(text.as_bytes()).map_err(unwritten)
    }

    /// Writes text with escape sequences that none but ourselves made.
    pub(super) fn write_trusted(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes()).map_err(unwritten)
    }

    /// Shows what was written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(unwritten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::TITLE;

    #[test]
    fn a_document_cannot_style_what_it_says_but_we_can() {
        let mut out = Vec::new();
        let title = "Io\u{1b}[31m\u{9b}1m\u{202e}";
        writeln!(Screen::of(&mut out), "{TITLE}{title}{TITLE:#}\r").unwrap();
        let said = String::from_utf8(out).unwrap();
        assert_eq!(said, "\u{1b}[1mIo␛[31m\u{fffd}1m\u{fffd}\u{1b}[0m\n");
    }

    #[test]
    fn only_the_output_can_be_a_closed_pipe() {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_closed_pipe(&anyhow::Error::from(unwritten(closed())).context("export")));
        assert!(!is_closed_pipe(&closed().into()));
        let full = unwritten(io::Error::from(io::ErrorKind::StorageFull));
        assert!(full.to_string().starts_with("cannot write to standard output ("), "{full}");
        assert!(!is_closed_pipe(&full.into()));
    }
}
