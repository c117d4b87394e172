//! Where a passage stands: its bytes, line and anchor in the file, and the file itself.

use std::fmt;
use std::path::{Path, PathBuf};

use grice_corpus::{Block, BlockKind, Passage};

use crate::folder::About;
use crate::records::{DocumentRecord, PassageRecord};

/// Where a passage can be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Its member, where it is an archive.
    pub member: Option<String>,
    /// The line, counted from 1.
    pub line: Option<u64>,
    /// What a link to the place has behind its `#`.
    pub anchor: Option<String>,
    /// Where the page stands on the web.
    pub url: Option<String>,
}

impl Place {
    /// The address that opens it: the page's own, or the file's where it is one by itself.
    pub fn link(&self) -> String {
        let address = match &self.url {
            Some(url) => url.split('#').next().unwrap_or_default().to_owned(),
            None => format!("file://{}", encoded(&self.file)),
        };
        match &self.anchor {
            Some(anchor) if self.member.is_none() => {
                format!("{address}#{}", percent_encoded(anchor.as_bytes()))
            }
            _ => address,
        }
    }
}

impl fmt::Display for Place {
    /// The file, its member and the line, as terminals make links of them: `notes/io.md:12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(member) = &self.member {
            write!(f, "!/{member}")?;
        }
        match self.line {
            Some(line) => write!(f, ":{line}"),
            None => Ok(()),
        }
    }
}

fn encoded(path: &Path) -> String {
    percent_encoded(path.to_string_lossy().as_bytes())
}

fn percent_encoded(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/:@!$&\'()*+,;=".contains(&byte);
        match plain {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

impl About {
    /// Where a passage of a document can be opened, as far as its source is known.
    pub fn place(&self, document: &DocumentRecord, passage: &PassageRecord) -> Option<Place> {
        let name = document.id.split('/').next().unwrap_or_default();
        let source = self.sources.iter().find(|source| source.name == name)?;
        let root = PathBuf::from(&source.path);
        let url = document
            .url
            .clone()
            .filter(|url| url.starts_with("https://") || url.starts_with("http://"));
        if !root.exists() && url.is_none() {
            return None;
        }
        let is_file = root.is_file();
        let same = root.file_name().is_some_and(|file| *file == *document.path);
        let (file, member) = match is_file {
            false => (root.join(&document.path), None),
            true if same => (root, None),
            true => (root, Some(document.path.clone())),
        };
        Some(Place { file, member, line: passage.line, anchor: passage.anchor.clone(), url })
    }
}

/// A passage's offsets, line, anchor and blocks, as they are stored.
pub(crate) fn pack(passage: &Passage) -> Vec<u8> {
    let mut out = Vec::new();
    let (range, source) = (&passage.range, &passage.source);
    let line = passage.line.unwrap_or(0);
    for number in [range.start as u64, range.end as u64, source.start, source.end, line] {
        write_number(number, &mut out);
    }
    let anchor = passage.anchor.as_deref().unwrap_or_default();
    write_number(anchor.len() as u64, &mut out);
    out.extend(anchor.as_bytes());
    for block in &passage.blocks {
        out.push(block.kind.code());
        write_number(block.range.start as u64, &mut out);
        write_number(block.range.len() as u64, &mut out);
    }
    out
}

/// Fills in what [`pack`] stored.
pub(crate) fn unpack(bytes: &[u8], record: &mut PassageRecord) {
    let mut rest = bytes;
    let mut number = || read_number(&mut rest);
    record.range = number()..number();
    record.source = number()..number();
    record.line = Some(number()).filter(|line| *line > 0);
    let length = (number() as usize).min(rest.len());
    let (anchor, mut rest) = rest.split_at(length);
    let anchor = String::from_utf8_lossy(anchor).into_owned();
    record.anchor = Some(anchor).filter(|anchor| !anchor.is_empty());
    while let Some((&code, after)) = rest.split_first() {
        rest = after;
        let start = read_number(&mut rest) as usize;
        let end = start.saturating_add(read_number(&mut rest) as usize);
        if let Some(kind) = BlockKind::of_code(code)
            && record.text.get(start..end).is_some()
        {
            record.blocks.push(Block { kind, range: start..end });
        }
    }
}

/// Seven bits a byte, the lowest first.
fn write_number(number: u64, out: &mut Vec<u8>) {
    let mut rest = number;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

fn read_number(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let Some((&byte, rest)) = bytes.split_first() else { break };
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_back(
            numbers in prop::collection::vec(any::<u64>(), 4), line in 1..u64::MAX,
            anchor in "[a-z§]{0,40}", cuts in prop::collection::vec((0..6usize, 0..5usize), 0..8)
        ) {
            let blocks: Vec<Block> = cuts.into_iter()
                .map(|(start, length)| Block { kind: BlockKind::Code, range: start..start + length })
                .collect();
            let passage = Passage {
                id: String::new(), ordinal: 0, section: Vec::new(),
                range: numbers[0] as usize..numbers[1] as usize, source: numbers[2]..numbers[3],
                line: Some(line), anchor: Some(anchor.clone()).filter(|a| !a.is_empty()), blocks,
            };
            let mut record = PassageRecord { text: "x".repeat(20), ..PassageRecord::default() };
            unpack(&pack(&passage), &mut record);
            prop_assert_eq!(record.range, numbers[0]..numbers[1]);
            prop_assert_eq!(record.source, passage.source);
            prop_assert_eq!((record.line, record.anchor), (passage.line, passage.anchor));
            prop_assert_eq!(record.blocks, passage.blocks);
        }

        #[test]
        fn any_bytes_are_unpacked(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            unpack(&bytes, &mut PassageRecord::default());
        }
    }

    #[test]
    fn a_place_is_a_line_to_click_and_an_address_to_open() {
        let place = Place {
            file: "/docs/a b.html".into(),
            line: Some(7),
            anchor: Some("io§".into()),
            ..Place::default()
        };
        assert_eq!(place.to_string(), "/docs/a b.html:7");
        assert_eq!(place.link(), "file:///docs/a%20b.html#io%C2%A7");
        let page = Place { url: Some("https://x.org/io#top".into()), ..place };
        assert_eq!(page.link(), "https://x.org/io#io%C2%A7");
    }
}
