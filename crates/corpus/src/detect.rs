//! Telling what a file is, from its name or else from its first bytes.

use crate::archive;
use crate::ignored::IgnoredKind;
use crate::unit::Format;

/// How many bytes of a file are looked at.
pub(crate) const SNIFF: u64 = 4096;

/// The ending of a file's name, in small letters and without its dot.
pub(crate) fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(String::new(), |(_, e)| e.to_ascii_lowercase())
}

/// Tells a format from a file's name, or else from its first bytes.
pub(crate) fn format(path: &str, head: &[u8]) -> Option<Format> {
    match ending(path).as_str() {
        "html" | "htm" | "xhtml" | "xht" => Some(Format::Html),
        "md" | "markdown" | "mkd" | "mdx" => Some(Format::Markdown),
        "txt" | "text" => sniff(head)
            .filter(|f| *f == Format::Extract)
            .or_else(|| typed(path))
            .or(Some(Format::Text)),
        "pdf" => Some(Format::Pdf),
        "jsonl" | "ndjson" => Some(Format::Jsonl),
        "rst" | "rest" => Some(Format::Rst),
        "adoc" | "asciidoc" | "asc" => Some(Format::AsciiDoc),
        "dbk" | "docbook" => Some(Format::DocBook),
        "man" | "mdoc" => Some(Format::Man),
        "docx" => Some(Format::Docx),
        "odt" | "fodt" => Some(Format::Odt),
        "epub" => Some(Format::Epub),
        "csv" | "tsv" => Some(Format::Csv),
        _ => sniff(head),
    }
}

/// The format of a source that was put beside its page as plain text (`csv.rst.txt`).
fn typed(path: &str) -> Option<Format> {
    let (stem, _) = path.rsplit_once('.')?;
    match ending(stem).as_str() {
        "rst" => Some(Format::Rst),
        "adoc" => Some(Format::AsciiDoc),
        "md" => Some(Format::Markdown),
        _ => None,
    }
}

fn sniff(head: &[u8]) -> Option<Format> {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let lower = text.get(..200).unwrap_or(text).to_ascii_lowercase();
    if text.starts_with("<doc ") {
        Some(Format::Extract)
    } else if text.contains("<mediawiki") {
        Some(Format::MediaWiki)
    } else if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        Some(Format::Html)
    } else if text.starts_with("%PDF-") {
        Some(Format::Pdf)
    } else if text.starts_with("{\"") {
        Some(Format::Jsonl)
    } else if is_docbook(text) {
        Some(Format::DocBook)
    } else if is_manual_page(text) {
        Some(Format::Man)
    } else {
        None
    }
}

fn is_docbook(text: &str) -> bool {
    const ROOTS: [&str; 8] = [
        "<book",
        "<article",
        "<chapter",
        "<refentry",
        "<section",
        "<sect1",
        "<appendix",
        "<preface",
    ];
    let xml = text.starts_with("<?xml") || text.starts_with("<!DOCTYPE");
    let named = text.contains("docbook") || text.contains("DocBook");
    let root = || ROOTS.iter().any(|root| text.starts_with(root));
    named && (xml || root())
}

/// Manual pages have the number of their section for an ending, or none at all.
fn is_manual_page(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.starts_with(['\\', '\'']) && !line.is_empty());
    let requests = lines.clone().take(40).filter(|line| line.starts_with('.')).count();
    requests >= 2
        && lines.any(|line| [".TH ", ".Dd ", ".SH ", ".Sh "].iter().any(|m| line.starts_with(m)))
}

/// Whether a file's format, as its name tells it, keeps structure. These are read first, so that
/// of a page and its raw twin (`page.html`, `page.rst.txt`) the page comes first.
pub(crate) fn is_rich(path: &str) -> bool {
    let ending = ending(archive::packing(path).1);
    let section = ending
        .strip_prefix(|c: char| matches!(c, '1'..='9'))
        .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_alphabetic()));
    section
        || matches!(
            ending.as_str(),
            "html"
                | "htm"
                | "xhtml"
                | "xht"
                | "md"
                | "markdown"
                | "mkd"
                | "mdx"
                | "rst"
                | "rest"
                | "adoc"
                | "asciidoc"
                | "asc"
                | "xml"
                | "dbk"
                | "docbook"
                | "man"
                | "mdoc"
                | "docx"
                | "odt"
                | "epub"
                | "org"
                | "tex"
                | "wiki"
                | "mediawiki"
        )
}

/// What a file of no known format is.
pub(crate) fn kind(path: &str, head: &[u8]) -> IgnoredKind {
    let ending = ending(path);
    match ending.as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "svg" | "svgz" | "webp" | "ico" | "bmp" | "tif"
        | "tiff" | "avif" | "heic" | "eps" | "xcf" | "psd" => IgnoredKind::Image,
        "css" | "scss" | "sass" | "less" | "xsl" | "xslt" => IgnoredKind::StyleSheet,
        "js" | "mjs" | "cjs" | "map" | "wasm" => IgnoredKind::Script,
        "woff" | "woff2" | "ttf" | "otf" | "eot" | "pfb" => IgnoredKind::Font,
        "mp3" | "ogg" | "oga" | "opus" | "flac" | "wav" | "m4a" | "mp4" | "m4v" | "webm"
        | "avi" | "mkv" | "mov" | "ogv" => IgnoredKind::Recording,
        "" if head.contains(&0) => IgnoredKind::Binary,
        "" => IgnoredKind::NoEnding,
        _ if ending.len() > 12 || !ending.bytes().all(|b| b.is_ascii_alphanumeric()) => {
            if head.contains(&0) { IgnoredKind::Binary } else { IgnoredKind::NoEnding }
        }
        _ => IgnoredKind::Other(ending),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_rich_and_their_raw_twins_are_not() {
        for rich in ["a/b.html", "x.md", "ls.1", "ls.1.gz", "b.XHTML", "c.xml.bz2"] {
            assert!(is_rich(rich), "{rich}");
        }
        for plain in ["a.txt", "a.rst.txt", "a.html.txt", "b.pdf", "README", "x.jsonl", "v1.0"] {
            assert!(!is_rich(plain), "{plain}");
        }
    }

    #[test]
    fn what_cannot_be_read_has_a_kind() {
        assert_eq!(kind("a/B.PNG", b""), IgnoredKind::Image);
        assert_eq!(kind("a.docx", b"PK"), IgnoredKind::Other("docx".to_owned()));
        assert_eq!(kind("a.b/tool", b"\x7fELF\0"), IgnoredKind::Binary);
        assert_eq!(kind("Makefile", b"all:"), IgnoredKind::NoEnding);
    }
}
