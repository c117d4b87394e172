//! Qrels and runs: from TREC's files, or from data that came another way.
//!
//! The files are those of trec_eval: columns parted by blanks or tabs, `query 0 document grade`
//! and `query Q0 document rank score tag`. The rank column is not used, as in trec_eval: documents
//! are ranked by their scores. Blank lines are passed over.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::error::DataError;
use super::graded::compare_single;
use super::lists::{Lists, Twice, hash};

const QRELS_SHAPE: &str = "query, iteration, document, relevance";
const RUN_SHAPE: &str = "query, Q0, document, rank, score, tag";

/// Graded judgements of documents, by query.
#[derive(Clone, Debug)]
pub struct Qrels {
    pub(super) lists: Lists<i32>,
}

/// Scored documents, by query.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) lists: Lists<f64>,
}

impl Qrels {
    /// Reads a qrels file.
    pub fn read(path: &Path) -> Result<Qrels, DataError> {
        Qrels::parse(open(path)?, &path.display().to_string())
    }

    /// Reads qrels line by line; `name` stands for the file in error messages.
    pub fn parse(reader: impl BufRead, name: &str) -> Result<Qrels, DataError> {
        let mut lists = Lists::new();
        each_line(reader, name, |place, line, text| {
            let [query, _, document, grade] = columns(text, place, "qrels", QRELS_SHAPE)?;
            let grade = grade.parse().map_err(|_| DataError::Grade {
                place: place.to_string(),
                found: grade.to_owned(),
            })?;
            lists.push(query, document, grade, line);
            Ok(())
        })?;
        if lists.names().is_empty() {
            let file = name.to_owned();
            return Err(DataError::Empty { file, kind: "qrels", shape: QRELS_SHAPE });
        }
        Qrels::finished(lists, |line| format!("{name}:{line}"))
    }

    /// Takes judgements that are already in memory: for each query, its documents and grades. A
    /// query without documents is left out, as it would be in a file.
    pub fn from_grades<Q, D, L>(
        queries: impl IntoIterator<Item = (Q, L)>,
    ) -> Result<Qrels, DataError>
    where
        Q: AsRef<str>,
        D: AsRef<str>,
        L: IntoIterator<Item = (D, i32)>,
    {
        let mut lists = Lists::new();
        let mut line = 0;
        for (query, documents) in queries {
            for (document, grade) in documents {
                line += 1;
                lists.push(query.as_ref(), document.as_ref(), grade, line);
            }
        }
        Qrels::finished(lists, |line| format!("judgement {line}"))
    }

    fn finished(mut lists: Lists<i32>, place: impl Fn(u32) -> String) -> Result<Qrels, DataError> {
        let Some(Twice { query, first, second }) = lists.twice() else {
            lists.sort_by_hash();
            return Ok(Qrels { lists });
        };
        let grades = if first.value == second.value {
            format!("both times with grade {}", first.value)
        } else {
            format!("with grades {} and {}", first.value, second.value)
        };
        Err(DataError::JudgedTwice {
            place: place(second.line),
            first: place(first.line),
            query: lists.names()[query].clone(),
            document: lists.document(&first).to_owned(),
            grades,
        })
    }

    /// The queries, in the order they were met.
    pub fn queries(&self) -> &[String] {
        self.lists.names()
    }

    /// A document's grade, where it is judged.
    pub fn grade(&self, query: &str, document: &str) -> Option<i32> {
        self.lists.find(self.lists.find_query(query)?, hash(document), document)
    }
}

impl Run {
    /// Reads a run file.
    pub fn read(path: &Path) -> Result<Run, DataError> {
        Run::parse(open(path)?, &path.display().to_string())
    }

    /// Reads a run line by line; `name` stands for the file in error messages.
    pub fn parse(reader: impl BufRead, name: &str) -> Result<Run, DataError> {
        let mut lists = Lists::new();
        each_line(reader, name, |place, line, text| {
            let [query, _, document, _, score, _] = columns(text, place, "runs", RUN_SHAPE)?;
            let value: f64 = score.parse().map_err(|_| DataError::Score {
                place: place.to_string(),
                found: score.to_owned(),
            })?;
            if !value.is_finite() {
                let found = score.to_owned();
                return Err(DataError::NotFinite { place: place.to_string(), found });
            }
            lists.push(query, document, value, line);
            Ok(())
        })?;
        if lists.names().is_empty() {
            let file = name.to_owned();
            return Err(DataError::Empty { file, kind: "runs", shape: RUN_SHAPE });
        }
        Run::finished(lists, |line| format!("{name}:{line}"))
    }

    /// Takes scores that are already in memory: for each query, its documents and scores. A query
    /// without documents is one that the run answered with nothing: it is in the run, and scores
    /// 0. (In a file it could not be there, and would be an unanswered one.)
    pub fn from_scores<Q, D, L>(queries: impl IntoIterator<Item = (Q, L)>) -> Result<Run, DataError>
    where
        Q: AsRef<str>,
        D: AsRef<str>,
        L: IntoIterator<Item = (D, f64)>,
    {
        let mut lists = Lists::new();
        let mut line = 0;
        for (query, documents) in queries {
            let query = query.as_ref();
            lists.place(query);
            for (document, score) in documents {
                line += 1;
                let document = document.as_ref();
                if !score.is_finite() {
                    let place = format!("query {query}, document {document}");
                    return Err(DataError::NotFinite { place, found: score.to_string() });
                }
                lists.push(query, document, score, line);
            }
        }
        Run::finished(lists, |line| format!("entry {line}"))
    }

    fn finished(mut lists: Lists<f64>, place: impl Fn(u32) -> String) -> Result<Run, DataError> {
        if let Some(Twice { query, first, second }) = lists.twice() {
            return Err(DataError::RankedTwice {
                place: place(second.line),
                first: place(first.line),
                query: lists.names()[query].clone(),
                document: lists.document(&first).to_owned(),
            });
        }
        lists.sort_by(compare_single);
        Ok(Run { lists })
    }

    /// The queries, in the order they were met.
    pub fn queries(&self) -> &[String] {
        self.lists.names()
    }

    /// A query's documents and scores, best first, as trec_eval ranks them.
    pub fn ranking(&self, query: &str) -> Option<impl Iterator<Item = (&str, f64)>> {
        let list = self.lists.list(self.lists.find_query(query)?);
        Some(list.iter().map(|item| (self.lists.document(item), item.value)))
    }
}

/// Where a line stands, put into words only when something is wrong with it.
struct Place<'a> {
    file: &'a str,
    line: u32,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

fn open(path: &Path) -> Result<BufReader<File>, DataError> {
    let file = File::open(path).map_err(|reason| io_error(&path.display(), reason))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

fn io_error(file: &dyn Display, reason: std::io::Error) -> DataError {
    DataError::Io { file: file.to_string(), reason }
}

fn each_line(
    mut reader: impl BufRead,
    name: &str,
    mut take: impl FnMut(&Place, u32, &str) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut bytes = Vec::new();
    let mut line = 0;
    loop {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes).map_err(|reason| io_error(&name, reason))? == 0 {
            return Ok(());
        }
        line += 1;
        let place = Place { file: name, line };
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| DataError::NotText { place: place.to_string() })?;
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        if !text.trim_ascii().is_empty() {
            take(&place, line, text)?;
        }
    }
}

fn columns<'a, const N: usize>(
    text: &'a str,
    place: &Place,
    kind: &'static str,
    shape: &'static str,
) -> Result<[&'a str; N], DataError> {
    let mut found = [""; N];
    let mut number = 0;
    for column in text.split_ascii_whitespace() {
        if number < N {
            found[number] = column;
        }
        number += 1;
    }
    if number == N {
        return Ok(found);
    }
    Err(DataError::Columns { place: place.to_string(), kind, found: number, expected: N, shape })
}
