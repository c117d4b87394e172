//! The characters of a JSON string, with where each stands between its quotes.

/// A piece of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'s> {
    /// Text as it stands.
    Plain(&'s str),
    /// What an escape stands for; U+FFFD for half a surrogate pair, and for what is no escape.
    Escape(char),
}

/// The pieces of what stands between a string's quotes, each with its place there.
pub(crate) fn parts(raw: &str) -> impl Iterator<Item = (usize, Part<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = raw.get(at..).filter(|rest| !rest.is_empty())?;
        let plain = rest.find('\\').unwrap_or(rest.len());
        let (part, length) = match &rest[..plain] {
            "" => escape(rest),
            plain => (Part::Plain(plain), plain.len()),
        };
        let start = at;
        at += length;
        Some((start, part))
    })
}

/// The string that is meant.
pub(crate) fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    for (_, part) in parts(raw) {
        match part {
            Part::Plain(plain) => text.push_str(plain),
            Part::Escape(c) => text.push(c),
        }
    }
    text
}

/// The escape at the start of `text`, and its length.
fn escape(text: &str) -> (Part<'_>, usize) {
    let mut chars = text.chars();
    let simple = match chars.nth(1) {
        Some('u') => return unicode(text),
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some(c @ ('"' | '\\' | '/')) => c,
        _ => char::REPLACEMENT_CHARACTER,
    };
    (Part::Escape(simple), text.len() - chars.as_str().len())
}

fn unicode(text: &str) -> (Part<'_>, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let Some(first) = unit(0) else {
        return (Part::Escape(char::REPLACEMENT_CHARACTER), 2);
    };
    if let Some(c) = char::from_u32(u32::from(first)) {
        return (Part::Escape(c), 6);
    }
    let pair = unit(6).and_then(|second| char::decode_utf16([first, second]).next()?.ok());
    match pair {
        Some(c) => (Part::Escape(c), 12),
        None => (Part::Escape(char::REPLACEMENT_CHARACTER), 6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn half_a_pair_is_one_replacement_character() {
        assert_eq!(
            unescape(r"a\ud800b\udc00c\ud83c\udf0bd\ud83c\n"),
            "a\u{fffd}b\u{fffd}c🌋d\u{fffd}\n"
        );
        assert_eq!(unescape(r"\ud800\ud83c\udf0b"), "\u{fffd}🌋");
    }

    proptest! {
        #[test]
        fn strings_come_back_as_serde_writes_them(text in any::<String>()) {
            let written = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(unescape(&written[1..written.len() - 1]), text);
        }

        #[test]
        fn no_input_is_lost_or_read_twice(raw in "[\\\\uU0-9a-fdD\"é]{0,40}") {
            let mut end = 0;
            for (at, part) in parts(&raw) {
                prop_assert!(at >= end && raw.is_char_boundary(at));
                end = at + if let Part::Plain(p) = part { p.len() } else { 2 };
            }
            prop_assert!(end <= raw.len() + 1);
        }
    }
}
