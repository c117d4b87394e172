//! Words and where they stand.

use crate::segment::Segments;
use std::iter::FusedIterator;
use std::ops::Range;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'t> {
    /// The word as the text writes it.
    pub text: &'t str,
    /// Where it stands, in bytes.
    pub bytes: Range<usize>,
    /// Where it stands, in chars.
    pub chars: Range<usize>,
}

/// The words of a text in order: the segments of [UAX #29] that hold a letter or
/// a digit.
///
/// [UAX #29]: https://www.unicode.org/reports/tr29/#Word_Boundaries
///
/// ```
/// let text = "Can't stop: 3.5 million café-goers!";
/// let words: Vec<_> = grice_text::words(text).map(|word| word.text).collect();
/// assert_eq!(words, ["Can't", "stop", "3.5", "million", "café", "goers"]);
///
/// let last = grice_text::words(text).last().unwrap();
/// assert_eq!(&text[last.bytes.clone()], "goers");
/// assert_eq!(last.bytes.start, last.chars.start + 1); // "é" takes two bytes
/// ```
pub fn words(text: &str) -> Words<'_> {
    Words { text, segments: Segments::new(text), byte: 0, char: 0 }
}

/// The iterator that [`words`] returns.
#[derive(Debug, Clone)]
pub struct Words<'t> {
    text: &'t str,
    segments: Segments<'t>,
    /// The end of the last word, in bytes and in chars.
    byte: usize,
    char: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Word<'t>> {
        let bytes = self.segments.find(|range| is_word(&self.text[range.clone()]))?;
        let text = &self.text[bytes.clone()];
        let start = self.char + self.text[self.byte..bytes.start].chars().count();
        let chars = start..start + text.chars().count();
        self.byte = bytes.end;
        self.char = chars.end;
        Some(Word { text, bytes, chars })
    }
}

impl FusedIterator for Words<'_> {}

/// Whether a segment holds a letter or a digit.
fn is_word(segment: &str) -> bool {
    segment.starts_with(|char: char| char.is_ascii_alphanumeric())
        || segment.contains(char::is_alphanumeric)
}

/// The number of tokens between white space, as `wc -w` and most word budgets
/// count them.
///
/// ```
/// assert_eq!(grice_text::word_count("  well-known facts, e.g. this one\n"), 5);
/// ```
pub fn word_count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut in_token = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (is_white, length) = white_at(text, at, byte);
        count += usize::from(!is_white && !in_token);
        in_token = !is_white;
        at += length;
    }
    count
}

/// Whether white space starts at a byte offset, and how far to go on from there.
/// Chars are decoded only after the lead bytes that white space can have.
fn white_at(text: &str, at: usize, byte: u8) -> (bool, usize) {
    match byte {
        b' ' | b'\t'..=b'\r' => (true, 1),
        0xC2 | 0xE1..=0xE3 => match text[at..].chars().next() {
            Some(char) => (char.is_whitespace(), char.len_utf8()),
            None => (false, 1),
        },
        _ => (false, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        words(text).map(|word| word.text).collect()
    }

    #[test]
    fn a_run_of_marks_is_no_word() {
        assert_eq!(found("--- ___ ... !? “” "), Vec::<&str>::new());
        assert_eq!(found(""), Vec::<&str>::new());
    }

    #[test]
    fn han_chars_are_words_and_katakana_runs_are_one() {
        assert_eq!(found("漢字カタカナ"), ["漢", "字", "カタカナ"]);
    }

    #[test]
    fn char_offsets_count_chars() {
        let word = words("“éé” b").last().unwrap();
        assert_eq!((word.text, word.bytes, word.chars), ("b", 11..12, 5..6));
    }

    #[test]
    fn tokens_are_counted_between_any_white_space() {
        for text in ["", " ", "a", "a b", "a\u{a0}b\u{3000}c\u{2003}d", "é\u{85}漢 …", "\x0b\x0ca"]
        {
            assert_eq!(word_count(text), text.split_whitespace().count(), "{text:?}");
        }
    }
}
