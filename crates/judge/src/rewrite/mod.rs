//! A question of a conversation as one that stands alone, and the words of the conversation it
//! needs for that.
//!
//! With weights, a model marks where phrases of the history go and which they are: query
//! resolution as term classification (Voskarides et al., 2020) and rewriting as editing (Liu et
//! al., 2020), so that nothing is written that nobody said. Without weights, rules know pronouns.
//!
//! ```
//! use grice_judge::Turn;
//! use grice_judge::rewrite::{Asked, Rewriter};
//!
//! let history = [Turn::new("Who was Ada Lovelace?", "An English mathematician.")];
//! let asked = Asked { history: &history, question: "When was she born?" };
//! let rewritten = Rewriter::rules().rewrite(&[asked]).remove(0)?;
//! assert_eq!(rewritten.rewrite, "When was Ada Lovelace born?");
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod assemble;
#[cfg(test)]
mod golden_tests;
mod judged;
mod rules;
#[cfg(test)]
mod rules_tests;
mod settings;
mod talk;
mod terms;
mod topic;
mod trained;
mod words;

use std::path::Path;

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};
use serde::Serialize;

pub use terms::Term;

use crate::error::{Error, Part, Result};
use crate::turn::Turn;
use talk::Talk;
use trained::Trained;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-rewrite";

/// Who rewrites where there are no weights.
pub const RULES: &str = "rules";

const JUDGEMENT: &str = "rewrite";

/// A question in a conversation.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The turns before, oldest first.
    pub history: &'a [Turn],
    /// What is asked.
    pub question: &'a str,
}

/// A question that stands alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rewritten {
    /// The question, with what it needs of its history.
    pub rewrite: String,
    /// Whether it is another than was asked.
    pub changed: bool,
    /// Words of the history that the question needs, likeliest first: those that were brought in,
    /// and some that were not. For retrieval.
    pub terms: Vec<Term>,
    /// How probable it is that the question needs nothing of its history.
    pub alone: f32,
    /// Who rewrote: the model's name, or [`RULES`].
    pub by: String,
}

/// Rewrites questions, with a model or, without weights, by rules.
pub struct Rewriter {
    by: String,
    /// None for the rules.
    trained: Option<Box<Trained>>,
}

/// What was made of a question.
#[derive(Clone, Debug, PartialEq)]
struct Made {
    /// The question where it changes.
    rewrite: Option<String>,
    terms: Vec<Term>,
    alone: f32,
}

impl Rewriter {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Rewriter> {
        Rewriter::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Rewriter> {
        let model = registry.model(name)?;
        if model.task != Task::Rewriter {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: JUDGEMENT, why });
        }
        let files = registry.files(name)?;
        Ok(Rewriter { by: name.to_owned(), ..Rewriter::of(&files)? })
    }

    /// A folder with a model that marks edits: heads over tokens named `delete`, `insert`, `join`,
    /// `pick`, `slot` and `word`, and `alone` over the sequence. Where it has a `judge.json`, how
    /// sure it must be is taken from there.
    pub fn load(folder: &Path) -> Result<Rewriter> {
        Rewriter::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Rewriter> {
        let trained = Trained::load(files)?;
        let by = files.name();
        Ok(Rewriter { by, trained: Some(Box::new(trained)) })
    }

    /// The fallback without weights: it knows pronouns and a few ways of leaving things out, and
    /// takes them to speak of what was named most.
    pub fn rules() -> Rewriter {
        Rewriter { by: RULES.to_owned(), trained: None }
    }

    /// Who rewrites: the model's name, or [`RULES`].
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Rewrites each question. What is wrong with one does not touch the others. A question with
    /// no history stays as it is, and so does one of more than 60 words or 400 characters. Of
    /// long histories the last turns are read, and the first question.
    pub fn rewrite(&self, asked: &[Asked<'_>]) -> Vec<Result<Rewritten>> {
        let fit: Vec<Asked<'_>> =
            asked.iter().copied().filter(|asked| !is_empty(asked.question)).collect();
        let talks: Vec<Talk> =
            fit.iter().map(|asked| Talk::new(asked.history, asked.question)).collect();
        let told: Vec<Talk> = talks.iter().filter(|talk| !talk.said.is_empty()).cloned().collect();
        let mut made = self.made(&told).into_iter();
        let mut talks = talks.iter();
        let rewritten = asked.iter().map(|asked| {
            if is_empty(asked.question) {
                return Err(Error::Empty(Part::Question));
            }
            let made = match talks.next() {
                Some(talk) if !talk.said.is_empty() => match made.next() {
                    Some(made) => made?,
                    None => return Err(Error::NoNumbers { model: self.by.clone() }),
                },
                _ => Made { rewrite: None, terms: Vec::new(), alone: 1.0 },
            };
            Ok(self.rewritten(asked.question, made))
        });
        rewritten.collect()
    }

    fn made(&self, talks: &[Talk]) -> Vec<Result<Made>> {
        let Some(trained) = &self.trained else {
            return talks.iter().map(|talk| Ok(rules::rewrite(talk))).collect();
        };
        let unreadable = || Error::NoNumbers { model: self.by.clone() };
        match trained.read(talks) {
            Ok(all) => all.into_iter().map(|one| one.ok_or_else(unreadable)).collect(),
            Err(source) if talks.len() == 1 => {
                vec![Err(Error::Failed { model: self.by.clone(), source })]
            }
            // One of them is at fault; the others are to be rewritten.
            Err(_) => talks.chunks(1).flat_map(|one| self.made(one)).collect(),
        }
    }

    fn rewritten(&self, question: &str, made: Made) -> Rewritten {
        let Made { rewrite, terms, alone } = made;
        // What was cut off a long question would be lost in its rewrite.
        let whole = question.split_whitespace().eq(words::cut(question).split_whitespace());
        let rewrite = rewrite.filter(|rewrite| whole && !rewrite.is_empty());
        let rewrite = rewrite.unwrap_or_else(|| question.to_owned());
        let changed = !rewrite.split_whitespace().eq(question.split_whitespace());
        let rewrite = if changed { rewrite } else { question.to_owned() };
        Rewritten { rewrite, changed, terms, alone, by: self.by.clone() }
    }
}

fn is_empty(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control())
}
