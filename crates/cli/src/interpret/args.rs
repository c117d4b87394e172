//! The arguments of `grice interpret`.

use clap::Parser;

/// Say what a reply to a yes/no question means
///
/// The reading has two labels: a strict one of six (yes, no, probably yes, probably no, yes under
/// conditions, in the middle) and a relaxed one of four. A condition that the reply states is
/// printed in its own words.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice interpret -q \"Are you hungry?\" -a \"I had a big lunch.\"\n  \
    grice interpret -q \"Will you watch it?\" -a \"Only if it's short.\" --json\n  \
    grice interpret --jsonl < replies.jsonl > readings.jsonl\n\n\
    Where the model is not on this machine, rules that only know words like yes and no take its \
    place, and a warning says so.")]
pub struct InterpretArgs {
    /// The question
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub question: Option<String>,
    /// The reply to it
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub answer: Option<String>,
    /// A model of the registry, or the folder of one [default: grice-interpret]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// Print one JSON object: {strict, relaxed, probabilities, condition, by}
    #[arg(long)]
    pub json: bool,
    /// Read {id, question, answer} lines from standard input, write {id, strict, relaxed,
    /// probabilities, condition, by} lines, in order; a bad line is answered with {id, error}
    #[arg(long, conflicts_with_all = ["json", "question", "answer"])]
    pub jsonl: bool,
}
