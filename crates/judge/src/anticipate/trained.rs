//! A classifier that says whether a candidate is wanted next.

use grice_model::ModelFiles;
use serde::Deserialize;

use super::compose::{Said, context};
use super::{JUDGEMENT, Plain};
use crate::error::Result;
use crate::judge_file::judge_file;
use crate::yes_no::{YesNo, probability, unfit};

pub(super) struct Trained {
    next: YesNo,
    scale: Scale,
}

/// What makes the head's values probabilities: `judge.json` of the model's folder.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Scale {
    temperature: f32,
    bias: f32,
}

impl Trained {
    pub fn load(files: &ModelFiles) -> Result<Trained> {
        let next = YesNo::load(files, JUDGEMENT, "next")?;
        let scale = Scale::read(files).map_err(|why| unfit(files, JUDGEMENT, why))?;
        Ok(Trained { next, scale })
    }

    /// The score of each candidate of each; no number where the model gives none.
    pub fn scores(&self, asked: &[Plain<'_>]) -> grice_model::Result<Vec<Vec<f32>>> {
        let mut texts = Vec::new();
        for one in asked {
            let said = Said::of(one.history);
            let candidates: Vec<String> =
                one.candidates.iter().map(|text| said.candidate(text)).collect();
            texts.push((context(one.history, one.question, &one.literal), candidates));
        }
        let pairs: Vec<(&str, &str)> = texts
            .iter()
            .flat_map(|(asked, candidates)| candidates.iter().map(|text| (&**asked, &**text)))
            .collect();
        let margins = self.next.margins(&pairs)?;
        let mut scores =
            margins.into_iter().map(|margin| margin.map_or(f32::NAN, |m| self.scale.of(m)));
        Ok(texts.iter().map(|(_, of)| scores.by_ref().take(of.len()).collect()).collect())
    }
}

impl Scale {
    fn read(files: &ModelFiles) -> std::result::Result<Scale, String> {
        let scale: Scale = judge_file(files)?;
        match scale.temperature > 0.0 && scale.temperature.is_finite() && scale.bias.is_finite() {
            true => Ok(scale),
            false => Err("the temperature in its judge.json is not above 0".to_owned()),
        }
    }

    fn of(self, margin: f32) -> f32 {
        probability(margin / self.temperature + self.bias)
    }
}
