//! Sentences of a passage as they can be said alone: whole, without markup, and with the name of
//! the page where they begin with a pronoun that speaks of it.

use std::ops::Range;

use grice_english::title::{bare, capital, is_identifier, possessive};
use grice_english::{pronoun, words};

use super::evidence::Evidence;
use super::pronouns::{agrees, subject_before, topic_at_start};
use crate::retrieve::Candidate;

/// Words with which a sentence leans on the one before it.
const LEANING: &[&str] = &[
    "accordingly",
    "also",
    "although",
    "and",
    "another",
    "both",
    "but",
    "consequently",
    "each",
    "for",
    "furthermore",
    "hence",
    "however",
    "instead",
    "meanwhile",
    "moreover",
    "nevertheless",
    "or",
    "other",
    "others",
    "otherwise",
    "similarly",
    "so",
    "such",
    "that",
    "then",
    "therefore",
    "these",
    "this",
    "those",
    "thus",
    "while",
    "yet",
];

/// A sentence that can be said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quote {
    /// As it stands in the passage.
    pub evidence: Evidence,
    /// As it stands, on one line.
    pub plain: String,
    /// As it can be said alone.
    pub alone: String,
    /// Whether it speaks of the page's topic from its beginning.
    pub of_topic: bool,
}

/// A sentence of a passage; none where it cannot be said alone or is no whole sentence.
pub(crate) fn quote(candidate: &Candidate, sentence: Range<usize>) -> Option<Quote> {
    let text = &candidate.record.text;
    let own = text.get(sentence.clone())?;
    let plain = words::one_line(own);
    if !is_whole(&plain) {
        return None;
    }
    let title = bare(&candidate.record.title);
    let evidence = Evidence::of(candidate, sentence.start, sentence.end)?;
    let of_topic = |plain: String, alone: String, of_topic: bool| {
        Some(Quote { evidence: evidence.clone(), plain, alone, of_topic })
    };
    match pronoun::opening(&plain) {
        _ if points_back(&plain) => None,
        None if leans(&plain) => None,
        None => {
            let is_topic = topic_at_start(&plain, title).is_some();
            of_topic(plain.clone(), plain, is_topic)
        }
        Some(place) => {
            let subject = subject_before(text, sentence.start, title)?;
            let word = plain[place.clone()].to_lowercase();
            if !agrees(&word, &subject, title, text) {
                return None;
            }
            let name = match word.as_str() {
                "its" | "his" | "their" | "her" => possessive(&subject),
                _ => subject,
            };
            let name = if place.start == 0 { capital(&name) } else { inner(&name) };
            let alone = format!("{}{name}{}", &plain[..place.start], &plain[place.end..]);
            of_topic(plain, alone, true)
        }
    }
}

/// A sentence that is said after the one before it, so that it need not stand alone.
pub(crate) fn following(candidate: &Candidate, sentence: Range<usize>) -> Option<Quote> {
    let alone = quote(candidate, sentence.clone());
    alone.or_else(|| {
        let plain = words::one_line(candidate.record.text.get(sentence.clone())?);
        let evidence = Evidence::of(candidate, sentence.start, sentence.end)?;
        let alone = plain.clone();
        is_whole(&plain).then_some(Quote { evidence, plain, alone, of_topic: false })
    })
}

/// The sentences of a passage that a span lies in.
pub(crate) fn around(text: &str, span: &Range<usize>) -> Vec<Range<usize>> {
    let touched = |s: &Range<usize>| s.start < span.end && span.start < s.end;
    grice_text::sentences(text).filter(touched).collect()
}

/// A name as it stands inside a sentence.
fn inner(name: &str) -> String {
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name.to_owned(),
    }
}

/// A capital, a stop, every bracket and quotation mark closed, and no markup.
fn is_whole(text: &str) -> bool {
    let ends = text.ends_with(['.', '!', '"', '”', ')']);
    let markup = ["[[", "]]", "{{", "}}"];
    let count = |mark: char| text.chars().filter(|c| *c == mark).count();
    let balanced = [('(', ')'), ('[', ']'), ('“', '”')].iter().all(|(a, b)| count(*a) == count(*b))
        && count('"').is_multiple_of(2);
    let first = text.split_whitespace().next().unwrap_or_default();
    let begins = text
        .starts_with(|c: char| !c.is_lowercase() && (c.is_alphanumeric() || "\"“(".contains(c)));
    (begins || is_identifier(first))
        && ends
        && balanced
        && !markup.iter().any(|mark| text.contains(mark))
}

fn leans(text: &str) -> bool {
    words::lower(text).first().is_some_and(|first| LEANING.contains(&first.as_str()))
}

/// Whether a sentence points back: "this state", "landed there".
fn points_back(text: &str) -> bool {
    let all = words::lower(text);
    let is = |at: usize, known: &[&str]| all.get(at).is_some_and(|w| known.contains(&w.as_str()));
    let there = |at: usize| is(at, &["there"]) && !is(at + 1, &["is", "are", "was", "were"]);
    (1..all.len()).any(|at| is(at, &["this", "these"]) || there(at))
}

#[cfg(test)]
#[path = "quote_tests.rs"]
mod tests;
