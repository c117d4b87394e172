//! What `grice eval` takes.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::bounds;

/// What all runs take.
#[derive(Clone, Debug, Args)]
pub struct CommonArgs {
    /// The folder with the data sets' files, or with a folder for each
    #[arg(long, value_name = "DIR", env = "GRICE_DATA", default_value = "../shared/data")]
    pub data_dir: PathBuf,
    /// The folder that results go to
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,
    /// At most so many turns of a split: whole conversations, or rows to be labelled, drawn by the seed
    #[arg(long, value_name = "N", value_parser = bounds::passages)]
    pub limit: Option<usize>,
    /// The seed of whatever is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Turns that are taken at a time; all cores where it is left out
    #[arg(long, value_name = "N", value_parser = bounds::threads)]
    pub jobs: Option<usize>,
    /// The collection to search, by its name or path; without it, the passages that come with the data
    #[arg(long, value_name = "COLLECTION")]
    pub index: Option<OsString>,
    /// The address of a server that speaks the OpenAI protocol, for systems that ask a language model
    #[arg(long, value_name = "URL", requires = "endpoint_model")]
    pub endpoint: Option<String>,
    /// The model to ask there
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    pub endpoint_model: Option<String>,
    /// Finish runs in which turns failed, as at an endpoint that did not answer; such turns count as wrong
    #[arg(long)]
    pub keep_failed: bool,
    /// For systems that label rows: the encoder to read with, in the place of the one their files name
    #[arg(long, value_name = "NAME")]
    pub encoder: Option<String>,
    /// For systems that label rows: static vectors, a model of the registry or a file as GloVe writes it
    #[arg(long, value_name = "NAME|FILE")]
    pub vectors: Option<String>,
    /// Show no progress and print nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Run systems on a split of a data set
#[derive(Debug, Args)]
#[command(
    after_help = "A run that is stopped goes on where it was when the same command is given again; one that is finished \
                  is not made again.\n\nTry:\n  grice eval --system published/rachael --data qrecc --split held-out\n  \
                  grice eval --system default original --data topiocqa --split held-out --limit 100\n  \
                  grice eval --system circa/majority --data circa --split relaxed/matched/test"
)]
pub struct RunArgs {
    /// Systems, by their names or files (`grice systems` lists them); `human` asks people's rewrites
    #[arg(long, value_name = "SYSTEM", num_args = 1.., required = true)]
    pub system: Vec<String>,
    /// The data set
    #[arg(long, value_name = "NAME", required = true)]
    pub data: Option<String>,
    /// Its split
    #[arg(long, value_name = "NAME", required = true)]
    pub split: Option<String>,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Run everything that the data at hand allows
#[derive(Debug, Args)]
pub struct AllArgs {
    /// Take every turn of every split; this takes many hours
    #[arg(long, conflicts_with = "limit")]
    pub full: bool,
    /// Only these data sets
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub only: Vec<String>,
    /// Print what would be run, and run nothing
    #[arg(long)]
    pub plan: bool,
    #[command(flatten)]
    pub common: CommonArgs,
}
