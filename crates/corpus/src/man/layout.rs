//! Paragraphs, lists and sections: which blocks are open, and where text goes.

use super::escapes::{Piece, Plain};
use super::{DEEPEST, Reader};
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// An indented part of a page; its blocks end with it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    /// A list is open.
    list: bool,
    /// An item or a definition is open.
    item: bool,
    /// What the items of an mdoc list are.
    pub items: Option<BlockKind>,
}

impl<'a> Reader<'a> {
    /// Adds a line of text.
    pub(super) fn text_line(&mut self, line: SourceLine<'a>) {
        if line.is_blank() && self.filled {
            return self.end_paragraph();
        }
        let plain = self.plain(line);
        if self.filled && line.text.starts_with([' ', '\t']) {
            self.builder.line();
        }
        self.give_line(plain, line.end());
    }

    /// Adds a line whose escapes are resolved.
    pub(super) fn give_line(&mut self, plain: Plain, end: usize) {
        if !self.filled {
            self.open_code();
            self.give(&plain.pieces);
            if !plain.joined {
                self.builder.push_verbatim("\n", self.source(end));
            }
            return;
        }
        self.give(&plain.pieces);
        if !plain.joined {
            self.builder.push(" ", self.source(end));
        }
    }

    pub(super) fn give(&mut self, pieces: &[Piece]) {
        if !self.filled {
            self.open_code();
        }
        for (text, at) in pieces {
            match self.filled {
                true => self.builder.push(text, self.source(*at)),
                false => self.builder.push_verbatim(text, self.source(*at)),
            }
        }
    }

    fn open_code(&mut self) {
        if !self.in_code {
            self.builder.open(BlockKind::Code);
            self.in_code = true;
        }
    }

    pub(super) fn close_code(&mut self) {
        if std::mem::take(&mut self.in_code) {
            self.builder.close();
        }
    }

    /// Ends a paragraph; inside an item or a description its line.
    pub(super) fn end_paragraph(&mut self) {
        match self.builder.depth() {
            _ if self.in_code => self.builder.push_verbatim("\n", self.base),
            0 => self.builder.paragraph(),
            _ => self.builder.line(),
        }
    }

    /// Begins a paragraph at the level's own margin.
    pub(super) fn new_paragraph(&mut self) {
        self.close_code();
        self.close_item();
        self.close_list();
        self.end_paragraph();
    }

    fn level(&mut self) -> Option<&mut Level> {
        self.levels.last_mut()
    }

    fn close_item(&mut self) {
        self.close_code();
        if self.level().is_some_and(|level| std::mem::take(&mut level.item)) {
            self.builder.close();
        }
    }

    fn close_list(&mut self) {
        if self.level().is_some_and(|level| std::mem::take(&mut level.list)) {
            self.builder.close();
        }
    }

    /// Opens an item, a step or a definition.
    pub(super) fn open_item(&mut self, kind: BlockKind) {
        self.close_item();
        if self.levels.len() > DEEPEST {
            return self.end_paragraph();
        }
        let listed = self.level().is_some_and(|level| level.list);
        match kind {
            BlockKind::Definition => self.close_list(),
            _ if !listed => {
                self.builder.open(BlockKind::List);
                if let Some(level) = self.level() {
                    level.list = true;
                }
            }
            _ => {}
        }
        self.builder.open(kind);
        if let Some(level) = self.level() {
            level.item = true;
        }
    }

    pub(super) fn in_item(&mut self) -> bool {
        self.level().is_some_and(|level| level.item)
    }

    /// Opens an indented part.
    pub(super) fn indent(&mut self, items: Option<BlockKind>) {
        self.close_code();
        self.end_paragraph();
        self.levels.push(Level { items, ..Level::default() });
    }

    /// Closes the innermost indented part.
    pub(super) fn outdent(&mut self) {
        self.close_item();
        self.close_list();
        if self.levels.len() > 1 {
            self.levels.pop();
        }
        self.end_paragraph();
    }

    /// Closes all that is open.
    pub(super) fn end_section(&mut self) {
        while self.levels.len() > 1 {
            self.outdent();
        }
        self.close_item();
        self.close_list();
        self.close_code();
        self.filled = true;
    }

    /// Begins a section. What stands under NAME is the page's lead.
    pub(super) fn section(&mut self, level: u8, title: &str) {
        self.end_section();
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        self.in_synopsis = level == 1 && title.eq_ignore_ascii_case("synopsis");
        if level == 1 && title.eq_ignore_ascii_case("name") && self.builder.is_empty() {
            return;
        }
        let anchor = title.replace(' ', "_");
        self.builder.heading_at(level, &title, Some(&anchor));
    }
}
