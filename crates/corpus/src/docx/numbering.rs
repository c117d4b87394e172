//! Which lists are numbered and which have bullets.

use std::collections::HashMap;

use crate::block::BlockKind;
use crate::xml::{Element, Tree};

/// What stands before an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// It is no item.
    None,
    /// Nothing: the paragraph goes on in the item above it.
    Blank,
    Item(BlockKind),
}

/// The lists of a document.
pub(super) struct Numbering {
    /// The markers of a list's levels.
    lists: HashMap<String, HashMap<u8, Marker>>,
}

impl Numbering {
    pub(super) fn read(tree: &Tree) -> Numbering {
        let mut kinds = HashMap::new();
        for kind in tree.named("abstractNum") {
            if let Some(id) = kind.attribute("abstractNumId") {
                kinds.insert(id, levels(kind));
            }
        }
        let mut lists = HashMap::new();
        for list in tree.named("num") {
            let Some(id) = list.attribute("numId") else { continue };
            let kind = list.child("abstractNumId").and_then(|kind| kind.attribute("val"));
            let mut markers = kind.and_then(|kind| kinds.get(&kind).cloned()).unwrap_or_default();
            for own in list.elements().filter(|e| e.name() == "lvlOverride") {
                markers.extend(levels(own));
            }
            lists.insert(id, markers);
        }
        Numbering { lists }
    }

    pub(super) fn marker(&self, list: &str, level: u8) -> Marker {
        if list == "0" {
            return Marker::None;
        }
        let markers = self.lists.get(list);
        markers
            .and_then(|levels| levels.get(&level))
            .copied()
            .unwrap_or(Marker::Item(BlockKind::Item))
    }
}

fn levels(parent: Element) -> HashMap<u8, Marker> {
    let levels = parent.elements().filter(|e| e.name() == "lvl");
    levels.filter_map(|e| Some((e.attribute("ilvl")?.parse().ok()?, marker(e)))).collect()
}

fn marker(level: Element) -> Marker {
    let value = |name: &str| level.child(name).and_then(|e| e.attribute("val"));
    let blank = value("lvlText").is_some_and(|text| text.trim().is_empty());
    match value("numFmt").as_deref() {
        _ if blank && level.child("lvlPicBulletId").is_none() => Marker::Blank,
        Some("none") => Marker::Blank,
        Some("bullet") | None => Marker::Item(BlockKind::Item),
        Some(_) => Marker::Item(BlockKind::Step),
    }
}
