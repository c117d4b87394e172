//! The demo corpus: an encyclopedia of the Solar System, carried inside the program.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};
use grice_corpus::Source;
use grice_index::{Index, IngestOptions, Progress, ingest};
use include_dir::{Dir, include_dir};

use crate::args::IndexArg;
use crate::output::{DIM, Misuse, counted};

static DEMO: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../demo/solar-system");

impl IndexArg {
    /// Opens the index that was named, or else the demo's, which is made if need be.
    pub fn open(&self) -> Result<Index> {
        match &self.folder {
            Some(folder) => Ok(Index::open(folder)?),
            None => open_demo(),
        }
    }
}

fn open_demo() -> Result<Index> {
    let home = data_home()?;
    let folder = home.join(format!("demo-{}", fingerprint()));
    match Index::open(&folder) {
        Ok(index) if index.about()?.sources.iter().any(|s| s.complete) => Ok(index),
        _ => build(&home, &folder),
    }
}

/// The demo's text, told apart from an older version's.
fn fingerprint() -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in DEMO.files() {
        for byte in file.path().to_string_lossy().bytes().chain(file.contents().iter().copied()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn build(home: &Path, folder: &Path) -> Result<Index> {
    anstream::eprintln!(
        "{DIM}No index yet: making the demo's, an encyclopedia of the Solar System…{DIM:#}"
    );
    // The pages are laid out beside their final place, so that two processes never share them.
    let pages = home.join(format!("demo-pages-{}", std::process::id()));
    let made = lay_out(&pages).and_then(|()| {
        let index = Index::open_or_create(folder)?;
        let source = Source { path: pages.clone(), name: "demo".into() };
        let options = IngestOptions { threads: 1, ..IngestOptions::default() };
        let report = ingest(&index, &[source], &options, &Progress::default(), &|_| {})?;
        let counts = report.counts;
        anstream::eprintln!(
            "{DIM}{}, {} in {}{DIM:#}\n",
            counted(counts.written + counts.unchanged, "article"),
            counted(counts.words, "word"),
            folder.display()
        );
        Ok(index)
    });
    fs::remove_dir_all(&pages).ok();
    made
}

fn lay_out(pages: &Path) -> Result<()> {
    fs::create_dir_all(pages)
        .and_then(|()| DEMO.extract(pages))
        .with_context(|| format!("cannot write the demo's pages to {}", pages.display()))
}

/// `$GRICE_HOME`, or the user's data folder.
fn data_home() -> Result<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    named("GRICE_HOME")
        .or_else(|| named("XDG_DATA_HOME").map(|p| p.join("grice")))
        .or_else(|| named("HOME").map(|p| p.join(".local/share/grice")))
        .or_else(|| named("LOCALAPPDATA").map(|p| p.join("grice")))
        .ok_or_else(|| {
            Misuse(
                "no folder for the demo's index: set GRICE_HOME, or name an index with --index"
                    .to_owned(),
            )
            .into()
        })
}
