//! Texts to vectors, with a table: each token has a vector, a text has their mean.
//!
//! As in model2vec (Tulkens & van Dongen, 2024) and WordLlama: no attention, so a passage costs
//! little more than its tokenization.

use std::sync::Arc;

use rayon::prelude::*;
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::pointwise;
use crate::network::config::read_json;
use crate::tokenizer::Tokenizer;
use crate::weights::Weights;

/// Names under which the table is kept.
const TABLES: [&str; 3] = ["embedding.weight", "embeddings", "embedding.weights"];
/// Texts a thread takes at once.
const TEXTS_AT_ONCE: usize = 64;

/// A static encoder.
pub struct StaticEncoder {
    tokenizer: Arc<tokenizers::Tokenizer>,
    table: Vec<f32>,
    dimensions: usize,
    normalize: bool,
    /// A token that stands for nothing and is left out.
    unknown: Option<u32>,
}

#[derive(Deserialize)]
struct Config {
    model_type: Option<String>,
    #[serde(default = "yes")]
    normalize: bool,
}

fn yes() -> bool {
    true
}

impl StaticEncoder {
    /// Loads a folder with `model.safetensors` and `tokenizer.json`; `config.json` may say
    /// whether vectors are made unit length.
    pub fn load(files: impl Into<ModelFiles>) -> Result<StaticEncoder> {
        let files = files.into();
        let config = read_json(&files, "config.json")?;
        let config = config.unwrap_or(Config { model_type: None, normalize: true });
        let weights = Weights::open(&files, "model.safetensors")?;
        let name = TABLES.iter().find(|name| weights.has(name)).ok_or_else(|| {
            let names = TABLES.join("\", \"");
            let path = files.path("model.safetensors");
            Error::damaged(&path, format!("it holds none of the tables \"{names}\""))
        })?;
        let table = weights.table(name)?;
        let (rows, dimensions) = (table.rows, table.columns);
        if weights.has("mapping") || weights.has("weights") {
            return Err(Error::Unsupported(
                "static models with a token mapping or token weights".to_owned(),
            ));
        }
        let tokenizer = Tokenizer::of(&files, 512)?;
        tokenizer.check(rows, None)?;
        let tokenizer = tokenizer.plain();
        // model2vec leaves unknown tokens out; WordLlama averages them in.
        let unknown = match config.model_type.as_deref() {
            Some("wordllama") => None,
            _ => ["[UNK]", "<unk>"].iter().find_map(|t| tokenizer.token_to_id(t)),
        };
        let (table, normalize) = (table.into_floats(), config.normalize);
        Ok(StaticEncoder { tokenizer, table, dimensions, normalize, unknown })
    }

    /// The length of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// A vector for each text, in order; that of a text without tokens is zero.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let parts: Vec<Vec<Vec<f32>>> = texts
            .par_chunks(TEXTS_AT_ONCE)
            .map(|texts| texts.iter().map(|text| self.one(text)).collect())
            .collect::<Result<_>>()?;
        Ok(parts.into_iter().flatten().collect())
    }

    fn one(&self, text: &str) -> Result<Vec<f32>> {
        let encoded = self
            .tokenizer
            .encode_fast(text, false)
            .map_err(|e| Error::Unsupported(format!("a text its tokenizer refuses ({e})")))?;
        let mut vector = vec![0.0; self.dimensions];
        let mut tokens = 0usize;
        for id in encoded.get_ids().iter().filter(|id| Some(**id) != self.unknown) {
            let at = *id as usize * self.dimensions;
            if let Some(row) = self.table.get(at..at + self.dimensions) {
                pointwise::add(&mut vector, row);
                tokens += 1;
            }
        }
        pointwise::scale(&mut vector, 1.0 / tokens.max(1) as f32);
        if self.normalize {
            pointwise::normalize(&mut vector);
        }
        Ok(vector)
    }
}
