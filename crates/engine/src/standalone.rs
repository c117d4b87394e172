//! Whether a question needs what was said before. One that stands on its own is not given to a
//! model that writes.

use crate::words;

/// Words that speak of something said before.
const LEANING: &[&str] = &[
    "another", "else", "former", "he", "her", "hers", "him", "his", "it", "its", "itself",
    "latter", "one", "ones", "other", "others", "same", "she", "such", "that", "their", "theirs",
    "them", "there", "these", "they", "this", "those",
];

/// First words with which a question goes on from the one before.
const OPENINGS: &[&str] = &["also", "and", "but", "or", "so", "then", "too", "why"];

/// Whether a question has a word that speaks of something said before.
pub(crate) fn leans(question: &str) -> bool {
    let words = words::lower(question);
    words.iter().any(|word| LEANING.contains(&word.as_str()))
        || words.first().is_some_and(|word| OPENINGS.contains(&word.as_str()))
}

/// Whether a question leaves out what it is about, as far as its words tell: it has hardly any, or
/// speaks of "the bridge" and names nothing.
pub(crate) fn leaves_out(question: &str) -> bool {
    let lower = words::lower(question);
    let content = lower.iter().filter(|word| !words::is_empty(word)).count();
    let about = lower.get(1).is_some_and(|word| word == "about");
    let names = question.split_whitespace().skip(1).any(|word| {
        word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) && word != "I"
    });
    content < 2 || about || !names && lower.iter().any(|word| word == "the")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_and_openings_lean_on_what_was_said() {
        for question in ["When was she born?", "and the second one?", "Why?", "Is that so"] {
            assert!(leans(question), "{question}");
        }
        for question in ["Who wrote Emma?", "What is the capital of Mongolia?"] {
            assert!(!leans(question), "{question}");
        }
    }

    #[test]
    fn a_question_that_names_nothing_leaves_something_out() {
        for question in ["When?", "What about Titan?", "When was the bridge finished?"] {
            assert!(leaves_out(question), "{question}");
        }
        for question in ["Who wrote the novel Emma?", "How do bees make honey?"] {
            assert!(!leaves_out(question), "{question}");
        }
    }
}
