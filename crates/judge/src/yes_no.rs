//! A classifier of two texts with a head that says yes or no.

use grice_model::{Classifier, Input, ModelFiles, Precision, Verdict};

use crate::error::{Error, Result};

pub(crate) struct YesNo {
    classifier: Classifier,
    side: Side,
    /// A second head, where the model has it.
    second: Option<Side>,
}

/// Where a head and its labels stand.
struct Side {
    head: usize,
    yes: usize,
    no: usize,
}

impl YesNo {
    /// Loads a folder whose model has a head of that name with the labels `no` and `yes`.
    pub fn load(files: &ModelFiles, judgement: &'static str, name: &str) -> Result<YesNo> {
        let unfit = |why| unfit(files, judgement, why);
        let classifier =
            Classifier::load(files, Precision::Stored).map_err(|source| match source {
                grice_model::Error::Unsupported(why) => unfit(why),
                source => Error::Load { folder: files.shown(), source },
            })?;
        let side = side(&classifier, name).map_err(unfit)?;
        Ok(YesNo { classifier, side, second: None })
    }

    /// Uses a second head as well, if there is one of that name.
    pub fn and(mut self, files: &ModelFiles, judgement: &'static str, name: &str) -> Result<YesNo> {
        if self.classifier.heads().iter().any(|(head, _)| head == name) {
            let side = side(&self.classifier, name);
            self.second = Some(side.map_err(|why| unfit(files, judgement, why))?);
        }
        Ok(self)
    }

    /// By how much yes is ahead of no for each pair; none where the values are no numbers.
    pub fn margins(&self, pairs: &[(&str, &str)]) -> grice_model::Result<Vec<Option<f32>>> {
        Ok(self.both(pairs)?.into_iter().map(|(first, _)| first).collect())
    }

    /// The same, and what the second head says.
    pub fn both(&self, pairs: &[(&str, &str)]) -> grice_model::Result<Vec<Margins>> {
        let inputs: Vec<Input<'_>> =
            pairs.iter().map(|(first, second)| Input::Two(first, second)).collect();
        let verdicts = self.classifier.classify(&inputs)?;
        let second = |verdicts: &[Verdict]| self.second.as_ref()?.margin(verdicts);
        Ok(verdicts.iter().map(|verdicts| (self.side.margin(verdicts), second(verdicts))).collect())
    }
}

/// By how much yes is ahead by each of two heads.
pub(crate) type Margins = (Option<f32>, Option<f32>);

impl Side {
    fn margin(&self, verdicts: &[Verdict]) -> Option<f32> {
        let logits = &verdicts.get(self.head)?.logits;
        let margin = logits.get(self.yes)? - logits.get(self.no)?;
        margin.is_finite().then_some(margin)
    }
}

/// The head of that name, which must say yes or no.
fn side(classifier: &Classifier, name: &str) -> std::result::Result<Side, String> {
    let heads = classifier.heads();
    let head = heads.iter().position(|(head, _)| head == name).ok_or_else(|| {
        let names: Vec<&str> = heads.iter().map(|(head, _)| head.as_str()).collect();
        format!("it has no head '{name}', only {}", names.join(", "))
    })?;
    let labels = &heads[head].1;
    let yes = match labels.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["no", "yes"] => 1,
        ["yes", "no"] => 0,
        _ => return Err(format!("its head '{name}' has the labels {}", labels.join(", "))),
    };
    Ok(Side { head, yes, no: 1 - yes })
}

/// The probability of yes that a margin stands for.
pub(crate) fn probability(margin: f32) -> f32 {
    1.0 / (1.0 + (-margin).exp())
}

/// A model that cannot make this judgement.
pub(crate) fn unfit(files: &ModelFiles, judgement: &'static str, why: String) -> Error {
    Error::Unfit { model: files.shown().display().to_string(), judgement, why }
}
