//! Where in a passage the answer to a question stands, or that it does not.
//!
//! ```
//! use grice_judge::Turn;
//! use grice_judge::read::{Asked, Reader};
//!
//! let reader = Reader::overlap();
//! let history = [Turn::new("Who built the bridge?", "A king.")];
//! let passage = "The river is wide. The bridge was finished in 1294.";
//! let asked = Asked { history: &history, question: "When was it finished?", passage };
//! let reading = reader.read(&[asked]).remove(0)?;
//! assert_eq!(reading.answer, "The bridge was finished in 1294.");
//! assert_eq!(reading.spans[0].chars, 19..51);
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod calibration;
mod reading;
mod sentence;
mod trained;
mod whole;
#[cfg(test)]
mod whole_tests;

use std::path::Path;

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};

pub use grice_english::question::asks_for_several;
pub use reading::{Kind, Reading, Span};

use crate::error::{Error, Part, Result};
use crate::turn::Turn;
use trained::Trained;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-read";

/// Who reads where there are no weights.
pub const OVERLAP: &str = "overlap";

const JUDGEMENT: &str = "read";

/// A question in a conversation, and a passage that may answer it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The turns before, oldest first.
    pub history: &'a [Turn],
    /// What is asked.
    pub question: &'a str,
    /// What may have the answer. Spans count from its start.
    pub passage: &'a str,
}

/// Reads passages, with a model or, without weights, by the words they share with the question.
pub struct Reader {
    by: String,
    /// None for the fallback.
    trained: Option<Box<Trained>>,
}

impl Reader {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Reader> {
        Reader::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Reader> {
        let model = registry.model(name)?;
        if model.task != Task::Reader {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: JUDGEMENT, why });
        }
        let files = registry.files(name)?;
        Ok(Reader { by: name.to_owned(), ..Reader::of(&files)? })
    }

    /// A folder with a reader: a head over tokens with the labels `start` and `end`, and perhaps
    /// one over the sequence with the labels `span`, `yes`, `no` and `unknown`. Where it has a
    /// `judge.json`, confidences are calibrated by it.
    pub fn load(folder: &Path) -> Result<Reader> {
        Reader::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Reader> {
        let trained = Trained::load(files)?;
        let by = files.name();
        Ok(Reader { by, trained: Some(Box::new(trained)) })
    }

    /// The fallback without weights: it gives the sentence that shares most with the question,
    /// and is never sure.
    pub fn overlap() -> Reader {
        Reader { by: OVERLAP.to_owned(), trained: None }
    }

    /// Who reads: the model's name, or [`OVERLAP`].
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Reads each passage. What is wrong with one does not touch the others. A passage longer than
    /// the model takes is read in windows that overlap.
    pub fn read(&self, asked: &[Asked<'_>]) -> Vec<Result<Reading>> {
        let fit: Vec<Asked<'_>> = asked.iter().copied().filter(|a| check(a).is_ok()).collect();
        let mut read = self.readings(&fit).into_iter();
        let readings = asked.iter().map(|asked| {
            check(asked)?;
            read.next().unwrap_or_else(|| Err(Error::NoNumbers { model: self.by.clone() }))
        });
        readings.collect()
    }

    fn readings(&self, asked: &[Asked<'_>]) -> Vec<Result<Reading>> {
        let Some(trained) = &self.trained else {
            return asked.iter().map(|asked| Ok(sentence::read(asked))).collect();
        };
        let named = |reading: Option<Reading>| match reading {
            Some(reading) => Ok(Reading { by: self.by.clone(), ..reading }),
            None => Err(Error::NoNumbers { model: self.by.clone() }),
        };
        match trained.read(asked) {
            Ok(all) => all.into_iter().map(named).collect(),
            Err(source) if asked.len() == 1 => {
                vec![Err(Error::Failed { model: self.by.clone(), source })]
            }
            // One of them is at fault; the others are to be read.
            Err(_) => asked.chunks(1).flat_map(|one| self.readings(one)).collect(),
        }
    }
}

/// Says which part is empty.
fn check(asked: &Asked<'_>) -> Result<()> {
    Part::Question.seen(asked.question)?;
    Part::Passage.seen(asked.passage)
}
