//! Styles of our own, told apart from anything a document can hold.
//!
//! A style is put into text as a mark with a key that is drawn anew in each process. Only the
//! [`Screen`](super::Screen) knows what to make of marks; escape sequences that come with the text
//! are text to it.

use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use anstyle::{AnsiColor, Color, Style as Ansi};

/// How text looks on a terminal. `{TITLE}` begins a style, `{TITLE:#}` ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Title,
    Dim,
    Found,
    Error,
    Warning,
}

/// Titles.
pub const TITLE: Style = Style::Title;
/// What is there if needed: scores, ids.
pub const DIM: Style = Style::Dim;
/// Words of the query.
pub const FOUND: Style = Style::Found;

/// What every mark begins with: a character that stands for nothing, and a number nobody can guess.
static KEY: LazyLock<String> =
    LazyLock::new(|| format!("\u{fdd0}{:016x}", RandomState::new().build_hasher().finish()));

impl Style {
    const ALL: [(char, Style); 5] = [
        ('t', Style::Title),
        ('d', Style::Dim),
        ('f', Style::Found),
        ('e', Style::Error),
        ('w', Style::Warning),
    ];

    fn ansi(self) -> Ansi {
        let coloured = |colour| Ansi::new().bold().fg_color(Some(Color::Ansi(colour)));
        match self {
            Style::Plain => Ansi::new(),
            Style::Title => Ansi::new().bold(),
            Style::Dim => Ansi::new().dimmed(),
            Style::Found | Style::Warning => coloured(AnsiColor::Yellow),
            Style::Error => coloured(AnsiColor::Red),
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((letter, _)) = Style::ALL.iter().find(|(_, style)| style == self) else {
            return Ok(());
        };
        f.write_str(&KEY)?;
        write!(f, "{}", if f.alternate() { letter.to_ascii_uppercase() } else { *letter })
    }
}

/// A text with its marks made into escape sequences, and everything else passed through `data`.
pub fn render(text: &str, data: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut parts = text.split(KEY.as_str());
    data(parts.next().unwrap_or_default(), &mut out);
    for part in parts {
        let mut rest = part.chars();
        let letter = rest.next().unwrap_or_default();
        let marked = Style::ALL.iter().find(|(of, _)| *of == letter.to_ascii_lowercase());
        if let Some((begin, style)) = marked {
            let style = style.ansi();
            match letter == *begin {
                true => out.push_str(&style.render().to_string()),
                false => out.push_str(&style.render_reset().to_string()),
            }
        }
        data(rest.as_str(), &mut out);
    }
    out
}

/// A text without its marks, for counting what is seen of it.
pub fn unmarked(text: &str) -> Cow<'_, str> {
    let mut parts = text.split(KEY.as_str());
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let after = |part: &'_ str| part.chars().skip(1).collect::<String>();
    Cow::Owned(parts.fold(first.to_owned(), |out, part| out + &after(part)))
}

/// A text as it looks without styles.
#[cfg(test)]
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(&render(text, |data, out| out.push_str(data))).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_escape_sequences_and_text_stays() {
        let text = format!("{TITLE}Io{TITLE:#} {}and{}", Style::Plain, Style::Plain);
        assert_eq!(render(&text, |data, out| out.push_str(data)), "\u{1b}[1mIo\u{1b}[0m and");
        assert_eq!(plain(&text), "Io and");
        assert_eq!(unmarked(&text), "Io and");
    }
}
