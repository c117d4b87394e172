//! QReCC's heuristic for which passage holds an answer (Anantha et al., NAACL 2021),
//! as the authors' `span_heuristic.py` and `evaluate_retrieval.py` compute it.
//!
//! Where the normalised answer is part of the normalised passage, even inside a word, that part is
//! the span. Else the window of n + ⌊n / 20⌋ tokens is taken whose letters, blanks among them, are
//! most like the answer's (the first of the best), and of its sub-spans the one with the highest
//! F1 (again the first). A passage shorter than the window has no span. A passage is relevant
//! where F1 is at least 0.8.
//!
//! Two rules of the original are easily missed: to an empty answer no passage is relevant, but to
//! one of which nothing is left when it is normalised ("The") every passage is.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::span_text::{Normal, normalize};

/// From which F1 on a passage is relevant.
pub const RELEVANT_FROM: f64 = 0.8;

/// The part of a passage that is nearest to an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    /// Token F1 of the span and the answer.
    pub f1: f64,
    /// The span, normalised.
    pub text: String,
    /// The bytes of the passage that the span came from; none where the span is empty.
    pub bytes: Option<Range<usize>>,
}

/// A gold answer, prepared once for many passages.
pub struct GoldSpan {
    empty: bool,
    text: String,
    tokens: usize,
    /// Each token's number, and how often it occurs.
    words: FxHashMap<String, usize>,
    counts: Vec<u32>,
    letters: Letters,
}

impl GoldSpan {
    /// Prepares an answer.
    pub fn new(answer: &str) -> GoldSpan {
        let normal = normalize(answer);
        let mut words = FxHashMap::default();
        let mut counts: Vec<u32> = Vec::new();
        for &(from, to) in &normal.tokens {
            let next = words.len();
            let word = *words.entry(normal.text[from..to].to_owned()).or_insert(next);
            counts.resize(words.len(), 0);
            counts[word] += 1;
        }
        GoldSpan {
            empty: answer.is_empty(),
            tokens: normal.tokens.len(),
            letters: Letters::new(&normal.text),
            text: normal.text,
            words,
            counts,
        }
    }

    /// Whether a passage holds the answer.
    pub fn is_relevant(&self, passage: &str) -> bool {
        !self.empty && self.closest(passage).f1 >= RELEVANT_FROM
    }

    /// The rank, from 1, of the first passage that holds the answer. QReCC's Recall@k is whether
    /// it is at most k, and its MRR the mean of one over it.
    pub fn rank<'p>(&self, passages: impl IntoIterator<Item = &'p str>) -> Option<usize> {
        passages.into_iter().position(|passage| self.is_relevant(passage)).map(|place| place + 1)
    }

    /// The span of a passage that is nearest to the answer.
    pub fn closest(&self, passage: &str) -> Closest {
        let normal = normalize(passage);
        if let Some(from) = normal.text.find(&self.text) {
            let bytes = normal.source(passage, from, from + self.text.len());
            return Closest { f1: 1.0, text: self.text.clone(), bytes };
        }
        let Some(first) = self.window(&normal) else {
            return Closest { f1: 0.0, text: String::new(), bytes: None };
        };
        let window = &normal.tokens[first..first + self.width()];
        let (f1, span) = self.best_part(&normal.text, window);
        let (from, to) = (window[span.start].0, window[span.end - 1].1);
        let bytes = normal.source(passage, from, to);
        Closest { f1, text: normal.text[from..to].to_owned(), bytes }
    }

    fn width(&self) -> usize {
        self.tokens + self.tokens / 20
    }

    /// The first token of the window that is most like the answer, letter by letter.
    fn window(&self, normal: &Normal) -> Option<usize> {
        let width = self.width();
        if width == 0 || normal.tokens.len() < width {
            return None;
        }
        let text = &normal.text;
        let mut letters = self.letters.empty_window();
        letters.add(&self.letters, &text[..normal.tokens[width - 1].1]);
        let mut best = (0, 0, 1);
        for first in 0..=normal.tokens.len() - width {
            if first > 0 {
                // First what comes: in a window of one token, the blank before it is also what goes.
                let come = normal.tokens[first + width - 2].1..normal.tokens[first + width - 1].1;
                letters.add(&self.letters, &text[come]);
                let gone = normal.tokens[first - 1].0..normal.tokens[first].0;
                letters.remove(&self.letters, &text[gone]);
            }
            let whole = letters.length + self.letters.length;
            if letters.shared * best.2 > best.1 * whole {
                best = (first, letters.shared, whole);
            }
        }
        (best.1 > 0).then_some(best.0)
    }

    /// The part of a window with the highest F1, in tokens; the whole window where no token is
    /// the answer's. The best part begins and ends with a token of the answer, as any other is
    /// bettered by leaving the first or last token out.
    fn best_part(&self, text: &str, window: &[(usize, usize)]) -> (f64, Range<usize>) {
        let places: Vec<(usize, usize)> = window
            .iter()
            .enumerate()
            .filter_map(|(at, &(from, to))| Some((at, *self.words.get(&text[from..to])?)))
            .collect();
        let mut best = (0.0, 0..window.len());
        let mut left = vec![0; self.counts.len()];
        for (number, &(start, _)) in places.iter().enumerate() {
            let most = (places.len() - number).min(self.tokens);
            // Rounding may lift an F1 above its bound by a few units of the last place.
            if self.f1(most, most) + 1e-12 <= best.0 {
                break;
            }
            left.copy_from_slice(&self.counts);
            let mut shared = 0;
            for &(end, word) in &places[number..] {
                if left[word] > 0 {
                    left[word] -= 1;
                    shared += 1;
                }
                let f1 = self.f1(shared, end + 1 - start);
                if f1 > best.0 {
                    best = (f1, start..end + 1);
                }
            }
        }
        best
    }

    /// Written as the original writes it, since the threshold depends on the last digit.
    fn f1(&self, shared: usize, length: usize) -> f64 {
        let precision = shared as f64 / length as f64;
        let recall = shared as f64 / self.tokens as f64;
        (2.0 * precision * recall) / (precision + recall)
    }
}

/// How often each letter occurs in the answer.
struct Letters {
    ascii: [u32; 128],
    others: Vec<(char, u32)>,
    length: u64,
}

/// How often each of the answer's letters occurs in a window.
struct Window {
    ascii: [u32; 128],
    others: Vec<u32>,
    length: u64,
    /// How many letters window and answer share.
    shared: u64,
}

impl Letters {
    fn new(text: &str) -> Letters {
        let mut letters = Letters { ascii: [0; 128], others: Vec::new(), length: 0 };
        for c in text.chars() {
            letters.length += 1;
            match letters.ascii.get_mut(c as usize) {
                Some(count) => *count += 1,
                None => match letters.others.binary_search_by_key(&c, |other| other.0) {
                    Ok(place) => letters.others[place].1 += 1,
                    Err(place) => letters.others.insert(place, (c, 1)),
                },
            }
        }
        letters
    }

    fn empty_window(&self) -> Window {
        Window { ascii: [0; 128], others: vec![0; self.others.len()], length: 0, shared: 0 }
    }
}

impl Window {
    fn add(&mut self, answer: &Letters, text: &str) {
        for c in text.chars() {
            self.length += 1;
            if let Some((count, wanted)) = self.count(answer, c) {
                *count += 1;
                self.shared += u64::from(*count <= wanted);
            }
        }
    }

    fn remove(&mut self, answer: &Letters, text: &str) {
        for c in text.chars() {
            self.length -= 1;
            if let Some((count, wanted)) = self.count(answer, c) {
                let shared = u64::from(*count <= wanted);
                *count -= 1;
                self.shared -= shared;
            }
        }
    }

    fn count(&mut self, answer: &Letters, c: char) -> Option<(&mut u32, u32)> {
        if let Some(count) = self.ascii.get_mut(c as usize) {
            return Some((count, answer.ascii[c as usize]));
        }
        let place = answer.others.binary_search_by_key(&c, |other| other.0).ok()?;
        Some((&mut self.others[place], answer.others[place].1))
    }
}
