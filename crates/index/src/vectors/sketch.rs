//! One bit a dimension, enough to tell which passages cannot be among the best.
//!
//! This is RaBitQ (Gao and Long, SIGMOD 2024, sections 3.1 to 3.3): the signs of a rotated vector,
//! less the mean of its segment, give an estimate of its dot product with a query that is right on
//! average, with an error that is known in advance. A query is kept as two bits a dimension, so
//! that an estimate is a matter of exclusive ors and counting bits.

use rten_simd::{Isa, SimdOp};

use crate::vectors::codes::number;

/// Bits a dimension of the query. Each costs time, and gives less than the one before.
const PLANES: usize = 2;

/// The best distance between the levels of a normal variable kept in so many bits, in standard
/// deviations (Max, "Quantizing for minimum distortion", 1960, table II).
const STEP: f32 = 0.996;

/// The largest level; the others lie one apart between it and its negative.
const LARGEST: f32 = ((1 << PLANES) - 1) as f32 / 2.0;

/// The variance of an estimate for a query of length 1, as a share of the square of the sketch's
/// factor: 1 - 2/π, since the signs of a random direction agree with it by √(2/π).
const VARIANCE: f32 = 0.3634;

/// The bytes of one sketch: its factor and its signs.
pub(crate) const fn sketch_bytes(dimensions: usize) -> usize {
    4 + 8 * words(dimensions)
}

const fn words(dimensions: usize) -> usize {
    dimensions.div_ceil(64)
}

/// Appends the sketch of a rotated vector to `out`.
pub(crate) fn sketch(vector: &[f32], mean: &[f32], out: &mut Vec<u8>) {
    let apart = vector.iter().zip(mean).map(|(v, m)| v - m);
    let (mut squares, mut sum) = (0.0_f32, 0.0_f32);
    let mut signs = vec![0_u64; words(vector.len())];
    for (place, value) in apart.enumerate() {
        squares += value * value;
        sum += value.abs();
        signs[place / 64] |= u64::from(value > 0.0) << (place % 64);
    }
    let factor = if sum > 0.0 { squares / sum } else { 0.0 };
    out.extend(factor.to_le_bytes());
    signs.iter().for_each(|word| out.extend(word.to_le_bytes()));
}

/// A query as its sketches' estimates need it.
#[derive(Clone, Debug)]
pub(crate) struct QuerySketch {
    /// The lowest bits of all dimensions, then the next; each as long as a sketch's signs.
    planes: [Vec<u8>; PLANES],
    /// What one step between levels is worth.
    step: f32,
    /// The estimate of a sketch whose signs are all the query's, plus what is granted for errors.
    most: f32,
}

impl QuerySketch {
    /// Grants every estimate as many standard deviations.
    pub(crate) fn new(query: &[f32], deviations: f32) -> QuerySketch {
        let squares: f32 = query.iter().map(|v| v * v).sum();
        let wide = (STEP * (squares / query.len().max(1) as f32).sqrt()).max(f32::MIN_POSITIVE);
        let mut planes = [(); PLANES].map(|()| vec![0; 8 * words(query.len())]);
        let (mut along, mut levels) = (0.0, 0.0);
        for (place, value) in query.iter().enumerate() {
            let number = (value / wide + LARGEST).round().clamp(0.0, 2.0 * LARGEST);
            let level = number - LARGEST;
            along += level * value;
            levels += level * level;
            for (plane, bytes) in planes.iter_mut().enumerate() {
                bytes[place / 8] |= (number as u8 >> plane & 1) << (place % 8);
            }
        }
        // The levels times this step are the query plus something at right angles to it, which
        // makes the estimate right on average and adds to its error.
        let step = if along > 0.0 { squares / along } else { 0.0 };
        let variance = VARIANCE * squares + (step * step * levels - squares).max(0.0);
        let most = step * LARGEST * query.len() as f32 + deviations * variance.sqrt();
        QuerySketch { planes, step, most }
    }

    /// Appends the numbers of those sketches that the threshold does not rule out. `centre` is
    /// the query's dot product with the mean of the segment.
    pub(crate) fn pass(
        &self,
        sketches: &[u8],
        first: u32,
        centre: f32,
        threshold: f32,
        passed: &mut Vec<u32>,
    ) {
        Pass { query: self, sketches, first, centre, threshold, passed }.dispatch();
    }
}

struct Pass<'a> {
    query: &'a QuerySketch,
    sketches: &'a [u8],
    first: u32,
    centre: f32,
    threshold: f32,
    passed: &'a mut Vec<u32>,
}

impl SimdOp for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _isa: I) {
        // The usual sizes get loops of a fixed length, which are several times as fast.
        match self.query.planes[0].len() {
            32 => self.run::<32>(),
            48 => self.run::<48>(),
            64 => self.run::<64>(),
            96 => self.run::<96>(),
            128 => self.run::<128>(),
            bytes => self.run_any(bytes),
        }
    }
}

impl Pass<'_> {
    /// `BYTES` is how many bytes of signs a sketch has.
    #[inline(always)]
    fn run<const BYTES: usize>(self) {
        let mut planes = [[0; BYTES]; PLANES];
        for (fixed, plane) in planes.iter_mut().zip(&self.query.planes) {
            fixed.copy_from_slice(plane);
        }
        let mut signs = [0; BYTES];
        for (row, sketch) in self.sketches.chunks_exact(4 + BYTES).enumerate() {
            signs.copy_from_slice(&sketch[4..]);
            if self.reaches(number(sketch, 0), penalty(&planes, &signs)) {
                self.passed.push(self.first + row as u32);
            }
        }
    }

    #[inline(always)]
    fn run_any(self, bytes: usize) {
        let [low, high] = &self.query.planes;
        for (row, sketch) in self.sketches.chunks_exact(4 + bytes).enumerate() {
            let mut penalty = 0;
            for ((sign, low), high) in sketch[4..].iter().zip(low).zip(high) {
                penalty += (sign ^ low).count_ones() + 2 * (sign ^ high).count_ones();
            }
            if self.reaches(number(sketch, 0), penalty) {
                self.passed.push(self.first + row as u32);
            }
        }
    }

    #[inline(always)]
    fn reaches(&self, factor: f32, penalty: u32) -> bool {
        let QuerySketch { step, most, .. } = self.query;
        self.centre + factor * (most - step * penalty as f32) >= self.threshold
    }
}

/// How much the signs differ from the query's, weighted by the planes.
#[inline(always)]
fn penalty<const BYTES: usize>(planes: &[[u8; BYTES]; PLANES], signs: &[u8; BYTES]) -> u32 {
    let mut counts = [0_u8; BYTES];
    for place in 0..BYTES {
        for (plane, bits) in planes.iter().enumerate() {
            counts[place] += ((signs[place] ^ bits[place]).count_ones() as u8) << plane;
        }
    }
    let mut sum = 0;
    for count in counts {
        sum += u32::from(count);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::rotation::Rotation;

    fn vector(seed: u32, dimensions: usize) -> Vec<f32> {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        let mut vector: Vec<f32> = (0..dimensions).map(|_| next() + next() + next()).collect();
        let norm = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|v| *v /= norm);
        Rotation::new(dimensions).apply(&mut vector);
        vector
    }

    /// The estimate itself, found by asking which threshold it passes.
    fn estimate(query: &QuerySketch, sketch: &[u8]) -> f32 {
        let (mut low, mut high) = (-4.0_f32, 4.0_f32);
        for _ in 0..30 {
            let middle = (low + high) / 2.0;
            let mut passed = Vec::new();
            query.pass(sketch, 0, 0.0, middle, &mut passed);
            if passed.is_empty() { high = middle } else { low = middle }
        }
        low
    }

    #[test]
    fn estimates_are_right_on_average_with_the_error_foretold() {
        for dimensions in [100, 256, 384, 768] {
            let mean = vec![0.0; dimensions];
            let (mut errors, mut squares) = (0.0, 0.0);
            let pairs = 400;
            for pair in 0..pairs {
                let (a, b) = (vector(2 * pair, dimensions), vector(2 * pair + 1, dimensions));
                let mut bytes = Vec::new();
                sketch(&a, &mean, &mut bytes);
                let exact: f32 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
                let [plain, granted] = [0.0, 1.0].map(|d| QuerySketch::new(&b, d));
                let foretold = number(&bytes, 0) * (granted.most - plain.most);
                let error = (estimate(&plain, &bytes) - exact) / foretold;
                errors += error;
                squares += error * error;
            }
            let (average, spread) = (errors / pairs as f32, (squares / pairs as f32).sqrt());
            assert!(average.abs() < 0.2, "{dimensions} dimensions: {average}");
            assert!((0.85..1.2).contains(&spread), "{dimensions} dimensions: {spread}");
        }
    }
}
