//! What a collection may be called, so that a name is never taken for a path or a path for a name.

use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The longest name, in characters; four bytes each still make a name that file systems take.
const LONGEST: usize = 60;

/// Endings of files and archives that are no part of a collection's name.
const ENDINGS: [&str; 36] = [
    "gz", "bz2", "xz", "zst", "tar", "tgz", "tbz", "tbz2", "txz", "zip", "xml", "html", "htm",
    "xhtml", "md", "markdown", "txt", "text", "pdf", "json", "jsonl", "ndjson", "rst", "adoc",
    "asciidoc", "docx", "odt", "epub", "csv", "tsv", "man", "dbk", "eml", "mbox", "srt", "vtt",
];

/// Whether a value is a path: it holds a slash or a backslash, or begins with a dot or a tilde.
pub fn is_path(value: &OsStr) -> bool {
    let bytes = value.as_encoded_bytes();
    bytes.contains(&b'/')
        || bytes.contains(&b'\\')
        || bytes.starts_with(b".")
        || bytes.starts_with(b"~")
}

/// A path, its tilde being the home folder where the shell left it.
pub fn expanded(value: &OsStr) -> PathBuf {
    let path = Path::new(value);
    let Ok(rest) = path.strip_prefix("~") else { return path.to_owned() };
    match std::env::var_os("HOME").filter(|home| !home.is_empty()) {
        Some(home) => Path::new(&home).join(rest),
        None => path.to_owned(),
    }
}

/// Whether a text can be a collection's name.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !text.is_empty()
        && text.chars().count() <= LONGEST
        && text.chars().all(fits)
        && !text.starts_with(['.', '-'])
}

/// The name a source gives to the collection made of it: its own, without a file's endings, other
/// characters turned into hyphens.
pub fn of_source(source: &Path) -> Option<String> {
    let full = source.canonicalize().unwrap_or_else(|_| source.to_owned());
    let file = full.file_name()?.to_string_lossy();
    let mut stem = file.as_ref();
    while !full.is_dir()
        && let Some((before, ending)) = stem.rsplit_once('.')
        && ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
    {
        stem = before;
    }
    let fit = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '.') { c } else { '-' };
    let name: String = stem.chars().map(fit).take(LONGEST).collect();
    let name = name.trim_matches(['.', '-']);
    is_name(name).then(|| name.to_owned())
}

/// A folder in the current one, written so that it is a path.
pub fn as_path(name: &str) -> String {
    format!(".{MAIN_SEPARATOR}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_path_or_a_name_and_never_both() {
        for path in ["./notes", ".", "..", "~", "~/notes", "a/b", "/a", r"a\b", ".notes"] {
            assert!(is_path(OsStr::new(path)) && !is_name(path), "{path}");
        }
        for name in ["notes", "my-notes_2", "v1.2", "Übung", "ノート"] {
            assert!(!is_path(OsStr::new(name)) && is_name(name), "{name}");
        }
        for neither in ["", "my notes", "-x", "a:b", "a\u{1b}b", &"x".repeat(61)] {
            assert!(!is_path(OsStr::new(neither)) && !is_name(neither), "{neither}");
        }
    }

    #[test]
    fn a_source_names_its_collection() {
        let folder = tempfile::tempdir().unwrap();
        let named = |file: &str, is_folder: bool| {
            let path = folder.path().join(file);
            match is_folder {
                true => std::fs::create_dir(&path).unwrap(),
                false => std::fs::write(&path, "").unwrap(),
            }
            of_source(&path)
        };
        assert_eq!(named("Notes", true).as_deref(), Some("Notes"));
        assert_eq!(named("v1.2.txt", true).as_deref(), Some("v1.2.txt"));
        assert_eq!(named("enwiki-pages.xml.bz2", false).as_deref(), Some("enwiki-pages"));
        assert_eq!(named("v1.3.tar.gz", false).as_deref(), Some("v1.3"));
        assert_eq!(named("my notes (old)", true).as_deref(), Some("my-notes--old"));
        assert_eq!(named(".config", true).as_deref(), Some("config"));
        assert_eq!(named("---", true), None);
        assert_eq!(of_source(Path::new("/")), None);
    }
}
