//! Sentences of a passage as they can be said alone: whole, without markup, and with the name of
//! the page where they begin with a pronoun that speaks of it.

use std::ops::Range;

use crate::candidate::Candidate;
use crate::names::names;
use crate::reply::Evidence;
use crate::words;

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

const PRONOUNS: &[&str] = &["he", "her", "his", "it", "its", "she", "their", "they"];

/// Words after which a sentence's subject may still come: "On 25 August it …".
const INTRODUCING: &[&str] = &[
    "after", "at", "before", "between", "by", "during", "from", "in", "on", "over", "since",
    "under", "until", "with", "within",
];

/// Words with which a clause begins: "As it absorbs little light, …".
const CLAUSE: &[&str] =
    &["although", "as", "because", "if", "once", "since", "though", "when", "while"];

/// The most words of such an introduction.
const INTRODUCTION: usize = 9;

/// A sentence that can be said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Said {
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
pub(crate) fn said(candidate: &Candidate, sentence: Range<usize>) -> Option<Said> {
    let text = &candidate.record.text;
    let own = text.get(sentence.clone())?;
    let plain = on_one_line(own);
    if !is_whole(&plain) {
        return None;
    }
    let title = bare_title(&candidate.record.title);
    let evidence = Evidence::of(candidate, sentence.start, sentence.end)?;
    let of_topic = |plain: String, alone: String, of_topic: bool| {
        Some(Said { evidence: evidence.clone(), plain, alone, of_topic })
    };
    match pronoun(&plain) {
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
pub(crate) fn following(candidate: &Candidate, sentence: Range<usize>) -> Option<Said> {
    let alone = said(candidate, sentence.clone());
    alone.or_else(|| {
        let plain = on_one_line(candidate.record.text.get(sentence.clone())?);
        let evidence = Evidence::of(candidate, sentence.start, sentence.end)?;
        let alone = plain.clone();
        is_whole(&plain).then_some(Said { evidence, plain, alone, of_topic: false })
    })
}

/// The sentences of a passage that a span lies in.
pub(crate) fn around(text: &str, span: &Range<usize>) -> Vec<Range<usize>> {
    let touched = |s: &Range<usize>| s.start < span.end && span.start < s.end;
    grice_text::sentences(text).filter(touched).collect()
}

/// A title without what tells it from others of its name: "Mercury (planet)" is "Mercury".
pub(crate) fn bare_title(title: &str) -> &str {
    title.split(" (").next().unwrap_or(title).trim()
}

/// A text without line breaks and other control characters, with single blanks.
pub(crate) fn on_one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// With a capital at its start.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", chars.as_str())
}

/// A name as it stands inside a sentence.
fn inner(name: &str) -> String {
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name.to_owned(),
    }
}

pub(crate) fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// A capital, a stop, every bracket and quotation mark closed, and no markup.
fn is_whole(text: &str) -> bool {
    let ends = text.ends_with(['.', '!', '"', '”', ')']);
    let markup = ["[[", "]]", "{{", "}}", "==", "''", "<", "|", "*", "http"];
    let count = |mark: char| text.chars().filter(|c| *c == mark).count();
    let balanced = [('(', ')'), ('[', ']'), ('“', '”')].iter().all(|(a, b)| count(*a) == count(*b))
        && count('"').is_multiple_of(2);
    let begins = text
        .starts_with(|c: char| !c.is_lowercase() && (c.is_alphanumeric() || "\"“(".contains(c)));
    begins && ends && balanced && !markup.iter().any(|mark| text.contains(mark))
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

/// Where a pronoun stands that the sentence begins with, perhaps after a short introduction.
fn pronoun(text: &str) -> Option<Range<usize>> {
    let found: Vec<(String, Range<usize>)> = grice_text::words(text)
        .map(|w| (w.text.to_lowercase(), w.bytes))
        .take(INTRODUCTION)
        .collect();
    let first = found.first()?;
    if PRONOUNS.contains(&first.0.as_str()) {
        return Some(first.1.clone());
    }
    let clause = CLAUSE.contains(&first.0.as_str());
    if let Some((word, place)) = found.get(1).filter(|_| clause)
        && PRONOUNS.contains(&word.as_str())
    {
        return Some(place.clone());
    }
    if !INTRODUCING.contains(&first.0.as_str()) {
        return None;
    }
    let after_comma =
        [", it ", ", he ", ", she ", ", they "].iter().find_map(|p| Some((text.find(p)?, p)));
    if let Some((at, found)) = after_comma {
        return Some(at + 2..at + found.len() - 1);
    }
    let at = found.iter().find(|(word, _)| PRONOUNS.contains(&word.as_str()))?;
    // A name before the pronoun is what it may speak of.
    names(&text[..at.1.start]).is_empty().then(|| at.1.clone())
}

/// What the sentence before a place speaks of, as it is named there, where that is the topic.
fn subject_before(text: &str, at: usize, title: &str) -> Option<String> {
    let mut subject = None;
    for range in grice_text::sentences(text).take_while(|range| range.end <= at) {
        let sentence = on_one_line(&text[range]);
        if pronoun(&sentence).is_none() {
            subject = topic_at_start(&sentence, title);
        }
    }
    subject
}

/// The topic's name as a sentence begins with it: the title, or a part of a person's name.
fn topic_at_start(sentence: &str, title: &str) -> Option<String> {
    let lower = sentence.to_lowercase();
    let known = title.to_lowercase();
    for (article, rest) in [("The ", lower.strip_prefix("the ")), ("", Some(lower.as_str()))] {
        let Some(rest) = rest else { continue };
        let mut forms = vec![known.as_str()];
        if is_like_a_person(title) && article.is_empty() {
            forms.extend(known.split(' ').next_back());
            forms.extend(known.split(' ').next());
        }
        for form in forms {
            let after = rest.strip_prefix(form);
            if !form.is_empty()
                && after.is_some_and(|a| !a.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
            {
                let end = article.len() + form.len();
                return sentence.get(..end).map(str::to_owned);
            }
        }
    }
    // "At about 5,150 km in diameter Titan is …"
    let first = words::lower(sentence).into_iter().next()?;
    let name = names(sentence).into_iter().next()?;
    let before = sentence[..name.start].split_whitespace().count();
    if before > 1 && !INTRODUCING.contains(&first.as_str()) {
        return None;
    }
    (sentence[name.clone()] == *title
        && before <= INTRODUCTION
        && !sentence[..name.start].ends_with("of "))
    .then(|| title.to_owned())
}

/// Two to four words, each with a capital and without figures.
fn is_like_a_person(title: &str) -> bool {
    let words: Vec<&str> = title.split(' ').collect();
    let name = |word: &&str| {
        word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_ascii_digit())
    };
    (2..=4).contains(&words.len()) && words.iter().all(name)
}

/// Whether a pronoun can stand for the topic.
fn agrees(pronoun: &str, subject: &str, title: &str, text: &str) -> bool {
    let person = is_like_a_person(title) && !subject.starts_with("The ");
    let human = words::lower(text).iter().any(|word| matches!(word.as_str(), "he" | "she"));
    match pronoun {
        "he" | "she" | "his" | "her" => person,
        "they" | "their" => {
            subject.ends_with('s') && !subject.ends_with("us") && !subject.ends_with("ss")
        }
        _ => !(person && human),
    }
}

#[cfg(test)]
#[path = "said_tests.rs"]
mod tests;
