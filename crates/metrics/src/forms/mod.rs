//! The files of data sets and shared tasks, read and scored as each is scored by its makers.

pub mod agreement;
pub mod answers;
pub mod circa;
pub mod coqa;
mod data_set;
mod json_pairs;
mod json_path;
mod labelled;
pub mod pairs;
pub mod pragmaticqa;
pub mod pragmeval;
mod predictions;
pub mod quac;
mod quoted_tsv;
pub mod scai;
pub mod spans;
pub mod squad;
pub mod topiocqa;
pub mod trec;

use std::path::Path;

pub use predictions::{Mapping, Predictions};

use crate::error::{Error, Result};
use crate::report::Counted;

/// What to do with turns of a run that the truth does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// Refuse the run.
    #[default]
    Refuse,
    /// Pass them over, and say how many they were.
    PassOver,
}

impl Unknown {
    /// Deals with the turns of a run that the truth does not have.
    pub fn check<'a>(
        self,
        truth: &Path,
        run: &Path,
        unknown: impl IntoIterator<Item = &'a str>,
        in_run: usize,
    ) -> Result<Vec<Counted>> {
        let unknown: Vec<&str> = unknown.into_iter().collect();
        if unknown.is_empty() {
            return Ok(Vec::new());
        }
        if unknown.len() == in_run {
            return Err(Error::whole(
                run,
                format!(
                    "none of its {in_run} turns is in {}: is that the truth of another data set? \
                     (the run's first turn is {})",
                    truth.display(),
                    unknown[0]
                ),
            ));
        }
        match self {
            Unknown::PassOver => Ok(vec![Counted {
                why: "the truth does not have the turn".to_owned(),
                turns: unknown.len(),
            }]),
            Unknown::Refuse => {
                let shown = unknown.iter().take(5).copied().collect::<Vec<_>>().join(", ");
                let more = if unknown.len() > 5 { ", …" } else { "" };
                Err(Error::whole(
                    run,
                    format!(
                        "{} of its turns {} not in {}: {shown}{more}; --skip-unknown passes them over",
                        unknown.len(),
                        if unknown.len() == 1 { "is" } else { "are" },
                        truth.display(),
                    ),
                ))
            }
        }
    }
}
