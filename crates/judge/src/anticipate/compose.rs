//! What the model reads: two texts for each candidate. `training/anticipate.py` has the same
//! functions; their golden cases keep the two alike.

use std::collections::HashSet;

use crate::turn::Turn;

/// Turns before the question that are read.
const TURNS: usize = 4;

/// The most words of the question, the literal answer, the turns before, and a candidate.
const QUESTION: usize = 48;
const LITERAL: usize = 64;
const BEFORE: usize = 48;
const CANDIDATE: usize = 64;

/// The share of its words in an earlier answer from which a candidate counts as said, or partly.
const SAID: f64 = 0.8;
const PARTLY: f64 = 0.5;

/// What was asked and answered, then the turns before it, the last one first.
pub(super) fn context(history: &[Turn], question: &str, literal: &[&str]) -> String {
    let last = &history[history.len().saturating_sub(TURNS)..];
    let turns = last.iter().rev().map(|turn| format!("{} {}", turn.question, turn.answer));
    let before = turns.collect::<Vec<_>>().join(" | ");
    let literal = literal.join(" ; ");
    [cut(question, QUESTION), cut(&literal, LITERAL), cut(&before, BEFORE)].join(" | ")
}

/// The words of earlier answers, by which candidates that have been said are told.
pub(super) struct Said(Vec<HashSet<String>>);

impl Said {
    pub fn of(history: &[Turn]) -> Said {
        Said(history.iter().map(|turn| words(&turn.answer).into_iter().collect()).collect())
    }

    /// The largest share of a text's words that one answer has.
    pub fn share(&self, text: &str) -> f64 {
        let own: HashSet<String> = words(text).into_iter().collect();
        let share = |answer: &HashSet<String>| {
            own.intersection(answer).count() as f64 / own.len().max(1) as f64
        };
        self.0.iter().map(share).fold(0.0, f64::max)
    }

    /// A candidate, marked where an earlier answer has said it.
    pub fn candidate(&self, text: &str) -> String {
        let mark = match self.share(text) {
            share if share >= SAID => "already said : ",
            share if share >= PARTLY => "partly said : ",
            _ => "",
        };
        format!("{mark}{}", cut(text, CANDIDATE))
    }
}

/// The first words, with single blanks between them. A blank is what Python's `split` takes for
/// one.
fn cut(text: &str, most: usize) -> String {
    let blank = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
    let words = text.split(blank).filter(|word| !word.is_empty());
    words.take(most).collect::<Vec<_>>().join(" ")
}

/// Runs of letters and digits, in small letters.
pub(super) fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let runs = lower.split(|c: char| !c.is_alphanumeric());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}
