//! What to look for when a question of a conversation is asked: a vector that is near those of the
//! passages that answer it, and the words of question and history that they will have.
//!
//! The model reads the history; passages only need the table that was trained with it, which its
//! `judge.json` names (two towers: Karpukhin et al., 2020; term classification: Voskarides et al.,
//! 2020). A model may only add to the table's own vector of a question. There is no fallback
//! without weights.

mod terms;

use std::path::Path;

use grice_model::registry::{Registry, Task};
use grice_model::{Heads, Input, ModelFiles, Precision, StaticEncoder};
use serde::Deserialize;

use crate::context::context;
use crate::error::{Error, Part, Result};
use crate::judge_file::judge_file;
use crate::turn::Turn;
use crate::yes_no::unfit;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-find";

const JUDGEMENT: &str = "find";

/// Says what to look for.
pub struct Finder {
    by: String,
    heads: Heads,
    /// Where the heads `query` and `term` stand.
    query: usize,
    term: usize,
    read: Read,
    /// The passages' table, where the model adds to its vector of a question.
    table: Option<StaticEncoder>,
}

/// `judge.json` of a model's folder.
#[derive(Debug, Deserialize)]
struct Read {
    /// The most words of question and history that the model was trained to see.
    context: usize,
    /// The table that makes the passages' vectors.
    passages: String,
    /// Whether the model's vector is what is added to the table's of the question.
    #[serde(default)]
    adds: bool,
}

/// What to look for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought {
    /// Of length 1; compared with the vectors that [`Finder::passages`] makes.
    pub vector: Vec<f32>,
    /// Words of question and history, each with how probable it is that the right passage has it.
    pub terms: Vec<(String, f32)>,
}

fn table_of(files: &ModelFiles) -> Result<StaticEncoder> {
    let failed = |source| Error::Load { folder: files.shown(), source };
    StaticEncoder::load(files).map_err(failed)
}

impl Finder {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Finder> {
        Finder::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Finder> {
        let model = registry.model(name)?;
        if model.task != Task::Classifier {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: JUDGEMENT, why });
        }
        let finder = Finder::of(&registry.files(name)?)?;
        let adds_to = finder.adds_to().map(|table| registry.files(table)).transpose()?;
        let table = adds_to.map(|files| table_of(&files)).transpose()?;
        Ok(Finder { by: name.to_owned(), table, ..finder })
    }

    /// A folder with a model that has the heads `query`, over the whole, and `term`, over tokens.
    /// A table that it adds to stands beside it.
    pub fn load(folder: &Path) -> Result<Finder> {
        let finder = Finder::of(&folder.into())?;
        let beside = finder.adds_to().map(|table| folder.with_file_name(table));
        let table = beside.map(|folder| table_of(&folder.as_path().into())).transpose()?;
        Ok(Finder { table, ..finder })
    }

    fn of(files: &ModelFiles) -> Result<Finder> {
        let heads = Heads::load(files, Precision::Stored).map_err(|source| match source {
            grice_model::Error::Unsupported(why) => unfit(files, JUDGEMENT, why),
            source => Error::Load { folder: files.shown(), source },
        })?;
        let place = |name: &str, over_tokens: bool| {
            let heads = heads.heads();
            let found = heads.iter().position(|h| h.name == name && h.over_tokens == over_tokens);
            found.ok_or_else(|| unfit(files, JUDGEMENT, format!("it has no head '{name}'")))
        };
        let (query, term) = (place("query", false)?, place("term", true)?);
        let read = judge_file(files).map_err(|why| unfit(files, JUDGEMENT, why))?;
        let by = files.name();
        Ok(Finder { by, heads, query, term, read, table: None })
    }

    /// The table whose vector of a question the model adds to.
    fn adds_to(&self) -> Option<&str> {
        self.read.adds.then_some(&self.read.passages)
    }

    /// The model that makes vectors of passages for it.
    pub fn passages(&self) -> &str {
        &self.read.passages
    }

    /// What to look for when `question` is asked after `history`.
    pub fn find(&self, history: &[Turn], question: &str) -> Result<Sought> {
        Part::Question.seen(question)?;
        let asked = context(history, question, self.read.context);
        let failed = |source| Error::Failed { model: self.by.clone(), source };
        let values = self.heads.values(&[Input::One(&asked)]).map_err(failed)?;
        let absent = || Error::NoNumbers { model: self.by.clone() };
        let values = values.first().ok_or_else(absent)?;
        let mut vector = values.heads.get(self.query).cloned().ok_or_else(absent)?;
        if let Some(table) = &self.table {
            let own = table.encode(&[question]).map_err(failed)?;
            let own = own.iter().flatten();
            vector.iter_mut().zip(own).for_each(|(value, own)| *value += own);
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if !length.is_finite() || length <= 0.0 {
            return Err(absent());
        }
        vector.iter_mut().for_each(|x| *x /= length);
        let weights = values.heads.get(self.term).ok_or_else(absent)?;
        let terms = terms::terms(&asked, &values.places, weights);
        Ok(Sought { vector, terms })
    }
}
