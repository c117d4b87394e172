//! BLEU of sentences and of corpora.

use grice_metrics::answer::{Bleu, BleuStatistics, Smoothing, Tokenizer};
use serde::Deserialize;

use crate::reference::{cases, same};

#[derive(Debug, Deserialize)]
struct Options {
    tokenizer: String,
    lowercase: bool,
    smoothing: String,
    value: Option<f64>,
    effective: bool,
    score: f64,
    precisions: [f64; 4],
    penalty: f64,
    lengths: [u64; 2],
}

impl Options {
    fn bleu(&self) -> Bleu {
        Bleu {
            tokenizer: match self.tokenizer.as_str() {
                "13a" => Tokenizer::V13a,
                "intl" => Tokenizer::International,
                "none" => Tokenizer::None,
                "char" => Tokenizer::Char,
                other => panic!("{other}"),
            },
            lowercase: self.lowercase,
            smoothing: match self.smoothing.as_str() {
                "exp" => Smoothing::Exp,
                "floor" => Smoothing::Floor(self.value.unwrap_or(0.1)),
                "add-k" => Smoothing::AddK(self.value.unwrap_or(1.0)),
                "none" => Smoothing::None,
                other => panic!("{other}"),
            },
            effective_order: self.effective,
        }
    }

    fn check(&self, statistics: &BleuStatistics, case: &dyn std::fmt::Debug) {
        let found = self.bleu().score(statistics);
        let lengths = [statistics.prediction_length, statistics.reference_length];
        assert_eq!(lengths, self.lengths, "{case:?}");
        same(&found.precisions, &self.precisions, case);
        same(&[found.score, found.brevity_penalty], &[self.score, self.penalty], case);
    }
}

#[derive(Debug, Deserialize)]
struct Sentence {
    #[serde(flatten)]
    options: Options,
    prediction: String,
    references: Vec<String>,
}

#[test]
fn sentences_score_as_with_sacrebleu() {
    let cases = cases::<Sentence>("bleu_sentences");
    assert!(cases.len() >= 2000);
    for case in &cases {
        let bleu = case.options.bleu();
        let references: Vec<_> = case.references.iter().map(|text| bleu.prepare(text)).collect();
        case.options.check(&bleu.prepare(&case.prediction).against(&references), case);
    }
}

#[derive(Debug, Deserialize)]
struct Corpus {
    #[serde(flatten)]
    options: Options,
    predictions: Vec<String>,
    references: Vec<Vec<String>>,
}

#[test]
fn corpora_score_as_with_sacrebleu_with_uneven_numbers_of_references() {
    let cases = cases::<Corpus>("bleu_corpora");
    assert!(cases.len() >= 200);
    for case in &cases {
        let bleu = case.options.bleu();
        let statistics = case.predictions.iter().zip(&case.references).map(|(text, references)| {
            let references: Vec<_> = references.iter().map(|text| bleu.prepare(text)).collect();
            bleu.prepare(text).against(&references)
        });
        case.options.check(&statistics.sum(), case);
    }
}
