//! The demo corpus: an encyclopedia of the Solar System, carried inside the program.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use grice_corpus::Source;
use grice_index::{FORMAT, Index, IngestOptions, Progress, ingest};
use include_dir::{Dir, include_dir};

use crate::output::{DIM, Misuse, counted, tell};

static DEMO: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../demo/solar-system");

/// Opens the demo's index, which is made if need be.
pub fn open() -> Result<Index> {
    let folder = folder()?;
    if !folder.exists() {
        build(&data_home()?, &fingerprint(), &folder)?;
    }
    Ok(Index::open(folder)?)
}

/// Where the demo's index is, or will be.
pub fn folder() -> Result<PathBuf> {
    Ok(data_home()?.join(format!("demo-{}", fingerprint())))
}

/// The demo's text and the index's form, told apart from an older version's.
fn fingerprint() -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in DEMO.files() {
        for byte in file.path().to_string_lossy().bytes().chain(file.contents().iter().copied()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{:08x}-{FORMAT}", hash >> 32)
}

/// Makes the index beside its place and moves it there whole, so that an interruption or a second
/// process leaves nothing half-made.
fn build(home: &Path, version: &str, folder: &Path) -> Result<()> {
    tell(format_args!(
        "{DIM}No index yet: making the demo's, an encyclopedia of the Solar System…{DIM:#}"
    ));
    let pages = home.join(format!("demo-pages-{version}"));
    place(&pages, |unfinished| {
        fs::create_dir_all(unfinished)
            .and_then(|()| DEMO.extract(unfinished))
            .with_context(|| format!("cannot write the demo's pages to {}", unfinished.display()))
    })?;
    place(folder, |unfinished| {
        let index = Index::open_or_create(unfinished)?;
        let source = Source { path: pages.clone(), name: "demo".into() };
        let options = IngestOptions { threads: 1, ..IngestOptions::default() };
        let counts = ingest(&index, &[source], &options, &Progress::default(), &|_| {})?.counts;
        tell(format_args!(
            "{DIM}{}, {} in {}{DIM:#}\n",
            counted(counts.written, "article"),
            counted(counts.words, "word"),
            folder.display()
        ));
        Ok(())
    })
}

fn place(folder: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let unfinished = folder.with_extension(std::process::id().to_string());
    let made = make(&unfinished);
    if made.is_ok() && !folder.exists() {
        fs::rename(&unfinished, folder).ok();
    }
    fs::remove_dir_all(&unfinished).ok();
    made
}

/// Grice's data folder.
pub fn data_home() -> Result<PathBuf> {
    grice_model::registry::data_home().ok_or_else(|| {
        Misuse("no folder for collections and conversations: set GRICE_HOME".to_owned()).into()
    })
}
