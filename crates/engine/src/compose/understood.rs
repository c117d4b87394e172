//! What was understood, as a person would say it.

use grice_english::{pronoun, question, title, words};

use crate::state::{ReadingKind, Topic};

/// The most words that a rewrite may bring in where it is shown.
const WORDS_BROUGHT: usize = 6;

/// How a question was understood: the rewrite where a person would say it so, or else "about X"; empty
/// where it was taken as it was said.
pub(crate) fn understood(
    said: &str,
    rewrite: &str,
    kind: ReadingKind,
    topic: Option<&Topic>,
) -> String {
    let same = words::lower(said) == words::lower(rewrite);
    if kind == ReadingKind::AsSaid {
        return String::new();
    }
    if !same && is_sayable(said, rewrite) {
        return rewrite.to_owned();
    }
    let Some(topic) = topic else { return String::new() };
    let name = title::bare(&topic.title);
    let named = words::content(name);
    let own = words::content(said);
    match named.is_empty() || named.iter().any(|word| own.contains(word)) {
        true => String::new(),
        false => format!("about {name}"),
    }
}

/// Whether a rewrite reads as a question: the words that were said in their order, with one phrase in
/// the place of a word that points back.
fn is_sayable(said: &str, rewrite: &str) -> bool {
    let (said, rewrite) = (words::lower(said), words::lower(rewrite));
    let begins = said.iter().zip(&rewrite).take_while(|(a, b)| a == b).count();
    let rest = said.len().min(rewrite.len()) - begins;
    let ends = said.iter().rev().zip(rewrite.iter().rev()).take(rest).take_while(|(a, b)| a == b);
    let ends = ends.count();
    let gone = &said[begins..said.len() - ends];
    let brought = &rewrite[begins..rewrite.len() - ends];
    let points = |word: &String| pronoun::is_pronoun(word) || question::leans(word);
    // "Who decided that?" asks about what was said, for which no name stands.
    let of_all = gone.iter().all(|word| pronoun::class(word) == Some(pronoun::Class::Pointing));
    let replaces = gone.iter().all(points) && !of_all;
    replaces && !brought.is_empty() && brought.len() <= WORDS_BROUGHT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(said: &str, rewrite: &str) -> String {
        let topic = Topic { document: "d".into(), title: "Ada Lovelace".into() };
        understood(said, rewrite, ReadingKind::StandAlone, Some(&topic))
    }

    #[test]
    fn only_what_a_person_would_say_is_shown() {
        let asked = "When was Ada Lovelace born?";
        assert_eq!(shown("When was she born?", asked), asked);
        assert_eq!(shown("how many", "how moons many"), "about Ada Lovelace");
        assert_eq!(shown("what is it", "what is it of Ada, England"), "about Ada Lovelace");
        assert_eq!(shown("who was Ada?", "who was Ada?"), "");
        assert_eq!(shown("who decided that?", "who decided mathematics?"), "about Ada Lovelace");
        let alone = understood("Who was Bach?", "Who was Bach?", ReadingKind::AsSaid, None);
        assert_eq!(alone, "");
    }
}
