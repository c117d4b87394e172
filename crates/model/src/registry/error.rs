//! What can go wrong with models' files, in the user's words.

use std::io;
use std::path::{Path, PathBuf};

use super::digest::Sha256;

/// A model that cannot be found, fetched or trusted.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// No model has that name.
    #[error("no model is named '{name}'; {}", which(near))]
    UnknownModel {
        /// The name asked for.
        name: String,
        /// Names that are like it.
        near: Vec<String>,
    },
    /// The model is known, but its files are not here.
    #[error("the model '{name}' is not on this machine; fetch it with `grice models pull {name}`")]
    NotHere {
        /// The model.
        name: String,
    },
    /// A folder that should hold the model lacks a file, or holds another one.
    #[error("{}: not the model '{name}' ({why}); {fix}", folder.display())]
    Unfit {
        /// The model.
        name: String,
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        why: String,
        /// What the user can do.
        fix: String,
    },
    /// A file is not the one that the manifest names.
    #[error("{}: this file of the model is damaged ({why}); {fix}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        why: String,
        /// What the user can do.
        fix: String,
    },
    /// The model is part of the program.
    #[error("the model '{name}' is part of the program: it has no folder, and cannot be removed")]
    Inside {
        /// The model.
        name: String,
    },
    /// A manifest that cannot be used.
    #[error("{}: {why}", manifest.display())]
    Manifest {
        /// The manifest.
        manifest: PathBuf,
        /// Which model, which field, and what is wrong.
        why: String,
    },
    /// No folder for the cache.
    #[error("no folder to keep models in: set GRICE_HOME")]
    NoHome,
    /// A file is not the one the manifest names.
    #[error(
        "{file}: the checksum is wrong (expected sha256 {expected}, found {found}); the file was removed: try again, or another source with --from"
    )]
    Checksum {
        /// The file.
        file: String,
        /// The sum in the manifest.
        expected: Sha256,
        /// The sum of what came.
        found: Sha256,
    },
    /// A file is longer or shorter than the manifest says.
    #[error(
        "{file}: the size is wrong (expected {expected} bytes, found {found}{}); the file was removed: try again, or another source with --from",
        if found > expected { " or more" } else { "" }
    )]
    Size {
        /// The file.
        file: String,
        /// The size in the manifest.
        expected: u64,
        /// The size of what came, or how much of it was read.
        found: u64,
    },
    /// The disk is full.
    #[error(
        "{}: no space is left on the disk; the models that were there are untouched: free some space and run the command again (what was fetched is kept; `grice models remove NAME` drops it)",
        .0.display()
    )]
    Full(PathBuf),
    /// Reading or writing failed.
    #[error("{}: cannot be read or written ({reason}); check the path and its permissions", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A package manager is not there.
    #[error(
        "{program} was not found ({tried}); install it, name it in {variable}, or use --from with another source or with a folder that has the files"
    )]
    NoProgram {
        /// The program.
        program: &'static str,
        /// What was tried.
        tried: String,
        /// The environment variable that names it.
        variable: &'static str,
    },
    /// A package manager failed.
    #[error("{program} could not fetch {package}: {why}")]
    Program {
        /// The program.
        program: &'static str,
        /// The package.
        package: String,
        /// The last thing it said.
        why: String,
    },
    /// A package is damaged or does not hold what it should.
    #[error("the package {package} {why}; try again, or another source with --from")]
    Package {
        /// The package.
        package: String,
        /// What is wrong.
        why: String,
    },
    /// A file could not be fetched from the hub.
    #[error("{url}: {why}")]
    Http {
        /// The address.
        url: String,
        /// What is wrong and what may help.
        why: String,
    },
    /// The model has no source of the kind asked for.
    #[error("the model '{name}' cannot be had from {asked}; it can be had from {}", list(has))]
    NoSource {
        /// The model.
        name: String,
        /// The kind asked for.
        asked: &'static str,
        /// The kinds it has.
        has: Vec<&'static str>,
    },
    /// Every source failed.
    #[error("no source could give the model '{name}':{}", lines(failures))]
    AllFailed {
        /// The model.
        name: String,
        /// Each source and why it failed, in the order tried.
        failures: Vec<Failure>,
    },
    /// Another process pulls the model.
    #[error("another process is fetching the model '{name}'; wait until it has ended")]
    Busy {
        /// The model.
        name: String,
    },
    /// The folder is not in Grice's cache.
    #[error("{}: this folder is not in Grice's cache, so it is left alone; remove it yourself", .0.display())]
    NotOurs(PathBuf),
}

/// A source that failed, and why.
#[derive(Debug)]
pub struct Failure {
    /// The source, as `grice models pull` tells it.
    pub source: String,
    /// Why.
    pub error: RegistryError,
}

/// The result of anything done with models' files.
pub type Result<T> = std::result::Result<T, RegistryError>;

impl RegistryError {
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        use RegistryError::{Inside, Manifest, NoHome, NoSource, NotOurs, UnknownModel};
        matches!(
            self,
            UnknownModel { .. }
                | Manifest { .. }
                | NoHome
                | NoSource { .. }
                | NotOurs(_)
                | Inside { .. }
        )
    }

    /// Whether another source would fail as well, since the fault is on this machine.
    pub(crate) fn is_local(&self) -> bool {
        matches!(self, RegistryError::Full(_) | RegistryError::Io { .. })
    }

    pub(crate) fn io(path: &Path, reason: io::Error) -> RegistryError {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match reason.kind() {
            StorageFull | FileTooLarge | QuotaExceeded => {
                RegistryError::Full(path.parent().unwrap_or(path).to_owned())
            }
            _ => RegistryError::Io { path: path.to_owned(), reason },
        }
    }
}

fn which(near: &[String]) -> String {
    match near {
        [] => "`grice models list` shows the names".to_owned(),
        near => format!("is it {}?", near.join(" or ")),
    }
}

fn list(kinds: &[&str]) -> String {
    if kinds.is_empty() { "nowhere but a folder of yours".to_owned() } else { kinds.join(", ") }
}

fn lines(failures: &[Failure]) -> String {
    failures.iter().map(|f| format!("\n  {}: {}", f.source, f.error)).collect()
}
