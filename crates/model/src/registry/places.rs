//! Where models may be on this machine, and how they are fetched.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fmt};

use super::error::{RegistryError, Result};
use crate::files::Pack;

/// The hub's address unless `HF_ENDPOINT` names another.
const HUB: &str = "https://huggingface.co";

const PATIENCE: Duration = Duration::from_secs(60);

/// Where models may be on this machine, and how they are fetched.
#[derive(Clone, Debug)]
pub struct Places {
    /// Grice's data folder: the cache is its `models`, the user's manifest its `models.toml`.
    /// Without one nothing can be fetched.
    pub home: Option<PathBuf>,
    /// Where the models are that ship with Grice.
    pub shipped: Option<Shipped>,
    /// Folders of the user's that hold models in folders of their names (`GRICE_MODEL_PATH`).
    pub folders: Vec<PathBuf>,
    /// The pip to use (`GRICE_PIP`); otherwise it is looked for.
    pub pip: Option<OsString>,
    /// The npm to use (`GRICE_NPM`); otherwise it is looked for.
    pub npm: Option<OsString>,
    /// The hub's address (`HF_ENDPOINT`).
    pub hub: String,
    /// The hub's access token (`HF_TOKEN`).
    pub token: Option<Secret>,
    /// How long the hub may say nothing.
    pub patience: Duration,
}

/// Where the models are that ship with Grice.
#[derive(Clone, Debug)]
pub enum Shipped {
    /// In a folder (`GRICE_MODELS`).
    Folder(PathBuf),
    /// Inside the program.
    Pack(&'static Pack),
}

impl Places {
    /// A home folder, and nothing from the environment.
    pub fn at(home: impl Into<PathBuf>) -> Places {
        Places {
            home: Some(home.into()),
            shipped: None,
            folders: Vec::new(),
            pip: None,
            npm: None,
            hub: HUB.to_owned(),
            token: None,
            patience: PATIENCE,
        }
    }

    /// What the environment says. Without `GRICE_MODELS` the models that ship with Grice are
    /// looked for beside the program and in the current folder.
    pub fn from_env() -> Places {
        let text = |name| env::var(name).ok().filter(|v| !v.trim().is_empty());
        let folders = env::var_os("GRICE_MODEL_PATH").unwrap_or_default();
        Places {
            home: data_home(),
            shipped: models_folder().or_else(beside_program).map(Shipped::Folder),
            folders: env::split_paths(&folders).filter(|p| !p.as_os_str().is_empty()).collect(),
            pip: named("GRICE_PIP"),
            npm: named("GRICE_NPM"),
            hub: text("HF_ENDPOINT").unwrap_or_else(|| HUB.to_owned()),
            token: text("HF_TOKEN").map(|token| Secret::new(token.trim())),
            patience: PATIENCE,
        }
    }

    /// The same for a program that has the models inside. `GRICE_MODELS` still names a folder to
    /// use instead; no other is looked for, so that the program is the same wherever it runs.
    pub fn from_env_with(pack: &'static Pack) -> Places {
        let shipped = models_folder().map_or(Shipped::Pack(pack), Shipped::Folder);
        Places { shipped: Some(shipped), ..Places::from_env() }
    }

    /// The folder of the models that were fetched.
    pub fn cache(&self) -> Result<PathBuf> {
        Ok(self.home.as_ref().ok_or(RegistryError::NoHome)?.join("models"))
    }
}

fn models_folder() -> Option<PathBuf> {
    named("GRICE_MODELS").map(PathBuf::from)
}

/// Grice's data folder: `GRICE_HOME`, or the user's data folder.
pub fn data_home() -> Option<PathBuf> {
    let named = |name| named(name).map(PathBuf::from);
    named("GRICE_HOME")
        .or_else(|| named("XDG_DATA_HOME").map(|p| p.join("grice")))
        .or_else(|| named("HOME").map(|p| p.join(".local/share/grice")))
        .or_else(|| named("LOCALAPPDATA").map(|p| p.join("grice")))
}

fn named(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|v| !v.is_empty())
}

/// `models` beside the program, where an installation or a build in the repository has it, or
/// else in the current folder.
fn beside_program() -> Option<PathBuf> {
    let program = env::current_exe().ok().and_then(|p| p.canonicalize().ok());
    let beside = program.iter().flat_map(|p| p.ancestors().skip(1).take(4));
    let places = beside.flat_map(|p| [p.join("models"), p.join("share/grice/models")]);
    let here = env::current_dir().ok().map(|p| p.join("models"));
    places.chain(here).find(|folder| is_shipped(folder))
}

fn is_shipped(folder: &Path) -> bool {
    folder.join("manifest.toml").is_file()
}

/// A text that is never printed.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Keeps a text secret.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
