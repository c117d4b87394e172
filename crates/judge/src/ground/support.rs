//! A classifier with the head that tells whether evidence supports a sentence.

use std::fs;
use std::path::Path;

use grice_model::{Classifier, Input, Precision};
use serde::Deserialize;

use super::compose::compose;
use crate::error::{Error, Result};

/// The classifier, and where its head and the label "yes" stand.
pub(super) struct Support {
    classifier: Classifier,
    head: usize,
    yes: usize,
    /// The least score of what is supported.
    pub threshold: f32,
    /// The part that the overlap of words has in a score.
    pub overlap: f32,
}

/// What `judge.json` says beside the weights.
#[derive(Deserialize)]
struct Judge {
    threshold: f32,
    #[serde(default)]
    overlap: f32,
}

impl Support {
    pub fn load(folder: &Path) -> Result<Support> {
        let classifier = Classifier::load(folder, Precision::Stored)
            .map_err(|source| Error::Load { folder: folder.to_owned(), source })?;
        let unfit = |why: String| Error::Unfit {
            model: folder.display().to_string(),
            judgement: "ground",
            why,
        };
        let heads = classifier.heads();
        let head = heads.iter().position(|(name, _)| name == "support").ok_or_else(|| {
            let names: Vec<&str> = heads.iter().map(|(name, _)| name.as_str()).collect();
            unfit(format!("it has no head 'support', only {}", names.join(", ")))
        })?;
        let yes = heads[head].1.iter().position(|label| label == "yes");
        let yes = yes.filter(|_| heads[head].1.len() == 2).ok_or_else(|| {
            unfit(format!("its head 'support' has the labels {}", heads[head].1.join(", ")))
        })?;
        let judge = fs::read(folder.join("judge.json"))
            .map_err(|error| unfit(format!("its judge.json: {error}")))?;
        let Judge { threshold, overlap } = serde_json::from_slice(&judge)
            .map_err(|error| unfit(format!("its judge.json: {error}")))?;
        for (name, value) in [("threshold", threshold), ("overlap", overlap)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(unfit(format!("its judge.json has the {name} {value}")));
            }
        }
        Ok(Support { classifier, head, yes, threshold, overlap })
    }

    /// A score for each pair of evidence and text; none where the values are no numbers.
    pub fn scores(&self, pairs: &[(&str, &str)]) -> grice_model::Result<Vec<Option<f32>>> {
        let composed: Vec<(String, String)> =
            pairs.iter().map(|(evidence, text)| compose(evidence, text)).collect();
        let inputs: Vec<Input<'_>> =
            composed.iter().map(|(evidence, text)| Input::Two(evidence, text)).collect();
        let verdicts = self.classifier.classify(&inputs)?;
        let score = |verdicts: &Vec<grice_model::Verdict>| {
            let share = verdicts.get(self.head)?.probabilities.get(self.yes).copied();
            share.filter(|share| share.is_finite())
        };
        Ok(verdicts.iter().map(score).collect())
    }
}
