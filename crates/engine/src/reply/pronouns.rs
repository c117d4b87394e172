//! What a sentence of a page speaks of: its topic by name, or by a pronoun.

use grice_english::name::names;
use grice_english::title::is_like_a_person;
use grice_english::{pronoun, words};

/// Words after which a sentence's subject may still come: "On 25 August it …".
const INTRODUCING: &[&str] = &[
    "after", "at", "before", "between", "by", "during", "from", "in", "on", "over", "since",
    "under", "until", "with", "within",
];

/// The most words of such an introduction.
const INTRODUCTION: usize = 9;

/// What the sentence before a place speaks of, as it is named there, where that is the topic.
pub(crate) fn subject_before(text: &str, at: usize, title: &str) -> Option<String> {
    let mut subject = None;
    for range in grice_text::sentences(text).take_while(|range| range.end <= at) {
        let sentence = words::one_line(&text[range]);
        if pronoun::opening(&sentence).is_none() {
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
