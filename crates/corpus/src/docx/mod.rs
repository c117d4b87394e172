//! Word documents (`.docx`): a zip of XML parts. Headings, lists, code and captions are told by
//! paragraph styles.

mod inline;
mod numbering;
mod styles;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::grid::{Grid, LONGEST_REPEATED};
use crate::names;
use crate::office::{Role, Writer};
use crate::package::Package;
use crate::titled::{meant, parsed};
use crate::unit::{Parsed, Problem, Unit};
use crate::xml::{Element, Tree};
use numbering::{Marker, Numbering};
use styles::Styles;

/// Parses one Word document.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let mut package = Package::open(unit)?;
    let relations = package.text("_rels/.rels")?;
    let main = main_part(&package, &relations)?;
    let (folder, file) = main.rsplit_once('/').unwrap_or(("", &main));
    let beside = |name: &str| match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    let body = package.needed(&main)?;
    let mut part = |name: String| {
        let text = package.text(&name)?;
        Ok((name, text))
    };
    let styles = part(beside("styles.xml"))?;
    let numbering = part(beside("numbering.xml"))?;
    let notes = [part(beside("footnotes.xml"))?, part(beside("endnotes.xml"))?];
    let relations = part(beside(&format!("_rels/{file}.rels")))?;
    let properties = part("docProps/core.xml".to_owned())?;

    let body = package.tree(&main, &body)?;
    // A broken part beside the body is told like a broken body: what it would have said (which
    // paragraphs are headings, the notes) is not to be lost in silence.
    let styles_tree = package.tree(&styles.0, &styles.1)?;
    let numbering_tree = package.tree(&numbering.0, &numbering.1)?;
    let footnotes = package.tree(&notes[0].0, &notes[0].1)?;
    let endnotes = package.tree(&notes[1].0, &notes[1].1)?;
    let relations = package.tree(&relations.0, &relations.1)?;
    let properties = package.tree(&properties.0, &properties.1)?;

    let mut reader = Reader {
        styles: Styles::read(&styles_tree),
        numbering: Numbering::read(&numbering_tree),
        notes: HashMap::new(),
        links: links(unit, &relations),
        writer: Writer::default(),
        below: 0,
    };
    reader.take_notes(&footnotes, "footnote");
    reader.take_notes(&endnotes, "endnote");
    if let Some(body) = body.root().and_then(|root| root.child("body")) {
        reader.blocks(body);
    }
    let title = properties.named("title").next().and_then(|title| meant(&title.text()));
    Ok(parsed(reader.writer.finish(unit, title)))
}

/// The part that holds the text.
fn main_part(package: &Package, relations: &str) -> Result<String, Problem> {
    let tree = package.tree("_rels/.rels", relations)?;
    let main = tree.named("Relationship").find(|relation| {
        relation.attribute("Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
    });
    let target = main.and_then(|relation| relation.attribute("Target"));
    Ok(target.map_or("word/document.xml".into(), |t| t.trim_start_matches('/').to_owned()))
}

/// The files of the collection that links lead to, by the links' ids.
fn links(unit: &Unit, relations: &Tree) -> HashMap<String, String> {
    let mut links = HashMap::new();
    for relation in relations.named("Relationship") {
        let outside = relation.attribute("TargetMode").as_deref() == Some("External");
        let target = relation.attribute("Target").filter(|_| outside);
        let path = target.and_then(|target| names::relative(&unit.path, &target));
        if let (Some(id), Some(path)) = (relation.attribute("Id"), path) {
            let target = names::path(&unit.source, &names::percent_decode(&path));
            links.insert(id, target);
        }
    }
    links
}

struct Reader<'t> {
    styles: Styles,
    numbering: Numbering,
    /// Footnotes and endnotes, by the name of the element that refers to them and their id. Each
    /// is read once.
    notes: HashMap<(&'static str, String), Element<'t>>,
    links: HashMap<String, String>,
    writer: Writer,
    /// How many notes and text boxes are open; they stand inside the item that holds them.
    below: usize,
}

/// Whether a setting is on: it stands there, and not with a value that turns it off.
fn is_on(properties: Option<Element>, name: &str) -> bool {
    properties.and_then(|p| p.child(name)).is_some_and(|setting| {
        !matches!(setting.attribute("val").as_deref(), Some("0" | "false" | "off"))
    })
}

impl<'t> Reader<'t> {
    fn take_notes(&mut self, tree: &'t Tree<'t>, kind: &'static str) {
        for note in tree.named(kind) {
            // Those with a type are the lines drawn above notes.
            let separator = note.attribute("type").is_some_and(|kind| kind != "normal");
            if let Some(id) = note.attribute("id").filter(|_| !separator) {
                self.notes.insert((kind, id), note);
            }
        }
    }

    /// Reads what holds paragraphs and tables.
    fn blocks(&mut self, parent: Element<'t>) {
        for element in parent.elements() {
            match element.name() {
                "p" => self.paragraph(element),
                "tbl" => self.table(element),
                "sdt" if is_contents(element) => {}
                "sdt" | "sdtContent" | "customXml" | "ins" | "moveTo" | "smartTag" => {
                    self.blocks(element);
                }
                "AlternateContent" => {
                    let one = element.child("Choice").or_else(|| element.child("Fallback"));
                    one.into_iter().for_each(|one| self.blocks(one));
                }
                "bookmarkStart" => {
                    let name = inline::bookmark(element);
                    name.into_iter().for_each(|name| self.writer.anchor(&name));
                }
                "oMathPara" | "oMath" => {
                    let text = crate::formula::formula(element);
                    let words = crate::office::Words { text, formula: true, ..Default::default() };
                    self.writer.paragraph(Role::Body, &words);
                }
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, element: Element<'t>) {
        let properties = element.child("pPr");
        let own = |name: &str| properties.and_then(|p| p.child(name)?.attribute("val"));
        let style = self.styles.get(own("pStyle").as_deref());
        let mut inline = inline::Inline::default();
        self.inline(element, &mut inline);
        let outline = own("outlineLvl").and_then(|level| level.parse::<u8>().ok());
        let role = match (outline, style.role) {
            (Some(level @ 0..=8), Role::Body) => Role::Heading(level + 1),
            (None, Role::Body) if style.monospaced || inline.is_monospaced() => Role::Code,
            (_, role) => role,
        };
        self.place(properties, &style, role, inline.words.text.trim().is_empty());
        self.writer.paragraph(role, &inline.words);
        self.below += 1;
        for below in inline.below {
            self.blocks(below);
        }
        self.below -= 1;
    }

    /// Finds the list and the item that a paragraph belongs to.
    fn place(
        &mut self,
        properties: Option<Element>,
        style: &styles::Style,
        role: Role,
        empty: bool,
    ) {
        if matches!(role, Role::Heading(_) | Role::Title | Role::Contents) {
            return self.writer.end_lists();
        }
        if empty {
            return;
        }
        let numbered = properties.and_then(|p| p.child("numPr"));
        let value = |name: &str| numbered.and_then(|n| n.child(name)?.attribute("val"));
        let list = value("numId").or_else(|| style.list.clone());
        let level = value("ilvl").and_then(|level| level.parse().ok()).unwrap_or(style.level);
        let marker =
            list.as_deref().map_or(Marker::None, |list| self.numbering.marker(list, level));
        match (marker, list) {
            (Marker::Item(kind), Some(list)) => self.writer.item(level, kind, &list),
            (Marker::Blank, _) => self.writer.back_to(level),
            _ if self.below > 0 => {}
            _ if style.continues_list && self.writer.in_list() => {}
            // Paragraphs of code, or of a definition, belong together.
            _ if matches!(role, Role::Code | Role::Term | Role::Description)
                && !self.writer.in_list() => {}
            _ => self.writer.end_lists(),
        }
    }

    fn table(&mut self, element: Element<'t>) {
        let rows = rows(element);
        // A table of one cell is a frame around paragraphs.
        if let [row] = rows.as_slice()
            && let [cell] = cells(*row).as_slice()
        {
            return self.blocks(*cell);
        }
        let mut grid = Grid::default();
        let mut merged: HashMap<usize, String> = HashMap::new();
        for (number, row) in rows.iter().enumerate() {
            let properties = row.child("trPr");
            let before = properties.and_then(|p| p.child("gridBefore")?.attribute("val"));
            for _ in 0..before.and_then(|n| n.parse::<usize>().ok()).unwrap_or(0).min(8) {
                grid.cell("", 0, 1, 1);
            }
            let mut bold = true;
            let mut column = 0;
            for cell in cells(*row) {
                let settings = cell.child("tcPr");
                let width = settings.and_then(|s| s.child("gridSpan")?.attribute("val"));
                let width = width.and_then(|width| width.parse().ok()).unwrap_or(1);
                let mut text = self.cell(cell);
                bold &= text.is_empty() || inline::is_bold(cell);
                match settings.and_then(|s| s.child("vMerge")) {
                    Some(merge) if merge.attribute("val").as_deref() != Some("restart") => {
                        text = merged.get(&column).cloned().unwrap_or_default();
                    }
                    Some(_) if text.len() <= LONGEST_REPEATED => {
                        merged.insert(column, text.clone());
                    }
                    _ => {
                        merged.remove(&column);
                    }
                }
                grid.cell(&text, 0, width, 1);
                column = column.saturating_add(width);
            }
            let first = number == 0 && rows.len() > 1;
            let told = is_on(properties, "tblHeader") || first && is_first_row(properties);
            grid.end_row(told || first && bold);
        }
        if has_first_row(element) && rows.first().is_some_and(|row| cells(*row).len() > 2) {
            grid.guess_heads();
        }
        self.writer.end_lists();
        self.writer.table(grid);
    }

    /// A cell's text, with its notes.
    fn cell(&mut self, cell: Element<'t>) -> String {
        let outer = std::mem::take(&mut self.writer);
        self.blocks(cell);
        std::mem::replace(&mut self.writer, outer).into_line()
    }
}

/// A content control that holds a table of contents.
fn is_contents(element: Element) -> bool {
    let part = element.path(&["sdtPr", "docPartObj", "docPartGallery"]);
    part.and_then(|part| part.attribute("val")).is_some_and(|name| name == "Table of Contents")
}

/// Rows, also inside content controls.
fn rows(parent: Element) -> Vec<Element> {
    held(parent, "tr")
}

fn cells(parent: Element) -> Vec<Element> {
    held(parent, "tc")
}

fn held<'t>(parent: Element<'t>, name: &str) -> Vec<Element<'t>> {
    let mut found = Vec::new();
    for element in parent.elements() {
        match element.name() {
            own if own == name => found.push(element),
            "sdt" | "sdtContent" | "customXml" => found.extend(held(element, name)),
            _ => {}
        }
    }
    found
}

/// Whether the row is marked as a first one, which is set apart.
fn is_first_row(properties: Option<Element>) -> bool {
    let Some(mark) = properties.and_then(|p| p.child("cnfStyle")) else { return false };
    mark.attribute("firstRow").as_deref() == Some("1")
        || mark.attribute("val").is_some_and(|bits| bits.starts_with('1'))
}

/// Whether the table's look sets the first row apart.
fn has_first_row(table: Element) -> bool {
    let Some(look) = table.path(&["tblPr", "tblLook"]) else { return false };
    look.attribute("firstRow").as_deref() == Some("1")
        || look
            .attribute("val")
            .and_then(|bits| u32::from_str_radix(&bits, 16).ok())
            .is_some_and(|bits| bits & 0x20 != 0)
}
