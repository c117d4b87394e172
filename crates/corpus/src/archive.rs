//! Archives and compressed files, read in place: nothing is unpacked to disk, a name that would
//! leave the archive is refused, and data that swells beyond reason is stopped.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::bomb::{Guard, Whole};
use crate::gzip::Gzip;

/// How a file is packed, told by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Zip,
    Tar(Compression),
    Single(Compression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

const ENDINGS: [(&str, Packing); 15] = [
    (".zip", Packing::Zip),
    (".tar", Packing::Tar(Compression::None)),
    (".tar.gz", Packing::Tar(Compression::Gzip)),
    (".tgz", Packing::Tar(Compression::Gzip)),
    (".tar.bz2", Packing::Tar(Compression::Bzip2)),
    (".tbz2", Packing::Tar(Compression::Bzip2)),
    (".tar.xz", Packing::Tar(Compression::Xz)),
    (".txz", Packing::Tar(Compression::Xz)),
    (".tar.zst", Packing::Tar(Compression::Zstd)),
    (".tzst", Packing::Tar(Compression::Zstd)),
    (".gz", Packing::Single(Compression::Gzip)),
    (".bz2", Packing::Single(Compression::Bzip2)),
    (".xz", Packing::Single(Compression::Xz)),
    (".zst", Packing::Single(Compression::Zstd)),
    (".zstd", Packing::Single(Compression::Zstd)),
];

/// The packing a file's name tells, and the name without that ending.
pub(crate) fn packing(name: &str) -> (Packing, &str) {
    let lower = name.to_ascii_lowercase();
    let known = ENDINGS
        .iter()
        .filter(|(ending, _)| lower.ends_with(ending) && lower.len() > ending.len())
        .max_by_key(|(ending, _)| ending.len());
    match known {
        Some((ending, packing)) => (*packing, &name[..name.len() - ending.len()]),
        None => (Packing::Single(Compression::None), name),
    }
}

/// Whether a file is an archive, told by its name.
pub(crate) fn has_members(name: &str) -> bool {
    !matches!(packing(name).0, Packing::Single(_))
}

/// Counts the bytes that pass, for progress.
pub(crate) struct Counted<R> {
    pub inner: R,
    pub total: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.total.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl<R: io::Seek> io::Seek for Counted<R> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

/// Opens a file's decompressed bytes.
pub(crate) fn decompress(
    file: File,
    compression: Compression,
    total: Arc<AtomicU64>,
    whole: &Rc<Whole>,
) -> io::Result<Opened> {
    let counted = Counted { inner: file, total: total.clone() };
    let buffered = BufReader::with_capacity(256 << 10, counted);
    let mut trailing = Rc::default();
    let unpacked: Box<dyn Read> = match compression {
        Compression::None => return Ok(Opened { stream: Box::new(buffered), trailing }),
        Compression::Gzip => {
            let gzip = Gzip::new(buffered);
            trailing = gzip.trailing();
            Box::new(gzip)
        }
        Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(buffered)),
        Compression::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(buffered)),
        Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(buffered)?),
    };
    Ok(Opened { stream: Box::new(Guard::counting(unpacked, total, whole)), trailing })
}

/// A file's bytes, unpacked.
pub(crate) struct Opened {
    pub stream: Box<dyn Read>,
    /// Whether bytes that belong to nothing follow what is packed; known at the stream's end.
    pub trailing: Rc<Cell<bool>>,
}

/// What to say of such bytes.
pub(crate) const TRAILING: &str =
    "has bytes after its compressed data that belong to nothing; what is before them was read";

/// A member's path with `/` between plain parts; `None` for one that would leave the archive.
pub(crate) fn member_path(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    if name.starts_with('/') || name.as_bytes().get(1) == Some(&b':') {
        return None;
    }
    let parts: Vec<&str> = name.split('/').filter(|p| !p.is_empty() && *p != ".").collect();
    (!parts.is_empty() && !parts.contains(&"..")).then(|| parts.join("/"))
}

/// An error's cause in words, with what to do about it.
pub(crate) fn explain(error: &io::Error) -> String {
    let text = error.to_string();
    let truncated = error.kind() == io::ErrorKind::UnexpectedEof
        || ["incomplete", "unexpected end", "failed to read entire block", "premature"]
            .iter()
            .any(|w| text.contains(w));
    if truncated {
        "ends too early, so it is probably truncated; fetch it again".to_owned()
    } else if text.contains("unpacks to more") {
        text
    } else {
        format!("cannot be read ({text})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_told_by_the_longest_ending() {
        let tarball = Packing::Tar(Compression::Zstd);
        assert_eq!(packing("wiki.tar.zst"), (tarball, "wiki"));
        assert_eq!(packing("w.xml.bz2"), (Packing::Single(Compression::Bzip2), "w.xml"));
        assert_eq!(packing("w.ZIP").0, Packing::Zip);
        assert_eq!(packing("notes.md"), (Packing::Single(Compression::None), "notes.md"));
        assert_eq!(packing(".gz"), (Packing::Single(Compression::None), ".gz"));
    }

    #[test]
    fn names_that_leave_the_archive_are_refused() {
        assert_eq!(member_path("./a/b.txt").as_deref(), Some("a/b.txt"));
        for bad in ["../x", "a/../../x", "/etc/passwd", "C:\\x", "..", ""] {
            assert_eq!(member_path(bad), None, "{bad}");
        }
    }
}
