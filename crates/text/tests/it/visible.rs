//! Text on its way to a terminal.

use grice_text::{escaped_json, visible};
use proptest::prelude::*;

/// The characters that must never get there, written out again.
fn dangerous(c: char) -> bool {
    let n = u32::from(c);
    (n < 0x20 && n != 0x0a && n != 0x09)
        || (0x7f..=0x9f).contains(&n)
        || [0x61c, 0x200e, 0x200f].contains(&n)
        || (0x202a..=0x202e).contains(&n)
        || (0x2066..=0x2069).contains(&n)
}

proptest! {
    #[test]
    fn nothing_that_commands_a_terminal_is_left_and_all_else_is(
        text in "([\\x00-\\x7f]|[\\u{80}-\\u{a5}]|[\\u{600}-\\u{620}]|[\\u{2000}-\\u{2070}]|\\PC){0,60}"
    ) {
        let shown = visible(&text);
        prop_assert_eq!(shown.chars().count(), text.chars().count());
        for (was, is) in text.chars().zip(shown.chars()) {
            prop_assert!(!dangerous(is));
            prop_assert!(dangerous(was) != (was == is), "{:?} became {:?}", was, is);
        }
    }
}

#[test]
fn an_escape_sequence_is_shown_as_the_text_it_is() {
    let clipboard = "\u{1b}]52;c;ZXZpbA==\u{7}";
    assert_eq!(visible(clipboard), "␛]52;c;ZXZpbA==␇");
    assert_eq!(visible("\u{9b}31m\u{7f}\u{202e}gpj.exe"), "\u{fffd}31m␡\u{fffd}gpj.exe");
    assert_eq!(visible("two\nlines\tand a tab"), "two\nlines\tand a tab");
}

#[test]
fn json_is_escaped_and_nothing_is_lost() {
    let text = "\u{1b}]52;\u{7}\u{7f}\u{9b}\u{61c}\u{202e}\u{2069} é\n\t";
    let json = serde_json::to_string_pretty(&[text]).unwrap();
    let shown = escaped_json(&json);
    assert!(!shown.chars().any(dangerous), "{shown}");
    assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [text]);
}
