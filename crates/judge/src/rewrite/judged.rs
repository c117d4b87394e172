//! What the model says of a question's words and of the history's.

use super::talk::Talk;

/// The longest phrase taken from the history, in words and marks.
pub(super) const LONGEST_PHRASE: usize = 14;

/// How a slot's second phrase follows its first; the first join is that there is none.
pub(super) const JOINS: [&str; 12] = [
    "", "_ _", "_ and _", "_ 's _", "_ by _", "_ in _", "_ of _", "_ , _", "_ for _", "_ with _",
    "_ on _", "_ - _",
];

/// A phrase of the history, by its first and last word.
pub(super) type Span = (usize, usize);

/// The model's values for one question.
#[derive(Clone, Debug, Default)]
pub(super) struct Judged {
    /// The probability that the question stands alone.
    pub alone: f32,
    /// For each word of the question, that it is replaced.
    pub delete: Vec<f32>,
    /// For each word and the end, what goes before it: a probability for each pattern, the first
    /// being that nothing does.
    pub insert: Vec<Vec<f32>>,
    /// Likewise the number of the likeliest join.
    pub join: Vec<usize>,
    /// For each word of the history, that it is brought in.
    pub pick: Vec<f32>,
    pub slots: Slots,
}

/// How well the history's words fit as a phrase's first and last: vectors whose products say it.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// For each word of the question and its end: of the first phrase its first word and its
    /// last, then of the second.
    pub slot: Vec<[Vec<f32>; 4]>,
    /// For each word of the history: as a first word, and as a last. None where it was cut off.
    pub word: Vec<Option<[Vec<f32>; 2]>>,
}

impl Slots {
    /// The best phrase of a slot, the first or the second, within one question or answer and
    /// without words of `taken`.
    pub fn best(&self, talk: &Talk, at: usize, which: usize, taken: Option<Span>) -> Option<Span> {
        let slot = self.slot.get(at)?;
        let scores = |side: usize| -> Vec<f32> {
            let asked = slot.get(which * 2 + side);
            let score = |word: &Option<[Vec<f32>; 2]>| match (word, asked) {
                (Some(word), Some(asked)) => {
                    word[side].iter().zip(asked).map(|(a, b)| a * b).sum::<f32>()
                }
                _ => f32::NEG_INFINITY,
            };
            self.word.iter().map(score).collect()
        };
        best_span(talk, &scores(0), &scores(1), taken)
    }
}

fn best_span(talk: &Talk, first: &[f32], last: &[f32], taken: Option<Span>) -> Option<Span> {
    let mut best = f32::NEG_INFINITY;
    let mut found = None;
    for (s, first) in first.iter().enumerate().take(talk.said.len()) {
        if !talk.said[s].is_word() {
            continue;
        }
        for (e, last) in last.iter().enumerate().take(talk.said.len()).skip(s).take(LONGEST_PHRASE)
        {
            let overlaps = taken.is_some_and(|(from, to)| s <= to && e >= from);
            if talk.part[e] != talk.part[s] || overlaps {
                break;
            }
            if first + last > best && talk.said[e].is_word() {
                (best, found) = (first + last, Some((s, e)));
            }
        }
    }
    found
}
