//! OpenDocument texts: `.odt`, a zip of XML parts, and `.fodt`, all of it in one XML file.

mod inline;
mod styles;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::block::BlockKind;
use crate::formula::formula;
use crate::grid::Grid;
use crate::office::{Role, Words, Writer};
use crate::package::Package;
use crate::titled::{meant, parsed};
use crate::unit::{Parsed, Problem, Unit};
use crate::xml::{Broken, Element, Tree, decode};
use styles::Styles;

/// How many formulas of a text are read.
const MOST_FORMULAS: usize = 10_000;

/// Parses one OpenDocument text.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let first = unit.bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'<' | 0xef | 0xfe | 0xff) => flat(unit),
        _ => packed(unit),
    }
}

fn flat(unit: &Unit) -> Result<Parsed, Problem> {
    let (text, shift) = decode(&unit.bytes).map_err(|at| {
        unit.problem(at, "not UTF-8, and its encoding is not declared; save it as .odt")
    })?;
    let tree = Tree::parse(&text, 0)
        .map_err(|Broken { at, message }| unit.problem(shift + at, message))?;
    Ok(read(unit, &tree, &[&tree], &tree, HashMap::new()))
}

fn packed(unit: &Unit) -> Result<Parsed, Problem> {
    let mut package = Package::open(unit)?;
    let manifest = package.text("META-INF/manifest.xml")?;
    let manifest = package.tree("META-INF/manifest.xml", &manifest)?;
    if manifest.named("encryption-data").next().is_some() {
        return Err(unit.problem(0, "is encrypted; save it again without a password"));
    }
    let content = package.needed("content.xml")?;
    let styles = package.text("styles.xml")?;
    let meta = package.text("meta.xml")?;
    let content = package.tree("content.xml", &content)?;
    let styles = package.tree("styles.xml", &styles)?;
    let meta = package.tree("meta.xml", &meta)?;
    let mut formulas = HashMap::new();
    let objects: HashSet<String> =
        content.named("object").filter_map(|object| object.attribute("href")).collect();
    for href in objects.into_iter().take(MOST_FORMULAS) {
        let folder = href.trim_start_matches("./").trim_end_matches('/');
        let part = format!("{folder}/content.xml");
        let text = package.text(&part)?;
        // An object may be anything, a chart for example.
        let math = Tree::parse(&text, 0)
            .ok()
            .and_then(|tree| tree.root().filter(|root| root.name() == "math").map(formula));
        formulas.extend(math.map(|math| (href, math)));
    }
    Ok(read(unit, &content, &[&styles, &content], &meta, formulas))
}

fn read(
    unit: &Unit,
    content: &Tree,
    styles: &[&Tree],
    meta: &Tree,
    formulas: HashMap<String, String>,
) -> Parsed {
    let mut reader = Reader {
        unit,
        styles: Styles::read(styles),
        formulas,
        writer: Writer::default(),
        lists: Vec::new(),
    };
    let body = content.root().and_then(|root| root.path(&["body", "text"]));
    if let Some(body) = body {
        reader.blocks(body);
    }
    let properties = meta.root().and_then(|root| root.path(&["meta", "title"]));
    let title = properties.and_then(|title| meant(&title.text()));
    parsed(reader.writer.finish(unit, title))
}

struct Reader<'u> {
    unit: &'u Unit,
    styles: Styles,
    /// The formulas of embedded objects, by their links.
    formulas: HashMap<String, String>,
    writer: Writer,
    /// The styles of the open lists, the outermost first.
    lists: Vec<String>,
}

impl Reader<'_> {
    /// Reads what holds paragraphs, lists and tables.
    fn blocks(&mut self, parent: Element) {
        for element in parent.elements() {
            self.block(element);
        }
    }

    fn block(&mut self, element: Element) {
        match element.name() {
            "h" => self.heading(element),
            "p" => self.paragraph(element),
            "list" => self.list(element),
            "table" => self.table(element),
            "tracked-changes"
            | "forms"
            | "table-of-content"
            | "illustration-index"
            | "table-index"
            | "object-index"
            | "user-index"
            | "alphabetical-index"
            | "annotation"
            | "title"
            | "desc"
            | "sequence-decls"
            | "variable-decls"
            | "user-field-decls"
            | "note-citation"
            | "dde-connection-decls" => {}
            "section" if element.attribute("display").as_deref() == Some("none") => {}
            "object" => {
                let text = self.formula(element);
                self.writer
                    .paragraph(Role::Body, &Words { text, formula: true, ..Words::default() });
            }
            _ => self.blocks(element),
        }
    }

    fn heading(&mut self, element: Element) {
        let level = element.attribute("outline-level").and_then(|level| level.parse::<u8>().ok());
        let inline = self.inline_of(element);
        let role = Role::Heading(level.unwrap_or(1).max(1));
        self.writer.paragraph(role, &inline.words);
        self.below(inline);
    }

    fn paragraph(&mut self, element: Element) {
        let inline = self.inline_of(element);
        let role = self.styles.role(element.attribute("style-name").as_deref());
        // A heading is an element of its own; a style may only look like one.
        let role = if matches!(role, Role::Heading(_)) { Role::Body } else { role };
        if self.lists.is_empty() && !matches!(role, Role::Code | Role::Term | Role::Description) {
            self.writer.end_lists();
        }
        self.writer.paragraph(role, &inline.words);
        self.below(inline);
    }

    /// Notes and text boxes come after their paragraph.
    fn below(&mut self, inline: inline::Inline) {
        for element in inline.below {
            self.blocks(element);
        }
    }

    fn list(&mut self, element: Element) {
        // A chapter's number is kept as a list around its heading.
        if element.inside().any(|inside| inside.name() == "h") {
            return self.blocks(element);
        }
        let outer = self.lists.last().cloned();
        let style = element.attribute("style-name").or(outer).unwrap_or_default();
        let level = self.lists.len();
        let kind = match self.styles.is_numbered(&style, level + 1) {
            true => BlockKind::Step,
            false => BlockKind::Item,
        };
        let depth = u8::try_from(level).unwrap_or(u8::MAX);
        // Two lists that follow each other are two, unless the second says it goes on.
        let goes_on = element.attribute("continue-numbering").as_deref() == Some("true")
            || element.attribute("continue-list").is_some();
        if level == 0 && !goes_on {
            self.writer.end_lists();
        }
        self.lists.push(style.clone());
        for item in element.elements() {
            match item.name() {
                "list-item" => {
                    // An item that only holds another list is the program's way to indent.
                    let first = item.elements().next().map(Element::name);
                    if first != Some("list") {
                        self.writer.item(depth, kind, &style);
                    }
                    for child in item.elements() {
                        if child.name() != "list" {
                            self.writer.back_to(depth);
                        }
                        self.block(child);
                    }
                }
                "list-header" => self.blocks(item),
                _ => {}
            }
        }
        self.lists.pop();
        if level == 0 {
            self.writer.end_lists();
        }
    }

    fn table(&mut self, element: Element) {
        let mut rows = Vec::new();
        collect_rows(element, false, &mut rows);
        // A table of one cell is a frame around paragraphs.
        if let [(row, _)] = rows.as_slice() {
            let mut cells = row.elements().filter(|e| e.name() == "table-cell");
            if let (Some(cell), None) = (cells.next(), cells.next()) {
                return self.blocks(cell);
            }
        }
        let mut grid = Grid::default();
        for (row, head) in rows {
            for cell in row.elements().filter(|e| e.name() == "table-cell") {
                let number =
                    |name: &str| cell.attribute(name).and_then(|n| n.parse::<usize>().ok());
                let text = self.cell(cell);
                let width = number("number-columns-spanned").unwrap_or(1);
                let height = number("number-rows-spanned").unwrap_or(1);
                let repeated = number("number-columns-repeated").unwrap_or(1);
                for _ in 0..repeated.clamp(1, if text.is_empty() { 64 } else { 8 }) {
                    grid.cell(&text, 0, width, height);
                }
            }
            grid.end_row(head);
        }
        if self.lists.is_empty() {
            self.writer.end_lists();
        }
        self.writer.table(grid);
    }

    fn cell(&mut self, cell: Element) -> String {
        let outer = std::mem::take(&mut self.writer);
        let lists = std::mem::take(&mut self.lists);
        self.blocks(cell);
        self.lists = lists;
        std::mem::replace(&mut self.writer, outer).into_line()
    }

    fn formula(&self, object: Element) -> String {
        let own = object.inside().find(|e| e.name() == "math").map(formula);
        let linked = object.attribute("href").and_then(|href| self.formulas.get(&href).cloned());
        own.or(linked).unwrap_or_default()
    }
}

/// The rows of a table, each with whether it holds heads.
fn collect_rows<'t>(parent: Element<'t>, head: bool, rows: &mut Vec<(Element<'t>, bool)>) {
    for element in parent.elements() {
        match element.name() {
            "table-row" => rows.push((element, head)),
            "table-header-rows" => collect_rows(element, true, rows),
            "table-rows" | "table-row-group" => collect_rows(element, head, rows),
            _ => {}
        }
    }
}
