//! What kind of utterance a text is, or how two of them relate: PragmEval's twenty tasks (Sileo,
//! Muller, Van de Cruys and Pradel, 2022, "A Pragmatics-Centered Evaluation Framework for Natural
//! Language Understanding"), by one network with a head a task.
//!
//! ```no_run
//! use grice_judge::analyze::{Analyzer, Texts};
//! use grice_model::registry::Registry;
//!
//! let analyzer = Analyzer::open(&Registry::open()?)?;
//! let asked = Texts { text: "Could you pass me the salt?", text2: None };
//! let analysis = analyzer.analyze(&[asked]).remove(0)?;
//! for (task, labels) in analysis.iter() {
//!     println!("{task}: {:?}", labels.best());
//! }
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod about;
mod analysis;
mod heads;

use std::path::Path;

use grice_model::Input;
use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};

pub use about::about;
pub use analysis::{Analysis, Labels};
pub use heads::Takes;

use crate::error::{Error, Part, Result};
use heads::Heads;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-analyze";

/// What is analyzed: a text by itself, or two.
///
/// The network gets them as they stand, two as a pair in their order: what was said first, then
/// what was said to it; a claim, then what is held for or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts<'a> {
    /// The text, or the first of two.
    pub text: &'a str,
    /// The second.
    pub text2: Option<&'a str>,
}

impl<'a> Texts<'a> {
    fn input(&self) -> Input<'a> {
        match self.text2 {
            None => Input::One(self.text),
            Some(text2) => Input::Two(self.text, text2),
        }
    }
}

/// Analyzes texts, with a model. There is no fallback without weights.
pub struct Analyzer {
    by: String,
    heads: Heads,
}

impl Analyzer {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Analyzer> {
        Analyzer::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Analyzer> {
        let model = registry.model(name)?;
        if model.task != Task::Classifier {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: "analyze", why });
        }
        let files = registry.files(name)?;
        Ok(Analyzer { by: name.to_owned(), ..Analyzer::of(&files)? })
    }

    /// A folder with a classifier whose heads over a sequence are the tasks, and a `judge.json`
    /// that says of each whether it takes one text or two: `{"tasks": {"Sarcasm": "pair"}}`.
    pub fn load(folder: &Path) -> Result<Analyzer> {
        Analyzer::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Analyzer> {
        let heads = Heads::load(files)?;
        Ok(Analyzer { by: files.name(), heads })
    }

    /// The model's name.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// The tasks, and what each takes, in the order of an [`Analysis`].
    pub fn tasks(&self) -> impl Iterator<Item = (&str, Takes)> {
        self.heads.tasks()
    }

    /// Analyzes each: one text by the tasks that take one, two by those that take two. What is
    /// wrong with one input does not touch the others. Texts longer than the model takes are cut,
    /// the longer of two first.
    pub fn analyze(&self, asked: &[Texts<'_>]) -> Vec<Result<Analysis>> {
        let whole: Vec<Texts<'_>> = asked.iter().copied().filter(|a| empty(a).is_none()).collect();
        let mut read = self.analyses(&whole).into_iter();
        let analyses = asked.iter().map(|asked| match empty(asked) {
            Some(part) => Err(Error::Empty(part)),
            None => match read.next() {
                Some(analysis) => analysis,
                None => Err(Error::NoNumbers { model: self.by.clone() }),
            },
        });
        analyses.collect()
    }

    fn analyses(&self, asked: &[Texts<'_>]) -> Vec<Result<Analysis>> {
        let unreadable = || Error::NoNumbers { model: self.by.clone() };
        match self.heads.read(asked) {
            Ok(all) => all.into_iter().map(|one| one.ok_or_else(unreadable)).collect(),
            Err(source) if asked.len() == 1 => {
                vec![Err(Error::Failed { model: self.by.clone(), source })]
            }
            // One of them is at fault; the others are to be read.
            Err(_) => asked.chunks(1).flat_map(|one| self.analyses(one)).collect(),
        }
    }
}

/// The part in which there is nothing to see.
fn empty(asked: &Texts<'_>) -> Option<Part> {
    let unseen = |text: &str| text.chars().all(|c| c.is_whitespace() || c.is_control());
    match (unseen(asked.text), asked.text2.is_some_and(unseen)) {
        (true, _) => Some(Part::Text),
        (false, true) => Some(Part::Text2),
        (false, false) => None,
    }
}
