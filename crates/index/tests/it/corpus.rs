//! Small collections to test on.

use std::path::Path;
use std::time::Duration;

use grice_corpus::Source;
use grice_index::{Index, IngestOptions, Progress, Report, ingest};

/// Writes pages as JSON lines and ingests them under the name `t`.
pub fn ingest_pages(folder: &Path, index: &Index, pages: &[(String, String)]) -> Report {
    let file = folder.join("pages.jsonl");
    let lines: Vec<String> = pages
        .iter()
        .map(|(id, text)| serde_json::json!({ "id": id, "title": id, "text": text }).to_string())
        .collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    run(index, &file, IngestOptions::default())
}

pub fn run(index: &Index, path: &Path, options: IngestOptions) -> Report {
    let source = Source { path: path.to_owned(), name: "t".into() };
    let options = IngestOptions { threads: 2, commit_every: Duration::from_secs(60), ..options };
    ingest(index, &[source], &options, &Progress::default(), &|_| {}).unwrap()
}

pub fn page(id: &str, text: &str) -> (String, String) {
    (id.to_owned(), text.to_owned())
}
