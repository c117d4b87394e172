//! What a network learns from, as numbers.

use std::sync::Arc;

use crate::vectors::Table;

/// Texts as numbers: a vector each, or tokens whose vectors a table has.
#[derive(Clone, Debug)]
pub enum Inputs {
    /// A vector for each text, one after another.
    Vectors {
        /// The length of a vector.
        width: usize,
        /// The vectors.
        values: Vec<f32>,
    },
    /// Token numbers for each text.
    Tokens {
        /// The tokens' vectors.
        table: Arc<Table>,
        /// The tokens of each text.
        texts: Vec<Vec<u32>>,
    },
}

impl Inputs {
    /// How many texts there are.
    pub fn len(&self) -> usize {
        match self {
            Inputs::Vectors { width, values } => values.len() / (*width).max(1),
            Inputs::Tokens { texts, .. } => texts.len(),
        }
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of a vector, of a text or of a token.
    pub fn width(&self) -> usize {
        match self {
            Inputs::Vectors { width, .. } => *width,
            Inputs::Tokens { table, .. } => table.width,
        }
    }

    /// The texts of these numbers.
    pub fn select(&self, rows: &[usize]) -> Inputs {
        match self {
            Inputs::Vectors { width, values } => {
                let one = |row: &usize| &values[row * width..(row + 1) * width];
                Inputs::Vectors {
                    width: *width,
                    values: rows.iter().flat_map(one).copied().collect(),
                }
            }
            Inputs::Tokens { table, texts } => {
                let texts = rows.iter().map(|row| texts[*row].clone()).collect();
                Inputs::Tokens { table: table.clone(), texts }
            }
        }
    }
}

/// Rows with the number of their label.
#[derive(Clone, Debug)]
pub struct Examples {
    /// The first, or only, text of each row.
    pub first: Inputs,
    /// The second text of each row.
    pub second: Option<Inputs>,
    /// The label of each row.
    pub labels: Vec<usize>,
}

impl Examples {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The rows of these numbers.
    pub fn select(&self, rows: &[usize]) -> Examples {
        Examples {
            first: self.first.select(rows),
            second: self.second.as_ref().map(|second| second.select(rows)),
            labels: rows.iter().map(|row| self.labels[*row]).collect(),
        }
    }
}
