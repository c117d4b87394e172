//! Paragraph styles, each with what it takes from the one it is based on.

use std::collections::HashMap;

use crate::office::{Role, is_monospaced};
use crate::xml::{Element, Tree};

/// Styles are based on each other no deeper than this.
const DEEPEST: usize = 20;

/// What a style says of its paragraphs.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    pub role: Role,
    /// The list they are items of, and on which level.
    pub list: Option<String>,
    pub level: u8,
    pub monospaced: bool,
    /// They go on in the item above them.
    pub continues_list: bool,
}

pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    /// For paragraphs that name none.
    normal: Style,
}

impl Styles {
    pub(super) fn read(tree: &Tree) -> Styles {
        let mut elements = HashMap::new();
        let mut default = None;
        for element in tree.named("style") {
            let kind = element.attribute("type");
            if kind.as_deref().is_some_and(|kind| kind != "paragraph") {
                continue;
            }
            let Some(id) = element.attribute("styleId") else { continue };
            if element.attribute("default").as_deref() == Some("1") {
                default = Some(id.clone());
            }
            elements.insert(id, element);
        }
        let by_id: HashMap<String, Style> =
            elements.keys().map(|id| (id.clone(), resolve(id, &elements, DEEPEST))).collect();
        let normal = default.and_then(|id| by_id.get(&id).cloned()).unwrap_or_default();
        Styles { by_id, normal }
    }

    pub(super) fn get(&self, id: Option<&str>) -> Style {
        let Some(id) = id else { return self.normal.clone() };
        self.by_id.get(id).cloned().unwrap_or_else(|| {
            // A file made without its styles: the id says what Word means by it.
            let digit = id.find(|c: char| c.is_ascii_digit()).unwrap_or(id.len());
            let (name, number) = id.split_at(digit);
            let spaced = format!("{name} {number}");
            Style { role: Role::of_name(&spaced).unwrap_or_default(), ..Style::default() }
        })
    }
}

fn resolve(id: &str, elements: &HashMap<String, Element>, depth: usize) -> Style {
    let Some(element) = elements.get(id) else { return Style::default() };
    let base = element.child("basedOn").and_then(|base| base.attribute("val"));
    let mut style = match base {
        Some(base) if depth > 0 => resolve(&base, elements, depth - 1),
        _ => Style::default(),
    };
    let name = element.child("name").and_then(|name| name.attribute("val")).unwrap_or_default();
    let properties = element.child("pPr");
    let value = |path: &[&str]| properties.and_then(|p| p.path(path)?.attribute("val"));
    if let Some(level) = value(&["outlineLvl"]).and_then(|level| level.parse::<u8>().ok()) {
        style.role = if level < 9 { Role::Heading(level + 1) } else { Role::Body };
    }
    if let Some(role) = Role::of_name(&name) {
        style.role = role;
    }
    if let Some(list) = value(&["numPr", "numId"]) {
        style.list = Some(list);
    }
    if let Some(level) = value(&["numPr", "ilvl"]).and_then(|level| level.parse().ok()) {
        style.level = level;
    }
    let lower = name.to_lowercase();
    // "List Bullet 2" is indented once more than "List Bullet".
    let numbered =
        ["list bullet ", "list number "].iter().find_map(|stem| lower.strip_prefix(stem));
    if let Some(level) = numbered.and_then(|number| number.parse::<u8>().ok()) {
        style.level = level.saturating_sub(1);
    }
    let font = element.path(&["rPr", "rFonts"]).and_then(|font| font.attribute("ascii"));
    if let Some(font) = font {
        style.monospaced = is_monospaced(&font);
    }
    if lower == "list paragraph" || lower.starts_with("list continue") {
        style.continues_list = true;
    }
    style
}
