//! The analysis that Lucene and Anserini give English text before they index it.

use crate::lucene::Tokens;
use crate::porter;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Lucene's English stop words.
const STOP_WORDS: [&str; 33] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these",
    "they", "this", "to", "was", "will", "with",
];

/// The most tokens the cache keeps: some six megabytes. English Wikipedia's
/// commonest 100,000 words make up nearly all of its running text.
const CACHE_TOKENS: usize = 1 << 17;

/// A token of up to 16 bytes, filled up with zeros, which no token holds. Longer
/// tokens are rare, and a key without a pointer saves a cache miss a look-up.
type Key = u128;

fn key(token: &str) -> Option<Key> {
    let mut bytes = [0; 16];
    bytes.get_mut(..token.len())?.copy_from_slice(token.as_bytes());
    Some(Key::from_le_bytes(bytes))
}

/// Where a term stands in the string of all cached terms; empty for a stop word.
#[derive(Debug, Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

/// A term of an analysed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term<'a> {
    /// The term as an index would hold it.
    pub text: &'a str,
    /// Where the token it comes from stands in the text, in bytes.
    pub bytes: Range<usize>,
    /// The number of tokens before it, stop words among them.
    pub position: usize,
}

/// Turns English text into the terms that Lucene's and Anserini's
/// `DefaultEnglishAnalyzer` would index: tokens of the standard tokenizer,
/// without possessive 's, in lower case, without stop words, as Porter stems.
///
/// It remembers what it made of common words, so one analyser kept for many
/// texts is much faster than one for each.
///
/// ```
/// use grice_text::English;
///
/// let mut english = English::default();
/// assert_eq!(english.terms("The Moon's phases, explained"), ["moon", "phase", "explain"]);
///
/// let text = "seas of the Moon";
/// english.analyze(text, |term| {
///     println!("{} at {} from {:?}", term.text, term.position, &text[term.bytes]);
/// });
/// ```
#[derive(Debug, Clone, Default)]
pub struct English {
    /// The places in `terms` of the terms of tokens.
    cache: FxHashMap<Key, Place>,
    /// The cached terms, one after another.
    terms: String,
    /// The term made last.
    scratch: String,
}

impl English {
    /// An analyser that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Hands every term of a text to `emit`, in order.
    pub fn analyze(&mut self, text: &str, mut emit: impl FnMut(Term<'_>)) {
        for (position, bytes) in Tokens::new(text).enumerate() {
            if let Some(text) = self.term(&text[bytes.clone()]) {
                emit(Term { text, bytes, position });
            }
        }
    }

    /// The terms of a text.
    pub fn terms(&mut self, text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        self.analyze(text, |term| terms.push(term.text.to_owned()));
        terms
    }

    /// The term of a token, or nothing if it is a stop word.
    fn term(&mut self, token: &str) -> Option<&str> {
        let key = key(token);
        if let Some(place) = key.and_then(|key| self.cache.get(&key)) {
            let start = place.start as usize;
            let length = place.length as usize;
            return (length > 0).then(|| &self.terms[start..start + length]);
        }
        let is_stop = !write_term(token, &mut self.scratch);
        if let Some(key) = key {
            self.remember(key, is_stop);
        }
        (!is_stop).then_some(&*self.scratch)
    }

    /// Stores what `scratch` holds as the term of a token.
    fn remember(&mut self, key: Key, is_stop: bool) {
        if self.cache.len() >= CACHE_TOKENS {
            // The common words are back within a few thousand tokens.
            self.cache.clear();
            self.terms.clear();
        }
        let start = self.terms.len();
        if !is_stop {
            self.terms.push_str(&self.scratch);
        }
        let length = self.terms.len() - start;
        // Neither number can be large: there are few terms, of few bytes.
        if let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(length)) {
            self.cache.insert(key, Place { start, length });
        }
    }
}

/// Writes the term of a token into `term`; false if it is a stop word.
fn write_term(token: &str, term: &mut String) -> bool {
    term.clear();
    // Char by char as in Java, where a Greek final sigma is not special and İ
    // becomes a plain i: the first of the chars that Rust makes of it.
    term.extend(without_possessive(token).chars().filter_map(|char| char.to_lowercase().next()));
    if STOP_WORDS.binary_search(&term.as_str()).is_ok() {
        return false;
    }
    porter::stem(term);
    true
}

/// A token without the 's at its end, in any of three apostrophes.
fn without_possessive(token: &str) -> &str {
    let Some(owner) = token.strip_suffix(['s', 'S']) else {
        return token;
    };
    owner.strip_suffix(['\'', '\u{2019}', '\u{FF07}']).unwrap_or(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        English::new().terms(text)
    }

    #[test]
    fn stop_words_are_sorted_for_the_search() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn possessives_go_before_stop_words_and_stems() {
        assert_eq!(terms("It's Kepler’s HUBBLE'S dogs'"), ["kepler", "hubbl", "dog"]);
    }

    #[test]
    fn stop_words_leave_a_gap_in_the_positions() {
        let mut found = Vec::new();
        English::new().analyze("the seas of the Moon", |term| {
            found.push((term.text.to_owned(), term.bytes, term.position));
        });
        assert_eq!(found, [("sea".to_owned(), 4..8, 1), ("moon".to_owned(), 16..20, 4)]);
    }

    #[test]
    fn lower_case_is_that_of_java_chars() {
        assert_eq!(terms("İstanbul ΟΔΥΣΣΕΥΣ ÉCOLE"), ["istanbul", "οδυσσευσ", "école"]);
    }

    #[test]
    fn a_full_cache_starts_afresh_and_answers_the_same() {
        let mut english = English::new();
        for number in 0..CACHE_TOKENS + 10 {
            assert_eq!(english.terms(&format!("galaxies{number}")), [format!("galaxies{number}")]);
        }
        assert!(english.cache.len() <= CACHE_TOKENS);
        assert_eq!(english.terms("the galaxies"), ["galaxi"]);
    }

    #[test]
    fn long_tokens_are_cut_and_not_cached() {
        let mut english = English::new();
        let lengths: Vec<_> = english.terms(&"x".repeat(300)).iter().map(String::len).collect();
        assert_eq!(lengths, [255, 45]);
        assert!(english.cache.is_empty());
    }

    #[test]
    fn an_analyser_can_be_cloned_and_sent() {
        fn is_send<T: Send + Clone>(_: &T) {}
        is_send(&English::new());
    }
}
