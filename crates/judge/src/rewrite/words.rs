//! Words of a text, and which of them carry content. training/rewrite_edits.py cuts and splits
//! the same way.

/// A word, a number or one mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub lower: String,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// Words that say little by themselves, in order.
const STOP: [&str; 89] = [
    "a", "about", "also", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but",
    "by", "can", "could", "did", "do", "does", "else", "for", "from", "had", "has", "have", "he",
    "her", "here", "hers", "him", "his", "how", "i", "if", "in", "is", "it", "its", "may", "me",
    "might", "more", "most", "my", "no", "not", "of", "on", "one", "or", "other", "our", "s",
    "said", "she", "should", "so", "some", "t", "than", "that", "the", "their", "theirs", "them",
    "then", "there", "these", "they", "this", "those", "to", "us", "was", "we", "were", "what",
    "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you",
    "your",
];

/// The longest question or answer that is read, in words and in characters.
const PART_WORDS: usize = 60;
const PART_CHARS: usize = 400;

/// The words of a part of a text, with their places in all of it.
pub(super) fn words(text: &str, start: usize, end: usize) -> Vec<Word> {
    let Some(part) = text.get(start..end) else { return Vec::new() };
    let mut found: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, c) in part.char_indices() {
        let at = start + at;
        if c.is_alphanumeric() {
            match found.last_mut() {
                Some(word) if open => word.end = at + c.len_utf8(),
                _ => found.push(Word { lower: String::new(), start: at, end: at + c.len_utf8() }),
            }
            open = true;
        } else {
            open = false;
            if !c.is_whitespace() {
                found.push(Word { lower: String::new(), start: at, end: at + c.len_utf8() });
            }
        }
    }
    for word in &mut found {
        word.lower = text[word.start..word.end].to_lowercase();
    }
    found
}

impl Word {
    /// Whether it is a word or a number, and no mark.
    pub fn is_word(&self) -> bool {
        self.lower.chars().next().is_some_and(char::is_alphanumeric)
    }

    /// Whether it says something by itself.
    pub fn has_content(&self) -> bool {
        self.is_word() && !is_stop(&self.lower)
    }
}

pub(super) fn is_stop(lower: &str) -> bool {
    STOP.binary_search(&lower).is_ok()
}

/// The beginning of a text, without control characters and with single spaces.
pub(super) fn cut(text: &str) -> String {
    let separate = |c: char| c.is_whitespace() || c.is_control();
    let words = text.split(separate).filter(|word| !word.is_empty()).take(PART_WORDS);
    let mut short = String::new();
    for word in words {
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
        if short.len() > PART_CHARS * 4 {
            break;
        }
    }
    if let Some((end, _)) = short.char_indices().nth(PART_CHARS) {
        short.truncate(end);
    }
    short.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_in_order_so_that_they_are_found() {
        assert!(STOP.is_sorted());
        assert!(is_stop("the") && !is_stop("bridge"));
    }

    #[test]
    fn marks_stand_alone_and_places_are_bytes() {
        let text = "Où's Zoë_2?";
        let found: Vec<(String, &str)> = words(text, 0, text.len())
            .into_iter()
            .map(|w| (w.lower, &text[w.start..w.end]))
            .collect();
        let lower: Vec<&str> = found.iter().map(|(lower, _)| lower.as_str()).collect();
        assert_eq!(lower, ["où", "'", "s", "zoë", "_", "2", "?"]);
        assert_eq!(found[3].1, "Zoë");
    }

    #[test]
    fn a_long_text_is_cut_by_words_and_by_characters() {
        assert_eq!(cut(" a\u{0}b \n c "), "a b c");
        assert_eq!(cut(&"word ".repeat(30_000)).split(' ').count(), 60);
        assert_eq!(cut(&"é".repeat(100_000)).chars().count(), 400);
        assert_eq!(cut("\u{7}\n"), "");
    }
}
