//! Texts to vectors, with a transformer.

use std::path::Path;

use crate::error::{Error, Result};
use crate::kernel::linear::Precision;
use crate::kernel::pointwise;
use crate::network::Network;
use crate::network::head::pool;

/// A sentence encoder: BERT, MiniLM, RoBERTa or MPNet with pooling, as sentence-transformers
/// runs them (Reimers & Gurevych, 2019).
pub struct Encoder {
    network: Network,
}

impl Encoder {
    /// Loads a model's folder.
    pub fn load(folder: &Path, precision: Precision) -> Result<Encoder> {
        let network = Network::load(folder, precision)?;
        match network.has_states() {
            true => Ok(Encoder { network }),
            false => Err(Error::Unsupported(format!(
                "{} as an encoder: its graph gives no \"last_hidden_state\"",
                folder.display()
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
}
