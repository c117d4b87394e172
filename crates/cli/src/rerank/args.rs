//! The arguments of `grice rerank`.

use std::path::PathBuf;

use clap::Parser;

use crate::history::HistoryArg;

/// Put passages in the order in which they are likely to answer a question
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice rerank -q \"When was it finished?\" bridge.txt river.txt\n  \
    grice rerank --jsonl < candidates.jsonl > ranked.jsonl\n\n\
    Where the model is not on this machine, the order is that of the words shared with the \
    question, and a warning says so.")]
pub struct RerankArgs {
    /// The question
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub question: Option<String>,
    /// Files, each with a passage
    #[arg(value_name = "FILE", required_unless_present = "jsonl")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub history: HistoryArg,
    /// A model of the registry, or the folder of one [default: grice-rank]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// How many passages the model looks at: those that share most words with the question
    #[arg(long, value_name = "N", default_value_t = grice_judge::rank::DEEP, value_parser = crate::bounds::passages)]
    pub deep: usize,
    /// Print one JSON object: {ranked: [{index, score}], by}
    #[arg(long)]
    pub json: bool,
    /// Read {id, history, question, passages} lines from standard input, write {id, ranked: [{index,
    /// score}], by} lines, in order; a bad line is answered with {id, error}
    #[arg(long, conflicts_with_all = ["json", "question", "files"])]
    pub jsonl: bool,
}
