//! Passages: whole sentences, at least 100 words where the section has them, one section each.

use std::ops::Range;

use grice_text::{sentences, word_count};

use crate::document::Document;

/// A passage holds at least this many words, unless its section is shorter (TopiOCQA, §4.1).
pub const MIN_WORDS: usize = 100;

/// Text without sentence ends (tables, word lists) is cut after this many words all the same,
/// so that no passage outgrows what a reader can take.
const MAX_SENTENCE_WORDS: usize = 400;

/// A piece of a document that is found and cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The document's id, `#`, and the passage's number in it.
    pub id: String,
    /// The passage's number in its document, from 0.
    pub ordinal: u32,
    /// The headings above it; empty in the lead.
    pub section: Vec<String>,
    /// The passage's bytes in [`Document::text`].
    pub range: Range<usize>,
    /// The bytes it came from, in the file or archive member.
    pub source: Range<u64>,
}

/// Cuts a document into passages. The same document always gives the same passages.
pub fn passages(document: &Document) -> Vec<Passage> {
    let mut all = Vec::new();
    for section in &document.sections {
        for range in cut(&document.text, section.range.clone()) {
            let ordinal = all.len() as u32;
            all.push(Passage {
                id: format!("{}#{ordinal}", document.id),
                ordinal,
                section: section.path.clone(),
                source: document.offsets.source_range(range.clone()),
                range,
            });
        }
    }
    all
}

fn cut(text: &str, section: Range<usize>) -> Vec<Range<usize>> {
    let mut cuts: Vec<Range<usize>> = Vec::new();
    let mut open: Option<(Range<usize>, usize)> = None;
    for piece in
        sentences(&text[section.clone()]).flat_map(|s| short_enough(text, section.start, s))
    {
        let words = word_count(&text[piece.clone()]);
        let (range, count) = match open.take() {
            Some((range, count)) => (range.start..piece.end, count + words),
            None => (piece, words),
        };
        if count >= MIN_WORDS {
            cuts.push(range);
        } else {
            open = Some((range, count));
        }
    }
    // A tail that is too short to stand alone belongs to the passage before it.
    if let Some((tail, _)) = open {
        match cuts.last_mut() {
            Some(last) => last.end = tail.end,
            None => cuts.push(tail),
        }
    }
    cuts
}

fn short_enough(text: &str, base: usize, sentence: Range<usize>) -> Vec<Range<usize>> {
    let range = base + sentence.start..base + sentence.end;
    // A word takes at least two bytes, its space included.
    if range.len() < 2 * MAX_SENTENCE_WORDS {
        return vec![range];
    }
    let mut pieces = Vec::new();
    let mut start = range.start;
    let mut end = range.start;
    let mut words = 0;
    for word in text[range.clone()].split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if words == MAX_SENTENCE_WORDS {
            pieces.push(start..end);
            start = at;
            words = 0;
        }
        end = at + word.len();
        words += 1;
    }
    pieces.push(start..end);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Builder, Origin};
    use proptest::prelude::*;

    fn document(sections: &[(&str, String)]) -> Document {
        let mut b = Builder::new();
        for (title, text) in sections {
            if !title.is_empty() {
                b.heading(1, title);
            }
            b.push(text, 0);
        }
        b.finish("s/d".into(), "D".into(), Origin::default())
    }

    fn sentence(words: usize) -> String {
        format!("The{} end. ", " word".repeat(words - 2))
    }

    #[test]
    fn passages_have_a_hundred_words_and_whole_sentences() {
        let d = document(&[("", sentence(30).repeat(11))]);
        let sizes: Vec<_> =
            passages(&d).iter().map(|p| word_count(&d.text[p.range.clone()])).collect();
        assert_eq!(sizes, [120, 210]);
    }

    #[test]
    fn a_short_section_is_one_passage_and_never_joins_the_next() {
        let d = document(&[("", sentence(10)), ("A", sentence(20)), ("B", sentence(30))]);
        let seen: Vec<_> = passages(&d).iter().map(|p| p.section.join("/")).collect();
        assert_eq!(seen, ["", "A", "B"]);
    }

    #[test]
    fn text_without_sentence_ends_is_cut() {
        let d = document(&[("", "word ".repeat(1000))]);
        assert_eq!(passages(&d).len(), 3);
        assert!(passages(&d).iter().all(|p| word_count(&d.text[p.range.clone()]) >= MIN_WORDS));
    }

    #[test]
    fn ids_are_stable() {
        let d = document(&[("", sentence(50).repeat(5))]);
        assert_eq!(passages(&d), passages(&d));
        assert_eq!(passages(&d)[1].id, "s/d#1");
    }

    proptest! {
        #[test]
        fn passages_cover_every_word_once_and_stay_in_their_section(
            texts in prop::collection::vec("([A-Za-z.!?é ]{0,40}){0,60}", 1..4)
        ) {
            let sections: Vec<_> =
                texts.iter().map(|t| ("H", t.clone())).collect();
            let d = document(&sections);
            let cuts = passages(&d);
            let words: usize = cuts.iter().map(|p| word_count(&d.text[p.range.clone()])).sum();
            prop_assert_eq!(words, word_count(&d.text));
            for p in &cuts {
                let inside = d.sections.iter()
                    .find(|s| s.range.start <= p.range.start && p.range.end <= s.range.end);
                prop_assert!(inside.is_some());
                let section = word_count(&d.text[inside.unwrap().range.clone()]);
                let own = word_count(&d.text[p.range.clone()]);
                prop_assert!(own >= MIN_WORDS.min(section));
            }
        }
    }
}
