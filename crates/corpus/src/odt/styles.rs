//! Paragraph styles, each with its parents, and the styles of lists.

use std::collections::{BTreeMap, HashMap};

use crate::office::{Role, is_monospaced};
use crate::xml::{Element, Tree};

/// Styles have no longer line of parents than this.
const DEEPEST: usize = 20;

#[derive(Default)]
pub(super) struct Styles {
    roles: HashMap<String, Role>,
    /// For each list style, whether the items of a level have numbers.
    lists: HashMap<String, BTreeMap<usize, bool>>,
}

impl Styles {
    pub(super) fn read(trees: &[&Tree]) -> Styles {
        let mut elements = HashMap::new();
        let mut fonts = HashMap::new();
        let mut styles = Styles::default();
        for element in trees.iter().flat_map(|tree| tree.elements()) {
            let Some(name) = element.attribute("name") else { continue };
            match element.name() {
                "style" if element.attribute("family").as_deref() == Some("paragraph") => {
                    elements.insert(name, element);
                }
                "font-face" => {
                    let family = element.attribute("font-family").unwrap_or_default();
                    let fixed = element.attribute("font-pitch").as_deref() == Some("fixed");
                    fonts.insert(name, fixed || is_monospaced(&family));
                }
                "list-style" => {
                    styles.lists.insert(name, levels(element));
                }
                _ => {}
            }
        }
        styles.roles = elements
            .keys()
            .filter_map(|name| Some((name.clone(), role(name, &elements, &fonts)?)))
            .collect();
        styles
    }

    pub(super) fn role(&self, name: Option<&str>) -> Role {
        let Some(name) = name else { return Role::Body };
        let known = self.roles.get(name).copied();
        known.or_else(|| Role::of_name(&spelled(name))).unwrap_or_default()
    }

    /// Whether the items of a level, from 1, have numbers. A style that says nothing of a level
    /// means what it says of the one above.
    pub(super) fn is_numbered(&self, list: &str, level: usize) -> bool {
        let levels = self.lists.get(list);
        levels.and_then(|levels| levels.range(..=level).next_back()).is_some_and(|(_, is)| *is)
    }
}

fn role(
    name: &str,
    elements: &HashMap<String, Element>,
    fonts: &HashMap<String, bool>,
) -> Option<Role> {
    let mut name = name.to_owned();
    let mut monospaced = None;
    for _ in 0..DEEPEST {
        let element = elements.get(&name);
        let shown = element.and_then(|e| e.attribute("display-name"));
        if let Some(role) = Role::of_name(&shown.unwrap_or_else(|| spelled(&name))) {
            return Some(role);
        }
        let Some(element) = element else { break };
        let font = element.child("text-properties").and_then(|p| p.attribute("font-name"));
        monospaced = monospaced.or_else(|| {
            font.map(|font| fonts.get(&font).copied().unwrap_or_else(|| is_monospaced(&font)))
        });
        match element.attribute("parent-style-name") {
            Some(parent) => name = parent,
            None => break,
        }
    }
    monospaced.unwrap_or(false).then_some(Role::Code)
}

/// A style's name with its `_20_` as the spaces they stand for.
fn spelled(name: &str) -> String {
    name.replace("_20_", " ")
}

fn levels(list: Element) -> BTreeMap<usize, bool> {
    let is_numbered = |level: Element| {
        level.name() == "list-level-style-number"
            && level.attribute("num-format").is_some_and(|format| !format.is_empty())
    };
    let levels = list.elements();
    levels.filter_map(|e| Some((e.attribute("level")?.parse().ok()?, is_numbered(e)))).collect()
}
