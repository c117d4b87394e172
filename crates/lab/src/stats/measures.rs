//! Numbers by name: a scope, which is a split or a task, and what was counted there.

use std::collections::BTreeMap;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Measures {
    values: BTreeMap<String, f64>,
}

impl Measures {
    pub fn set(&mut self, scope: &str, name: &str, value: f64) {
        self.values.insert(format!("{scope}.{name}"), value);
    }

    /// A number of things.
    pub fn count(&mut self, scope: &str, name: &str, number: usize) {
        self.set(scope, name, number as f64);
    }

    /// A mean; none of nothing.
    pub fn mean(&mut self, scope: &str, name: &str, sum: usize, of: usize) {
        if of > 0 {
            self.set(scope, name, sum as f64 / of as f64);
        }
    }

    /// A part in percent; none of nothing.
    pub fn percent(&mut self, scope: &str, name: &str, part: usize, of: usize) {
        if of > 0 {
            self.set(scope, name, 100.0 * part as f64 / of as f64);
        }
    }

    pub fn get(&self, scope: &str, name: &str) -> Option<f64> {
        self.values.get(&format!("{scope}.{name}")).copied()
    }
}

/// Words as white space parts them.
pub(super) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
