//! Sources: a folder, a file or an archive, walked in a fixed order and handed out unit by unit.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::archive::{self, Counted, Guard, Packing};
use crate::jsonl::FieldMap;
use crate::scan::{DOCS, PAGES, Piece, Pieces, Scanner};
use crate::unit::{Format, Problem, Unit};

/// What the user pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The folder, file or archive.
    pub path: PathBuf,
    /// The name that scopes its ids: the file's name without endings, unless given.
    pub name: Arc<str>,
}

impl Source {
    /// A source named after its file or folder.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let full = path.canonicalize().unwrap_or_else(|_| path.clone());
        let file = full.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let name = match full.is_dir() {
            true => file.as_str(),
            false => archive::packing(&file).1,
        };
        let name = if name.is_empty() { "root" } else { name };
        Source { name: name.into(), path }
    }

    /// Bytes on disk, for progress.
    pub fn size(&self) -> u64 {
        files(&self.path).filter_map(|f| f.ok()?.metadata().ok()).map(|m| m.len()).sum()
    }
}

/// How to read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Read everything as this format instead of telling it from names and contents.
    pub format: Option<Format>,
    /// The encoding of text that is not UTF-8.
    pub encoding: Option<Encoding>,
    /// The most bytes a page, a line or a file may have.
    pub max_document: usize,
    /// The fields of JSON objects.
    pub map: FieldMap,
}

impl Default for Options {
    fn default() -> Self {
        Options { format: None, encoding: None, max_document: 64 << 20, map: FieldMap::default() }
    }
}

/// A character encoding, by its WHATWG label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl FromStr for Encoding {
    type Err = String;

    fn from_str(label: &str) -> Result<Self, String> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Encoding).ok_or_else(|| {
            format!("'{label}' is no encoding known here; try windows-1252, utf-16le or shift_jis")
        })
    }
}

/// What reading a source meets.
#[derive(Debug)]
pub enum Event {
    /// Something to parse.
    Unit(Unit),
    /// Something bad, to be reported and counted.
    Problem(Problem),
    /// A file of no known format (an image, a style sheet).
    Ignored(String),
}

/// Why a source could not be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Nothing is there.
    #[error("{}: no such file or folder", .0.display())]
    NotFound(PathBuf),
    /// It is there but cannot be opened.
    #[error("{}: cannot be opened ({reason}); check its permissions", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A folder without a file in it.
    #[error("{}: the folder is empty; there is nothing to read", .0.display())]
    Empty(PathBuf),
    /// The caller asked to stop.
    #[error("reading was stopped")]
    Stopped,
}

/// Reads a source from start to end, in a fixed order. `read_bytes` counts bytes taken from disk.
pub fn read(
    source: &Source,
    options: &Options,
    read_bytes: &Arc<AtomicU64>,
    sink: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let path = &source.path;
    let metadata = path.metadata().map_err(|reason| match reason.kind() {
        io::ErrorKind::NotFound => ReadError::NotFound(path.clone()),
        _ => ReadError::Unreadable { path: path.clone(), reason },
    })?;
    let mut reader = Reader { source, options, read_bytes, sink };
    if !metadata.is_dir() {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        return match File::open(path) {
            Ok(file) => reader.file(file, &name),
            Err(reason) => Err(ReadError::Unreadable { path: path.clone(), reason }),
        };
    }
    let mut any = false;
    for entry in files(path) {
        any = true;
        match entry {
            Ok(entry) => {
                let relative = entry.path().strip_prefix(path).unwrap_or(entry.path());
                let name = relative.to_string_lossy().replace('\\', "/");
                match File::open(entry.path()) {
                    Ok(file) => reader.file(file, &name)?,
                    Err(e) => reader.problem(
                        &name,
                        None,
                        format!("cannot be opened ({e}); check its permissions"),
                    )?,
                }
            }
            Err(e) => reader.problem("", None, format!("cannot be listed ({e})"))?,
        }
    }
    if any { Ok(()) } else { Err(ReadError::Empty(path.clone())) }
}

fn files(path: &Path) -> impl Iterator<Item = Result<ignore::DirEntry, ignore::Error>> {
    ignore::WalkBuilder::new(path)
        .standard_filters(false)
        .hidden(true)
        .sort_by_file_name(|a, b| a.cmp(b))
        .build()
        .filter(|e| e.as_ref().map_or(true, |e| e.file_type().is_none_or(|t| !t.is_dir())))
}

struct Reader<'a> {
    source: &'a Source,
    options: &'a Options,
    read_bytes: &'a Arc<AtomicU64>,
    sink: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
}

impl Reader<'_> {
    fn emit(&mut self, event: Event) -> Result<(), ReadError> {
        match (self.sink)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ReadError::Stopped),
        }
    }

    fn problem(
        &mut self,
        path: &str,
        offset: Option<u64>,
        message: String,
    ) -> Result<(), ReadError> {
        let path = match path {
            "" => self.source.name.to_string(),
            path => format!("{}/{path}", self.source.name),
        };
        self.emit(Event::Problem(Problem { path, line: None, offset, message }))
    }

    fn file(&mut self, file: File, name: &str) -> Result<(), ReadError> {
        let (packing, inner) = archive::packing(name);
        let opened = match packing {
            Packing::Zip => return self.zip(file, name),
            Packing::Tar(c) | Packing::Single(c) => {
                archive::decompress(file, c, self.read_bytes.clone())
            }
        };
        match (opened, packing) {
            (Err(e), _) => self.problem(name, None, archive::explain(&e)),
            (Ok(stream), Packing::Tar(_)) => self.tar(stream, name),
            (Ok(stream), _) => match self.stream(stream, inner)? {
                Err(e) => self.problem(name, None, archive::explain(&e)),
                Ok(()) => Ok(()),
            },
        }
    }

    fn tar(&mut self, stream: Box<dyn Read>, name: &str) -> Result<(), ReadError> {
        let mut tar = tar::Archive::new(stream);
        let entries = match tar.entries() {
            Ok(entries) => entries,
            Err(e) => return self.problem(name, None, archive::explain(&e)),
        };
        let mut at = 0;
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => return self.problem(name, Some(at), archive::explain(&e)),
            };
            at = entry.raw_file_position();
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let raw = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let Some(path) = archive::member_path(&raw) else {
                self.outside(name, &raw)?;
                continue;
            };
            if let Err(e) = self.stream(entry, &path)? {
                return self.problem(name, Some(at), archive::explain(&e));
            }
        }
        Ok(())
    }

    fn zip(&mut self, file: File, name: &str) -> Result<(), ReadError> {
        let counted = Counted { inner: file, total: self.read_bytes.clone() };
        let mut zip = match zip::ZipArchive::new(io::BufReader::new(counted)) {
            Ok(zip) => zip,
            Err(e) => {
                return self.problem(
                    name,
                    None,
                    format!("is no whole zip archive ({e}); fetch it again"),
                );
            }
        };
        for index in 0..zip.len() {
            let member = match zip.by_index(index) {
                Ok(member) => member,
                Err(e) => {
                    self.problem(name, None, format!("member {index} cannot be read ({e})"))?;
                    continue;
                }
            };
            if !member.is_file() {
                continue;
            }
            let raw = member.name().map_or_else(|_| "/".to_owned(), |n| n.into_owned());
            let Some(path) = archive::member_path(&raw) else {
                self.outside(name, &raw)?;
                continue;
            };
            let packed = member.compressed_size();
            if let Err(e) = self.stream(Guard::known(member, packed), &path)? {
                self.problem(&path, None, archive::explain(&e))?;
            }
        }
        Ok(())
    }

    fn outside(&mut self, archive: &str, member: &str) -> Result<(), ReadError> {
        let message = format!("its member '{member}' points outside the archive; skipped");
        self.problem(archive, None, message)
    }

    /// Reads one file's or member's bytes. The inner result is the stream's own failure.
    fn stream(&mut self, mut stream: impl Read, path: &str) -> Result<io::Result<()>, ReadError> {
        let mut head = Vec::new();
        if let Err(e) = (&mut stream).take(SNIFF).read_to_end(&mut head) {
            return Ok(Err(e));
        }
        let Some(format) = self.options.format.or_else(|| detect(path, &head)) else {
            self.emit(Event::Ignored(path.to_owned()))?;
            return Ok(Ok(()));
        };
        let stream = io::Cursor::new(head).chain(stream);
        match format {
            Format::MediaWiki => self.pieces(stream, path, format, PAGES),
            Format::Extract => self.pieces(stream, path, format, DOCS),
            Format::Jsonl => self.pieces(stream, path, format, Pieces::Lines),
            _ => self.whole(stream, path, format),
        }
    }

    fn whole(
        &mut self,
        stream: impl Read,
        path: &str,
        format: Format,
    ) -> Result<io::Result<()>, ReadError> {
        let limit = self.options.max_document;
        let mut bytes = Vec::new();
        if let Err(e) = stream.take(limit as u64 + 1).read_to_end(&mut bytes) {
            return Ok(Err(e));
        }
        if bytes.len() > limit {
            self.problem(path, None, too_long("the file", limit))?;
            return Ok(Ok(()));
        }
        let unit = self.unit(path.into(), format, bytes, 0, 1);
        self.emit(Event::Unit(unit)).map(Ok)
    }

    fn pieces(
        &mut self,
        stream: impl Read,
        path: &str,
        format: Format,
        pieces: Pieces,
    ) -> Result<io::Result<()>, ReadError> {
        let limit = self.options.max_document;
        let path: Arc<str> = path.into();
        let mut scanner = Scanner::new(stream, pieces, limit);
        loop {
            let found = match scanner.next_piece() {
                Ok(Some(found)) => found,
                Ok(None) => return Ok(Ok(())),
                Err(e) => return Ok(Err(e)),
            };
            match found.piece {
                Piece::Whole(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => {}
                Piece::Whole(bytes) => {
                    let unit = self.unit(path.clone(), format, bytes, found.offset, found.line);
                    self.emit(Event::Unit(unit))?;
                }
                Piece::TooLong => {
                    let what = if pieces == Pieces::Lines { "a line" } else { "a page" };
                    self.problem(&path, Some(found.offset), too_long(what, limit))?;
                }
                Piece::Cut => {
                    let message = "the file ends inside the page that starts here, so it is probably truncated; fetch it again";
                    self.problem(&path, Some(found.offset), message.to_owned())?;
                }
            }
        }
    }

    fn unit(&self, path: Arc<str>, format: Format, bytes: Vec<u8>, offset: u64, line: u64) -> Unit {
        let bytes = decode(bytes, format, self.options.encoding);
        Unit { source: self.source.name.clone(), path, format, bytes, offset, line }
    }
}

const SNIFF: u64 = 4096;

fn too_long(what: &str, limit: usize) -> String {
    format!("{what} is longer than {} MiB; raise --max-document to read it", limit >> 20)
}

/// Text in the encoding the user named, or in UTF-16 with its mark, becomes UTF-8.
fn decode(bytes: Vec<u8>, format: Format, named: Option<Encoding>) -> Vec<u8> {
    if format == Format::Pdf {
        return bytes;
    }
    let marked = encoding_rs::Encoding::for_bom(&bytes).map(|(e, _)| e);
    let encoding = match (marked, named) {
        (Some(e), _) if e == encoding_rs::UTF_8 => return bytes,
        (Some(e), _) if format != Format::Html => e,
        (_, Some(Encoding(e))) => e,
        _ => return bytes,
    };
    let text = encoding.decode(&bytes).0.into_owned();
    // The mark tells the HTML reader that the page's own declaration no longer holds.
    let mark = if format == Format::Html { "\u{feff}" } else { "" };
    format!("{mark}{text}").into_bytes()
}

/// Tells a format from a file's name, or else from its first bytes.
fn detect(path: &str, head: &[u8]) -> Option<Format> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, e)| e);
    match ending {
        "html" | "htm" | "xhtml" => Some(Format::Html),
        "md" | "markdown" => Some(Format::Markdown),
        "txt" | "text" => sniff(head).filter(|f| *f == Format::Extract).or(Some(Format::Text)),
        "pdf" => Some(Format::Pdf),
        "jsonl" | "ndjson" => Some(Format::Jsonl),
        _ => sniff(head),
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
    } else {
        None
    }
}
