//! The arguments of `grice read`.

use std::path::PathBuf;

use clap::Parser;

use crate::history::HistoryArg;

/// Find the answer to a question in a passage
///
/// The answer is words of the passage, yes, no, or unknown where the passage does not say.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice read -q \"When was it finished?\" -p \"The bridge was finished in 1294.\"\n  \
    grice read -q \"Is it old?\" --turn \"Who built the bridge?\" \"A king.\" bridge.txt --json\n  \
    grice read --jsonl < questions.jsonl > answers.jsonl\n\n\
    Where the model is not on this machine, the sentence that shares most words with the question \
    takes its place, and a warning says so.")]
pub struct ReadArgs {
    /// The question
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub question: Option<String>,
    /// The passage
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present_any = ["jsonl", "file"]
    )]
    pub passage: Option<String>,
    /// A file with the passage; - for standard input
    #[arg(value_name = "FILE", conflicts_with = "passage")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub history: HistoryArg,
    /// A model of the registry, or the folder of one [default: grice-read]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// Print one JSON object: {type, answer, spans, confidence, relevance, by}
    #[arg(long)]
    pub json: bool,
    /// Read {id, history, question, passage} lines from standard input, write {id, type, answer,
    /// spans, confidence, relevance, by} lines, in order; a bad line is answered with {id, error}.
    /// A span is {start, end} in characters of the passage
    #[arg(long, conflicts_with_all = ["json", "question", "passage", "file"])]
    pub jsonl: bool,
}
