//! What a reader's values are worth: `judge.json` of its folder, fitted on readings kept aside.

use grice_model::ModelFiles;
use serde::Deserialize;

use crate::judge_file::judge_file_if_any;

/// How values become a confidence, and what follows from it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Calibration {
    /// None: the model's own probability that there is an answer.
    confidence: Option<Logistic>,
    /// Below this confidence there is no answer.
    pub threshold: f32,
    pub list: List,
}

/// A logistic regression over [`Signs`].
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct Logistic {
    bias: f32,
    gap: f32,
    unknown: f32,
    margin: f32,
}

/// Which spans besides the best are given to a question that asks for several.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct List {
    /// How far below the best span's score theirs may be.
    pub margin: f32,
    /// The most spans in all.
    pub most: usize,
}

/// What tells whether a passage has the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs {
    /// The best span's score above that of "nothing here".
    pub gap: f32,
    /// The probability that the answer is unknown.
    pub unknown: f32,
    /// The best span's score above that of the best one apart from it.
    pub margin: f32,
}

impl Default for Calibration {
    fn default() -> Self {
        Calibration { confidence: None, threshold: 0.5, list: List::default() }
    }
}

impl Default for List {
    fn default() -> Self {
        List { margin: 2.0, most: 8 }
    }
}

impl Calibration {
    /// That of a model's folder; the default where the folder has none.
    pub fn read(files: &ModelFiles) -> Result<Calibration, String> {
        Ok(judge_file_if_any(files)?.unwrap_or_default())
    }

    /// The probability that the passage has the answer.
    pub fn confidence(&self, signs: Signs) -> f32 {
        let Some(fit) = &self.confidence else { return 1.0 - signs.unknown };
        let unknown = signs.unknown.clamp(1e-6, 1.0 - 1e-6);
        let unknown = (unknown / (1.0 - unknown)).ln();
        let (gap, margin) = (signs.gap.clamp(-30.0, 30.0), signs.margin.clamp(0.0, 10.0));
        logistic(fit.bias + fit.gap * gap + fit.unknown * unknown + fit.margin * margin)
    }
}

/// `1 / (1 + e⁻ˣ)`.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNS: Signs = Signs { gap: 2.0, unknown: 0.25, margin: 12.0 };

    #[test]
    fn without_a_fit_the_model_is_believed() {
        assert_eq!(Calibration::default().confidence(SIGNS), 0.75);
    }

    #[test]
    fn a_fit_weighs_the_signs() {
        let text = r#"{"confidence": {"bias": 0.5, "gap": 0.25, "unknown": -1, "margin": 0.1},
            "threshold": 0.4, "more": "is ignored"}"#;
        let fit: Calibration = serde_json::from_str(text).unwrap();
        let expected = logistic(0.5 + 0.5 + 3f32.ln() + 1.0);
        assert!((fit.confidence(SIGNS) - expected).abs() < 1e-6);
        assert_eq!((fit.threshold, &fit.list), (0.4, &List::default()));
        let extreme = Signs { gap: f32::MAX, unknown: 1.0, margin: f32::MAX };
        assert!((0.0..=1.0).contains(&fit.confidence(extreme)));
    }

    #[test]
    fn a_folder_without_a_calibration_has_the_default_and_a_damaged_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Calibration::read(&folder.path().into()), Ok(Calibration::default()));
        std::fs::write(folder.path().join("judge.json"), "{\"threshold\": \"x\"}").unwrap();
        let error = Calibration::read(&folder.path().into()).unwrap_err();
        assert!(error.starts_with("its judge.json is damaged"), "{error}");
    }
}
