//! Finding a split's file and opening it, packed or not.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::error::{Error, Result};

/// A reader of a file's text.
pub(super) type Reader = Box<dyn BufRead + Send>;

/// A file that can hold a split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<F> {
    /// The file's name; or several, where a split is in more than one file.
    pub files: &'static [&'static str],
    /// How it differs from what its makers released; none where it is that.
    pub part: Option<&'static str>,
    /// How it is read.
    pub form: F,
}

/// The files of a split.
#[derive(Clone, Debug)]
pub(super) struct Found<F> {
    pub files: Vec<PathBuf>,
    pub part: Option<&'static str>,
    pub form: F,
}

/// What is looked for, to say so where it is not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub set: &'static str,
    pub split: &'a str,
    /// Folders under the one that was given, best first.
    pub folders: &'static [&'static str],
    /// Where the files come from.
    pub origin: &'static str,
}

/// The first layout whose files are all there, in the set's own folder or in the one given.
pub(super) fn find<F: Copy>(
    dir: &Path,
    wanted: Wanted<'_>,
    layouts: &[Layout<F>],
) -> Result<Found<F>> {
    let mut folders: Vec<PathBuf> = wanted.folders.iter().map(|folder| dir.join(folder)).collect();
    folders.push(dir.to_owned());
    for layout in layouts {
        for folder in &folders {
            let files: Option<Vec<PathBuf>> =
                layout.files.iter().map(|name| present(&folder.join(name))).collect();
            if let Some(files) = files {
                return Ok(Found { files, part: layout.part, form: layout.form });
            }
        }
    }
    let mut looked_for: Vec<String> =
        layouts.iter().map(|layout| layout.files.join(" with ")).collect();
    if let Some(half) = half_downloaded(&folders, layouts) {
        looked_for.push(format!("found only {}, a download that has not ended", half.display()));
    }
    Err(Error::Missing {
        set: wanted.set.to_owned(),
        split: wanted.split.to_owned(),
        dir: dir.to_owned(),
        looked_for: looked_for.join(", "),
        origin: wanted.origin,
    })
}

/// The file, or the same packed.
pub(super) fn present(file: &Path) -> Option<PathBuf> {
    [file.to_owned(), added(file, ".gz")].into_iter().find(|file| file.is_file())
}

fn added(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn half_downloaded<F>(folders: &[PathBuf], layouts: &[Layout<F>]) -> Option<PathBuf> {
    let names = || layouts.iter().flat_map(|layout| layout.files);
    let files = folders.iter().flat_map(|folder| names().map(move |name| folder.join(name)));
    files
        .flat_map(|file| {
            [".part", ".crdownload", ".download", ".tmp", ".gz.part", ".gz.crdownload"]
                .map(|ending| added(&file, ending))
        })
        .find(|file| file.is_file())
}

const OTHER_PACKINGS: [(&[u8], &str); 4] =
    [(b"PK\x03\x04", "zip"), (b"BZh", "bzip2"), (b"\xfd7zXZ", "xz"), (b"\x28\xb5\x2f\xfd", "zstd")];

/// Opens a file, unpacked where it is gzip, and refuses what is plainly no data.
pub(super) fn open(file: &Path) -> Result<Reader> {
    let read = |reason| failed(file, 1, reason);
    let mut raw = BufReader::with_capacity(1 << 16, File::open(file).map_err(read)?);
    let packed = raw.fill_buf().map_err(read)?.starts_with(&[0x1f, 0x8b]);
    let mut reader: Reader = if packed {
        Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(raw)))
    } else {
        Box::new(raw)
    };
    let start = reader.fill_buf().map_err(read)?;
    if start.is_empty() {
        return Err(Error::file(file, "the file is empty; get it again"));
    }
    if start.starts_with(b"version https://git-lfs") {
        let why = "this is a Git LFS pointer, not the data; `git lfs pull` fetches it";
        return Err(Error::file(file, why));
    }
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        let why = "this is UTF-16 text, not UTF-8; convert the file (`iconv -f UTF-16 -t UTF-8`) or get it again";
        return Err(Error::file(file, why));
    }
    if let Some(kind) = OTHER_PACKINGS.iter().find(|(magic, _)| start.starts_with(magic)) {
        let why = format!("this is packed as {}, which is not read here; unpack it first", kind.1);
        return Err(Error::file(file, why));
    }
    let head = String::from_utf8_lossy(&start[..start.len().min(64)]).trim_start().to_lowercase();
    if head.starts_with("<!doctype") || head.starts_with("<html") {
        return Err(Error::file(file, "this is a web page, not the data; get the raw file"));
    }
    if start.starts_with(b"\xef\xbb\xbf") {
        reader.consume(3);
    }
    Ok(reader)
}

/// Says what the system said, and of a packed file that ends too early that it does.
pub(super) fn failed(file: &Path, line: usize, reason: std::io::Error) -> Error {
    match reason.kind() {
        ErrorKind::UnexpectedEof => {
            Error::CutOff { file: file.to_owned(), line, what: "its packed text".to_owned() }
        }
        ErrorKind::InvalidInput | ErrorKind::InvalidData => Error::line(
            file,
            line,
            format!("the packed text is damaged ({reason}); get the file again"),
        ),
        _ => Error::Read { file: file.to_owned(), reason },
    }
}

/// The whole of a small file.
pub(super) fn read(file: &Path) -> Result<String> {
    let mut text = String::new();
    open(file)?.read_to_string(&mut text).map_err(|reason| failed(file, 1, reason))?;
    Ok(text)
}
