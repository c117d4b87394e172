//! A classifier that says whether a candidate is wanted next.

use std::path::Path;

use serde::Deserialize;

use super::compose::{Said, context};
use super::{JUDGEMENT, Plain};
use crate::error::Result;
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
    pub fn load(folder: &Path) -> Result<Trained> {
        let next = YesNo::load(folder, JUDGEMENT, "next")?;
        let scale = Scale::read(folder).map_err(|why| unfit(folder, JUDGEMENT, why))?;
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
    fn read(folder: &Path) -> std::result::Result<Scale, String> {
        let bytes = std::fs::read(folder.join("judge.json"))
            .map_err(|error| format!("its judge.json cannot be read: {error}"))?;
        let scale: Scale = serde_json::from_slice(&bytes)
            .map_err(|error| format!("its judge.json is damaged: {error}"))?;
        match scale.temperature > 0.0 && scale.temperature.is_finite() && scale.bias.is_finite() {
            true => Ok(scale),
            false => Err("the temperature in its judge.json is not above 0".to_owned()),
        }
    }

    fn of(self, margin: f32) -> f32 {
        probability(margin / self.temperature + self.bias)
    }
}
