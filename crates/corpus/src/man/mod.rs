//! Manual pages, in the `man` and `mdoc` macros of roff.

mod conditions;
mod escapes;
mod glyphs;
mod layout;
mod mdoc;
mod pages;
mod requests;
mod tbl;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::builder::Builder;
use crate::names;
use crate::source_line::{SourceLine, source_lines};
use crate::unit::{Parsed, Problem, Redirect, Unit, Why};
use layout::Level;

/// Blocks nested deeper than this are not opened.
const DEEPEST: usize = 24;

/// Parses one manual page.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let base = unit.offset + (unit.bytes.len() - text.len()) as u64;
    let lines = source_lines(text);
    if let Some(target) = only_source(&lines) {
        return Ok(redirect(unit, target));
    }
    let mut reader = Reader {
        base,
        lines,
        builder: Builder::new(),
        strings: HashMap::new(),
        title: None,
        program: String::new(),
        levels: vec![Level::default()],
        filled: true,
        in_code: false,
        else_holds: Vec::new(),
        in_synopsis: false,
        nesting: 0,
        unclosed: Vec::new(),
        link: None,
        stem: pages::stem(&unit.path),
    };
    reader.run();
    reader.end_section();
    if reader.builder.is_empty() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let title = reader.title.unwrap_or_else(|| reader.stem.to_owned());
    let name = title.split('(').next().unwrap_or_default().to_owned();
    let mut document = reader.builder.finish(unit.id(&unit.path), title, unit.origin());
    document.names = vec![
        names::path(&unit.source, &unit.path),
        names::page(&unit.source, &document.title),
        names::page(&unit.source, &name),
    ];
    Ok(Parsed::Document(Box::new(document)))
}

/// The file that a page stands for, where it holds nothing else.
fn only_source<'a>(lines: &[SourceLine<'a>]) -> Option<&'a str> {
    let mut rest = lines.iter().map(|line| line.text).filter(|line| {
        !line.is_empty() && !line.starts_with(".\\\"") && !line.starts_with("'\\\"")
    });
    let target = rest.next()?.strip_prefix(".so")?.trim();
    (rest.next().is_none() && !target.is_empty()).then_some(target)
}

fn redirect(unit: &Unit, target: &str) -> Parsed {
    // The target counts from the folder that holds man1, man2 and so on.
    let mut folders: Vec<&str> = unit.path.split('/').rev().skip(1).collect();
    folders.reverse();
    if target.contains('/') {
        folders.pop();
    }
    let mut path = folders;
    path.push(target);
    let mut path = path.join("/");
    if unit.path.ends_with(".gz") && !path.ends_with(".gz") {
        path.push_str(".gz");
    }
    Parsed::Redirect(Redirect {
        id: unit.id(&unit.path),
        from: names::path(&unit.source, &unit.path),
        to: names::path(&unit.source, &path),
    })
}

struct Reader<'a> {
    base: u64,
    lines: Vec<SourceLine<'a>>,
    builder: Builder,
    /// What `.ds` defines.
    strings: HashMap<String, String>,
    title: Option<String>,
    /// What `.Nm` stands for.
    program: String,
    levels: Vec<Level>,
    /// Whether lines are joined.
    filled: bool,
    /// A block of code is open.
    in_code: bool,
    /// What `.el` depends on.
    else_holds: Vec<bool>,
    in_synopsis: bool,
    /// How many requests are being read, each as part of another.
    nesting: usize,
    /// Ends that are known not to come any more.
    unclosed: Vec<&'static str>,
    /// The address of the link whose words are being read, and where they start.
    link: Option<(String, usize)>,
    stem: &'a str,
}

impl<'a> Reader<'a> {
    fn line(&self, index: usize) -> SourceLine<'a> {
        self.lines.get(index).copied().unwrap_or(SourceLine { at: 0, text: "" })
    }

    fn source(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            at = self.step(at).max(at + 1);
        }
    }

    /// Reads a line, or what starts on it; answers the line after it.
    fn step(&mut self, at: usize) -> usize {
        let line = self.line(at);
        self.step_line(line, at)
    }

    fn step_line(&mut self, line: SourceLine<'a>, at: usize) -> usize {
        let first = line.text.chars().next();
        if matches!(first, Some('.' | '\'')) {
            let rest = SourceLine { at: line.at + 1, text: line.text.get(1..).unwrap_or_default() };
            // Conditions within conditions, terms within terms.
            if self.nesting >= DEEPEST {
                return at + 1;
            }
            self.nesting += 1;
            let next = self.request(rest.trimmed(), at);
            self.nesting -= 1;
            return next;
        }
        self.text_line(line);
        at + 1
    }
}
