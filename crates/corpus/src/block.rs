//! Blocks: what a document's text is made of. A passage is cut between them.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// A heading. Headings are not in a document's text: sections carry them.
    Heading,
    /// Running text.
    Paragraph,
    /// A list; its items are blocks inside it.
    List,
    /// An item of a list without an order.
    Item,
    /// An item of a numbered list.
    Step,
    /// A term with its description. The term stands on lines of its own.
    Definition,
    /// Code, commands or output, with their line breaks and indentation.
    Code,
    /// A table; its rows are blocks inside it.
    Table,
    /// A row of a table, in which each cell is read with the head of its column.
    Row,
    /// What stands under a figure or above a table.
    Caption,
    /// A formula on lines of its own, as the source writes it.
    Formula,
}

impl BlockKind {
    /// All kinds, in the order of their codes in an index.
    const ALL: [BlockKind; 11] = [
        BlockKind::Heading,
        BlockKind::Paragraph,
        BlockKind::List,
        BlockKind::Item,
        BlockKind::Step,
        BlockKind::Definition,
        BlockKind::Code,
        BlockKind::Table,
        BlockKind::Row,
        BlockKind::Caption,
        BlockKind::Formula,
    ];

    /// The kind's code in an index.
    pub fn code(self) -> u8 {
        Self::ALL.iter().position(|kind| *kind == self).unwrap_or(0) as u8
    }

    /// The kind with a code.
    pub fn of_code(code: u8) -> Option<BlockKind> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Whether a passage may be cut between the blocks inside.
    pub fn is_container(self) -> bool {
        matches!(self, BlockKind::List | BlockKind::Table)
    }

    /// Whether its line breaks and spaces are meant.
    pub fn is_verbatim(self) -> bool {
        matches!(self, BlockKind::Code | BlockKind::Formula)
    }

    /// Whether it shares lines' ends with its neighbours: no blank line stands between them.
    pub(crate) fn is_tight(self) -> bool {
        matches!(self, BlockKind::Item | BlockKind::Step | BlockKind::Row)
    }
}

/// A block of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_code_of_its_own() {
        for (code, kind) in BlockKind::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(kind.code()), code);
            assert_eq!(BlockKind::of_code(code as u8), Some(kind));
        }
        assert_eq!(BlockKind::of_code(99), None);
    }
}
