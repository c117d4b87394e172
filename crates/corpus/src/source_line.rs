//! The lines of a text file, with their places and indentation.

/// A line without its line break and the spaces at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceLine<'a> {
    /// Where it starts in the text.
    pub at: usize,
    /// Its characters.
    pub text: &'a str,
}

/// The lines of a text.
pub(crate) fn source_lines(text: &str) -> Vec<SourceLine<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push(SourceLine { at, text: line.trim_end() });
        at += line.len();
    }
    lines
}

impl<'a> SourceLine<'a> {
    pub(crate) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// How many columns of white space it starts with.
    pub(crate) fn indent(&self) -> usize {
        columns(self.text).find(|&(_, _, char)| !is_indent(char)).map_or(0, |(_, column, _)| column)
    }

    /// What stands from a column on.
    pub(crate) fn after_column(&self, column: usize) -> SourceLine<'a> {
        let start = columns(self.text).find(|&(_, at, _)| at >= column);
        let start = start.map_or(self.text.len(), |(at, _, _)| at);
        SourceLine { at: self.at + start, text: self.text.get(start..).unwrap_or_default() }
    }

    /// Without the white space in front.
    pub(crate) fn trimmed(&self) -> SourceLine<'a> {
        let text = self.text.trim_start();
        SourceLine { at: self.at + (self.text.len() - text.len()), text }
    }

    /// Where it ends in the text.
    pub(crate) fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

fn is_indent(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\u{b}' | '\u{c}')
}

/// Byte, column and character; a tab leads to the next column that eight divides.
fn columns(text: &str) -> impl Iterator<Item = (usize, usize, char)> {
    let mut column = 0;
    text.char_indices().map(move |(at, char)| {
        let here = column;
        column = if char == '\t' { (column / 8 + 1) * 8 } else { column + 1 };
        (at, here, char)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_tabs() {
        let lines = source_lines("\tab\r\n  c  \n\n");
        assert_eq!(lines.len(), 3);
        assert_eq!((lines[0].indent(), lines[1].indent()), (8, 2));
        assert_eq!((lines[1].at, lines[1].text), (5, "  c"));
        assert_eq!(lines[1].after_column(2).text, "c");
        assert_eq!(lines[0].after_column(8).at, 1);
        assert!(lines[2].is_blank());
    }
}
