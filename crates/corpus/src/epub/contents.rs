//! The table of contents of a book: the title of each chapter's file.

use std::collections::HashMap;

use crate::xml::{Element, Tree};

/// The first label of each part, from a navigation page (EPUB 3) or an NCX file (EPUB 2). A table
/// that cannot be read names nothing.
pub(super) fn labels(path: &str, text: &str) -> HashMap<String, String> {
    let mut labels = HashMap::new();
    let Ok(tree) = Tree::parse(text, 0) else { return labels };
    for element in tree.elements() {
        let found = match element.name() {
            "navPoint" => element
                .child("content")
                .and_then(|content| content.attribute("src"))
                .zip(element.path(&["navLabel", "text"]).map(Element::text)),
            "a" => element.attribute("href").map(|href| (href, element.text())),
            _ => None,
        };
        let Some((href, label)) = found else { continue };
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(part) = super::part(path, &href).filter(|_| !label.is_empty()) {
            labels.entry(part).or_insert(label);
        }
    }
    labels
}
