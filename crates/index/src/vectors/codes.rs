//! Vectors as one byte a dimension and one scale, and their dot products with a query.
//!
//! The loops are plain ones that compilers turn into vector instructions; `rten-simd` compiles
//! them for each instruction set and chooses when the program runs.

use rten_simd::{Isa, SimdOp};

/// The largest magnitude of a stored byte.
const LARGEST: f32 = 127.0;

/// Appends a vector's bytes to `codes` and returns the scale that makes them numbers again.
pub(crate) fn quantize(vector: &[f32], codes: &mut Vec<u8>) -> f32 {
    let largest = vector.iter().fold(0.0_f32, |m, v| m.max(v.abs()));
    let scale = largest / LARGEST;
    let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
    codes.extend(vector.iter().map(|v| (v * inverse).round() as i8 as u8));
    scale
}

/// The numbers a vector's bytes stand for.
pub(crate) fn restore(codes: &[u8], scale: f32, vector: &mut Vec<f32>) {
    vector.clear();
    vector.extend(codes.iter().map(|&c| f32::from(c as i8) * scale));
}

/// A query as two bytes a dimension, so that nearly all the rounding is the stored vector's.
#[derive(Clone, Debug)]
pub(crate) struct QueryCodes {
    values: Vec<i16>,
    scale: f32,
}

impl QueryCodes {
    pub(crate) fn new(query: &[f32]) -> QueryCodes {
        // Small enough that the sum of all products fits into 32 bits.
        let fits = i32::MAX as f32 / (LARGEST + 1.0) / query.len().max(1) as f32;
        let most = fits.min(f32::from(i16::MAX)).floor();
        let largest = query.iter().fold(0.0_f32, |m, v| m.max(v.abs()));
        let scale = largest / most;
        let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let values = query.iter().map(|v| (v * inverse).round() as i16).collect();
        QueryCodes { values, scale }
    }

    /// The scores of some of the vectors that `codes` and `scales` hold one after the other:
    /// their dot products with the query.
    pub(crate) fn scores(&self, rows: &[u32], codes: &[u8], scales: &[u8], out: &mut Vec<f32>) {
        Scores { query: self, rows, codes, scales, out }.dispatch();
    }
}

struct Scores<'a> {
    query: &'a QueryCodes,
    rows: &'a [u32],
    codes: &'a [u8],
    scales: &'a [u8],
    out: &'a mut Vec<f32>,
}

impl SimdOp for Scores<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _isa: I) {
        let Scores { query: QueryCodes { values, scale }, rows, codes, scales, out } = self;
        out.clear();
        // Loops, not iterator closures: those are not always compiled for the instruction set.
        for &row in rows {
            let row = row as usize;
            let codes = &codes[row * values.len()..(row + 1) * values.len()];
            out.push(dot(values, codes) as f32 * (scale * number(scales, row)));
        }
    }
}

#[inline(always)]
fn dot(query: &[i16], codes: &[u8]) -> i32 {
    let mut sum = 0;
    for (&q, &c) in query.iter().zip(codes) {
        sum += i32::from(q) * i32::from(c as i8);
    }
    sum
}

/// The `place`-th number of a row of little-endian numbers.
#[inline(always)]
pub(crate) fn number(bytes: &[u8], place: usize) -> f32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[place * 4..place * 4 + 4]);
    f32::from_le_bytes(four)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(length: usize, step: f32) -> Vec<f32> {
        let vector: Vec<f32> = (0..length).map(|i| (i as f32 * step + 0.4).sin()).collect();
        let norm = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        vector.into_iter().map(|v| v / norm).collect()
    }

    #[test]
    fn scores_are_the_dot_products_to_within_the_rounding() {
        for length in [1, 3, 256, 384, 4096] {
            let (mut codes, mut scales) = (Vec::new(), Vec::new());
            let rows: Vec<Vec<f32>> = (1..6).map(|i| wave(length, i as f32 * 0.37)).collect();
            for row in &rows {
                scales.extend(quantize(row, &mut codes).to_le_bytes());
            }
            for query in &rows {
                let mut scores = Vec::new();
                let wanted = [4, 0, 2];
                QueryCodes::new(query).scores(&wanted, &codes, &scales, &mut scores);
                for (row, score) in wanted.iter().zip(scores) {
                    let exact: f32 =
                        query.iter().zip(&rows[*row as usize]).map(|(a, b)| a * b).sum();
                    assert!((score - exact).abs() < 1e-2, "{length}: {score} is not {exact}");
                }
            }
        }
    }

    #[test]
    fn the_longest_vectors_do_not_overflow() {
        let vector = vec![1.0_f32; 16_384];
        let mut codes = Vec::new();
        let scale = quantize(&vector, &mut codes);
        let mut scores = Vec::new();
        QueryCodes::new(&vector).scores(&[0], &codes, &scale.to_le_bytes(), &mut scores);
        assert!((scores[0] / 16_384.0 - 1.0).abs() < 1e-3, "{}", scores[0]);
    }

    #[test]
    fn a_vector_of_zeros_scores_zero() {
        let mut codes = Vec::new();
        let scale = quantize(&[0.0; 8], &mut codes);
        let mut scores = Vec::new();
        QueryCodes::new(&wave(8, 1.0)).scores(&[0], &codes, &scale.to_le_bytes(), &mut scores);
        assert_eq!(scores, [0.0]);
    }
}
