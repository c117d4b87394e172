//! Telling formats apart, and what is left out.

use std::fs;

use grice_corpus::{Format, Options, ReadError};

use crate::sources::{read_all, try_read};

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
    assert_eq!(read.ignored, ["8.png", "9.css"]);
    assert!(read.documents.iter().all(|d| d.text == "Text."));
}

#[test]
fn a_format_can_be_forced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README"), "Some words.").unwrap();
    let options = Options { format: Some(Format::Text), ..Options::default() };
    assert_eq!(try_read(folder.path(), &options).unwrap().titles(), ["README"]);
    assert_eq!(read_all(folder.path()).ignored, ["README"]);
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

/// The smallest PDF with a line of text on each page.
fn pdf(lines: &[&str]) -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned()];
    let kids: Vec<String> = (0..lines.len()).map(|i| format!("{} 0 R", 4 + 2 * i)).collect();
    objects.push(format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), lines.len()));
    objects.push(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    );
    for (i, line) in lines.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * i
        ));
        let stream = format!("BT /F1 12 Tf 20 100 Td ({line}) Tj ET");
        objects.push(format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()));
    }
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n{object}\nendobj\n", i + 1).bytes());
    }
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    out.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF").bytes(),
    );
    out
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
