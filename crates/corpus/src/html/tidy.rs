//! Mends what removed parts of a paragraph (a pronunciation, a reference mark) leave behind:
//! empty brackets, labels without a value, stray spaces and commas.

use std::ops::Range;

/// The longest label (`IPA:`) that goes with its removed value, in bytes.
const LABEL: usize = 40;

/// The parts of `text`, whose white space is folded, to keep. `adjacent` says whether two bytes
/// stood side by side in the source: what stood so was meant, as in "main()".
pub(super) fn kept(text: &str, adjacent: impl Fn(usize, usize) -> bool) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut tidy = Tidy {
        bytes,
        kept: Vec::new(),
        quotes: 0,
        even: bytes.iter().filter(|&&b| b == b'"').count() % 2 == 0,
        adjacent,
    };
    if is_suspect(bytes) {
        (0..bytes.len()).for_each(|i| tidy.byte(i));
    } else {
        tidy.kept.push(0..bytes.len());
    }
    tidy.kept
}

/// A quick look for anything that could need mending.
fn is_suspect(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| match pair {
        [b'(' | b'[' | b'"', b' '] => true,
        [b' ', next] => matches!(next, b')' | b']' | b',' | b';' | b'.' | b'"'),
        [b'(' | b'[' | b':' | b',' | b';', next] => matches!(next, b')' | b']' | b',' | b';'),
        _ => false,
    })
}

struct Tidy<'b, F> {
    bytes: &'b [u8],
    kept: Vec<Range<usize>>,
    /// Quotation marks kept so far.
    quotes: usize,
    /// Whether they pair up in this paragraph.
    even: bool,
    adjacent: F,
}

impl<F: Fn(usize, usize) -> bool> Tidy<'_, F> {
    fn byte(&mut self, i: usize) {
        match self.bytes.get(i) {
            Some(b' ') if self.is_stray_space(i) => {}
            Some(b',' | b';') => self.separator(i),
            Some(&close @ (b')' | b']')) => self.close(i, close),
            Some(b'"') => {
                self.quotes += 1;
                self.keep(i);
            }
            _ => self.keep(i),
        }
    }

    /// A comma or semicolon, which goes where nothing is left before it.
    fn separator(&mut self, i: usize) {
        let gap = self.is_gap_before(i);
        if gap && self.last() == Some(b':') {
            self.drop_label();
        }
        if !(gap && matches!(self.last(), Some(b'(' | b'[' | b',' | b';'))) {
            self.keep(i);
        }
    }

    /// A closing bracket, which goes with its opening one where nothing is left between them.
    fn close(&mut self, i: usize, close: u8) {
        if self.is_gap_before(i) {
            if self.last() == Some(b':') {
                self.drop_label();
            }
            if matches!(self.last(), Some(b',' | b';')) {
                self.unkeep();
            }
            let open = if close == b')' { b'(' } else { b'[' };
            if self.last() == Some(open) {
                return self.drop_bracket(i);
            }
        }
        self.keep(i);
    }

    fn drop_bracket(&mut self, close: usize) {
        self.unkeep();
        let next = self.bytes.get(close + 1);
        let ends = matches!(next, None | Some(b' ' | b',' | b';' | b'.' | b')' | b']'));
        if self.last() == Some(b' ') && ends {
            self.unkeep();
        }
    }

    /// Drops `IPA:` back to the bracket or separator before it.
    fn drop_label(&mut self) {
        let back = self.kept.iter().rev().flat_map(|range| range.clone().rev());
        let before = back.take(LABEL).position(|i| {
            matches!(self.bytes.get(i), Some(b'(' | b'[' | b',' | b';' | b'.' | b')' | b']'))
        });
        let Some(length) = before else { return };
        let edge = self.kept.iter().rev().flat_map(|range| range.clone().rev()).nth(length);
        let edge = edge.and_then(|i| self.bytes.get(i));
        if matches!(edge, Some(b'(' | b'[' | b',' | b';')) {
            (0..length).for_each(|_| self.unkeep());
        }
    }

    fn is_stray_space(&self, i: usize) -> bool {
        let after = self.bytes.get(i + 2);
        match (self.last(), self.bytes.get(i + 1)) {
            (None | Some(b'(' | b'['), _) | (_, Some(b')' | b']' | b',' | b';')) => true,
            (Some(last), Some(b'.')) => {
                let dots = after == Some(&b' ') && self.bytes.get(i + 3) == Some(&b'.');
                last != b'.' && !dots && matches!(after, None | Some(b' ' | b')' | b'"'))
            }
            (Some(b'"'), _) if self.even && self.quotes % 2 == 1 => self.opens_quote(),
            (_, Some(b'"')) if self.even && self.quotes % 2 == 1 => {
                after.is_none_or(|b| !b.is_ascii_alphanumeric() && b.is_ascii())
            }
            _ => false,
        }
    }

    /// Whether the quotation mark kept last stands where one opens.
    fn opens_quote(&self) -> bool {
        let mark = self.last_index();
        let before = mark.and_then(|mark| mark.checked_sub(1)).and_then(|i| self.bytes.get(i));
        matches!(before, None | Some(b' ' | b'(' | b'['))
    }

    fn is_gap_before(&self, i: usize) -> bool {
        self.last_index().is_some_and(|last| !(self.adjacent)(last, i))
    }

    fn last_index(&self) -> Option<usize> {
        self.kept.last().and_then(|range| range.end.checked_sub(1))
    }

    fn last(&self) -> Option<u8> {
        self.bytes.get(self.last_index()?).copied()
    }

    fn keep(&mut self, i: usize) {
        match self.kept.last_mut() {
            Some(range) if range.end == i => range.end += 1,
            _ => self.kept.push(i..i + 1),
        }
    }

    fn unkeep(&mut self) {
        if let Some(range) = self.kept.last_mut() {
            range.end = range.end.saturating_sub(1);
            if range.end <= range.start {
                self.kept.pop();
            }
        }
    }
}
