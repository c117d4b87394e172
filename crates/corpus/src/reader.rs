//! Reads one file or archive after another and hands out what is in them.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::archive::{self, Compression, Counted, Opened, Packing};
use crate::bomb::{Guard, Whole};
use crate::decode::{Utf8Stream, decode};
use crate::detect::{self, SNIFF};
use crate::ignored::{IgnoredFile, IgnoredKind, Tally};
use crate::scan::{DOCS, PAGES, Piece, Pieces, Scanner};
use crate::source::{Event, Options, ReadError, Source};
use crate::unit::{Format, Problem, Unit};
use crate::walk::Globs;
use crate::zip_members;

/// Hands out the units, problems and ignored files of one source.
pub(crate) struct Reader<'a> {
    source: &'a Source,
    options: &'a Options,
    globs: &'a Globs,
    read_bytes: &'a Arc<AtomicU64>,
    sink: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
    units: u64,
    problems: u64,
    ignored: Tally,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        source: &'a Source,
        options: &'a Options,
        globs: &'a Globs,
        read_bytes: &'a Arc<AtomicU64>,
        sink: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Self {
        let ignored = Tally::default();
        Reader { source, options, globs, read_bytes, sink, units: 0, problems: 0, ignored }
    }

    /// What was met, if nothing of it could be read.
    pub(crate) fn nothing(&self) -> Option<String> {
        if self.units > 0 {
            return None;
        }
        let problems = match self.problems {
            0 => String::new(),
            1 => "1 problem".to_owned(),
            many => format!("{many} problems"),
        };
        let met: Vec<String> =
            [self.ignored.to_string(), problems].into_iter().filter(|t| !t.is_empty()).collect();
        Some(if met.is_empty() { "all is empty or excluded".to_owned() } else { met.join(", ") })
    }

    fn emit(&mut self, event: Event) -> Result<(), ReadError> {
        match &event {
            Event::Unit(_) => self.units += 1,
            Event::Problem(_) => self.problems += 1,
            Event::Ignored(file) => self.ignored.add(&file.kind),
        }
        match (self.sink)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ReadError::Stopped),
        }
    }

    pub(crate) fn problem(
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

    pub(crate) fn ignore(&mut self, path: String, kind: IgnoredKind) -> Result<(), ReadError> {
        self.emit(Event::Ignored(IgnoredFile { path, kind }))
    }

    /// Reads a file of `length` bytes.
    pub(crate) fn file(&mut self, file: File, length: u64, name: &str) -> Result<(), ReadError> {
        let (packing, inner) = archive::packing(name);
        let whole = Whole::new(length, self.options.max_archive);
        let compression = match packing {
            Packing::Zip => return self.zip(file, name, &whole),
            Packing::Tar(c) | Packing::Single(c) => c,
        };
        let opened = archive::decompress(file, compression, self.read_bytes.clone(), &whole);
        let Opened { stream, trailing } = match opened {
            Ok(opened) => opened,
            Err(e) => return self.problem(name, None, archive::explain(&e)),
        };
        if archive::has_members(name) {
            self.tar(stream, compression, name, &whole)?;
        } else if let Err(e) = self.stream(stream, inner)? {
            self.problem(name, None, archive::explain(&e))?;
        }
        match trailing.get() {
            true => self.problem(name, None, archive::TRAILING.to_owned()),
            false => Ok(()),
        }
    }

    fn tar(
        &mut self,
        stream: Box<dyn Read>,
        compression: Compression,
        name: &str,
        whole: &Rc<Whole>,
    ) -> Result<(), ReadError> {
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
            let kind = entry.header().entry_type();
            if !kind.is_file() && !kind.is_gnu_sparse() {
                continue;
            }
            let raw = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let Some(path) = archive::member_path(&raw) else {
                self.outside(name, &raw)?;
                continue;
            };
            if !self.wants(name, &path) {
                continue;
            }
            // A sparse member may be larger than the archive.
            let member = Guard::member(entry, u64::MAX, whole);
            if let Err(e) = self.stream(member, &path)? {
                return self.problem(name, Some(at), archive::explain(&e));
            }
        }
        if compression != Compression::None {
            // What follows the last member tells whether the file is whole.
            if let Err(e) = io::copy(&mut tar.into_inner(), &mut io::sink()) {
                return self.problem(name, None, archive::explain(&e));
            }
        }
        Ok(())
    }

    fn zip(&mut self, file: File, name: &str, whole: &Rc<Whole>) -> Result<(), ReadError> {
        let counted = Counted { inner: file, total: self.read_bytes.clone() };
        let mut zip = match zip_members::open(io::BufReader::new(counted)) {
            Ok(zip) => zip,
            Err(message) => return self.problem(name, None, message),
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
            if !self.wants(name, &path) {
                continue;
            }
            let packed = member.compressed_size();
            if let Err(e) = self.stream(Guard::member(member, packed, whole), &path)? {
                if let Some(why) = whole.exceeded() {
                    return self.problem(name, None, why);
                }
                self.problem(&path, None, archive::explain(&e))?;
            }
        }
        Ok(())
    }

    /// Whether the globs ask for this member.
    fn wants(&self, archive: &str, member: &str) -> bool {
        let included = self.globs.includes(member) || self.globs.includes(archive);
        included && !self.globs.excludes(member, false)
    }

    fn outside(&mut self, archive: &str, member: &str) -> Result<(), ReadError> {
        let message = format!("its member '{member}' points outside the archive; skipped");
        self.problem(archive, None, message)
    }

    /// Reads one file's or member's bytes. The inner result is the stream's own failure.
    fn stream(&mut self, mut stream: impl Read, path: &str) -> Result<io::Result<()>, ReadError> {
        if archive::packing(path).0 != Packing::Single(Compression::None) {
            return self.ignore(path.to_owned(), IgnoredKind::NestedArchive).map(Ok);
        }
        let mut head = Vec::new();
        if let Err(e) = (&mut stream).take(SNIFF).read_to_end(&mut head) {
            return Ok(Err(e));
        }
        let Some(format) = self.options.format.or_else(|| detect::format(path, &head)) else {
            return self.ignore(path.to_owned(), detect::kind(path, &head)).map(Ok);
        };
        let pieces = match format {
            Format::MediaWiki => PAGES,
            Format::Extract => DOCS,
            Format::Jsonl => Pieces::Lines,
            _ => return self.whole(io::Cursor::new(head).chain(stream), path, format),
        };
        match Utf8Stream::marked(io::Cursor::new(head.clone()).chain(stream), &head) {
            Ok(decoded) => self.pieces(decoded, path, format, pieces),
            Err(stream) => self.pieces(stream, path, format, pieces),
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

fn too_long(what: &str, limit: usize) -> String {
    format!("{what} is longer than {} MiB; raise --max-document to read it", limit >> 20)
}
