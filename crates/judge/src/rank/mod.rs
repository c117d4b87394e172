//! Passages in the order in which they are likely to have the answer to a question.
//!
//! ```
//! use grice_judge::rank::Ranker;
//!
//! let passages = ["The river is wide.", "The bridge was finished in 1294."];
//! let ranked = Ranker::overlap().rank(&[], "When was the bridge finished?", &passages)?;
//! assert_eq!(ranked[0].index, 1);
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod excerpt;
mod trained;

use std::path::Path;

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};
use serde::Serialize;

use crate::error::{Error, Part, Result};
use crate::overlap::Wanted;
use crate::turn::Turn;
use trained::Trained;

#[cfg(test)]
pub(crate) use excerpt::excerpt;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-rank";

/// Who ranks where there are no weights.
pub const OVERLAP: &str = "overlap";

/// How many passages the model looks at unless told otherwise.
pub const DEEP: usize = 20;

const JUDGEMENT: &str = "rerank";

/// A passage's place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// Its number among those that were given.
    pub index: usize,
    /// 0 to 1; of the model, how probable it is that the passage has the answer.
    pub score: f32,
    /// How probable the model finds it that the passage's page has the answer, where it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<f32>,
}

/// Ranks passages, with a model or, without weights, by the words they share with the question.
pub struct Ranker {
    by: String,
    /// How many passages the model looks at.
    deep: usize,
    /// None for the fallback.
    trained: Option<Box<Trained>>,
}

impl Ranker {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Ranker> {
        Ranker::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Ranker> {
        let model = registry.model(name)?;
        if model.task != Task::Classifier {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: JUDGEMENT, why });
        }
        let files = registry.files(name)?;
        Ok(Ranker { by: name.to_owned(), ..Ranker::of(&files)? })
    }

    /// A folder with a classifier that has a head `relevance` with the labels `no` and `yes`.
    pub fn load(folder: &Path) -> Result<Ranker> {
        Ranker::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Ranker> {
        let trained = Some(Box::new(Trained::load(files)?));
        let by = files.name();
        Ok(Ranker { by, deep: DEEP, trained })
    }

    /// The fallback without weights: BM25, with the passages as the collection.
    pub fn overlap() -> Ranker {
        Ranker { by: OVERLAP.to_owned(), deep: DEEP, trained: None }
    }

    /// Lets the model look at this many passages, those that share most with the question.
    pub fn deep(self, deep: usize) -> Ranker {
        Ranker { deep, ..self }
    }

    /// Who ranks: the model's name, or [`OVERLAP`].
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Every passage, the likeliest first; of equals the one that was given first. The model looks
    /// at the [`DEEP`] passages that share most with the question; the others follow these in the
    /// order of what they share, with lower scores.
    pub fn rank(
        &self,
        history: &[Turn],
        question: &str,
        passages: &[impl AsRef<str>],
    ) -> Result<Vec<Ranked>> {
        Part::Question.seen(question)?;
        let passages: Vec<&str> = passages.iter().map(AsRef::as_ref).collect();
        let scores = Wanted::of(history, question).scores(&passages);
        let highest = scores.iter().map(|overlap| overlap.score).fold(0.0, f32::max).max(1e-6);
        let cheap = scores.iter().enumerate();
        let cheap = cheap.map(|(index, overlap)| Ranked {
            index,
            score: overlap.share * overlap.score / highest,
            page: None,
        });
        let mut ranked: Vec<Ranked> = cheap.collect();
        ranked.sort_by(|a, b| {
            scores[b.index].score.total_cmp(&scores[a.index].score).then(a.index.cmp(&b.index))
        });
        let Some(trained) = &self.trained else { return Ok(ranked) };
        // Passages with nothing to see are not worth the model's time.
        let (seen, unseen): (Vec<Ranked>, Vec<Ranked>) =
            ranked.into_iter().partition(|r| Part::Passage.seen(passages[r.index]).is_ok());
        let (mut deep, rest) = (seen.clone(), seen[seen.len().min(self.deep)..].to_vec());
        deep.truncate(self.deep);
        let texts: Vec<&str> = deep.iter().map(|ranked| passages[ranked.index]).collect();
        let values = trained
            .scores(history, question, &texts)
            .map_err(|source| Error::Failed { model: self.by.clone(), source })?;
        if values.len() != deep.len() || !values.iter().all(|(value, _)| value.is_finite()) {
            return Err(Error::NoNumbers { model: self.by.clone() });
        }
        for (ranked, (score, page)) in deep.iter_mut().zip(values) {
            ranked.score = score;
            ranked.page = page;
        }
        deep.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        let lowest = deep.last().map_or(1.0, |ranked| ranked.score);
        let rest = rest.into_iter().map(|r| Ranked { score: lowest * 0.5 * r.score, ..r });
        let unseen = unseen.into_iter().map(|r| Ranked { score: 0.0, ..r });
        Ok(deep.into_iter().chain(rest).chain(unseen).collect())
    }
}
