//! What turns text into vectors, as the index sees it.

use std::error::Error;

use xxhash_rust::xxh3::xxh3_64;

use crate::records::PassageRecord;

/// A model that turns texts into vectors.
pub trait Encoder: Send + Sync {
    /// The model and its version. Vectors of different names are never compared.
    fn name(&self) -> &str;

    /// How many numbers a vector has.
    fn dimensions(&self) -> usize;

    /// One vector for each text, one after the other, each of length 1 (or 0 for a text in which
    /// the model sees nothing).
    fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, Box<dyn Error + Send + Sync>>;

    /// The same for queries, for models that treat them differently.
    fn encode_queries(&self, queries: &[&str]) -> Result<Vec<f32>, Box<dyn Error + Send + Sync>> {
        self.encode(queries)
    }

    /// How many threads may call `encode` at once with profit. Encoders that already use every
    /// core for one call keep the default.
    fn threads(&self) -> usize {
        1
    }
}

impl PassageRecord {
    /// The text that encoders are given for a passage: the title, the section path and the
    /// passage's text, each on a line of its own; what is empty is left out.
    pub fn embedded_text(&self) -> String {
        let parts = [&self.title, &self.section, &self.text];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        parts.join("\n")
    }

    /// The number by which the passage is known to the vectors; the index keeps the same.
    pub(crate) fn key(&self) -> u64 {
        xxh3_64(self.passage.as_bytes())
    }
}
