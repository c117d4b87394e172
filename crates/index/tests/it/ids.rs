//! Ids that are too long for the storage engine.

use std::fs;
use std::sync::Mutex;

use grice_corpus::Source;
use grice_index::{Index, IngestOptions, Progress, ingest};

use crate::corpus::run;

/// Whatever the engine's limit (it drops longer terms), an id well below it is refused.
const TOO_LONG: [usize; 5] = [8192, 20_000, 65_529, 65_530, 200_000];

#[test]
fn an_id_that_is_too_long_is_a_problem_and_the_others_are_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let file = folder.path().join("x.jsonl");
    let ids = TOO_LONG.map(|length| "x".repeat(length));
    let mut lines = vec![serde_json::json!({ "id": "first", "text": "A moon." }).to_string()];
    lines.extend(ids.map(|id| serde_json::json!({ "id": id, "text": "A comet." }).to_string()));
    lines.push(serde_json::json!({ "id": "y".repeat(8000), "text": "A planet." }).to_string());
    fs::write(&file, lines.join("\n")).unwrap();
    for time in 0..2 {
        let told = Mutex::new(Vec::new());
        let source = Source { path: file.clone(), name: "t".into() };
        let report = ingest(
            &index,
            &[source],
            &IngestOptions::default(),
            &Progress::default(),
            &|problem| told.lock().unwrap().push(problem.to_string()),
        )
        .unwrap();
        let counts = &report.counts;
        assert_eq!((counts.written, counts.unchanged), if time == 0 { (2, 0) } else { (0, 2) });
        assert_eq!(report.problems, TOO_LONG.len() as u64);
        let told = told.into_inner().unwrap();
        assert!(told.iter().all(|t| t.contains("the id is longer than 8192 bytes")), "{told:?}");
        assert!(told.iter().all(|t| t.len() < 500), "{told:?}");
        let info = index.searcher().unwrap().info().unwrap();
        assert_eq!((info.documents, info.passages), (2, 2));
    }
    assert!(index.verify().unwrap().is_sound());
}

#[test]
fn a_name_that_is_too_long_is_not_followed_and_its_document_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let file = folder.path().join("x.jsonl");
    let title = "t".repeat(70_000);
    let line = serde_json::json!({ "id": "a", "title": title, "text": "A moon." }).to_string();
    fs::write(&file, line).unwrap();
    for _ in 0..2 {
        let report = run(&index, &file, IngestOptions::default());
        assert_eq!((report.counts.written + report.counts.unchanged, report.problems), (1, 0));
        let searcher = index.searcher().unwrap();
        assert_eq!(searcher.info().unwrap().documents, 1);
        assert!(searcher.document("t/a").unwrap().is_some());
        assert!(searcher.resolve(&title).unwrap().is_none());
    }
}

#[test]
fn two_files_of_one_name_and_other_formats_are_two_documents() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let notes = folder.path().join("notes");
    fs::create_dir(&notes).unwrap();
    fs::write(notes.join("lamp.html"), "<h1>Lamp</h1><p>A lamp burns oil.</p>").unwrap();
    fs::write(notes.join("lamp.md"), "# Lamp\n\nThe keeper lights it at dusk.\n").unwrap();
    for options in [IngestOptions::default(), IngestOptions::default()] {
        let report = run(&index, &notes, options);
        assert_eq!((report.counts.written + report.counts.unchanged, report.problems), (2, 0));
        let searcher = index.searcher().unwrap();
        assert!(searcher.document("t/lamp").unwrap().is_some());
        assert!(searcher.document("t/lamp.md").unwrap().is_some());
    }
}
