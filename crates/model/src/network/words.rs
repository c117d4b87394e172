//! The vectors of the words, which models trained on frozen ones have in common.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::shared::Shared;
use crate::weights::{Table, Weights};

/// What a shared table is called in its file.
const NAME: &str = "embeddings.word_embeddings.weight";

static SHARED: Shared<Words> = Shared::new();

/// A vector for each word, in as little memory as the file takes.
pub(crate) struct Words(Table);

impl Words {
    pub(crate) fn new(table: Table) -> Arc<Words> {
        Arc::new(Words(table))
    }

    /// The words in a folder of their own: read once, however many models use them.
    pub(crate) fn shared(folder: &Path, count: usize, width: usize) -> Result<Arc<Words>> {
        let path = folder.join("model.safetensors");
        let words = SHARED.of(&path, || Ok(Words(Weights::open(&path)?.table(NAME)?)))?;
        let found = (words.0.rows, words.0.columns);
        if found != (count, width) {
            let (path, (rows, columns)) = (path.display(), found);
            return Err(Error::Shape(format!(
                "{path} has {rows} words of {columns} numbers where {count} of {width} were expected"
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

/// The folder beside a model's that `grice.json` names.
pub(crate) fn folder_beside(model: &Path, name: &str) -> Result<PathBuf> {
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        let why = format!("\"words\" is \"{name}\", which is not the name of a folder beside it");
        return Err(Error::config(&model.join("grice.json"), why));
    }
    // `model` may be a bare name or end in dots: what stands beside it is told by the real path.
    let model = model.canonicalize().map_err(|e| Error::io(model, e))?;
    Ok(model.parent().unwrap_or(&model).join(name))
}
