//! Text that cannot command a terminal.

use std::borrow::Cow;
use std::fmt::Write;

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

/// A text without line breaks and control characters, each of which becomes a space.
///
/// ```
/// assert_eq!(grice_text::on_one_line("a\tb\nc"), "a b c");
/// ```
pub fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect()
}

/// JSON in which nothing commands a terminal, and nothing of the data is lost. Such characters stand
/// only within strings: those below U+0020 are escaped already, and the others have at most four
/// hexadecimal digits.
///
/// ```
/// assert_eq!(grice_text::escaped_json("[\"\u{9b}\"]"), r#"["\u009b"]"#);
/// ```
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    if !json.chars().any(commands_terminal) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match commands_terminal(c) {
            true => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            false => out.push(c),
        }
    }
    Cow::Owned(out)
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
