//! How high a term can score in each block of its postings.
//!
//! The storage engine keeps block maxima for its own fixed BM25 constants, which are no bounds
//! for any other. Ours are made from the postings when a term is first used with given
//! constants, which costs about as much as scoring the term once, and are kept in memory: eight
//! bytes for every 128 postings.

use std::sync::Arc;

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use tantivy::index::InvertedIndexReader;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;

use crate::similarity::LengthFactors;

/// Past this many blocks of all terms together the memory is given back.
const MOST_BLOCKS: usize = 4 << 20;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The block's last passage.
    pub last: u32,
    /// The highest saturation (frequency times length factor) in it.
    pub highest: f32,
}

/// The bounds of one term in one field of one segment.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub blocks: Vec<Block>,
    /// The highest saturations of the best blocks, best first.
    best: Vec<f32>,
}

/// How many of the best blocks are remembered.
const BEST: usize = 1000;

impl Bounds {
    fn of(
        inverted: &InvertedIndexReader,
        info: &TermInfo,
        lengths: &[u8],
        factors: &LengthFactors,
    ) -> std::io::Result<Bounds> {
        let mut postings =
            inverted.read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
        let mut blocks = Vec::with_capacity(info.doc_freq as usize / 128 + 1);
        while let Some(&last) = postings.docs().last() {
            let highest = postings
                .docs()
                .iter()
                .zip(postings.freqs())
                .map(|(&doc, &freq)| freq as f32 * factors.0[lengths[doc as usize] as usize])
                .fold(0.0, f32::max);
            blocks.push(Block { last, highest });
            postings.advance();
        }
        let mut best: Vec<f32> = blocks.iter().map(|b| b.highest).collect();
        best.sort_unstable_by(|a, b| b.total_cmp(a));
        best.truncate(BEST);
        Ok(Bounds { blocks, best })
    }

    /// A saturation that at least `k` passages reach: the k-th best block has one, and so has
    /// each block better than it.
    pub(crate) fn floor(&self, k: usize) -> Option<f32> {
        self.best.get(k.checked_sub(1)?).copied()
    }
}

/// The constants and average length that a set of bounds was made for.
pub(crate) type Made = [u32; 3];

/// The bounds made so far, for one field of one segment.
#[derive(Default)]
pub(crate) struct Cache {
    made: RwLock<(Made, usize, FxHashMap<u64, Arc<Bounds>>)>,
}

impl Cache {
    pub(crate) fn get(
        &self,
        made: Made,
        inverted: &InvertedIndexReader,
        info: &TermInfo,
        lengths: &[u8],
        factors: &LengthFactors,
    ) -> std::io::Result<Arc<Bounds>> {
        let term = info.postings_range.start as u64;
        let cached = self.made.read();
        if cached.0 == made
            && let Some(bounds) = cached.2.get(&term)
        {
            return Ok(bounds.clone());
        }
        drop(cached);
        let bounds = Arc::new(Bounds::of(inverted, info, lengths, factors)?);
        let mut cached = self.made.write();
        if cached.0 != made || cached.1 > MOST_BLOCKS {
            *cached = (made, 0, FxHashMap::default());
        }
        cached.1 += bounds.blocks.len();
        cached.2.insert(term, bounds.clone());
        Ok(bounds)
    }
}
