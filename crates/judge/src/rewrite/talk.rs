//! What the model reads: a question, and the conversation before it as one text.

use super::words::{Word, cut, is_stop, words};
use crate::turn::Turn;

/// Words of the history that are read, counted as they stand between spaces.
const ALL_WORDS: usize = 240;

/// A question and its history, as words.
#[derive(Clone, Debug, Default)]
pub(super) struct Talk {
    pub question: String,
    /// The turns, last one first, as "q: … a: …", as far as [`ALL_WORDS`] goes, and the
    /// conversation's first question in any case.
    pub history: String,
    pub asked: Vec<Word>,
    pub said: Vec<Word>,
    /// The number of the question or answer that each word of the history is in.
    pub part: Vec<usize>,
    pub parts: Vec<Part>,
}

/// A question or an answer in the composed history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub start: usize,
    pub end: usize,
    pub is_question: bool,
    /// How many turns before the question.
    pub age: usize,
}

impl Talk {
    pub fn new(history: &[Turn], question: &str) -> Talk {
        let (history, parts) = compose(history);
        let question = cut(question);
        let asked = words(&question, 0, question.len());
        let (mut said, mut part) = (Vec::new(), Vec::new());
        for (number, Part { start, end, .. }) in parts.iter().enumerate() {
            let found = words(&history, *start, *end);
            part.resize(part.len() + found.len(), number);
            said.extend(found);
        }
        Talk { question, history, asked, said, part, parts }
    }

    /// The text of a phrase, by its first and last word. A small word that is only large because a
    /// sentence begins with it is made small again.
    pub fn phrase(&self, (first, last): (usize, usize)) -> String {
        let text = self.raw((first, last));
        let Some(word) = self.said.get(first) else { return text.to_owned() };
        let after = self.said.get(first + 1).filter(|_| last > first);
        let after = after.and_then(|after| self.history.get(after.start..));
        let name = after.is_some_and(|after| after.starts_with(char::is_uppercase));
        match text.get(word.lower.len()..) {
            Some(rest) if is_stop(&word.lower) && word.lower != "i" && !name => {
                format!("{}{rest}", word.lower)
            }
            _ => text.to_owned(),
        }
    }

    /// A phrase as it was written.
    pub fn raw(&self, (first, last): (usize, usize)) -> &str {
        let (Some(first), Some(last)) = (self.said.get(first), self.said.get(last)) else {
            return "";
        };
        self.history.get(first.start..last.end).unwrap_or_default()
    }
}

fn compose(history: &[Turn]) -> (String, Vec<Part>) {
    let mut chosen = Vec::new();
    let mut left = ALL_WORDS;
    for (age, turn) in history.iter().rev().enumerate() {
        let (question, answer) = (cut(&turn.question), cut(&turn.answer));
        let count = |text: &str| text.split_whitespace().count();
        let size = count(&question) + count(&answer) + 2;
        if size > left {
            if let Some(first) = history.first() {
                chosen.push((history.len() - 1, cut(&first.question), String::new()));
            }
            break;
        }
        left -= size;
        chosen.push((age, question, answer));
    }
    let (mut text, mut parts) = (String::new(), Vec::new());
    for (age, question, answer) in chosen {
        for (mark, part, is_question) in [("q: ", question, true), ("a: ", answer, false)] {
            if part.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(mark);
            let start = text.len();
            text.push_str(&part);
            parts.push(Part { start, end: text.len(), is_question, age });
        }
    }
    (text, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_turn_is_read_first() {
        let history = [Turn::new("Who built it?", "A king."), Turn::new("When?", "")];
        let talk = Talk::new(&history, " And  why? ");
        assert_eq!(talk.history, "q: When? q: Who built it? a: A king.");
        assert_eq!(talk.question, "And why?");
        let ages: Vec<usize> = talk.parts.iter().map(|part| part.age).collect();
        assert_eq!(ages, [0, 1, 1]);
        assert_eq!((talk.raw((2, 3)), &*talk.phrase((2, 3))), ("Who built", "who built"));
        assert_eq!(talk.phrase((3, 4)), "built it");
    }

    #[test]
    fn the_first_question_stays_in_a_long_history() {
        let mut history = vec![Turn::new("Who was Ada?", "A countess.")];
        history.extend((0..30).map(|i| Turn::new(format!("And {i}?"), "word ".repeat(50))));
        let talk = Talk::new(&history, "When?");
        assert!(talk.history.starts_with("q: And 29? a: word"));
        assert!(talk.history.ends_with("q: Who was Ada?"), "{}", talk.history);
        assert!(talk.history.split(' ').count() < 260);
    }

    #[test]
    fn an_empty_history_has_no_words() {
        assert_eq!(Talk::new(&[], "When?").said, []);
        assert_eq!(Talk::new(&[Turn::new(" ", "\u{0}")], "When?").history, "");
    }
}
