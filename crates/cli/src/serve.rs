//! `grice serve` and `grice mcp`: the same engine for pages and programs.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use grice_server::{Config, ConfigError, Flags, Server, ServerError};

use crate::output::{DIM, Misuse, TITLE, stdout, tell, warn};

/// Serve a page to talk to documents, and an API behind it
///
/// The page is at the address that is printed; /openapi.json describes the API, and
/// /v1/chat/completions is as OpenAI's clients know it. Settings come from a file, then from the
/// environment (GRICE_SERVE_PORT, GRICE_SERVE_LIMITS__QUEUE), then from flags; the later wins.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  grice serve\n  grice serve notes wiki --port 9000\n  \
    grice serve --config grice.toml --print-config\n  \
    GRICE_SERVE_DATABASE=postgres://grice@db/grice grice serve --host 0.0.0.0")]
pub struct ServeArgs {
    /// The collections to serve, by name or path [default: all there are]
    #[arg(value_name = "COLLECTION")]
    collections: Vec<String>,
    #[command(flatten)]
    common: CommonArgs,
    /// The port; 0 takes a free one [default: 8080]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1, which only this machine reaches]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// Let anybody use a server that other machines reach and that has no keys
    #[arg(long)]
    open: bool,
    /// Print the settings that hold, as a file, and end
    #[arg(long)]
    print_config: bool,
}

/// Serve tools for other programs over standard input and output (Model Context Protocol)
#[derive(Debug, Parser)]
#[command(after_help = "Example, as an entry of a client's configuration:\n  \
    { \"command\": \"grice\", \"args\": [\"mcp\", \"notes\"] }")]
pub struct McpArgs {
    /// The collections to serve, by name or path [default: all there are]
    #[arg(value_name = "COLLECTION")]
    collections: Vec<String>,
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Debug, Parser)]
struct CommonArgs {
    /// A file of settings
    #[arg(long, value_name = "FILE", env = "GRICE_SERVE_CONFIG")]
    config: Option<PathBuf>,
    /// The system: which parts answer; a file, or one that `grice systems` lists
    #[arg(long, value_name = "NAME|FILE")]
    system: Option<String>,
    /// Where conversations and keys are kept: a file, or a PostgreSQL address [default: in Grice's
    /// home]
    #[arg(long, value_name = "FILE|URL")]
    database: Option<String>,
}

/// The settings of a server, for commands that work beside it.
pub fn beside(config: Option<&Path>, database: Option<&str>) -> Result<Config> {
    let flags = Flags { database: database.map(str::to_owned), ..Flags::default() };
    Config::load(config, &flags).map_err(|error| wrong(error.into()))
}

impl CommonArgs {
    fn load(&self, collections: &[String], more: Flags) -> Result<Config> {
        let flags = Flags {
            collections: collections.to_vec(),
            system: self.system.clone(),
            database: self.database.clone(),
            ..more
        };
        Config::load(self.config.as_deref(), &flags).map_err(|error| wrong(error.into()))
    }
}

pub fn run(args: &ServeArgs) -> Result<ExitCode> {
    let open = args.open.then_some(true);
    let flags = Flags { host: args.host, port: args.port, open, ..Flags::default() };
    let config = args.common.load(&args.collections, flags)?;
    if args.print_config {
        write!(stdout(), "{}", config.to_toml())?;
        return Ok(ExitCode::SUCCESS);
    }
    let home = grice_home::data_home()?;
    runtime()?.block_on(async {
        let server = Server::open(config, &home, &mut |text| warn(text)).await.map_err(wrong)?;
        let address = server.address().map_err(wrong)?;
        tell(format_args!("Grice is at {TITLE}http://{address}{TITLE:#}"));
        tell(match server.is_keyed() {
            true => {
                format!("{DIM}A key is wanted; `grice keys` lists them. Ctrl-C ends it.{DIM:#}")
            }
            false => format!("{DIM}Everybody on this machine can use it. Ctrl-C ends it.{DIM:#}"),
        });
        server.run(signals()).await.map_err(wrong)
    })?;
    Ok(ExitCode::SUCCESS)
}

pub fn mcp(args: &McpArgs) -> Result<ExitCode> {
    let mut config = args.common.load(&args.collections, Flags::default())?;
    // Whoever started the program sees its standard error.
    if config.log == "info" {
        config.log = "warn".to_owned();
    }
    let home = grice_home::data_home()?;
    let mut told = |text: &str| warn(text);
    let served = Server::tools(config, &home, &mut told);
    runtime()?.block_on(served).map_err(wrong)?;
    Ok(ExitCode::SUCCESS)
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

/// Done when the program is told to end.
async fn signals() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = ended.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// What the user can mend is told as misuse.
fn wrong(error: ServerError) -> anyhow::Error {
    let misuse = match &error {
        ServerError::Config(ConfigError::System(error)) => error.is_misuse(),
        ServerError::Config(_) | ServerError::Open(_) | ServerError::Listen { .. } => true,
        ServerError::Home(error) => error.is_misuse(),
        ServerError::Store(error) => error.is_misuse(),
        ServerError::Failed(_) => false,
    };
    match misuse {
        true => Misuse(error.to_string()).into(),
        false => error.into(),
    }
}
