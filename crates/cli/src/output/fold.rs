//! How many columns a line has, and how a text is folded into such lines: at blanks, so that no word
//! is broken.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthStr;

use super::style::unmarked;

/// The columns of a terminal that does not tell them.
const USUAL: usize = 80;

/// The fewest and the most columns that text is set in; longer lines read badly.
const FEWEST: usize = 30;
const MOST: usize = 100;

/// The columns of the standard output: what `COLUMNS` says, or the terminal. None in a pipe, where
/// lines are not broken.
pub fn width() -> Option<usize> {
    let stdout = io::stdout();
    columns_of(stdout.is_terminal(), || terminal_size_of(&stdout).map(|(width, _)| width))
}

/// The columns of the standard error.
pub fn width_of_errors() -> Option<usize> {
    let stderr = io::stderr();
    columns_of(stderr.is_terminal(), || terminal_size_of(&stderr).map(|(width, _)| width))
}

fn columns_of(is_terminal: bool, size: impl Fn() -> Option<Width>) -> Option<usize> {
    let set = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let own = || is_terminal.then(|| size().map_or(USUAL, |Width(columns)| usize::from(columns)));
    set.or_else(own).map(|columns: usize| columns.clamp(FEWEST, MOST))
}

/// The columns that a text takes on a terminal, marks of style not counted.
pub fn columns(text: &str) -> usize {
    unmarked(text).width()
}

/// A text whose lines fit into a width. They are broken at blanks, and go on below their own text
/// where they begin with a column of numbers or names. A word that is longer than a line is left
/// whole on a line of its own.
pub fn fold(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        match columns(line) > width {
            true => fold_line(line, width, &mut out),
            false => out.push_str(line),
        }
        out.push_str(end);
    }
    out
}

fn fold_line(line: &str, width: usize, out: &mut String) {
    let hang = hang(line, width);
    let (mut column, mut has_word, mut rest) = (0, false, line);
    while !rest.is_empty() {
        let (blanks, after) = rest.split_at(rest.len() - rest.trim_start_matches(' ').len());
        let (word, more) = after.split_at(after.find(' ').unwrap_or(after.len()));
        let wide = columns(word);
        if has_word && column + blanks.len() + wide > width {
            // What fits into a whole line is not made longer than one.
            column = if hang + wide > width { 0 } else { hang };
            out.push('\n');
            out.push_str(&" ".repeat(column));
        } else {
            out.push_str(blanks);
            column += blanks.len();
        }
        out.push_str(word);
        (column, has_word, rest) = (column + wide, has_word || wide > 0, more);
    }
}

/// The column in which a line goes on: behind the first gap of two blanks, or else where it began.
fn hang(line: &str, width: usize) -> usize {
    let line = unmarked(line);
    let text = line.trim_start_matches(' ');
    let begin = line.len() - text.len();
    let behind = text.find("  ").map(|at| {
        let gap = text[at..].len() - text[at..].trim_start_matches(' ').len();
        begin + columns(&text[..at]) + gap
    });
    behind.filter(|column| column * 3 <= width).unwrap_or(begin.min(width / 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{DIM, TITLE, plain};

    #[test]
    fn lines_are_broken_at_blanks_and_go_on_below_their_text() {
        let text = format!(
            "  {TITLE}/why{TITLE:#}   {DIM}how the last question was understood{DIM:#}\nshort\n"
        );
        assert_eq!(
            plain(&fold(&text, Some(30))),
            "  /why   how the last question\n         was understood\nshort\n"
        );
        assert_eq!(fold(&text, None), text);
    }

    #[test]
    fn a_word_that_fits_no_line_is_left_whole() {
        let path = format!("/{}", "long/".repeat(8));
        let text = format!("    Opened {path} for you");
        assert_eq!(fold(&text, Some(30)), format!("    Opened\n{path}\n    for you"));
        assert_eq!(fold(&path, Some(30)), path);
    }

    #[test]
    fn wide_characters_count_for_two_columns() {
        assert_eq!(columns("木星 é"), 6);
        assert_eq!(fold("木星木星木星木星 木星木星木星木星", Some(30)).lines().count(), 2);
    }
}
