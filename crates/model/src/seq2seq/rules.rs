//! What may not come next, whatever the model thinks of it.

/// The tokens with a meaning of their own.
#[derive(Clone, Debug)]
pub(crate) struct Special {
    /// What the decoder is given first.
    pub start: u32,
    /// What ends a text.
    pub ends: Vec<u32>,
    /// What a text must begin with.
    pub first: Option<u32>,
    /// What the last token must be when a text reaches its greatest length.
    pub last: Vec<u32>,
}

/// Limits on a text, in the order Transformers applies them.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub special: Special,
    /// The longest text.
    pub most: usize,
    /// The shortest.
    pub least: usize,
    /// No sequence of this many tokens twice; zero for no such rule.
    pub ngram: usize,
}

impl Rules {
    /// Sets the scores of tokens that may not follow `sequence` to minus infinity. The sequence
    /// begins with the start token.
    pub(crate) fn apply(&self, sequence: &[u32], scores: &mut [f32]) {
        let written = sequence.len().saturating_sub(1);
        if self.ngram > 0 && sequence.len() >= self.ngram {
            let end = &sequence[sequence.len() + 1 - self.ngram..];
            for window in sequence.windows(self.ngram) {
                if let Some((next, before)) = window.split_last()
                    && before == end
                {
                    forbid(scores, *next);
                }
            }
        }
        if written < self.least {
            self.special.ends.iter().for_each(|end| forbid(scores, *end));
        }
        if written == 0
            && let Some(first) = self.special.first
        {
            force(scores, &[first]);
        }
        if written + 1 == self.most && !self.special.last.is_empty() {
            force(scores, &self.special.last);
        }
    }

    pub(crate) fn ends(&self, token: u32) -> bool {
        self.special.ends.contains(&token)
    }
}

fn forbid(scores: &mut [f32], token: u32) {
    if let Some(score) = scores.get_mut(token as usize) {
        *score = f32::NEG_INFINITY;
    }
}

fn force(scores: &mut [f32], tokens: &[u32]) {
    scores.fill(f32::NEG_INFINITY);
    for token in tokens {
        if let Some(score) = scores.get_mut(*token as usize) {
            *score = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        let special = Special { start: 0, ends: vec![1], first: None, last: Vec::new() };
        Rules { special, most: 9, least: 0, ngram: 0 }
    }

    fn allowed(rules: &Rules, sequence: &[u32]) -> Vec<usize> {
        let mut scores = [0.5; 6];
        rules.apply(sequence, &mut scores);
        (0..6).filter(|i| scores[*i] > f32::NEG_INFINITY).collect()
    }

    #[test]
    fn a_sequence_that_came_before_does_not_come_again() {
        let rules = Rules { ngram: 3, ..rules() };
        assert_eq!(allowed(&rules, &[0, 2, 3, 4, 2, 3]), [0, 1, 2, 3, 5]);
        assert_eq!(allowed(&rules, &[0, 2]), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn with_an_ngram_of_one_no_token_comes_twice() {
        let rules = Rules { ngram: 1, ..rules() };
        assert_eq!(allowed(&rules, &[0, 2, 4]), [1, 3, 5]);
    }

    #[test]
    fn a_text_does_not_end_before_its_shortest_length() {
        let rules = Rules { least: 2, ..rules() };
        assert_eq!(allowed(&rules, &[0, 2]), [0, 2, 3, 4, 5]);
        assert_eq!(allowed(&rules, &[0, 2, 2]), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn forced_tokens_stand_first_and_last() {
        let mut rules = rules();
        rules.special.first = Some(3);
        rules.special.last = vec![1];
        rules.most = 2;
        assert_eq!(allowed(&rules, &[0]), [3]);
        assert_eq!(allowed(&rules, &[0, 3]), [1]);
    }
}
