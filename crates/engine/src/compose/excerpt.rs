//! The part of a passage that answers, as it stands: whole sentences, items and blocks around the words
//! that were read, where most of the question's words are.

use std::collections::HashSet;
use std::ops::Range;

use grice_corpus::{Block, BlockKind};
use grice_english::{cause, pronoun, question, words};

use crate::read::Found;
use crate::reply::{Evidence, Sentence, Shape, instructs};
use crate::retrieve::Candidate;

/// What the words that were read count beside words of the question, and a cause where one is asked for.
const READ: f32 = 1.0;

/// What a word that is shown costs.
const LENGTH: f32 = 0.002;

/// A part of a passage that is shown whole or not at all.
struct Unit {
    range: Range<usize>,
    shape: Shape,
    /// The number of the block it is of.
    block: usize,
    words: usize,
    content: HashSet<String>,
    /// Whether it gives a cause, where one is asked for.
    is_cause: bool,
}

/// The parts of a passage that answer a question, in at most so many words where they can be had in
/// so few; none where the passage has no blocks.
pub(crate) fn excerpt(
    found: &Found,
    home: &Candidate,
    asked: &str,
    most: usize,
) -> Option<Vec<Sentence>> {
    let place = found.places.first()?;
    let why = question::wh(asked) == Some(question::Wh::Why);
    let units = units(home, place, why);
    let read = units.iter().position(|unit| unit.range.contains(&place.start));
    let (first, last) = window(&units, read, &words::content(asked), most)?;
    let first = leaned_on(home, &units, first);
    let spans: Vec<usize> = (0..found.spans.len()).collect();
    let mut sentences: Vec<Sentence> = Vec::new();
    for part in joined(home, &units[first..=last]) {
        let (range, shape) = part;
        let source = Evidence::of(home, range.start, range.end)?;
        let text = set(&source.text, shape);
        sentences.push(Sentence { text, spans: spans.clone(), source: vec![source], shape });
    }
    Some(sentences)
}

/// Sentences of paragraphs, and all other blocks whole. What speaks to a model is left out, unless it
/// is what was read.
fn units(home: &Candidate, read: &Range<usize>, why: bool) -> Vec<Unit> {
    let text = &home.record.text;
    let mut units = Vec::new();
    let leaves = |block: &&Block| !block.kind.is_container() && block.kind != BlockKind::Heading;
    for (number, block) in home.record.blocks.iter().filter(leaves).enumerate() {
        let Some(own) = text.get(block.range.clone()) else { continue };
        let shape = match block.kind {
            BlockKind::Paragraph => Shape::Prose,
            BlockKind::Code | BlockKind::Formula => Shape::Code,
            _ => Shape::Lines,
        };
        let whole = 0..own.len();
        let parts: Vec<Range<usize>> = match shape {
            Shape::Prose => grice_text::sentences(own).collect(),
            _ => vec![whole],
        };
        for part in parts {
            let said = &own[part.clone()];
            let range = block.range.start + part.start..block.range.start + part.end;
            let planted = instructs(said)
                || shape != Shape::Prose
                    && grice_text::sentences(said).any(|s| instructs(&said[s]));
            if planted && !range.contains(&read.start) {
                continue;
            }
            units.push(Unit {
                range,
                shape,
                block: number,
                words: said.split_whitespace().count(),
                content: words::content(said),
                is_cause: why && cause::gives_cause(said),
            });
        }
    }
    units
}

/// The units from one to another that have most of what was asked, filled up to the length.
fn window(
    units: &[Unit],
    read: Option<usize>,
    asked: &HashSet<String>,
    most: usize,
) -> Option<(usize, usize)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for first in 0..units.len() {
        let mut length = 0;
        let mut covered: HashSet<&String> = HashSet::new();
        for (last, unit) in units.iter().enumerate().skip(first) {
            length += unit.words;
            if length > most && last > first {
                break;
            }
            covered.extend(asked.intersection(&unit.content));
            let holds = read.is_some_and(|read| (first..=last).contains(&read));
            let explains = units[first..=last].iter().any(|unit| unit.is_cause);
            let signs = usize::from(holds) + usize::from(explains);
            let score = covered.len() as f32 + READ * signs as f32 - LENGTH * length as f32;
            if best.is_none_or(|(known, ..)| score > known) {
                best = Some((score, first, last));
            }
        }
    }
    let (_, mut first, mut last) = best?;
    let mut length: usize = units[first..=last].iter().map(|unit| unit.words).sum();
    loop {
        if let Some(next) = units.get(last + 1).filter(|next| length + next.words <= most) {
            last += 1;
            length += next.words;
        } else if let Some(before) =
            first.checked_sub(1).filter(|b| length + units[*b].words <= most)
        {
            first = before;
            length += units[before].words;
        } else {
            return Some((first, last));
        }
    }
}

/// The sentence that the first one leans on, where it is of the same paragraph.
fn leaned_on(home: &Candidate, units: &[Unit], first: usize) -> usize {
    let said = &home.record.text[units[first].range.clone()];
    let leans = pronoun::opening(said).is_some() || question::sentence_leans(said);
    match first.checked_sub(1) {
        Some(before) if leans && units[before].block == units[first].block => before,
        _ => first,
    }
}

/// Units next to each other of one shape as one part: the sentences of a paragraph, the items of a
/// list.
fn joined(home: &Candidate, units: &[Unit]) -> Vec<(Range<usize>, Shape)> {
    let mut parts: Vec<(Range<usize>, Shape, usize)> = Vec::new();
    for unit in units {
        let between = |last: &Range<usize>| {
            home.record
                .text
                .get(last.end..unit.range.start)
                .is_some_and(|gap| gap.trim().is_empty())
        };
        match parts.last_mut() {
            Some((range, shape, block))
                if *shape == unit.shape
                    && between(range)
                    && (*block == unit.block || unit.shape == Shape::Lines) =>
            {
                (range.end, *block) = (unit.range.end, unit.block);
            }
            _ => parts.push((unit.range.clone(), unit.shape, unit.block)),
        }
    }
    parts.into_iter().map(|(range, shape, _)| (range, shape)).collect()
}

/// A block's text as it is shown: prose on one line, everything else with its line breaks.
pub(super) fn set(text: &str, shape: Shape) -> String {
    match shape {
        Shape::Prose => words::one_line(text),
        Shape::Lines | Shape::Code => text.trim_matches('\n').trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use grice_index::PassageRecord;

    use super::*;

    fn home(parts: &[(BlockKind, &str)]) -> Candidate {
        let mut text = String::new();
        let mut blocks = Vec::new();
        for (kind, part) in parts {
            let start = text.len();
            text.push_str(part);
            blocks.push(Block { kind: *kind, range: start..text.len() });
            text.push_str("\n\n");
        }
        let record = PassageRecord { passage: "d#0".into(), text, blocks, ..Default::default() };
        Candidate::new(record)
    }

    fn shown(home: &Candidate, read: &str, asked: &str, most: usize) -> Vec<(Shape, String)> {
        let start = home.record.text.find(read).unwrap();
        let found = Found::span(home, 0, start..start + read.len(), 0.9).unwrap();
        let parts = excerpt(&found, home, asked, most).unwrap();
        parts.into_iter().map(|part| (part.shape, part.text)).collect()
    }

    #[test]
    fn code_keeps_its_lines_and_what_leads_to_it() {
        let home = home(&[
            (BlockKind::Paragraph, "To undo the\nlast commit:"),
            (BlockKind::Code, "git reset \\\n    --soft HEAD~1"),
        ]);
        let whole = [
            (Shape::Prose, "To undo the last commit:".to_owned()),
            (Shape::Code, "git reset \\\n    --soft HEAD~1".to_owned()),
        ];
        assert_eq!(shown(&home, "--soft", "How do I undo a commit?", 60), whole);
    }

    #[test]
    fn the_part_with_the_words_of_the_question_is_shown() {
        let far = "The harbour has cranes. ".repeat(10);
        let home = home(&[
            (BlockKind::Paragraph, &far),
            (BlockKind::Definition, "--keel\nSets the depth of the keel. The default is 3 m."),
            (BlockKind::Paragraph, "Sails are another matter."),
        ]);
        let found = shown(&home, "3 m", "What is the default depth of the keel?", 12);
        let text = "--keel\nSets the depth of the keel. The default is 3 m.";
        assert_eq!(found, [(Shape::Lines, text.to_owned())]);
    }

    #[test]
    fn a_sentence_that_leans_comes_with_the_one_before() {
        let home = home(&[(
            BlockKind::Paragraph,
            "The mill was sold. Long ago nobody came. It burned in 1612. The town wept for it.",
        )]);
        let found = shown(&home, "1612", "When did it burn?", 4);
        assert_eq!(found[0].1, "Long ago nobody came. It burned in 1612.");
    }
}
