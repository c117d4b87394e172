//! A table of a report, written as HTML and as Markdown.

use std::fmt::Write;

use super::escape;

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Where its published numbers are from; empty where it has none.
    pub source: String,
    /// The first column's head.
    pub head: String,
    /// The other columns' heads.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What must be known to read it, a sentence each.
    pub notes: Vec<String>,
}

/// Whose numbers a row has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Of no one in particular.
    #[default]
    Plain,
    /// The paper's.
    Published,
    /// People's.
    Human,
    /// A run's of this report.
    Ours,
}

/// A row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Whose numbers it has.
    pub kind: Kind,
    /// Its cells, one a column.
    pub cells: Vec<Cell>,
    /// The notes that hold for it, by their marks.
    pub marks: Vec<String>,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// Whether it is the best of its column among those it is compared with.
    pub best: bool,
    /// Whether it says words, not a number.
    pub words: bool,
}

impl Cell {
    /// A number that is not there.
    pub fn none() -> Cell {
        Cell { text: "–".to_owned(), ..Cell::default() }
    }

    /// A number with so many decimals.
    pub fn value(value: f64, digits: usize) -> Cell {
        // A value that rounds to nothing has no sign.
        let text = format!("{value:.digits$}");
        let zero = text.chars().all(|c| "-0.".contains(c));
        Cell {
            text: if zero { text.replace('-', "") } else { text.replace('-', "−") },
            ..Cell::default()
        }
    }

    /// A count, with its thousands apart.
    pub fn count(count: usize) -> Cell {
        Cell { text: thousands(count), ..Cell::default() }
    }

    /// Words.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), words: true, ..Cell::default() }
    }
}

/// A count with its thousands apart.
pub fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl Row {
    /// A row of no one in particular.
    pub fn plain(name: impl Into<String>, cells: Vec<Cell>) -> Row {
        Row { name: name.into(), cells, ..Row::default() }
    }
}

impl Table {
    /// An empty table.
    pub fn titled(title: impl Into<String>) -> Table {
        Table { title: title.into(), ..Table::default() }
    }

    /// The table in a box that scrolls where the page is narrow.
    pub fn html(&self) -> String {
        let mut out = String::new();
        let title = escape::html(&self.title);
        let _ = write!(
            out,
            "<figure class=\"table\"><figcaption>{title}{}</figcaption>\
             <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{title}\"><table><thead><tr><th scope=\"col\">{}</th>",
            match self.source.as_str() {
                "" => String::new(),
                source => format!(" <span class=\"source\">{}</span>", escape::html(source)),
            },
            escape::html(&self.head),
        );
        for column in &self.columns {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape::html(column));
        }
        out.push_str("</tr></thead><tbody>");
        for row in &self.rows {
            row.html(&mut out);
        }
        out.push_str("</tbody></table></div>");
        if !self.notes.is_empty() {
            out.push_str("<ul class=\"notes\">");
            for note in &self.notes {
                let _ = write!(out, "<li>{}</li>", escape::html(note));
            }
            out.push_str("</ul>");
        }
        out.push_str("</figure>");
        out
    }

    /// The table with its title and notes.
    pub fn markdown(&self) -> String {
        let mut out = format!("**{}**", escape::markdown(&self.title));
        if !self.source.is_empty() {
            let _ = write!(out, " ({})", escape::markdown(&self.source));
        }
        let _ = write!(out, "\n\n| {} |", escape::markdown(&self.head));
        for column in &self.columns {
            let _ = write!(out, " {} |", escape::markdown(column));
        }
        out.push_str("\n|---|");
        for column in 0..self.columns.len() {
            let words = self.rows.iter().any(|row| row.cells.get(column).is_some_and(|c| c.words));
            out.push_str(if words { "---|" } else { "--:|" });
        }
        out.push('\n');
        for row in &self.rows {
            let _ = write!(out, "| {} |", row.markdown_name());
            for cell in &row.cells {
                let text = escape::markdown(&cell.text);
                let _ = match cell.best {
                    true => write!(out, " **{text}** |"),
                    false => write!(out, " {text} |"),
                };
            }
            out.push('\n');
        }
        for note in &self.notes {
            let _ = write!(out, "\n- {}", escape::markdown(note));
        }
        if !self.notes.is_empty() {
            out.push('\n');
        }
        out
    }
}

impl Row {
    fn html(&self, out: &mut String) {
        let class = match self.kind {
            Kind::Plain => "",
            Kind::Published => " class=\"published\"",
            Kind::Human => " class=\"human\"",
            Kind::Ours => " class=\"ours\"",
        };
        let _ = write!(out, "<tr{class}><th scope=\"row\">{}", escape::html(&self.name));
        if self.kind == Kind::Ours {
            out.push_str(" <span class=\"tag\">this run</span>");
        }
        for mark in &self.marks {
            let _ = write!(out, "<sup>{}</sup>", escape::html(mark));
        }
        out.push_str("</th>");
        for cell in &self.cells {
            let text = escape::html(&cell.text);
            let class = if cell.words { " class=\"words\"" } else { "" };
            let _ = match cell.best {
                true => write!(out, "<td{class}><strong>{text}</strong></td>"),
                false => write!(out, "<td{class}>{text}</td>"),
            };
        }
        out.push_str("</tr>");
    }

    fn markdown_name(&self) -> String {
        let name = escape::markdown(&self.name);
        let marks: String = self.marks.iter().map(|mark| format!(" ({mark})")).collect();
        match self.kind {
            Kind::Ours => format!("**{name}** (this run){marks}"),
            Kind::Human => format!("*{name}*{marks}"),
            _ => format!("{name}{marks}"),
        }
    }
}

/// Marks the highest number of each column among the rows of one kind, where there are two or more.
pub fn mark_best(rows: &mut [Row], kind: Kind) {
    let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    for column in 0..columns {
        let number = |row: &Row| {
            let cell = row.cells.get(column).filter(|_| row.kind == kind)?;
            cell.text.replace('−', "-").parse::<f64>().ok()
        };
        let numbers: Vec<f64> = rows.iter().filter_map(number).collect();
        let Some(best) = numbers.iter().copied().reduce(f64::max) else { continue };
        if numbers.len() < 2 || numbers.iter().all(|&other| other == best) {
            continue;
        }
        for row in rows.iter_mut() {
            if number(row) == Some(best) {
                row.cells[column].best = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(Cell::value(-0.0004, 3).text, "0.000");
        assert_eq!(Cell::value(-3.9366, 3).text, "−3.937");
    }

    #[test]
    fn the_best_is_told_among_its_own_kind() {
        let row = |kind, value| Row { kind, cells: vec![Cell::value(value, 1)], ..Row::default() };
        let mut rows =
            vec![row(Kind::Published, 90.0), row(Kind::Ours, 10.0), row(Kind::Ours, 20.0)];
        mark_best(&mut rows, Kind::Ours);
        assert_eq!(rows.iter().map(|r| r.cells[0].best).collect::<Vec<_>>(), [false, false, true]);
    }
}
