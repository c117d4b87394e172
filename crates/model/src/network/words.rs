//! The vectors of the words, which models trained on frozen ones have in common.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::shared::Shared;
use crate::weights::{Table, Weights};

/// What a shared table is called in its file.
const NAME: &str = "embeddings.word_embeddings.weight";

/// The file that has it.
const FILE: &str = "model.safetensors";

static SHARED: Shared<Words> = Shared::new();

/// A vector for each word, in as little memory as the file takes.
pub(crate) struct Words(Table);

impl Words {
    pub(crate) fn new(table: Table) -> Arc<Words> {
        Arc::new(Words(table))
    }

    /// The words in a folder of their own: read once, however many models use them.
    pub(crate) fn shared(files: &ModelFiles, count: usize, width: usize) -> Result<Arc<Words>> {
        let words =
            SHARED.of(files, FILE, || Ok(Words(Weights::open(files, FILE)?.table(NAME)?)))?;
        let found = (words.0.rows, words.0.columns);
        if found != (count, width) {
            let (path, (rows, columns)) = (files.path(FILE), found);
            return Err(Error::Shape(format!(
                "{} has {rows} words of {columns} numbers where {count} of {width} were expected",
                path.display()
            )));
        }
        Ok(words)
    }

    /// Puts a word's vector at the end of `into`; whether there is such a word.
    pub(crate) fn append(&self, word: usize, into: &mut Vec<f32>) -> bool {
        let Words(table) = self;
        let range = word * table.columns..(word + 1) * table.columns;
        match &table.quantized {
            None => table.values.get(range).map(|row| into.extend_from_slice(row)),
            Some(values) => values.get(range).zip(table.scales.get(word)).map(|(row, scale)| {
                into.extend(row.iter().map(|value| f32::from(*value) * scale));
            }),
        }
        .is_some()
    }
}
