//! Sources with something bad in them, read to the end.

use std::fs;

use grice_corpus::{ReadError, Source};
use grice_index::{Error, Index, IngestOptions, Progress, ingest};

use crate::corpus::run;

#[test]
fn bad_files_are_told_and_the_good_ones_beside_them_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    fs::create_dir(&notes).unwrap();
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let lines = format!("{{\"text\": {deep}}}\n{{\"text\": \"A moon.\"}}\n");
    fs::write(notes.join("deep.jsonl"), lines).unwrap();
    let attributes = " a=\"b\"".repeat(20_000);
    fs::write(notes.join("wide.html"), format!("<p{attributes}>A comet.</p>")).unwrap();
    fs::write(notes.join("broken.pdf"), "%PDF-1.4 and no more").unwrap();
    fs::write(notes.join("good.md"), "A planet.").unwrap();
    for i in 0..12 {
        fs::write(notes.join(format!("{i:02}.png")), "x").unwrap();
    }
    fs::write(notes.join("letter.xyz"), "x").unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let report = run(&index, &notes, IngestOptions::default());
    assert_eq!((report.counts.written, report.problems, report.counts.ignored), (3, 2, 13));
    let kinds: Vec<(&str, u64)> =
        report.ignored.iter().map(|(kind, files)| (kind.as_str(), files.count)).collect();
    assert_eq!(kinds, [(".xyz", 1), ("images", 12)]);
    assert_eq!(report.ignored[".xyz"].first, ["letter.xyz"]);
    assert_eq!(report.ignored["images"].first[..2], ["00.png", "01.png"]);
}

#[test]
fn a_source_that_gives_no_document_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let sources = [("pictures", "a.png"), ("broken", "a.pdf"), ("empty", "a.txt")];
    for (name, file) in sources {
        let path = folder.path().join(name);
        fs::create_dir(&path).unwrap();
        fs::write(path.join(file), "").unwrap();
        let outcome = ingest(
            &index,
            &[Source::new(path)],
            &IngestOptions::default(),
            &Progress::default(),
            &|_| {},
        );
        assert!(
            matches!(outcome, Err(Error::Source(ReadError::NothingReadable { .. }))),
            "{name}: {outcome:?}"
        );
    }
}
