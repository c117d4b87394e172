//! Where the sentences of an English text begin and end.
//!
//! The splitter looks at every mark that can end a sentence and judges it by the
//! word before it and the word after it. It knows no grammar and needs no model:
//! what it cannot know, such as whether "J. Smith" is a name, it takes for what
//! is commoner in edited text.

mod context;
mod judge;
mod lists;

use std::iter::FusedIterator;
use std::ops::Range;

/// The sentences of a text in order, as byte ranges.
///
/// A sentence has no white space at its ends, and the sentences together hold
/// every other char of the text. A line break always ends a sentence.
///
/// ```
/// let text = "He met Dr. No at 5 p.m. in Kingston. \"Why?\" he asked. It cost $3.50.";
/// let found: Vec<&str> = grice_text::sentences(text).map(|range| &text[range]).collect();
/// assert_eq!(
///     found,
///     ["He met Dr. No at 5 p.m. in Kingston.", "\"Why?\" he asked.", "It cost $3.50."],
/// );
/// ```
pub fn sentences(text: &str) -> Sentences<'_> {
    Sentences { text, position: 0 }
}

/// The iterator that [`sentences`] returns.
#[derive(Debug, Clone)]
pub struct Sentences<'t> {
    text: &'t str,
    position: usize,
}

impl Iterator for Sentences<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.position..];
        let start = self.text.len() - rest.trim_start().len();
        if start == self.text.len() {
            self.position = start;
            return None;
        }
        let end = sentence_end(self.text, start);
        self.position = end;
        Some(start..start + self.text[start..end].trim_end().len())
    }
}

impl FusedIterator for Sentences<'_> {}

/// The end of the sentence that starts at `start`.
fn sentence_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(found) = bytes[at..].iter().position(|&byte| MAY_STOP[usize::from(byte)]) {
        at += found;
        if bytes[at] == b'\n' {
            return at;
        }
        match judge::stop_at(text, start, at) {
            judge::Verdict::Ends(end) => return end,
            judge::Verdict::GoesOn(next) => at = next,
        }
    }
    text.len()
}

/// The bytes with which a mark that can end a sentence begins.
const MAY_STOP: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    // The last six lead full-width and CJK marks, dandas, Arabic and Urdu marks.
    let leads = [b'\n', b'.', b'!', b'?', 0xE2, 0xE3, 0xEF, 0xE0, 0xD8, 0xDB];
    while index < leads.len() {
        table[leads[index] as usize] = true;
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        sentences(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn white_space_alone_holds_no_sentence() {
        for text in ["", " ", "\n\n", "\u{3000}\r\n\t"] {
            assert!(found(text).is_empty());
        }
    }

    #[test]
    fn a_line_break_ends_a_sentence() {
        assert_eq!(
            found("A title\r\n\n  Some text,\ngoing on"),
            ["A title", "Some text,", "going on"]
        );
    }

    #[test]
    fn a_text_without_marks_is_one_sentence() {
        assert_eq!(found("  no mark here "), ["no mark here"]);
    }

    #[test]
    fn the_iterator_stays_at_its_end() {
        let mut all = sentences("One.  ");
        assert_eq!(all.next(), Some(0..4));
        assert_eq!(all.next(), None);
        assert_eq!(all.next(), None);
    }
}
