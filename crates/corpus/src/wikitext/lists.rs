//! Lists: which are open, by the markers at the start of a line.

use super::render::Render;
use crate::block::BlockKind;

/// Markers beyond this many do not nest.
const DEEPEST_LIST: usize = 8;

impl Render<'_> {
    /// Opens and closes lists, so that a line with these markers can be an item.
    pub(super) fn list_line(&mut self, markers: &str) {
        self.end_code();
        let markers = markers.as_bytes();
        let markers = markers.get(..markers.len().min(DEEPEST_LIST)).unwrap_or_default();
        let same =
            self.lists.iter().zip(markers).take_while(|(open, new)| fits(**open, **new)).count();
        // ":" goes on with the item or the description above it.
        if markers.get(same..).is_some_and(|rest| rest == b":")
            && same > 0
            && same == self.lists.len()
        {
            return;
        }
        let goes_on = same == markers.len() && markers.last() == Some(&b':');
        let kept = if same == markers.len() && !goes_on { same.saturating_sub(1) } else { same };
        let next = same == markers.len() && !goes_on && markers.last() != Some(&b';');
        self.close_to(if next { kept + 1 } else { kept });
        if next {
            self.builder.close();
            self.builder.open(kind(markers.last().copied().unwrap_or(b'*')));
            return;
        }
        for &marker in markers.get(kept..).unwrap_or_default() {
            self.open_list(marker);
        }
    }

    fn open_list(&mut self, marker: u8) {
        match marker {
            b';' => self.builder.open(BlockKind::Definition),
            // A line that is only set in has no list of its own.
            b':' => return,
            marker => {
                self.builder.open(BlockKind::List);
                self.builder.open(kind(marker));
            }
        }
        self.lists.push(marker);
    }

    fn close_to(&mut self, kept: usize) {
        while self.lists.len() > kept {
            if self.lists.pop() != Some(b';') {
                self.builder.close();
            }
            self.builder.close();
        }
    }

    /// Closes all lists.
    pub(super) fn close_lists(&mut self) {
        self.close_to(0);
    }
}

/// Whether a marker goes on with what another has opened.
fn fits(open: u8, new: u8) -> bool {
    open == new || (open == b';' && new == b':')
}

fn kind(marker: u8) -> BlockKind {
    match marker {
        b'#' => BlockKind::Step,
        _ => BlockKind::Item,
    }
}
