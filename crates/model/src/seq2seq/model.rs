//! What a search needs of a network, wherever its weights are.

use crate::error::Result;

/// A network that reads and writes.
pub(crate) trait Model: Send + Sync {
    /// The encoder's states of each sequence, encoded by itself.
    fn encode(&self, inputs: &[Vec<u32>]) -> Result<Vec<Vec<f32>>>;

    /// Starts writing: one sequence for each input's states.
    fn start<'a>(&'a self, inputs: &[Vec<f32>]) -> Result<Box<dyn Writing + 'a>>;

    /// Values in a row of states.
    fn width(&self) -> usize;

    /// Values in a row of logits.
    fn words(&self) -> usize;
}

/// Sequences written side by side.
pub(crate) trait Writing {
    /// Takes the next tokens, equally many of each sequence, and gives a row of logits for each.
    fn next(&mut self, tokens: &[u32]) -> Result<Vec<f32>>;

    /// Replaces the sequences: each new one continues the old one named in `parents`.
    fn arrange(&mut self, parents: &[usize]);
}
