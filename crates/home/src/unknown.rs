//! What is said of a name that no collection has.

use std::path::Path;

use crate::error::{Error, Result};
use crate::list::all;
use crate::name;
use crate::place::Place;
use crate::remove::has_index;

/// The error, with what may have been meant.
pub fn error(name: &str) -> Result<Error> {
    Ok(Error::Unknown { name: name.to_owned(), hint: hint(name)? })
}

fn hint(name: &str) -> Result<String> {
    if has_index(Path::new(name)) {
        let path = name::as_path(name);
        return Ok(format!("for the index in the folder of that name here, write {path}"));
    }
    let names: Vec<String> = all()?.iter().map(Place::said).collect();
    let near = names.iter().filter(|other| is_near(other, name));
    let near: Vec<String> = near.map(|other| format!("'{other}'")).collect();
    Ok(match (near.is_empty(), names.is_empty()) {
        (false, _) => format!("did you mean {}?", near.join(" or ")),
        (true, true) => format!("make it with `grice ingest SOURCE --index {name}`"),
        (true, false) => format!(
            "known are: {}; `grice ingest SOURCE --index {name}` makes it",
            names.join(", ")
        ),
    })
}

/// Whether two names differ by two letters at most, or one begins the other.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let short = one.len().min(other.len());
    (short >= 3 && (one.starts_with(&other) || other.starts_with(&one)))
        || distance(&one, &other) <= (short / 3).min(2)
}

/// Levenshtein's distance: letters to add, to take away and to change.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_mistyped_are_near() {
        assert_eq!(
            (distance("notes", "nots"), distance("", "ab"), distance("ab", "ba")),
            (1, 2, 2)
        );
        assert!(is_near("notes", "nots") && is_near("notes", "Note") && is_near("wiki", "wiki-en"));
        assert!(!is_near("notes", "wiki") && !is_near("a", "b") && !is_near("demo", "notes"));
    }
}
