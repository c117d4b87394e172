//! A question that is only a fragment, and goes on from the one before: "and of an array?", "how about
//! season 4?".

use std::ops::Range;

use crate::name::names;
use crate::plural::{is_plural, singular};
use crate::pronoun::is_pronoun;
use crate::question::wh::is_question_word;
use crate::verb::AUXILIARIES;
use crate::words::{is_in, is_stop};

/// The most words of a fragment.
const LONGEST: usize = 6;

/// Prepositions; those of a line stand in each other's place.
const PREPOSITIONS: [&str; 9] = [
    "at during in inside on within",
    "by through using via with without",
    "after before since until",
    "from",
    "for",
    "of",
    "to into",
    "between",
    "under over",
];

/// Articles and their like; those of a line stand in each other's place.
const DETERMINERS: [&str; 2] =
    ["a an another any some", "the this that my our your his her its their"];

struct Word {
    lower: String,
    bytes: Range<usize>,
}

/// The last question with a fragment in the place of what it corresponds to; none where it
/// corresponds to nothing.
///
/// ```
/// use grice_english::question::continued;
///
/// let last = "How do I get the length of a string?";
/// let asked = continued(last, "of an array").unwrap();
/// assert_eq!(asked, "How do I get the length of an array?");
/// ```
pub fn continued(last: &str, fragment: &str) -> Option<String> {
    let fragment = fragment.trim().trim_end_matches(['?', '!', '.', ' ']);
    let (asked, own) = (words(last), words(fragment));
    let opens = own.first().is_some_and(|word| AUXILIARIES.contains(&word.lower.as_str()));
    let is_clause = |word: &Word| is_question_word(&word.lower) || is_pronoun(&word.lower);
    let unfit = opens || own.iter().any(is_clause) || own.len() > LONGEST;
    if own.is_empty() || unfit || asked.len() < 3 {
        return None;
    }
    let place = place(last, &asked, fragment, &own);
    let end = asked.last().map_or(0, |word| word.bytes.end);
    match place {
        Some(place) if place.start > 0 => {
            Some(format!("{}{fragment}{}", &last[..place.start], &last[place.end..]))
        }
        None if is_adjunct(&own) => Some(format!("{} {fragment}{}", &last[..end], &last[end..])),
        _ => None,
    }
}

/// Where a question has what a fragment is to replace.
fn place(last: &str, asked: &[Word], fragment: &str, own: &[Word]) -> Option<Range<usize>> {
    let first = own.first()?.lower.as_str();
    if let Some(class) = class_of(&PREPOSITIONS, first) {
        let at = asked.iter().rposition(|word| is_in(class, &word.lower))?;
        return (at + 1 < asked.len()).then(|| span(asked, at, phrase_end(asked, at + 1)));
    }
    if own.len() == 1 && is_adverb(first) {
        let at = asked.iter().rposition(|word| is_adverb(&word.lower))?;
        return Some(asked[at].bytes.clone());
    }
    shared(asked, own).or_else(|| determined(asked, own)).or_else(|| named(last, fragment))
}

/// The phrase that shares a word with the fragment, at the same place in both: "season 5" and
/// "season 4".
fn shared(asked: &[Word], own: &[Word]) -> Option<Range<usize>> {
    let stem = |word: &Word| singular(&word.lower).unwrap_or_else(|| word.lower.clone());
    for (number, word) in own.iter().enumerate().filter(|(_, word)| !is_stop(&word.lower)) {
        let Some(at) = asked.iter().rposition(|other| stem(other) == stem(word)) else { continue };
        let from = at.checked_sub(number)?;
        let to = from + own.len() - 1;
        let other = (from..=to).any(|n| n != at && asked.get(n).is_some_and(is_helping));
        return (own.len() > 1 && to < asked.len() && !other).then(|| span(asked, from, to));
    }
    None
}

/// The last phrase with an article of the same kind and number: "a branch" and "a tag".
fn determined(asked: &[Word], own: &[Word]) -> Option<Range<usize>> {
    let class = class_of(&DETERMINERS, &own.first()?.lower)?;
    let at = asked.iter().rposition(|word| is_in(class, &word.lower))?;
    if own.len() < 2 || at + 1 >= asked.len() {
        return None;
    }
    let end = phrase_end(asked, at + 1).min(at + own.len() - 1);
    let number = |words: &[Word]| words.last().is_some_and(|word| is_plural(&word.lower));
    (number(own) == number(&asked[..=end])).then(|| span(asked, at, end))
}

/// The last name of the question, for a fragment that is one.
fn named(last: &str, fragment: &str) -> Option<Range<usize>> {
    let own = names(fragment);
    let whole = own.first().is_some_and(|name| *name == (0..fragment.len()));
    names(last).pop().filter(|_| whole)
}

/// The last word of the phrase that begins with a word.
fn phrase_end(asked: &[Word], from: usize) -> usize {
    let ends = |word: &Word| class_of(&PREPOSITIONS, &word.lower).is_some() || is_helping(word);
    let after = asked.iter().skip(from + 1).position(ends);
    after.map_or(asked.len() - 1, |after| from + after)
}

fn is_helping(word: &Word) -> bool {
    AUXILIARIES.contains(&word.lower.as_str()) || is_in("and or", &word.lower)
}

/// Whether a fragment can be added to a question: "from Ruby code", "synchronously".
fn is_adjunct(own: &[Word]) -> bool {
    let first = &own[0].lower;
    let prepositional = class_of(&PREPOSITIONS, first).is_some() && !is_in("of to", first);
    prepositional && own.len() > 1 || own.len() == 1 && is_adverb(first)
}

fn is_adverb(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ly") && !is_in("family supply reply assembly anomaly", word)
}

fn class_of<'a>(classes: &[&'a str], word: &str) -> Option<&'a str> {
    classes.iter().find(|class| is_in(class, word)).copied()
}

fn span(asked: &[Word], from: usize, to: usize) -> Range<usize> {
    asked[from].bytes.start..asked[to].bytes.end
}

fn words(text: &str) -> Vec<Word> {
    let word = |word: grice_text::Word<'_>| Word {
        lower: word.text.to_lowercase(),
        bytes: word.bytes.clone(),
    };
    grice_text::words(text).map(word).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_fragment_takes_the_place_of_what_it_corresponds_to() {
        for (last, fragment, whole) in [
            ("Which trains run on Sundays?", "on holidays", "Which trains run on holidays?"),
            (
                "Which trains run on Sundays in June?",
                "in May",
                "Which trains run on Sundays in May?",
            ),
            ("How do I send mail quietly?", "loudly", "How do I send mail loudly?"),
            ("When did season 5 come out?", "season 4", "When did season 4 come out?"),
            ("Who plays the first bell?", "the second bell", "Who plays the second bell?"),
            ("How do I make a mould?", "a cast", "How do I make a cast?"),
            ("Who founded Tasp in 1294?", "Marrow", "Who founded Marrow in 1294?"),
            ("How do I open a file?", "without a name", "How do I open a file without a name?"),
            ("How do I open the gate?", "remotely", "How do I open the gate remotely?"),
        ] {
            assert_eq!(continued(last, fragment).as_deref(), Some(whole));
        }
    }

    #[test]
    fn what_corresponds_to_nothing_is_left() {
        for (last, fragment) in [
            ("How do I install it?", "the license"),
            ("Who is the author?", "the pencillers"),
            ("How many doors?", "top speed"),
            ("How do I open the gate?", "how is it closed"),
            ("When?", "in June"),
            ("Who built it?", "him"),
            ("Who built it?", ""),
            ("Tasp was founded when?", "Marrow"),
        ] {
            assert_eq!(continued(last, fragment), None, "{last} {fragment}");
        }
    }

    proptest! {
        #[test]
        fn any_two_texts_can_be_asked_about(last in "\\PC{0,60}", fragment in "\\PC{0,30}") {
            let _ = continued(&last, &fragment);
        }

        #[test]
        fn what_is_continued_holds_the_fragment(
            last in "(how|who|when) (a |the |of |in |this |her |[a-z]{2,5}ly |[A-Z][a-z]{1,5} ){1,4}(a|the|of|that|his)?\\?",
            fragment in "(in|of|a|the|to) [a-z]{3,9}",
        ) {
            if let Some(whole) = continued(&last, &fragment) {
                prop_assert!(whole.contains(&fragment));
            }
        }
    }
}
