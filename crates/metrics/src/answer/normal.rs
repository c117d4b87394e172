//! The normalisation of SQuAD's evaluation scripts (Rajpurkar et al., EMNLP 2016, and v2.0, ACL
//! 2018), which CoQA, QReCC, TopiOCQA and the SCAI evaluator took over.
//!
//! In their order: lower case; the 32 ASCII punctuation marks deleted, not made into spaces; the
//! words *a*, *an* and *the* made into spaces; white space made into single spaces.

use std::ops::Range;

use super::characters::{is_space, is_word};
use super::grams::token;

/// A text normalised once, to be compared many times.
///
/// ```
/// use grice_metrics::answer::Normal;
///
/// let normal = Normal::new("The U.S. is a well-known country.");
/// assert_eq!(normal.text(), "us is wellknown country");
/// assert_eq!(normal.source(0), Some(4..7));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Normal {
    text: String,
    tokens: Vec<u64>,
    sorted: Vec<u64>,
    sources: Vec<Range<usize>>,
}

impl Normal {
    /// Normalises a text.
    pub fn new(text: &str) -> Normal {
        let mut scan = Scan::new(text.len());
        if text.is_ascii() {
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let run = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
                let at = text.len() - rest.len();
                if run > 0 {
                    scan.push_run(&rest[..run], at);
                } else {
                    scan.push(first, at..at + 1);
                }
                rest = &rest[run.max(1)..];
            }
        } else {
            // The whole text is lowered at once because what becomes of a capital sigma depends
            // on its neighbours; one character may become several.
            let lowered = text.to_lowercase();
            let mut lower = lowered.chars();
            for (at, c) in text.char_indices() {
                let count = if c.is_ascii() { 1 } else { c.to_lowercase().len() };
                for lower in lower.by_ref().take(count) {
                    scan.push(lower, at..at + c.len_utf8());
                }
            }
        }
        scan.finish()
    }

    /// The normalised text: tokens with single spaces between them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tokens, in order.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.text.split(' ').filter(|token| !token.is_empty())
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether nothing is left of the text.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Where the token of that number is in the text that was normalised, in bytes.
    pub fn source(&self, token: usize) -> Option<Range<usize>> {
        self.sources.get(token).cloned()
    }

    /// The tokens' numbers, in order.
    pub(crate) fn numbers(&self) -> &[u64] {
        &self.tokens
    }

    /// The tokens' numbers, sorted.
    pub(crate) fn sorted(&self) -> &[u64] {
        &self.sorted
    }
}

/// A text normalised; [`Normal`] is for texts that are compared.
pub fn normalise(text: &str) -> String {
    Normal::new(text).text
}

/// Takes lower-case characters, and keeps what becomes of them.
struct Scan {
    normal: Normal,
    /// Where the token under way begins in the normalised text.
    begin: usize,
    /// Where it lies in the source.
    source: Range<usize>,
    /// The run of word characters under way, if there is one.
    run: Option<Run>,
}

struct Run {
    /// Where the run begins in the normalised text.
    begin: usize,
    /// Where the token lay in the source before the run.
    before: Range<usize>,
}

impl Scan {
    fn new(bytes: usize) -> Scan {
        let words = bytes / 5;
        let normal = Normal {
            text: String::with_capacity(bytes + 1),
            tokens: Vec::with_capacity(words),
            sorted: Vec::new(),
            sources: Vec::with_capacity(words),
        };
        Scan { normal, begin: 0, source: 0..0, run: None }
    }

    #[inline]
    fn push(&mut self, c: char, source: Range<usize>) {
        if is_space(c) {
            self.end_run();
            self.end_token();
        } else if !c.is_ascii_punctuation() {
            if is_word(c) {
                self.begin_run();
            } else {
                self.end_run();
            }
            self.extend_source(source);
            self.normal.text.push(c);
        }
    }

    /// Takes several ASCII letters and digits at once, of either case.
    fn push_run(&mut self, run: &str, at: usize) {
        self.begin_run();
        self.extend_source(at..at + run.len());
        let begin = self.normal.text.len();
        self.normal.text.push_str(run);
        self.normal.text[begin..].make_ascii_lowercase();
    }

    fn begin_run(&mut self) {
        if self.run.is_none() {
            self.run = Some(Run { begin: self.normal.text.len(), before: self.source.clone() });
        }
    }

    fn extend_source(&mut self, source: Range<usize>) {
        if self.normal.text.len() == self.begin {
            self.source.start = source.start;
        }
        self.source.end = source.end;
    }

    /// An article is a run of word characters, not a token: in `“the”` it stands between quotes
    /// that stay.
    fn end_run(&mut self) {
        if let Some(run) = self.run.take()
            && matches!(&self.normal.text.as_bytes()[run.begin..], b"a" | b"an" | b"the")
        {
            self.normal.text.truncate(run.begin);
            self.source = run.before;
            self.end_token();
        }
    }

    fn end_token(&mut self) {
        let normal = &mut self.normal;
        if normal.text.len() > self.begin {
            normal.tokens.push(token(&normal.text[self.begin..]));
            normal.sources.push(self.source.clone());
            normal.text.push(' ');
            self.begin = normal.text.len();
        }
    }

    fn finish(mut self) -> Normal {
        self.end_run();
        self.end_token();
        let mut normal = self.normal;
        normal.text.pop();
        normal.sorted = normal.tokens.clone();
        normal.sorted.sort_unstable();
        normal
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ascii_punctuation_is_deleted_and_other_punctuation_stays() {
        assert_eq!(normalise("U.S. — “well-known”"), "us — “wellknown”");
    }

    #[test]
    fn an_article_is_deleted_only_as_a_word_of_its_own() {
        assert_eq!(normalise("The theatre an ant a an the A.N."), "theatre ant");
    }

    #[test]
    fn an_article_between_marks_that_stay_parts_them() {
        assert_eq!(normalise("“the”cat’an"), "“ ”cat’");
        assert_eq!(normalise("a\u{301}"), "\u{301}");
    }

    #[test]
    fn separators_of_python_are_white_space() {
        assert_eq!(normalise("x\u{1c}y\u{1f}\u{a0}z\u{3000}"), "x y z");
    }

    #[test]
    fn a_sigma_at_the_end_of_a_word_is_lowered_as_such() {
        assert_eq!(normalise("ΟΔΟΣ ΣΑΣ."), "οδος σας");
    }

    #[test]
    fn nothing_is_left_of_articles_and_punctuation() {
        assert!(Normal::new(" The ... a!").is_empty());
        assert_eq!(normalise(""), "");
    }

    #[test]
    fn a_token_knows_where_it_stood_also_after_a_letter_that_grows_in_lower_case() {
        let text = "İX the-“the”yes";
        let normal = Normal::new(text);
        let found: Vec<_> = (0..normal.len()).filter_map(|i| text.get(normal.source(i)?)).collect();
        assert_eq!(found, ["İX", "“", "”yes"]);
        assert_eq!(normal.text(), "i\u{307}x “ ”yes");
    }

    proptest! {
        #[test]
        fn a_token_is_what_its_source_normalises_to(text in "(the|an?|[ .’İéकाA-Z])*|\\PC*") {
            // A sigma's lower case depends on what stands outside the source.
            prop_assume!(!text.contains('Σ'));
            let normal = Normal::new(&text);
            let mut end = 0;
            for (number, token) in normal.tokens().enumerate() {
                let source = normal.source(number).unwrap();
                prop_assert!(end <= source.start);
                end = source.end;
                prop_assert_eq!(normalise(&text[source]), token);
            }
            prop_assert_eq!(normal.tokens().count(), normal.len());
        }
    }
}
