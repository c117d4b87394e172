//! A reply as words, with what stands between them.

/// A pause before a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pause {
    None,
    Comma,
    /// The end of a sentence, or anything that sets what follows apart.
    Stop,
}

/// A word, in small letters and with plain apostrophes, and its bytes in the text.
#[derive(Debug)]
pub(super) struct Word {
    pub lower: String,
    pub start: usize,
    pub end: usize,
    pub before: Pause,
}

/// The words of a text.
pub(super) struct Words<'a> {
    pub text: &'a str,
    words: Vec<Word>,
}

impl<'a> Words<'a> {
    pub fn of(text: &'a str) -> Words<'a> {
        let mut words: Vec<Word> = Vec::new();
        let mut characters = text.char_indices().peekable();
        while let Some((start, first)) = characters.next() {
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start + first.len_utf8();
            // Apostrophes and hyphens belong to a word when a letter follows them.
            while let Some(&(at, c)) = characters.peek() {
                let joins = matches!(c, '\'' | '’' | '-')
                    && text[at + c.len_utf8()..].starts_with(char::is_alphanumeric);
                if !c.is_alphanumeric() && !joins {
                    break;
                }
                end = at + c.len_utf8();
                characters.next();
            }
            let before = match words.last() {
                None => Pause::Stop,
                Some(word) => pause(&text[word.end..start]),
            };
            let lower = text[start..end].to_lowercase().replace('’', "'");
            words.push(Word { lower, start, end, before });
        }
        Words { text, words }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn get(&self, i: usize) -> Option<&Word> {
        self.words.get(i)
    }

    /// The word at a place; empty after the last.
    pub fn lower(&self, i: usize) -> &str {
        self.get(i).map_or("", |word| &word.lower)
    }

    /// The pause before a place; a stop after the last word.
    pub fn pause(&self, i: usize) -> Pause {
        self.get(i).map_or(Pause::Stop, |word| word.before)
    }

    /// The word before a place, where no pause parts the two.
    pub fn previous(&self, i: usize) -> &str {
        match self.pause(i) {
            Pause::None if i > 0 => self.lower(i - 1),
            _ => "",
        }
    }

    /// Whether a phrase of words, parted by spaces, stands at a place; if so, how long it is.
    pub fn phrase(&self, i: usize, phrase: &str) -> Option<usize> {
        let mut count = 0;
        for word in phrase.split(' ') {
            let parted = count > 0 && self.pause(i + count) != Pause::None;
            if parted || self.lower(i + count) != word {
                return None;
            }
            count += 1;
        }
        Some(count)
    }
}

fn pause(gap: &str) -> Pause {
    // The point of "3.5" or "a.m" ends nothing.
    if gap == "." {
        return Pause::None;
    }
    let stops = |c: char| ".!?;:()[]…—–\n\r。！？".contains(c);
    if gap.contains(stops) || gap.trim() == "-" || gap.contains("--") {
        return Pause::Stop;
    }
    match gap.contains([',', '，', '、']) {
        true => Pause::Comma,
        false => Pause::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_apostrophes_and_know_their_pauses() {
        let words = Words::of("Yes, if it’s so-so. At 3.5 - fine!");
        let all: Vec<(&str, Pause)> =
            (0..words.len()).map(|i| (words.lower(i), words.pause(i))).collect();
        use Pause::{Comma, None, Stop};
        let expected = [
            ("yes", Stop),
            ("if", Comma),
            ("it's", None),
            ("so-so", None),
            ("at", Stop),
            ("3", None),
            ("5", None),
            ("fine", Stop),
        ];
        assert_eq!(all, expected);
        assert_eq!(words.phrase(1, "if it's"), Some(2));
        assert_eq!(words.phrase(0, "yes if"), Option::None);
        assert_eq!((words.previous(1), words.previous(2)), ("", "if"));
    }
}
