//! What a sentence of a page speaks of: its topic by name, or by a pronoun.

use std::ops::Range;

use crate::names::names;
use crate::said::on_one_line;
use crate::words;

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

/// Where a pronoun stands that the sentence begins with, perhaps after a short introduction.
pub(crate) fn pronoun(text: &str) -> Option<Range<usize>> {
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
pub(crate) fn subject_before(text: &str, at: usize, title: &str) -> Option<String> {
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
pub(crate) fn topic_at_start(sentence: &str, title: &str) -> Option<String> {
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
pub(crate) fn agrees(pronoun: &str, subject: &str, title: &str, text: &str) -> bool {
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
