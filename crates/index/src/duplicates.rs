//! Documents that say the same: raw twins of rendered pages, printable versions, mirrored trees.
//!
//! A document is known by a sketch: of the hashes of its runs of five words those that fall below
//! a bound (Broder, "On the resemblance and containment of documents", 1997, with a bound in place
//! of a number of hashes, so that a page can be found inside a book). Long documents keep fewer;
//! two are compared by what both would have kept.

use grice_corpus::{Document, Format};
use grice_text::words;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// How many words a run has.
const RUN: usize = 5;
/// One hash in so many is kept of a document with at most so many words.
const SCALES: [(usize, u64); 3] = [(500, 1), (4000, 8), (usize::MAX, 64)];
/// Documents with fewer hashes are only compared whole.
const FEWEST: usize = 16;
/// The share of hashes that two pages of one content have in common.
const SAME: f64 = 0.9;
/// The same where one is named as the source of the other (`csv.rst.txt` beside `csv.html`):
/// markup and cross references make the difference.
const TWINS: f64 = 0.5;
/// A page made of others has at least this many parts.
const PARTS: usize = 3;

/// A document that was left out, and the one that has its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duplicate {
    /// The document left out.
    pub document: String,
    /// The one kept, or one of those that its parts are in.
    pub of: String,
}

/// What makes one of two duplicates the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Richness {
    format: u8,
    blocks: usize,
}

/// A document's sketch.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    whole: u64,
    scale: u64,
    hashes: Vec<u64>,
    richness: Richness,
    stem: u64,
}

impl Sketch {
    /// Takes a document's sketch.
    pub(crate) fn of(document: &Document, format: Format) -> Sketch {
        let words: Vec<u64> = words(&document.text)
            .map(|word| xxh3_64(word.text.to_lowercase().as_bytes()))
            .collect();
        let scale = SCALES.iter().find(|(most, _)| words.len() <= *most).map_or(1, |s| s.1);
        let mut hashes: Vec<u64> = words
            .windows(RUN)
            .map(|run| run.iter().fold(0, |h: u64, w| (h.rotate_left(9) ^ w).wrapping_mul(PRIME)))
            .filter(|hash| hash.rotate_right(32) % scale == 0)
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        // A page as it is meant to be read comes before its source.
        let format = match format {
            Format::Text => 0,
            Format::Pdf => 1,
            Format::Rst | Format::AsciiDoc | Format::Man | Format::Markdown => 2,
            Format::DocBook => 3,
            _ => 4,
        };
        let richness = Richness { format, blocks: document.blocks.len() + document.links.len() };
        Sketch { whole: xxh3_64(&all), scale, hashes, richness, stem: stem(&document.origin.path) }
    }

    fn sampled(&self, scale: u64) -> usize {
        self.hashes.iter().filter(|hash| hash.rotate_right(32) % scale == 0).count()
    }
}

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

/// A file's name without folders and endings, as twins share it.
fn stem(path: &str) -> u64 {
    let name = path.rsplit('/').next().unwrap_or(path);
    xxh3_64(name.split('.').next().unwrap_or(name).to_lowercase().as_bytes())
}

/// What is to be done with a document.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The document that has its text already, where one has.
    pub(crate) of: Option<String>,
    /// Documents kept so far that it takes the place of.
    pub(crate) replaces: Vec<String>,
}

struct Kept {
    id: String,
    sketch: Sketch,
    /// How many of its hashes smaller documents have, and how many documents those are.
    covered: usize,
    parts: usize,
    gone: bool,
}

/// The documents met so far, which must come in the order of their source.
#[derive(Default)]
pub(crate) struct Duplicates {
    kept: Vec<Kept>,
    /// The documents with a hash.
    with: FxHashMap<u64, Vec<u32>>,
    whole: FxHashMap<u64, u32>,
}

impl Duplicates {
    /// Judges a document, and remembers it where it is to be kept.
    pub(crate) fn judge(&mut self, id: &str, sketch: Sketch) -> Verdict {
        let mut verdict = Verdict::default();
        let shared = self.shared(&sketch);
        let twin = self.twin(&sketch, &shared);
        if let Some(twin) = twin {
            let kept = &self.kept[twin as usize];
            if kept.sketch.richness >= sketch.richness {
                verdict.of = Some(kept.id.clone());
                return verdict;
            }
            self.drop_kept(twin, &mut verdict);
        } else if let Some(part) = self.made_of_parts(&sketch, &shared) {
            verdict.of = Some(self.kept[part as usize].id.clone());
            return verdict;
        }
        self.cover(&sketch, &shared, &mut verdict);
        self.keep(id, sketch);
        verdict
    }

    /// With which documents hashes are shared, and how many.
    fn shared(&self, sketch: &Sketch) -> Vec<(u32, usize)> {
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        for hash in &sketch.hashes {
            for &kept in self.with.get(hash).into_iter().flatten() {
                *counts.entry(kept).or_default() += 1;
            }
        }
        let mut shared: Vec<_> =
            counts.into_iter().filter(|&(kept, _)| !self.kept[kept as usize].gone).collect();
        shared.sort_unstable();
        shared
    }

    fn twin(&self, sketch: &Sketch, shared: &[(u32, usize)]) -> Option<u32> {
        let same = self.whole.get(&sketch.whole).copied();
        if let Some(same) = same.filter(|&kept| !self.kept[kept as usize].gone) {
            let tiny = sketch.hashes.len() < FEWEST;
            return (!tiny || self.kept[same as usize].sketch.stem == sketch.stem).then_some(same);
        }
        if sketch.hashes.len() < FEWEST {
            return None;
        }
        let alike = |&(kept, count): &(u32, usize)| {
            let other = &self.kept[kept as usize].sketch;
            let scale = sketch.scale.max(other.scale);
            let larger = sketch.sampled(scale).max(other.sampled(scale));
            let share = count as f64 / larger.max(1) as f64;
            let rendered = other.richness.format != sketch.richness.format;
            let twins = rendered && other.stem == sketch.stem;
            (share >= if twins { TWINS } else { SAME }).then_some((share, kept))
        };
        let best = shared.iter().filter_map(alike).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, kept)| kept)
    }

    /// One of the documents that together have all of this one.
    fn made_of_parts(&self, sketch: &Sketch, shared: &[(u32, usize)]) -> Option<u32> {
        if sketch.hashes.len() < FEWEST * PARTS {
            return None;
        }
        let is_part = |kept: u32, count: usize| {
            let part = &self.kept[kept as usize].sketch;
            count as f64 >= SAME * part.sampled(sketch.scale.max(part.scale)) as f64
        };
        let mut parts: Vec<(u32, usize)> =
            shared.iter().copied().filter(|&(kept, count)| is_part(kept, count)).collect();
        let known = |hash: &&u64| {
            self.with.get(*hash).into_iter().flatten().any(|k| !self.kept[*k as usize].gone)
        };
        let covered = sketch.hashes.iter().filter(known).count();
        if parts.len() < PARTS || (covered as f64) < SAME * sketch.hashes.len() as f64 {
            return None;
        }
        parts.sort_by_key(|&(kept, count)| (std::cmp::Reverse(count), kept));
        parts.first().map(|&(kept, _)| kept)
    }

    /// Counts this document as a part of the larger ones that hold it; one that is made of such
    /// parts goes.
    fn cover(&mut self, sketch: &Sketch, shared: &[(u32, usize)], verdict: &mut Verdict) {
        let mut gone = Vec::new();
        for &(kept, count) in shared {
            let whole = &mut self.kept[kept as usize];
            let scale = whole.sketch.scale.max(sketch.scale);
            let own = sketch.sampled(scale);
            let larger = whole.sketch.hashes.len() * whole.sketch.scale as usize
                >= 2 * sketch.hashes.len() * sketch.scale as usize;
            if own > 0 && larger && count as f64 >= SAME * own as f64 {
                whole.covered += count;
                whole.parts += 1;
                let all = whole.sketch.sampled(scale) as f64;
                if whole.parts >= PARTS && whole.covered as f64 >= SAME * all {
                    gone.push(kept);
                }
            }
        }
        gone.into_iter().for_each(|kept| self.drop_kept(kept, verdict));
    }

    fn drop_kept(&mut self, kept: u32, verdict: &mut Verdict) {
        if let Some(kept) = self.kept.get_mut(kept as usize) {
            kept.gone = true;
            verdict.replaces.push(kept.id.clone());
        }
    }

    fn keep(&mut self, id: &str, sketch: Sketch) {
        let number = self.kept.len() as u32;
        self.whole.insert(sketch.whole, number);
        if sketch.hashes.len() >= FEWEST {
            for &hash in &sketch.hashes {
                self.with.entry(hash).or_default().push(number);
            }
        }
        self.kept.push(Kept { id: id.to_owned(), sketch, covered: 0, parts: 0, gone: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grice_corpus::{Builder, Origin};

    fn document(path: &str, text: &str) -> Document {
        let mut builder = Builder::new();
        for paragraph in text.split("\n\n") {
            builder.push(paragraph, 0);
            builder.paragraph();
        }
        let origin = Origin { path: path.into(), offset: 0 };
        builder.finish(format!("s/{path}"), path.into(), origin)
    }

    /// Text of `words` different words, told from others by `seed`.
    fn prose(seed: usize, words: usize) -> String {
        (0..words).map(|i| format!("w{}", (i * 7919 + seed * 104_729) % 1_000_003)).fold(
            String::new(),
            |mut text, word| {
                text.push_str(&word);
                text.push(' ');
                text
            },
        )
    }

    fn judged(documents: &[(&str, Format, String)]) -> Vec<Verdict> {
        let mut duplicates = Duplicates::default();
        let judge = |(path, format, text): &(&str, Format, String)| {
            let document = document(path, text);
            duplicates.judge(&document.id, Sketch::of(&document, *format))
        };
        documents.iter().map(judge).collect()
    }

    fn of(id: &str) -> Verdict {
        Verdict { of: Some(id.to_owned()), replaces: Vec::new() }
    }

    #[test]
    fn a_mirrored_page_is_a_duplicate_and_another_is_not() {
        let seen = judged(&[
            ("a.html", Format::Html, prose(1, 500)),
            ("b.html", Format::Html, prose(2, 500)),
            ("mirror/a.html", Format::Html, prose(1, 500)),
            ("c.html", Format::Html, format!("{}{}", prose(1, 300), prose(3, 300))),
        ]);
        assert_eq!(
            seen,
            [Verdict::default(), Verdict::default(), of("s/a.html"), Verdict::default()]
        );
    }

    #[test]
    fn the_richer_of_two_twins_is_kept_whichever_comes_first() {
        let raw =
            |seed| format!("{} extra markup words {}", prose(seed, 300), prose(90 + seed, 60));
        let seen = judged(&[
            ("a.html", Format::Html, prose(1, 300)),
            ("_sources/a.rst.txt", Format::Text, raw(1)),
            ("_sources/b.rst.txt", Format::Text, raw(2)),
            ("b.html", Format::Html, prose(2, 300)),
        ]);
        assert_eq!(seen[1], of("s/a.html"));
        assert_eq!(seen[2], Verdict::default());
        let replaces = vec!["s/_sources/b.rst.txt".to_owned()];
        assert_eq!(seen[3], Verdict { of: None, replaces });
    }

    #[test]
    fn a_printable_version_gives_way_to_its_chapters() {
        let chapter =
            |i| (["1.html", "2.html", "3.html", "4.html"][i], Format::Html, prose(i, 700));
        let book: String = (0..4).map(|i| prose(i, 700)).collect();
        let mut after: Vec<_> = (0..4).map(chapter).collect();
        after.push(("print.html", Format::Html, book.clone()));
        assert!(judged(&after)[4].of.is_some());
        let mut before = vec![("all.html", Format::Html, book)];
        before.extend((0..4).map(chapter));
        let seen = judged(&before);
        assert!(seen.iter().all(|verdict| verdict.of.is_none()));
        assert_eq!(seen[4].replaces, ["s/all.html"]);
    }

    #[test]
    fn tiny_pages_are_not_taken_for_each_other() {
        let seen = judged(&[
            ("a.html", Format::Html, "See the index.".into()),
            ("b.html", Format::Html, "See the index.".into()),
        ]);
        assert_eq!(seen[1], Verdict::default());
    }
}
