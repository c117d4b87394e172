//! One or two texts to labels, by one or several heads on one trunk.

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::kernel::pointwise::softmax;
use crate::network::Network;
use crate::network::config::Over;

/// A sequence classifier.
pub struct Classifier {
    network: Network,
    heads: Vec<usize>,
}

/// What is classified.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A text by itself.
    One(&'a str),
    /// Two texts, such as a question and its reply.
    Two(&'a str, &'a str),
}

/// What one head says of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The values before they are made probabilities, in the order of the head's labels.
    pub logits: Vec<f32>,
    /// Their softmax.
    pub probabilities: Vec<f32>,
}

impl Verdict {
    /// The number of the most probable label.
    pub fn best(&self) -> usize {
        let ranked = self.logits.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        ranked.map_or(0, |(label, _)| label)
    }
}

impl Classifier {
    /// Loads a model's folder.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<Classifier> {
        let files = files.into();
        let network = Network::load(&files, precision)?;
        let all = network.heads();
        let heads: Vec<usize> = (0..all.len()).filter(|i| all[*i].over == Over::Sequence).collect();
        if heads.is_empty() {
            return Err(Error::Unsupported(format!(
                "{} as a classifier: it has no head over a sequence",
                files.shown().display()
            )));
        }
        Ok(Classifier { network, heads })
    }

    /// The heads, each with its labels, in the order of the verdicts.
    pub fn heads(&self) -> Vec<(String, Vec<String>)> {
        let all = self.network.heads();
        self.heads.iter().map(|i| (all[*i].name.to_owned(), all[*i].labels.to_vec())).collect()
    }

    /// For each input a verdict of each head.
    pub fn classify(&self, inputs: &[Input<'_>]) -> Result<Vec<Vec<Verdict>>> {
        let tokens = inputs
            .iter()
            .map(|input| match input {
                Input::One(text) => self.network.tokenizer.text(text),
                Input::Two(first, second) => self.network.tokenizer.pair(first, second),
            })
            .collect::<Result<Vec<_>>>()?;
        self.network.run(&tokens, |_, mut reading| {
            let verdicts = self.heads.iter().map(|i| {
                let logits = std::mem::take(&mut reading.heads[*i]);
                let mut probabilities = logits.clone();
                softmax(&mut probabilities);
                Verdict { logits, probabilities }
            });
            Ok(verdicts.collect())
        })
    }
}
