//! `grice keys`: who may use a server.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use grice_server::Scope;
use grice_store::{ApiKey, Store};
use serde::Serialize;

use crate::output::{DIM, Misuse, TITLE, date, json, stdout, tell};

/// Make, list and revoke the keys of a server
///
/// A server that has keys answers nobody without one. What is kept of a key is a digest: it is shown
/// once, when it is made.
#[derive(Debug, Parser)]
#[command(
    after_help = "Examples:\n  grice keys add ann\n  grice keys add pipeline --owner team --scope ask\n  \
    grice keys add lab --scope studio\n  grice keys add ann --config /etc/grice.toml\n  \
    grice keys list\n  grice keys revoke 2"
)]
pub struct KeysArgs {
    #[command(subcommand)]
    command: Command,
    /// The server's file of settings
    #[arg(long, value_name = "FILE", env = "GRICE_SERVE_CONFIG", global = true)]
    config: Option<PathBuf>,
    /// Where keys are kept, as for `grice serve`
    #[arg(long, value_name = "FILE|URL", global = true)]
    database: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a key, and print it
    Add {
        /// What the key is called
        name: String,
        /// Whose conversations and collections it sees [default: the name]
        #[arg(long)]
        owner: Option<String>,
        /// What it may do: ask, write, admin, studio; may be given several times [default: ask and write]
        #[arg(long = "scope", value_name = "SCOPE")]
        scopes: Vec<String>,
    },
    /// The keys there are
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Refuse a key from now on
    Revoke {
        /// Its number
        id: i64,
    },
}

#[derive(Serialize)]
struct Row {
    id: i64,
    name: String,
    owner: String,
    scopes: String,
    prefix: String,
    made: i64,
    last_used: Option<i64>,
    revoked: Option<i64>,
}

impl From<ApiKey> for Row {
    fn from(key: ApiKey) -> Row {
        let ApiKey { id, name, owner, scopes, prefix, made, last_used, revoked } = key;
        Row { id, name, owner, scopes, prefix, made, last_used, revoked }
    }
}

pub fn run(args: &KeysArgs) -> Result<ExitCode> {
    let config = crate::serve::beside(args.config.as_deref(), args.database.as_deref())?;
    let mut store = match config.database.as_str() {
        "" => Store::open(grice_home::data_home()?.join("conversations.db"))?,
        database => Store::connect(database)?,
    };
    match &args.command {
        Command::Add { name, owner, scopes } => add(&mut store, name, owner.as_deref(), scopes)?,
        Command::List { json: as_json } => list(&mut store, *as_json)?,
        Command::Revoke { id } => {
            store.revoke_key(*id)?;
            writeln!(stdout(), "Revoked key {id}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn add(store: &mut Store, name: &str, owner: Option<&str>, scopes: &[String]) -> Result<()> {
    let known: Vec<&str> = Scope::ALL.iter().map(|scope| scope.name()).collect();
    if let Some(other) = scopes.iter().find(|scope| !known.contains(&scope.as_str())) {
        let known = known.join(", ");
        return Err(Misuse(format!("there is no scope '{other}'; there are {known}")).into());
    }
    let scopes = match scopes.is_empty() {
        true => "ask,write".to_owned(),
        false => scopes.join(","),
    };
    let owner = owner.unwrap_or(name);
    if !grice_home::is_name(owner) {
        let why = format!(
            "'{owner}' can be no owner: take letters, digits, hyphens, underscores and dots"
        );
        return Err(Misuse(format!("{why}, or name another with --owner")).into());
    }
    let (key, secret) = store.add_key(name, owner, &scopes)?;
    tell(format_args!(
        "Key {} of {}, which may {}. It is shown this once:",
        key.id,
        key.owner,
        key.scopes.replace(',', ", ")
    ));
    writeln!(stdout(), "{secret}")?;
    Ok(())
}

fn list(store: &mut Store, as_json: bool) -> Result<()> {
    let rows: Vec<Row> = store.keys()?.into_iter().map(Row::from).collect();
    if as_json {
        return json(&rows);
    }
    if rows.is_empty() {
        tell("No key is there: a server answers everybody on its own machine");
    }
    let day = |at: i64| date(u64::try_from(at / 1_000).unwrap_or(0));
    for row in rows {
        let used =
            row.last_used.map_or_else(|| "never used".to_owned(), |at| format!("used {}", day(at)));
        let revoked = row.revoked.map_or_else(String::new, |at| format!(", revoked {}", day(at)));
        writeln!(
            stdout(),
            "{:>3}  {TITLE}{}{TITLE:#}  {}…  {}  {}  {DIM}made {}, {used}{revoked}{DIM:#}",
            row.id,
            row.name,
            row.prefix,
            row.owner,
            row.scopes,
            day(row.made)
        )?;
    }
    Ok(())
}
