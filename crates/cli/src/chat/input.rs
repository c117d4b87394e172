//! Lines as they are typed, or as they come through a pipe.

use std::io::{BufRead, IsTerminal, StdinLock};
use std::path::PathBuf;

use anyhow::{Context, Result};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::interrupt;
use super::typed::Typed;
use crate::output;

/// What shows that it is the user's turn.
const PROMPT: &str = "› ";

/// How many lines typed are remembered.
const REMEMBERED: usize = 1_000;

/// Where lines come from.
pub enum Input {
    /// A terminal, with line editing, and a file of what was typed before.
    Terminal { editor: Box<Editor<Typed, FileHistory>>, file: Option<PathBuf> },
    /// Anything else.
    Plain(StdinLock<'static>),
}

/// What came in.
pub enum Said {
    Line(String),
    /// Ctrl-C: the line was taken back.
    Cleared,
    /// Ctrl-D, or the end of the input.
    End,
}

impl Input {
    /// The standard input. What is typed at a terminal is remembered in `file`.
    pub fn open(file: Option<PathBuf>) -> Result<Input> {
        let stdin = std::io::stdin();
        if !stdin.is_terminal() || !output::is_terminal() {
            return Ok(Input::Plain(stdin.lock()));
        }
        // Lines are shown through `Typed`, which has no colours, also where none are wanted.
        let config = Config::builder()
            .max_history_size(REMEMBERED)?
            .auto_add_history(true)
            .color_mode(ColorMode::Forced)
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Box::new(Editor::with_config(config)?);
        editor.set_helper(Some(Typed));
        if let Some(file) = file.as_ref().filter(|file| file.exists()) {
            editor.load_history(file).ok();
        }
        interrupt::listen()?;
        Ok(Input::Terminal { editor, file })
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal { .. })
    }

    /// Waits for the next line.
    pub fn read(&mut self) -> Result<Said> {
        match self {
            Input::Terminal { editor, file } => match editor.readline(PROMPT) {
                Ok(line) => {
                    if let Some(file) = file {
                        editor.append_history(file).ok();
                    }
                    Ok(Said::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Said::Cleared),
                Err(ReadlineError::Eof) => Ok(Said::End),
                Err(error) => Err(error).context("cannot read from the terminal"),
            },
            Input::Plain(stdin) => {
                let mut line = Vec::new();
                let read = stdin.read_until(b'\n', &mut line);
                if read.context("cannot read standard input")? == 0 {
                    return Ok(Said::End);
                }
                let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
                Ok(Said::Line(String::from_utf8_lossy(line).trim_end().to_owned()))
            }
        }
    }
}
