//! Packages of Node's registry, fetched with the machine's own npm.

use std::fs;
use std::path::PathBuf;

use super::error::{RegistryError, Result};
use super::places::Places;
use super::program::{Program, keep};
use super::source::Package;
use super::staging::Staging;

pub(crate) fn find(places: &Places) -> Result<Program> {
    let candidates: &[&[&str]] = if cfg!(windows) { &[&["npm.cmd"]] } else { &[&["npm"]] };
    Program::find("npm", "GRICE_NPM", places.npm.as_deref(), candidates)
}

/// Where a package is once it was fetched whole.
pub(crate) fn fetched(staging: &Staging<'_>, package: &Package) -> PathBuf {
    let name = package.name.replace('/', "-");
    staging.packages().join(format!("{name}-{}.tgz", package.version))
}

/// Fetches a package's archive; none of its code runs.
pub(crate) fn fetch(
    npm: &Program,
    staging: &Staging<'_>,
    package: &Package,
    tell: &mut dyn FnMut(u64),
) -> Result<()> {
    let scratch = staging.scratch()?;
    let fetched_to = scratch.join("package");
    fs::create_dir(&fetched_to).map_err(|e| RegistryError::io(&fetched_to, e))?;
    let mut command = npm.command();
    // npm writes what it fetches to its cache first: a cache of its own can be watched.
    command
        .args(["pack", "--ignore-scripts", "--loglevel", "error", "--no-update-notifier"])
        .arg("--cache")
        .arg(scratch.join("cache"))
        .arg("--pack-destination")
        .arg(&fetched_to)
        .arg(format!("{}@{}", package.name, package.version))
        .current_dir(&scratch);
    let fetched = npm
        .fetch(command, package, &scratch, tell)
        .and_then(|()| keep(&fetched_to, "tgz", package, &fetched(staging, package)));
    fs::remove_dir_all(&scratch).ok();
    fetched
}
