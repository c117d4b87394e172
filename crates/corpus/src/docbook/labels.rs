//! Titles, and the words that a reference to an id reads as.

use std::collections::HashMap;

use crate::xml::{Element, Tree};

/// A title is one of the first things in its element.
const FIRST: usize = 12;
/// The most characters of a label.
const LONGEST: usize = 200;

/// The element that holds the title of a part.
pub(super) fn title(element: Element<'_>) -> Option<Element<'_>> {
    for child in element.elements().take(FIRST) {
        match child.name() {
            "title" => return Some(child),
            "refmeta" => {
                if let Some(title) = child.child("refentrytitle") {
                    return Some(title);
                }
            }
            "refnamediv" => {
                if let Some(name) = child.child("refname") {
                    return Some(name);
                }
            }
            name if super::elements::is_info(name) => {
                let found = child.elements().take(FIRST).find(|e| e.name() == "title");
                if found.is_some() {
                    return found;
                }
            }
            _ => {}
        }
    }
    None
}

/// The label of every element with an id that has one.
pub(super) fn labels(tree: &Tree) -> HashMap<String, String> {
    let mut labels = HashMap::new();
    for element in tree.elements() {
        let Some(id) = element.attribute("id") else { continue };
        let label = element.attribute("xreflabel").or_else(|| {
            let named = title(element).or_else(|| {
                let first = element.elements().take(FIRST);
                let mut named = first.filter(|e| matches!(e.name(), "term" | "glossterm"));
                named.next()
            });
            named.map(Element::text)
        });
        if let Some(label) = label {
            let words = label.split_whitespace().collect::<Vec<_>>().join(" ");
            labels.entry(id).or_insert_with(|| words.chars().take(LONGEST).collect());
        }
    }
    labels
}
