//! Names: runs of capitalised words, compared word by word with the evidence.

use std::collections::HashSet;
use std::ops::Range;

use super::token::{Token, is_function, stem};

/// The words that names are looked up in.
pub(super) struct Known {
    words: HashSet<String>,
    stems: HashSet<String>,
    /// The first letters of runs of words, as acronyms have them.
    initials: HashSet<String>,
}

/// Capitalised words that open sentences, or that name nothing anywhere.
const COMMON: &str = "according additionally although another apart among around besides between \
    congratulations critics currently despite every everyone everybody few finally first \
    following fortunately forty fifty fewer generally good great hello hey hi however \
    instead its it'll i've i'd i'll last later less like little many maybe much near neither \
    never nobody none nope not nothing now ok okay often once one originally others overall \
    people perhaps please right second several since sometimes sorry still thank thanks thus \
    today together tv twenty unfortunately unlike usually wow yep yet you've you're we're \
    we've mr mrs ms dr st sir no just long";

/// Countries and their people where the words are unlike.
const PEOPLES: [&[&str]; 12] = [
    &["france", "french"],
    &["spain", "spanish"],
    &["netherlands", "holland", "dutch"],
    &["britain", "british", "uk", "england"],
    &["us", "usa", "america", "american", "united"],
    &["wales", "welsh"],
    &["denmark", "danish", "danes"],
    &["poland", "polish"],
    &["switzerland", "swiss"],
    &["ireland", "irish"],
    &["greece", "greek"],
    &["europe", "european"],
];

const PEOPLE_ENDINGS: [&str; 9] = ["an", "ian", "ish", "ese", "ic", "ean", "s", "es", "i"];

impl Known {
    pub fn new(tokens: &[Token<'_>]) -> Known {
        let words: HashSet<String> = tokens.iter().map(|token| token.form.clone()).collect();
        let stems = words.iter().map(|word| stem(word)).collect();
        let mut initials = HashSet::new();
        let named: Vec<&Token<'_>> = tokens
            .iter()
            .filter(|token| !matches!(token.form.as_str(), "of" | "the" | "and" | "for"))
            .collect();
        for size in 2..=5 {
            for run in named.windows(size) {
                if run.iter().all(|token| token.is_capitalised() && !token.is_numeric()) {
                    initials.insert(run.iter().filter_map(|t| t.form.chars().next()).collect());
                }
            }
        }
        Known { words, stems, initials }
    }

    /// Whether a word of a name is among the evidence's.
    pub fn has(&self, form: &str) -> bool {
        let stripped = form.strip_suffix('s').unwrap_or(form);
        self.words.contains(form)
            || (form.len() > 3 && self.words.contains(stripped))
            || self.words.contains(&format!("{form}s"))
            || self.initials.contains(form)
            || (form.chars().count() == 1 && self.words.iter().any(|word| word.starts_with(form)))
            || self.is_people(form)
    }

    /// Whether the evidence has the word or another of its stem.
    pub fn says(&self, form: &str) -> bool {
        self.stems.contains(&stem(form))
    }

    fn is_people(&self, form: &str) -> bool {
        let listed = PEOPLES.iter().filter(|people| people.contains(&form));
        if listed.flat_map(|people| people.iter()).any(|other| self.words.contains(*other)) {
            return true;
        }
        let akin = |word: &String| {
            let shared = form.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
            let short = form.len().min(word.len());
            let long = if form.len() > word.len() { form } else { word.as_str() };
            shared >= 4
                && shared + 3 >= short
                && form.len() != word.len()
                && PEOPLE_ENDINGS.iter().any(|ending| long.ends_with(ending))
        };
        form.len() > 3 && self.words.iter().any(akin)
    }
}

/// Where the reply's names stand that the evidence lacks, in tokens.
pub(super) fn unknown(tokens: &[Token<'_>], known: &Known) -> Vec<Range<usize>> {
    let long = |token: &&Token<'_>| token.text.chars().count() > 1;
    let written: Vec<&Token<'_>> = tokens.iter().filter(|t| !t.is_numeric()).filter(long).collect();
    let capitals = written.iter().filter(|token| token.is_capitalised()).count();
    // Headings and shouting tell nothing about names.
    if written.len() > 3 && capitals * 10 > written.len() * 8 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut to = at;
        while to < tokens.len() && is_part(tokens, at, to) {
            to += 1;
        }
        if to == at {
            at += 1;
            continue;
        }
        let first = at + usize::from(tokens[at].opens && is_plain(&tokens[at].form));
        let opening = first == at && tokens[at].opens && to == at + 1;
        let missing = |token: &Token<'_>| !is_plain(&token.form) && !known.has(&token.form);
        let lacks = tokens[first..to].iter().any(missing);
        if lacks && (!opening || is_swapped(tokens, at, known)) {
            found.push(first..to);
        }
        at = to;
    }
    found
}

/// Whether a token goes on with the name that begins at `at`.
fn is_part(tokens: &[Token<'_>], at: usize, to: usize) -> bool {
    let token = &tokens[to];
    let apart = to > at && token.pause && token.text.chars().count() > 1;
    let initial = to > at && tokens[to - 1].text.chars().count() == 1;
    token.is_capitalised() && token.text != "I" && (!apart || initial)
}

fn is_plain(form: &str) -> bool {
    is_function(form) || COMMON.split(' ').any(|word| word == form) || form.contains('\'')
}

/// Whether a single word that opens a sentence took a name's place: almost all of the rest is in
/// the evidence and the word is of no common form.
fn is_swapped(tokens: &[Token<'_>], at: usize, known: &Known) -> bool {
    let form = &tokens[at].form;
    if form.len() < 3 || ["s", "ly", "ing", "ed"].iter().any(|ending| form.ends_with(ending)) {
        return false;
    }
    let content = tokens[at + 1..].iter().filter(|token| !is_function(&token.form));
    let (count, shared) = content.fold((0, 0), |(count, shared), token| {
        (count + 1, shared + usize::from(known.says(&token.form)))
    });
    count >= 2 && shared * 10 >= count * 8 && !known.says(form)
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn missing(reply: &str, evidence: &str) -> Vec<String> {
        let (known, reply_tokens) = (Known::new(&tokens(evidence)), tokens(reply));
        let found = unknown(&reply_tokens, &known).into_iter();
        let text = |range: Range<usize>| {
            reply[reply_tokens[range.start].start..reply_tokens[range.end - 1].end()].to_owned()
        };
        found.map(text).collect()
    }

    const EVIDENCE: &str = "Lena Marie Okafor, born in Canada, led the National Chess League \
        of the United States and wrote to Émile Durand in France.";

    #[test]
    fn a_name_may_be_shortened_and_written_otherwise() {
        for reply in [
            "Okafor led the league.",
            "Did Emile Durand reply?",
            "L. M. Okafor wrote to Durand.",
            "She led the NCL.",
            "The Canadian wrote to France.",
            "She was a Canadian who led the US league.",
            "A French friend got a letter.",
            "Yes, she was born in Canada.",
            "However, Okafor's letters are lost.",
            "The Okafors lived in the U.S.",
        ] {
            assert!(missing(reply, EVIDENCE).is_empty(), "{reply}: {:?}", missing(reply, EVIDENCE));
        }
    }

    #[test]
    fn a_name_that_the_evidence_lacks_is_told() {
        assert_eq!(missing("She wrote to Karl Bruun.", EVIDENCE), ["Karl Bruun"]);
        assert_eq!(missing("Karl Bruun led the league.", EVIDENCE), ["Karl Bruun"]);
        assert_eq!(missing("Lena Bruun led the league.", EVIDENCE), ["Lena Bruun"]);
        assert_eq!(missing("Martha wrote to Durand in France.", EVIDENCE), ["Martha"]);
        assert_eq!(missing("She was born in Kenya.", EVIDENCE), ["Kenya"]);
    }

    #[test]
    fn headings_and_lower_case_have_no_names() {
        assert!(missing("HE WAS BORN IN KENYA", EVIDENCE).is_empty());
        assert!(missing("she was born in kenya", EVIDENCE).is_empty());
    }
}
