//! Writes paragraphs as blocks: those of code in a row are one block, those of a list its items.

use super::{Role, Words};
use crate::block::BlockKind;
use crate::builder::Builder;
use crate::document::Document;
use crate::grid::Grid;
use crate::titled::{titled, unplaced};
use crate::unit::Unit;

/// Lists do not nest deeper than this.
const DEEPEST: u8 = 12;

#[derive(Default)]
pub(crate) struct Writer {
    builder: Builder,
    /// The paragraph that is set as the title.
    title: Option<String>,
    lists: Vec<OpenList>,
    code: bool,
    definition: Definition,
    /// The words of the first outermost heading, if no text stands before it.
    first: Option<String>,
    outermost: usize,
}

struct OpenList {
    level: u8,
    /// Which list it is; the same number goes on in the same list.
    key: String,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Definition {
    #[default]
    None,
    Terms,
    Description,
}

impl Writer {
    /// Adds a paragraph.
    pub(crate) fn paragraph(&mut self, role: Role, words: &Words) {
        for anchor in &words.anchors {
            self.builder.anchor(anchor);
        }
        if words.text.trim().is_empty() {
            if role == Role::Code && self.code {
                self.builder.push_verbatim("\n", 0);
            }
            return;
        }
        for (target, text) in &words.links {
            self.builder.link(target.clone(), text);
        }
        if role != Role::Code {
            self.end_code();
        }
        if !matches!(role, Role::Term | Role::Description | Role::Code) {
            self.end_definition();
        }
        match role {
            Role::Heading(level) => self.heading(level, words),
            Role::Title if self.title.is_none() && self.builder.is_empty() => {
                self.title = Some(words.text.clone());
            }
            Role::Code => self.code(&words.text),
            Role::Caption => {
                self.builder.open(BlockKind::Caption);
                self.lines(&words.text);
                self.builder.close();
            }
            Role::Term => {
                if self.definition != Definition::Terms {
                    self.end_definition();
                    self.builder.open(BlockKind::Definition);
                    self.definition = Definition::Terms;
                }
                self.lines(&words.text);
            }
            Role::Contents => {}
            Role::Body | Role::Title | Role::Description => self.body(role, words),
        }
    }

    fn heading(&mut self, level: u8, words: &Words) {
        self.end_lists();
        if level == 1 {
            self.outermost += 1;
            if self.builder.is_empty() && self.outermost == 1 {
                self.first = Some(words.text.clone());
            }
        }
        let anchor = words.anchors.last();
        self.builder.heading_at(level, &words.text, anchor.map(String::as_str));
    }

    fn code(&mut self, text: &str) {
        if !std::mem::replace(&mut self.code, true) {
            self.builder.open(BlockKind::Code);
        }
        self.builder.push_verbatim(text, 0);
        self.builder.push_verbatim("\n", 0);
    }

    fn body(&mut self, role: Role, words: &Words) {
        if role == Role::Description && self.definition != Definition::None {
            self.definition = Definition::Description;
        }
        if words.formula {
            self.builder.open(BlockKind::Formula);
            self.builder.push_verbatim(&words.text, 0);
            self.builder.close();
            return;
        }
        self.part();
        self.lines(&words.text);
        self.part();
    }

    fn lines(&mut self, text: &str) {
        for line in text.split('\n') {
            self.builder.push(line, 0);
            self.builder.line();
        }
    }

    fn part(&mut self) {
        let inside = self.definition != Definition::None || !self.lists.is_empty();
        match inside {
            true => self.builder.line(),
            false => self.builder.paragraph(),
        }
    }

    /// Names the place at which the next paragraph begins.
    pub(crate) fn anchor(&mut self, name: &str) {
        self.builder.anchor(name);
    }

    /// Begins an item of the list with this key; level 0 is the outermost.
    pub(crate) fn item(&mut self, level: u8, kind: BlockKind, key: &str) {
        self.end_code();
        self.end_definition();
        let level = level.min(DEEPEST);
        let goes_on =
            |open: &OpenList| open.level < level || (open.level == level && open.key == key);
        while self.lists.last().is_some_and(|open| !goes_on(open)) {
            self.end_list();
        }
        match self.lists.last() {
            Some(open) if open.level == level => self.builder.close(),
            _ => {
                self.builder.open(BlockKind::List);
                self.lists.push(OpenList { level, key: key.to_owned() });
            }
        }
        self.builder.open(kind);
    }

    /// Ends lists that are deeper than a level; what follows goes on in its item.
    pub(crate) fn back_to(&mut self, level: u8) {
        while self.lists.last().is_some_and(|open| open.level > level) {
            self.end_list();
        }
    }

    /// Whether an item is open.
    pub(crate) fn in_list(&self) -> bool {
        !self.lists.is_empty()
    }

    pub(crate) fn end_lists(&mut self) {
        self.end_code();
        self.end_definition();
        while !self.lists.is_empty() {
            self.end_list();
        }
    }

    fn end_list(&mut self) {
        self.end_code();
        if self.lists.pop().is_some() {
            self.builder.close();
            self.builder.close();
        }
    }

    fn end_code(&mut self) {
        if std::mem::take(&mut self.code) {
            self.builder.close();
        }
    }

    fn end_definition(&mut self) {
        if std::mem::take(&mut self.definition) != Definition::None {
            self.end_code();
            self.builder.close();
        }
    }

    /// Adds a table.
    pub(crate) fn table(&mut self, grid: Grid) {
        self.end_code();
        self.end_definition();
        grid.write(&mut self.builder);
    }

    /// The text so far on one line, for the cell of a table.
    pub(crate) fn into_line(mut self) -> String {
        self.end_lists();
        let text = self.builder.finish(String::new(), String::new(), Default::default()).text;
        let title = self.title.unwrap_or_default();
        let words = title.split_whitespace().chain(text.split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }

    /// The document. Its title is the paragraph set as one, else `named` (what the file's
    /// properties say), else the only outermost heading, at the start.
    pub(crate) fn finish(mut self, unit: &Unit, named: Option<String>) -> Option<Document> {
        self.end_lists();
        let only = self.first.filter(|_| self.outermost == 1);
        let title = self.title.or(named).or_else(|| only.clone());
        let mut document = titled(unit, self.builder, title)?;
        unplaced(unit, &mut document);
        if let Some(only) = only.filter(|only| only.trim() == document.title) {
            for section in &mut document.sections {
                if section.path.first().is_some_and(|heading| *heading == only.trim()) {
                    section.path.remove(0);
                }
            }
        }
        Some(document)
    }
}
