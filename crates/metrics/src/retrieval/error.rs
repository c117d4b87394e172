//! What can go wrong with rankings, judgements and measures, in the user's words.

use std::io;

/// Qrels or a run that cannot be used. `place` is a file and line, or a query where the data
/// came from elsewhere.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file cannot be read.
    #[error("{file}: cannot be read ({reason})")]
    Io {
        /// The file.
        file: String,
        /// The system's reason.
        reason: io::Error,
    },
    /// Bytes that are no text.
    #[error("{place}: the line is not UTF-8 text; convert the file, for example with iconv")]
    NotText {
        /// Where.
        place: String,
    },
    /// A line with too few or too many columns.
    #[error("{place}: {found} columns, where {kind} have {expected}: {shape}")]
    Columns {
        /// Where.
        place: String,
        /// "qrels" or "runs".
        kind: &'static str,
        /// How many columns there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The columns' names.
        shape: &'static str,
    },
    /// A grade of relevance that is no whole number.
    #[error("{place}: the relevance {found:?} is not a whole number (the fourth column of qrels)")]
    Grade {
        /// Where.
        place: String,
        /// What stands there.
        found: String,
    },
    /// A score that is no number.
    #[error("{place}: the score {found:?} is not a number (the fifth column of runs)")]
    Score {
        /// Where.
        place: String,
        /// What stands there.
        found: String,
    },
    /// A score that has no place in an order.
    #[error(
        "{place}: the score {found} cannot be ranked; give each document a finite score, or leave it out"
    )]
    NotFinite {
        /// Where.
        place: String,
        /// What stands there.
        found: String,
    },
    /// The same document twice for a query of a run.
    #[error(
        "{place}: document {document} is ranked twice for query {query} (first at {first}); keep one of the two"
    )]
    RankedTwice {
        /// Where it stands the second time.
        place: String,
        /// Where it stands the first time.
        first: String,
        /// The query.
        query: String,
        /// The document.
        document: String,
    },
    /// The same document twice for a query of qrels.
    #[error(
        "{place}: document {document} is judged twice for query {query}, {grades} (first at {first}); keep one of the two"
    )]
    JudgedTwice {
        /// Where it stands the second time.
        place: String,
        /// Where it stands the first time.
        first: String,
        /// The query.
        query: String,
        /// The document.
        document: String,
        /// Whether the two grades are the same.
        grades: String,
    },
    /// Nothing in it.
    #[error("{file}: no line of {kind} is in it; is it the right file? A line is: {shape}")]
    Empty {
        /// The file.
        file: String,
        /// "qrels" or "runs".
        kind: &'static str,
        /// The columns' names.
        shape: &'static str,
    },
}

/// The name of a measure that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// No measure has that name.
    #[error("no measure is named {name:?}; there are {known}")]
    Unknown {
        /// The name given.
        name: String,
        /// Every name there is.
        known: String,
    },
    /// ir-measures or trec_eval know the name, but it is not computed here.
    #[error("{name} is not computed here; there are {known}")]
    NotComputed {
        /// The name given.
        name: String,
        /// Every name there is.
        known: String,
    },
    /// Not of the form `Name(key=value)@k`.
    #[error(
        "the measure {text:?} cannot be read: {why}; the form is Name(key=value,…)@k, as in nDCG@3 or R(rel=2)@100"
    )]
    Form {
        /// The measure as given.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// A cut-off is needed.
    #[error("{name} needs a cut-off: write {example}")]
    NeedsCutoff {
        /// The measure's name.
        name: String,
        /// How it may be written.
        example: String,
    },
    /// A cut-off is given where there is none.
    #[error("{name} takes no cut-off; write {name}")]
    NoCutoff {
        /// The measure's name.
        name: String,
    },
    /// A parameter that the measure does not have.
    #[error("{name} has no parameter {parameter:?}; it takes {known}")]
    Parameter {
        /// The measure's name.
        name: String,
        /// The parameter given.
        parameter: String,
        /// Those it takes.
        known: String,
    },
    /// A value that a parameter cannot take.
    #[error("{name}: {parameter} cannot be {value}; it must be {must}")]
    Value {
        /// The measure's name.
        name: String,
        /// The parameter.
        parameter: String,
        /// The value given.
        value: String,
        /// What it must be.
        must: String,
    },
    /// A list without a measure.
    #[error("no measure is named; give some, such as \"nDCG@3 R@100 RR\"")]
    Empty,
}

/// A run that cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// Not one query is in both.
    #[error(
        "no query of the run is in the qrels (the run has {run_queries}, such as {run_query}; the qrels have {truth_queries}, such as {truth_query}); are they of the same data set?"
    )]
    NoCommonQuery {
        /// How many queries the run has.
        run_queries: usize,
        /// One of them.
        run_query: String,
        /// How many queries the qrels have.
        truth_queries: usize,
        /// One of them.
        truth_query: String,
    },
    /// A grade out of a measure's range.
    #[error(
        "{measure}: query {query} has a document of grade {grade}, and the measure is defined up to grade {highest}; leave the measure out, or map the grades"
    )]
    GradeTooHigh {
        /// The measure.
        measure: String,
        /// The query.
        query: String,
        /// The grade found.
        grade: i32,
        /// The highest that the measure takes.
        highest: i32,
    },
}
