//! An index of another user, and one that goes away.
//!
//! Permissions do not bind root, as whom tests may run; what is asked as another user is asked by
//! this test program again, started as nobody.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use grice_corpus::Source;
use grice_index::{
    Effort, EmbedOptions, EmbedProgress, Error, Index, IngestOptions, Progress, Query, Ranking,
    ingest,
};

use crate::vectors::{Toy, embedded, near};

const NOBODY: u32 = 65_534;
const ASKED: &str = "GRICE_TEST_READ_ONLY";

/// Starts `child` on a folder as a user whom permissions bind; false, saying so, where that is not
/// possible.
fn as_another_user(child: &str, folder: &Path) -> bool {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([child, "--exact", "--nocapture"]).env(ASKED, folder);
    if fs::File::create(folder.join("bound")).is_ok() {
        fs::remove_file(folder.join("bound")).unwrap();
        command.uid(NOBODY).gid(NOBODY).current_dir("/");
    }
    let Ok(output) = command.output() else {
        eprintln!("skipped: no process can be started here as another user");
        return false;
    };
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{out}{err}");
    true
}

/// The folder a child was started for.
fn asked() -> Option<PathBuf> {
    std::env::var_os(ASKED).map(PathBuf::from)
}

fn set_modes(folder: &Path, of_folders: u32, of_files: u32) {
    for entry in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            set_modes(&entry, of_folders, of_files);
        } else {
            fs::set_permissions(entry, Permissions::from_mode(of_files)).unwrap();
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(of_folders)).unwrap();
}

fn owned_by_another(of_folders: u32, of_files: u32, child: &str) {
    let (home, index) = embedded(30);
    let folder = index.folder().to_owned();
    drop(index);
    fs::set_permissions(home.path(), Permissions::from_mode(0o755)).unwrap();
    set_modes(&folder, of_folders, of_files);
    as_another_user(child, &folder);
    set_modes(&folder, 0o755, 0o644);
    assert!(Index::open(&folder).unwrap().verify().unwrap().is_sound());
}

#[test]
fn an_index_that_may_only_be_read_is_searched_and_not_written() {
    owned_by_another(0o555, 0o444, "read_only::search_without_writing");
}

#[test]
fn a_reader_needs_no_lock_file() {
    let (home, index) = embedded(30);
    let folder = index.folder().to_owned();
    drop(index);
    fs::remove_file(folder.join(".tantivy-meta.lock")).unwrap();
    fs::remove_file(folder.join(".tantivy-writer.lock")).unwrap();
    fs::remove_file(folder.join("vectors/lock")).unwrap();
    fs::set_permissions(home.path(), Permissions::from_mode(0o755)).unwrap();
    set_modes(&folder, 0o555, 0o444);
    if as_another_user("read_only::search_without_writing", &folder) {
        assert!(!folder.join(".tantivy-meta.lock").exists());
    }
    set_modes(&folder, 0o755, 0o644);
}

#[test]
fn search_without_writing() {
    let Some(folder) = asked() else { return };
    let index = Index::open(&folder).unwrap();
    let searcher = index.searcher().unwrap();
    let words = searcher.search(&Query::words("moon"), &Ranking::default(), 5).unwrap();
    assert_eq!(words.len(), 5);
    assert!(!searcher.passage(&words[0]).unwrap().text.is_empty());
    assert_eq!(near(&searcher, 5, 1, Effort::Exact), ["t/p00005#0"]);
    assert_eq!(searcher.info().unwrap().documents, 30);
    assert!(index.verify().unwrap().is_sound());
    let write = |index: &Index| {
        let source = Source::new(Path::new("/etc/hostname"));
        let options = IngestOptions::default();
        ingest(index, &[source], &options, &Progress::default(), &|_| {}).unwrap_err()
    };
    for error in [
        write(&index),
        write(&Index::open_or_create(&folder).unwrap()),
        index.compact().unwrap_err(),
        index.embed(&Toy::new(), &EmbedOptions::default(), &EmbedProgress::default()).unwrap_err(),
    ] {
        assert!(matches!(error, Error::NoWriting { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("run the command as its owner"), "{text}");
        assert!(!text.contains("another process"), "{text}");
    }
}

#[test]
fn an_index_that_may_not_be_read_says_so() {
    owned_by_another(0o755, 0o600, "read_only::refuse_to_read");
}

#[test]
fn a_folder_that_may_not_be_entered_says_so() {
    owned_by_another(0o700, 0o644, "read_only::refuse_to_read");
}

#[test]
fn refuse_to_read() {
    let Some(folder) = asked() else { return };
    for error in [Index::open(&folder).err(), Index::open_or_create(&folder).err()] {
        let error = error.unwrap();
        assert!(matches!(error, Error::NoReading { .. }), "{error}");
        assert!(error.to_string().contains("ask its owner"), "{error}");
    }
}

#[test]
fn one_file_that_may_not_be_read_says_so() {
    let (home, index) = embedded(30);
    let folder = index.folder().to_owned();
    drop(index);
    fs::set_permissions(home.path(), Permissions::from_mode(0o755)).unwrap();
    let mut files = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path());
    let store = files.find(|p| p.extension().is_some_and(|e| e == "store")).unwrap();
    set_modes(&folder, 0o555, 0o444);
    fs::set_permissions(store, Permissions::from_mode(0o000)).unwrap();
    as_another_user("read_only::refuse_to_open", &folder);
    set_modes(&folder, 0o755, 0o644);
}

#[test]
fn refuse_to_open() {
    let Some(folder) = asked() else { return };
    let index = Index::open(&folder).unwrap();
    for error in [index.searcher().err(), index.verify().err()] {
        let error = error.unwrap();
        assert!(matches!(error, Error::NoReading { .. }), "{error}");
    }
}

#[test]
fn a_folder_deleted_while_it_is_open_says_so() {
    let (_home, index) = embedded(30);
    let searcher = index.searcher().unwrap();
    let query = Query::words("moon");
    let before = searcher.search(&query, &Ranking::default(), 5).unwrap();
    fs::remove_dir_all(index.folder()).unwrap();
    assert_eq!(searcher.search(&query, &Ranking::default(), 5).unwrap(), before);
    let source = Source::new(Path::new("/etc/hostname"));
    let options = IngestOptions::default();
    let written = ingest(&index, &[source], &options, &Progress::default(), &|_| {});
    let embedded = index.embed(&Toy::new(), &EmbedOptions::default(), &EmbedProgress::default());
    for error in [
        index.searcher().err(),
        index.about().err(),
        index.verify().err(),
        index.compact().err(),
        searcher.info().err(),
        searcher.vectors().err(),
        written.err(),
        embedded.err(),
    ] {
        let error = error.unwrap();
        assert!(matches!(error, Error::Gone(_)), "{error}");
        assert!(error.to_string().contains("deleted or moved while it was in use"), "{error}");
    }
    assert!(!index.folder().exists(), "what was deleted does not come back");
    assert!(matches!(Index::open(index.folder()).err(), Some(Error::NoIndex(_))));
}
