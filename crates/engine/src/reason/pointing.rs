//! The words of a question with their places, and where a phrase ends among them.

use std::ops::Range;

pub(crate) const THEM: &[&str] = &["them", "these", "those"];
const HELPING: &[&str] = &[
    "also", "are", "be", "been", "can", "could", "did", "do", "does", "ever", "had", "has", "have",
    "is", "or", "still", "was", "were", "will", "would",
];
/// Participles without "ed".
const DONE: &[&str] =
    &["born", "built", "found", "known", "made", "seen", "sent", "won", "written"];

/// A question by its words.
pub(crate) struct Words<'a> {
    pub question: &'a str,
    pub words: Vec<(String, Range<usize>)>,
}

impl<'a> Words<'a> {
    pub fn of(question: &'a str) -> Words<'a> {
        let words = grice_text::words(question).map(|word| (word.text.to_lowercase(), word.bytes));
        Words { question, words: words.collect() }
    }

    pub fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |(word, _)| word.trim_end_matches("'s"))
    }

    /// The bytes from one word to another, a possessive ending left out.
    pub fn place(&self, from: usize, to: usize) -> Range<usize> {
        let end = self.words[to].1.end;
        let own = &self.question[self.words[to].1.clone()];
        let ending = ["'s", "’s"].iter().find(|ending| own.ends_with(**ending));
        self.words[from].1.start..end - ending.map_or(0, |ending| ending.len())
    }

    /// Whether nothing follows that would make a noun phrase of the words before.
    pub fn ends(&self, at: usize) -> bool {
        let word = self.word(at);
        let done = word.ends_with("ed") || DONE.contains(&word);
        self.marked(at) || HELPING.contains(&word) || done && self.marked(at + 1)
    }

    /// Whether the question ends before a word, or a mark stands there.
    pub fn marked(&self, at: usize) -> bool {
        let (Some((_, next)), true) = (self.words.get(at), at > 0) else {
            return at >= self.words.len();
        };
        self.question[self.words[at - 1].1.end..next.start].contains([',', '.', ';', ':', '?', '!'])
    }

    pub fn is_of_them(&self, at: usize) -> bool {
        self.word(at) == "of" && THEM.contains(&self.word(at + 1))
    }
}
