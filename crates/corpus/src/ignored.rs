//! What a source has besides what can be read, by name and kind.

use std::collections::BTreeMap;
use std::fmt;

/// A file that was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredFile {
    /// Path inside the source, with `/` between parts.
    pub path: String,
    /// What it is.
    pub kind: IgnoredKind,
}

/// Why a file was passed over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IgnoredKind {
    /// A picture.
    Image,
    /// CSS and the like.
    StyleSheet,
    /// A script of a page.
    Script,
    /// A font.
    Font,
    /// Sound or video.
    Recording,
    /// An archive or compressed file inside an archive.
    NestedArchive,
    /// A symbolic link, which is not followed unless asked.
    Link,
    /// A FIFO, device or socket.
    Special,
    /// Bytes that are no text, with a name that tells nothing.
    Binary,
    /// Text of no known format, with a name that tells nothing.
    NoEnding,
    /// A file with this ending, in small letters and without its dot.
    Other(String),
}

impl fmt::Display for IgnoredKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IgnoredKind::Image => "images",
            IgnoredKind::StyleSheet => "style sheets",
            IgnoredKind::Script => "scripts",
            IgnoredKind::Font => "fonts",
            IgnoredKind::Recording => "sound or video",
            IgnoredKind::NestedArchive => "archives inside an archive",
            IgnoredKind::Link => "symbolic links",
            IgnoredKind::Special => "pipes, devices or sockets",
            IgnoredKind::Binary => "binary files",
            IgnoredKind::NoEnding => "files without a known ending",
            IgnoredKind::Other(ending) => return write!(f, ".{ending}"),
        })
    }
}

/// How many files of each kind were passed over. Kinds that come late are counted together, so
/// that a hostile source cannot make the list long.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    kinds: BTreeMap<IgnoredKind, u64>,
    more: u64,
}

const MOST_KINDS: usize = 200;
const MOST_TOLD: usize = 8;

impl Tally {
    pub(crate) fn add(&mut self, kind: &IgnoredKind) {
        if let Some(count) = self.kinds.get_mut(kind) {
            *count += 1;
        } else if self.kinds.len() < MOST_KINDS {
            self.kinds.insert(kind.clone(), 1);
        } else {
            self.more += 1;
        }
    }
}

impl fmt::Display for Tally {
    /// The most frequent kinds first: "12 .docx, 3 images".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let rest: u64 = kinds.iter().skip(MOST_TOLD).map(|(_, count)| **count).sum();
        kinds.truncate(MOST_TOLD);
        let mut told: Vec<String> = kinds.iter().map(|(k, count)| format!("{count} {k}")).collect();
        if rest + self.more > 0 {
            told.push(format!("{} others", rest + self.more));
        }
        f.write_str(&told.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_tells_the_most_frequent_first_and_stays_short() {
        let mut tally = Tally::default();
        for _ in 0..3 {
            tally.add(&IgnoredKind::Other("docx".to_owned()));
        }
        tally.add(&IgnoredKind::Image);
        assert_eq!(tally.to_string(), "3 .docx, 1 images");
        for i in 0..10_000 {
            tally.add(&IgnoredKind::Other(format!("x{i}")));
        }
        assert!(tally.to_string().ends_with(" others") && tally.to_string().len() < 200);
        assert!(tally.kinds.len() <= MOST_KINDS);
    }
}
