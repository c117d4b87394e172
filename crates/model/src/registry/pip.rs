//! Packages of Python's registry, fetched with the machine's own pip, so that the mirrors, proxies
//! and certificates it is set up with are used.

use std::fs;
use std::path::PathBuf;

use super::error::Result;
use super::places::Places;
use super::program::{Program, keep};
use super::source::Package;
use super::staging::Staging;

pub(crate) fn find(places: &Places) -> Result<Program> {
    let candidates: &[&[&str]] =
        &[&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["pip"]];
    Program::find("pip", "GRICE_PIP", places.pip.as_deref(), candidates)
}

/// Where a package is once it was fetched whole.
pub(crate) fn fetched(staging: &Staging<'_>, package: &Package) -> PathBuf {
    staging.packages().join(format!("{}-{}.whl", package.name, package.version))
}

/// Fetches a wheel. Only wheels are taken: fetching one runs none of its code.
pub(crate) fn fetch(
    pip: &Program,
    staging: &Staging<'_>,
    package: &Package,
    tell: &mut dyn FnMut(u64),
) -> Result<()> {
    let scratch = staging.scratch()?;
    let fetched_to = scratch.join("wheel");
    let mut command = pip.command();
    command
        .args(["download", "--quiet", "--no-input", "--disable-pip-version-check"])
        .args(["--no-deps", "--ignore-requires-python", "--only-binary", ":all:"])
        .args(["--no-cache-dir", "--progress-bar", "off"])
        .args(platform(package))
        .arg("--dest")
        .arg(&fetched_to)
        .arg(format!("{}=={}", package.name, package.version))
        .env("PIP_REQUIRE_VIRTUALENV", "0");
    // pip writes what it fetches to its temporary folder first: there it can be watched, and is
    // on the disk that has room for it.
    for variable in ["TMPDIR", "TEMP", "TMP"] {
        command.env(variable, &scratch);
    }
    let fetched = pip
        .fetch(command, package, &scratch, tell)
        .and_then(|()| keep(&fetched_to, "whl", package, &fetched(staging, package)));
    fs::remove_dir_all(&scratch).ok();
    fetched
}

/// The options that make pip take a wheel for another Python than its own.
fn platform(package: &Package) -> Vec<String> {
    let mut tags = package.wheel.iter().flat_map(|w| w.split('-')).map(str::to_owned);
    let (Some(python), Some(abi), Some(platform)) = (tags.next(), tags.next(), tags.next()) else {
        return Vec::new();
    };
    let version = python.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let implementation = python[..python.len() - version.len()].to_owned();
    let options = [
        ("--python-version", version),
        ("--implementation", implementation),
        ("--abi", abi),
        ("--platform", platform),
    ];
    options.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect()
}
