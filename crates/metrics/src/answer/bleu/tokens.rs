//! SacreBLEU's tokenizers. Each rule goes over what the rule before has left, from left to right,
//! and never looks twice at a character that it has matched.

use std::borrow::Cow;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::Tokenizer;
use crate::answer::characters::{is_space, split, strip_end};

/// Gives each token of a text to `take`.
pub(super) fn with_tokens(
    text: &str,
    tokenizer: Tokenizer,
    lowercase: bool,
    mut take: impl FnMut(&str),
) {
    let text = if lowercase { Cow::Owned(text.to_lowercase()) } else { Cow::Borrowed(text) };
    let text = strip_end(&text);
    match tokenizer {
        Tokenizer::V13a => split(&v13a(text)).for_each(take),
        Tokenizer::International => split(&international(text)).for_each(take),
        Tokenizer::None => split(text).for_each(take),
        Tokenizer::Char => {
            let mut bytes = [0; 4];
            for c in text.chars().filter(|&c| !is_space(c)) {
                take(c.encode_utf8(&mut bytes));
            }
        }
    }
}

/// `mteval-v13a.pl`, with a space at both ends as there.
fn v13a(text: &str) -> String {
    let mut line = Cow::Borrowed(text);
    for (from, to) in [("<skipped>", ""), ("-\n", ""), ("\n", " ")] {
        replace(&mut line, from, to);
    }
    if line.contains('&') {
        for (from, to) in [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")] {
            replace(&mut line, from, to);
        }
    }
    let spaced = part(part_symbols(&line), is_stop_after_other);
    part(part(spaced, is_stop_before_other), is_hyphen_after_digit)
}

fn replace(line: &mut Cow<'_, str>, from: &str, to: &str) {
    if line.contains(from) {
        *line = Cow::Owned(line.replace(from, to));
    }
}

/// `([\{-\~\[-\` -\&\(-\+\:-\@\/])` to ` \1 `: ASCII punctuation but `'`, `,`, `-` and `.`.
fn part_symbols(line: &str) -> String {
    let mut spaced = String::with_capacity(line.len() * 2 + 2);
    let mut from = 0;
    spaced.push(' ');
    for (at, byte) in line.bytes().enumerate() {
        if is_symbol(byte) {
            spaced.push_str(&line[from..at]);
            spaced.extend([' ', char::from(byte), ' ']);
            from = at + 1;
        }
    }
    spaced.push_str(&line[from..]);
    spaced.push(' ');
    spaced
}

fn is_symbol(byte: u8) -> bool {
    matches!(byte, b'!'..=b'&' | b'('..=b'+' | b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~')
}

fn is_stop(byte: u8) -> bool {
    matches!(byte, b'.' | b',')
}

/// Puts spaces around each byte that `matches`. The byte after it is passed over: a rule's match
/// is two characters, and the next match begins after it.
fn part(line: String, matches: impl Fn(&[u8], usize) -> bool) -> String {
    let bytes = line.as_bytes();
    let mut spaced = String::new();
    let (mut from, mut at) = (0, 0);
    while at < bytes.len() {
        if matches(bytes, at) {
            spaced.push_str(&line[from..at]);
            spaced.extend([' ', char::from(bytes[at]), ' ']);
            from = at + 1;
            at += 2;
        } else {
            at += 1;
        }
    }
    if from == 0 {
        return line;
    }
    spaced.push_str(&line[from..]);
    spaced
}

/// `([^0-9])([\.,])` to `\1 \2 `.
fn is_stop_after_other(bytes: &[u8], at: usize) -> bool {
    is_stop(bytes[at]) && at > 0 && !bytes[at - 1].is_ascii_digit()
}

/// `([\.,])([^0-9])` to ` \1 \2`.
fn is_stop_before_other(bytes: &[u8], at: usize) -> bool {
    is_stop(bytes[at]) && bytes.get(at + 1).is_some_and(|next| !next.is_ascii_digit())
}

/// `([0-9])(-)` to `\1 \2 `.
fn is_hyphen_after_digit(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'-' && at > 0 && bytes[at - 1].is_ascii_digit()
}

/// `mteval-v14.pl`: `(\P{N})(\p{P})` to `\1 \2 `, `(\p{P})(\P{N})` to ` \1 \2`, `(\p{S})` to
/// ` \1 `.
fn international(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() * 2);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        spaced.push(c);
        if !is_number(c)
            && let Some(mark) = chars.next_if(|&next| is_punctuation(next))
        {
            spaced.extend([' ', mark, ' ']);
        }
    }
    let text = std::mem::take(&mut spaced);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = if is_punctuation(c) { chars.next_if(|&next| !is_number(next)) } else { None };
        match next {
            Some(next) => spaced.extend([' ', c, ' ', next]),
            None => spaced.push(c),
        }
    }
    let mut parted = String::with_capacity(spaced.len() * 2);
    for c in spaced.chars() {
        if c.general_category_group() == GeneralCategoryGroup::Symbol {
            parted.extend([' ', c, ' ']);
        } else {
            parted.push(c);
        }
    }
    parted
}

fn is_number(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Number
}

fn is_punctuation(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Punctuation
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str, tokenizer: Tokenizer) -> Vec<String> {
        let mut found = Vec::new();
        with_tokens(text, tokenizer, false, |token| found.push(token.to_owned()));
        found
    }

    #[test]
    fn stops_and_hyphens_stay_within_numbers() {
        let found = tokens("It cost 1,000.50, 3-4 e.g. (well-known).", Tokenizer::V13a);
        let expected = [
            "It",
            "cost",
            "1,000.50",
            ",",
            "3",
            "-",
            "4",
            "e",
            ".",
            "g",
            ".",
            "(",
            "well-known",
            ")",
            ".",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn entities_are_undone_one_after_another() {
        assert_eq!(tokens("&amp;lt;b &quot;", Tokenizer::V13a), ["<", "b", "\""]);
    }

    #[test]
    fn a_hyphen_joins_lines_but_not_at_the_end() {
        assert_eq!(
            tokens("well-\nknown<skipped>er 7-\n", Tokenizer::V13a),
            ["wellknowner", "7", "-"]
        );
    }

    #[test]
    fn international_parts_marks_of_all_scripts_but_keeps_a_stop_after_a_last_number() {
        let found = tokens("«Où?» 3€、1,5 in 1999.", Tokenizer::International);
        assert_eq!(found, ["«", "Où", "?", "»", "3", "€", "、", "1,5", "in", "1999."]);
    }

    #[test]
    fn characters_and_white_space_are_tokens_on_request() {
        assert_eq!(tokens("a b.", Tokenizer::Char), ["a", "b", "."]);
        assert_eq!(tokens("a\u{1c}b. ", Tokenizer::None), ["a", "b."]);
    }

    #[test]
    fn white_space_of_python_is_stripped_before_lines_are_joined() {
        assert_eq!(tokens("x-\n\u{1c}", Tokenizer::V13a), ["x-"]);
    }
}
