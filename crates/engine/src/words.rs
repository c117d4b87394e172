//! Words of texts: how many, which, and whether they say anything.

use std::collections::HashSet;

/// Words that name nothing by themselves.
const EMPTY: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "been", "before", "but", "by", "can", "could", "did", "do", "does", "else", "ever", "for",
    "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "into", "is",
    "it", "its", "many", "me", "more", "most", "much", "my", "no", "not", "of", "on", "one", "or",
    "other", "our", "she", "so", "some", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "to", "too", "up", "us", "was", "we", "were", "what", "when",
    "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "yes", "you", "your",
];

/// Runs of letters and digits, in small letters.
pub(crate) fn lower(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let runs = lower.split(|c: char| !c.is_alphanumeric());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// The same, each once.
pub(crate) fn set(text: &str) -> HashSet<String> {
    lower(text).into_iter().collect()
}

/// Whether a word, in small letters, names nothing by itself.
pub(crate) fn is_empty(word: &str) -> bool {
    EMPTY.binary_search(&word).is_ok() || word.len() < 2
}

/// The words of a set that are also in another, as a share of the smaller one.
pub(crate) fn shared(a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    let smaller = a.len().min(b.len()).max(1);
    a.intersection(b).count() as f32 / smaller as f32
}

/// The first words of a text with single blanks between them, and whether there were more.
pub(crate) fn cut(text: &str, most: usize) -> (String, bool) {
    let mut words = text.split_whitespace();
    let mut kept: Vec<&str> = words.by_ref().take(most).collect();
    let mut more = words.next().is_some();
    // One word of a hundred thousand letters is no word.
    let length = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    while length(&kept) > most * 12 && kept.len() > 1 {
        kept.pop();
        more = true;
    }
    let joined = kept.join(" ");
    match joined.char_indices().nth(most * 12) {
        Some((at, _)) => (joined[..at].to_owned(), true),
        None => (joined, more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order() {
        let mut sorted = EMPTY.to_vec();
        sorted.sort_unstable();
        assert!(is_empty("the") && is_empty("which") && is_empty("x") && !is_empty("force"));
        assert_eq!(sorted.len(), EMPTY.len());
        for word in EMPTY {
            assert!(is_empty(word), "{word} is out of order");
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_word_and_a_long_word_anywhere() {
        assert_eq!(cut(" a  b c ", 2), ("a b".to_owned(), true));
        assert_eq!(cut("a b", 2), ("a b".to_owned(), false));
        let (kept, more) = cut(&"é".repeat(1_000), 10);
        assert_eq!((kept.chars().count(), more), (120, true));
    }
}
