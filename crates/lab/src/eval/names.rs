//! Systems, data sets and splits by name; what may have been meant by a name that nothing has.

use std::path::Path;
use std::str::FromStr;

use grice_engine::System;

use super::error::{Error, Result};
use crate::data::DataSet;

/// The name under which people's rewrites are scored as a system of their own.
pub const HUMAN: &str = "human";

/// The name under which the reader alone is given the passage that each question is about.
pub const READER: &str = "reader";

const READER_FILE: &str = "\
# The reader alone, with the passage that each question is about: nothing is rewritten, searched or ranked
name = \"reader\"

[models]
rewrite = \"none\"
find = \"none\"
rank = \"none\"
anticipate = \"none\"
interpret = \"none\"
analyze = \"none\"
";

/// The most names that are suggested.
const SUGGESTED: usize = 3;

/// A system and the text of its file.
#[derive(Clone, Debug)]
pub struct SystemFile {
    /// Its name.
    pub name: String,
    /// What the file says.
    pub text: String,
    /// The same, read.
    pub system: System,
}

/// A system that Grice carries inside, or a file.
pub fn system(name: &str) -> Result<SystemFile> {
    if name == HUMAN {
        let text = "# Questions as people rewrote them: the upper line of rewriting\n".to_owned();
        return Ok(SystemFile { name: HUMAN.to_owned(), text, system: System::standard()? });
    }
    if name == READER {
        let system = System::parse(READER, READER_FILE)?;
        return Ok(SystemFile { name: READER.to_owned(), text: READER_FILE.to_owned(), system });
    }
    let short = format!("published/{name}");
    let inside = System::embedded().find(|(own, _)| *own == name || *own == short);
    if let Some((name, text)) = inside {
        let system = System::find(Path::new(name))?;
        return Ok(SystemFile { name: name.to_owned(), text: text.to_owned(), system });
    }
    let path = Path::new(name);
    if path.is_file() || path.extension().is_some_and(|end| end == "toml") {
        let system = System::load(path)?;
        let text = std::fs::read_to_string(path).map_err(|reason| Error::read(path, reason))?;
        return Ok(SystemFile { name: system.name.clone(), text, system });
    }
    let known: Vec<&str> =
        System::embedded().map(|(name, _)| name).chain([HUMAN, READER]).collect();
    let hint = "`grice systems` lists those that Grice carries inside".to_owned();
    Err(unknown("system", name, &known, hint))
}

/// A data set.
pub fn data_set(name: &str) -> Result<DataSet> {
    DataSet::from_str(name).map_err(|_| {
        let known = DataSet::ALL.map(DataSet::name);
        unknown("data set", name, &known, format!("the data sets are {}", known.join(", ")))
    })
}

/// Says whether a data set has a split. Names with a slash or a colon are the loader's to check.
pub fn check_split(data: DataSet, split: &str) -> Result<()> {
    let known = data.splits();
    if known.contains(&split) || split.contains(['/', ':']) {
        return Ok(());
    }
    let hint = format!("the splits of {} are {}", data.title(), known.join(", "));
    Err(unknown("split", split, known, hint))
}

fn unknown(what: &'static str, name: &str, known: &[&str], hint: String) -> Error {
    let near_names = near(name, known);
    Error::Unknown { what, name: name.to_owned(), near_names, hint }
}

/// Names that differ by a few letters, or of which one holds the other; the nearest first.
fn near(name: &str, known: &[&str]) -> Vec<String> {
    let plain = |name: &str| name.trim_start_matches("published/").to_lowercase();
    let asked = plain(name);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for other in known {
        let own = plain(other);
        let holds = asked.len() >= 3 && (own.contains(&asked) || asked.contains(&own));
        let far = distance(&asked, &own);
        if holds || far <= (asked.len().min(own.len()) / 3).clamp(1, 3) {
            found.push((far, other));
        }
    }
    found.sort();
    found.into_iter().take(SUGGESTED).map(|(_, name)| format!("'{name}'")).collect()
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
    fn a_name_that_nothing_has_is_told_with_those_near_it() {
        let told = system("rachel").unwrap_err();
        assert!(told.is_misuse());
        assert!(told.to_string().contains("did you mean 'published/rachael'?"), "{told}");
        let told = data_set("topiocq").unwrap_err().to_string();
        assert!(told.contains("no data set 'topiocq', did you mean 'topiocqa'?"), "{told}");
        let told = check_split(DataSet::TopiOcqa, "held_out").unwrap_err().to_string();
        assert!(told.contains("did you mean 'held-out'?"), "{told}");
        assert!(check_split(DataSet::Circa, "matched/test").is_ok());
    }

    #[test]
    fn a_published_system_may_be_named_without_its_folder() {
        assert_eq!(system("rachael").unwrap().name, "published/rachael");
        assert_eq!(system("default").unwrap().name, "default");
    }
}
