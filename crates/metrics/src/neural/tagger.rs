//! Words and their universal parts of speech.
//!
//! Tags are those of the Brill tagger (Brill, ANLP 1992) of the crate `harper-brill`, trained on
//! Universal Dependencies. It does not guess at words it has never seen; that is done here, by
//! their shape.

use std::ops::Range;

use harper_brill::{Tagger, UPOS, brill_tagger};

/// The tagger's name and version, for identities.
pub const TAGGER: &str = "harper-brill 0.53.0";

/// A universal part of speech (Nivre et al., LREC 2020).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// ADJ.
    Adjective,
    /// ADP.
    Adposition,
    /// ADV.
    Adverb,
    /// AUX.
    Auxiliary,
    /// CCONJ.
    CoordinatingConjunction,
    /// DET.
    Determiner,
    /// INTJ.
    Interjection,
    /// NOUN.
    Noun,
    /// NUM.
    Numeral,
    /// PART.
    Particle,
    /// PRON.
    Pronoun,
    /// PROPN.
    ProperNoun,
    /// PUNCT.
    Punctuation,
    /// SCONJ.
    SubordinatingConjunction,
    /// SYM.
    Symbol,
    /// VERB.
    Verb,
}

impl Tag {
    /// Whether it is one of a content word: ADJ, ADV, VERB, PROPN or NOUN.
    pub fn is_content(self) -> bool {
        matches!(self, Tag::Adjective | Tag::Adverb | Tag::Verb | Tag::ProperNoun | Tag::Noun)
    }

    fn of(tag: UPOS) -> Tag {
        match tag {
            UPOS::ADJ => Tag::Adjective,
            UPOS::ADP => Tag::Adposition,
            UPOS::ADV => Tag::Adverb,
            UPOS::AUX => Tag::Auxiliary,
            UPOS::CCONJ => Tag::CoordinatingConjunction,
            UPOS::DET => Tag::Determiner,
            UPOS::INTJ => Tag::Interjection,
            UPOS::NOUN => Tag::Noun,
            UPOS::NUM => Tag::Numeral,
            UPOS::PART => Tag::Particle,
            UPOS::PRON => Tag::Pronoun,
            UPOS::PROPN => Tag::ProperNoun,
            UPOS::PUNCT => Tag::Punctuation,
            UPOS::SCONJ => Tag::SubordinatingConjunction,
            UPOS::SYM => Tag::Symbol,
            UPOS::VERB => Tag::Verb,
        }
    }
}

/// The words of a text, in order, each with its place in bytes and its part of speech. Punctuation
/// marks are words; contractions are two: "don't" is "do" and "n't".
pub fn tag(text: &str) -> Vec<(Range<usize>, Tag)> {
    let places = words(text);
    let words: Vec<String> = places.iter().map(|place| plain(&text[place.clone()])).collect();
    let tags = brill_tagger().tag_sentence(&words);
    let known = |(tag, word): (Option<UPOS>, &String)| tag.map_or_else(|| guess(word), Tag::of);
    places.into_iter().zip(tags.into_iter().zip(&words).map(known)).collect()
}

/// Typewriter apostrophes, which the tagger knows better.
fn plain(word: &str) -> String {
    word.replace('\u{2019}', "'")
}

fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        if first.is_whitespace() {
            continue;
        }
        let mut end = start + first.len_utf8();
        if !first.is_alphanumeric() {
            words.push(start..end);
            continue;
        }
        let mut last = first;
        while let Some((at, next)) = rest.peek().copied() {
            let after = text[at + next.len_utf8()..].chars().next();
            if !(in_word(next) || joins(last, next, after)) {
                break;
            }
            (end, last) = (at + next.len_utf8(), next);
            rest.next();
        }
        contraction(text, start..end, &mut words);
    }
    words
}

/// Letters, digits, and what is written over and between letters without being one: combining
/// marks and the joiners of several scripts.
fn in_word(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '_' | '\u{200c}' | '\u{200d}' | '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}'
            | '\u{64b}'..='\u{65f}' | '\u{93c}'..='\u{94d}' | '\u{e31}'..='\u{e4e}')
}

/// Whether a mark stands inside a word: an apostrophe or full stop between letters, a point or
/// comma between digits.
fn joins(before: char, mark: char, after: Option<char>) -> bool {
    let Some(after) = after else { return false };
    match mark {
        '\'' | '\u{2019}' => before.is_alphanumeric() && after.is_alphabetic(),
        '.' => {
            before.is_alphabetic() && after.is_alphabetic()
                || before.is_numeric() && after.is_numeric()
        }
        ',' => before.is_numeric() && after.is_numeric(),
        _ => false,
    }
}

/// Cuts "n't", "'s", "'re", "'ve", "'ll", "'d" and "'m" off, as Universal Dependencies does.
fn contraction(text: &str, word: Range<usize>, words: &mut Vec<Range<usize>>) {
    let lower = plain(&text[word.clone()].to_lowercase());
    let ends = ["n't", "'s", "'re", "'ve", "'ll", "'d", "'m"];
    let end = ends.iter().find(|end| lower.len() > end.len() && lower.ends_with(*end));
    let characters = end.map_or(0, |end| end.chars().count());
    let cut = text[word.clone()].char_indices().rev().nth(characters.saturating_sub(1));
    match (end, cut) {
        (Some(_), Some((at, _))) if at > 0 => {
            words.push(word.start..word.start + at);
            words.push(word.start + at..word.end);
        }
        _ => words.push(word),
    }
}

/// The part of speech of a word that was never seen.
fn guess(word: &str) -> Tag {
    let ends =
        |endings: &[&str]| endings.iter().any(|e| word.len() > e.len() + 2 && word.ends_with(e));
    match word.chars().next() {
        Some(first) if first.is_numeric() => Tag::Numeral,
        Some(first) if !first.is_alphabetic() => match first.is_ascii_punctuation() {
            true => Tag::Punctuation,
            false => Tag::Symbol,
        },
        Some(first) if first.is_uppercase() => Tag::ProperNoun,
        _ if ends(&["ly"]) => Tag::Adverb,
        _ if ends(&["ing", "ed", "ize", "ise", "ify"]) => Tag::Verb,
        _ if ends(&["ous", "ful", "able", "ible", "ive", "al", "ic", "less", "ish"]) => {
            Tag::Adjective
        }
        _ => Tag::Noun,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(text: &str) -> Vec<(&str, Tag)> {
        tag(text).into_iter().map(|(place, tag)| (&text[place], tag)).collect()
    }

    #[test]
    fn words_have_their_parts_of_speech() {
        let found = tagged("The old bridge in Prague quickly crosses a river.");
        let expected = [
            ("The", Tag::Determiner),
            ("old", Tag::Adjective),
            ("bridge", Tag::Noun),
            ("in", Tag::Adposition),
            ("Prague", Tag::ProperNoun),
            ("quickly", Tag::Adverb),
            ("crosses", Tag::Verb),
            ("a", Tag::Determiner),
            ("river", Tag::Noun),
            (".", Tag::Punctuation),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn words_are_cut_at_marks_and_contractions() {
        let cut = |text| tagged(text).into_iter().map(|(word, _)| word).collect::<Vec<_>>();
        assert_eq!(cut("They don't, we’ll"), ["They", "do", "n't", ",", "we", "’ll"]);
        assert_eq!(cut("well-known U.S. cars"), ["well", "-", "known", "U.S", ".", "cars"]);
        assert_eq!(cut("1,234.5 (1990–2000)"), ["1,234.5", "(", "1990", "–", "2000", ")"]);
        assert_eq!(cut("cafe\u{301}s 'tis n't 's"), ["cafe\u{301}s", "'", "tis", "n't", "'", "s"]);
        assert_eq!(cut("水の城, жил"), ["水の城", ",", "жил"]);
        assert!(cut(" \t\n").is_empty());
    }

    #[test]
    fn unseen_words_are_guessed_by_their_shape() {
        let shapes = [
            ("Zyrgon", Tag::ProperNoun),
            ("zyrgonly", Tag::Adverb),
            ("zyrgoning", Tag::Verb),
            ("zyrgonous", Tag::Adjective),
            ("zyrgon", Tag::Noun),
            ("98765432", Tag::Numeral),
            ("\u{2603}", Tag::Symbol),
        ];
        for (word, expected) in shapes {
            assert_eq!(tagged(word), [(word, expected)]);
        }
    }
}
