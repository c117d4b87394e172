//! Greedy and beam search for one text, a step at a time.
//!
//! The beams are those of Transformers' `generate`: each step the best `2 × beams` continuations
//! are looked at; of those that end, only the ones among the best `beams` become texts; of those
//! that do not, the best `beams` are followed.

use super::generation::{Generation, Stopping};
use super::rules::Rules;

/// The search for one text.
pub(crate) enum Search {
    Greedy(Greedy),
    Beams(Beams),
}

/// How a followed sequence goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Which of the sequences followed until now.
    pub parent: usize,
    pub token: u32,
}

/// A sequence with the start token, and its summed log-probability or its final score.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sequence {
    pub tokens: Vec<u32>,
    pub score: f32,
}

impl Search {
    pub(crate) fn new(options: &Generation, rules: Rules) -> Search {
        let start = Sequence { tokens: vec![rules.special.start], score: 0.0 };
        match options.beams {
            1 => Search::Greedy(Greedy {
                sequence: start,
                length_penalty: options.length_penalty,
                rules,
            }),
            _ => Search::Beams(Beams {
                running: vec![start],
                finished: Vec::new(),
                options: options.clone(),
                rules,
            }),
        }
    }

    /// Takes a row of logits for each followed sequence and says how they go on; no step means
    /// that the search is over.
    pub(crate) fn advance(&mut self, logits: &mut [f32]) -> Vec<Step> {
        match self {
            Search::Greedy(greedy) => greedy.advance(logits),
            Search::Beams(beams) => beams.advance(logits),
        }
    }

    /// How many sequences are followed.
    pub(crate) fn running(&self) -> usize {
        match self {
            Search::Greedy(_) => 1,
            Search::Beams(beams) => beams.running.len(),
        }
    }

    /// What was found, the best first. The tokens are without the start token.
    pub(crate) fn finish(self) -> Vec<Sequence> {
        let mut found = match self {
            Search::Greedy(greedy) => greedy.finish(),
            Search::Beams(beams) => beams.finish(),
        };
        for sequence in &mut found {
            sequence.tokens.remove(0);
        }
        found
    }
}

pub(crate) struct Greedy {
    sequence: Sequence,
    length_penalty: f32,
    rules: Rules,
}

impl Greedy {
    fn advance(&mut self, logits: &mut [f32]) -> Vec<Step> {
        let whole = log_sum(logits);
        let raw = logits.to_vec();
        self.rules.apply(&self.sequence.tokens, logits);
        let Some(best) = best(logits, 1).first().copied() else { return Vec::new() };
        let token = best.at as u32;
        self.sequence.score += raw[best.at] - whole;
        self.sequence.tokens.push(token);
        let over = self.rules.ends(token) || self.sequence.tokens.len() > self.rules.most;
        if over { Vec::new() } else { vec![Step { parent: 0, token }] }
    }

    fn finish(mut self) -> Vec<Sequence> {
        match self.sequence.tokens.len() - 1 {
            0 => Vec::new(),
            length => {
                self.sequence.score /= (length as f32).powf(self.length_penalty);
                vec![self.sequence]
            }
        }
    }
}

pub(crate) struct Beams {
    running: Vec<Sequence>,
    /// The texts, the best first.
    finished: Vec<Sequence>,
    options: Generation,
    rules: Rules,
}

impl Beams {
    fn advance(&mut self, logits: &mut [f32]) -> Vec<Step> {
        let vocabulary = logits.len() / self.running.len().max(1);
        for (row, sequence) in logits.chunks_exact_mut(vocabulary.max(1)).zip(&self.running) {
            let whole = log_sum(row);
            row.iter_mut().for_each(|v| *v -= whole);
            self.rules.apply(&sequence.tokens, row);
            row.iter_mut().for_each(|v| *v += sequence.score);
        }
        let beams = self.options.beams;
        let written = self.running.first().map_or(1, |s| s.tokens.len());
        let looked_at = beams * (1 + self.rules.special.ends.len()).max(2);
        let mut steps = Vec::with_capacity(beams);
        let mut running = Vec::with_capacity(beams);
        for (rank, next) in best(logits, looked_at).into_iter().enumerate() {
            let (parent, token) = (next.at / vocabulary, (next.at % vocabulary) as u32);
            let mut tokens = self.running[parent].tokens.clone();
            tokens.push(token);
            if self.rules.ends(token) || written >= self.rules.most {
                if rank < beams {
                    let score = next.score / self.weight(written);
                    self.finished.push(Sequence { tokens, score });
                }
            } else if running.len() < beams {
                running.push(Sequence { tokens, score: next.score });
                steps.push(Step { parent, token });
            }
        }
        self.finished.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.finished.truncate(beams);
        self.running = running;
        if self.is_over(written) {
            self.running.clear();
            steps.clear();
        }
        steps
    }

    fn is_over(&self, written: usize) -> bool {
        let Some(best) = self.running.first() else { return true };
        let worst = match self.finished.last() {
            Some(worst) if self.finished.len() == self.options.beams => worst.score,
            _ => return false,
        };
        let length = match self.options.stopping {
            Stopping::Full => return true,
            Stopping::Certain if self.options.length_penalty > 0.0 => self.rules.most,
            _ => written,
        };
        best.score / self.weight(length) <= worst
    }

    /// What the log-probability of a text of this length is divided by.
    fn weight(&self, length: usize) -> f32 {
        (length as f32).powf(self.options.length_penalty)
    }

    fn finish(mut self) -> Vec<Sequence> {
        self.finished.truncate(self.options.returned);
        self.finished
    }
}

#[derive(Clone, Copy)]
struct Scored {
    at: usize,
    score: f32,
}

/// The highest finite scores, in order; of equal ones the first come first.
fn best(scores: &[f32], count: usize) -> Vec<Scored> {
    let mut best: Vec<Scored> = Vec::with_capacity(count + 1);
    for (at, &score) in scores.iter().enumerate() {
        if !score.is_finite() || best.len() == count && best.last().is_none_or(|b| score <= b.score)
        {
            continue;
        }
        let place = best.partition_point(|b| b.score >= score);
        best.insert(place, Scored { at, score });
        best.truncate(count);
    }
    best
}

/// The logarithm of the sum of exponentials.
fn log_sum(logits: &[f32]) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    largest + logits.iter().map(|v| (v - largest).exp()).sum::<f32>().ln()
}

#[cfg(test)]
mod tests {
    use super::super::rules::Special;
    use super::*;

    fn rules(most: usize) -> Rules {
        let special = Special { start: 0, ends: vec![1], first: None, last: Vec::new() };
        Rules { special, most, least: 0, ngram: 0 }
    }

    #[test]
    fn of_equal_scores_the_first_wins() {
        let found: Vec<usize> = best(&[1.0, 3.0, 3.0, 2.0], 2).iter().map(|b| b.at).collect();
        assert_eq!(found, [1, 2]);
    }

    #[test]
    fn scores_that_are_no_numbers_are_passed_over() {
        assert_eq!(best(&[f32::NAN, f32::NEG_INFINITY, 1.0], 2).len(), 1);
        let mut search = Search::new(&Generation::default(), rules(3));
        assert!(search.advance(&mut [f32::NAN; 4]).is_empty());
        assert!(search.finish().is_empty());
    }

    #[test]
    fn greedy_search_ends_with_the_end_token() {
        let mut search = Search::new(&Generation::default(), rules(5));
        assert_eq!(search.advance(&mut [0.0, 1.0, 2.0]), [Step { parent: 0, token: 2 }]);
        assert!(search.advance(&mut [0.0, 3.0, 2.0]).is_empty());
        assert_eq!(search.finish()[0].tokens, [2, 1]);
    }

    #[test]
    fn a_beam_beats_greedy_search_where_a_good_end_follows_a_worse_start() {
        let options = Generation { beams: 2, length_penalty: 0.0, ..Generation::default() };
        let mut search = Search::new(&options, rules(2));
        let steps = search.advance(&mut [-9.0, -9.0, 1.0, 0.9]);
        assert_eq!(steps, [Step { parent: 0, token: 2 }, Step { parent: 0, token: 3 }]);
        let mut logits = [0.0, 0.0, 0.0, 0.0, -9.0, 9.0, -9.0, -9.0];
        assert!(search.advance(&mut logits).is_empty());
        assert_eq!(search.finish()[0].tokens, [3, 1]);
    }
}
