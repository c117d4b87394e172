//! A question with another subject: its pronouns, or the name in it, put as another name.

use std::ops::Range;

use crate::said::possessive;
use crate::salient::singular;
use crate::words;

const IT: &[&str] = &["he", "him", "it", "she", "them", "they"];
const ITS: &[&str] = &["his", "its", "their"];

/// Verbs before a "there" that is somewhere to go to.
const GOING: &[&str] = &[
    "came",
    "come",
    "flew",
    "flown",
    "fly",
    "get",
    "go",
    "goes",
    "gone",
    "got",
    "land",
    "landed",
    "sent",
    "travel",
    "traveled",
    "travelled",
    "went",
];

const BEING: &[&str] = &["are", "is", "was", "were"];

/// A rewritten question in which "there" was put as a bare name: "went Io" is "went to Io".
pub(crate) fn with_preposition(question: &str, rewrite: String) -> String {
    let all = spaced(question);
    let Some(at) = all.iter().position(|word| word.lower == "there").filter(|at| *at > 0) else {
        return rewrite;
    };
    let (before, place) = (&all[at - 1], &all[at].bytes);
    let end = question[place.end..].trim();
    let inside = rewrite
        .strip_prefix(&question[..place.start])
        .and_then(|rest| rest.trim_end().strip_suffix(end).map(str::trim));
    let first = inside.and_then(|inside| words::lower(inside).into_iter().next());
    let placed = ["there", "in", "on", "at", "to", "from", "of", "by", "near"];
    match (inside, first) {
        (Some(name), Some(first)) if !placed.contains(&first.as_str()) => {
            let preposition = if GOING.contains(&before.lower.as_str()) { "to" } else { "in" };
            let gap = if end.starts_with(|c: char| c.is_alphanumeric()) { " " } else { "" };
            format!("{}{preposition} {name}{gap}{end}", &question[..place.start])
        }
        _ => rewrite,
    }
}

struct Word {
    lower: String,
    bytes: Range<usize>,
}

fn spaced(text: &str) -> Vec<Word> {
    let words = grice_text::words(text);
    words.map(|word| Word { lower: word.text.to_lowercase(), bytes: word.bytes }).collect()
}

/// The question with a name in the place of its pronouns; none where it has no pronoun.
pub(crate) fn instead_of_pronouns(question: &str, name: &str) -> Option<String> {
    let all = spaced(question);
    let word = |at: usize| all.get(at).map_or("", |word| word.lower.as_str());
    let mut written = String::new();
    let mut from = 0;
    for (at, own) in all.iter().enumerate() {
        let next = word(at + 1);
        let before = at.checked_sub(1).map_or("", word);
        let owns = !next.is_empty() && !words::is_empty(next);
        let new = match own.lower.as_str() {
            "her" if owns => possessive(name),
            "her" => name.to_owned(),
            it if IT.contains(&it) => name.to_owned(),
            its if ITS.contains(&its) => possessive(name),
            "there" if at > 0 && !BEING.contains(&before) && !BEING.contains(&next) => {
                format!("{} {name}", if GOING.contains(&before) { "to" } else { "in" })
            }
            _ => continue,
        };
        written.push_str(&question[from..own.bytes.start]);
        written.push_str(&new);
        from = own.bytes.end;
    }
    (from > 0).then(|| format!("{written}{}", &question[from..]))
}

/// The question with a name in the place of a title, its article and the ending of its plural; none
/// where it does not have the title.
pub(crate) fn instead_of_title(question: &str, title: &str, name: &str) -> Option<String> {
    let own = words::lower(title);
    let all = spaced(question);
    let last = own.len().checked_sub(1)?;
    let same = |said: &str, known: &str| {
        let said = said.trim_end_matches("'s").trim_end_matches("’s");
        said == known || singular(said).as_deref() == Some(known)
    };
    let at = (0..all.len()).find(|at| {
        own.iter().enumerate().all(|(n, known)| {
            let said = all.get(at + n).map_or("", |word| word.lower.as_str());
            if n == last { same(said, known) } else { said == known }
        })
    })?;
    let article = at.checked_sub(1).filter(|b| ["the", "a", "an"].contains(&&*all[*b].lower));
    let start = all[article.unwrap_or(at)].bytes.start;
    let final_word = &question[all[at + last].bytes.clone()];
    let name = match final_word.ends_with("'s") || final_word.ends_with("’s") {
        true => possessive(name),
        false => name.to_owned(),
    };
    let end = all[at + last].bytes.end;
    Some(format!("{}{name}{}", &question[..start], &question[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_are_put_as_a_name() {
        let put = |question: &str| instead_of_pronouns(question, "Io").unwrap_or_default();
        assert_eq!(put("does it have an atmosphere?"), "does Io have an atmosphere?");
        assert_eq!(put("and why is its surface like that?"), "and why is Io's surface like that?");
        assert_eq!(put("which missions went there?"), "which missions went to Io?");
        assert_eq!(put("how many people live there?"), "how many people live in Io?");
        assert_eq!(put("what did her father do?"), "what did Io's father do?");
        assert_eq!(put("are there any moons?"), "");
        assert_eq!(put("Who built the bridge?"), "");
    }

    #[test]
    fn there_is_in_or_to_a_place() {
        let put = |question: &str, rewrite: &str| with_preposition(question, rewrite.to_owned());
        let went = put("which missions went there?", "which missions went Io?");
        assert_eq!(went, "which missions went to Io?");
        let held = put("what was held there in May?", "what was held Marrow in May?");
        assert_eq!(held, "what was held in Marrow in May?");
        for same in ["which missions went to Io?", "what else?"] {
            assert_eq!(put("which missions went there?", same), same);
        }
        assert_eq!(put("are there moons?", "are there moons of Io?"), "are there moons of Io?");
    }

    #[test]
    fn a_title_is_put_as_another_name() {
        let put = |question: &str, title: &str, name: &str| {
            instead_of_title(question, title, name).unwrap_or_default()
        };
        assert_eq!(put("what do lions eat?", "Lion", "tigers"), "what do tigers eat?");
        assert_eq!(put("How far is the Moon?", "Moon", "Io"), "How far is Io?");
        assert_eq!(put("Who found Titan's seas?", "Titan", "Io"), "Who found Io's seas?");
        assert_eq!(put("Who built the Orlo Bridge?", "Orlo Bridge", "Marrow"), "Who built Marrow?");
        assert_eq!(put("Who built it?", "Orlo Bridge", "Marrow"), "");
    }
}
