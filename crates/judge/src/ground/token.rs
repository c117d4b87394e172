//! The words of a text as the exact comparisons see them.

use grice_english::polarity::{WEAK_NEGATIONS, is_negation};

/// A word, with what stands before it.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    /// As written.
    pub text: &'t str,
    /// In lower case, without accents, dots and a possessive ending.
    pub form: String,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Whether a sentence, a quotation or a bracket opens before it.
    pub opens: bool,
    /// Whether a mark that parts clauses stands before it.
    pub pause: bool,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_capitalised(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }

    pub fn is_numeric(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// The words of a text. A hyphen parts words; an apostrophe, and a dot or comma between digits,
/// do not.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let (mut opens, mut pause) = (true, true);
    let mut at = 0;
    while at < chars.len() {
        if !is_inside(&chars, at, at) {
            let mark = chars[at].1;
            opens |= matches!(mark, '.' | '!' | '?' | '"' | '“' | '‘' | '(' | '[' | ':' | '\n');
            pause |= !mark.is_whitespace() && !matches!(mark, '-' | '\'' | '’' | '$' | '£' | '€');
            at += 1;
            continue;
        }
        let first = at;
        while at < chars.len() && is_inside(&chars, first, at) {
            at += 1;
        }
        let start = chars[first].0;
        let end = chars.get(at).map_or(text.len(), |(offset, _)| *offset);
        let text = &text[start..end];
        found.push(Token { text, form: form(text), start, opens, pause });
        (opens, pause) = (false, false);
    }
    found
}

/// Whether the char at a place belongs to the word that begins at `first`.
fn is_inside(chars: &[(usize, char)], first: usize, at: usize) -> bool {
    let here = chars[at].1;
    if here.is_alphanumeric() {
        return true;
    }
    let Some(before) = at.checked_sub(1).filter(|before| *before >= first && at > first) else {
        return false;
    };
    let (before, after) = (chars[before].1, chars.get(at + 1).map_or(' ', |c| c.1));
    match here {
        '\'' | '’' => before.is_alphabetic() && after.is_alphabetic(),
        '.' if before.is_uppercase() && after.is_uppercase() => {
            at - first == 1 || chars[at - 2].1 == '.'
        }
        '.' | ',' => before.is_ascii_digit() && after.is_ascii_digit(),
        _ => false,
    }
}

fn form(text: &str) -> String {
    let mut form: String = text.chars().flat_map(char::to_lowercase).map(plain).collect();
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        form.retain(|c| c != '.');
    }
    if form.len() > 3 && form.ends_with("'s") {
        form.truncate(form.len() - 2);
    }
    form
}

/// A letter without its accent, of those that names are often written with and without.
fn plain(c: char) -> char {
    match c {
        '’' => '\'',
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' => 'i',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'š' | 'ś' | 'ş' => 's',
        'ž' | 'ź' | 'ż' => 'z',
        other => other,
    }
}

/// A word's stem.
pub(super) fn stem(form: &str) -> String {
    let mut stem = form.to_owned();
    grice_text::porter::stem(&mut stem);
    stem
}

/// Words that carry no content of their own.
const FUNCTION: &str = "a about after all also am an and any are as at be because been before being both but by \
    can could did do does doing during each even for from had has have having he her here \
    hers him his how i if in into is it its just may me might more most must my of off on \
    only or other our out over own s same she should so some such t than that the their them \
    then there these they this those through to too under until up us very was we were what \
    when where which while who whom whose why will with would you your yes yeah well \
    actually apparently sure oh it's that's there's he's she's they're i'm know really says \
    say";

pub(super) fn is_function(form: &str) -> bool {
    FUNCTION.split(' ').any(|word| word == form)
}

/// Whether the word at a place denies. "No" does unless it answers or numbers something.
pub(super) fn denies(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let next = tokens.get(at + 1);
    match token.form.as_str() {
        "no" => {
            let answers = token.opens && next.is_some_and(|next| next.pause);
            next.is_some_and(|next| !answers && !next.is_numeric())
        }
        "not" => next.is_none_or(|next| {
            next.form != "only" && !(token.opens && matches!(next.form.as_str(), "really" | "sure"))
        }),
        form => is_negation(form) || WEAK_NEGATIONS.contains(&form),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.form).collect()
    }

    #[test]
    fn numbers_abbreviations_and_contractions_are_one_word() {
        assert_eq!(
            forms("In the U.S. it didn't cost $1,200.50, Bob’s son said."),
            ["in", "the", "us", "it", "didn't", "cost", "1,200.50", "bob", "son", "said"]
        );
        assert_eq!(forms("36-year-old André"), ["36", "year", "old", "andre"]);
    }

    #[test]
    fn a_word_knows_what_stands_before_it() {
        let found = tokens("Yes, she left. \"Then he came\"");
        let opens: Vec<&str> = found.iter().filter(|t| t.opens).map(|t| t.text).collect();
        assert_eq!(opens, ["Yes", "Then"]);
        assert!(found[1].pause && !found[2].pause);
    }

    #[test]
    fn no_denies_unless_it_answers_or_numbers() {
        let denial = |text: &str| {
            let all = tokens(text);
            (0..all.len()).any(|at| denies(&all, at))
        };
        assert!(denial("It has no doors.") && denial("He does n't know.") && denial("She can't."));
        assert!(!denial("No, it is open.") && !denial("It was No. 1 for weeks."));
        assert!(!denial("It is not only long.") && !denial("Not really, it is long."));
    }
}
