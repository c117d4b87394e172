//! The encoder with a given name.

use std::error::Error;

use anyhow::Result;
use grice_index::Encoder;

use crate::output::Misuse;

/// Loads an encoder.
pub fn encoder(name: &str) -> Result<Box<dyn Encoder>> {
    match name {
        HashedWords::NAME => Ok(Box::new(HashedWords)),
        _ => Err(Misuse(format!("{name}: no such model; there is {}", HashedWords::NAME)).into()),
    }
}

/// Words hashed into 256 dimensions (Weinberger et al., ICML 2009): no weights and no meaning, only
/// shared words. It is there to try vectors without a model.
struct HashedWords;

impl HashedWords {
    const NAME: &str = "hashed-words";
    const DIMENSIONS: usize = 256;

    fn vector(text: &str) -> [f32; Self::DIMENSIONS] {
        let mut vector = [0.0_f32; Self::DIMENSIONS];
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
            let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
            for byte in word.to_lowercase().bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            hash ^= hash >> 32;
            let sign = if hash & 1 == 0 { 1.0 } else { -1.0 };
            vector[(hash >> 1) as usize % Self::DIMENSIONS] += sign;
        }
        let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length > 0.0 {
            vector.iter_mut().for_each(|v| *v /= length);
        }
        vector
    }
}

impl Encoder for HashedWords {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn dimensions(&self) -> usize {
        Self::DIMENSIONS
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, Box<dyn Error + Send + Sync>> {
        Ok(texts.iter().flat_map(|text| Self::vector(text)).collect())
    }

    fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }
}
