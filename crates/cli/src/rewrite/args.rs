//! The arguments of `grice rewrite`.

use clap::Parser;

use crate::history::HistoryArg;

/// Make a question of a conversation stand alone
///
/// What the question needs of the turns before it is put into it, in the words that were said
/// there. A question that stands alone already comes back as it is.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice rewrite -q \"When was she born?\" --turn \"Who was Ada Lovelace?\" \"A mathematician.\"\n  \
    grice rewrite --jsonl < questions.jsonl > rewrites.jsonl\n\n\
    Where the model is not on this machine, rules that know pronouns take its place, and a \
    warning says so.")]
pub struct RewriteArgs {
    /// The question
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub question: Option<String>,
    #[command(flatten)]
    pub history: HistoryArg,
    /// A model of the registry, or the folder of one [default: grice-rewrite]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// Print one JSON object: {rewrite, changed, terms, by}
    #[arg(long)]
    pub json: bool,
    /// Read {id, history, question} lines from standard input, write {id, rewrite, changed, terms,
    /// by} lines, in order; a bad line is answered with {id, error}. History is a list of
    /// {question, answer}, the oldest first; terms are {term, weight}
    #[arg(long, conflicts_with_all = ["json", "question"])]
    pub jsonl: bool,
}
