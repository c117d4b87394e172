//! What a reply to a yes/no question means, in Circa's labels (Louis, Roth and Radlinski, 2020,
//! "I'd rather just go to bed": Understanding Indirect Answers).
//!
//! ```
//! use grice_judge::interpret::{Asked, Interpreter, Label};
//!
//! let interpreter = Interpreter::rules();
//! let asked = Asked { question: "Will you watch it?", answer: "Sure, but only if it's short." };
//! let reading = interpreter.interpret(&[asked]).remove(0)?;
//! assert_eq!(reading.relaxed, Label::Conditional);
//! assert_eq!(reading.condition.as_deref(), Some("only if it's short"));
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod clause;
mod condition;
#[cfg(test)]
mod condition_tests;
mod guard;
mod heads;
mod label;
mod phrases;
mod reading;
mod rules;
#[cfg(test)]
mod rules_tests;
mod words;

use std::path::Path;

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};

pub use label::Label;
pub use reading::{Probabilities, Reading, Shares};

use crate::error::{Error, Part, Result};
use heads::Heads;
use words::Words;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-interpret";

/// Who reads where there are no weights.
pub const RULES: &str = "rules";

/// A question, and what was said to it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// A question that yes or no can answer.
    pub question: &'a str,
    /// The reply.
    pub answer: &'a str,
}

/// Reads replies, with a model or, without weights, by rules.
pub struct Interpreter {
    by: String,
    /// None for the rules.
    heads: Option<Box<Heads>>,
}

impl Interpreter {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Interpreter> {
        Interpreter::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Interpreter> {
        let model = registry.model(name)?;
        if model.task != Task::Classifier {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: "interpret", why });
        }
        let files = registry.files(name)?;
        Ok(Interpreter { by: name.to_owned(), ..Interpreter::of(&files)? })
    }

    /// A folder with a classifier whose `grice.json` names two heads over a sequence, `strict` and
    /// `relaxed`, with Circa's labels.
    pub fn load(folder: &Path) -> Result<Interpreter> {
        Interpreter::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Interpreter> {
        let heads = Heads::load(files)?;
        let by = files.name();
        Ok(Interpreter { by, heads: Some(Box::new(heads)) })
    }

    /// The fallback without weights: it knows words that say yes or no, and nothing of what is
    /// meant by others.
    pub fn rules() -> Interpreter {
        Interpreter { by: RULES.to_owned(), heads: None }
    }

    /// Who reads: the model's name, or [`RULES`].
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Reads each reply. What is wrong with one does not touch the others. Texts longer than the
    /// model takes are cut.
    pub fn interpret(&self, asked: &[Asked<'_>]) -> Vec<Result<Reading>> {
        let whole: Vec<Asked<'_>> = asked.iter().copied().filter(|a| empty(a).is_none()).collect();
        let mut read = self.probabilities(&whole).into_iter().zip(&whole);
        let readings = asked.iter().map(|asked| match empty(asked) {
            Some(part) => Err(Error::Empty(part)),
            None => match read.next() {
                Some((probabilities, asked)) => Ok(self.reading(asked, probabilities?)),
                None => Err(Error::NoNumbers { model: self.by.clone() }),
            },
        });
        readings.collect()
    }

    fn probabilities(&self, asked: &[Asked<'_>]) -> Vec<Result<Probabilities>> {
        let Some(heads) = &self.heads else {
            return asked.iter().map(|asked| Ok(by_rules(asked))).collect();
        };
        let failed = |source| Error::Failed { model: self.by.clone(), source };
        let unreadable = || Error::NoNumbers { model: self.by.clone() };
        match heads.read(asked) {
            Ok(all) => all.into_iter().map(|one| one.ok_or_else(unreadable)).collect(),
            Err(source) if asked.len() == 1 => vec![Err(failed(source))],
            // One of them is at fault; the others are to be read.
            Err(_) => asked.chunks(1).flat_map(|one| self.probabilities(one)).collect(),
        }
    }

    fn reading(&self, asked: &Asked<'_>, probabilities: Probabilities) -> Reading {
        let (strict, relaxed) = (probabilities.strict.best(), probabilities.relaxed.best());
        let known = reading::is_conditional(strict, relaxed);
        let condition = condition::condition(&Words::of(asked.answer), known);
        Reading { strict, relaxed, probabilities, condition, by: self.by.clone() }
    }
}

fn by_rules(asked: &Asked<'_>) -> Probabilities {
    let strict = rules::read(&Words::of(asked.answer));
    Probabilities { relaxed: strict.relaxed(), strict }
}

/// The part in which there is nothing to see.
fn empty(asked: &Asked<'_>) -> Option<Part> {
    let unseen = |text: &str| text.chars().all(|c| c.is_whitespace() || c.is_control());
    match (unseen(asked.question), unseen(asked.answer)) {
        (true, _) => Some(Part::Question),
        (false, true) => Some(Part::Answer),
        (false, false) => None,
    }
}
