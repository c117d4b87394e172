//! Passages: whole blocks and whole sentences, at least 100 words where the section has them, one
//! section each.

use std::ops::Range;

use grice_text::{sentences, word_count};

use crate::block::{Block, BlockKind};
use crate::document::{Document, Section};

/// A passage holds at least this many words, unless its section is shorter (TopiOCQA, §4.1).
pub const MIN_WORDS: usize = 100;

/// A passage that has half of [`MIN_WORDS`] takes no block that would bring it above this.
const MOST_WORDS: usize = 250;

/// A paragraph of more words may be cut between sentences, a list between its items and a table
/// between its rows.
const LONG_PARAGRAPH: usize = 150;

/// Any other block of more words may be cut between its lines and sentences.
const LONG_BLOCK: usize = 400;

/// Text without sentence ends (word lists, data) is cut after this many words all the same,
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
    /// The line of the file it starts on, counted from 1, where the file has lines.
    pub line: Option<u64>,
    /// What a link to the place nearest above it has behind its `#`.
    pub anchor: Option<String>,
    /// Its blocks, as far as they are in it; ranges count from the passage's start.
    pub blocks: Vec<Block>,
}

/// Cuts a document into passages. The same document always gives the same passages.
pub fn passages(document: &Document) -> Vec<Passage> {
    let mut all = Vec::new();
    for section in &document.sections {
        let blocks = blocks_in(document, &section.range);
        for range in cut(&document.text, pieces(document, section, blocks)) {
            let ordinal = all.len() as u32;
            let source = document.offsets.source_range(range.clone());
            all.push(Passage {
                id: format!("{}#{ordinal}", document.id),
                ordinal,
                section: section.path.clone(),
                line: document.lines.as_ref().map(|lines| lines.line(source.start)),
                anchor: anchor(document, section, range.start),
                blocks: clipped(blocks, &range),
                source,
                range,
            });
        }
    }
    all
}

fn blocks_in<'d>(document: &'d Document, range: &Range<usize>) -> &'d [Block] {
    let from = document.blocks.partition_point(|b| b.range.start < range.start);
    let to = document.blocks.partition_point(|b| b.range.start < range.end);
    document.blocks.get(from..to).unwrap_or_default()
}

/// The parts of blocks that lie in a range, counted from its start.
fn clipped(blocks: &[Block], range: &Range<usize>) -> Vec<Block> {
    let inside = blocks.iter().filter(|b| b.range.start < range.end && b.range.end > range.start);
    let clip = |b: &Block| {
        let (start, end) = (b.range.start.max(range.start), b.range.end.min(range.end));
        Block { kind: b.kind, range: start - range.start..end - range.start }
    };
    inside.map(clip).collect()
}

fn anchor(document: &Document, section: &Section, at: usize) -> Option<String> {
    let after = document.anchors.partition_point(|anchor| anchor.at <= at);
    let nearest = after.checked_sub(1).and_then(|i| document.anchors.get(i));
    let nearest = nearest.filter(|anchor| anchor.at >= section.range.start);
    nearest.map(|anchor| anchor.name.clone()).or_else(|| section.anchor.clone())
}

/// What a passage takes whole or not at all.
struct Piece {
    range: Range<usize>,
    /// It says what comes next: "as follows:", a table's caption.
    announces: bool,
}

fn pieces(document: &Document, section: &Section, blocks: &[Block]) -> Vec<Piece> {
    let text = document.text.as_str();
    let mut pieces = Vec::new();
    let mut done = section.range.start;
    for block in blocks {
        // What stands inside a block goes with it.
        if block.range.start < done {
            continue;
        }
        let Some(inside) = text.get(block.range.clone()) else { continue };
        let longest = match block.kind {
            BlockKind::Paragraph | BlockKind::List | BlockKind::Table => LONG_PARAGRAPH,
            _ => LONG_BLOCK,
        };
        // A word takes at least two bytes, its space included.
        let short = inside.len() < 2 * longest || word_count(inside) <= longest;
        // A long list is cut between its items, a long table between its rows.
        if !short && block.kind.is_container() {
            continue;
        }
        done = block.range.end;
        if short {
            let announces = block.kind == BlockKind::Caption || inside.ends_with(':');
            pieces.push(Piece { range: block.range.clone(), announces });
        } else {
            let sentences = sentences(inside).flat_map(|s| short_enough(text, placed(block, &s)));
            pieces.extend(sentences.map(|range| Piece { range, announces: false }));
        }
    }
    pieces
}

fn placed(block: &Block, sentence: &Range<usize>) -> Range<usize> {
    block.range.start + sentence.start..block.range.start + sentence.end
}

fn cut(text: &str, pieces: Vec<Piece>) -> Vec<Range<usize>> {
    let mut cuts: Vec<(Range<usize>, usize)> = Vec::new();
    let mut open: Option<(Range<usize>, usize)> = None;
    for piece in pieces {
        let words = word_count(text.get(piece.range.clone()).unwrap_or_default());
        if let Some(full) =
            open.take_if(|(_, count)| *count >= MIN_WORDS / 2 && *count + words > MOST_WORDS)
        {
            cuts.push(full);
        }
        let (range, count) = match open.take() {
            Some((range, count)) => (range.start..piece.range.end, count + words),
            None => (piece.range, words),
        };
        let goes_on = piece.announces && count < MOST_WORDS;
        if count >= MIN_WORDS && !goes_on {
            cuts.push((range, count));
        } else {
            open = Some((range, count));
        }
    }
    // A tail that is too short to stand alone belongs to the passage before it.
    if let Some((tail, count)) = open {
        match cuts.last_mut() {
            Some((last, before)) if *before + count <= MOST_WORDS || count < MIN_WORDS / 4 => {
                last.end = tail.end;
            }
            _ => cuts.push((tail, count)),
        }
    }
    cuts.into_iter().map(|(range, _)| range).collect()
}

fn short_enough(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    if range.len() < 2 * MAX_SENTENCE_WORDS {
        return vec![range];
    }
    let mut pieces = Vec::new();
    let mut start = range.start;
    let mut end = range.start;
    let mut words = 0;
    for word in text.get(range).unwrap_or_default().split_whitespace() {
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
    use crate::builder::Builder;
    use crate::document::Origin;
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
        assert_eq!(sizes(&d), [120, 210]);
    }

    fn sizes(d: &Document) -> Vec<usize> {
        passages(d).iter().map(|p| word_count(&d.text[p.range.clone()])).collect()
    }

    #[test]
    fn blocks_are_not_cut() {
        let mut b = Builder::new();
        for (kind, words) in [
            (BlockKind::Definition, 80),
            (BlockKind::Code, 90),
            (BlockKind::Step, 130),
            (BlockKind::Paragraph, 140),
            (BlockKind::Definition, 300),
        ] {
            b.open(kind);
            b.push(&sentence(10).repeat(words / 10), 0);
            b.close();
        }
        let d = b.finish("s/d".into(), "D".into(), Origin::default());
        assert_eq!(sizes(&d), [170, 130, 140, 300]);
        let kinds: Vec<_> = passages(&d)[0].blocks.iter().map(|b| b.kind).collect();
        assert_eq!(kinds, [BlockKind::Definition, BlockKind::Code]);
    }

    #[test]
    fn what_announces_a_block_stays_with_it() {
        let mut b = Builder::new();
        b.push(&format!("{}Do this:", sentence(110)), 0);
        b.open(BlockKind::Code);
        b.push(&sentence(60), 0);
        b.close();
        b.push(&sentence(120), 0);
        let d = b.finish("s/d".into(), "D".into(), Origin::default());
        assert_eq!(sizes(&d), [172, 120]);
    }

    #[test]
    fn a_passage_knows_the_place_above_it_and_its_line() {
        let mut b = Builder::new();
        b.heading_at(1, "Options", Some("options"));
        b.push(&sentence(110), 0);
        b.paragraph();
        b.anchor("opt-x");
        b.push(&sentence(110), 600);
        let mut d = b.finish("s/d".into(), "D".into(), Origin::default());
        d.lines = Some(crate::document::Lines::of(&"x\n".repeat(400), 0, 1));
        let seen: Vec<_> = passages(&d).into_iter().map(|p| (p.anchor, p.line)).collect();
        assert_eq!(seen, [(Some("options".into()), Some(1)), (Some("opt-x".into()), Some(301))]);
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
                prop_assert!(own >= (MIN_WORDS / 4).min(section));
            }
        }
    }
}
