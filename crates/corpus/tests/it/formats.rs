//! Telling formats apart, and what is left out.

use std::fs;

use grice_corpus::{Format, Options, ReadError};

use crate::pdfs::pdf;
use crate::sources::{read_all, read_events, try_read};

#[test]
fn formats_are_told_by_name_or_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("1.htm", "<title>H</title><p>Text.</p>");
    write("2.md", "Text.");
    write("3.txt", "Text.");
    write("4.ndjson", "{\"text\": \"Text.\"}\n");
    write("5", "<doc id=\"1\" title=\"D\">\nD\n\nText.\n</doc>\n");
    write(
        "6",
        "<mediawiki><page><title>M</title><ns>0</ns><id>1</id><revision><text>Text.</text></revision></page></mediawiki>",
    );
    write("7", "<!DOCTYPE html><title>H</title><p>Text.</p>");
    write("8.png", "\u{89}PNG");
    write("9.css", "body { color: red }");
    let read = read_all(folder.path());
    assert_eq!(
        read.formats,
        [
            Format::Html,
            Format::Markdown,
            Format::Text,
            Format::Jsonl,
            Format::Extract,
            Format::MediaWiki,
            Format::Html
        ]
    );
    assert_eq!(read.passed_over(), ["8.png: images", "9.css: style sheets"]);
    assert!(read.documents.iter().all(|d| d.text == "Text."));
}

#[test]
fn a_format_can_be_forced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README"), "Some words.").unwrap();
    let options = Options { format: Some(Format::Text), ..Options::default() };
    assert_eq!(try_read(folder.path(), &options).unwrap().titles(), ["README"]);
    let (read, outcome) = read_events(folder.path(), &Options::default());
    assert_eq!(read.passed_over(), ["README: files without a known ending"]);
    assert!(matches!(outcome, Err(ReadError::NothingReadable { .. })));
}

#[test]
fn utf16_text_with_its_mark_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend("Ein schöner Komet.".encode_utf16().flat_map(u16::to_le_bytes));
    fs::write(folder.path().join("a.txt"), bytes).unwrap();
    assert_eq!(read_all(folder.path()).documents[0].text, "Ein schöner Komet.");
}

#[test]
fn a_pdf_gives_its_text_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two-pages.pdf"), pdf(&["Io has volcanoes.", "Europa has ice."]))
        .unwrap();
    let read = read_all(folder.path());
    assert_eq!(read.problems, []);
    let document = &read.documents[0];
    assert_eq!(document.title, "two pages");
    let pages: Vec<_> = document
        .sections
        .iter()
        .map(|s| (s.path[0].as_str(), document.text[s.range.clone()].trim()))
        .collect();
    assert_eq!(pages, [("Page 1", "Io has volcanoes."), ("Page 2", "Europa has ice.")]);
}

#[test]
fn sources_that_are_not_there_or_empty_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    assert!(matches!(try_read(&folder.path().join("x"), &options), Err(ReadError::NotFound(_))));
    assert!(matches!(try_read(folder.path(), &options), Err(ReadError::Empty(_))));
}

#[test]
fn the_same_input_gives_the_same_ids() {
    let ids = |path: &std::path::Path| -> Vec<String> {
        let read = read_all(path);
        read.documents.iter().flat_map(grice_corpus::passages).map(|p| p.id).collect()
    };
    let page = format!(
        "# A\n\n{}\n\n## B\n\nShort.\n",
        "Many words stand in this sentence here. ".repeat(60)
    );
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&one, &two] {
        fs::create_dir(folder.path().join("notes")).unwrap();
        fs::write(folder.path().join("notes/a.md"), &page).unwrap();
    }
    assert_eq!(ids(&one.path().join("notes")), ids(&two.path().join("notes")));
    assert_eq!(ids(&one.path().join("notes"))[0], "notes/a#0");
}

#[test]
fn a_source_of_nothing_readable_is_an_error_that_names_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..3 {
        fs::write(folder.path().join(format!("{i}.xyz")), "PK").unwrap();
    }
    fs::write(folder.path().join("a.png"), "x").unwrap();
    let error = try_read(folder.path(), &Options::default()).unwrap_err().to_string();
    assert!(error.contains("can be read: 3 .xyz, 1 images; Grice reads html, "), "{error}");
    fs::write(folder.path().join("a.md"), "Words.").unwrap();
    assert_eq!(read_all(folder.path()).texts(), ["Words."]);
}

#[test]
fn pages_come_before_their_raw_twins_and_both_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.rst.txt", "b.html", "_sources/b.rst.txt", "c.pdf", "a.html", "d.md", "e.text"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let words = if name == "c.pdf" { pdf(&["Words."]) } else { b"Words.".to_vec() };
        fs::write(path, words).unwrap();
    }
    let read = read_all(folder.path());
    let paths: Vec<&str> = read.documents.iter().map(|d| d.origin.path.as_str()).collect();
    assert_eq!(
        paths,
        ["a.html", "b.html", "d.md", "_sources/b.rst.txt", "a.rst.txt", "c.pdf", "e.text"]
    );
    let size = grice_corpus::Source::new(folder.path()).size();
    assert_eq!(size, 6 * 6 + fs::metadata(folder.path().join("c.pdf")).unwrap().len());
}

#[test]
fn jsonl_with_a_byte_order_mark_is_read_from_its_first_line() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "{\"text\": \"One.\"}\n{\"text\": \"Zwölf.\"}\n";
    fs::write(folder.path().join("a.jsonl"), format!("\u{feff}{lines}")).unwrap();
    let mut utf16 = vec![0xff, 0xfe];
    utf16.extend(lines.encode_utf16().flat_map(u16::to_le_bytes));
    fs::write(folder.path().join("b.jsonl"), utf16).unwrap();
    let read = read_all(folder.path());
    assert_eq!(read.problems, []);
    assert_eq!(read.texts(), ["One.", "Zwölf.", "One.", "Zwölf."]);
}

#[test]
fn a_line_nested_ten_thousand_deep_leaves_the_lines_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let objects = format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000));
    let lines = format!(
        "{{\"text\": \"One.\"}}\n{{\"text\": {deep}}}\n{objects}\n{deep}\n{{\"text\": \"Two.\"}}\n"
    );
    fs::write(folder.path().join("a.jsonl"), lines).unwrap();
    let path = folder.path().to_owned();
    // The stack of a thread of the indexer, or less.
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let read = thread.spawn(move || read_all(&path)).unwrap().join().unwrap();
    assert_eq!(read.texts(), ["One.", "Two."]);
    assert_eq!(
        read.problems.iter().map(|p| p.line).collect::<Vec<_>>(),
        [Some(2), Some(3), Some(4)]
    );
}
