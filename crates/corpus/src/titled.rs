//! The document of a file that may name its own title.

use crate::builder::Builder;
use crate::document::{Document, OffsetMap};
use crate::names;
use crate::plain::{file_stem, title_of};
use crate::unit::{Parsed, Unit, Why};

/// The document of a file; without a title it is named after the file.
pub(crate) fn titled(unit: &Unit, builder: Builder, title: Option<String>) -> Option<Document> {
    if builder.is_empty() {
        return None;
    }
    let stem = file_stem(&unit.path);
    let title = title.filter(|title| !title.trim().is_empty()).unwrap_or_else(|| title_of(stem));
    let mut document = builder.finish(unit.id(&unit.path), title, unit.origin());
    document.names = vec![
        names::path(&unit.source, &unit.path),
        names::page(&unit.source, &document.title),
        names::page(&unit.source, stem),
    ];
    document.names.dedup();
    Some(document)
}

/// Lets a document's offsets count in its own text, which has no place in the file's bytes.
pub(crate) fn unplaced(unit: &Unit, document: &mut Document) {
    document.offsets = OffsetMap::default();
    document.offsets.push(0, unit.offset);
}

/// What parsing gives for it.
pub(crate) fn parsed(document: Option<Document>) -> Parsed {
    match document {
        Some(document) => Parsed::Document(Box::new(document)),
        None => Parsed::Nothing(Why::Empty),
    }
}

/// A title that a file's properties name, unless it is what a program wrote there.
pub(crate) fn meant(title: &str) -> Option<String> {
    let title = title.trim();
    let lower = title.to_lowercase();
    let ends = [".doc", ".docx", ".dot", ".dotx", ".odt", ".ott", ".rtf", ".indd", ".tex", ".epub"];
    let starts =
        ["microsoft word", "untitled", "[untitled", "document1", "powerpoint presentation"];
    let alone = ["title", "document", "unknown", "[title]", "(anonymous)", "none"];
    let bad = !title.chars().any(char::is_alphabetic)
        || ends.iter().any(|end| lower.ends_with(end))
        || starts.iter().any(|start| lower.starts_with(start))
        || alone.contains(&lower.as_str());
    (!bad).then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_programs_write_are_not_meant() {
        assert_eq!(meant(" The Ox "), Some("The Ox".into()));
        for bad in ["", "12", "Microsoft Word - ox.doc", "ox_final.docx", "Untitled 1", "Title"] {
            assert_eq!(meant(bad), None, "{bad}");
        }
    }
}
