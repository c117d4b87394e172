//! Texts to vectors, with a transformer.

use crate::classifier::Input;
use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::kernel::pointwise;
use crate::network::Network;
use crate::network::head::pool;
use crate::tokenizer::Tokens;

/// A sentence encoder: BERT, MiniLM, RoBERTa or MPNet with pooling, as sentence-transformers
/// runs them (Reimers & Gurevych, 2019).
pub struct Encoder {
    network: Network,
}

/// A text's tokens, each with a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenStates {
    /// The tokens with their places; special tokens have none.
    pub tokens: Tokens,
    /// The length of a vector.
    pub width: usize,
    /// The vectors, one after another.
    pub values: Vec<f32>,
}

impl TokenStates {
    /// Each token's vector.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.width.max(1))
    }
}

impl Encoder {
    /// Loads a model's folder.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<Encoder> {
        let files = files.into();
        let network = Network::load(&files, precision)?;
        match network.has_states() {
            true => Ok(Encoder { network }),
            false => Err(Error::Unsupported(format!(
                "{} as an encoder: its graph gives no \"last_hidden_state\"",
                files.shown().display()
            ))),
        }
    }

    /// The length of a vector.
    pub fn dimensions(&self) -> usize {
        self.network.width
    }

    /// The longest text in tokens; what is longer is cut, as the reference does.
    pub fn longest(&self) -> usize {
        self.network.tokenizer.longest()
    }

    /// How many layers the network has.
    pub fn layers(&self) -> usize {
        self.network.depth
    }

    /// Whether its tokenizer works on bytes, as RoBERTa's does, and so takes a word at the start
    /// of a text for another than the same word after a space.
    pub fn reads_bytes(&self) -> bool {
        self.network.tokenizer.reads_bytes()
    }

    /// The tokens of each text with their places, as the network reads them.
    pub fn tokens(&self, texts: &[&str]) -> Result<Vec<Tokens>> {
        self.network.tokenizer.placed_texts(texts)
    }

    /// Whether every layer's states can be had; an ONNX graph gives the last one's only.
    pub fn has_layers(&self) -> bool {
        self.network.has_layers()
    }

    /// The vectors of each text's tokens after the last layer or after `layer` layers; 0 are the
    /// embeddings. An ONNX graph gives the last layer's only.
    pub fn token_states(&self, texts: &[&str], layer: Option<usize>) -> Result<Vec<TokenStates>> {
        let (layers, width) = (self.layers(), self.network.width);
        let depth = layer.unwrap_or(layers);
        if depth > layers {
            return Err(Error::Unsupported(format!("layer {depth} of a network with {layers}")));
        }
        if depth < layers && !self.network.has_layers() {
            return Err(Error::Unsupported(format!(
                "layer {depth} of an ONNX graph: it gives the last one only, {layers}"
            )));
        }
        let tokens = self.tokens(texts)?;
        let values = self.network.run_states(depth, &tokens, |_, states| Ok(states.to_vec()))?;
        let both = tokens.into_iter().zip(values);
        Ok(both.map(|(tokens, values)| TokenStates { tokens, width, values }).collect())
    }

    /// A vector for each text, in order.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let tokens = self.network.tokenizer.texts(texts)?;
        self.network.run(&tokens, |_, reading| {
            let mut vector = pool(reading.states, self.network.width, self.network.pooling);
            if self.network.normalize {
                pointwise::normalize(&mut vector);
            }
            Ok(vector)
        })
    }

    /// What a layer on top of the frozen network can learn from: the mean of the states after `layer` layers (none: the
    /// last), of two texts that are read together one for each, one after the other.
    pub fn features(&self, inputs: &[Input<'_>], layer: Option<usize>) -> Result<Vec<Vec<f32>>> {
        let (depth, width) = (layer.unwrap_or(self.network.depth), self.network.width);
        if depth > self.network.depth || (depth < self.network.depth && !self.has_layers()) {
            let layers = self.network.depth;
            return Err(Error::Unsupported(format!("layer {depth} of this network with {layers}")));
        }
        let tokens = inputs.iter().map(|input| match input {
            Input::One(text) => self.network.tokenizer.text(text),
            Input::Two(first, second) => self.network.tokenizer.pair(first, second),
        });
        let tokens = tokens.collect::<Result<Vec<_>>>()?;
        self.network.run_states(depth, &tokens, |i, states| {
            let parts = match inputs[i] {
                Input::One(_) => 1,
                Input::Two(..) => 2,
            };
            let mut means = vec![0.0; parts * width];
            let mut counts = vec![0usize; parts];
            for (row, part) in states.chunks_exact(width).zip(&tokens[i].types) {
                let part = (*part as usize).min(parts - 1);
                pointwise::add(&mut means[part * width..(part + 1) * width], row);
                counts[part] += 1;
            }
            for (mean, count) in means.chunks_exact_mut(width).zip(counts) {
                pointwise::scale(mean, 1.0 / count.max(1) as f32);
            }
            Ok(means)
        })
    }
}
