//! What `grice data` takes.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use grice_lab::data::DataSet;

/// Look at data sets: what the files hold, beside what the papers say
#[derive(Debug, Args)]
#[command(
    after_help = "Try:\n  grice data list\n  grice data stats topiocqa --data ../shared/data\n  \
                  grice data check circa --data ~/circa\n  \
                  grice data show pragmaticqa --split dev --turn 1_2 --data ../shared/data"
)]
pub struct DataArgs {
    #[command(subcommand)]
    pub command: DataCommand,
}

#[derive(Debug, Subcommand)]
pub enum DataCommand {
    /// The data sets by name, and which of their splits are at hand
    List {
        #[command(flatten)]
        place: PlaceArgs,
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// A paper's statistics: the published value beside what the files give
    Stats {
        /// The data set
        #[arg(value_parser = DataSet::from_str)]
        name: DataSet,
        #[command(flatten)]
        place: PlaceArgs,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Read a data set's files to their ends: what is damaged, what is passed over and why
    Check {
        /// The data set
        #[arg(value_parser = DataSet::from_str)]
        name: DataSet,
        #[command(flatten)]
        place: PlaceArgs,
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Turns or rows of a split, as JSON lines
    Show {
        /// The data set
        #[arg(value_parser = DataSet::from_str)]
        name: DataSet,
        /// The split
        #[arg(long, value_name = "NAME")]
        split: String,
        /// Only the turn or row with this id
        #[arg(long, value_name = "ID", conflicts_with = "limit")]
        turn: Option<String>,
        /// At most so many
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        #[command(flatten)]
        place: PlaceArgs,
    },
}

/// Where the files are.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// The data set's folder, or the one that has a folder for each
    #[arg(
        long = "data",
        visible_alias = "data-dir",
        value_name = "DIR",
        env = "GRICE_DATA",
        default_value = "../shared/data"
    )]
    pub dir: PathBuf,
}
