//! A classifier that says whether a passage has the answer.

use std::path::Path;

use serde::Deserialize;

use super::JUDGEMENT;
use super::excerpt::excerpt;
use crate::context::context;
use crate::error::Result;
use crate::turn::Turn;
use crate::yes_no::{Margins, YesNo, probability, unfit};

pub(super) struct Trained {
    relevance: YesNo,
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
        let relevance = YesNo::load(folder, JUDGEMENT, "relevance")?;
        let relevance = relevance.and(folder, JUDGEMENT, "page")?;
        let read = read(folder).map_err(|why| unfit(folder, JUDGEMENT, why))?;
        Ok(Trained { relevance, read })
    }

    /// How probable it is that each passage has the answer, and that its page does; no number where
    /// the model gives none.
    pub fn scores(
        &self,
        history: &[Turn],
        question: &str,
        passages: &[&str],
    ) -> grice_model::Result<Vec<(f32, Option<f32>)>> {
        let asked = context(history, question, self.read.context);
        let texts: Vec<String> =
            passages.iter().map(|passage| excerpt(&asked, passage, self.read.excerpt)).collect();
        let pairs: Vec<(&str, &str)> =
            texts.iter().map(|text| (asked.as_str(), text.as_str())).collect();
        let margins = self.relevance.both(&pairs)?.into_iter();
        let scores = |(passage, page): Margins| {
            (passage.map_or(f32::NAN, probability), page.map(probability))
        };
        Ok(margins.map(scores).collect())
    }
}

fn read(folder: &Path) -> std::result::Result<Read, String> {
    match std::fs::read(folder.join("judge.json")) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| format!("its judge.json is damaged: {error}")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Read::default()),
        Err(error) => Err(format!("its judge.json cannot be read: {error}")),
    }
}
