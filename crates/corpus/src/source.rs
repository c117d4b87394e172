//! Sources: a folder, a file or an archive, walked in a fixed order and handed out unit by unit.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::archive;
use crate::decode::Encoding;
use crate::detect;
use crate::ignored::IgnoredFile;
use crate::jsonl::FieldMap;
use crate::reader::Reader;
use crate::unit::{Format, Problem, Unit};
use crate::walk::{self, Found, Globs};

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
        let length = |path: &Path| path.metadata().map_or(0, |m| m.len());
        let root = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let options = Options::default();
        match Globs::new(&options) {
            Ok(globs) if root.is_dir() => walk::walk(&root, &options, &globs)
                .map(|found| match found {
                    Found::File(entry, _) => length(entry.path()),
                    _ => 0,
                })
                .sum(),
            _ => length(&root),
        }
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
    /// The most bytes an archive or a compressed file may unpack to, all its members together.
    pub max_archive: u64,
    /// The fields of JSON objects.
    pub map: FieldMap,
    /// Leave out what `.gitignore`, `.ignore` and `.griceignore` in the folder say.
    pub ignore_files: bool,
    /// Read only files and members of archives that one of these globs matches, if there are any.
    /// Globs are written as in `.gitignore`.
    pub include: Vec<String>,
    /// Leave out files, folders and members of archives that one of these globs matches.
    pub exclude: Vec<String>,
    /// Follow symbolic links in folders. A link that leads to a folder above it is still passed
    /// over, and special files are never opened.
    pub follow_links: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            format: None,
            encoding: None,
            max_document: 64 << 20,
            max_archive: 256 << 30,
            map: FieldMap::default(),
            ignore_files: true,
            include: Vec::new(),
            exclude: Vec::new(),
            follow_links: false,
        }
    }
}

/// What reading a source meets.
#[derive(Debug)]
pub enum Event {
    /// Something to parse.
    Unit(Unit),
    /// Something bad, to be reported and counted.
    Problem(Problem),
    /// A file that is not read: one of no known format, a link, a device.
    Ignored(IgnoredFile),
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
    /// A pipe, device or socket.
    #[error("{}: is a pipe, device or socket; write its contents to a file and read that", .0.display())]
    Special(PathBuf),
    /// A glob that cannot be read.
    #[error(
        "'{glob}' is no glob ({why}); write it as in .gitignore, for example '*.html' or 'drafts/'"
    )]
    Glob {
        /// The glob.
        glob: String,
        /// What is wrong with it.
        why: String,
    },
    /// A folder without a file in it that may be read.
    #[error("{}: no file to read is in the folder; it is empty, or all is hidden, ignored or excluded", .0.display())]
    Empty(PathBuf),
    /// Files, but none that gave anything.
    #[error("nothing in {} can be read: {why}; Grice reads {}", path.display(), formats())]
    NothingReadable {
        /// The source.
        path: PathBuf,
        /// What was met instead, by kind and number.
        why: String,
    },
    /// The caller asked to stop.
    #[error("reading was stopped")]
    Stopped,
}

fn formats() -> String {
    Format::NAMES.map(|(name, _)| name).join(", ")
}

/// Reads a source from start to end, in a fixed order. `read_bytes` counts bytes taken from disk.
///
/// In a folder, files whose format keeps structure come first, then the others, both by name. A
/// source of which nothing can be read is an error, after all events.
pub fn read(
    source: &Source,
    options: &Options,
    read_bytes: &Arc<AtomicU64>,
    sink: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let path = &source.path;
    let failed = |reason: io::Error| match reason.kind() {
        io::ErrorKind::NotFound => ReadError::NotFound(path.clone()),
        _ => ReadError::Unreadable { path: path.clone(), reason },
    };
    let globs = Globs::new(options)?;
    let metadata = path.metadata().map_err(failed)?;
    let mut reader = Reader::new(source, options, &globs, read_bytes, sink);
    if metadata.is_dir() {
        let root = path.canonicalize().map_err(failed)?;
        if !folder(&root, options, &globs, &mut reader)? {
            return Err(ReadError::Empty(path.clone()));
        }
    } else if metadata.is_file() {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let (file, metadata) = walk::open(path).map_err(failed)?;
        reader.file(file, metadata.len(), &name)?;
    } else {
        return Err(ReadError::Special(path.clone()));
    }
    match reader.nothing() {
        Some(why) => Err(ReadError::NothingReadable { path: path.clone(), why }),
        None => Ok(()),
    }
}

/// Reads a folder; false when there is no file in it. It is walked twice rather than sorted, so
/// that a folder of any size is read in the same memory.
fn folder(
    root: &Path,
    options: &Options,
    globs: &Globs,
    reader: &mut Reader<'_>,
) -> Result<bool, ReadError> {
    let mut any = false;
    for rich in [true, false] {
        for found in walk::walk(root, options, globs) {
            any = true;
            match found {
                Found::File(entry, name) if detect::is_rich(&name) == rich => {
                    match walk::open(entry.path()) {
                        Ok((file, metadata)) => reader.file(file, metadata.len(), &name)?,
                        Err(e) => {
                            let message = format!("cannot be opened ({e}); check its permissions");
                            reader.problem(&name, None, message)?;
                        }
                    }
                }
                Found::Ignored(path, kind) if !rich => reader.ignore(path, kind)?,
                Found::Failed(e) if !rich => {
                    reader.problem("", None, format!("cannot be listed ({e})"))?;
                }
                _ => {}
            }
        }
    }
    Ok(any)
}
