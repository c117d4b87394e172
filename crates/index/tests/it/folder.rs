//! The folder: what is refused, and what a damaged one says.

use std::fs::{self, File};

use grice_index::{Error, Index, IngestOptions};

use crate::corpus::{ingest_pages, page, run};

#[test]
fn a_folder_without_an_index_says_how_to_make_one() {
    let folder = tempfile::tempdir().unwrap();
    let error = Index::open(folder.path().join("none")).err().unwrap();
    assert!(matches!(error, Error::NoIndex(_)));
    assert!(error.to_string().contains("grice ingest SOURCE --index"));
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "x").unwrap();
    let error = Index::open_or_create(folder.path()).err().unwrap();
    assert!(matches!(error, Error::NotEmpty(_)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_index_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path()).unwrap();
    drop(index);
    let label = folder.path().join("grice.json");
    let newer = fs::read_to_string(&label).unwrap().replace("\"format\": 2", "\"format\": 3");
    fs::write(&label, newer).unwrap();
    for error in [Index::open(folder.path()).err(), Index::open_or_create(folder.path()).err()] {
        let text = error.unwrap().to_string();
        assert!(text.contains("made by a newer Grice (format 3"), "{text}");
    }
}

#[test]
fn an_index_of_an_older_version_says_to_ingest_again() {
    let folder = tempfile::tempdir().unwrap();
    drop(Index::open_or_create(folder.path()).unwrap());
    let older = r#"{ "format": 1, "analyzer": "english", "made_by": "grice 0.1.0" }"#;
    fs::write(folder.path().join("grice.json"), older).unwrap();
    for error in [Index::open(folder.path()).err(), Index::open_or_create(folder.path()).err()] {
        let error = error.unwrap();
        assert!(matches!(error, Error::Older { found: 1, .. }), "{error}");
        assert!(error.to_string().contains("delete the folder, or name another"), "{error}");
    }
}

#[test]
fn two_writers_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let notes = folder.path().join("a.txt");
    fs::write(&notes, "A moon.").unwrap();
    let lock = File::create(folder.path().join("i/.tantivy-writer.lock")).unwrap();
    lock.lock().unwrap();
    let source = grice_corpus::Source::new(&notes);
    let progress = grice_index::Progress::default();
    let error =
        grice_index::ingest(&index, &[source], &IngestOptions::default(), &progress, &|_| {})
            .unwrap_err();
    assert!(matches!(error, Error::Busy(_)), "{error}");
}

#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &[page("a", "A moon."), page("b", "A planet.")]);
    assert!(index.verify().unwrap().is_sound());
    drop(index);
    let store = fs::read_dir(folder.path().join("i"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.extension().is_some_and(|e| e == "store"))
        .unwrap();
    let mut bytes = fs::read(&store).unwrap();
    bytes[3] ^= 0xff;
    fs::write(&store, bytes).unwrap();
    let index = Index::open(folder.path().join("i")).unwrap();
    let found = index.verify().unwrap();
    assert!(!found.is_sound());
    let name = store.file_name().unwrap().to_str().unwrap();
    assert_eq!(found.damaged_files, [name]);
    let error = index.searcher().err().unwrap();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    assert!(error.to_string().contains(name), "{error}");
    assert!(error.to_string().contains("`grice index verify --index"), "{error}");
}

#[test]
fn strict_stops_at_the_first_problem_and_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let file = folder.path().join("x.jsonl");
    fs::write(&file, "{\"text\": \"A moon.\"}\nnot json\n{\"text\": \"A planet.\"}\n").unwrap();
    let source = grice_corpus::Source::new(&file);
    let options = IngestOptions { strict: true, ..IngestOptions::default() };
    let progress = grice_index::Progress::default();
    let error =
        grice_index::ingest(&index, std::slice::from_ref(&source), &options, &progress, &|_| {})
            .unwrap_err();
    assert!(error.to_string().contains("x.jsonl:2: not a JSON object"), "{error}");
    assert_eq!(index.searcher().unwrap().info().unwrap().passages, 0);
    let report = run(&index, &file, IngestOptions::default());
    assert_eq!((report.counts.written, report.problems), (2, 1));
}
