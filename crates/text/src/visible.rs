//! Text that cannot command a terminal.

use std::borrow::Cow;

/// Whether a terminal may take a character as a command instead of showing it: C0 controls except
/// line feed and tab, DEL, C1 controls, and the controls of Unicode's bidirectional algorithm
/// (UAX #9), which make text read as something it is not.
pub fn commands_terminal(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        c => c.is_control(),
    }
}

/// A text with every such character shown instead: the symbol of a C0 control or DEL (␛), U+FFFD
/// for the others. Every character becomes one character, so offsets in characters stay as they are.
///
/// ```
/// assert_eq!(grice_text::visible("a\u{1b}[31mred\n"), "a␛[31mred\n");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.chars().any(commands_terminal) {
        true => Cow::Owned(text.chars().map(shown).collect()),
        false => Cow::Borrowed(text),
    }
}

fn shown(c: char) -> char {
    match c {
        c if !commands_terminal(c) => c,
        '\u{7f}' => '␡',
        // U+2400 and what follows are the symbols of the C0 controls, in their order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        _ => '\u{fffd}',
    }
}
