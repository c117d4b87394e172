//! Whether a mark ends its sentence.

use super::context::{After, Before, after_stop, before_stop, opens_inside};
use super::lists::{Abbreviation, abbreviation, is_lettered_noun, is_shouting_name};

/// What becomes of the sentence at a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It ends at this byte offset.
    Ends(usize),
    /// It goes on; look for the next mark from this byte offset.
    GoesOn(usize),
}

/// The kinds of stop, by how much they need to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// One full stop, which may belong to an abbreviation.
    Full,
    /// An ellipsis.
    Dots,
    /// Question and exclamation marks, with or without dots.
    Loud,
    /// A mark of a script that puts no space after it.
    Wide,
}

/// Judges the mark at `at`, if there is one, in the sentence that starts at `start`.
pub(super) fn stop_at(text: &str, start: usize, at: usize) -> Verdict {
    let Some((stop, marks_end)) = read_stop(text, at) else {
        let length = text[at..].chars().next().map_or(1, char::len_utf8);
        return Verdict::GoesOn(at + length);
    };
    let (end, has_bracket) = closing_end(text, marks_end);
    let after = match after_stop(text, end) {
        After::Nothing => return Verdict::Ends(end),
        After::Unspaced if stop != Stop::Wide => return Verdict::GoesOn(end),
        after => after,
    };
    if is_bare(&text[start..at]) {
        return Verdict::GoesOn(end); // "... and so", "(!) The"
    }
    let before = before_stop(text, start, at);
    let inside = has_bracket && opens_inside(text, start, end);
    let ends = match stop {
        Stop::Wide => true,
        Stop::Dots => after.may_start_sentence(),
        Stop::Loud => loud_ends(&before, &after, inside),
        Stop::Full if before.word.is_empty() && marks_end == at + 1 && before.is_spaced => {
            after.may_start_sentence() // the last of ". . ."
        }
        Stop::Full => full_stop_ends(&before, &after),
    };
    if ends { Verdict::Ends(end) } else { Verdict::GoesOn(end) }
}

/// The kind and the end of the run of marks at `at`.
fn read_stop(text: &str, at: usize) -> Option<(Stop, usize)> {
    let mut end = at;
    let (mut dots, mut loud, mut wide) = (0, false, false);
    for char in text[at..].chars() {
        match char {
            '.' => dots += 1,
            '…' => dots += 3,
            '!' | '?' | '‼' | '⁇' | '⁈' | '⁉' | '‽' | '؟' => loud = true,
            '。' | '！' | '？' | '．' | '｡' | '।' | '॥' | '۔' => wide = true,
            _ => break,
        }
        end += char.len_utf8();
    }
    let stop = match (wide, loud, dots) {
        (true, ..) => Stop::Wide,
        (_, true, _) => Stop::Loud,
        (_, _, 0) => return None,
        (_, _, 1) => Stop::Full,
        _ => Stop::Dots,
    };
    Some((stop, end))
}

/// Where the closing quotes, brackets and notes after the marks end, and whether
/// there is a closing bracket among them.
fn closing_end(text: &str, marks_end: usize) -> (usize, bool) {
    let mut end = marks_end;
    let mut has_bracket = false;
    for char in text[marks_end..].chars() {
        match char {
            ')' | ']' | '}' | '）' | '】' => has_bracket = true,
            '"' | '\'' | '”' | '’' | '»' | '›' | '」' | '』' | '》' | '〉' => {}
            _ => break,
        }
        end += char.len_utf8();
    }
    while let Some(length) = note_length(&text.as_bytes()[end..]) {
        end += length;
    }
    (end, has_bracket)
}

/// The length of a note such as "[12]", or of a page such as ":274" as some
/// encyclopaedias write it after the stop.
fn note_length(bytes: &[u8]) -> Option<usize> {
    let digits =
        |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match bytes.first()? {
        b'[' => {
            let inner = bytes[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            ((1..=4).contains(&inner) && bytes.get(1 + inner) == Some(&b']')).then_some(inner + 2)
        }
        b':' => Some(digits(1)).filter(|&count| (1..=4).contains(&count)).map(|count| count + 1),
        _ => None,
    }
}

/// Whether the sentence holds no word yet.
fn is_bare(sentence: &str) -> bool {
    sentence.len() < 8 && !sentence.contains(char::is_alphanumeric)
}

/// Question and exclamation marks end a sentence unless what follows goes on
/// with it: "Yahoo! is", "born in 1340? – 1400", "(really?) Then".
fn loud_ends(before: &Before<'_>, after: &After<'_>, inside: bool) -> bool {
    if !after.may_start_sentence() || after.is_dash() {
        return false;
    }
    if inside || is_shouting_name(before.word) {
        return after.is_opener();
    }
    true
}

/// Whether one full stop ends its sentence, going by the words around it.
fn full_stop_ends(before: &Before<'_>, after: &After<'_>) -> bool {
    if !after.may_start_sentence() || before.is_list_marker() {
        return false;
    }
    match abbreviation(before.word) {
        Some(Abbreviation::Leads) => return false,
        Some(Abbreviation::LeadsNumber) => return !after.is_number(),
        Some(Abbreviation::MayEnd) => return after.is_opener(),
        Some(Abbreviation::Ends) => return !after.is_number(),
        None => {}
    }
    match before.single_letter() {
        Some(letter) if letter.is_uppercase() => initial_ends(before, after),
        Some(_) => !after.is_number(),
        None if before.is_dotted_abbreviation() => after.is_opener(),
        None if before.has_no_vowel() => after.is_opener(),
        None => true,
    }
}

/// A capital and a full stop are an initial before most names; but not before a
/// word such as "The", nor after a word such as "vitamin".
fn initial_ends(before: &Before<'_>, after: &After<'_>) -> bool {
    after.is_opener() || (is_lettered_noun(before.previous_word()) && !after.is_initial())
}
