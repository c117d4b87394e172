//! Which block of the document each element of a page begins and ends.

use super::page::{Node, Page};
use super::tag::Tag;
use crate::block::BlockKind;
use crate::builder::Builder;

/// An item or a term with its description of more text than this, in bytes without spaces, is
/// read as several blocks.
const WHOLE: usize = 1500;
/// Such a block ends with the first paragraph that brings it to this many bytes.
const OPENING: usize = 60;

/// The blocks that are open.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    /// The element it began with, or a definition's list.
    node: usize,
    kind: BlockKind,
    /// All of it stays together.
    whole: bool,
    /// Where its text begins.
    start: usize,
    /// Its description has begun, so the next term begins another.
    described: bool,
    /// It has ended before its element did.
    ended: bool,
}

impl Blocks {
    /// Begins a block with the element `node`.
    pub(super) fn begin(&mut self, node: usize, kind: BlockKind, whole: bool, out: &mut Builder) {
        self.part(out);
        out.open(kind);
        let start = out.len();
        self.open.push(Open { node, kind, whole, start, described: false, ended: false });
    }

    /// Ends the block that began with `node`, and what is still open inside it.
    pub(super) fn end(&mut self, node: usize, out: &mut Builder) {
        while self.open.last().is_some_and(|open| open.node >= node) {
            if let Some(open) = self.open.pop()
                && !open.ended
            {
                out.close();
            }
        }
    }

    /// Whether the element `node` began a block that is open.
    pub(super) fn is_open(&self, node: usize) -> bool {
        self.open.iter().any(|open| open.node == node)
    }

    /// A term of the list `list`: another definition, or another name in the same one.
    pub(super) fn term(&mut self, page: &Page, list: usize, term: usize, out: &mut Builder) {
        let same = |open: &Open| open.node == list && !open.described && !open.ended;
        if self.open.last().is_some_and(same) {
            return;
        }
        self.end(list, out);
        let whole = definition_length(page, list, term) <= WHOLE;
        self.begin(list, BlockKind::Definition, whole, out);
    }

    /// A description in the list `list`.
    pub(super) fn description(&mut self, list: usize) {
        if let Some(open) = self.open.iter_mut().rev().find(|open| open.node == list) {
            open.described = true;
        }
    }

    /// A paragraph ended. A long item or description goes no further as one block.
    pub(super) fn paragraph(&mut self, out: &mut Builder) {
        let long = |open: &Open| {
            !open.whole
                && !open.kind.is_container()
                && (open.described || open.kind != BlockKind::Definition)
                && out.len() >= open.start + OPENING
        };
        if self.open.last().is_some_and(long) {
            self.part(out);
        }
    }

    /// Ends what is open and too long to hold another block.
    fn part(&mut self, out: &mut Builder) {
        if let Some(open) = self.open.last_mut()
            && !open.whole
            && !open.kind.is_container()
            && !open.ended
        {
            open.ended = true;
            out.close();
        }
    }
}

/// Whether the element at `index` is short enough to be one block.
pub(super) fn is_whole(page: &Page, index: usize) -> bool {
    page.length(index..page.after(index)).all <= WHOLE
}

/// How much text a term has with all that describes it.
fn definition_length(page: &Page, list: usize, term: usize) -> usize {
    let end = page.after(list);
    let mut index = page.after(term);
    let mut described = false;
    while index < end {
        if let Some(Node::Element(element)) = page.nodes.get(index) {
            match element.tag {
                Tag::Dt if described => break,
                Tag::Dd => described = true,
                _ => {}
            }
        }
        index = page.after(index);
        if page.length(term..index).all > WHOLE {
            break;
        }
    }
    page.length(term..index).all
}
