//! Systems that label rows: those of Circa's and PragmEval's papers, and ours.
//!
//! [`systems`] lists them, each a file in `systems/published/circa` or `systems/published/pragmeval`; [`run`] trains and
//! tests them, and leaves a results folder for each, as [`crate::eval::results`] describes it. A folder that is finished
//! and answers for the same configuration is not made again. Texts that several systems of a call read with one encoder
//! are read once, and over several calls with a [`Session`].
//!
//! ```no_run
//! use grice_lab::data::DataSet;
//! use grice_lab::labels::{Request, run};
//!
//! let registry = grice_home::registry::open()?;
//! let request = Request {
//!     systems: vec!["circa/majority".to_owned(), "circa/joint".to_owned()],
//!     ..Request::new(DataSet::Circa, "../shared/data".as_ref(), "relaxed/matched/test", "results".as_ref())
//! };
//! let outcome = run(&request, &registry, &mut |_| std::ops::ControlFlow::Continue(()))?;
//! for done in outcome.finished {
//!     println!("{} on {}: {:.3}", done.system, done.split, done.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod division;
mod error;
mod features;
mod feed;
mod first;
mod method;
mod record;
mod run;
mod system;

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use grice_model::registry::Registry;

pub use error::{Error, Result};
pub use run::Session;
pub use system::{First, LabelSystem, Method, Published, Reads, SystemFile, system, systems};

use crate::data::DataSet;
use crate::eval::results::DEFAULT_SEED;

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Request {
    /// [`DataSet::Circa`] or [`DataSet::PragmEval`].
    pub data: DataSet,
    /// The data set's folder, or the one that holds it.
    pub dir: PathBuf,
    /// The split to test on; systems that learn do so on the training part that belongs to it.
    ///
    /// Circa: `relaxed/matched/test`, `strict/matched/test`, `relaxed/unmatched/test` (all ten folds) and
    /// `strict/unmatched/test`; with a seed after the setting, as in `relaxed/matched:7/test`, another division.
    /// PragmEval: `dev` or `test` for all tasks, which leaves a folder for each, or `PDTB/dev` for one.
    pub split: String,
    /// The systems by name; none for all of the data set.
    pub systems: Vec<String>,
    /// The results directory.
    pub results: PathBuf,
    /// An encoder of the registry in the place of the one that the systems' files name.
    pub encoder: Option<String>,
    /// A model of the registry with static vectors, or a file as GloVe writes it, in the place of the systems' own.
    pub vectors: Option<String>,
    /// The most rows to test on; none for all.
    pub limit: Option<usize>,
    /// The seed of weights and orders.
    pub seed: u64,
}

impl Request {
    /// All systems of a data set on a split.
    pub fn new(data: DataSet, dir: &Path, split: &str, results: &Path) -> Request {
        Request {
            data,
            dir: dir.to_owned(),
            split: split.to_owned(),
            systems: Vec::new(),
            results: results.to_owned(),
            encoder: None,
            vectors: None,
            limit: None,
            seed: DEFAULT_SEED,
        }
    }
}

/// How far a call is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The system that is run.
    pub system: String,
    /// The split that it is run on: of PragmEval that of one task.
    pub split: String,
    /// What is done at the moment, as in "reading texts" or "training".
    pub doing: &'static str,
    /// Runs that are done, finished ones from before counted.
    pub runs: usize,
    /// All runs of the call.
    pub of: usize,
    /// The part of the call that is done, 0 to 1; it never falls.
    pub share: f64,
}

/// What is told of the progress, and may stop the call.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// One finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The system's name.
    pub system: String,
    /// The split that was tested: of PragmEval that of one task.
    pub split: String,
    /// Its results folder.
    pub folder: PathBuf,
    /// The main measure's name.
    pub main: String,
    /// Its value, 0 to 1.
    pub value: f64,
    /// Whether the folder was there already.
    pub cached: bool,
}

/// A run that came to no end.
#[derive(Debug)]
pub struct Failed {
    /// The system's name; none where the split cannot be read.
    pub system: Option<String>,
    /// The split.
    pub split: String,
    /// Why.
    pub error: Error,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.system {
            Some(system) => write!(f, "{system} on {}: {}", self.split, self.error),
            None => write!(f, "{}: {}", self.split, self.error),
        }
    }
}

/// What came of a call.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Runs that are finished.
    pub finished: Vec<Finished>,
    /// Runs of systems that lack something.
    pub passed_over: Vec<Failed>,
    /// Runs that failed; the others were made.
    pub failed: Vec<Failed>,
}

/// Trains and tests systems; see the [module](self). Systems that need what is not here are an error where they were
/// named, and passed over where none was named. What fails does not keep the rest from being run.
pub fn run(request: &Request, registry: &Registry, watch: Watch<'_>) -> Result<Outcome> {
    Session::new(registry).run(request, watch)
}

/// The systems that `grice eval all` runs on a split. A BiLSTM, which is no row of Circa's paper, is trained once and not
/// ten times.
pub fn systems_of(data: DataSet, split: &str) -> Vec<&'static str> {
    let all = systems(data).unwrap_or_default().into_iter().map(|system| system.name);
    all.filter(|name| !(split.contains("unmatched") && *name == "circa/joint-bilstm")).collect()
}

/// The splits that `grice eval all` runs of a data set: those of the paper's tables that the files at hand allow.
pub fn splits(data: DataSet) -> &'static [&'static str] {
    match data {
        DataSet::Circa => &[
            "relaxed/matched/test",
            "strict/matched/test",
            "relaxed/unmatched/test",
            "strict/unmatched/test",
        ],
        DataSet::PragmEval => &["dev"],
        _ => &[],
    }
}
