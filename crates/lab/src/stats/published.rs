//! What the papers print.

use serde::Deserialize;

use crate::data::DataSet;

/// A paper's statistics.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Published {
    pub paper: String,
    pub authors: String,
    #[serde(rename = "table", default)]
    pub tables: Vec<PublishedTable>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedTable {
    pub title: String,
    /// The table's number, or the section.
    pub source: String,
    /// Whether its values were taken from the source itself; where not, they were entered without it at hand.
    #[serde(default = "yes")]
    pub checked: bool,
    pub columns: Vec<Named>,
    pub rows: Vec<PublishedRow>,
    /// Said where a value differs.
    pub why: Option<String>,
}

fn yes() -> bool {
    true
}

/// A column: its heading, and the scope of its values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub name: String,
    pub of: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedRow {
    pub name: String,
    /// What is counted; or the scope, where the column names what is counted.
    pub of: String,
    /// The scope, where it is not the column's.
    pub scope: Option<String>,
    #[serde(default)]
    pub digits: usize,
    /// One a column; empty where the paper has none.
    #[serde(default)]
    pub values: Vec<Value>,
    pub why: Option<String>,
}

/// A number, or a dash where the paper has none.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Value {
    Number(f64),
    None(serde::de::IgnoredAny),
}

impl Value {
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::None(_) => None,
        }
    }
}

fn text(set: DataSet) -> &'static str {
    match set {
        DataSet::Qrecc => include_str!("published/qrecc.toml"),
        DataSet::Scai => include_str!("published/scai.toml"),
        DataSet::TopiOcqa => include_str!("published/topiocqa.toml"),
        DataSet::PragmatiCqa => include_str!("published/pragmaticqa.toml"),
        DataSet::Circa => include_str!("published/circa.toml"),
        DataSet::PragmEval => include_str!("published/pragmeval.toml"),
        DataSet::Canard => include_str!("published/canard.toml"),
        DataSet::Cast2019 => include_str!("published/cast-2019.toml"),
        DataSet::Cast2020 => include_str!("published/cast-2020.toml"),
        DataSet::Squad => include_str!("published/squad.toml"),
        DataSet::Coqa => include_str!("published/coqa.toml"),
        DataSet::Quac => include_str!("published/quac.toml"),
        DataSet::BoolQ => include_str!("published/boolq.toml"),
        DataSet::AbgCoqa => include_str!("published/abg-coqa.toml"),
    }
}

/// The statistics of a data set's paper. The files are part of the program; a test reads them all.
pub(super) fn of(set: DataSet) -> Published {
    toml::from_str(text(set)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read_and_has_a_value_for_each_column() {
        for set in DataSet::ALL {
            let published: Published = toml::from_str(text(set)).unwrap();
            assert!(!published.tables.is_empty(), "{set}");
            for table in &published.tables {
                for row in &table.rows {
                    let values = row.values.len();
                    let fits = values == 0 || values == table.columns.len();
                    assert!(fits, "{set}: {}: {}", table.title, row.name);
                }
            }
        }
    }
}
