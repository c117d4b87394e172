//! Vectors after a crash, with damaged files, or with two writers.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use grice_index::{Effort, EmbedOptions, EmbedProgress, Error, Index, Query, Ranking};

use crate::corpus::ingest_pages;
use crate::vectors::{Toy, embed, embedded, near, numbered};

fn vector_files(index: &Index) -> Vec<PathBuf> {
    let entries = fs::read_dir(index.folder().join("vectors")).unwrap();
    let paths = entries.map(|e| e.unwrap().path());
    paths.filter(|p| p.extension().is_some_and(|e| e == "vectors")).collect()
}

/// The same index, opened by another process so to say.
fn reopened(index: Index) -> Index {
    let folder = index.folder().to_owned();
    drop(index);
    Index::open(folder).unwrap()
}

fn words_are_still_found(index: &Index) {
    let hits = index.searcher().unwrap().search(&Query::words("moon"), &Ranking::default(), 5);
    assert_eq!(hits.unwrap().len(), 5);
}

fn mended_by_replacing(index: &Index) {
    let options = EmbedOptions { replace: true, ..EmbedOptions::default() };
    let done = index.embed(&Toy::new(), &options, &EmbedProgress::default()).unwrap();
    assert_eq!(done.embedded, 30);
    assert_eq!(near(&index.searcher().unwrap(), 5, 1, Effort::Exact), ["t/p00005#0"]);
    assert!(index.verify().unwrap().is_sound());
}

fn spoiled(spoil: impl Fn(&Path)) -> (tempfile::TempDir, Index, Error) {
    let (folder, index) = embedded(30);
    let index = reopened(index);
    spoil(&index.folder().join("vectors"));
    let error = index.searcher().unwrap().vectors().unwrap_err();
    (folder, index, error)
}

fn only_file(folder: &Path) -> PathBuf {
    folder.join("00000001.vectors")
}

#[test]
fn a_truncated_file_is_told_with_the_fix_and_words_still_work() {
    let (_folder, index, error) = spoiled(|folder| {
        let file = File::options().write(true).open(only_file(folder)).unwrap();
        file.set_len(1000).unwrap();
    });
    assert!(matches!(error, Error::VectorsDamaged { .. }));
    assert!(error.to_string().contains("00000001.vectors has 1000 bytes instead of"), "{error}");
    assert!(error.to_string().contains("grice index embed --model NAME --replace"), "{error}");
    words_are_still_found(&index);
    assert_eq!(index.verify().unwrap().damaged_vectors, ["vectors/00000001.vectors"]);
    mended_by_replacing(&index);
}

#[test]
fn a_missing_file_is_told() {
    let (_folder, index, error) = spoiled(|folder| fs::remove_file(only_file(folder)).unwrap());
    assert!(error.to_string().contains("00000001.vectors is missing"), "{error}");
    words_are_still_found(&index);
    mended_by_replacing(&index);
}

#[test]
fn a_file_with_another_beginning_is_told() {
    let (_folder, index, error) = spoiled(|folder| {
        let mut bytes = fs::read(only_file(folder)).unwrap();
        bytes[..4].copy_from_slice(b"oops");
        fs::write(only_file(folder), bytes).unwrap();
    });
    assert!(error.to_string().contains("is no file of vectors"), "{error}");
    mended_by_replacing(&index);
}

#[test]
fn a_label_that_cannot_be_read_is_told() {
    let (_folder, index, error) =
        spoiled(|folder| fs::write(folder.join("label.json"), "{oops").unwrap());
    assert!(matches!(error, Error::VectorsDamaged { .. }), "{error}");
    assert!(!index.verify().unwrap().is_sound());
    words_are_still_found(&index);
    mended_by_replacing(&index);
}

#[test]
fn a_label_of_a_newer_version_is_refused() {
    let (_folder, _index, error) =
        spoiled(|folder| fs::write(folder.join("label.json"), "{\"format\": 3}").unwrap());
    assert!(matches!(error, Error::Newer { found: 3, .. }), "{error}");
}

#[test]
fn a_changed_byte_is_found_by_checking() {
    let (_folder, index) = embedded(30);
    assert!(index.verify().unwrap().is_sound());
    let index = reopened(index);
    let file = &vector_files(&index)[0];
    let mut bytes = fs::read(file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 0x55;
    fs::write(file, bytes).unwrap();
    let found = index.verify().unwrap();
    assert!(!found.is_sound());
    assert_eq!((found.damaged_files.len(), found.damaged_vectors.len()), (0, 1));
}

#[test]
fn a_vector_with_a_changed_byte_is_no_answer() {
    let (_folder, index, error) = spoiled(|folder| {
        let mut bytes = fs::read(only_file(folder)).unwrap();
        bytes[200] ^= 1;
        fs::write(only_file(folder), bytes).unwrap();
    });
    assert!(error.to_string().contains("00000001.vectors is not what was written"), "{error}");
    words_are_still_found(&index);
    mended_by_replacing(&index);
}

#[test]
fn what_a_killed_process_left_does_no_harm_and_is_swept_away() {
    let (folder, index) = embedded(30);
    let vectors = index.folder().join("vectors");
    fs::write(vectors.join("00000002.vectors"), "half a file").unwrap();
    fs::write(vectors.join("label.json.new"), "{\"format\":").unwrap();
    let index = reopened(index);
    assert_eq!(near(&index.searcher().unwrap(), 5, 1, Effort::Exact), ["t/p00005#0"]);
    ingest_pages(folder.path(), &index, &numbered(0..40));
    assert_eq!(embed(&index, &Toy::new()).embedded, 10);
    let searcher = index.searcher().unwrap();
    assert_eq!(near(&searcher, 35, 1, Effort::Exact), ["t/p00035#0"]);
    let info = searcher.vectors().unwrap().unwrap();
    assert_eq!(vector_files(&index).len(), info.segments);
}

#[test]
fn a_second_writer_is_refused() {
    let (_folder, index) = embedded(5);
    let lock = File::options().write(true).open(index.folder().join("vectors/lock")).unwrap();
    lock.lock().unwrap();
    let done = index.embed(&Toy::new(), &EmbedOptions::default(), &EmbedProgress::default());
    assert!(matches!(done, Err(Error::Busy(_))));
    lock.unlock().unwrap();
    assert_eq!(embed(&index, &Toy::new()).unchanged, 5);
}
