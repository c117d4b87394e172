//! Pictures: what stands under them.

use super::links;
use super::render::{DEEPEST, Part, Render};
use crate::block::BlockKind;

impl Render<'_> {
    /// Renders the caption of the picture that is span `index`; false where it has none, or
    /// stands inside a sentence.
    pub(super) fn captioned(&mut self, index: usize, depth: usize) -> bool {
        let part = self.inside(index);
        let at_start = self.line.is_blank() && depth == 0 && self.lists.is_empty();
        if !at_start || !links::is_file(self.text.get(part.start..).unwrap_or_default()) {
            return false;
        }
        let Some(caption) = self.caption_of(part) else { return false };
        if self.state.muted.is_some() || depth + 1 >= DEEPEST {
            return false;
        }
        if self.in_lead {
            self.defer(index);
            return true;
        }
        self.flush();
        self.give_caption(caption, depth);
        true
    }

    pub(super) fn give_caption(&mut self, caption: Part, depth: usize) {
        let clean = self.clean_inline(caption, depth);
        self.end_code();
        self.builder.open(BlockKind::Caption);
        self.give(&clean);
        self.builder.close();
    }

    /// The words under a picture that is shown with a frame.
    pub(super) fn caption_of(&self, part: Part) -> Option<Part> {
        let mut framed = false;
        let mut caption = None;
        let mut next = self.find_in(part, b'|');
        while let Some((bar, span)) = next {
            let rest = Part { start: bar + 1, end: part.end, span };
            next = self.find_in(rest, b'|');
            let option = self.trim(Part { end: next.map_or(part.end, |(bar, _)| bar), ..rest });
            let words = self.raw(option);
            if matches!(words, "thumb" | "thumbnail" | "frame" | "framed" | "mini") {
                framed = true;
            } else if !is_option(words) {
                caption = Some(option).filter(|caption| caption.start < caption.end);
            }
        }
        caption.filter(|_| framed)
    }
}

/// Whether the words place a picture instead of describing it.
fn is_option(words: &str) -> bool {
    let size = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'x' || b == b' ')
    };
    let named = |name: &str| {
        words.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    matches!(
        words,
        "" | "left"
            | "right"
            | "center"
            | "centre"
            | "none"
            | "border"
            | "frameless"
            | "upright"
            | "baseline"
            | "sub"
            | "super"
            | "top"
            | "text-top"
            | "middle"
            | "bottom"
            | "text-bottom"
    ) || words.strip_suffix("px").is_some_and(size)
        || ["upright", "alt", "link", "page", "lang", "class", "thumb", "thumbtime", "start", "end"]
            .into_iter()
            .any(named)
}
