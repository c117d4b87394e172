//! The house: folders by step, no import cycle, and the index in one folder alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The engine's files, by their path inside `src`, without the tests in them.
fn files() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                let text = std::fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]").next().unwrap().to_owned();
                if !name.ends_with("tests.rs") {
                    found.insert(name, text);
                }
            }
        }
    }
    found
}

/// The modules that a file imports: `crate::x::…` and `super::x::…`, as files of `src`. What is no file
/// of `super` is of its `mod.rs`; a `mod.rs` imports the files that it takes code from.
fn imports(name: &str, text: &str, known: &BTreeSet<String>) -> BTreeSet<String> {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = BTreeSet::new();
    // `use x::Y;` in a `mod.rs` is code of its file x; `pub use` only names it to the outside.
    for line in text.lines().filter(|_| name.ends_with("mod.rs")) {
        let Some(path) = line.strip_prefix("use ") else { continue };
        let file = format!("{folder}/{}.rs", path.split(':').next().unwrap_or_default());
        found.extend(known.get(&file).cloned());
    }
    for (start, base) in [("crate::", ""), ("super::", folder)] {
        for (at, _) in text.match_indices(start) {
            let rest = &text[at + start.len()..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let path = match base {
                "" => rest[..end].to_owned(),
                base => format!("{base}/{}", &rest[..end]),
            };
            let files = [format!("{path}.rs"), format!("{path}/mod.rs")];
            let file = files.iter().find(|file| known.contains(*file)).cloned();
            let above = format!("{folder}/mod.rs");
            let file =
                file.or_else(|| (!base.is_empty() && known.contains(&above)).then_some(above));
            found.extend(file.filter(|file| file != name));
        }
    }
    found
}

/// A way that comes back to where it began.
fn cycle(edges: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        at: &str,
        edges: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> bool {
        if way.iter().any(|known| known == at) {
            way.push(at.to_owned());
            return true;
        }
        if !done.insert(at.to_owned()) {
            return false;
        }
        way.push(at.to_owned());
        for next in edges.get(at).into_iter().flatten() {
            if visit(next, edges, way, done) {
                return true;
            }
        }
        way.pop();
        false
    }
    let mut done = BTreeSet::new();
    edges.keys().find_map(|start| {
        let mut way = Vec::new();
        visit(start, edges, &mut way, &mut done).then_some(way)
    })
}

#[test]
fn no_folder_imports_one_that_imports_it() {
    let files = files();
    let folder = |name: &str| name.split(['/', '.']).next().unwrap().to_owned();
    let known: BTreeSet<String> = files.keys().cloned().collect();
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in &files {
        let own = folder(name);
        let others = imports(name, text, &known).into_iter().map(|file| folder(&file));
        edges.entry(own.clone()).or_default().extend(others.filter(|other| *other != own));
    }
    assert_eq!(cycle(&edges), None);
}

#[test]
fn no_file_imports_one_that_imports_it() {
    let files = files();
    let known: BTreeSet<String> = files.keys().cloned().collect();
    let edges: BTreeMap<String, BTreeSet<String>> =
        files.iter().map(|(name, text)| (name.clone(), imports(name, text, &known))).collect();
    assert_eq!(cycle(&edges), None);
}

#[test]
fn the_index_is_touched_in_one_folder_alone() {
    for (name, text) in files() {
        // The engine itself holds the index and opens a snapshot of it for each turn.
        let allowed = name.starts_with("retrieve/") || ["engine.rs", "error.rs"].contains(&&*name);
        assert!(allowed || !text.contains("grice_index"), "{name}");
    }
}

#[test]
fn only_the_turn_knows_the_order_of_the_steps() {
    let steps = ["listen", "understand", "retrieve", "read", "reason", "compose", "generate"];
    for (name, text) in files().iter().filter(|(name, _)| name.as_str() != "lib.rs") {
        let used = steps.iter().filter(|step| text.contains(&format!("crate::{step}::"))).count();
        assert!(name == "turn.rs" || used < 5, "{name} uses {used} steps");
    }
}
