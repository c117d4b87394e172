//! The arguments of `grice ground`.

use clap::Parser;

/// Say whether evidence supports a reply, sentence by sentence
///
/// Numbers, dates, names and negations are compared exactly, the rest by a trained score. A
/// question or small talk claims nothing and is passed over.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice ground -e \"The bridge opened in 1898.\" -r \"It opened in 1889.\"\n  \
    grice ground --evidence page.txt -r \"It is 214 metres long.\" --json\n  \
    grice ground --jsonl < replies.jsonl > judged.jsonl\n\n\
    Where the model is not on this machine, the share of the reply's words that the evidence has \
    takes its place, and a warning says so.")]
pub struct GroundArgs {
    /// The text that should support the reply, or a file of it
    #[arg(
        short,
        long,
        value_name = "TEXT|FILE",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub evidence: Option<String>,
    /// The reply
    #[arg(
        short,
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "jsonl"
    )]
    pub reply: Option<String>,
    /// A model of the registry, or the folder of one [default: grice-ground]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// Print one JSON object: {supported, score, unsupported, sentences, by}
    #[arg(long)]
    pub json: bool,
    /// Read {id, evidence, reply} lines from standard input, write {id, supported, score,
    /// unsupported, sentences, by} lines, in order; a bad line is answered with {id, error}
    #[arg(long, conflicts_with_all = ["json", "evidence", "reply"])]
    pub jsonl: bool,
}
