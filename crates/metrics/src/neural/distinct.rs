//! Texts that occur more than once, so that each is read once.

use std::collections::HashMap;

/// Distinct texts in the order they came.
#[derive(Default)]
pub(super) struct Distinct<'a> {
    pub texts: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Distinct<'a> {
    /// The text's place among the distinct ones.
    pub(super) fn place(&mut self, text: &'a str) -> usize {
        let next = self.texts.len();
        let place = *self.places.entry(text).or_insert(next);
        if place == next {
            self.texts.push(text);
        }
        place
    }
}
