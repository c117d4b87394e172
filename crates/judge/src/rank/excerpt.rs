//! The part of a long passage that shares most words with what is asked.

use std::collections::HashSet;

/// Words between the starts of two parts that are compared.
const STEP: usize = 12;

/// Shorter words are not compared.
const SHORT: usize = 3;

/// A first line of at most this many words is a title with its headings.
const TITLE: usize = 24;

/// At most `most` words of a passage that stand together: those among which most different words
/// of `asked` are, the first of equals. A title line stays in front of them. White space becomes
/// single blanks.
///
/// `training/asked.py` has the same function.
pub(crate) fn excerpt(asked: &str, passage: &str, most: usize) -> String {
    let (title, text) = match passage.split_once('\n') {
        Some((title, text))
            if title.split_whitespace().count() <= TITLE && !text.trim().is_empty() =>
        {
            (title, text)
        }
        _ => ("", passage),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let from = best(asked, &words, most);
    let part = words[from..].iter().copied().take(most);
    title.split_whitespace().chain(part).collect::<Vec<_>>().join(" ")
}

/// Where the best `most` words start.
fn best(asked: &str, words: &[&str], most: usize) -> usize {
    let Some(last) = words.len().checked_sub(most).filter(|last| *last > 0) else { return 0 };
    let wanted: HashSet<String> = asked.split_whitespace().filter_map(plain).collect();
    // Which wanted word each word of the passage is.
    let hits: Vec<Option<String>> =
        words.iter().map(|word| plain(word).filter(|word| wanted.contains(word))).collect();
    let count = |start: usize| {
        let found: HashSet<&String> = hits[start..start + most].iter().flatten().collect();
        found.len()
    };
    let mut best = (0, 0);
    for start in (0..last).step_by(STEP).chain([last]) {
        let found = count(start);
        if found > best.1 {
            best = (start, found);
        }
    }
    best.0
}

/// A word's letters and digits in small letters; none for a short one.
fn plain(word: &str) -> Option<String> {
    let plain: String = word.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    (plain.chars().count() > SHORT).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn an_excerpt_has_most_of_what_is_asked_for() {
        let passage: String = (0..60).map(|i| format!("w{i:03}, ")).collect();
        let words = |range: std::ops::Range<usize>| {
            range.map(|i| format!("w{i:03},")).collect::<Vec<_>>().join(" ")
        };
        let cases = [
            ("nothing", 20, 0..20),
            ("W030? w001", 20, 0..20),
            ("w030 w035 w001", 20, 24..44),
            ("w059 w058", 20, 40..60),
            ("w030", 100, 0..60),
        ];
        for (asked, most, expected) in cases {
            assert_eq!(excerpt(asked, &passage, most), words(expected), "{asked}");
        }
        assert_eq!(excerpt("a", " b\n c ", 5), "b c");
        assert_eq!(excerpt("a", "", 5), "");
        assert_eq!(excerpt("w005", "A title\nw001 w002 w003 w004 w005", 2), "A title w004 w005");
    }
}
