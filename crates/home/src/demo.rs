//! The demo corpus: an encyclopedia of the Solar System, carried inside the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use grice_corpus::Source;
use grice_index::{FORMAT, Index, IngestOptions, Progress, ingest};
use include_dir::{Dir, include_dir};

use crate::error::{Error, Result};
use crate::folder::data_home;

static DEMO: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../demo/solar-system");

/// How far the demo is while it is made.
#[derive(Clone, Copy, Debug)]
pub enum Making<'a> {
    /// It was not there, and is begun.
    Begun,
    /// Its pages are read.
    Read {
        /// How many there are.
        articles: u64,
        /// Their words.
        words: u64,
        /// Where the index will be.
        folder: &'a Path,
    },
}

/// Opens the demo's index, which is made if need be, by one thread.
pub fn open(tell: &mut dyn FnMut(Making<'_>)) -> Result<Index> {
    static MADE: Mutex<()> = Mutex::new(());
    let folder = folder()?;
    let _alone = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if !folder.exists() {
        build(&data_home()?, &folder, tell)?;
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
fn build(home: &Path, folder: &Path, tell: &mut dyn FnMut(Making<'_>)) -> Result<()> {
    tell(Making::Begun);
    let pages = home.join(format!("demo-pages-{}", fingerprint()));
    place(&pages, |unfinished| {
        fs::create_dir_all(unfinished)
            .and_then(|()| DEMO.extract(unfinished))
            .map_err(|reason| Error::DemoPages { folder: unfinished.to_owned(), reason })
    })?;
    place(folder, |unfinished| {
        let index = Index::open_or_create(unfinished)?;
        let source = Source { path: pages.clone(), name: "demo".into() };
        let options = IngestOptions { threads: 1, ..IngestOptions::default() };
        let counts = ingest(&index, &[source], &options, &Progress::default(), &|_| {})?.counts;
        tell(Making::Read { articles: counts.written, words: counts.words, folder });
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
