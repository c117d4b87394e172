//! A classifier that says whether a passage has the answer.

use std::path::Path;

use grice_model::{Classifier, Input, Precision};
use serde::Deserialize;

use super::JUDGEMENT;
use super::excerpt::excerpt;
use crate::context::context;
use crate::error::{Error, Result};
use crate::turn::Turn;

const HEAD: &str = "relevance";

pub(super) struct Trained {
    classifier: Classifier,
    /// Where the head, and its label `yes`, stand.
    head: usize,
    yes: usize,
    read: Read,
}

/// How much the model was trained to see, in words: `judge.json` of its folder.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
struct Read {
    context: usize,
    excerpt: usize,
}

impl Default for Read {
    fn default() -> Self {
        Read { context: 40, excerpt: 72 }
    }
}

impl Trained {
    pub fn load(folder: &Path) -> Result<Trained> {
        let classifier =
            Classifier::load(folder, Precision::Stored).map_err(|source| match source {
                grice_model::Error::Unsupported(why) => unfit(folder, why),
                source => Error::Load { folder: folder.to_owned(), source },
            })?;
        let heads = classifier.heads();
        let head = heads.iter().position(|(name, _)| name == HEAD).ok_or_else(|| {
            let names: Vec<&str> = heads.iter().map(|(name, _)| name.as_str()).collect();
            unfit(folder, format!("it has no head '{HEAD}', only {}", names.join(", ")))
        })?;
        let labels = &heads[head].1;
        let yes = match labels.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["no", "yes"] => 1,
            ["yes", "no"] => 0,
            _ => {
                let why = format!("its head '{HEAD}' has the labels {}", labels.join(", "));
                return Err(unfit(folder, why));
            }
        };
        let read = read(folder).map_err(|why| unfit(folder, why))?;
        Ok(Trained { classifier, head, yes, read })
    }

    /// How probable it is that each passage has the answer.
    pub fn scores(
        &self,
        history: &[Turn],
        question: &str,
        passages: &[&str],
    ) -> grice_model::Result<Vec<f32>> {
        let asked = context(history, question, self.read.context);
        let texts: Vec<String> =
            passages.iter().map(|passage| excerpt(&asked, passage, self.read.excerpt)).collect();
        let inputs: Vec<Input<'_>> = texts.iter().map(|text| Input::Two(&asked, text)).collect();
        let verdicts = self.classifier.classify(&inputs)?;
        let score = |heads: &Vec<grice_model::Verdict>| {
            let head = heads.get(self.head);
            head.and_then(|head| head.probabilities.get(self.yes)).copied().unwrap_or(f32::NAN)
        };
        Ok(verdicts.iter().map(score).collect())
    }
}

fn unfit(folder: &Path, why: String) -> Error {
    Error::Unfit { model: folder.display().to_string(), judgement: JUDGEMENT, why }
}

fn read(folder: &Path) -> std::result::Result<Read, String> {
    match std::fs::read(folder.join("judge.json")) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| format!("its judge.json is damaged: {error}")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Read::default()),
        Err(error) => Err(format!("its judge.json cannot be read: {error}")),
    }
}
