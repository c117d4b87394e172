//! What can be said of the studio.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Collect conversations and judgements from people
///
/// A project runs a protocol of a paper (or one of your own) over a collection. You invite people by
/// links, they work in their browsers on what `grice serve` shows, and what they said is exported in
/// the papers' own formats. These commands work on the server's database, also while it runs; the same
/// can be done on its page, at /studio.
#[derive(Debug, Parser)]
#[command(
    after_help = "Examples:\n  grice studio new Moons --protocol pragmaticqa --collection demo\n  \
    grice studio invite Moons --uses 20 --days 14\n  grice serve\n  grice studio progress Moons\n  \
    grice studio export Moons --format pragmaticqa --output moons.jsonl\n\n\
    A project is named by its id, or by its name where no other has it."
)]
pub struct StudioArgs {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// The server's file of settings
    #[arg(long, value_name = "FILE", env = "GRICE_SERVE_CONFIG", global = true)]
    pub config: Option<PathBuf>,
    /// Where projects are kept, as for `grice serve`
    #[arg(long, value_name = "FILE|URL", global = true)]
    pub database: Option<String>,
    /// Whose projects: the owner of a key [default: those of a server without keys]
    #[arg(long, value_name = "NAME", global = true, default_value = "", hide_default_value = true)]
    pub owner: String,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    New(NewArgs),
    /// The projects there are
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// A project: settings, topics, invitations
    Show {
        #[command(flatten)]
        one: OneArgs,
    },
    /// The protocols that ship, or one as a file to begin your own with
    #[command(after_help = "Example:\n  grice studio protocols circa > own.toml")]
    Protocols {
        /// The protocol to print
        name: Option<String>,
    },
    Invite(InviteArgs),
    /// Take an invitation back; those who came in by it stay
    Revoke {
        /// The project
        project: String,
        /// The invitation's id, which `grice studio show` lists
        invitation: String,
    },
    /// How far a project is
    Progress {
        #[command(flatten)]
        one: OneArgs,
    },
    /// Who takes part
    People {
        #[command(flatten)]
        one: OneArgs,
    },
    /// How far judges agree: Fleiss' kappa, Krippendorff's alpha
    Agreement {
        #[command(flatten)]
        one: OneArgs,
    },
    Export(ExportArgs),
    Import(ImportArgs),
    /// What is owed to whom, as CSV
    Payments {
        /// The project
        project: String,
    },
    /// Let nobody come in or begin anything any more; `--open` allows it again
    Close {
        /// The project
        project: String,
        /// Allow it again
        #[arg(long)]
        open: bool,
    },
    Delete(DeleteArgs),
}

#[derive(Debug, Args)]
pub struct OneArgs {
    /// The project
    pub project: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Make a project
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice studio new Moons --protocol pragmaticqa --collection demo --set minimum_turns=8\n  \
    grice studio new Replies --protocol circa\n  \
    grice studio new Alone --protocol topiocqa --collection demo --set grice=questioner")]
pub struct NewArgs {
    /// What it is called
    pub name: String,
    /// One of `grice studio protocols`, or a file of your own
    #[arg(long, value_name = "NAME|FILE.toml")]
    pub protocol: String,
    /// The collection that conversations are about
    #[arg(long, value_name = "NAME")]
    pub collection: Option<String>,
    /// A setting of the protocol; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, serde_json::Value)>,
    /// A JSON file of topics: [{title, document, genre, community}] [default: the pages that most
    /// others link to]
    #[arg(long, value_name = "FILE")]
    pub topics: Option<PathBuf>,
    /// A JSON file of first pages: [{document, question}] [default: the pages that most others link to]
    #[arg(long, value_name = "FILE")]
    pub seeds: Option<PathBuf>,
    /// A text that participants agree to, instead of the protocol's
    #[arg(long, value_name = "FILE")]
    pub consent: Option<PathBuf>,
}

/// Make an invitation, and print its link
///
/// The link is shown this once: what is kept of it is a digest.
#[derive(Debug, Parser)]
#[command(
    after_help = "Example:\n  grice studio invite Moons --uses 20 --days 14 --url https://studio.example.org"
)]
pub struct InviteArgs {
    /// The project
    pub project: String,
    /// The step it leads to; may be left out where the protocol has one
    #[arg(long)]
    pub step: Option<String>,
    /// What you call it
    #[arg(long)]
    pub label: Option<String>,
    /// How many people may use it [default: any number]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub uses: Option<u32>,
    /// Days until it ends [default: it does not]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_499))]
    pub days: Option<u32>,
    /// Where participants reach the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub url: String,
}

/// Write what was collected as a file
///
/// In the papers' own formats, which `grice eval` and the public loaders read, or with nothing left out as
/// jsonl or csv. Participants appear under made-up ids. Trials and what a reviewer rejected are left out.
#[derive(Debug, Parser)]
#[command(
    after_help = "Example:\n  grice studio export Moons --format pragmaticqa --output moons.jsonl"
)]
pub struct ExportArgs {
    /// The project
    pub project: String,
    /// pragmaticqa, topiocqa, circa, judgements, jsonl or csv
    #[arg(long, default_value = "jsonl")]
    pub format: String,
    /// Only what a reviewer accepted
    #[arg(long)]
    pub accepted: bool,
    /// Also conversations that ended before they were complete, and how (jsonl, csv)
    #[arg(long, conflicts_with = "accepted")]
    pub all: bool,
    /// The file to write; it appears whole or not at all [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Take in a file of conversations or judgements
#[derive(Debug, Parser)]
#[command(after_help = "Example:\n  grice studio import Replies circa-data.tsv --format circa")]
pub struct ImportArgs {
    /// The project
    pub project: String,
    /// The file
    pub file: PathBuf,
    /// pragmaticqa, topiocqa, circa, judgements, jsonl or csv
    #[arg(long)]
    pub format: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Delete a project, or one participant's data
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  grice studio delete Moons\n  \
    grice studio delete Moons --participant p-3f9a01b2c4d5")]
pub struct DeleteArgs {
    /// The project
    pub project: String,
    /// Only the data of this participant, and the conversations they took part in
    #[arg(long, value_name = "ID")]
    pub participant: Option<String>,
    /// Do not ask
    #[arg(long, short)]
    pub yes: bool,
}

/// A setting: a number, true or false, or a word.
fn setting(text: &str) -> Result<(String, serde_json::Value), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, as in minimum_turns=8")?;
    let read = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((name.trim().to_owned(), read))
}
