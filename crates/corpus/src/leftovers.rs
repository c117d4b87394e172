//! Markup that wiki pages show by mistake, or that an extractor forgot: tags, link and template
//! brackets, update notes, reference marks, brackets around nothing.

use std::ops::Range;

/// The tags that wikitext knows.
const TAGS: [&str; 33] = [
    "b",
    "big",
    "blockquote",
    "br",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "font",
    "gallery",
    "i",
    "includeonly",
    "li",
    "math",
    "noinclude",
    "nowiki",
    "object",
    "ol",
    "onlyinclude",
    "p",
    "poem",
    "pre",
    "ref",
    "references",
    "s",
    "small",
    "span",
    "sub",
    "sup",
    "table",
    "u",
    "ul",
];

/// Notes that templates leave behind.
const NOTES: [&str; 4] = ["[ [update]]", "[[update]]", "[update]", "[citation needed]"];

/// The longest tag, in bytes; a longer one is a "less than" sign.
const LONGEST_TAG: usize = 300;

/// Where leftovers stand in a text, in order.
pub(crate) fn leftovers(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let signs = ['<', '[', ']', '{', '}', '|', '('];
    while let Some(start) = text[at..].find(signs).map(|i| at + i) {
        let rest = &text[start..];
        let before = text[..start].chars().next_back();
        match length(rest, before) {
            Some(length) => {
                at = start + length;
                found.push(with_space(text, start..at));
            }
            None => at = start + 1,
        }
    }
    found
}

fn length(rest: &str, before: Option<char>) -> Option<usize> {
    if let Some(note) = NOTES.iter().find(|n| rest.starts_with(**n)) {
        return Some(note.len());
    }
    match rest.as_bytes() {
        [b'<', ..] => tag(rest),
        [b'(', ..] => empty_brackets(rest, before),
        [b'[', b'[', ..] | [b']', b']', ..] | [b'{', b'{', ..] | [b'}', b'}', ..] => Some(2),
        [b'{', b'|', ..] | [b'|', b'}', ..] => Some(2),
        [b'[', ..] => reference_mark(rest, before),
        _ => None,
    }
}

/// The length of the tag at the start of `text`, if it is one that wikitext knows.
fn tag(text: &str) -> Option<usize> {
    let name = text.strip_prefix('<')?.trim_start_matches('/');
    let length = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    let lower = name.get(..length)?.to_ascii_lowercase();
    TAGS.binary_search(&lower.as_str()).ok()?;
    match text.bytes().take(LONGEST_TAG).position(|b| b == b'>') {
        Some(end) => Some(end + 1),
        // Left open, it is a slip of the writer's.
        None => (lower == "ref").then(|| text.len() - name.len() + length),
    }
}

/// `[3]` directly behind a word or a full stop is a reference; behind a space it may be meant.
fn reference_mark(text: &str, before: Option<char>) -> Option<usize> {
    let digits = text.strip_prefix('[')?;
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let closes = digits.as_bytes().get(length) == Some(&b']');
    let follows = before.is_some_and(|c| c.is_alphanumeric() || ".,;:)\"'”".contains(c));
    ((1..=3).contains(&length) && closes && follows).then_some(length + 2)
}

/// Brackets that hold nothing but separators and "or": what removed templates leave.
fn empty_brackets(text: &str, before: Option<char>) -> Option<usize> {
    let close = text.bytes().take(40).position(|b| b == b')')?;
    let inside = text.get(1..close)?;
    // "main()" is meant.
    let apart = inside.contains([' ', ',', ';']) || before.is_some_and(char::is_whitespace);
    let empty = inside.split([' ', ',', ';', ':', '/']).all(|w| matches!(w, "" | "or" | "and"));
    (apart && empty).then_some(close + 1)
}

/// Takes the space before removed brackets along where another or a mark follows.
fn with_space(text: &str, range: Range<usize>) -> Range<usize> {
    let brackets = text[range.clone()].starts_with('(');
    let closes_up = text[range.end..].chars().next().is_none_or(|c| " ,.;:)".contains(c));
    let spaced = text[..range.start].ends_with(' ');
    range.start - usize::from(brackets && closes_up && spaced)..range.end
}

/// The ranges of `kept` without those of `removed`, both in order.
pub(crate) fn without(kept: Vec<Range<usize>>, removed: &[Range<usize>]) -> Vec<Range<usize>> {
    if removed.is_empty() {
        return kept;
    }
    let mut out = Vec::new();
    let mut next = 0;
    for mut range in kept {
        while removed.get(next).is_some_and(|r| r.end <= range.start) {
            next += 1;
        }
        let mut at = next;
        while let Some(cut) = removed.get(at).filter(|r| r.start < range.end) {
            if range.start < cut.start {
                out.push(range.start..cut.start);
            }
            range.start = range.end.min(cut.end).max(range.start);
            at += 1;
        }
        if !range.is_empty() {
            out.push(range);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> String {
        let whole = std::iter::once(0..text.len()).collect();
        without(whole, &leftovers(text)).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn leftovers_go_and_the_words_stay() {
        for (text, expected) in [
            ("As of 2010[ [update]], three", "As of 2010, three"),
            ("the Greek alphabets.[3] Then", "the Greek alphabets. Then"),
            ("Chemistry [1661], Boyle", "Chemistry [1661], Boyle"),
            ("Austin ( ) ( or ) is", "Austin is"),
            ("Albedo (), or", "Albedo, or"),
            ("call main() now", "call main() now"),
            ("by Turney</ref> and <BR/>on", "by Turney and on"),
            ("a group<ref. Next", "a group. Next"),
            ("the <applet> tag, 3 < 4 and 5 > 2", "the <applet> tag, 3 < 4 and 5 > 2"),
            ("[[Ned Kelly]] and {{cite x}}", "Ned Kelly and cite x"),
            ("|} {| x", "  x"),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn tags_are_sorted() {
        assert!(TAGS.is_sorted());
    }

    #[test]
    fn ranges_are_cut_out_of_ranges() {
        assert_eq!(
            without(vec![0..5, 7..20], &[3..8, 10..12, 15..16]),
            [0..3, 8..10, 12..15, 16..20]
        );
        assert!(without(std::iter::once(2..4).collect(), std::slice::from_ref(&(0..9))).is_empty());
    }
}
