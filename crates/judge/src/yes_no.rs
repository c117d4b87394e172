//! A classifier of two texts with a head that says yes or no.

use std::path::Path;

use grice_model::{Classifier, Input, Precision, Verdict};

use crate::error::{Error, Result};

pub(crate) struct YesNo {
    classifier: Classifier,
    /// Where the head and its labels stand.
    head: usize,
    yes: usize,
    no: usize,
}

impl YesNo {
    /// Loads a folder whose model has a head of that name with the labels `no` and `yes`.
    pub fn load(folder: &Path, judgement: &'static str, name: &str) -> Result<YesNo> {
        let unfit = |why| unfit(folder, judgement, why);
        let classifier =
            Classifier::load(folder, Precision::Stored).map_err(|source| match source {
                grice_model::Error::Unsupported(why) => unfit(why),
                source => Error::Load { folder: folder.to_owned(), source },
            })?;
        let heads = classifier.heads();
        let head = heads.iter().position(|(head, _)| head == name).ok_or_else(|| {
            let names: Vec<&str> = heads.iter().map(|(head, _)| head.as_str()).collect();
            unfit(format!("it has no head '{name}', only {}", names.join(", ")))
        })?;
        let labels = &heads[head].1;
        let yes = match labels.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["no", "yes"] => 1,
            ["yes", "no"] => 0,
            _ => {
                let labels = labels.join(", ");
                return Err(unfit(format!("its head '{name}' has the labels {labels}")));
            }
        };
        Ok(YesNo { classifier, head, yes, no: 1 - yes })
    }

    /// By how much yes is ahead of no for each pair; none where the values are no numbers.
    pub fn margins(&self, pairs: &[(&str, &str)]) -> grice_model::Result<Vec<Option<f32>>> {
        let inputs: Vec<Input<'_>> =
            pairs.iter().map(|(first, second)| Input::Two(first, second)).collect();
        let verdicts = self.classifier.classify(&inputs)?;
        Ok(verdicts.iter().map(|verdicts| self.margin(verdicts)).collect())
    }

    fn margin(&self, verdicts: &[Verdict]) -> Option<f32> {
        let logits = &verdicts.get(self.head)?.logits;
        let margin = logits.get(self.yes)? - logits.get(self.no)?;
        margin.is_finite().then_some(margin)
    }
}

/// The probability of yes that a margin stands for.
pub(crate) fn probability(margin: f32) -> f32 {
    1.0 / (1.0 + (-margin).exp())
}

/// A model that cannot make this judgement.
pub(crate) fn unfit(folder: &Path, judgement: &'static str, why: String) -> Error {
    Error::Unfit { model: folder.display().to_string(), judgement, why }
}
