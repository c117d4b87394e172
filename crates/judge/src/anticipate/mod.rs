//! What the asker would want next: of sentences that could follow a literal answer, which ones tell
//! what the next question would have asked (Qi et al., 2023, PragmatiCQA).
//!
//! ```
//! use grice_judge::anticipate::{Anticipator, Asked};
//!
//! let asked = Asked {
//!     history: &[],
//!     question: "Who built the bridge?",
//!     literal: &["A monk named Benedict"],
//!     candidates: &["The town has a market.", "Benedict never saw the bridge finished."],
//! };
//! let found = Anticipator::overlap().anticipate(&[asked]).remove(0)?;
//! assert_eq!(found.ranked[0].index, 1);
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod compose;
#[cfg(test)]
mod compose_tests;
mod overlap;
mod trained;

use std::path::Path;

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};
use serde::Serialize;

use crate::error::{Error, Part, Result};
use crate::turn::Turn;
use compose::words;
use trained::Trained;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-anticipate";

/// Who ranks where there are no weights.
pub const OVERLAP: &str = "overlap";

const JUDGEMENT: &str = "anticipate";

/// A question with its literal answer, and what could be said besides.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a, T> {
    /// The turns before the question, oldest first.
    pub history: &'a [Turn],
    /// The question.
    pub question: &'a str,
    /// The spans that answer it literally; none where nothing does.
    pub literal: &'a [T],
    /// What could be said next.
    pub candidates: &'a [T],
}

/// Candidates in the order in which the asker would want them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Anticipated {
    /// All candidates, the best first.
    pub ranked: Vec<Ranked>,
    /// Who ranked them: the model's name, or [`OVERLAP`].
    pub by: String,
}

/// A candidate's place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// Its number among those that were given.
    pub index: usize,
    /// 0 to 1; of the model, how probable it is that the asker wants it. 0 for a candidate that is
    /// empty or only repeats the literal answer.
    pub score: f32,
}

/// Ranks candidates, with a model or, without weights, by the words they share with question and
/// literal answer.
pub struct Anticipator {
    by: String,
    /// None for the fallback.
    trained: Option<Box<Trained>>,
}

impl Anticipator {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Anticipator> {
        Anticipator::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Anticipator> {
        let model = registry.model(name)?;
        if model.task != Task::Classifier {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: JUDGEMENT, why });
        }
        let files = registry.files(name)?;
        Ok(Anticipator { by: name.to_owned(), ..Anticipator::of(&files)? })
    }

    /// A folder with a classifier whose `grice.json` names a head `next` over a sequence, with the
    /// labels `no` and `yes`, and whose `judge.json` has the scores' temperature and bias.
    pub fn load(folder: &Path) -> Result<Anticipator> {
        Anticipator::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Anticipator> {
        let trained = Trained::load(files)?;
        let by = files.name();
        Ok(Anticipator { by, trained: Some(Box::new(trained)) })
    }

    /// The fallback without weights: tf-idf to question and literal answer, less for what earlier
    /// answers have said.
    pub fn overlap() -> Anticipator {
        Anticipator { by: OVERLAP.to_owned(), trained: None }
    }

    /// Who ranks: the model's name, or [`OVERLAP`].
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Ranks the candidates of each. What is wrong with one does not touch the others. Texts longer
    /// than the model takes are cut; what has nothing to say beyond the literal answer comes last.
    pub fn anticipate<T: AsRef<str>>(&self, asked: &[Asked<'_, T>]) -> Vec<Result<Anticipated>> {
        let whole: Vec<Plain<'_>> = asked.iter().filter_map(|one| Plain::of(one).ok()).collect();
        let mut scored = self.scores(&whole).into_iter().zip(&whole);
        let ranked = asked.iter().map(|one| {
            Plain::of(one)?;
            match scored.next() {
                Some((scores, plain)) => Ok(self.ranked(plain, &scores?)),
                None => Err(Error::NoNumbers { model: self.by.clone() }),
            }
        });
        ranked.collect()
    }

    fn scores(&self, asked: &[Plain<'_>]) -> Vec<Result<Vec<f32>>> {
        let Some(trained) = &self.trained else {
            return asked.iter().map(|one| Ok(overlap::scores(one))).collect();
        };
        match trained.scores(asked) {
            Ok(all) => all.into_iter().map(|scores| self.sound(scores)).collect(),
            Err(source) if asked.len() == 1 => {
                vec![Err(Error::Failed { model: self.by.clone(), source })]
            }
            // One of them is at fault; the others are to be ranked.
            Err(_) => asked.chunks(1).flat_map(|one| self.scores(one)).collect(),
        }
    }

    fn sound(&self, scores: Vec<f32>) -> Result<Vec<f32>> {
        match scores.iter().all(|score| score.is_finite()) {
            true => Ok(scores),
            false => Err(Error::NoNumbers { model: self.by.clone() }),
        }
    }

    fn ranked(&self, asked: &Plain<'_>, scores: &[f32]) -> Anticipated {
        let one = |(index, (text, score)): (usize, (&&str, &f32))| {
            let idle = asked.is_idle(text);
            (idle, Ranked { index, score: if idle { 0.0 } else { *score } })
        };
        let mut all: Vec<(bool, Ranked)> =
            asked.candidates.iter().zip(scores).enumerate().map(one).collect();
        all.sort_by(|(idle, a), (other, b)| idle.cmp(other).then(b.score.total_cmp(&a.score)));
        let ranked = all.into_iter().map(|(_, ranked)| ranked).collect();
        Anticipated { ranked, by: self.by.clone() }
    }
}

/// What was asked, with plain texts.
struct Plain<'a> {
    history: &'a [Turn],
    question: &'a str,
    literal: Vec<&'a str>,
    candidates: Vec<&'a str>,
    /// The words of each literal span.
    told: Vec<Vec<String>>,
}

impl<'a> Plain<'a> {
    fn of<T: AsRef<str>>(asked: &Asked<'a, T>) -> Result<Plain<'a>> {
        if unseen(asked.question) {
            return Err(Error::Empty(Part::Question));
        }
        let literal: Vec<&str> = asked.literal.iter().map(AsRef::as_ref).collect();
        let told = literal.iter().map(|text| words(text)).collect();
        let candidates = asked.candidates.iter().map(AsRef::as_ref).collect();
        Ok(Plain { history: asked.history, question: asked.question, literal, candidates, told })
    }

    /// Whether a candidate is empty, or a part of the literal answer.
    fn is_idle(&self, candidate: &str) -> bool {
        let own = words(candidate);
        match own.is_empty() {
            true => unseen(candidate) || self.literal.iter().any(|text| text.contains(candidate)),
            false => self.told.iter().any(|told| told.windows(own.len()).any(|part| part == own)),
        }
    }
}

/// Whether there is nothing to see in a text.
fn unseen(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control())
}
