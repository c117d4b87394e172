//! A table, written as text, Markdown, LaTeX or CSV.

/// The most decimals that are written: more than a double has, and few enough for any format.
pub const MOST_DIGITS: usize = 17;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Columns of equal width.
    Text,
    /// A Markdown table.
    Markdown,
    /// A LaTeX table (booktabs).
    Latex,
    /// Comma-separated values.
    Csv,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What it shows.
    pub title: String,
    /// The columns' names.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// Whether it is the best of its column.
    pub best: bool,
    /// Letters of the systems it is significantly better than.
    pub marks: String,
    /// Whether it stands to the right, as numbers do.
    pub number: bool,
}

impl Cell {
    /// A cell of text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// A cell that holds a number already written.
    pub fn number(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), number: true, ..Cell::default() }
    }

    /// A score with so many decimals, [`MOST_DIGITS`] at most; a dash for none.
    pub fn score(score: Option<f64>, digits: usize) -> Cell {
        let digits = digits.min(MOST_DIGITS);
        Cell::number(score.map_or_else(|| "-".to_owned(), |s| format!("{s:.digits$}")))
    }

    /// A score with all its digits; nothing for none.
    pub fn exact(score: Option<f64>) -> Cell {
        Cell::number(score.map_or_else(String::new, |s| s.to_string()))
    }
}

impl Grid {
    /// Writes the table.
    pub fn write(&self, style: Style) -> String {
        match style {
            Style::Text => self.plain(),
            Style::Markdown => self.markdown(),
            Style::Latex => self.latex(),
            Style::Csv => self.csv(),
        }
    }

    fn plain(&self) -> String {
        let starred = self.rows.iter().flatten().any(|cell| cell.best);
        let show = |cell: &Cell| {
            let star = match cell.best {
                true => "*",
                // Decimal points stand below each other.
                false if starred && cell.number && cell.marks.is_empty() => " ",
                false => "",
            };
            let marks =
                if cell.marks.is_empty() { String::new() } else { format!(" {}", cell.marks) };
            format!("{}{star}{marks}", cell.text)
        };
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(show).collect()).collect();
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.chain(self.head.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let numbers: Vec<bool> = (0..self.head.len())
            .map(|c| self.rows.iter().any(|row| row.get(c).is_some_and(|cell| cell.number)))
            .collect();
        let line = |cells: &[String]| {
            let padded: Vec<String> = cells
                .iter()
                .zip(widths.iter().zip(&numbers))
                .map(
                    |(cell, (&width, &number))| {
                        if number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                    },
                )
                .collect();
            format!("{}\n", padded.join("  ").trim_end())
        };
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&format!("{}\n", self.title));
        }
        out.push_str(&line(&self.head));
        rows.iter().for_each(|row| out.push_str(&line(row)));
        out
    }

    fn markdown(&self) -> String {
        let escape = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let show = |cell: &Cell| {
            let text = escape(&cell.text);
            let text = if cell.best { format!("**{text}**") } else { text };
            if cell.marks.is_empty() { text } else { format!("{text}<sup>{}</sup>", cell.marks) }
        };
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&format!("**{}**\n\n", escape(&self.title)));
        }
        let head: Vec<String> = self.head.iter().map(|h| escape(h)).collect();
        out.push_str(&format!("| {} |\n", head.join(" | ")));
        out.push_str(&format!("|{}\n", "---|".repeat(self.head.len())));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(show).collect();
            out.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        out
    }

    fn latex(&self) -> String {
        let show = |cell: &Cell| {
            let text = latex_text(&cell.text);
            let text = if cell.best { format!("\\textbf{{{text}}}") } else { text };
            if cell.marks.is_empty() { text } else { format!("{text}$^{{{}}}$", cell.marks) }
        };
        let columns: String = (0..self.head.len())
            .map(|c| {
                let number = self.rows.iter().any(|r| r.get(c).is_some_and(|cell| cell.number));
                if number { 'r' } else { 'l' }
            })
            .collect();
        let head: Vec<String> = self.head.iter().map(|h| latex_text(h)).collect();
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&format!("% {}\n", self.title.replace('\n', " ")));
        }
        out.push_str(&format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n"));
        out.push_str(&format!("{} \\\\\n\\midrule\n", head.join(" & ")));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(show).collect();
            out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
        }
        out.push_str("\\bottomrule\n\\end{tabular}\n");
        out
    }

    fn csv(&self) -> String {
        let marked = self.rows.iter().flatten().any(|cell| !cell.marks.is_empty());
        let mut out = String::new();
        let mut line = |cells: Vec<String>| out.push_str(&format!("{}\n", cells.join(",")));
        line(self.head.iter().map(|h| csv_field(h)).collect());
        for row in &self.rows {
            let show = |cell: &Cell| match marked && !cell.marks.is_empty() {
                true => csv_field(&format!("{} {}", cell.text, cell.marks)),
                false => csv_field(&cell.text),
            };
            line(row.iter().map(show).collect());
        }
        out
    }
}

fn latex_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '\n' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

/// A field of a CSV line, in quotation marks where it needs them.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod digits {
    use super::*;

    #[test]
    fn more_decimals_than_a_number_has_are_not_written() {
        assert_eq!(Cell::score(Some(0.5), 3).text, "0.500");
        assert_eq!(Cell::score(Some(0.5), 70_000).text.len(), MOST_DIGITS + 2);
        assert_eq!(Cell::score(None, 70_000).text, "-");
    }
}
