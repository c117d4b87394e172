//! Byte offsets and char offsets of one text, each turned into the other.

/// Bytes between two checkpoints. A look-up counts at most this many bytes, and
/// the checkpoints cost one word for every stride.
const STRIDE: usize = 128;

/// Turns byte offsets of a text into char offsets and back.
///
/// Rust and most file formats count bytes; Python, and so most of the data sets
/// we read and write, count chars. A map of an ASCII text stores nothing.
///
/// ```
/// use grice_text::CharMap;
///
/// let map = CharMap::new("naïve café");
/// assert_eq!(map.to_char(4), Some(3)); // "v" comes after a two-byte "ï"
/// assert_eq!(map.to_byte(3), Some(4));
/// assert_eq!(map.to_char(3), None); // inside the "ï"
/// assert_eq!(map.to_byte(11), None); // past the end
/// ```
#[derive(Debug, Clone)]
pub struct CharMap<'t> {
    text: &'t str,
    /// `before[i]` is the number of chars that start before byte `i * STRIDE`.
    /// Empty when the text is ASCII.
    before: Vec<usize>,
    chars: usize,
}

impl<'t> CharMap<'t> {
    /// Makes the map of a text, in one pass over it.
    pub fn new(text: &'t str) -> Self {
        if text.is_ascii() {
            return Self { text, before: Vec::new(), chars: text.len() };
        }
        let mut before = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut chars = 0;
        for block in text.as_bytes().chunks(STRIDE) {
            before.push(chars);
            chars += starts(block);
        }
        Self { text, before, chars }
    }

    /// The char offset of a byte offset; `None` inside a char or past the end.
    ///
    /// The offset just after the last char counts as within the text.
    pub fn to_char(&self, byte: usize) -> Option<usize> {
        if !self.text.is_char_boundary(byte) {
            return None;
        }
        if byte == self.text.len() {
            return Some(self.chars);
        }
        let Some(before) = self.before.get(byte / STRIDE) else {
            return Some(byte); // an ASCII text
        };
        let block = byte / STRIDE * STRIDE;
        Some(before + starts(&self.text.as_bytes()[block..byte]))
    }

    /// The byte offset of a char offset; `None` past the end.
    pub fn to_byte(&self, char: usize) -> Option<usize> {
        if char >= self.chars {
            return (char == self.chars).then_some(self.text.len());
        }
        if self.before.is_empty() {
            return Some(char);
        }
        // The last block with no more than `char` chars before it holds the char.
        let block = self.before.partition_point(|&before| before <= char) - 1;
        let mut left = char - self.before[block];
        let from = block * STRIDE;
        let bytes = &self.text.as_bytes()[from..];
        for (index, &byte) in bytes.iter().enumerate() {
            if is_start(byte) {
                if left == 0 {
                    return Some(from + index);
                }
                left -= 1;
            }
        }
        None
    }

    /// The number of chars in the text.
    pub fn char_len(&self) -> usize {
        self.chars
    }
}

/// Whether a byte of UTF-8 begins a char, that is, is no continuation byte.
fn is_start(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// The number of chars that start in these bytes of UTF-8.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| is_start(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_has_one_offset() {
        let map = CharMap::new("");
        assert_eq!(map.to_char(0), Some(0));
        assert_eq!(map.to_byte(0), Some(0));
        assert_eq!(map.to_char(1), None);
        assert_eq!(map.to_byte(1), None);
    }

    #[test]
    fn ascii_offsets_are_equal_and_store_nothing() {
        let map = CharMap::new("plain");
        assert!(map.before.is_empty());
        assert_eq!(map.to_char(5), Some(5));
        assert_eq!(map.to_byte(3), Some(3));
        assert_eq!(map.to_char(6), None);
    }

    #[test]
    fn every_char_of_a_long_text_maps_both_ways() {
        let text = "aé漢😀 ".repeat(300);
        let map = CharMap::new(&text);
        for (char, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(map.to_char(byte), Some(char));
            assert_eq!(map.to_byte(char), Some(byte));
        }
        assert_eq!(map.to_char(text.len()), Some(map.char_len()));
        assert_eq!(map.to_byte(map.char_len()), Some(text.len()));
    }

    #[test]
    fn an_offset_inside_a_char_maps_to_nothing() {
        let text = "x".repeat(STRIDE - 1) + "é";
        let map = CharMap::new(&text);
        assert_eq!(map.to_char(STRIDE - 1), Some(STRIDE - 1));
        assert_eq!(map.to_char(STRIDE), None);
        assert_eq!(map.to_char(STRIDE + 1), Some(STRIDE));
    }
}
