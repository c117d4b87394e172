//! A classifier with the head that tells whether evidence supports a sentence.

use grice_model::ModelFiles;
use serde::Deserialize;

use super::JUDGEMENT;
use super::compose::compose;
use crate::error::Result;
use crate::judge_file::judge_file;
use crate::yes_no::{YesNo, probability, unfit};

/// The classifier, and how its scores are used.
pub(super) struct Support {
    support: YesNo,
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
    pub fn load(files: &ModelFiles) -> Result<Support> {
        let support = YesNo::load(files, JUDGEMENT, "support")?;
        let unfit = |why| unfit(files, JUDGEMENT, why);
        let Judge { threshold, overlap } = judge_file(files).map_err(unfit)?;
        for (name, value) in [("threshold", threshold), ("overlap", overlap)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(unfit(format!("its judge.json has the {name} {value}")));
            }
        }
        Ok(Support { support, threshold, overlap })
    }

    /// A score for each pair of evidence and text; none where the values are no numbers.
    pub fn scores(&self, pairs: &[(&str, &str)]) -> grice_model::Result<Vec<Option<f32>>> {
        let composed: Vec<(String, String)> =
            pairs.iter().map(|(evidence, text)| compose(evidence, text)).collect();
        let composed: Vec<(&str, &str)> =
            composed.iter().map(|(evidence, text)| (&**evidence, &**text)).collect();
        let margins = self.support.margins(&composed)?;
        Ok(margins.into_iter().map(|margin| margin.map(probability)).collect())
    }
}
