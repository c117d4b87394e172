//! The words around a mark that may end a sentence.

use super::lists::is_opener;

/// No abbreviation is longer, so a longer word is not looked at.
const LONGEST_WORD: usize = 24;

/// How far back an opening bracket is looked for.
const LONGEST_BRACKET: usize = 400;

/// What stands before a mark.
#[derive(Debug)]
pub(super) struct Before<'t> {
    /// The letters, digits and inner full stops right before the mark; empty
    /// when there are none or too many.
    pub(super) word: &'t str,
    /// The sentence up to the word.
    sentence: &'t str,
    /// Whether white space stands right before the mark.
    pub(super) is_spaced: bool,
}

/// Reads what stands before the mark at `at` in the sentence from `start`.
pub(super) fn before_stop(text: &str, start: usize, at: usize) -> Before<'_> {
    let sentence = &text[start..at];
    let mut word_start = at;
    for (byte, char) in sentence.char_indices().rev() {
        if !char.is_alphanumeric() && char != '.' {
            break;
        }
        word_start = start + byte;
        if at - word_start > LONGEST_WORD {
            word_start = at;
            break;
        }
    }
    Before {
        word: text[word_start..at].trim_start_matches('.'),
        sentence: &text[start..word_start],
        is_spaced: sentence.ends_with(char::is_whitespace),
    }
}

impl<'t> Before<'t> {
    /// The only letter of the word.
    pub(super) fn single_letter(&self) -> Option<char> {
        let mut chars = self.word.chars();
        let letter = chars.next().filter(|char| char.is_alphabetic())?;
        chars.next().is_none().then_some(letter)
    }

    /// Whether the word is the number or letter of a list item: "1." or "iv." at
    /// the start of a sentence, "(2." there, or "1." after a colon.
    pub(super) fn is_list_marker(&self) -> bool {
        let number = is_item_number(self.word);
        let lead = self.sentence.trim_end();
        match lead {
            "" | "(" | "[" | "*" | "-" | "•" | "–" | "§" | "#" => {
                number || self.single_letter().is_some() || is_roman(self.word)
            }
            _ => number && lead.ends_with(':') && lead.len() < self.sentence.len(),
        }
    }

    /// Letters with full stops between them: "U.S", "e.g", "J.R.R", "Ph.D".
    pub(super) fn is_dotted_abbreviation(&self) -> bool {
        self.word.contains('.')
            && self.word.split('.').all(|part| {
                (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic)
            })
    }

    /// A short word such as "Bldg" or "Pvt", which only an abbreviation can be.
    pub(super) fn has_no_vowel(&self) -> bool {
        let bytes = self.word.as_bytes();
        (2..=5).contains(&bytes.len())
            && bytes[0].is_ascii_uppercase()
            && bytes[1..].iter().all(u8::is_ascii_lowercase)
            && !bytes.iter().any(|byte| b"aeiouyAEIOUY".contains(byte))
    }

    /// The word before the word.
    pub(super) fn previous_word(&self) -> &'t str {
        let sentence = self.sentence.trim_end();
        let letters = sentence.char_indices().rev().take_while(|(_, char)| char.is_alphabetic());
        letters.last().map_or("", |(byte, _)| &sentence[byte..])
    }
}

/// One to three digits, or such numbers with full stops between them.
fn is_item_number(word: &str) -> bool {
    !word.is_empty()
        && word.split('.').all(|part| {
            (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        })
}

fn is_roman(word: &str) -> bool {
    let in_one_case = |digits: &str| word.chars().all(|char| digits.contains(char));
    (1..=6).contains(&word.len()) && (in_one_case("ivxl") || in_one_case("IVXL"))
}

/// Whether the bracket that closes just before `end` opened after the start of
/// its sentence, so that the marks in it are an aside.
pub(super) fn opens_inside(text: &str, start: usize, end: usize) -> bool {
    let sentence = &text.as_bytes()[start..end];
    let from = sentence.len().saturating_sub(LONGEST_BRACKET);
    let opened = sentence[from..].iter().rposition(|byte| matches!(byte, b'(' | b'[' | b'{'));
    opened.is_some_and(|index| from + index > 0)
}

/// What stands after a mark, its closing quotes and brackets, and white space.
#[derive(Debug)]
pub(super) enum After<'t> {
    /// Nothing but white space before the end of the line.
    Nothing,
    /// Something with no white space before it.
    Unspaced,
    /// A text that starts with this char and, after any opening quotes and
    /// brackets, with this one.
    Text { outer: char, inner: char, rest: &'t str },
}

/// Reads what stands after byte offset `end`.
pub(super) fn after_stop(text: &str, end: usize) -> After<'_> {
    let tail = &text[end..];
    let rest = tail.trim_start();
    let gap = &tail[..tail.len() - rest.len()];
    let Some(outer) = rest.chars().next() else {
        return After::Nothing;
    };
    if gap.is_empty() {
        return After::Unspaced;
    }
    if gap.contains('\n') {
        return After::Nothing;
    }
    let rest = rest.trim_start_matches(is_opening_mark);
    After::Text { outer, inner: rest.chars().next().unwrap_or(outer), rest }
}

fn is_opening_mark(char: char) -> bool {
    matches!(
        char,
        '"' | '\''
            | '('
            | '['
            | '{'
            | '“'
            | '‘'
            | '„'
            | '«'
            | '‹'
            | '¿'
            | '¡'
            | '「'
            | '『'
            | '（'
    )
}

impl After<'_> {
    /// Whether a sentence can start so: not with a small letter, and not with a
    /// mark that goes on with what stands before it.
    pub(super) fn may_start_sentence(&self) -> bool {
        match self {
            Self::Text { inner, rest, .. } if inner.is_lowercase() => {
                is_camel_case(rest) || is_item_letter(rest)
            }
            Self::Text { outer, .. } => !matches!(
                outer,
                ',' | ';'
                    | ':'
                    | ')'
                    | ']'
                    | '}'
                    | '&'
                    | '='
                    | '+'
                    | '/'
                    | '%'
                    | '|'
                    | '>'
                    | '.'
                    | '…'
                    | '?'
                    | '!'
            ),
            _ => true,
        }
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Text { inner, .. } if inner.is_numeric())
    }

    pub(super) fn is_dash(&self) -> bool {
        matches!(self, Self::Text { outer: '-' | '–' | '—', .. })
    }

    /// Whether the next word is one that starts many sentences and few names.
    pub(super) fn is_opener(&self) -> bool {
        let Self::Text { rest, .. } = self else {
            return false;
        };
        let (word, next) = first_word(rest);
        is_opener(word) && next.is_none_or(|char| char.is_whitespace() || ",'’:".contains(char))
    }

    /// Whether the next word is one letter and a full stop.
    pub(super) fn is_initial(&self) -> bool {
        let Self::Text { rest, .. } = self else {
            return false;
        };
        let (word, next) = first_word(rest);
        word.chars().count() == 1 && next == Some('.')
    }
}

/// The letters at the start of a text and the char after them.
fn first_word(text: &str) -> (&str, Option<char>) {
    let end = text.find(|char: char| !char.is_alphabetic()).unwrap_or(text.len());
    (&text[..end], text[end..].chars().next())
}

/// The letter or roman numeral of a list item and its bracket: "b) The second".
fn is_item_letter(text: &str) -> bool {
    let (word, next) = first_word(text);
    next == Some(')') && (word.len() == 1 || is_roman(word))
}

/// A name such as "iPhone" or "eBay", which keeps its small letter at the start
/// of a sentence.
fn is_camel_case(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|char| char.is_ascii_lowercase())
        && chars.next().is_some_and(char::is_uppercase)
}
