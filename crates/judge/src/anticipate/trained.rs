//! A classifier that says whether a candidate is wanted next.

use std::path::Path;

use grice_model::{Classifier, Input, Precision, Verdict};
use serde::Deserialize;

use super::compose::{Said, context};
use super::{JUDGEMENT, Plain};
use crate::error::{Error, Result};

const HEAD: &str = "next";

pub(super) struct Trained {
    classifier: Classifier,
    /// Where the head and its labels stand.
    head: usize,
    yes: usize,
    no: usize,
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
        let scale = Scale::read(folder).map_err(|why| unfit(folder, why))?;
        Ok(Trained { classifier, head, yes, no: 1 - yes, scale })
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
        let inputs: Vec<Input<'_>> = texts
            .iter()
            .flat_map(|(asked, candidates)| candidates.iter().map(move |text| (asked, text)))
            .map(|(asked, text)| Input::Two(asked, text))
            .collect();
        let verdicts = self.classifier.classify(&inputs)?;
        let mut scores = verdicts.iter().map(|verdicts| self.score(verdicts));
        Ok(texts.iter().map(|(_, of)| scores.by_ref().take(of.len()).collect()).collect())
    }

    fn score(&self, verdicts: &[Verdict]) -> f32 {
        let logits = verdicts.get(self.head).map_or(&[][..], |verdict| &verdict.logits);
        match (logits.get(self.yes), logits.get(self.no)) {
            (Some(yes), Some(no)) => self.scale.probability(yes - no),
            _ => f32::NAN,
        }
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

    fn probability(self, value: f32) -> f32 {
        1.0 / (1.0 + (-(value / self.temperature + self.bias)).exp())
    }
}

fn unfit(folder: &Path, why: String) -> Error {
    Error::Unfit { model: folder.display().to_string(), judgement: JUDGEMENT, why }
}
