//! Where a model's files can be had from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;

use super::manifest::ModelFile;

/// A place that has a model's files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// A folder inside the `models` folder that ships with Grice; used where it is.
    File {
        /// The folder's path inside `models`.
        folder: String,
    },
    /// A folder on this machine; used where it is.
    Folder {
        /// Its path; a relative one starts at the manifest.
        path: PathBuf,
    },
    /// Packages of Python's registry, fetched with pip.
    Pypi {
        /// The packages; more than one only if they are joined.
        packages: Vec<Package>,
        /// How the packages' parts make the files.
        join: Option<Join>,
        /// The folder inside the package, or inside the joined archive, that has the files.
        #[serde(default)]
        inside: String,
        /// Paths inside the package of files that have another name there.
        #[serde(default)]
        paths: BTreeMap<String, String>,
    },
    /// A package of Node's registry, fetched with npm.
    Npm {
        /// The package.
        package: Package,
        /// The folder inside the package that has the files.
        #[serde(default)]
        inside: String,
        /// Paths inside the package of files that have another name there.
        #[serde(default)]
        paths: BTreeMap<String, String>,
    },
    /// A repository of the Hugging Face hub, fetched over HTTPS.
    Hub {
        /// Owner and name.
        id: String,
        /// The commit, tag or branch.
        revision: String,
        /// The folder inside the repository that has the files.
        #[serde(default)]
        inside: String,
        /// Paths inside the repository of files that have another name there.
        #[serde(default)]
        paths: BTreeMap<String, String>,
    },
}

/// A package of a registry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The size of its archive, for showing progress.
    pub bytes: u64,
    /// For packages that are joined: the path inside of the part.
    pub part: Option<String>,
    /// For wheels that are not for any Python: which to take, as `python-abi-platform`. The files
    /// wanted do not depend on the platform, so every machine takes the same wheel.
    pub wheel: Option<String>,
}

/// What the parts of several packages are, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Join {
    /// The model's one file.
    File,
    /// A zip archive that has the files.
    Zip,
}

impl Source {
    /// The word for this kind of source.
    pub fn kind(&self) -> &'static str {
        match self {
            Source::File { .. } => "file",
            Source::Folder { .. } => "folder",
            Source::Pypi { .. } => "pypi",
            Source::Npm { .. } => "npm",
            Source::Hub { .. } => "hub",
        }
    }

    /// Whether the files are used where they are, with nothing to fetch.
    pub fn is_in_place(&self) -> bool {
        matches!(self, Source::File { .. } | Source::Folder { .. })
    }

    /// The path inside the source of a file of the model.
    pub(crate) fn member(&self, file: &ModelFile) -> String {
        match self {
            Source::File { .. } | Source::Folder { .. } => file.path.clone(),
            Source::Pypi { inside, paths, .. }
            | Source::Npm { inside, paths, .. }
            | Source::Hub { inside, paths, .. } => match (paths.get(&file.path), inside.as_str()) {
                (Some(path), _) => path.clone(),
                (None, "") => file.path.clone(),
                (None, inside) => format!("{inside}/{}", file.path),
            },
        }
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File { folder } => write!(f, "file models/{folder}"),
            Source::Folder { path } => write!(f, "folder {}", path.display()),
            Source::Pypi { packages, .. } => match &packages[..] {
                [package] => write!(f, "pypi {package}"),
                [first, .., last] => write!(f, "pypi {first} to {}", last.name),
                [] => f.write_str("pypi"),
            },
            Source::Npm { package, .. } => write!(f, "npm {package}"),
            Source::Hub { id, .. } => write!(f, "hub {id}"),
        }
    }
}
