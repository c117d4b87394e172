//! The published collections, where they are at hand (`../shared/data`, or `$GRICE_DATA`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::sources::read_all;

fn collection(name: &str) -> Option<PathBuf> {
    let data = std::env::var_os("GRICE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = data.join("corpora").join(name);
    if !path.exists() {
        eprintln!(
            "skipped: {} is not there; set GRICE_DATA to the folder of data sets",
            path.display()
        );
        return None;
    }
    Some(path)
}

/// Traces of markup and page furniture that no passage may hold.
const DEBRIS: [&str; 9] =
    ["del_lnk", "[edit]", "Retrieved from \"", "<ref", "</ref", "{{", "}}", "[[", "]]"];

#[test]
fn the_2007_selection_reads_whole_and_its_links_lead_to_documents() {
    let Some(path) = collection("wikipedia-schools-2007-html.tar.xz") else { return };
    let read = read_all(&path);
    assert_eq!(read.problems, []);
    assert_eq!(read.documents.len(), 5_462);
    let names: BTreeSet<&String> = read.documents.iter().flat_map(|d| &d.names).collect();
    let links: Vec<&String> =
        read.documents.iter().flat_map(|d| &d.links).map(|l| &l.target).collect();
    let mut dead: BTreeMap<&String, usize> = BTreeMap::new();
    for target in links.iter().filter(|t| !names.contains(*t)) {
        *dead.entry(target).or_default() += 1;
    }
    assert!(links.len() > 170_000, "{} links", links.len());
    // The archive does not hold the selection's front page.
    let front = "wikipedia-schools-2007-html path:wpcd/index.htm";
    assert!(dead.keys().all(|name| *name == front), "{dead:?}");
    for document in &read.documents {
        for debris in DEBRIS {
            assert!(!document.text.contains(debris), "{debris} in {}", document.id);
        }
    }
}
