//! A text normalised as SQuAD's scorer does, with the way back to the text it came from.

use crate::answer::characters::{is_space, is_word};

/// A normalised text: tokens parted by single blanks.
pub(super) struct Normal {
    pub text: String,
    /// For each byte of `text`, where its letter begins in the original.
    sources: Vec<u32>,
    /// Where each token begins and ends in `text`.
    pub tokens: Vec<(usize, usize)>,
}

impl Normal {
    /// The bytes of the original from which a part of the normalised text came.
    pub fn source(&self, original: &str, from: usize, to: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.sources.get(from)? as usize;
        let last = *self.sources.get(to.checked_sub(1)?)? as usize;
        let end = last + original[last..].chars().next()?.len_utf8();
        Some(start..end)
    }
}

/// Lower case; the 32 ASCII punctuation marks deleted; a, an and the made blank where they are
/// words; white space made single blanks.
pub(super) fn normalize(original: &str) -> Normal {
    let (lower, sources) = lowered(original);
    let mut normal = Normal {
        text: String::with_capacity(lower.len()),
        sources: Vec::with_capacity(lower.len()),
        tokens: Vec::new(),
    };
    let mut at = 0;
    for piece in lower.split(is_space) {
        if !piece.is_empty() {
            push_piece(&mut normal, piece, &sources[at..]);
        }
        at += piece.len() + lower[at + piece.len()..].chars().next().map_or(0, char::len_utf8);
    }
    normal
}

/// The lower-case text without punctuation.
fn lowered(original: &str) -> (String, Vec<u32>) {
    let mut lower = String::with_capacity(original.len());
    let mut sources = Vec::with_capacity(original.len());
    if original.is_ascii() {
        for (at, byte) in original.bytes().enumerate() {
            if !byte.is_ascii_punctuation() {
                lower.push(char::from(byte.to_ascii_lowercase()));
                sources.push(at as u32);
            }
        }
        return (lower, sources);
    }
    // A final sigma depends on its neighbours, so the text is lowered as a whole.
    let whole = original.to_lowercase();
    let mut rest = whole.chars();
    for (at, c) in original.char_indices() {
        for small in rest.by_ref().take(c.to_lowercase().count()) {
            if !small.is_ascii_punctuation() {
                lower.push(small);
                sources.extend(std::iter::repeat_n(at as u32, small.len_utf8()));
            }
        }
    }
    (lower, sources)
}

/// Adds what is between two white spaces, in as many tokens as are left when articles are gone.
fn push_piece(normal: &mut Normal, piece: &str, sources: &[u32]) {
    let mut from = 0;
    let mut word = None;
    for (at, c) in piece.char_indices() {
        if is_word(c) {
            word.get_or_insert(at);
            continue;
        }
        if let Some(start) = word.take()
            && is_article(&piece[start..at])
        {
            push_token(normal, &piece[from..start], &sources[from..]);
            from = at;
        }
    }
    if let Some(start) = word.filter(|&start| is_article(&piece[start..])) {
        push_token(normal, &piece[from..start], &sources[from..]);
        return;
    }
    push_token(normal, &piece[from..], &sources[from..]);
}

fn push_token(normal: &mut Normal, token: &str, sources: &[u32]) {
    if token.is_empty() {
        return;
    }
    if !normal.text.is_empty() {
        normal.text.push(' ');
        normal.sources.push(sources[0]);
    }
    let start = normal.text.len();
    normal.text.push_str(token);
    normal.sources.extend_from_slice(&sources[..token.len()]);
    normal.tokens.push((start, normal.text.len()));
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the")
}
