//! What people and programs see: the only module that writes to the terminal. Styles are seen on a
//! terminal and left out of a pipe; data is made visible ([`Screen`]) or escaped ([`json()`]).

#![allow(clippy::disallowed_methods)] // elsewhere they would go past what this module is for

mod figures;
mod fold;
mod json;
mod screen;
mod style;
mod working;

use std::fmt::Display;
use std::process::ExitCode;

use grice_text::commands_terminal;

pub use figures::{bytes, count, counted, date};
pub use fold::{columns, fold, width, width_of_errors};
pub use json::{JsonLines, json, pretty_json};
pub use screen::{Screen, Stdout, flush, folded, is_closed_pipe, is_styled, is_terminal, stdout};
pub use style::{DIM, FOUND, Style, TITLE};
pub use working::Working;

#[cfg(test)]
pub use style::plain;

const ERROR: Style = Style::Error;
const WARNING: Style = Style::Warning;

/// Prints an error and gives the exit code it deserves: 2 for a mistake of the caller's, 1 for a
/// failure.
pub fn fail(error: &anyhow::Error) -> ExitCode {
    tell(format_args!("{ERROR}error:{ERROR:#} {error:#}"));
    ExitCode::from(if is_misuse(error) { 2 } else { 1 })
}

fn is_misuse(error: &anyhow::Error) -> bool {
    let known = None
        .or_else(|| error.downcast_ref().map(grice_home::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_index::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_model::registry::RegistryError::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_engine::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_judge::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_store::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_lab::data::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_lab::eval::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_lab::labels::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_lab::report::Error::is_misuse))
        .or_else(|| error.downcast_ref().map(grice_train::Error::is_callers));
    // Whatever cannot be scored is in the files that were given.
    known.unwrap_or_else(|| error.is::<Misuse>() || error.is::<grice_metrics::Error>())
}

/// Prints a line on the standard error, folded where it is a terminal. Where that cannot be written,
/// nobody can be told.
pub fn tell(line: impl Display) {
    let line = fold(&line.to_string(), width_of_errors());
    writeln!(screen::stderr(), "{line}").ok();
}

/// Prints text on the standard error as it is, with its own line breaks.
pub fn tell_text(text: impl Display) {
    write!(screen::stderr(), "{text}").ok();
}

/// Prints a warning.
pub fn warn(message: impl Display) {
    tell(format_args!("{WARNING}warning:{WARNING:#} {message}"));
}

/// Prints the help that was asked for, or what is wrong with the arguments. Arguments stand in it
/// as they were given: where they could command the terminal, all goes without styles.
pub fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render();
    let plain = text.to_string();
    let styled = (!plain.chars().any(commands_terminal)).then(|| text.ansi().to_string());
    let written = match (error.use_stderr(), styled) {
        (true, Some(styled)) => screen::stderr().write_trusted(&styled).or(Ok(())),
        (true, None) => write!(screen::stderr(), "{plain}").or(Ok(())),
        (false, Some(styled)) => stdout().write_trusted(&styled),
        (false, None) => write!(stdout(), "{plain}"),
    };
    match written.and_then(|()| flush()).map_err(anyhow::Error::from) {
        Err(error) if !is_closed_pipe(&error) => fail(&error),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// A mistake in how the command was called.
#[derive(Debug)]
pub struct Misuse(pub String);

impl std::fmt::Display for Misuse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}
