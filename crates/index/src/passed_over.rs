//! The files an ingest passed over, by kind, with the names of the first few.

use std::collections::BTreeMap;

use grice_corpus::IgnoredFile;

/// Files of one kind that were passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    /// How many.
    pub count: u64,
    /// The first of them, by path inside their source.
    pub first: Vec<String>,
}

const NAMES_KEPT: usize = 10;
const KINDS_KEPT: usize = 100;

/// Adds a file to those of its kind; kinds that come late count as "others".
pub(crate) fn note(ignored: &mut BTreeMap<String, Ignored>, file: IgnoredFile) {
    let mut kind = file.kind.to_string();
    if ignored.len() >= KINDS_KEPT && !ignored.contains_key(&kind) {
        kind = "others".to_owned();
    }
    let ignored = ignored.entry(kind).or_default();
    ignored.count += 1;
    if ignored.first.len() < NAMES_KEPT {
        ignored.first.push(file.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grice_corpus::IgnoredKind;

    #[test]
    fn names_and_kinds_are_bounded() {
        let mut ignored = BTreeMap::new();
        for i in 0..1000 {
            let kind = IgnoredKind::Other(format!("x{i}"));
            note(&mut ignored, IgnoredFile { path: format!("{i}"), kind });
            note(&mut ignored, IgnoredFile { path: format!("{i}.png"), kind: IgnoredKind::Image });
        }
        assert!(ignored.len() <= KINDS_KEPT + 1);
        assert_eq!(ignored["images"].count, 1000);
        assert_eq!(ignored["images"].first.len(), NAMES_KEPT);
        assert_eq!(ignored.values().map(|i| i.count).sum::<u64>(), 2000);
    }
}
