//! The rewriter without weights: pronouns, possessives, what is left out, and definite
//! descriptions, all taken to speak of the topic; and words of the history weighted by where they
//! were said, as historical query expansion does (Lin et al., 2021).

use grice_english::title::possessive;

use super::Made;
use super::assemble::capital;
use super::judged::Span;
use super::talk::Talk;
use super::terms::terms;
use super::topic::topic;
use super::words::{Word, is_stop};

/// What a word of the question becomes.
enum Edit {
    /// Something in its place.
    Instead(usize, String),
    /// Something before the last mark.
    AtEnd(String),
}

/// The question where it changes, and words of the history.
pub(super) fn rewrite(talk: &Talk) -> Made {
    let Some(topic) = topic(talk) else {
        return Made { rewrite: None, terms: Vec::new(), alone: 1.0 };
    };
    let edits = edits(talk, topic);
    let weights = weights(talk, topic, !edits.is_empty());
    let rewrite = (!edits.is_empty()).then(|| written(talk, &edits));
    let alone = if rewrite.is_some() { 0.0 } else { 1.0 };
    Made { rewrite, terms: terms(talk, &weights), alone }
}

fn edits(talk: &Talk, topic: Span) -> Vec<Edit> {
    let name = talk.raw(topic);
    let asked = |lower: &str| talk.asked.iter().any(|word| word.lower == lower);
    let mut topics = talk.said[topic.0..=topic.1].iter().filter(|word| word.has_content());
    if topics.all(|word| asked(&word.lower)) || names_another(talk) || is_of_nothing(talk) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (n, word) in talk.asked.iter().enumerate() {
        let next = talk.asked.get(n + 1);
        let before_noun = next.is_some_and(Word::has_content);
        match word.lower.as_str() {
            "his" | "their" | "its" => edits.push(Edit::Instead(n, possessive(name))),
            "her" if before_noun => edits.push(Edit::Instead(n, possessive(name))),
            "he" | "she" | "they" | "it" | "him" | "her" | "them" => {
                edits.push(Edit::Instead(n, name.to_owned()));
            }
            "this" | "that" | "these" | "those" if n > 0 && next.is_none_or(|w| !w.is_word()) => {
                edits.push(Edit::Instead(n, name.to_owned()));
            }
            _ => {}
        }
    }
    if edits.is_empty() && (leaves_out(talk) || describes(talk)) {
        edits.push(Edit::AtEnd(format!("of {name}")));
    }
    edits
}

/// Whether the question names someone or something itself, which its pronouns may speak of.
fn names_another(talk: &Talk) -> bool {
    let name = |(n, word): (usize, &Word)| {
        let text = talk.question.get(word.start..word.end).unwrap_or_default();
        n > 0 && word.has_content() && text.starts_with(char::is_uppercase)
    };
    talk.asked.iter().enumerate().any(name)
}

/// Whether "it" stands for nothing: "What time is it?", "Is it true that …".
fn is_of_nothing(talk: &Talk) -> bool {
    let after = ["true", "possible", "rain", "raining", "snow", "snowing", "take", "necessary"];
    let before = ["time", "weather", "day", "date"];
    let lower = |n: usize| talk.asked.get(n).map_or("", |word| word.lower.as_str());
    (0..talk.asked.len())
        .filter(|n| lower(*n) == "it")
        .any(|n| after.contains(&lower(n + 1)) || n > 1 && before.contains(&lower(n - 2)))
}

/// Whether hardly more is asked than a question word: "Why?", "What about the second?".
fn leaves_out(talk: &Talk) -> bool {
    let words: Vec<&str> =
        talk.asked.iter().filter(|w| w.is_word()).map(|w| w.lower.as_str()).collect();
    let content = words.iter().filter(|word| !is_stop(word)).count();
    match words.as_slice() {
        ["what" | "how", "about", ..] => content <= 2,
        [_, ..] => content == 0 || words.len() <= 3 && content == 1 && is_asking(words[0]),
        [] => false,
    }
}

fn is_asking(word: &str) -> bool {
    matches!(word, "when" | "where" | "why" | "how" | "which" | "and" | "any")
}

/// Whether the question ends with "the album" or the like, and the history has such a thing.
fn describes(talk: &Talk) -> bool {
    let words: Vec<&Word> = talk.asked.iter().filter(|word| word.is_word()).collect();
    let content = words.iter().filter(|word| word.has_content()).count();
    match words.as_slice() {
        [.., article, noun] if article.lower == "the" && noun.has_content() && content <= 3 => {
            talk.said.iter().any(|word| word.lower == noun.lower)
        }
        _ => false,
    }
}

fn written(talk: &Talk, edits: &[Edit]) -> String {
    let end = talk.asked.iter().rfind(|word| word.is_word()).map_or(0, |word| word.end);
    let mut text = String::new();
    let mut at = 0;
    for edit in edits {
        let (start, stop, new) = match edit {
            Edit::Instead(n, new) => (talk.asked[*n].start, talk.asked[*n].end, new.clone()),
            Edit::AtEnd(new) => (end, end, format!(" {new}")),
        };
        text.push_str(talk.question.get(at..start).unwrap_or_default());
        text.push_str(&new);
        at = stop;
    }
    text.push_str(talk.question.get(at..).unwrap_or_default());
    match talk.question.starts_with(char::is_uppercase) {
        true => capital(&text),
        false => text,
    }
}

/// How likely each word of the history is needed: more where it was asked, where it was said
/// lately, where it is a name, and most where it is the topic.
fn weights(talk: &Talk, topic: Span, needed: bool) -> Vec<f32> {
    let topics: Vec<&str> =
        talk.said[topic.0..=topic.1].iter().map(|word| word.lower.as_str()).collect();
    let weight = |(n, word): (usize, &Word)| {
        let part = talk.parts[talk.part[n]];
        let name = talk.raw((n, n)).starts_with(char::is_uppercase);
        let place = if part.is_question { 0.5 } else { 0.35 };
        let weight = match topics.contains(&word.lower.as_str()) {
            true => 0.9,
            false => place * 0.8_f32.powi(part.age as i32) * if name { 1.0 } else { 0.6 },
        };
        weight * if needed { 1.0 } else { 0.3 }
    };
    talk.said.iter().enumerate().map(weight).collect()
}
