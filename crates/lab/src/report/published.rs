//! What the papers report: `published/*.toml`, each number with its table and section.

use serde::Deserialize;

/// A paper's tables of results.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// The data set it is about.
    pub data: String,
    /// Other names of the data set.
    #[serde(default)]
    pub also: Vec<String>,
    /// The paper's title.
    pub paper: String,
    /// Who wrote it, and where it is published.
    pub authors: String,
    /// Its tables.
    #[serde(rename = "table")]
    pub tables: Vec<PublishedTable>,
}

/// One table, or the part of one that is about one split.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    /// What it shows.
    pub title: String,
    /// Its number and section in the paper.
    pub source: String,
    /// The split that it is about.
    pub split: String,
    /// Other names of the split.
    #[serde(default)]
    pub also: Vec<String>,
    /// Words that a run's split, options or system must have to belong here.
    #[serde(default)]
    pub words: Vec<String>,
    /// Whether its columns are splits of their own.
    #[serde(default)]
    pub across: bool,
    /// Whether each row gets the mean of its columns.
    #[serde(default)]
    pub average: bool,
    /// What a measure is multiplied by: 100 where the paper has percentages.
    #[serde(default = "one")]
    pub scale: f64,
    /// Decimals; one for percentages and three for shares where none are named.
    pub digits: Option<usize>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<PublishedRow>,
}

/// A column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// What the paper calls it.
    pub name: String,
    /// The measures that it shows; the first that a run has counts.
    pub measures: Vec<String>,
    /// The tasks it is the mean of, where its columns are splits of their own.
    #[serde(default)]
    pub tasks: Vec<String>,
    /// As in the table, for this column.
    pub scale: Option<f64>,
    /// As in the table, for this column.
    pub digits: Option<usize>,
    /// Whether 1 is the most that can be reached.
    #[serde(default = "yes")]
    pub bounded: bool,
}

/// A row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRow {
    /// What the paper calls it.
    pub name: String,
    /// Whether people did it.
    #[serde(default)]
    pub kind: PublishedKind,
    /// The numbers as they are printed.
    pub values: Vec<Printed>,
}

/// Whose numbers a published row has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublishedKind {
    /// A system's.
    #[default]
    System,
    /// People's.
    Human,
}

/// A number as it is printed, or what stands in its place.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Printed {
    /// A number.
    Number(f64),
    /// No number.
    Words(String),
}

impl Printed {
    /// The number.
    pub fn number(&self) -> Option<f64> {
        match self {
            Printed::Number(number) => Some(*number),
            Printed::Words(_) => None,
        }
    }
}

impl PublishedTable {
    /// A column's scale.
    pub fn scale_of(&self, column: &Column) -> f64 {
        column.scale.unwrap_or(self.scale)
    }

    /// A column's decimals.
    pub fn digits_of(&self, column: &Column) -> usize {
        let usual = if self.scale == 100.0 { 1 } else { 3 };
        column.digits.or(self.digits).unwrap_or(usual)
    }

    /// Whether it is about a split.
    pub fn is_about(&self, split: &str) -> bool {
        let last = split.rsplit('/').next().unwrap_or(split);
        self.split == last || self.also.iter().any(|other| other == last)
    }
}

fn one() -> f64 {
    1.0
}

fn yes() -> bool {
    true
}

const FILES: [&str; 5] = [
    include_str!("published/circa.toml"),
    include_str!("published/pragmaticqa.toml"),
    include_str!("published/pragmeval.toml"),
    include_str!("published/scai.toml"),
    include_str!("published/topiocqa.toml"),
];

/// The paper about a data set.
pub fn paper(data: &str) -> Option<Paper> {
    // The files are a part of the program; a test reads them all.
    let papers = FILES.iter().filter_map(|file| toml::from_str::<Paper>(file).ok());
    papers
        .into_iter()
        .find(|paper| paper.data == data || paper.also.iter().any(|other| other == data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_whole_and_every_row_fills_its_columns() {
        for file in FILES {
            let paper: Paper = toml::from_str(file).unwrap();
            for table in &paper.tables {
                assert!(table.source.starts_with("Table ") && table.source.contains(", section "));
                for row in &table.rows {
                    assert_eq!(
                        row.values.len(),
                        table.columns.len(),
                        "{} {}",
                        paper.data,
                        row.name
                    );
                }
            }
        }
    }

    /// Sums over columns that the papers' own sentences and tables give another way.
    #[test]
    fn numbers_agree_with_what_the_papers_say_elsewhere() {
        let value = |data: &str, table: usize, row: &str, column: usize| {
            let paper = paper(data).unwrap();
            let found = paper.tables[table].rows.iter().find(|r| r.name == row).unwrap();
            found.values[column].number().unwrap()
        };
        let near = |a: f64, b: f64| assert!((a - b).abs() < 0.051, "{a} is not {b}");
        // TopiOCQA, section 6: 6.9 EM and 14.2 F1 below people on the test set; GPT-3 38.2 F1 (section 1).
        let best = "DPR Retriever + FiD, AllHistory";
        near(value("topiocqa", 1, "Human", 0) - value("topiocqa", 1, best, 0), 6.9);
        near(value("topiocqa", 1, "Human", 1) - value("topiocqa", 1, best, 1), 14.2);
        near(value("topiocqa", 1, "Human", 1) - value("topiocqa", 1, "GPT-3", 1), 38.2);
        // PragmEval: the averages of Table 3, and the parts of Table 4.
        let mean = |table: usize, row: &str, columns: std::ops::Range<usize>| {
            let n = columns.len() as f64;
            columns.map(|c| value("pragmeval", table, row, c)).sum::<f64>() / n
        };
        let averages = [
            ("BERT", 61.8),
            ("BERT+MNLI", 61.7),
            ("BERT+PragmEval", 63.0),
            ("BERT+DisSent", 62.0),
            ("B+DisSent+MNLI", 62.1),
            ("BERT+Discovery", 62.4),
            ("B+Discovery+MNLI", 62.5),
        ];
        for (row, average) in averages {
            assert!((mean(0, row, 0..11) - average).abs() < 0.11, "{row} {}", mean(0, row, 0..11));
            assert!((mean(1, row, 0..4) - value("pragmeval", 0, row, 6)).abs() < 0.11, "{row}");
            assert!((mean(1, row, 4..7) - value("pragmeval", 0, row, 10)).abs() < 0.11, "{row}");
            assert!((mean(1, row, 7..10) - value("pragmeval", 0, row, 8)).abs() < 0.11, "{row}");
        }
        // Circa, section 6.2: 88.2% matched, 82% to 90% over scenarios; 85% and 74% strict.
        near(value("circa", 0, "BERT-MNLI-YN", 1), 88.2);
        near(value("circa", 1, "BERT-MNLI-YN", 2), 81.9);
        near(value("circa", 2, "BERT-MNLI-YN", 1), 84.8);
        near(value("circa", 3, "BERT-MNLI-YN", 2), 74.4);
    }
}
