//! The words of a text, and which of them say something.

use std::collections::HashSet;

use crate::plural::singular;

/// Words that name nothing by themselves, in order.
const STOP: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "been", "before", "but", "by", "can", "could", "did", "do", "does", "else", "ever", "for",
    "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "into", "is",
    "it", "its", "many", "me", "more", "most", "much", "my", "no", "not", "of", "on", "one", "or",
    "other", "our", "she", "so", "some", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "to", "too", "up", "us", "was", "we", "were", "what", "when",
    "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "yes", "you", "your",
];

/// A word longer than this many bytes for each one asked for is cut by [`cut`].
const BYTES_A_WORD: usize = 12;

/// Runs of letters and digits, in small letters.
pub fn lower(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let runs = lower.split(|c: char| !c.is_alphanumeric());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// The words of [`lower`], each once.
pub fn set(text: &str) -> HashSet<String> {
    lower(text).into_iter().collect()
}

/// Whether a word, in small letters, names nothing by itself.
pub fn is_stop(word: &str) -> bool {
    word.len() < 2 || STOP.binary_search(&word).is_ok()
}

/// The words that say something, plurals in the singular.
pub fn content(text: &str) -> HashSet<String> {
    let telling = lower(text).into_iter().filter(|word| !is_stop(word));
    telling.map(|word| singular(&word).unwrap_or(word)).collect()
}

/// The words two sets share, as a share of the smaller one.
pub fn overlap(a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    let smaller = a.len().min(b.len()).max(1);
    a.intersection(b).count() as f32 / smaller as f32
}

/// The first words of a text with single blanks between them, and whether there were more.
///
/// ```
/// assert_eq!(grice_english::words::cut("one  two three", 2), ("one two".to_owned(), true));
/// ```
pub fn cut(text: &str, most: usize) -> (String, bool) {
    let mut words = text.split_whitespace();
    let mut kept: Vec<&str> = words.by_ref().take(most).collect();
    let mut more = words.next().is_some();
    let length = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    while length(&kept) > most * BYTES_A_WORD && kept.len() > 1 {
        kept.pop();
        more = true;
    }
    let joined = kept.join(" ");
    match joined.char_indices().nth(most * BYTES_A_WORD) {
        Some((at, _)) => (joined[..at].to_owned(), true),
        None => (joined, more),
    }
}

/// Whether two words, in small letters, look like forms of one: "build" and "built", "cities" and
/// "city".
pub fn alike(a: &str, b: &str) -> bool {
    let begins = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let shorter = a.chars().count().min(b.chars().count());
    a == b || begins == shorter && shorter > 2 || begins >= 3 && begins * 4 >= shorter * 3
}

/// A text without line breaks and other control characters, with single blanks.
pub fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether words stand in a row among others. Nothing is contained nowhere.
pub fn contains(words: &[String], part: &[String]) -> bool {
    !part.is_empty() && words.windows(part.len()).any(|window| window == part)
}

/// Whether a text has one of the phrases, given in small letters with single blanks.
pub fn has_any(text: &str, phrases: &[&str]) -> bool {
    let padded = format!(" {} ", lower(text).join(" "));
    phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// Whether a text begins with one of the phrases, given in small letters with single blanks.
pub fn begins_with_any(text: &str, phrases: &[&str]) -> bool {
    let padded = format!("{} ", lower(text).join(" "));
    phrases.iter().any(|phrase| padded.starts_with(&format!("{phrase} ")))
}

/// Whether a word of a list of words, parted by white space, is this one.
pub(crate) fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_in_order_so_that_they_are_found() {
        assert!(STOP.is_sorted());
        assert!(is_stop("the") && is_stop("which") && is_stop("x") && !is_stop("force"));
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        assert_eq!(lower("Isn't it 3.5 ÉCOLE_x?"), ["isn", "t", "it", "3", "5", "école", "x"]);
        assert_eq!(lower("—!?"), Vec::<String>::new());
        assert_eq!(set("a A b").len(), 2);
    }

    #[test]
    fn content_leaves_small_words_out_and_knows_plurals() {
        assert_eq!(content("Which cities are in the states?"), set("city state"));
    }

    #[test]
    fn overlap_is_a_share_of_the_smaller_set() {
        assert!((overlap(&set("a b c d"), &set("a x")) - 0.5).abs() < f32::EPSILON);
        assert!(overlap(&set(""), &set("a")).abs() < f32::EPSILON);
    }

    #[test]
    fn a_long_text_is_cut_at_a_word_and_a_long_word_anywhere() {
        assert_eq!(cut(" a  b c ", 2), ("a b".to_owned(), true));
        assert_eq!(cut("a b", 2), ("a b".to_owned(), false));
        let (kept, more) = cut(&"é".repeat(1_000), 10);
        assert_eq!((kept.chars().count(), more), (120, true));
    }

    #[test]
    fn forms_of_one_word_are_alike() {
        assert!(alike("build", "built") && alike("cities", "city") && alike("war", "wars"));
        assert!(!alike("bridge", "brother") && !alike("is", "island"));
    }

    #[test]
    fn a_text_is_put_on_one_line() {
        assert_eq!(one_line(" a\n\tb\u{0}c  d "), "a b c d");
    }

    #[test]
    fn phrases_are_found_as_whole_words() {
        let all = lower("the old stone bridge");
        assert!(contains(&all, &lower("stone bridge")) && !contains(&all, &lower("old bridge")));
        assert!(!contains(&all, &[]));
        assert!(
            has_any("It fell, due to rain.", &["due to"]) && !has_any("residue to", &["due to"])
        );
        assert!(begins_with_any("As a result, it fell", &["as a result"]));
        assert!(!begins_with_any("As a resulting fall", &["as a result"]));
    }
}
