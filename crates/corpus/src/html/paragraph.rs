//! One paragraph: text with the source offset of each piece, tidied when it is complete.

use std::ops::Range;

use super::tidy;
use crate::builder::Builder;
use crate::leftovers::{leftovers, without};

/// A paragraph or line being read.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    /// The text, its white space folded.
    text: String,
    anchors: Vec<(usize, u64)>,
    space: bool,
    /// Something was left out, so that what it leaves behind is to be mended.
    holes: bool,
    /// The last cell was a row's head.
    row_head: bool,
    /// Whether a wiki wrote the page: its pages show markup by mistake.
    wiki: bool,
}

impl Paragraph {
    /// An empty paragraph of a page.
    pub(super) fn new(wiki: bool) -> Self {
        Paragraph { wiki, holes: wiki, ..Paragraph::default() }
    }

    /// Adds text that stands at `source`.
    pub(super) fn push(&mut self, text: &str, source: u64) {
        let mut rest = text;
        let mut at = source;
        while !rest.is_empty() {
            let word = rest.trim_start();
            at += (rest.len() - word.len()) as u64;
            self.space |= word.len() < rest.len();
            let end = word.find(char::is_whitespace).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            if !word.is_empty() {
                self.word(word, at);
            }
            at += word.len() as u64;
            rest = after;
        }
    }

    /// Notes that something was left out here.
    pub(super) fn hole(&mut self) {
        self.holes |= !self.text.is_empty();
    }

    /// Begins a table's cell under `head`, behind another one if it `follows` one.
    pub(super) fn cell(&mut self, follows: bool, head: &str, at: u64) {
        if follows {
            self.space = false;
            let colon = self.row_head && !self.text.ends_with(':');
            self.push(
                if colon {
                    ": "
                } else if self.row_head {
                    " "
                } else {
                    " | "
                },
                at,
            );
        }
        if !head.is_empty() {
            self.push(head, at);
            self.push(": ", at);
        }
    }

    /// Whether the cell that was begun is the head of its row.
    pub(super) fn head(&mut self, is_head: bool) {
        self.row_head = is_head;
    }

    /// Adds text that a comment parts from the text before. Tools that strip links leave a
    /// comment and a space in their place: "three-<!-- link --> dimensional".
    pub(super) fn push_after_comment(&mut self, text: &str, source: u64) {
        let joined = ["/", "-", "–", "—", "“", "‘", "(", "[", " '", "('"];
        let opens = joined.iter().any(|end| self.text.ends_with(end));
        let kept = if opens && !self.space { text.trim_start() } else { text };
        self.push(kept, source + (text.len() - kept.len()) as u64);
    }

    fn word(&mut self, word: &str, at: u64) {
        if std::mem::take(&mut self.space) && !self.text.is_empty() {
            self.text.push(' ');
        }
        let here = self.text.len();
        let follows =
            self.anchors.last().is_some_and(|&(text, source)| source + (here - text) as u64 == at);
        if !follows {
            self.anchors.push((here, at));
        }
        self.text.push_str(word);
    }

    /// Gives the tidied text to `out` and starts anew.
    pub(super) fn flush(&mut self, out: &mut Builder) {
        for kept in self.kept() {
            self.push_range(kept, out);
        }
        self.text.clear();
        self.anchors.clear();
        self.space = false;
        self.holes = self.wiki;
        self.row_head = false;
    }

    fn push_range(&self, range: Range<usize>, out: &mut Builder) {
        let first = self.anchors.partition_point(|&(text, _)| text <= range.start);
        let mut index = first.saturating_sub(1);
        let mut from = range.start;
        while from < range.end {
            let Some(&(text, source)) = self.anchors.get(index) else {
                break;
            };
            let next = self.anchors.get(index + 1).map_or(range.end, |&(next, _)| next);
            let to = next.min(range.end);
            if let Some(piece) = self.text.get(from..to) {
                out.push(piece, source + (from - text) as u64);
            }
            from = to;
            index += 1;
        }
    }

    /// The tidied text on its own.
    pub(super) fn into_text(self) -> String {
        self.kept().into_iter().filter_map(|kept| self.text.get(kept)).collect()
    }

    /// The source offset of the byte at `offset`.
    fn source(&self, offset: usize) -> u64 {
        let after = self.anchors.partition_point(|&(text, _)| text <= offset);
        let anchor = after.checked_sub(1).and_then(|i| self.anchors.get(i));
        anchor.map_or(0, |&(text, source)| source + (offset - text) as u64)
    }

    /// The parts of the text to keep, in order.
    fn kept(&self) -> Vec<Range<usize>> {
        if !self.holes {
            return std::iter::once(0..self.text.len()).collect();
        }
        let kept = tidy::kept(&self.text, |a, b| self.source(a) + 1 == self.source(b));
        match self.wiki {
            true => without(kept, &leftovers(&self.text)),
            false => kept,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Origin;

    fn tidied(pieces: &[&str]) -> String {
        let mut out = Builder::new();
        let mut paragraph = Paragraph { holes: true, ..Paragraph::default() };
        let mut at = 0;
        for piece in pieces {
            paragraph.push(piece, at);
            at += piece.len() as u64 + 10;
        }
        paragraph.flush(&mut out);
        out.finish(String::new(), String::new(), Origin::default()).text
    }

    #[test]
    fn what_removed_parts_leave_behind_is_tidied() {
        assert_eq!(tidied(&["Brumel (", ") is a town."]), "Brumel is a town.");
        assert_eq!(tidied(&["Brumel (", "; ", " born 1902) sang"]), "Brumel (born 1902) sang");
        assert_eq!(tidied(&["the town", " , built", " ."]), "the town, built.");
        assert_eq!(
            tidied(&["called \"", " Brumel\" or (", " Brum)"]),
            "called \"Brumel\" or (Brum)"
        );
        assert_eq!(tidied(&["Brumel (Old Tarn: Brum; ", ") is"]), "Brumel (Old Tarn: Brum) is");
        assert_eq!(
            tidied(&["Brumel (Tarn: Brum; IPA: ", ", born 1902)"]),
            "Brumel (Tarn: Brum; born 1902)"
        );
        assert_eq!(tidied(&["Brumel (IPA:", ") is"]), "Brumel is");
        assert_eq!(tidied(&["one, ", ", two"]), "one, two");
        assert_eq!(tidied(&["said \" yes \" twice"]), "said \"yes\" twice");
    }

    #[test]
    fn a_comment_after_a_hyphen_leaves_no_space() {
        let mut out = Builder::new();
        let mut paragraph = Paragraph::default();
        paragraph.push("three-", 0);
        paragraph.push_after_comment(" dimensional", 20);
        paragraph.push_after_comment(" shape", 40);
        paragraph.flush(&mut out);
        let document = out.finish(String::new(), String::new(), Origin::default());
        assert_eq!(document.text, "three-dimensional shape");
        assert_eq!(document.offsets.source(6), 21);
    }

    #[test]
    fn meant_punctuation_stays() {
        for text in [
            "call main() or f[] now, for (;;) ever",
            "a .NET tool ... and . . . so",
            "5\" by 3\" and \"x\" y",
        ] {
            assert_eq!(tidied(&[text]), text);
        }
    }
}
