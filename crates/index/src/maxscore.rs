//! The best passages for a bag of words, without scoring every passage that holds one of them.
//!
//! MaxScore over windows of passage numbers (Turtle and Flood 1995, in the windowed form of
//! Lucene's bulk scorer): in each window the terms that cannot lift a passage into the top k by
//! themselves are only looked up for passages the others have found. Sums are kept in double
//! precision, where the order of adding cannot be seen, so that a score is the same number
//! whatever the segments and windows, and the same as Lucene's.

use std::sync::Arc;

use tantivy::DocAddress;
use tantivy::postings::BlockSegmentPostings;

use crate::bounds::Bounds;
use crate::searcher::Segment;
use crate::similarity::{LengthFactors, score};
use crate::top::{Candidate, Top};

const WINDOW: usize = if cfg!(test) { 128 } else { 8192 };
const WORDS: usize = WINDOW / 64;
/// A look-up costs as much as adding this many postings.
const LOOK_UP_COST: usize = 6;
/// Postings in a full block of the storage engine's.
const BLOCK: usize = 128;

/// Bounds are sums of rounded numbers; this much more never loses a passage to rounding.
const SLACK: f64 = 1.0 + 1e-6;

/// One term of the query in one field of one segment.
pub(crate) struct Cursor {
    pub postings: BlockSegmentPostings,
    pub weight: f32,
    pub factors: Arc<LengthFactors>,
    pub lengths: Arc<[u8]>,
    pub bounds: Arc<Bounds>,
    /// The block of `bounds` that the current window starts in.
    pub block: usize,
}

impl Cursor {
    #[inline]
    fn score_of(&self, doc: u32, freq: u32) -> f32 {
        let length = self.lengths[doc as usize];
        score(self.weight, freq as f32 * self.factors.0[length as usize])
    }

    /// The highest score this term can give between two passages, and the blocks it has there.
    fn bound(&mut self, from: u32, to: u32) -> (f64, usize) {
        let blocks = &self.bounds.blocks;
        while blocks.get(self.block).is_some_and(|b| b.last < from) {
            self.block += 1;
        }
        let mut highest: f32 = 0.0;
        let mut count = 0;
        for block in &blocks[self.block.min(blocks.len())..] {
            highest = highest.max(block.highest);
            count += 1;
            if block.last + 1 >= to {
                break;
            }
        }
        (if count == 0 { 0.0 } else { f64::from(score(self.weight, highest)) }, count)
    }

    /// The term's score in a passage; passages must be asked for in rising order.
    fn look_up(&mut self, doc: u32) -> f32 {
        let at = self.postings.seek(doc);
        if self.postings.doc(at) == doc { self.score_of(doc, self.postings.freq(at)) } else { 0.0 }
    }

    /// Hands out the term's scores in the passages between two numbers, leaving out blocks whose
    /// best stays below `least`.
    fn scores(&mut self, from: u32, to: u32, least: f64, each: &mut impl FnMut(usize, f32)) {
        let mut scores = [0.0_f32; BLOCK];
        let mut start = from;
        for at in self.block..self.bounds.blocks.len() {
            let block = self.bounds.blocks[at];
            if f64::from(score(self.weight, block.highest)) * SLACK >= least {
                self.block_scores(start, to, &mut scores, each);
            }
            start = block.last.saturating_add(1);
            if start >= to {
                break;
            }
        }
    }

    fn block_scores(
        &mut self,
        from: u32,
        to: u32,
        scores: &mut [f32; BLOCK],
        each: &mut impl FnMut(usize, f32),
    ) {
        let at = self.postings.seek(from);
        let docs = self.postings.docs().get(at..).unwrap_or(&[]);
        let freqs = self.postings.freqs().get(at..).unwrap_or(&[]);
        let end = match docs.last() {
            Some(&last) if last < to => docs.len(),
            _ => docs.partition_point(|&d| d < to),
        };
        let (docs, freqs) = (&docs[..end], &freqs[..end]);
        // Three plain loops, so that the one with the division runs on whole vectors.
        for (score, (&doc, &freq)) in scores.iter_mut().zip(docs.iter().zip(freqs)) {
            *score = freq as f32 * self.factors.0[self.lengths[doc as usize] as usize];
        }
        for value in &mut scores[..end] {
            *value = score(self.weight, *value);
        }
        for (&doc, &score) in docs.iter().zip(&*scores) {
            each(doc as usize, score);
        }
    }
}

/// The sums of one window of passages.
pub(crate) struct Window {
    from: u32,
    to: u32,
    sums: Vec<f64>,
    /// Passages that a required term has found.
    touched: [u64; WORDS],
    /// Those of them that can still reach the top.
    left: Vec<u32>,
    /// Whether sums were also added to passages that no required term has found.
    mixed: bool,
}

impl Default for Window {
    fn default() -> Self {
        Window {
            from: 0,
            to: 0,
            sums: vec![0.0; WINDOW],
            touched: [0; WORDS],
            left: Vec::with_capacity(WINDOW),
            mixed: false,
        }
    }
}

/// Scores a whole segment. The window may be used again for the next one.
pub(crate) fn search(
    segment: &Segment,
    ordinal: u32,
    mut cursors: Vec<Cursor>,
    window: &mut Window,
    top: &mut Top,
) {
    if segment.alive.is_none() {
        let floors =
            cursors.iter().map(|c| c.bounds.floor(top.limit()).map_or(0.0, |s| score(c.weight, s)));
        top.raise(floors.fold(0.0, f32::max));
    }
    (window.from, window.to) = (0, 0);
    let mut order: Vec<Bounded> = Vec::with_capacity(cursors.len());
    while window.to < segment.passages_end {
        window.from = window.to;
        window.to = (window.from + WINDOW as u32).min(segment.passages_end);
        order.clear();
        for (term, cursor) in cursors.iter_mut().enumerate() {
            let (bound, blocks) = cursor.bound(window.from, window.to);
            if bound > 0.0 {
                order.push(Bounded { bound, blocks, term });
            }
        }
        order.sort_unstable_by(|a, b| a.bound.total_cmp(&b.bound));
        let threshold = f64::from(top.threshold());
        let mut below = 0.0;
        let mut optional = 0;
        while let Some(next) = order.get(optional).filter(|o| (below + o.bound) * SLACK < threshold)
        {
            below += next.bound;
            optional += 1;
        }
        if optional < order.len() {
            window.score(&mut cursors, &order, optional, below, top.threshold());
            window.offer(segment, ordinal, top);
        }
    }
}

/// A term, the most it can give in the window, and in how many blocks it stands there.
struct Bounded {
    bound: f64,
    blocks: usize,
    term: usize,
}

impl Window {
    /// Sums up the required terms, then the optional ones where they can still matter.
    fn score(
        &mut self,
        cursors: &mut [Cursor],
        order: &[Bounded],
        optional: usize,
        below: f64,
        threshold: f32,
    ) {
        let Window { from, to, sums, touched, left, mixed } = self;
        let all: f64 = order.iter().map(|o| o.bound).sum();
        for wanted in &order[optional..] {
            let least = f64::from(threshold) / SLACK - (all - wanted.bound);
            cursors[wanted.term].scores(*from, *to, least, &mut |doc, score| {
                let at = doc % WINDOW;
                sums[at] += f64::from(score);
                touched[at / 64] |= 1 << (at % 64);
            });
        }
        let cut_off = |rest: f64| f64::from(threshold) / SLACK - rest;
        let least = cut_off(below);
        left.clear();
        for (word, bits) in touched.iter_mut().enumerate() {
            let mut bits = std::mem::take(bits);
            while bits != 0 {
                let at = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if sums[at] >= least {
                    left.push(at as u32);
                } else {
                    sums[at] = 0.0;
                }
            }
        }
        let mut rest = below;
        for wanted in order[..optional].iter().rev() {
            let least = cut_off(rest);
            left.retain(|&at| {
                let sum = &mut sums[at as usize % WINDOW];
                let stays = *sum >= least;
                *sum = if stays { *sum } else { 0.0 };
                stays
            });
            let cursor = &mut cursors[wanted.term];
            if left.len() * LOOK_UP_COST > wanted.blocks * BLOCK {
                *mixed = true;
                cursor.scores(*from, *to, 0.0, &mut |doc, score| {
                    sums[doc % WINDOW] += f64::from(score)
                });
            } else {
                for &at in left.iter() {
                    sums[at as usize % WINDOW] += f64::from(cursor.look_up(*from + at));
                }
            }
            rest -= wanted.bound;
        }
    }

    fn offer(&mut self, segment: &Segment, ordinal: u32, top: &mut Top) {
        for &at in &self.left {
            let sum = std::mem::take(&mut self.sums[at as usize % WINDOW]);
            segment.offer(ordinal, self.from + at, sum as f32, top);
        }
        if std::mem::take(&mut self.mixed) {
            self.sums.fill(0.0);
        }
    }
}

/// Scores only the given passages, in rising order, on top of what they already have.
pub(crate) fn search_among(
    segment: &Segment,
    ordinal: u32,
    mut cursors: Vec<Cursor>,
    among: &[(u32, f32)],
    top: &mut Top,
) {
    for &(doc, base) in among {
        let sum: f64 = cursors.iter_mut().map(|c| f64::from(c.look_up(doc))).sum();
        segment.offer(ordinal, doc, (sum + f64::from(base)) as f32, top);
    }
}

impl Segment {
    #[inline]
    pub(crate) fn offer(&self, ordinal: u32, doc: u32, score: f32, top: &mut Top) {
        if score < top.threshold() || self.alive.as_ref().is_some_and(|a| !a.is_alive(doc)) {
            return;
        }
        top.offer(Candidate { score, address: DocAddress::new(ordinal, doc) });
    }
}
