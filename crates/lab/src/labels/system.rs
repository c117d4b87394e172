//! The systems that label rows, each a file.

use grice_train::{Kind, Settings};
use serde::Deserialize;
use std::collections::BTreeMap;

use super::error::{Error, Result};
use crate::data::DataSet;

/// The files inside the program, in the order of the papers' tables.
const FILES: [(&str, &str); 19] = [
    ("circa/majority", include_str!("../../../../systems/published/circa/majority.toml")),
    ("circa/nli", include_str!("../../../../systems/published/circa/nli.toml")),
    ("circa/boolq", include_str!("../../../../systems/published/circa/boolq.toml")),
    ("circa/question", include_str!("../../../../systems/published/circa/question.toml")),
    ("circa/answer", include_str!("../../../../systems/published/circa/answer.toml")),
    ("circa/joint", include_str!("../../../../systems/published/circa/joint.toml")),
    ("circa/joint-nli", include_str!("../../../../systems/published/circa/joint-nli.toml")),
    ("circa/joint-boolq", include_str!("../../../../systems/published/circa/joint-boolq.toml")),
    ("circa/joint-bilstm", include_str!("../../../../systems/published/circa/joint-bilstm.toml")),
    ("circa/grice", include_str!("../../../../systems/published/circa/grice.toml")),
    ("pragmeval/majority", include_str!("../../../../systems/published/pragmeval/majority.toml")),
    ("pragmeval/cbow", include_str!("../../../../systems/published/pragmeval/cbow.toml")),
    ("pragmeval/bilstm", include_str!("../../../../systems/published/pragmeval/bilstm.toml")),
    ("pragmeval/encoder", include_str!("../../../../systems/published/pragmeval/encoder.toml")),
    (
        "pragmeval/encoder-nli",
        include_str!("../../../../systems/published/pragmeval/encoder-nli.toml"),
    ),
    (
        "pragmeval/encoder-tasks",
        include_str!("../../../../systems/published/pragmeval/encoder-tasks.toml"),
    ),
    ("pragmeval/multitask", include_str!("../../../../systems/published/pragmeval/multitask.toml")),
    (
        "pragmeval/cbow-jiant",
        include_str!("../../../../systems/published/pragmeval/cbow-jiant.toml"),
    ),
    ("pragmeval/grice", include_str!("../../../../systems/published/pragmeval/grice.toml")),
];

/// A system.
#[derive(Clone, Debug)]
pub struct LabelSystem {
    /// Its name, as in "circa/joint".
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
    /// What it says.
    pub file: SystemFile,
}

/// What a system's file says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemFile {
    /// What it is called in a table, and where it is described.
    pub published: Published,
    /// How a row gets its label.
    pub method: Method,
    /// Which texts of a row are read.
    #[serde(default)]
    pub reads: Reads,
    /// What is learned first, elsewhere.
    pub first: Option<First>,
    /// What learns, and how.
    pub learner: Option<Settings>,
}

/// Where a system is described.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What it is called in a table.
    pub title: String,
    /// The paper and section; empty for our own.
    #[serde(default)]
    pub cites: String,
    /// What the paper used: of `vectors`, `encoder` and `first`.
    #[serde(default)]
    pub weights: BTreeMap<String, String>,
}

/// How a row gets its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The label that is most frequent in training.
    Majority,
    /// A network learns.
    Learned,
    /// A network that has learned something else, whose labels stand for others.
    Mapped,
    /// One network for all tasks.
    Multitask,
    /// The judgement that ships.
    Shipped,
}

/// Which texts of a row are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reads {
    /// All there are.
    #[default]
    Both,
    /// The first.
    Question,
    /// The second.
    Answer,
}

/// What is learned first, elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// Whether a text follows from another.
    Nli,
    /// Yes/no questions with a paragraph.
    Boolq,
    /// All tasks of the data set.
    Tasks,
}

/// The systems of a data set, in the order of its paper's tables.
pub fn systems(data: DataSet) -> Result<Vec<LabelSystem>> {
    let of = |name: &str| name.split('/').next() == Some(data.name());
    FILES.into_iter().filter(|(name, _)| of(name)).map(|(name, text)| parse(name, text)).collect()
}

/// A system of a data set by its name, with or without the data set's.
pub fn system(data: DataSet, name: &str) -> Result<LabelSystem> {
    let short = name.strip_prefix("published/").unwrap_or(name);
    let whole = format!("{}/{short}", data.name());
    let all = systems(data)?;
    let known = || all.iter().map(|system| system.name).collect::<Vec<_>>().join(", ");
    let found = all.iter().find(|system| system.name == short || system.name == whole);
    found.cloned().ok_or_else(|| Error::UnknownSystem {
        name: name.to_owned(),
        data: data.title().to_owned(),
        known: known(),
    })
}

fn parse(name: &'static str, text: &'static str) -> Result<LabelSystem> {
    let wrong = |why: String| Error::File { file: format!("systems/published/{name}.toml"), why };
    let file: SystemFile = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let learns = matches!(file.method, Method::Learned | Method::Mapped | Method::Multitask);
    match (learns, &file.learner, file.method, file.first) {
        (true, None, ..) => Err(wrong("it learns, but has no [learner]".to_owned())),
        (_, _, Method::Mapped, None | Some(First::Tasks)) => {
            Err(wrong("what is mapped must be learned first: nli or boolq".to_owned()))
        }
        _ => Ok(LabelSystem { name, text, file }),
    }
}

impl LabelSystem {
    /// What it learns with, where an encoder or static vectors may take the place of the file's.
    pub fn learner(&self, encoder: Option<&str>, vectors: Option<&str>) -> Option<Settings> {
        let mut learner = self.file.learner.clone()?;
        let instead = match learner.kind {
            Kind::Linear => encoder,
            Kind::Cbow | Kind::Bilstm => vectors,
        };
        if let Some(instead) = instead {
            instead.clone_into(&mut learner.source);
        }
        Some(learner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_file_is_understood_and_is_of_one_data_set() {
        let count = systems(DataSet::Circa).unwrap().len();
        assert_eq!(count + systems(DataSet::PragmEval).unwrap().len(), FILES.len());
        assert!(systems(DataSet::Qrecc).unwrap().is_empty());
    }

    #[test]
    fn a_system_is_found_with_and_without_its_data_sets_name() {
        for name in ["joint", "circa/joint", "published/circa/joint"] {
            assert_eq!(system(DataSet::Circa, name).unwrap().name, "circa/joint");
        }
        let wrong = system(DataSet::Circa, "cbow").unwrap_err().to_string();
        assert!(wrong.starts_with("there is no system 'cbow' for Circa; they are circa/majority"));
    }
}
