//! ROUGE (Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004) as the package
//! rouge-score 0.1.2 computes it.
//!
//! Its words are runs of `[a-z0-9]` after lower-casing, so a letter with an accent parts a word.

use super::Prf;
use super::grams::{grams, shared, token};
use super::{lcs, porter};

/// How words are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// As they are, in lower case.
    #[default]
    Plain,
    /// By their stem, where they are longer than three letters.
    Stemmed,
}

/// A text's words for ROUGE, made once.
#[derive(Clone, Debug, Default)]
pub struct RougeText {
    tokens: Vec<u64>,
    /// Where each line ends, in tokens.
    lines: Vec<usize>,
}

impl RougeText {
    /// Takes a text apart. Texts that are compared must have been made with the same `words`.
    pub fn new(text: &str, words: Words) -> RougeText {
        let mut scan = Scan { made: RougeText::default(), word: String::new(), words };
        for c in text.chars() {
            if c.is_ascii_alphanumeric() {
                scan.word.push(c.to_ascii_lowercase());
            } else if c.is_ascii() {
                scan.end_word();
                if c == '\n' {
                    scan.made.lines.push(scan.made.tokens.len());
                }
            } else {
                scan.push_other(c);
            }
        }
        scan.end_word();
        scan.made.lines.push(scan.made.tokens.len());
        scan.made
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    fn lines(&self) -> impl Iterator<Item = &[u64]> {
        let begins = std::iter::once(0).chain(self.lines.iter().copied());
        begins.zip(&self.lines).map(|(begin, &end)| &self.tokens[begin..end])
    }
}

struct Scan {
    made: RougeText,
    word: String,
    words: Words,
}

impl Scan {
    /// Two letters become ASCII in lower case: İ in part, and the kelvin sign.
    #[cold]
    fn push_other(&mut self, c: char) {
        for lower in c.to_lowercase() {
            if lower.is_ascii_alphanumeric() {
                self.word.push(lower);
            } else {
                self.end_word();
            }
        }
    }

    fn end_word(&mut self) {
        if self.words == Words::Stemmed && self.word.len() > 3 {
            porter::reduce(&mut self.word);
        }
        if !self.word.is_empty() {
            self.made.tokens.push(token(&self.word));
            self.word.clear();
        }
    }
}

/// One measure of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rouge {
    /// Shared n-grams of that many words. Of none, none are shared.
    N(usize),
    /// The longest common subsequence of the whole texts.
    L,
    /// For each line of the reference the union of its longest common subsequences with the
    /// prediction's lines; no word counts more often than in the prediction.
    Lsum,
}

impl Rouge {
    /// The score of a prediction against one reference.
    ///
    /// ```
    /// use grice_metrics::answer::{Rouge, RougeText, Words};
    ///
    /// let reference = RougeText::new("The quick brown fox", Words::Plain);
    /// let prediction = RougeText::new("the brown fox", Words::Plain);
    /// let score = Rouge::N(2).score(&prediction, &reference);
    /// assert_eq!((score.precision, score.recall), (1.0 / 2.0, 1.0 / 3.0));
    /// ```
    pub fn score(self, prediction: &RougeText, reference: &RougeText) -> Prf {
        let (p, r) = (&prediction.tokens, &reference.tokens);
        match self {
            Rouge::N(n) => {
                let (p, r) = (sorted(grams(p, n)), sorted(grams(r, n)));
                Prf::of_counts(shared(&p, &r), p.len(), r.len())
            }
            Rouge::L => Prf::of_counts(lcs::length(r, p), p.len(), r.len()),
            Rouge::Lsum => {
                let (union, all) = (sorted(union(prediction, reference)), sorted(p.clone()));
                Prf::of_counts(shared(&union, &all), p.len(), r.len())
            }
        }
    }

    /// The score against the reference with the best F, the first of them where several have it;
    /// nothing without references. Each measure chooses its reference for itself.
    pub fn best(self, prediction: &RougeText, references: &[RougeText]) -> Option<Prf> {
        let scores = references.iter().map(|reference| self.score(prediction, reference));
        scores.reduce(|best, next| if next.f > best.f { next } else { best })
    }
}

fn sorted(mut items: Vec<u64>) -> Vec<u64> {
    items.sort_unstable();
    items
}

fn union(prediction: &RougeText, reference: &RougeText) -> Vec<u64> {
    let mut reader = lcs::Reader::default();
    let mut taken = Vec::new();
    for line in reference.lines() {
        let mut marks = vec![false; line.len()];
        for other in prediction.lines() {
            reader.mark(line, other, &mut marks);
        }
        taken.extend(line.iter().zip(marks).filter(|(_, marked)| *marked).map(|(token, _)| token));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(measure: Rouge, prediction: &str, reference: &str) -> Prf {
        let text = |text| RougeText::new(text, Words::Plain);
        measure.score(&text(prediction), &text(reference))
    }

    #[test]
    fn an_accent_parts_a_word_and_the_kelvin_sign_is_a_k() {
        assert_eq!(RougeText::new("café crème", Words::Plain).len(), 3);
        assert_eq!(score(Rouge::N(1), "3\u{212a}", "3k"), Prf::ONE);
        assert_eq!(RougeText::new("İst", Words::Plain).len(), 2);
    }

    #[test]
    fn only_words_longer_than_three_letters_are_stemmed() {
        let stemmed = |text| RougeText::new(text, Words::Stemmed);
        assert_eq!(Rouge::N(1).score(&stemmed("running"), &stemmed("runs")), Prf::ONE);
        assert_eq!(Rouge::N(1).score(&stemmed("was"), &stemmed("wa")), Prf::ZERO);
    }

    #[test]
    fn empty_texts_score_zero_also_against_each_other() {
        for measure in [Rouge::N(1), Rouge::N(2), Rouge::L, Rouge::Lsum] {
            assert_eq!(score(measure, "", ""), Prf::ZERO);
            assert_eq!(score(measure, "x", "…"), Prf::ZERO);
        }
    }

    #[test]
    fn lsum_joins_what_several_lines_have_in_common_with_one() {
        let found = score(Rouge::Lsum, "one two six\none three five", "one two three four five");
        assert_eq!((found.recall, found.precision), (4.0 / 5.0, 4.0 / 6.0));
    }

    #[test]
    fn each_measure_takes_the_reference_with_its_best_f() {
        let text = |text| RougeText::new(text, Words::Plain);
        let references = [text("b a"), text("a b c d")];
        let prediction = text("a b");
        assert_eq!(Rouge::N(1).best(&prediction, &references), Some(Prf::ONE));
        assert_eq!(Rouge::N(2).best(&prediction, &references), Some(Prf::new(1.0, 1.0 / 3.0)));
        assert_eq!(Rouge::L.best(&prediction, &[]), None);
    }

    #[test]
    fn of_references_with_the_same_f_the_first_counts() {
        let text = |text| RougeText::new(text, Words::Plain);
        let references = [text("a b e f"), text("a b c g h i j k")];
        let found = Rouge::N(1).best(&text("a b c d"), &references);
        assert_eq!(found, Some(Prf { precision: 0.5, recall: 0.5, f: 0.5 }));
    }
}
