//! The arguments of `grice train` and `grice label`.

use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};
use grice_train::Kind;

use crate::bounds;

/// Train a small model on labelled rows
///
/// ROWS is JSONL, CSV or TSV with a text, perhaps a second one, and a label. A fifth of each label is
/// kept aside; how well the model labels these rows is reported. What is trained is a folder, for
/// `grice label`; nothing is left of a training that is interrupted.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  grice train tickets.csv --out my-head\n  \
    grice train replies.jsonl --kind linear --text question --text2 reply --out replies\n  \
    grice label --model my-head \"it arrived broken\"")]
pub struct TrainArgs {
    /// The rows: .csv and .tsv with a header, anything else as JSON, an object a line
    pub rows: PathBuf,
    /// The folder to write the model to
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// What learns
    #[arg(long, value_enum, default_value = "linear")]
    pub kind: KindName,
    /// The column with the text
    #[arg(long, value_name = "COLUMN", default_value = "text")]
    pub text: String,
    /// The column with the second text [default: text2, where there is one]
    #[arg(long, value_name = "COLUMN")]
    pub text2: Option<String>,
    /// The column with the label
    #[arg(long, value_name = "COLUMN", default_value = "label")]
    pub label: String,
    /// With cbow and bilstm: a model with static vectors, or a file as GloVe writes it
    /// [default: grice-passages]
    #[arg(long, value_name = "NAME|FILE")]
    pub vectors: Option<String>,
    /// With linear: the encoder that is read with, by its name or its folder [default: grice-read]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub encoder: Option<String>,
    /// The most passes over the rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub epochs: Option<u64>,
    /// The seed of weights and orders; the same gives the same model
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = bounds::threads)]
    pub threads: Option<usize>,
    /// Print one JSON object: {accuracy, macro_f1, majority, rows, labels, confusion, …}
    #[arg(long)]
    pub json: bool,
    /// No progress bar
    #[arg(long, short)]
    pub quiet: bool,
}

/// What learns.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum KindName {
    /// The mean of static vectors and a hidden layer; seconds
    Cbow,
    /// A BiLSTM over static vectors; minutes
    Bilstm,
    /// The states of a frozen encoder and a last layer; the best of the three with few rows
    Linear,
}

impl From<KindName> for Kind {
    fn from(name: KindName) -> Kind {
        match name {
            KindName::Cbow => Kind::Cbow,
            KindName::Bilstm => Kind::Bilstm,
            KindName::Linear => Kind::Linear,
        }
    }
}

/// Label texts with a model of your own
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  grice label --model my-head \"it arrived broken\"\n  \
    grice label --model replies \"Are you hungry?\" \"I had a big lunch.\" --json\n  \
    grice label --model my-head --jsonl < texts.jsonl > labels.jsonl")]
pub struct LabelArgs {
    /// The text, or the first of two
    #[arg(value_name = "TEXT", required_unless_present = "jsonl")]
    pub text: Option<String>,
    /// The second text, for a model that takes two
    #[arg(value_name = "TEXT2")]
    pub text2: Option<String>,
    /// The folder that `grice train` wrote, or its name in a folder of $GRICE_MODEL_PATH or in
    /// models of Grice's home
    #[arg(long, value_name = "FOLDER|NAME")]
    pub model: String,
    /// Print one JSON object: {label, probabilities}
    #[arg(long)]
    pub json: bool,
    /// Read {id, text, text2} lines from standard input, write {id, label, probabilities} lines, in
    /// order; a bad line is answered with {id, error}
    #[arg(long, conflicts_with_all = ["json", "text", "text2"])]
    pub jsonl: bool,
}
