//! The arguments of `grice anticipate`.

use std::path::PathBuf;

use clap::Parser;

use crate::history::HistoryArg;

/// Say what the asker would want to hear after a literal answer
///
/// Candidates are ranked: first what answers the likely next question. What is empty or only
/// repeats the literal answer comes last.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice anticipate -q \"Who built it?\" --literal \"A monk named Benedict\" \\\n    \
    \"Benedict never saw it finished.\" \"The town has a market.\"\n  \
    grice anticipate -q \"Who built it?\" --literal \"A monk named Benedict\" --from bridge.txt -k 3\n  \
    grice anticipate --jsonl < candidates.jsonl > ranked.jsonl\n\n\
    Where the model is not on this machine, the order is that of the words shared with question and \
    answer, and a warning says so.")]
pub struct AnticipateArgs {
    /// The question
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub question: Option<String>,
    /// What answers it literally; repeat it for several spans
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub literal: Vec<String>,
    /// What could be said next
    #[arg(value_name = "CANDIDATE", required_unless_present_any = ["jsonl", "from"])]
    pub candidates: Vec<String>,
    /// Take the sentences of a file as candidates, too; - is standard input
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub history: HistoryArg,
    /// A model of the registry, or the folder of one [default: grice-anticipate]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// How many candidates to print [default: all]
    #[arg(short = 'k', long = "top", value_name = "N", conflicts_with = "jsonl", value_parser = crate::bounds::passages)]
    pub k: Option<usize>,
    /// Print one JSON object: {ranked: [{index, score, text}], by}
    #[arg(long)]
    pub json: bool,
    /// Read {id, history, question, literal, candidates} lines from standard input, write {id,
    /// ranked: [{index, score}], by} lines, in order; a bad line is answered with {id, error}
    #[arg(long, conflicts_with_all = ["json", "question", "literal", "candidates", "from"])]
    pub jsonl: bool,
}
