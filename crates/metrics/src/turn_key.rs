//! How a turn is named: its conversation and its number in it.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::error::Result;
use crate::source::Entry;

/// A number, or a text that stands for one: data sets write either.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
pub enum Name {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Number(number) => number.fmt(f),
            Name::Text(text) => text.fmt(f),
        }
    }
}

impl Name {
    /// The number it is or stands for.
    pub fn number(&self) -> Option<i64> {
        match self {
            Name::Number(number) => Some(*number),
            Name::Text(text) => text.trim().parse().ok(),
        }
    }
}

/// Entries by key, in their order; a key that stands twice is an error.
#[derive(Debug)]
pub struct Keyed<T> {
    places: FxHashMap<String, usize>,
    /// The keys and what stands under each.
    pub items: Vec<(String, T)>,
}

impl<T> Default for Keyed<T> {
    fn default() -> Self {
        Keyed { places: FxHashMap::default(), items: Vec::new() }
    }
}

impl<T> Keyed<T> {
    /// Adds an entry's value under its key.
    pub fn add(&mut self, key: String, value: T, entry: &Entry<'_>) -> Result<()> {
        if self.places.insert(key.clone(), self.items.len()).is_some() {
            return Err(entry.fail(format!("turn {key} stands a second time; keep one of them")));
        }
        self.items.push((key, value));
        Ok(())
    }

    /// What stands under a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.places.get(key).and_then(|&place| self.items.get(place)).map(|(_, value)| value)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }
}
