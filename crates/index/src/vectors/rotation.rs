//! A fixed rotation that spreads what a vector says evenly over its dimensions.
//!
//! Rotating changes no dot product. Afterwards no dimension stands out, so that a byte a dimension
//! loses little, and a sketch's error behaves as the theory says (`sketch.rs`). Random signs and
//! Hadamard transforms of the two ends, twice over, do this in D log D steps for any D; the same
//! construction is used by the authors of RaBitQ.

use rten_simd::{Isa, SimdOp};

/// Changing this, or anything below, changes what stands in the files.
const SEED: u64 = 0x6772_6963_6531_3967;
const ROUNDS: usize = 2;

/// The rotation for one number of dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Rotation {
    /// The longest power of two that fits.
    block: usize,
    /// +1 or -1 for each dimension, for each transform.
    flips: Vec<Vec<f32>>,
}

impl Rotation {
    pub(crate) fn new(dimensions: usize) -> Rotation {
        let block = if dimensions == 0 { 0 } else { 1 << dimensions.ilog2() };
        let mut state = SEED;
        let mut flip = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            if mix(state) & 1 == 0 { 1.0 } else { -1.0 }
        };
        let flips = (0..2 * ROUNDS).map(|_| (0..dimensions).map(|_| flip()).collect()).collect();
        Rotation { block, flips }
    }

    /// Rotates a vector in place.
    pub(crate) fn apply(&self, vector: &mut [f32]) {
        Apply { rotation: self, vector }.dispatch();
    }
}

/// The finaliser of splitmix64.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

struct Apply<'a> {
    rotation: &'a Rotation,
    vector: &'a mut [f32],
}

impl SimdOp for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _isa: I) {
        let Apply { rotation: Rotation { block, flips }, vector } = self;
        for (number, flips) in flips.iter().enumerate() {
            vector.iter_mut().zip(flips).for_each(|(v, flip)| *v *= flip);
            let start = if number % 2 == 0 { 0 } else { vector.len() - block };
            hadamard(&mut vector[start..start + block]);
        }
    }
}

/// The Walsh-Hadamard transform, scaled so that lengths stay as they are.
#[inline(always)]
fn hadamard(values: &mut [f32]) {
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (l, r) in left.iter_mut().zip(right) {
                (*l, *r) = (*l + *r, *l - *r);
            }
        }
        half *= 2;
    }
    let scale = 1.0 / (values.len().max(1) as f32).sqrt();
    values.iter_mut().for_each(|v| *v *= scale);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotating_keeps_dot_products() {
        for dimensions in [1, 2, 3, 50, 256, 384, 1000] {
            let rotation = Rotation::new(dimensions);
            let mut a: Vec<f32> = (0..dimensions).map(|i| (i as f32 * 0.7).sin()).collect();
            let mut b: Vec<f32> = (0..dimensions).map(|i| (i as f32 * 0.3).cos()).collect();
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
            let (before, length) = (dot(&a, &b), dot(&a, &a).sqrt() * dot(&b, &b).sqrt());
            rotation.apply(&mut a);
            rotation.apply(&mut b);
            assert!((dot(&a, &b) - before).abs() <= 1e-4 * length, "{dimensions} dimensions");
        }
    }

    #[test]
    fn one_dimension_alone_is_spread_over_all() {
        for dimensions in [256, 384, 768] {
            for place in [0, dimensions / 2, dimensions - 1] {
                let mut vector = vec![0.0; dimensions];
                vector[place] = 1.0;
                Rotation::new(dimensions).apply(&mut vector);
                let largest = vector.iter().fold(0.0_f32, |m, v| m.max(v.abs()));
                assert!(largest < 6.0 / (dimensions as f32).sqrt(), "{dimensions}: {largest}");
            }
        }
    }
}
