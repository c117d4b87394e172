//! A classifier that says whether a passage has the answer.

use grice_model::ModelFiles;
use serde::Deserialize;

use super::JUDGEMENT;
use super::excerpt::excerpt;
use crate::context::context;
use crate::error::Result;
use crate::judge_file::judge_file_if_any;
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
    pub fn load(files: &ModelFiles) -> Result<Trained> {
        let relevance = YesNo::load(files, JUDGEMENT, "relevance")?;
        let relevance = relevance.and(files, JUDGEMENT, "page")?;
        let read = judge_file_if_any(files).map_err(|why| unfit(files, JUDGEMENT, why))?;
        Ok(Trained { relevance, read: read.unwrap_or_default() })
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
