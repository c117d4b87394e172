//! A classifier with a head a task.

use std::collections::BTreeMap;

use grice_model::{Classifier, Input, ModelFiles, Precision, Verdict};
use serde::Deserialize;

use super::Texts;
use super::analysis::{Analysis, Labels};
use crate::error::{Error, Result};
use crate::judge_file::judge_file;

/// What a task takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// One text.
    Single,
    /// Two.
    Pair,
}

impl Takes {
    /// What an input is.
    pub fn of(texts: &Texts<'_>) -> Takes {
        match texts.text2 {
            None => Takes::Single,
            Some(_) => Takes::Pair,
        }
    }
}

/// The classifier, and what its heads take and say.
pub(super) struct Heads {
    classifier: Classifier,
    tasks: Vec<Task>,
}

struct Task {
    name: String,
    takes: Takes,
    labels: Vec<String>,
}

/// `judge.json` of a model that analyzes.
#[derive(Deserialize)]
struct Judge {
    tasks: BTreeMap<String, Takes>,
}

impl Heads {
    pub fn load(files: &ModelFiles) -> Result<Heads> {
        let classifier = Classifier::load(files, Precision::Stored)
            .map_err(|source| Error::Load { folder: files.shown(), source })?;
        let tasks = tasks(files, classifier.heads()).map_err(|why| Error::Unfit {
            model: files.shown().display().to_string(),
            judgement: "analyze",
            why,
        })?;
        Ok(Heads { classifier, tasks })
    }

    pub fn tasks(&self) -> impl Iterator<Item = (&str, Takes)> {
        self.tasks.iter().map(|task| (task.name.as_str(), task.takes))
    }

    /// The analysis of each input; none where the values are no numbers.
    pub fn read(&self, asked: &[Texts<'_>]) -> grice_model::Result<Vec<Option<Analysis>>> {
        let inputs: Vec<Input<'_>> = asked.iter().map(Texts::input).collect();
        let verdicts = self.classifier.classify(&inputs)?;
        let read = asked.iter().zip(verdicts);
        Ok(read.map(|(asked, verdicts)| self.analysis(Takes::of(asked), &verdicts)).collect())
    }

    fn analysis(&self, given: Takes, verdicts: &[Verdict]) -> Option<Analysis> {
        let fitting = self.tasks.iter().zip(verdicts).filter(|(task, _)| task.takes == given);
        let said = fitting.map(|(task, verdict)| {
            let shares = &verdict.probabilities;
            let labels = task.labels.iter().cloned().zip(shares.iter().copied());
            let sound = shares.iter().all(|share| share.is_finite());
            sound.then(|| (task.name.clone(), Labels::new(labels)))
        });
        said.collect::<Option<Vec<_>>>().map(Analysis::new)
    }
}

/// The heads with what `judge.json` says they take, or what is wrong with that.
fn tasks(
    files: &ModelFiles,
    heads: Vec<(String, Vec<String>)>,
) -> std::result::Result<Vec<Task>, String> {
    let Judge { tasks: mut takes } = judge_file(files)?;
    let known = |(name, labels): (String, Vec<String>)| match takes.remove(&name) {
        Some(takes) => Ok(Task { name, takes, labels }),
        None => Err(format!("judge.json does not say what the head '{name}' takes")),
    };
    let tasks = heads.into_iter().map(known).collect::<std::result::Result<Vec<_>, _>>()?;
    match takes.into_keys().next() {
        Some(name) => Err(format!("it has no head '{name}', of which judge.json speaks")),
        None => Ok(tasks),
    }
}
