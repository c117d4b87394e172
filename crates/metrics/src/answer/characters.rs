//! Classes of characters as Python has them: the public scorers are Python programs.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// `str.isspace`. Unlike [`char::is_whitespace`], it takes in the four separators from U+001C.
#[inline]
pub(crate) fn is_space(c: char) -> bool {
    if c.is_ascii() { matches!(c, '\t'..='\r' | '\u{1c}'..=' ') } else { c.is_whitespace() }
}

/// `\w` of `re`, which is a letter, a number or `_`. Unlike [`char::is_alphanumeric`], it leaves
/// out combining marks, and with them the vowel signs of Indic scripts.
#[inline]
pub(crate) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '_'
    } else {
        let group = c.general_category_group();
        matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
    }
}

/// `str.split()`.
pub(crate) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// `str.rstrip()`.
pub(crate) fn strip_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}
