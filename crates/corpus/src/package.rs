//! Files that are zip archives of parts (`.docx`, `.odt`, `.epub`). Parts are read by name, in
//! memory, each and all together up to a limit.

use std::io::{Cursor, Read};

use crate::unit::{Problem, Unit};
use crate::xml::{Broken, Tree, decode};

/// The most bytes a part may unpack to.
const MOST_PART: u64 = 64 << 20;
/// The most bytes that all parts may unpack to.
const MOST_BYTES: u64 = 256 << 20;
/// The most parts.
const MOST_PARTS: usize = 65_536;

/// How a file that is encrypted by a program of Microsoft's, or of its older format, starts.
const COMPOUND: [u8; 4] = [0xd0, 0xcf, 0x11, 0xe0];

/// A zip archive in memory.
pub(crate) struct Package<'u> {
    unit: &'u Unit,
    zip: zip::ZipArchive<Cursor<&'u [u8]>>,
    left: u64,
}

impl<'u> Package<'u> {
    pub(crate) fn open(unit: &'u Unit) -> Result<Package<'u>, Problem> {
        if unit.bytes.starts_with(&COMPOUND) {
            let message = "is encrypted or in an older format; save it again without a password, in the format its name tells";
            return Err(unit.problem(0, message));
        }
        let zip = zip::ZipArchive::new(Cursor::new(unit.bytes.as_slice())).map_err(|error| {
            unit.problem(
                0,
                format!("is no whole {} file ({error}); fetch it again", unit.format.name()),
            )
        })?;
        if zip.len() > MOST_PARTS {
            let message = format!("has {} parts, which no document needs; not read", zip.len());
            return Err(unit.problem(0, message));
        }
        Ok(Package { unit, zip, left: MOST_BYTES })
    }

    /// A problem with one of the parts.
    pub(crate) fn problem(&self, part: &str, message: &str) -> Problem {
        self.unit.problem(0, format!("its part '{}' {message}", part.escape_debug()))
    }

    /// A part's bytes; `None` where there is no such part.
    pub(crate) fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, Problem> {
        let mut bytes = Vec::new();
        let limit = MOST_PART.min(self.left);
        let read = match self.zip.by_name(name) {
            Err(zip::result::ZipError::FileNotFound) => return Ok(None),
            Err(error) => Err(format!(
                "cannot be read ({error}); if the file is encrypted, save it without a password"
            )),
            Ok(part) => part
                .take(limit + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| format!("cannot be read ({error}); fetch the file again")),
        };
        let size = bytes.len() as u64;
        self.left = self.left.saturating_sub(size);
        match read {
            Err(message) => Err(self.problem(name, &message)),
            Ok(_) if size > limit => {
                let message = format!(
                    "unpacks to too much (more than {} MiB, or {} MiB in all); not read",
                    MOST_PART >> 20,
                    MOST_BYTES >> 20
                );
                Err(self.problem(name, &message))
            }
            Ok(_) => Ok(Some(bytes)),
        }
    }

    /// A part's text; empty where there is no such part.
    pub(crate) fn text(&mut self, name: &str) -> Result<String, Problem> {
        let bytes = self.bytes(name)?.unwrap_or_default();
        match decode(&bytes) {
            Ok((text, _)) => Ok(text.into_owned()),
            Err(at) => Err(self.problem(name, &format!("is not UTF-8 at its byte {at}"))),
        }
    }

    /// A part's text that must be there.
    pub(crate) fn needed(&mut self, name: &str) -> Result<String, Problem> {
        let text = self.text(name)?;
        match text.is_empty() {
            true => Err(self.problem(name, "is missing; the file is damaged or of another kind")),
            false => Ok(text),
        }
    }

    /// A part's elements.
    pub(crate) fn tree<'x>(&self, name: &str, text: &'x str) -> Result<Tree<'x>, Problem> {
        Tree::parse(text, 0).map_err(|Broken { at, message }| {
            self.problem(name, &format!("is broken at its byte {at} ({message})"))
        })
    }
}

/// A zip archive for tests.
#[cfg(test)]
pub(crate) fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Format;

    fn unit(bytes: Vec<u8>) -> Unit {
        Unit {
            source: "s".into(),
            path: "a.docx".into(),
            format: Format::Docx,
            bytes,
            offset: 0,
            line: 1,
        }
    }

    #[test]
    fn parts_are_read_and_missing_ones_told() {
        let unit = unit(zipped(&[("a.xml", "<a/>")]));
        let mut package = Package::open(&unit).unwrap();
        assert_eq!(package.text("a.xml").unwrap(), "<a/>");
        assert_eq!(package.text("b.xml").unwrap(), "");
        let problem = package.needed("b.xml").unwrap_err();
        assert!(problem.message.contains("'b.xml' is missing"), "{problem}");
    }

    #[test]
    fn a_part_that_unpacks_to_too_much_is_stopped() {
        let large = " ".repeat((MOST_PART + 1) as usize);
        let unit = unit(zipped(&[("a.xml", &large)]));
        assert!(unit.bytes.len() < 1 << 20);
        let problem = Package::open(&unit).unwrap().text("a.xml").unwrap_err();
        assert!(problem.message.contains("unpacks to too much"), "{problem}");
    }

    #[test]
    fn encrypted_and_broken_files_say_what_to_do() {
        let message = |bytes: Vec<u8>| Package::open(&unit(bytes)).err().unwrap().message;
        assert!(message(vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1]).contains("without a password"));
        assert!(message(b"PK\x03\x04 no more".to_vec()).contains("fetch it again"));
    }
}
