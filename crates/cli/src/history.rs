//! The turns so far, as people give them.

use clap::Args;
use grice_judge::Turn;

/// The conversation before the question.
#[derive(Debug, Args)]
pub struct HistoryArg {
    /// A turn before the question; repeat it for more, the oldest first
    #[arg(
        long = "turn",
        num_args = 2,
        value_names = ["QUESTION", "ANSWER"],
        allow_hyphen_values = true,
        conflicts_with = "jsonl"
    )]
    turns: Vec<String>,
}

impl HistoryArg {
    /// The turns, oldest first.
    pub fn turns(&self) -> Vec<Turn> {
        let pairs = self.turns.chunks_exact(2);
        pairs.map(|pair| Turn::new(&*pair[0], &*pair[1])).collect()
    }
}
