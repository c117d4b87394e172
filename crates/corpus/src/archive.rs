//! Archives and compressed files, read in place: nothing is unpacked to disk, a name that would
//! leave the archive is refused, and data that swells beyond reason is stopped.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// No honest text shrinks this much; a bomb does.
const MAX_RATIO: u64 = 400;
/// Below this size the ratio does not matter: it does no harm.
const FREE_BYTES: u64 = 128 << 20;

/// Stops a stream that swells beyond reason.
pub(crate) struct Guard<R> {
    inner: R,
    packed: Packed,
    out: u64,
}

enum Packed {
    Counting(Arc<AtomicU64>, u64),
    Known(u64),
}

impl<R> Guard<R> {
    pub(crate) fn known(inner: R, packed_size: u64) -> Self {
        Guard { inner, packed: Packed::Known(packed_size), out: 0 }
    }

    fn counting(inner: R, total: Arc<AtomicU64>) -> Self {
        let start = total.load(Ordering::Relaxed);
        Guard { inner, packed: Packed::Counting(total, start), out: 0 }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.out += read as u64;
        let packed = match &self.packed {
            Packed::Counting(total, start) => total.load(Ordering::Relaxed) - start,
            Packed::Known(size) => *size,
        };
        if self.out > FREE_BYTES && self.out / packed.max(1) > MAX_RATIO {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "it unpacks to more than {MAX_RATIO} times its size, as an archive bomb does; reading of it stopped"
                ),
            ));
        }
        Ok(read)
    }
}

/// Opens a file's decompressed bytes.
pub(crate) fn decompress(
    file: File,
    compression: Compression,
    total: Arc<AtomicU64>,
) -> io::Result<Box<dyn Read>> {
    let counted = Counted { inner: file, total: total.clone() };
    let buffered = BufReader::with_capacity(256 << 10, counted);
    Ok(match compression {
        Compression::None => Box::new(buffered),
        Compression::Gzip => {
            Box::new(Guard::counting(flate2::bufread::MultiGzDecoder::new(buffered), total))
        }
        Compression::Bzip2 => {
            Box::new(Guard::counting(bzip2::bufread::MultiBzDecoder::new(buffered), total))
        }
        Compression::Xz => Box::new(Guard::counting(
            liblzma::bufread::XzDecoder::new_multi_decoder(buffered),
            total,
        )),
        Compression::Zstd => {
            Box::new(Guard::counting(zstd::stream::read::Decoder::with_buffer(buffered)?, total))
        }
    })
}

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

    #[test]
    fn a_bomb_is_stopped() {
        let zeros = io::repeat(0).take(1 << 40);
        let mut guard = Guard::known(zeros, 1000);
        let error = io::copy(&mut guard, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("archive bomb"));
        assert!(guard.out < FREE_BYTES + (1 << 20));
    }
}
