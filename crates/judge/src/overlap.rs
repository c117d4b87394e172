//! How many of the words that were asked for texts share, rare words counting more: BM25 with the
//! texts themselves as the collection (Robertson and Zaragoza, 2009).

use std::collections::HashMap;

use grice_text::English;

use crate::turn::Turn;

const K1: f32 = 0.9;
const B: f32 = 0.4;

/// How much a word of the conversation counts, where one of the question counts 1.
const SAID: f32 = 0.5;

/// Words that ask, point or help, and are no part of what is asked about.
const IDLE: [&str; 34] = [
    "about", "any", "can", "could", "did", "do", "does", "had", "has", "have", "he", "her", "him",
    "his", "how", "i", "its", "me", "my", "other", "she", "some", "them", "we", "were", "what",
    "when", "where", "which", "who", "whom", "whose", "why", "you",
];

/// The terms of a question and of what it follows up, with their weights.
pub(crate) struct Wanted {
    terms: HashMap<String, f32>,
}

impl Wanted {
    /// Those of the question, of the last two turns and of the first question.
    pub fn of(history: &[Turn], question: &str) -> Wanted {
        let mut english = English::new();
        let mut terms = HashMap::new();
        let mut add = |text: &str, weight: f32| {
            english.analyze(text, |term| {
                if IDLE.contains(&text[term.bytes].to_lowercase().as_str()) {
                    return;
                }
                let known = terms.entry(term.text.to_owned()).or_insert(weight);
                *known = weight.max(*known);
            });
        };
        add(question, 1.0);
        for turn in &history[history.len().saturating_sub(2)..] {
            add(&turn.question, SAID);
            add(&turn.answer, SAID);
        }
        if let Some(first) = history.first() {
            add(&first.question, SAID);
        }
        Wanted { terms }
    }

    /// For each text its score and the share of the wanted terms that it has, by weight and
    /// rareness.
    pub fn scores(&self, texts: &[&str]) -> Vec<Overlap> {
        let counted: Vec<Counted<'_>> = {
            let mut english = English::new();
            texts.iter().map(|text| self.count(&mut english, text)).collect()
        };
        let mean = counted.iter().map(|c| c.length).sum::<f32>() / counted.len().max(1) as f32;
        let mut rareness: HashMap<&str, f32> = HashMap::new();
        let all = texts.len() as f32;
        for term in self.terms.keys() {
            let having = counted.iter().filter(|c| c.terms.contains_key(term.as_str())).count();
            let having = having as f32;
            rareness.insert(term, (1.0 + (all - having + 0.5) / (having + 0.5)).ln());
        }
        let worth = |term: &str| self.terms[term] * rareness[term];
        let whole: f32 = ordered(self.terms.keys().map(String::as_str)).map(worth).sum();
        let one = |counted: &Counted<'_>| {
            let (mut score, mut had) = (0.0, 0.0);
            for term in ordered(counted.terms.keys().copied()) {
                let count = counted.terms[term];
                let length = 1.0 - B + B * counted.length / mean.max(1.0);
                score += worth(term) * count * (K1 + 1.0) / (count + K1 * length);
                had += worth(term);
            }
            Overlap { score, share: if whole > 0.0 { had / whole } else { 0.0 } }
        };
        counted.iter().map(one).collect()
    }

    fn count<'a>(&'a self, english: &mut English, text: &str) -> Counted<'a> {
        let mut counted = Counted { length: 0.0, terms: HashMap::new() };
        english.analyze(text, |term| {
            counted.length += 1.0;
            if let Some((term, _)) = self.terms.get_key_value(term.text) {
                *counted.terms.entry(term.as_str()).or_insert(0.0) += 1.0;
            }
        });
        counted
    }
}

/// What a text has in common with what is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Overlap {
    /// BM25.
    pub score: f32,
    /// The share of what is wanted, 0 to 1.
    pub share: f32,
}

struct Counted<'a> {
    length: f32,
    terms: HashMap<&'a str, f32>,
}

/// Terms in one order, so that sums are the same each time.
fn ordered<'a>(terms: impl Iterator<Item = &'a str>) -> std::vec::IntoIter<&'a str> {
    let mut terms: Vec<&str> = terms.collect();
    terms.sort_unstable();
    terms.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(history: &[Turn], question: &str, texts: &[&str]) -> Vec<usize> {
        let scores = Wanted::of(history, question).scores(texts);
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by(|a, b| scores[*b].score.total_cmp(&scores[*a].score));
        order
    }

    #[test]
    fn rare_words_count_more_than_common_ones() {
        let texts = ["the bridge is long", "the bridge has a toll keeper", "the bridge is old"];
        assert_eq!(order(&[], "Who is the keeper of the bridge?", &texts)[0], 1);
    }

    #[test]
    fn what_was_said_before_counts_less_than_the_question() {
        let texts = ["apples are red", "pears are green"];
        let history = [Turn::new("What about apples?", "")];
        assert_eq!(order(&history, "And pears?", &texts)[0], 1);
        assert_eq!(order(&history, "What colour?", &texts)[0], 0);
    }

    #[test]
    fn shares_lie_between_nothing_and_all() {
        let wanted = Wanted::of(&[], "old stone bridge");
        let found = wanted.scores(&["an old stone bridge", "a bridge", "", "🍕"]);
        assert!((found[0].share - 1.0).abs() < 1e-6);
        assert!(found[1].share > 0.0 && found[1].share < 0.5);
        assert_eq!((found[2].share, found[3].score), (0.0, 0.0));
        assert_eq!(Wanted::of(&[], "").scores(&["a"])[0], Overlap { score: 0.0, share: 0.0 });
        assert!(wanted.scores(&[]).is_empty());
    }
}
