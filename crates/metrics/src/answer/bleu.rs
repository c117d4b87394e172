//! BLEU (Papineni et al., ACL 2002) as sacreBLEU 2.6 computes it (Post, WMT 2018), with the
//! smoothing methods of Chen and Cherry (WMT 2014).

mod tokens;

use std::iter::Sum;
use std::ops::AddAssign;

use super::grams::{shared_with_any, sorted_orders, token};
use tokens::with_tokens;

/// The longest n-grams that count.
const ORDERS: usize = 4;

/// How a text is taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tokenizer {
    /// That of `mteval-v13a.pl`, which WMT uses.
    #[default]
    V13a,
    /// That of `mteval-v14.pl`, which parts punctuation and symbols of all scripts.
    International,
    /// At white space only.
    None,
    /// Each character is a token.
    Char,
}

/// What stands for the precision of an order of which no n-gram is matched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Smoothing {
    /// Half of one match, then a quarter, and so on with each such order.
    #[default]
    Exp,
    /// This many matches; sacreBLEU's default is 0.1.
    Floor(f64),
    /// This is added to matches and n-grams of every order but the first; sacreBLEU's default
    /// is 1.
    AddK(f64),
    /// Nothing: the score is 0.
    None,
}

/// How BLEU is computed.
///
/// ```
/// use grice_metrics::answer::Bleu;
///
/// let bleu = Bleu::sentence();
/// let prediction = bleu.prepare("The fox jumps over the dog.");
/// let reference = bleu.prepare("The fox jumps over the lazy dog.");
/// let score = bleu.score(&prediction.against(&[reference]));
/// assert!((score.score - 61.2975).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bleu {
    /// How texts are taken apart.
    pub tokenizer: Tokenizer,
    /// Whether upper and lower case are the same.
    pub lowercase: bool,
    /// How orders without a match count.
    pub smoothing: Smoothing,
    /// Whether orders longer than the prediction are left out of the mean.
    pub effective_order: bool,
}

impl Bleu {
    /// As `sacrebleu.sentence_bleu` by default.
    pub fn sentence() -> Bleu {
        Bleu { effective_order: true, ..Bleu::default() }
    }

    /// As `sacrebleu.corpus_bleu` by default.
    pub fn corpus() -> Bleu {
        Bleu::default()
    }

    /// Takes a text apart. Texts that are compared must have been made alike.
    pub fn prepare(&self, text: &str) -> BleuText {
        let mut numbers = Vec::with_capacity(text.len() / 4);
        with_tokens(text, self.tokenizer, self.lowercase, |word| numbers.push(token(word)));
        BleuText { length: numbers.len(), grams: sorted_orders(&numbers) }
    }

    /// The score of one text's statistics, or of many texts' sum.
    pub fn score(&self, statistics: &BleuStatistics) -> BleuScore {
        let BleuStatistics { prediction_length, reference_length, .. } = *statistics;
        let brevity_penalty = if prediction_length >= reference_length {
            1.0
        } else if prediction_length > 0 {
            (1.0 - reference_length as f64 / prediction_length as f64).exp()
        } else {
            0.0
        };
        let mut precisions = [0.0; ORDERS];
        if statistics.matched.iter().all(|&matched| matched == 0) {
            return BleuScore { score: 0.0, precisions, brevity_penalty };
        }
        let mut order = ORDERS;
        let mut halves = 1.0;
        for (n, precision) in precisions.iter_mut().enumerate() {
            let added = match self.smoothing {
                Smoothing::AddK(k) if n > 0 => k,
                _ => 0.0,
            };
            let matched = statistics.matched[n] as f64 + added;
            let total = statistics.total[n] as f64 + added;
            if total == 0.0 {
                break;
            }
            if self.effective_order {
                order = n + 1;
            }
            *precision = match self.smoothing {
                _ if matched != 0.0 => 100.0 * matched / total,
                Smoothing::Exp => {
                    halves *= 2.0;
                    100.0 / (halves * total)
                }
                Smoothing::Floor(value) => 100.0 * value / total,
                Smoothing::AddK(_) | Smoothing::None => 0.0,
            };
        }
        let logs: f64 = precisions[..order].iter().map(|precision| precision.ln()).sum();
        BleuScore {
            score: brevity_penalty * (logs / order as f64).exp(),
            precisions,
            brevity_penalty,
        }
    }
}

/// A text's n-grams for BLEU, made once.
#[derive(Clone, Debug, Default)]
pub struct BleuText {
    length: usize,
    grams: [Vec<u64>; ORDERS],
}

impl BleuText {
    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// What BLEU counts of this prediction against its references, of which each text may have
    /// another number. Without references nothing is matched, and no length is asked for.
    pub fn against<'a>(
        &self,
        references: impl IntoIterator<Item = &'a BleuText>,
    ) -> BleuStatistics {
        let references: Vec<&BleuText> = references.into_iter().collect();
        let lengths = references.iter().map(|reference| reference.length);
        // Of two lengths equally near the shorter counts.
        let nearest = lengths.min_by_key(|&length| (length.abs_diff(self.length), length));
        let mut lists = Vec::with_capacity(references.len());
        let matched = std::array::from_fn(|n| {
            lists.clear();
            lists.extend(references.iter().map(|reference| reference.grams[n].as_slice()));
            shared_with_any(&self.grams[n], &lists) as u64
        });
        BleuStatistics {
            prediction_length: self.length as u64,
            reference_length: nearest.unwrap_or(0) as u64,
            matched,
            total: std::array::from_fn(|n| self.grams[n].len() as u64),
        }
    }
}

/// What BLEU counts. The score of a corpus is that of its texts' sum, not their mean score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BleuStatistics {
    /// The predictions' tokens.
    pub prediction_length: u64,
    /// The tokens of the references nearest in length.
    pub reference_length: u64,
    /// The predictions' n-grams that are in a reference, by order.
    pub matched: [u64; ORDERS],
    /// The predictions' n-grams, by order.
    pub total: [u64; ORDERS],
}

impl AddAssign for BleuStatistics {
    fn add_assign(&mut self, other: BleuStatistics) {
        self.prediction_length += other.prediction_length;
        self.reference_length += other.reference_length;
        for n in 0..ORDERS {
            self.matched[n] += other.matched[n];
            self.total[n] += other.total[n];
        }
    }
}

impl Sum for BleuStatistics {
    fn sum<I: Iterator<Item = BleuStatistics>>(parts: I) -> BleuStatistics {
        parts.fold(BleuStatistics::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

/// BLEU and its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BleuScore {
    /// From 0 to 100.
    pub score: f64,
    /// The smoothed precision of each order, from 0 to 100.
    pub precisions: [f64; ORDERS],
    /// 1, or less where the predictions are shorter than the references.
    pub brevity_penalty: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(bleu: Bleu, prediction: &str, references: &[&str]) -> f64 {
        let references: Vec<_> = references.iter().map(|text| bleu.prepare(text)).collect();
        bleu.score(&bleu.prepare(prediction).against(&references)).score
    }

    #[test]
    fn a_short_sentence_can_be_perfect_only_with_effective_order() {
        assert!((sentence(Bleu::sentence(), "brown fox", &["brown fox"]) - 100.0).abs() < 1e-9);
        assert_eq!(sentence(Bleu::corpus(), "brown fox", &["brown fox"]), 0.0);
    }

    #[test]
    fn an_empty_side_scores_zero() {
        for (prediction, reference) in [("", "x"), ("x", ""), ("", "")] {
            assert_eq!(sentence(Bleu::sentence(), prediction, &[reference]), 0.0);
        }
        assert_eq!(sentence(Bleu::sentence(), "x", &[]), 0.0);
    }

    #[test]
    fn the_nearest_length_counts_and_of_two_the_shorter() {
        let bleu = Bleu::sentence();
        let references: Vec<_> = ["a b c d e", "a", "a b c"].map(|text| bleu.prepare(text)).into();
        let found = bleu.prepare("a b").against(&references);
        assert_eq!(found.reference_length, 1);
    }

    #[test]
    fn a_corpus_is_scored_from_the_sum_of_its_counts() {
        let bleu = Bleu::corpus();
        let one = bleu.prepare("a b c d e f").against(&[bleu.prepare("a b c d e f")]);
        let two = bleu.prepare("x y").against(&[bleu.prepare("u v")]);
        let score = bleu.score(&[one, two].into_iter().sum()).score;
        let expected = 100.0 * (6.0 / 8.0 * 5.0 / 6.0f64).powf(0.25);
        assert!((score - expected).abs() < 1e-9);
    }
}
