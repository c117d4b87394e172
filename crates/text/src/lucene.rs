//! The tokens of Lucene's `StandardTokenizer`.
//!
//! They are the word segments of UAX #29 with a letter or digit, but for three
//! things: a run of South East Asian chars is one token where UAX #29 breaks
//! between all of them, emoji are tokens, and a token ends after 255 UTF-16 units.
//! See `StandardTokenizerImpl.jflex` in Lucene.
//!
//! Compared with Lucene 9 on 65 million words of Wikipedia, no term differs. What
//! does differ: letters that entered Unicode after Lucene's tables are letters
//! here; Hebrew letters with an apostrophe next to Latin ones or
//! digits; emoji with stray selectors, or joined to a letter; and a run of more
//! than 253 underscores before a letter.

use crate::segment::{Segments, byte_after_units, is_extender, is_young_letter, joined};
use std::ops::Range;

/// Lucene's `StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH`.
const LONGEST_TOKEN: usize = 255;

/// Walks the tokens of a text in order, as byte ranges.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'t> {
    text: &'t str,
    segments: Segments<'t>,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, segments: Segments::with_longest(text, LONGEST_TOKEN) }
    }

    /// Goes back into a segment that is no token, if a mark in it starts one to
    /// Lucene: a South East Asian vowel or an emoji modifier after a symbol, or a
    /// joiner before an emoji.
    fn look_inside(&mut self, start: usize, end: usize) {
        let starts_token = |&(_, char): &(usize, char)| {
            is_south_east_asian(char) || is_emoji_modifier(char) || char == JOINER
        };
        let inner = self.text[start..end].char_indices().skip(1).find(starts_token);
        if let Some((offset, _)) = inner {
            self.segments.resume_at(start + offset);
        }
    }

    /// The end of the run of South East Asian chars that starts at `start`.
    fn south_east_asian_end(&mut self, start: usize, first_end: usize) -> usize {
        let mut end = first_end;
        while let Some(next) = self.segments.clone().next() {
            let goes_on =
                next.start == end && self.text[next.clone()].starts_with(is_south_east_asian);
            if !goes_on {
                break;
            }
            end = next.end;
            if let Some(cut) = byte_after_units(&self.text[start..end], LONGEST_TOKEN) {
                end = start + cut;
                self.segments.resume_at(end);
                break;
            }
            self.segments.resume_at(end);
        }
        end
    }
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let Range { start, end } = self.segments.next()?;
            match kind(&self.text[start..end]) {
                Kind::Word => return Some(start..end),
                Kind::SouthEastAsian => {
                    return Some(start..self.south_east_asian_end(start, end));
                }
                Kind::Emoji(length) => return Some(start..start + length),
                Kind::None => self.look_inside(start, end),
            }
        }
    }
}

/// What a segment is to the tokenizer.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Word,
    /// The beginning of a run that is to be put together.
    SouthEastAsian,
    /// An emoji of so many bytes.
    Emoji(usize),
    None,
}

fn kind(segment: &str) -> Kind {
    let Some(first) = segment.chars().next() else {
        return Kind::None;
    };
    if first.is_ascii_alphanumeric() {
        return Kind::Word;
    }
    if is_south_east_asian(first) {
        return Kind::SouthEastAsian;
    }
    if is_word_char(first) || segment.chars().skip(1).any(is_word_char) {
        return Kind::Word;
    }
    emoji(segment, first).map_or(Kind::None, Kind::Emoji)
}

/// Whether a char makes a segment a word: a letter or decimal digit of any
/// script, or an ideograph, but not a mark, though some of them are alphabetic.
fn is_word_char(char: char) -> bool {
    if char.is_ascii() {
        return char.is_ascii_alphanumeric();
    }
    if is_passed_over(char) || is_young_letter(char) {
        return false;
    }
    if char.is_alphabetic() {
        return !is_extender(char);
    }
    // Marks and underscores stay with a letter and with Katakana; digits and a
    // few signs stay with letters only, and the Katakana signs with Katakana.
    is_radical(char) || joined('a', char) != joined('\u{30A2}', char)
}

/// Han radicals, which are symbols and no letters.
fn is_radical(char: char) -> bool {
    matches!(char, '\u{2E80}'..='\u{2E99}' | '\u{2E9B}'..='\u{2EF3}' | '\u{2F00}'..='\u{2FD5}')
}

/// Ideographs that are not Han (Tangut, Khitan, Nushu, the closing mark), and
/// signs that became letters or numbers in Unicode only after Lucene's tables.
fn is_passed_over(char: char) -> bool {
    matches!(char,
        '\u{3006}' | '\u{16FE4}' | '\u{17000}'..='\u{18DFF}' | '\u{1B170}'..='\u{1B2FB}'
        | '\u{B8}' | '\u{2E5}'..='\u{2EB}' | '\u{55A}' | '\u{58A}' | '\u{A708}'..='\u{A716}'
        | '\u{600}'..='\u{605}' | '\u{6DD}' | '\u{70F}' | '\u{8E2}')
}

/// The length of an emoji sequence at the start of a segment, if it is one.
fn emoji(segment: &str, first: char) -> Option<usize> {
    let is_emoji = match first {
        '\u{1F1E6}'..='\u{1F1FF}' => segment.chars().filter(is_regional_indicator).count() == 2,
        '#' | '*' => segment.contains('\u{20E3}') && !segment.contains('\u{FE0E}'),
        JOINER => segment.trim_start_matches(JOINER).starts_with(is_pictograph),
        _ => is_emoji_modifier(first) || is_pictograph(first),
    };
    // The text selector is no part of an emoji in Lucene's grammar.
    is_emoji.then(|| segment.find('\u{FE0E}').unwrap_or(segment.len()))
}

const JOINER: char = '\u{200D}';

/// Extended_Pictographic, as of Emoji 12: the playing pieces, planets and other
/// signs in the list below were taken from the property in Unicode 17.
fn is_pictograph(char: char) -> bool {
    let is_former = matches!(char,
        '\u{2388}' | '\u{2605}' | '\u{2607}'..='\u{2612}' | '\u{2616}'..='\u{2685}'
        | '\u{2690}'..='\u{2704}' | '\u{270E}'..='\u{2711}' | '\u{2765}'..='\u{2767}'
        | '\u{1F000}'..='\u{1F0FF}' | '\u{1F10D}'..='\u{1F10F}' | '\u{1F12F}'
        | '\u{1F16C}'..='\u{1F16F}' | '\u{1F1AD}'..='\u{1F1E5}' | '\u{1F200}'
        | '\u{1F203}'..='\u{1F20F}' | '\u{1F260}'..='\u{1F3FA}' | '\u{1F400}'..='\u{1F64F}'
        | '\u{1F680}'..='\u{1F6FF}' | '\u{1F774}'..='\u{1F77F}' | '\u{1F7D5}'..='\u{1F7FF}'
        | '\u{1F80C}'..='\u{1F80F}' | '\u{1F848}'..='\u{1F84F}' | '\u{1F85A}'..='\u{1F85F}'
        | '\u{1F888}'..='\u{1F88F}' | '\u{1F8AE}'..='\u{1F8FF}' | '\u{1FA00}'..='\u{1FAFF}');
    // WB3c: a zero-width joiner stays with the pictographs of today.
    is_former || (joined(JOINER, char) && !is_extender(char))
}

fn is_regional_indicator(char: &char) -> bool {
    matches!(char, '\u{1F1E6}'..='\u{1F1FF}')
}

fn is_emoji_modifier(char: char) -> bool {
    matches!(char, '\u{1F3FB}'..='\u{1F3FF}')
}

/// Line_Break=Complex_Context (SA): Thai, Lao, Myanmar, Khmer and their relatives.
fn is_south_east_asian(char: char) -> bool {
    char >= '\u{E01}'
        && matches!(char,
            '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E4E}' // Thai
            | '\u{E81}'..='\u{EBD}' | '\u{EC0}'..='\u{ECE}' | '\u{EDC}'..='\u{EDF}' // Lao
            | '\u{1000}'..='\u{103F}' | '\u{1050}'..='\u{108F}' | '\u{109A}'..='\u{109F}' // Myanmar
            | '\u{1780}'..='\u{17D3}' | '\u{17D7}' | '\u{17DC}' | '\u{17DD}' // Khmer
            | '\u{1950}'..='\u{1974}' | '\u{1980}'..='\u{19C9}' // Tai Le, New Tai Lue
            | '\u{19DA}' | '\u{19DE}' | '\u{19DF}'
            | '\u{1A20}'..='\u{1A7C}' | '\u{1AA0}'..='\u{1AAD}' // Tai Tham
            | '\u{A9E0}'..='\u{A9EF}' | '\u{A9FA}'..='\u{A9FE}' // Myanmar, extended
            | '\u{AA60}'..='\u{AAC2}' | '\u{AADB}'..='\u{AADF}' // and Tai Viet
            | '\u{11700}'..='\u{1172B}' | '\u{1173A}' | '\u{1173B}') // Ahom
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        Tokens::new(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn signs_that_became_letters_later_part_words() {
        assert_eq!(found("kɔŋ˧˩ tʰiɛn˨˩tɕin ˧ x¸y"), ["kɔŋ", "tʰiɛn", "tɕin", "x", "y"]);
    }

    #[test]
    fn marks_and_symbols_are_no_tokens() {
        assert_eq!(found("_ __ - … “x” ½ ① \u{301} \u{93F}"), ["x"]);
    }

    #[test]
    fn each_ideograph_and_hiragana_is_a_token_but_katakana_and_hangul_run() {
        assert_eq!(
            found("漢字ひらカタカナ한국어 말"),
            ["漢", "字", "ひ", "ら", "カタカナ", "한국어", "말"]
        );
    }

    #[test]
    fn south_east_asian_runs_are_one_token() {
        assert_eq!(found("สวัสดีครับ ลาว"), ["สวัสดีครับ", "ลาว"]);
        let lengths: Vec<_> =
            found(&"ก".repeat(300)).iter().map(|run| run.chars().count()).collect();
        assert_eq!(lengths, [255, 45]);
    }

    #[test]
    fn emoji_sequences_are_tokens() {
        assert_eq!(
            found("😀😀 👨‍👩‍👧 🇩🇪🇫🇷 #️⃣ 👍🏽 ❤️"),
            ["😀", "😀", "👨‍👩‍👧", "🇩🇪", "🇫🇷", "#️⃣", "👍🏽", "❤️"]
        );
    }

    #[test]
    fn numbers_of_any_script_are_tokens() {
        assert_eq!(found("٣٤ १२ １２"), ["٣٤", "१२", "１２"]);
    }
}
