//! Word segments (UAX #29), found by hand in ASCII and by `unicode-segmentation`
//! everywhere else.
//!
//! A segment boundary does not depend on what lies before it, so a walk may
//! begin afresh at any boundary. That lets the two ways of finding the next
//! boundary take turns: ASCII words by a table of the few rules that apply to
//! ASCII (WB5-WB13b), and any word that touches a non-ASCII char by the crate.

use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// What UAX #29 calls an ASCII char, as far as the rules tell them apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Breaks on both sides.
    Other,
    /// `ALetter`.
    Letter,
    /// `Numeric`.
    Digit,
    /// `ExtendNumLet`: the underscore.
    Underscore,
    /// `MidLetter`: the colon, which joins two letters.
    MidLetter,
    /// `MidNum`: the comma and the semicolon, which join two digits.
    MidNumber,
    /// `MidNumLetQ`: the full stop and the apostrophe, which join either.
    Mid,
    /// Not an ASCII byte: the rules by hand do not apply.
    Beyond,
}

const CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Underscore,
            b':' => Class::MidLetter,
            b',' | b';' => Class::MidNumber,
            b'.' | b'\'' => Class::Mid,
            0x80.. => Class::Beyond,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
}

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Walks the segments of a text in order, leaving out single ASCII marks and
/// ASCII white space, which are never words.
#[derive(Debug, Clone)]
pub(crate) struct Segments<'t> {
    text: &'t str,
    position: usize,
    longest: usize,
}

/// A segment is cut at this many UTF-16 units in Lucene, so a window of as many
/// chars of three bytes (the most that one unit can stand for), and a few more
/// so that the cut is seen, holds every uncut segment.
const WINDOW_BYTES_PER_UNIT: usize = 4;

impl<'t> Segments<'t> {
    /// Segments of any length.
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, position: 0, longest: usize::MAX }
    }

    /// Segments of no more than `longest` UTF-16 units: a longer one ends where
    /// it would if the text ended after that many units, and the next one
    /// begins there, as in Lucene, whose scanner has a buffer of that size.
    pub(crate) fn with_longest(text: &'t str, longest: usize) -> Self {
        Self { text, position: 0, longest }
    }

    /// Goes on from a byte offset, which must be a char boundary.
    pub(crate) fn resume_at(&mut self, position: usize) {
        self.position = position;
    }

    /// The end of the ASCII word that starts at `start`, or nothing when a
    /// non-ASCII char may have a say in it.
    fn ascii_end(&self, start: usize) -> Option<usize> {
        let end = self.text.len().min(start.saturating_add(self.longest));
        let bytes = &self.text.as_bytes()[..end];
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            match class(byte) {
                Class::Letter | Class::Digit | Class::Underscore => at += 1,
                Class::Other => return Some(at),
                Class::Beyond => return None,
                middle => match bytes.get(at + 1) {
                    Some(&next) if class(next) == Class::Beyond => return None,
                    Some(&next) if joins(class(bytes[at - 1]), middle, class(next)) => at += 2,
                    _ => return Some(at),
                },
            }
        }
        Some(at.min(end))
    }

    /// The end of the segment that starts at `start`, by the full rules.
    fn unicode_end(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        if self.longest == usize::MAX {
            return start + first_segment(rest);
        }
        let window = floor_boundary(rest, self.longest.saturating_mul(WINDOW_BYTES_PER_UNIT));
        let length = before_young_letter(rest, first_segment(&rest[..window]));
        if length <= self.longest {
            return start + length; // no more units than bytes
        }
        match byte_after_units(&rest[..length], self.longest) {
            Some(cut) => start + first_segment(&rest[..cut]),
            None => start + length,
        }
    }
}

impl Iterator for Segments<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.position;
            let first = class(*bytes.get(start)?);
            let end = match first {
                Class::Letter | Class::Digit | Class::Underscore => {
                    self.ascii_end(start).unwrap_or_else(|| self.unicode_end(start))
                }
                Class::Beyond => self.unicode_end(start),
                _ if bytes.get(start + 1).is_some_and(|&next| !next.is_ascii()) => {
                    // The next char may be a mark that belongs to this one.
                    self.unicode_end(start)
                }
                _ => start + 1,
            };
            self.position = end;
            let is_mark = end == start + 1
                && !matches!(first, Class::Letter | Class::Digit | Class::Underscore);
            if !is_mark {
                return Some(start..end);
            }
        }
    }
}

/// Whether a char has become a letter to UAX #29 since Lucene's tables were made: the free-standing
/// cedilla, tone bars, and three Armenian signs.
pub(crate) fn is_young_letter(char: char) -> bool {
    matches!(
        char,
        '\u{b8}' | '\u{2e5}'..='\u{2eb}' | '\u{55a}' | '\u{55f}' | '\u{58a}' | '\u{a708}'..='\u{a716}'
    )
}

/// The length of a segment that ends before such a letter, or is one.
fn before_young_letter(text: &str, length: usize) -> usize {
    match text[..length].char_indices().find(|&(_, char)| is_young_letter(char)) {
        Some((0, char)) => char.len_utf8(),
        Some((at, _)) => first_segment(&text[..at]),
        None => length,
    }
}

/// Whether `middle` stands inside a word between these two (WB6, WB7, WB11, WB12).
fn joins(before: Class, middle: Class, after: Class) -> bool {
    match (before, after) {
        (Class::Letter, Class::Letter) => matches!(middle, Class::MidLetter | Class::Mid),
        (Class::Digit, Class::Digit) => matches!(middle, Class::MidNumber | Class::Mid),
        _ => false,
    }
}

/// Whether no word boundary falls between two chars: a probe of their classes,
/// which `unicode-segmentation` does not publish.
pub(crate) fn joined(before: char, after: char) -> bool {
    let mut buffer = [0; 8];
    let split = before.encode_utf8(&mut buffer).len();
    let length = split + after.encode_utf8(&mut buffer[split..]).len();
    std::str::from_utf8(&buffer[..length]).is_ok_and(|pair| first_segment(pair) == length)
}

/// Whether a char is a mark or a format control that belongs to the char before
/// it (`Extend`, `Format` and `ZWJ`; WB4).
pub(crate) fn is_extender(char: char) -> bool {
    // Nothing else stays with an exclamation mark.
    joined('!', char)
}

/// The length in bytes of the first segment of a text that is not empty.
fn first_segment(text: &str) -> usize {
    text.split_word_bounds().next().map_or(text.len(), str::len)
}

/// The last char boundary at or before a byte offset.
fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The byte offset after as many whole chars as fit in `units` UTF-16 units, or
/// nothing when the whole text fits.
pub(crate) fn byte_after_units(text: &str, units: usize) -> Option<usize> {
    let mut used = 0;
    for (byte, char) in text.char_indices() {
        used += char.len_utf16();
        if used > units {
            return Some(byte);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        Segments::new(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn marks_join_letters_or_digits_by_their_kind() {
        assert_eq!(found("a.b a:b a'b a,b a;b"), ["a.b", "a:b", "a'b", "a", "b", "a", "b"]);
        assert_eq!(found("1.2 1:2 1'2 1,2 1;2"), ["1.2", "1", "2", "1'2", "1,2", "1;2"]);
        assert_eq!(found("a.1 1.a a1b_c _.a"), ["a", "1", "1", "a", "a1b_c", "_", "a"]);
    }

    #[test]
    fn a_mark_at_the_end_joins_nothing() {
        assert_eq!(found("end. a..b can't' "), ["end", "a", "b", "can't"]);
    }

    #[test]
    fn non_ascii_chars_take_part_in_ascii_words() {
        assert_eq!(found("café l'été it’s e\u{301}a"), ["café", "l'été", "it’s", "e\u{301}a"]);
        assert_eq!(found("x \u{301}y"), ["x", " \u{301}", "y"]);
    }

    #[test]
    fn a_long_segment_is_cut_by_units() {
        let text = "a".repeat(600);
        let lengths: Vec<_> = Segments::with_longest(&text, 255).map(|range| range.len()).collect();
        assert_eq!(lengths, [255, 255, 90]);
        let text = "é".repeat(300);
        let lengths: Vec<_> = Segments::with_longest(&text, 255).map(|range| range.len()).collect();
        assert_eq!(lengths, [510, 90]);
    }

    #[test]
    fn a_cut_before_a_middle_mark_ends_the_word_there() {
        let text = "a".repeat(254) + ".b";
        let found: Vec<_> = Segments::with_longest(&text, 255).collect();
        assert_eq!(found, [0..254, 255..256]);
    }
}
