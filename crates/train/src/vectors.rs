//! Static vectors: a vector for each token, from a model's table or from a file as GloVe writes it.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use grice_model::ModelFiles;
use rayon::prelude::*;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

use crate::error::{Error, Result};

/// Names under which models keep a table of tokens.
const TABLES: [&str; 4] =
    ["embedding.weight", "embeddings", "embedding.weights", "embeddings.word_embeddings.weight"];

/// A table of vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The length of a vector.
    pub width: usize,
    /// The vectors, one after another.
    pub values: Vec<f32>,
}

impl Table {
    /// A token's vector; empty where there is no such token.
    pub fn vector(&self, token: u32) -> &[f32] {
        let at = token as usize * self.width;
        self.values.get(at..at + self.width).unwrap_or_default()
    }
}

/// Tokens and their vectors.
pub struct Vectors {
    /// The vectors.
    pub table: Arc<Table>,
    spelling: Spelling,
}

enum Spelling {
    Pieces(Box<tokenizers::Tokenizer>),
    Words(HashMap<String, u32>),
}

impl Vectors {
    /// A model's table: `model.safetensors` with one, and `tokenizer.json`.
    pub fn of_model(files: &ModelFiles) -> Result<Vectors> {
        let read = |file: &str| {
            let path = files.shown().join(file);
            files.read(file)?.ok_or_else(|| Error::file(&path, "this file of the model is missing"))
        };
        let path = files.shown().join("model.safetensors");
        let bytes = read("model.safetensors")?;
        let weights =
            SafeTensors::deserialize(&bytes).map_err(|e| Error::file(&path, e.to_string()))?;
        let name = TABLES.iter().find(|name| weights.tensor(name).is_ok());
        let name = name.ok_or_else(|| Error::file(&path, "it has no table of token vectors"))?;
        let table = table(&weights, name).map_err(|why| Error::file(&path, why))?;
        let tokenizer = tokenizers::Tokenizer::from_bytes(read("tokenizer.json")?);
        let mut tokenizer = tokenizer
            .map_err(|e| Error::file(&files.shown().join("tokenizer.json"), e.to_string()))?;
        tokenizer.with_padding(None);
        let uncut = tokenizer.with_truncation(None).map(|_| ());
        uncut.map_err(|e| Error::Fault(format!("a tokenizer that cannot go uncut ({e})")))?;
        Ok(Vectors { table: Arc::new(table), spelling: Spelling::Pieces(Box::new(tokenizer)) })
    }

    /// A file with a word and its numbers in each line, as GloVe and word2vec write it.
    pub fn of_file(path: &Path) -> Result<Vectors> {
        let file = std::fs::File::open(path).map_err(|e| Error::read(path, e))?;
        let (mut words, mut values, mut width) = (HashMap::new(), Vec::new(), 0);
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|e| Error::read(path, e))?;
            let mut fields = line.trim_end().split(' ');
            let word = fields.next().unwrap_or_default();
            let numbers: Vec<f32> = fields.filter_map(|field| field.parse().ok()).collect();
            // word2vec's first line has the number of words and the width.
            if number == 0 && numbers.len() == 1 {
                continue;
            }
            if width == 0 {
                width = numbers.len();
            }
            if numbers.len() != width || width == 0 {
                let why =
                    format!("{} numbers after the word where {width} are expected", numbers.len());
                return Err(Error::line(path, number + 1, why));
            }
            if numbers.iter().any(|value| !value.is_finite()) {
                return Err(Error::line(path, number + 1, "a number is not finite"));
            }
            let next = words.len() as u32;
            if words.insert(word.to_lowercase(), next).is_none() {
                values.extend(numbers);
            }
        }
        if words.is_empty() {
            return Err(Error::file(
                path,
                "it has no vectors: a word and its numbers a line are expected",
            ));
        }
        let table = Table { width, values };
        Ok(Vectors { table: Arc::new(table), spelling: Spelling::Words(words) })
    }

    /// Makes all numbers larger or smaller, so that their standard deviation is `deviation`, around a mean of zero.
    #[must_use]
    pub fn scaled(self, deviation: f32) -> Vectors {
        let width = self.table.width;
        let rows = (self.table.values.len() / width.max(1)).max(1) as f64;
        let mut mean = vec![0.0f64; width];
        for row in self.table.values.chunks_exact(width.max(1)) {
            mean.iter_mut().zip(row).for_each(|(mean, value)| *mean += f64::from(*value) / rows);
        }
        let off = |(i, value): (usize, &f32)| f64::from(*value) - mean[i % width];
        let squares: f64 = self.table.values.iter().enumerate().map(|v| off(v).powi(2)).sum();
        let spread = (squares / (rows * width as f64)).sqrt().max(1e-12);
        let by = f64::from(deviation) / spread;
        let values = self.table.values.iter().enumerate().map(|v| (off(v) * by) as f32).collect();
        Vectors { table: Arc::new(Table { width, values }), ..self }
    }

    /// The tokens of each text, at most `longest`.
    pub fn tokens(&self, texts: &[&str], longest: usize) -> Result<Vec<Vec<u32>>> {
        texts.par_iter().map(|text| self.spell(text, longest)).collect()
    }

    fn spell(&self, text: &str, longest: usize) -> Result<Vec<u32>> {
        let mut tokens = match &self.spelling {
            Spelling::Pieces(tokenizer) => {
                let encoded = tokenizer.encode_fast(text, false);
                let encoded = encoded
                    .map_err(|e| Error::Rows(format!("the tokenizer refuses a text ({e})")))?;
                encoded.get_ids().to_vec()
            }
            Spelling::Words(words) => {
                parted(&text.to_lowercase()).filter_map(|word| words.get(word).copied()).collect()
            }
        };
        tokens.retain(|token| !self.table.vector(*token).is_empty());
        tokens.truncate(longest);
        Ok(tokens)
    }

    /// The mean of each text's tokens' vectors; zero for a text without tokens.
    pub fn means(&self, tokens: &[Vec<u32>]) -> Vec<f32> {
        let width = self.table.width;
        let mut means = vec![0.0; tokens.len() * width];
        means.par_chunks_mut(width.max(1)).zip(tokens).for_each(|(mean, tokens)| {
            for token in tokens {
                mean.iter_mut().zip(self.table.vector(*token)).for_each(|(m, v)| *m += v);
            }
            let count = tokens.len().max(1) as f32;
            mean.iter_mut().for_each(|value| *value /= count);
        });
        means
    }
}

/// Words and signs, as GloVe's own tokenizer parts them: "don't" is "do" and "n't".
fn parted(text: &str) -> impl Iterator<Item = &str> {
    let mut words = Vec::new();
    for chunk in text.split_whitespace() {
        let mut start = 0;
        for (at, sign) in chunk.char_indices() {
            if sign.is_alphanumeric() || sign == '\'' || sign == '-' {
                continue;
            }
            words.extend([&chunk[start..at], &chunk[at..at + sign.len_utf8()]]);
            start = at + sign.len_utf8();
        }
        let rest = &chunk[start..];
        match rest.strip_suffix("n't").or_else(|| rest.rsplit_once('\'').map(|(word, _)| word)) {
            Some(word) if !word.is_empty() => words.extend([word, &rest[word.len()..]]),
            _ => words.push(rest),
        }
    }
    words.into_iter().filter(|word| !word.is_empty())
}

fn table(weights: &SafeTensors<'_>, name: &str) -> Result<Table, String> {
    let view = weights.tensor(name).map_err(|e| e.to_string())?;
    let &[_, width] = view.shape() else { return Err(format!("\"{name}\" is no table")) };
    let values = match view.dtype() {
        Dtype::I8 => {
            let scales = weights.tensor(&format!("{name}_scale")).map_err(|e| e.to_string())?;
            let rows = view.data().chunks_exact(width.max(1)).zip(floats(&scales)?);
            rows.flat_map(|(row, scale)| row.iter().map(move |v| f32::from(*v as i8) * scale))
                .collect()
        }
        _ => floats(&view)?,
    };
    Ok(Table { width, values })
}

/// A tensor's numbers.
pub(crate) fn floats(view: &TensorView<'_>) -> Result<Vec<f32>, String> {
    match view.dtype() {
        Dtype::F32 => {
            Ok(view.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
        }
        other => Err(format!("numbers stored as {other:?} are not read here")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn glove(text: &str) -> Result<Vectors> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.txt");
        std::fs::write(&path, text).unwrap();
        Vectors::of_file(&path)
    }

    #[test]
    fn words_of_a_file_are_found_in_a_text_and_others_left_out() {
        let vectors = glove("the 1 2\ncat 3 4\n, 0 1\ndo 5 5\nn't 6 6\n").unwrap();
        let tokens = vectors.tokens(&["The cat, don't purr"], 9).unwrap();
        assert_eq!(tokens, [vec![0, 1, 2, 3, 4]]);
        assert_eq!(vectors.means(&[vec![0, 1], vec![]]), [2.0, 3.0, 0.0, 0.0]);
        assert_eq!(vectors.tokens(&["the the the"], 2).unwrap()[0].len(), 2);
    }

    #[test]
    fn a_short_line_is_named() {
        let wrong = glove("the 1 2\ncat 3\n").err().unwrap().to_string();
        assert!(wrong.contains("vectors.txt:2: 1 numbers after the word where 2"), "{wrong}");
        let wrong = glove("the 1 2\ncat 3 NaN\n").err().unwrap().to_string();
        assert!(wrong.contains("vectors.txt:2: a number is not finite"), "{wrong}");
        assert!(glove("").err().unwrap().to_string().contains("no vectors"));
    }

    #[test]
    fn scaled_vectors_have_the_deviation_asked_for_around_zero() {
        let vectors = glove("a 1 5\nb 3 9\n").unwrap().scaled(0.5);
        let values = &vectors.table.values;
        assert!((values[0] + values[2]).abs() < 1e-6 && (values[1] + values[3]).abs() < 1e-6);
        let spread = (values.iter().map(|v| v * v).sum::<f32>() / 4.0).sqrt();
        assert!((spread - 0.5).abs() < 1e-6);
    }
}
