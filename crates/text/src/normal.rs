//! The normal forms in which the field's scorers compare answers.
//!
//! A score can be compared with published ones only if the texts were brought
//! to the same form, so each function here does what one official Python script
//! does, to the char.

use crate::segment::is_extender;

/// The normal form of SQuAD's evaluation script, which most question-answering
/// scorers share: lower case, without ASCII punctuation, without the articles,
/// with one space between words.
///
/// Punctuation is deleted, not replaced by a space.
///
/// ```
/// use grice_text::normal::squad;
///
/// assert_eq!(squad("The  U.S. Army"), "us army");
/// assert_eq!(squad("a well-known fact"), "wellknown fact");
/// ```
pub fn squad(text: &str) -> String {
    let lower = text.to_lowercase();
    let mut normal = String::with_capacity(lower.len());
    let mut bare = String::new();
    for token in lower.split(is_python_space) {
        bare.clear();
        bare.extend(token.chars().filter(|char| !char.is_ascii_punctuation()));
        push_without_articles(&mut normal, &bare);
    }
    normal
}

/// The words of the SQuAD normal form, on which its F1 score counts overlap.
pub fn squad_tokens(text: &str) -> Vec<String> {
    squad(text).split(' ').filter(|token| !token.is_empty()).map(str::to_owned).collect()
}

/// Appends a token, cut at the articles in it, with a space before each piece.
fn push_without_articles(normal: &mut String, token: &str) {
    let mut piece = 0;
    for (start, end) in python_words(token) {
        if matches!(&token[start..end], "a" | "an" | "the") {
            push_piece(normal, &token[piece..start]);
            piece = end;
        }
    }
    push_piece(normal, &token[piece..]);
}

fn push_piece(normal: &mut String, piece: &str) {
    if piece.is_empty() {
        return;
    }
    if !normal.is_empty() {
        normal.push(' ');
    }
    normal.push_str(piece);
}

/// The runs of word chars of a text: what stands between two `\b` of Python's `re`.
fn python_words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(is_python_word)?;
        let length = text[start..].find(|char| !is_python_word(char));
        rest = length.map_or(text.len(), |length| start + length);
        Some((start, rest))
    })
}

/// Whether Python's `\w` matches: `str.isalnum()` or an underscore.
///
/// Python goes by general category where Rust goes by the Alphabetic property,
/// which some marks and the circled letters have too.
fn is_python_word(char: char) -> bool {
    if char.is_ascii() {
        return char.is_ascii_alphanumeric() || char == '_';
    }
    let is_circled_letter = matches!(char,
        '\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F149}'
        | '\u{1F150}'..='\u{1F169}' | '\u{1F170}'..='\u{1F189}');
    let is_voiced_sound_mark = matches!(char, '\u{FF9E}' | '\u{FF9F}'); // letters both
    char.is_alphanumeric() && !is_circled_letter && (is_voiced_sound_mark || !is_extender(char))
}

/// Whether Python's `str.split()` splits here: at Unicode white space and at the
/// four ASCII information separators.
fn is_python_space(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\x1c'..='\x1f')
}

/// The tokens of Google's `rouge_score`, without its stemmer: runs of `a` to `z`
/// and `0` to `9` in lower case. Any other char, an `é` too, ends a token.
///
/// ```
/// use grice_text::normal::rouge_tokens;
///
/// assert_eq!(rouge_tokens("Café No. 5: it's open"), ["caf", "no", "5", "it", "s", "open"]);
/// ```
pub fn rouge_tokens(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|char: char| !char.is_ascii_lowercase() && !char.is_ascii_digit())
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_go_only_as_whole_words() {
        assert_eq!(squad("A theory: an anthem, the\tthe then"), "theory anthem then");
        assert_eq!(squad("a.n t-h-e"), "");
    }

    #[test]
    fn articles_go_next_to_marks_that_are_not_ascii() {
        assert_eq!(squad("x–a–y"), "x– –y");
        assert_eq!(squad("“The” end"), "“ ” end");
        assert_eq!(squad("aé thé"), "aé thé");
    }

    #[test]
    fn python_white_space_separates() {
        assert_eq!(squad("x\x1cy\u{85}z\u{a0}w\u{200b}v"), "x y z w\u{200b}v");
    }

    #[test]
    fn tokens_of_nothing_are_none() {
        assert!(squad_tokens(" the ... ").is_empty());
        assert!(rouge_tokens(" – ").is_empty());
    }

    #[test]
    fn a_capital_dotted_i_keeps_its_dot_as_in_python() {
        assert_eq!(squad("İ"), "i\u{307}");
        assert_eq!(rouge_tokens("İx K"), ["i", "x", "k"]);
    }
}
