//! What is said where the collection has no answer: what it does not say, and what comes closest.

use std::collections::HashSet;

use crate::candidate::Candidate;
use crate::names::names;
use crate::said::{Said, bare_title, said};
use crate::words;

const BEING: &[&str] = &["are", "is", "was", "were"];
const HELPING: &[&str] =
    &["are", "can", "could", "had", "has", "have", "is", "was", "were", "will", "would"];
const DOING: &[&str] = &["did", "do", "does"];
const POINTING: &[&str] = &[
    "he", "her", "him", "his", "i", "it", "its", "me", "my", "she", "that", "their", "them",
    "they", "this", "us", "we", "you", "your",
];

/// The sentence of the first passages that has most of the question's words; none where all have
/// too few to be about it. What the reader would have guessed comes before, where the question names
/// its page.
pub(crate) fn closest(
    question: &str,
    candidates: &[Candidate],
    head: usize,
    guess: Option<Said>,
) -> Option<Said> {
    let asked = content(question);
    let is_named = |said: &Said| {
        let title = content(bare_title(&said.evidence.title));
        !title.is_empty() && title.is_subset(&asked)
    };
    if let Some(guess) = guess.filter(is_named) {
        return Some(guess);
    }
    let mut best: Option<(usize, Said)> = None;
    for candidate in candidates.iter().take(head) {
        let title = content(bare_title(&candidate.record.title));
        let named = !title.is_empty() && title.iter().all(|word| asked.contains(word));
        for range in grice_text::sentences(&candidate.record.text) {
            let own = content(&candidate.record.text[range.clone()]);
            let shared = own.union(&title).filter(|word| asked.contains(*word)).count();
            let enough = named && shared > 0 || shared > 1 && shared * 2 >= asked.len();
            if !enough || best.as_ref().is_some_and(|(most, _)| *most >= shared) {
                continue;
            }
            if let Some(said) = said(candidate, range) {
                best = Some((shared, said));
            }
        }
    }
    best.map(|(_, said)| said)
}

/// The words of a text that say something, without plural endings.
fn content(text: &str) -> HashSet<String> {
    let all = words::lower(text).into_iter().filter(|word| !words::is_empty(word));
    all.map(|word| crate::salient::singular(&word).unwrap_or(word)).collect()
}

/// A question as a part of a sentence: "who discovered it"; none where that takes more grammar
/// than is known here.
pub(crate) fn indirect(question: &str) -> Option<String> {
    let question = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    let all: Vec<&str> = question.split_whitespace().collect();
    let lower: Vec<String> = all.iter().map(|word| word.to_lowercase()).collect();
    let idle = all.len() > 20 || question.contains(['?', '"', ';', ',']);
    if idle || lower.iter().any(|word| POINTING.contains(&word.as_str())) {
        return None;
    }
    let (first, second) = (lower.first()?.as_str(), lower.get(1)?.as_str());
    match first {
        "who" if !HELPING.contains(&second) && !DOING.contains(&second) => {
            Some(format!("who {}", all[1..].join(" ")))
        }
        "who" | "what" if BEING.contains(&second) && !has_verb(&lower[2..]) => {
            (all.len() > 2).then(|| format!("{first} {} {second}", all[2..].join(" ")))
        }
        "when" | "where" | "why" | "how" | "who" | "what" if HELPING.contains(&second) => {
            let (subject, rest) = subject(&all[2..].join(" "))?;
            Some(format!("{first} {subject} {second} {rest}").trim_end().to_owned())
        }
        helping if HELPING.contains(&helping) => {
            let (subject, rest) = subject(&all[1..].join(" "))?;
            Some(format!("whether {subject} {helping} {rest}").trim_end().to_owned())
        }
        _ => None,
    }
}

/// Whether a verb seems to be among words.
fn has_verb(words: &[String]) -> bool {
    let known = [
        "born", "built", "come", "do", "found", "go", "happen", "known", "made", "used", "written",
    ];
    words.iter().any(|w| {
        known.contains(&w.as_str()) || w.ends_with("ed") || w.ends_with("ing") && w.len() > 5
    })
}

/// The name that words begin with, and the rest.
fn subject(words: &str) -> Option<(String, String)> {
    let article = if words.starts_with("the ") { 4 } else { 0 };
    let name = names(&words[article..]).into_iter().next().filter(|name| name.start == 0)?;
    let (subject, rest) = words.split_at(article + name.end);
    let whole = rest.is_empty() || rest.starts_with(' ');
    let goes_on = rest.trim_start().starts_with("and ") || rest.trim_start().starts_with("of ");
    (whole && !goes_on).then(|| (subject.to_owned(), rest.trim_start().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_becomes_a_part_of_a_sentence_where_that_is_safe() {
        for (question, said) in [
            ("Who painted the Mona Lisa?", Some("who painted the Mona Lisa")),
            ("Who is the mayor of Marrow?", Some("who the mayor of Marrow is")),
            ("When was Titan discovered?", Some("when Titan was discovered")),
            ("Is the Moon made of cheese?", Some("whether the Moon is made of cheese")),
            ("When did the rover land?", None),
            ("How many moons does Mars have?", None),
            ("What is it?", None),
            ("Why?", None),
            ("", None),
        ] {
            assert_eq!(indirect(question).as_deref(), said, "{question}");
        }
    }
}
