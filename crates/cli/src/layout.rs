//! A passage as people read it in a terminal: lists with marks, code and descriptions indented.

use grice_corpus::{Block, BlockKind};
use grice_index::PassageRecord;

/// A passage's text, laid out by its blocks.
pub fn laid_out(passage: &PassageRecord) -> String {
    let mut out = String::with_capacity(passage.text.len() + 64);
    let mut at = 0;
    for line in passage.text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            for block in passage.blocks.iter().filter(|b| b.range.contains(&at)) {
                out.push_str(&mark(&passage.blocks, block, at));
            }
        }
        out.push_str(line);
        at += line.len();
    }
    out
}

/// What a block puts before the line that starts at `at`.
fn mark(blocks: &[Block], block: &Block, at: usize) -> String {
    let first = block.range.start == at;
    match block.kind {
        BlockKind::Item if first => "• ".to_owned(),
        BlockKind::Item => "  ".to_owned(),
        BlockKind::Step if first => format!("{}. ", number(blocks, block)),
        BlockKind::Step => "   ".to_owned(),
        BlockKind::Definition if !first => "    ".to_owned(),
        BlockKind::Code => "    ".to_owned(),
        _ => String::new(),
    }
}

/// A step's number in its list, as far as the passage has the list.
fn number(blocks: &[Block], step: &Block) -> usize {
    let list = blocks.iter().rev().find(|b| {
        b.kind == BlockKind::List
            && b.range.start <= step.range.start
            && step.range.end <= b.range.end
    });
    let from = list.map_or(0, |list| list.range.start);
    let mut last = from;
    let mut count = 0;
    for block in blocks.iter().filter(|b| b.kind == BlockKind::Step && b.range.start >= from) {
        if block.range.start > step.range.start {
            break;
        }
        // Steps inside another step have numbers of their own.
        let inside = step.range.start >= block.range.end || block == step;
        if block.range.start >= last && inside {
            count += 1;
            last = block.range.end;
        }
    }
    count.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_code_and_descriptions_are_seen() {
        let text = "Do:\n\nmake it\nrun\n  cargo run\n\n-a, --all\nAll of it.\n\none\ntwo";
        let find = |words: &str| {
            let start = text.find(words).unwrap();
            start..start + words.len()
        };
        let block = |kind, words| Block { kind, range: find(words) };
        let passage = PassageRecord {
            text: text.to_owned(),
            blocks: vec![
                block(BlockKind::Paragraph, "Do:"),
                block(BlockKind::List, "make it\nrun\n  cargo run"),
                block(BlockKind::Step, "make it"),
                block(BlockKind::Step, "run\n  cargo run"),
                block(BlockKind::Code, "  cargo run"),
                block(BlockKind::Definition, "-a, --all\nAll of it."),
                block(BlockKind::List, "one\ntwo"),
                block(BlockKind::Item, "one"),
                block(BlockKind::Item, "two"),
            ],
            ..PassageRecord::default()
        };
        assert_eq!(
            laid_out(&passage),
            "Do:\n\n1. make it\n2. run\n         cargo run\n\n-a, --all\n    All of it.\n\n• one\n• two"
        );
    }
}
