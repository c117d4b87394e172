//! Runs the tokenizer over a page and fills a [`Page`], with the source offset of each piece of
//! text.

mod shallow;

use std::convert::Infallible;
use std::ops::Range;

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

use super::boilerplate::Attributes;
use super::page::Page;
use super::tag::Tag;
use shallow::ShallowReader;

/// Tokenizes a page.
pub(super) fn page(source: &str, wiki: bool) -> Page {
    let mut page = Page::new(wiki);
    let sink = Sink {
        source: source.as_bytes(),
        page: &mut page,
        position: 0,
        cursor: 0,
        text: 0..0,
        commented: false,
        raw: false,
        tag_start: 0,
        name: Vec::new(),
        last_start: Vec::new(),
        is_end: false,
        self_closing: false,
        attribute: Vec::new(),
        value: Vec::new(),
        attributes: Attributes::default(),
    };
    let Ok(()) = Tokenizer::new_with_emitter(ShallowReader::new(source), sink).finish();
    page.finish(source);
    page
}

/// Receives what the tokenizer sees. Text that is in the source as it stands is kept as a range
/// of the source; only entities are copied.
struct Sink<'s, 'p> {
    source: &'s [u8],
    page: &'p mut Page,
    /// Where the tokenizer is.
    position: usize,
    /// Where the next text starts.
    cursor: usize,
    /// Text not yet given to the page.
    text: Range<usize>,
    /// A comment came, and neither text nor a tag since.
    commented: bool,
    /// Inside `<script>` and the like.
    raw: bool,
    /// Where the start tag begins.
    tag_start: usize,
    name: Vec<u8>,
    last_start: Vec<u8>,
    is_end: bool,
    self_closing: bool,
    attribute: Vec<u8>,
    value: Vec<u8>,
    attributes: Attributes,
}

impl Sink<'_, '_> {
    fn flush_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            let after_comment = std::mem::take(&mut self.commented);
            self.page.literal(text, after_comment);
        }
    }

    fn flush_attribute(&mut self) {
        if !self.attribute.is_empty() && !self.is_end {
            self.attributes.set(&self.attribute, &self.value);
        }
        self.attribute.clear();
        self.value.clear();
    }

    /// Where in the source `text`, just read, stands as it is.
    fn literal(&self, text: &[u8]) -> Option<Range<usize>> {
        let start = self.position.checked_sub(text.len());
        let read = start.map(|start| start..self.position);
        let next = self.cursor..self.cursor + text.len();
        let same = |range: &Range<usize>| {
            let there = self.source.get(range.clone());
            // The tokenizer turns line ends into "\n".
            there == Some(text) || (text == b"\n" && there == Some(b"\r"))
        };
        read.filter(&same).or(Some(next).filter(&same))
    }
}

impl Emitter for Sink<'_, '_> {
    type Token = Infallible;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend(name.unwrap_or_default());
    }

    fn emit_eof(&mut self) {
        self.flush_text();
    }

    fn emit_error(&mut self, _: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn init_string(&mut self) {
        self.cursor = self.position;
    }

    fn emit_string(&mut self, text: &[u8]) {
        if self.raw || text.is_empty() {
            return;
        }
        match self.literal(text) {
            Some(range) => {
                if self.text.end == range.start && !self.text.is_empty() {
                    self.text.end = range.end;
                } else {
                    self.flush_text();
                    self.text = range.clone();
                }
                self.cursor = range.end;
            }
            None => {
                self.flush_text();
                self.commented = false;
                self.page.entity(text, self.cursor);
                self.cursor = self.position;
            }
        }
    }

    fn init_start_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
        self.name.clear();
        self.is_end = false;
        self.self_closing = false;
        self.attributes.clear();
    }

    fn init_end_tag(&mut self) {
        self.name.clear();
        self.is_end = true;
        self.self_closing = false;
    }

    fn init_comment(&mut self) {
        self.flush_text();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush_text();
        self.flush_attribute();
        self.commented = false;
        self.raw = false;
        let tag = Tag::named(&self.name);
        if self.is_end {
            self.page.close(tag);
            return None;
        }
        if let Some(formula) = self.attributes.formula(tag) {
            self.page.entity(formula.as_bytes(), self.tag_start);
        }
        self.page.open(tag, &self.attributes, self.self_closing);
        std::mem::swap(&mut self.last_start, &mut self.name);
        // XHTML pages write <script src="x"/>; taking that for an open script would lose the page.
        let state = naive_next_state(&self.last_start).filter(|_| !self.self_closing);
        self.raw = matches!(state, Some(State::ScriptData | State::RawText));
        state
    }

    fn emit_current_comment(&mut self) {
        self.commented = true;
    }

    fn emit_current_doctype(&mut self) {}

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn set_force_quirks(&mut self) {}

    fn push_tag_name(&mut self, s: &[u8]) {
        self.name.extend(s);
    }

    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {
        self.flush_text();
    }

    fn init_attribute(&mut self) {
        self.flush_attribute();
    }

    fn push_attribute_name(&mut self, s: &[u8]) {
        self.attribute.extend(s);
    }

    fn push_attribute_value(&mut self, s: &[u8]) {
        self.value.extend(s);
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.last_start == self.name
    }
}
