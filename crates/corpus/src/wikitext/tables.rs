//! Tables: `{| … |}`. Each row is read with its column heads.

use super::line::Line;
use super::render::{DEEPEST, Part, Render};
use crate::block::BlockKind;
use crate::rows::RowWriter;

/// A row has no more columns, and no cell spans more of them or more rows.
const MOST_COLUMNS: usize = 100;
const MOST_SPANNED: usize = 50;

/// A cell that spans rows is read with each of them where it is short, and few are.
const LONGEST_SPANNING: usize = 100;
const MOST_SPANNING: usize = 4;

/// A head is read with every cell below it.
const LONGEST_HEAD: usize = 100;

/// A cell as it stands in the wikitext.
#[derive(Clone, Copy, Debug)]
struct Cell {
    content: Part,
    head: bool,
    columns: usize,
    rows: usize,
}

/// A rendered cell.
#[derive(Clone, Debug, Default)]
struct Shown {
    line: Line,
    head: bool,
}

impl Render<'_> {
    /// Renders the table that is span `index`; false where it is no content or no table can be.
    pub(super) fn table(&mut self, index: usize, depth: usize) -> bool {
        if self.state.muted.is_some() || depth + 1 >= DEEPEST || self.in_box {
            return false;
        }
        let whole = self.inside(index);
        let first = self.find_in(whole, b'\n');
        let attributes = self.text.get(whole.start..first.map_or(whole.end, |(at, _)| at));
        let attributes = attributes.unwrap_or_default();
        if ["navbox", "metadata", "ambox", "mbox-", "noprint", "navigation"]
            .iter()
            .any(|c| attributes.contains(c))
        {
            return false;
        }
        if self.in_lead && depth == 0 && attributes.contains("infobox") {
            self.defer(index);
            return true;
        }
        self.flush();
        self.close_lists();
        self.end_code();
        self.builder.paragraph();
        let Some((start, span)) = first else { return true };
        self.rows(Part { start: start + 1, end: whole.end, span }, depth);
        self.builder.paragraph();
        true
    }

    fn rows(&mut self, part: Part, depth: usize) {
        let mut table = Table::default();
        let mut row: Vec<Cell> = Vec::new();
        let mut caption: Option<Part> = None;
        let mut opened = false;
        let mut rest = part;
        while rest.start < part.end {
            let next = self.find_in(rest, b'\n');
            let (end, after) = next.unwrap_or((part.end, rest.span));
            let line = self.trim(Part { end, ..rest });
            let goes_on = Part { start: end + 1, end: part.end, span: after };
            match (self.byte(line.start), self.byte(line.start + 1)) {
                _ if line.start >= line.end => {}
                (b'|', b'-') => {
                    self.caption_before(&mut caption, &mut opened, depth);
                    self.row(&mut table, std::mem::take(&mut row), depth);
                }
                (b'|', b'+') => caption = Some(Part { start: line.start + 2, ..line }),
                (b'|', b'}') => {}
                (b'|' | b'!', _) => {
                    self.caption_before(&mut caption, &mut opened, depth);
                    self.cells(line, &mut row);
                }
                // A cell goes on in the next lines.
                _ => match (row.last_mut(), &mut caption) {
                    (Some(cell), _) => cell.content.end = line.end,
                    (None, Some(caption)) => caption.end = line.end,
                    (None, None) => {}
                },
            }
            rest = goes_on;
        }
        self.caption_before(&mut caption, &mut opened, depth);
        self.row(&mut table, row, depth);
        if opened {
            self.builder.close();
        }
    }

    /// The caption stands above the rows.
    fn caption_before(&mut self, caption: &mut Option<Part>, opened: &mut bool, depth: usize) {
        if let Some(caption) = caption.take()
            && !*opened
        {
            let caption = self.without_attributes(caption).0;
            self.give_caption(caption, depth);
        }
        if !std::mem::replace(opened, true) {
            self.builder.open(BlockKind::Table);
        }
    }

    /// Takes a line of cells apart.
    fn cells(&self, line: Part, row: &mut Vec<Cell>) {
        let head = self.byte(line.start) == b'!';
        let mut rest = Part { start: line.start + 1, ..line };
        while row.len() < MOST_COLUMNS {
            let (end, next) = self.cell_end(rest, head);
            let (content, attributes) = self.without_attributes(Part { end, ..rest });
            row.push(Cell {
                content: self.trim(content),
                head,
                columns: spanned(attributes, "colspan"),
                rows: spanned(attributes, "rowspan"),
            });
            let Some(next) = next else { break };
            rest = next;
        }
    }

    /// Where a cell ends, and what follows its `||` or `!!`.
    fn cell_end(&self, part: Part, head: bool) -> (usize, Option<Part>) {
        let bars = self.doubled(part, b'|');
        let marks = if head { self.doubled(part, b'!') } else { None };
        let found = match (bars, marks) {
            (Some(a), Some(b)) => Some(if a.0 <= b.0 { a } else { b }),
            (a, b) => a.or(b),
        };
        match found {
            Some((at, span)) => (at, Some(Part { start: at + 2, end: part.end, span })),
            None => (part.end, None),
        }
    }

    /// The first such byte that stands twice.
    fn doubled(&self, part: Part, byte: u8) -> Option<(usize, usize)> {
        let mut rest = part;
        loop {
            let (at, span) = self.find_in(rest, byte)?;
            if at + 1 < part.end && self.byte(at + 1) == byte {
                return Some((at, span));
            }
            rest = Part { start: at + 1, end: part.end, span };
        }
    }

    /// Parts a cell's text from the attributes before its bar.
    fn without_attributes(&self, part: Part) -> (Part, &str) {
        if let Some((bar, span)) = self.find_in(part, b'|') {
            let before = self.text.get(part.start..bar).unwrap_or_default();
            if before.contains('=') && !before.contains("[[") && before.len() < 1000 {
                return (Part { start: bar + 1, end: part.end, span }, before);
            }
        }
        (part, "")
    }

    fn row(&mut self, table: &mut Table, cells: Vec<Cell>, depth: usize) {
        if cells.is_empty() {
            return;
        }
        let mut row: Vec<Shown> = Vec::new();
        for cell in cells {
            table.fill(&mut row);
            let line = self.clean_inline(cell.content, depth);
            let shown = Shown { line, head: cell.head };
            if cell.rows > 1 {
                table.span(row.len(), cell.rows - 1, &shown);
            }
            row.push(shown);
            for _ in 1..cell.columns {
                row.push(Shown { line: Line::default(), head: cell.head });
            }
            if row.len() >= MOST_COLUMNS {
                break;
            }
        }
        table.fill(&mut row);
        if table.take_heads(&row) {
            return;
        }
        let mut writer = RowWriter::begin(self.builder);
        for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.line.is_blank()) {
            writer.cell(column);
            let origin = cell.line.origins.first().map_or(0, |&(_, origin)| origin);
            writer.before_text(self.builder, &table.heads, self.offsets.run(origin).0);
            self.give(&cell.line);
        }
        self.builder.close();
    }
}

/// What a table's rows have in common.
#[derive(Default)]
struct Table {
    heads: Vec<String>,
    /// The last row was one of heads.
    in_heads: bool,
    /// Cells that span rows: their column, how many rows are left, and their text.
    spanning: Vec<(usize, usize, Shown)>,
}

impl Table {
    /// Adds the cells that come from rows above, where it is their column's turn.
    fn fill(&mut self, row: &mut Vec<Shown>) {
        while let Some(place) = self.spanning.iter().position(|(column, _, _)| *column == row.len())
        {
            let Some((_, left, shown)) = self.spanning.get_mut(place) else { break };
            row.push(shown.clone());
            *left -= 1;
            if *left == 0 {
                self.spanning.swap_remove(place);
            } else if row.len() >= MOST_COLUMNS {
                break;
            }
        }
    }

    fn span(&mut self, column: usize, rows: usize, shown: &Shown) {
        if self.spanning.len() < MOST_SPANNING && shown.line.text.len() <= LONGEST_SPANNING {
            self.spanning.push((column, rows, shown.clone()));
        }
    }

    /// Takes a row of heads; false where it is a row of cells.
    fn take_heads(&mut self, row: &[Shown]) -> bool {
        let filled = row.iter().filter(|cell| !cell.line.is_blank()).count();
        if filled < 2 || !row.iter().all(|cell| cell.head) {
            self.in_heads = false;
            return false;
        }
        let above = match std::mem::replace(&mut self.in_heads, true) {
            true => std::mem::take(&mut self.heads),
            false => Vec::new(),
        };
        let head = |(column, cell): (usize, &Shown)| {
            let text: String = cell.line.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text: String = text.chars().take(LONGEST_HEAD).collect();
            match above.get(column).filter(|above| !above.is_empty() && **above != text) {
                Some(above) if above.len() < LONGEST_HEAD => {
                    format!("{above} {text}").trim().to_owned()
                }
                _ => text,
            }
        };
        self.heads = row.iter().enumerate().map(head).collect();
        true
    }
}

fn spanned(attributes: &str, name: &str) -> usize {
    let value = attributes.split_once(name).map_or("", |(_, rest)| rest);
    let digits = value.trim_start_matches([' ', '=', '"', '\'']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number = digits.get(..end).and_then(|n| n.parse().ok()).unwrap_or(1);
    usize::clamp(number, 1, MOST_SPANNED)
}
