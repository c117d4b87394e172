//! What is compared exactly: dates, numbers, names, negations and opposites.

use std::ops::Range;

use super::aligned::{self, Swap};
use super::date::{self, Date};
use super::grounding::Reason;
use super::name::{self, Known};
use super::polarity::{self, Said, Turned};
use super::quantity::{self, Quantity};
use super::token::{Token, is_function, stem, tokens};

/// What a piece of evidence says, as far as it is compared exactly.
pub(super) struct Facts<'e> {
    numbers: Vec<Quantity>,
    dates: Vec<Date>,
    known: Known,
    said: Vec<Said<'e>>,
}

impl<'e> Facts<'e> {
    pub fn new(evidence: &'e str) -> Facts<'e> {
        let tokens = tokens(evidence);
        let mut numbers = quantity::quantities(&tokens);
        numbers.extend(quantity::range_ends(&tokens).into_iter().map(Quantity::implied));
        let roman = tokens.iter().filter_map(|token| quantity::roman(token.text));
        numbers.extend(roman.map(Quantity::implied));
        Facts {
            numbers,
            dates: date::dates(&tokens),
            known: Known::new(&tokens),
            said: grice_text::sentences(evidence)
                .map(|range| Said::new(&evidence[range]))
                .collect(),
        }
    }

    /// What in a sentence of a reply the evidence lacks or says otherwise.
    pub fn against(&self, sentence: &str) -> Vec<Reason> {
        let tokens = tokens(sentence);
        let text = |range: &Range<usize>| {
            sentence[tokens[range.start].start..tokens[range.end - 1].end()].to_owned()
        };
        let mut reasons = Vec::new();
        let dates = date::dates(&tokens);
        for date in &dates {
            if !date.is_among(&self.dates, &self.numbers) {
                reasons.push(Reason::Date(text(&(date.from..date.to))));
            }
        }
        let dated = |range: &Range<usize>| {
            dates.iter().any(|date| range.start < date.to && date.from < range.end)
        };
        for number in quantity::quantities(&tokens) {
            let range = number.from..number.to;
            if number.counts && !dated(&range) && !number.is_among(&self.numbers) {
                reasons.push(Reason::Number(text(&range)));
            }
        }
        let names = name::unknown(&tokens, &self.known).into_iter().filter(|range| !dated(range));
        reasons.extend(names.map(|range| Reason::Name(text(&range))));
        match polarity::turned(&tokens, &self.said) {
            Some(Turned::Negation) => reasons.push(Reason::Negation),
            Some(Turned::Opposite(word)) => reasons.push(Reason::Opposite(word.to_owned())),
            None => {}
        }
        for swap in self.swaps(&tokens) {
            let reason = match swap {
                Swap::Number(range) if !dated(&range) => Reason::Number(text(&range)),
                Swap::Name(range) if !dated(&range) => Reason::Name(text(&range)),
                Swap::Number(range) | Swap::Name(range) => Reason::Date(text(&range)),
                Swap::Negation => Reason::Negation,
                Swap::Opposite(at) => Reason::Opposite(tokens[at].text.to_owned()),
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// What differs from the sentence that is repeated, of the three that say most of the same.
    fn swaps(&self, tokens: &[Token<'_>]) -> Vec<Swap> {
        let content = tokens.iter().filter(|token| !is_function(&token.form));
        let stems: Vec<String> = content.map(|token| stem(&token.form)).collect();
        let mut near: Vec<(usize, &Said<'_>)> =
            self.said.iter().map(|said| (said.count(&stems), said)).collect();
        near.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let laid = near.iter().take(3).map(|(_, said)| aligned::swaps(tokens, &said.tokens));
        laid.max_by_key(|(shared, swaps)| (*shared, std::cmp::Reverse(swaps.len())))
            .map_or_else(Vec::new, |(_, swaps)| swaps)
    }

    /// The share of a sentence's content words that the evidence has: the score without weights.
    /// Numbers in another form count as the same.
    pub fn overlap(&self, sentence: &str) -> f32 {
        let all = tokens(sentence);
        let mut known: Vec<bool> =
            all.iter().map(|t| self.known.says(&t.form) || self.known.has(&t.form)).collect();
        for number in quantity::quantities(&all) {
            if number.is_among(&self.numbers) {
                let century = all.get(number.to).is_some_and(|t| t.form.starts_with("centur"));
                known[number.from..number.to + usize::from(century)].fill(true);
            }
        }
        let content: Vec<usize> =
            (0..all.len()).filter(|at| !is_function(&all[*at].form)).collect();
        let counted = if content.is_empty() { (0..all.len()).collect() } else { content };
        let shared = counted.iter().filter(|at| known[**at]).count();
        shared as f32 / counted.len().max(1) as f32
    }
}
