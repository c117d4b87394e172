//! A classifier with the two heads that read replies.

use grice_model::{Classifier, Input, ModelFiles, Precision, Verdict};

use super::Asked;
use super::label::Label;
use super::reading::{Probabilities, Shares};
use crate::error::{Error, Result};

/// The classifier, and where each head and each of its labels stands in a verdict.
pub(super) struct Heads {
    classifier: Classifier,
    strict: Head,
    relaxed: Head,
}

struct Head {
    /// Its place among the heads.
    place: usize,
    labels: Vec<Label>,
    /// The task's labels.
    task: &'static [Label],
}

impl Heads {
    pub fn load(files: &ModelFiles) -> Result<Heads> {
        let classifier = Classifier::load(files, Precision::Stored)
            .map_err(|source| Error::Load { folder: files.shown(), source })?;
        let all = classifier.heads();
        let head = |name, task| {
            Head::among(&all, name, task).map_err(|why| Error::Unfit {
                model: files.shown().display().to_string(),
                judgement: "interpret",
                why,
            })
        };
        let strict = head("strict", &Label::STRICT)?;
        let relaxed = head("relaxed", &Label::RELAXED)?;
        Ok(Heads { classifier, strict, relaxed })
    }

    /// The probabilities for each question and reply; none where the values are no numbers. The
    /// pair goes in as the recipe has it: the question, then the reply, both as they stand.
    pub fn read(&self, asked: &[Asked<'_>]) -> grice_model::Result<Vec<Option<Probabilities>>> {
        let inputs: Vec<Input<'_>> =
            asked.iter().map(|asked| Input::Two(asked.question, asked.answer)).collect();
        let verdicts = self.classifier.classify(&inputs)?;
        Ok(verdicts.iter().map(|verdicts| self.probabilities(verdicts)).collect())
    }

    fn probabilities(&self, verdicts: &[Verdict]) -> Option<Probabilities> {
        let strict = self.strict.shares(verdicts)?;
        Some(Probabilities { strict, relaxed: self.relaxed.shares(verdicts)? })
    }
}

impl Head {
    /// Finds a head, or says what is wrong with it.
    fn among(
        heads: &[(String, Vec<String>)],
        name: &str,
        task: &'static [Label],
    ) -> std::result::Result<Head, String> {
        let place = heads.iter().position(|(head, _)| head == name).ok_or_else(|| {
            let names: Vec<&str> = heads.iter().map(|(head, _)| head.as_str()).collect();
            format!("it has no head '{name}', only {}", names.join(", "))
        })?;
        let parse = |label: &String| {
            let known = Label::parse(label).filter(|label| task.contains(label));
            known.ok_or_else(|| format!("its head '{name}' has the unknown label '{label}'"))
        };
        let labels =
            heads[place].1.iter().map(parse).collect::<std::result::Result<Vec<_>, _>>()?;
        for label in task {
            let count = labels.iter().filter(|l| *l == label).count();
            if count > 1 || (count == 0 && label.is_scored()) {
                let label = label.name();
                return Err(format!("its head '{name}' has the label '{label}' {count} times"));
            }
        }
        Ok(Head { place, labels, task })
    }

    fn shares(&self, verdicts: &[Verdict]) -> Option<Shares> {
        let given = &verdicts.get(self.place)?.probabilities;
        let of = |label: Label| {
            let place = self.labels.iter().position(|l| *l == label);
            place.and_then(|place| given.get(place)).copied().unwrap_or(0.0)
        };
        given
            .iter()
            .all(|share| share.is_finite())
            .then(|| Shares::new(self.task.iter().map(|label| (*label, of(*label)))))
    }
}
