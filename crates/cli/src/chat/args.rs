//! The arguments of `grice chat`.

use std::path::PathBuf;

use clap::Parser;

use crate::collections::CollectionArg;

/// Talk: questions and answers that follow each other, with the evidence
///
/// Every turn is saved when it is done, so that nothing is lost. `/help` lists what can be said
/// besides questions. Without a terminal, an utterance is read from each line of standard input.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice chat\n  \
    grice chat wiki\n  \
    grice chat --resume\n  \
    grice chat --json --no-save < questions.txt > answers.jsonl\n\n\
    Where a model is not on this machine, simple rules take its place, and a warning says so.")]
pub struct ChatArgs {
    #[command(flatten)]
    pub collection: CollectionArg,
    /// The system: which parts answer, and with which numbers; a file, or one that `grice systems`
    /// lists [default: default]
    #[arg(long, value_name = "NAME|FILE")]
    pub system: Option<PathBuf>,
    /// Go on with a saved conversation, by its name or number, over its own index unless one is named
    /// [default: the last one]
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    pub resume: Option<Option<String>>,
    /// Save neither the conversation nor what was typed
    #[arg(long)]
    pub no_save: bool,
    /// Explain every turn: how the question was understood, what was found and why, how long it took
    #[arg(long)]
    pub trace: bool,
    /// Print one JSON object a turn, on one line, as `grice ask --json` does; a turn that failed is
    /// {error}. What commands say goes to standard error
    #[arg(long)]
    pub json: bool,
}
