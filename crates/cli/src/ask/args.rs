//! The arguments of `grice ask`.

use std::path::PathBuf;

use clap::Parser;

use crate::collections::IndexArg;
use crate::history::HistoryArg;

/// Ask a question, and get the answer with its evidence
///
/// The answer comes from the documents of the index, and where it stands is told. What was said
/// before can be given as turns or as a file; the question is then understood in that conversation.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice ask \"why is Io so volcanic\"\n  \
    grice ask \"who found it?\" --turn \"What is Titan?\" \"Saturn's largest moon.\"\n  \
    grice ask \"how large is it?\" --history talk.jsonl --index wiki --json\n  \
    grice ask --jsonl --index wiki < questions.jsonl > answers.jsonl\n\n\
    Where a model is not on this machine, simple rules take its place, and a warning says so.")]
pub struct AskArgs {
    /// The question
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    pub question: Option<String>,
    #[command(flatten)]
    pub index: IndexArg,
    /// A file with the conversation so far: {question, answer} lines, a list of them, or a saved
    /// conversation
    #[arg(long = "history", value_name = "FILE", conflicts_with_all = ["jsonl", "turns"])]
    pub history_file: Option<PathBuf>,
    #[command(flatten)]
    pub history: HistoryArg,
    /// The system: which parts answer, and with which numbers; a file, or one that `grice systems`
    /// lists [default: default]
    #[arg(long, value_name = "NAME|FILE")]
    pub system: Option<PathBuf>,
    /// Print one JSON object, as --jsonl does
    #[arg(long)]
    pub json: bool,
    /// Explain the turn: how the question was understood, what was found and why, how long it took
    #[arg(long)]
    pub trace: bool,
    /// Read {id, history: [{question, answer}], question} lines from standard input, write {id, answer,
    /// unknown, confidence, rewrite, literal, pragmatic, follow_ups, documents, passages, milliseconds,
    /// reply} lines, in order; a bad line is answered with {id, error}. Evidence is {text, passage,
    /// document, title, section, start, end}, in characters of the passage
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
}
