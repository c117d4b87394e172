//! Pronouns: what they can stand for, and a name in their place.

use std::ops::Range;

use crate::name::names;
use crate::title::possessive;
use crate::verb::{is_being, is_going};
use crate::words::{self, is_in, is_stop};

/// What a pronoun is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Of the speaker: "I", "our".
    First,
    /// Of who is spoken to: "you", "yours".
    Second,
    /// Of a person: "she", "him", "his".
    Person,
    /// Of a thing: "it", "its".
    Thing,
    /// Of several people or things: "they", "their".
    Several,
    /// That points: "this", "those".
    Pointing,
}

const CLASSES: &[(Class, &str)] = &[
    (Class::First, "i me my mine myself we us our ours ourselves"),
    (Class::Second, "you your yours yourself yourselves"),
    (Class::Person, "he him his himself she her hers herself"),
    (Class::Thing, "it its itself"),
    (Class::Several, "they them their theirs themselves"),
    (Class::Pointing, "this that these those"),
];

const POSSESSIVE: &str = "his her its their my our your hers theirs mine ours yours";

/// What a word, in small letters, is among the pronouns.
pub fn class(word: &str) -> Option<Class> {
    CLASSES.iter().find(|(_, words)| is_in(words, word)).map(|(class, _)| *class)
}

/// Whether a word, in small letters, is a pronoun.
pub fn is_pronoun(word: &str) -> bool {
    class(word).is_some()
}

/// Whether it is one of a person or thing, and does not only point.
pub fn is_personal(word: &str) -> bool {
    class(word).is_some_and(|class| class != Class::Pointing)
}

/// Whether it speaks of a person who was spoken of before: "she", "his".
pub fn of_people(word: &str) -> bool {
    class(word) == Some(Class::Person)
}

/// Whether it speaks of a thing: "it", "its".
pub fn of_things(word: &str) -> bool {
    class(word) == Some(Class::Thing)
}

/// Whether it speaks of several: "they", "those", "us".
pub fn is_plural(word: &str) -> bool {
    class(word) == Some(Class::Several)
        || is_in("these those we us our ours ourselves yourselves", word)
}

/// Whether it says whose something is.
pub fn is_possessive(word: &str) -> bool {
    is_in(POSSESSIVE, word)
}

/// Whether it speaks of someone or something spoken of before: "he", "its", "them".
pub fn is_third(word: &str) -> bool {
    matches!(class(word), Some(Class::Person | Class::Thing | Class::Several))
}

/// Words after which a sentence's subject may still come: "On 25 August it …".
pub(crate) const INTRODUCING: &str =
    "after at before between by during from in on over since under until with within";

/// Words with which a clause begins: "As it absorbs little light, …".
const CLAUSE: &str = "although as because if once since though when while";

/// The most words of such an introduction.
const LONGEST_INTRODUCTION: usize = 9;

/// Where a pronoun of something before stands that a sentence begins with, perhaps after a short
/// introduction: "In 1846 it …".
pub fn opening(sentence: &str) -> Option<Range<usize>> {
    let found: Vec<(String, Range<usize>)> = spaced(sentence).take(LONGEST_INTRODUCTION).collect();
    let (first, place) = found.first()?;
    let points_back = |word: &str| is_third(word) && !word.ends_with("self");
    if points_back(first) {
        return Some(place.clone());
    }
    let second = found.get(1).filter(|_| is_in(CLAUSE, first));
    if let Some((_, place)) = second.filter(|(word, _)| points_back(word)) {
        return Some(place.clone());
    }
    if !is_in(INTRODUCING, first) {
        return None;
    }
    let after_comma =
        [", it ", ", he ", ", she ", ", they "].iter().find_map(|p| Some((sentence.find(p)?, p)));
    if let Some((at, found)) = after_comma {
        return Some(at + 2..at + found.len() - 1);
    }
    let (_, place) = found.iter().find(|(word, _)| points_back(word))?;
    // A name before the pronoun is what it may speak of.
    names(&sentence[..place.start]).is_empty().then(|| place.clone())
}

fn spaced(text: &str) -> impl Iterator<Item = (String, Range<usize>)> {
    grice_text::words(text).map(|word| (word.text.to_lowercase(), word.bytes))
}

/// The question with a name in the place of its pronouns; none where it has no pronoun.
///
/// ```
/// use grice_english::pronoun::replace;
///
/// assert_eq!(replace("When did it open?", "the mill").as_deref(), Some("When did the mill open?"));
/// ```
pub fn replace(question: &str, name: &str) -> Option<String> {
    let all: Vec<(String, Range<usize>)> = spaced(question).collect();
    let word = |at: usize| all.get(at).map_or("", |(word, _)| word.as_str());
    let mut written = String::new();
    let mut from = 0;
    for (at, (own, place)) in all.iter().enumerate() {
        let next = word(at + 1);
        let before = at.checked_sub(1).map_or("", word);
        let owns = !next.is_empty() && !is_stop(next);
        let new = match own.as_str() {
            "her" if owns => possessive(name),
            "her" | "he" | "him" | "it" | "she" | "them" | "they" => name.to_owned(),
            "his" | "its" | "their" => possessive(name),
            "there" if at > 0 && !is_being(before) && !is_being(next) => {
                format!("{} {name}", if is_going(before) { "to" } else { "in" })
            }
            _ => continue,
        };
        written.push_str(&question[from..place.start]);
        written.push_str(&new);
        from = place.end;
    }
    (from > 0).then(|| format!("{written}{}", &question[from..]))
}

/// A rewritten question in which "there" was put as a bare name: "went Rome" is "went to Rome".
pub fn with_preposition(question: &str, rewrite: String) -> String {
    let all: Vec<(String, Range<usize>)> = spaced(question).collect();
    let Some(at) = all.iter().position(|(word, _)| word == "there").filter(|at| *at > 0) else {
        return rewrite;
    };
    let (before, place) = (&all[at - 1].0, &all[at].1);
    let end = question[place.end..].trim();
    let inside = rewrite
        .strip_prefix(&question[..place.start])
        .and_then(|rest| rest.trim_end().strip_suffix(end).map(str::trim));
    let first = inside.and_then(|inside| words::lower(inside).into_iter().next());
    match (inside, first) {
        (Some(name), Some(first)) if !is_in("there in on at to from of by near", &first) => {
            let preposition = if is_going(before) { "to" } else { "in" };
            let gap = if end.starts_with(char::is_alphanumeric) { " " } else { "" };
            format!("{}{preposition} {name}{gap}{end}", &question[..place.start])
        }
        _ => rewrite,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_are_told_apart() {
        assert!(is_pronoun("this") && !is_personal("this") && is_personal("our"));
        assert!(of_people("she") && !of_people("it") && of_things("its") && !of_things("they"));
        assert!(is_plural("they") && is_plural("those") && !is_plural("this"));
        assert!(!is_pronoun("bridge") && !is_pronoun("") && is_possessive("their"));
    }

    #[test]
    fn a_sentence_may_begin_with_a_pronoun() {
        let found = |text: &str| opening(text).map(|place| text[place].to_owned());
        assert_eq!(found("It opened.").as_deref(), Some("It"));
        assert_eq!(found("As it burned, they ran.").as_deref(), Some("it"));
        assert_eq!(found("On 25 August 1920, she left.").as_deref(), Some("she"));
        assert_eq!(found("In 1846 its owner left.").as_deref(), Some("its"));
        assert_eq!(found("With Anna it went well."), None);
        assert_eq!(found("The mill opened."), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn pronouns_are_put_as_a_name() {
        let put = |question: &str| replace(question, "Rome").unwrap_or_default();
        assert_eq!(put("does it have a harbour?"), "does Rome have a harbour?");
        assert_eq!(put("and why is its river like that?"), "and why is Rome's river like that?");
        assert_eq!(put("which roads went there?"), "which roads went to Rome?");
        assert_eq!(put("how many people live there?"), "how many people live in Rome?");
        assert_eq!(put("what did her father do?"), "what did Rome's father do?");
        assert_eq!(put("are there any hills?"), "");
        assert_eq!(put("Who built the bridge?"), "");
    }

    #[test]
    fn there_is_in_or_to_a_place() {
        let put = |question: &str, rewrite: &str| with_preposition(question, rewrite.to_owned());
        assert_eq!(
            put("which roads went there?", "which roads went Rome?"),
            "which roads went to Rome?"
        );
        let held = put("what was held there in May?", "what was held Marrow in May?");
        assert_eq!(held, "what was held in Marrow in May?");
        for same in ["which roads went to Rome?", "what else?"] {
            assert_eq!(put("which roads went there?", same), same);
        }
    }
}
