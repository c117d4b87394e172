//! BM25 as Lucene computes it, to the last bit (`BM25Similarity`, Lucene 9): the length of a
//! passage is kept in one byte, idf in double precision, the rest in single precision.

use tantivy::fieldnorm::FieldNormReader;

use crate::error::{Error, Result};

/// BM25's two constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25 {
    /// How soon more occurrences stop counting.
    pub k1: f32,
    /// How much long passages are held back.
    pub b: f32,
}

impl Default for Bm25 {
    /// The constants of TopiOCQA's baseline, and of Anserini.
    fn default() -> Self {
        Bm25 { k1: 0.9, b: 0.4 }
    }
}

impl Bm25 {
    /// Checks the constants' range.
    pub fn new(k1: f32, b: f32) -> Result<Bm25> {
        if k1.is_finite() && k1 >= 0.0 && (0.0..=1.0).contains(&b) {
            Ok(Bm25 { k1, b })
        } else {
            Err(Error::Similarity { k1, b })
        }
    }
}

/// How many passages have a field, and how many words they have in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FieldStats {
    pub passages: u64,
    pub words: u64,
}

impl FieldStats {
    pub(crate) fn average_length(self) -> f32 {
        if self.passages == 0 { 1.0 } else { (self.words as f64 / self.passages as f64) as f32 }
    }

    pub(crate) fn idf(self, containing: u64) -> f32 {
        let (all, with) = (self.passages as f64, containing as f64);
        (1.0 + (all - with + 0.5).max(0.5) / (with + 0.5)).ln() as f32
    }
}

/// For each length byte, the factor that a term frequency is multiplied with.
#[derive(Clone, Debug)]
pub(crate) struct LengthFactors(pub Box<[f32; 256]>);

impl LengthFactors {
    pub(crate) fn new(bm25: Bm25, average_length: f32) -> Self {
        let mut factors = Box::new([0.0; 256]);
        for (byte, factor) in factors.iter_mut().enumerate() {
            let length = FieldNormReader::id_to_fieldnorm(byte as u8) as f32;
            *factor = 1.0 / (bm25.k1 * ((1.0 - bm25.b) + bm25.b * length / average_length));
        }
        LengthFactors(factors)
    }
}

/// A term's score where its frequency times its length factor is `saturation`.
#[inline]
pub(crate) fn score(weight: f32, saturation: f32) -> f32 {
    weight - weight / (1.0 + saturation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_out_of_range_are_refused() {
        assert!(Bm25::new(0.82, 0.68).is_ok());
        assert!(Bm25::new(0.0, 0.0).is_ok());
        for (k1, b) in [(-0.1, 0.4), (0.9, 1.1), (f32::NAN, 0.4), (f32::INFINITY, 0.1)] {
            assert!(Bm25::new(k1, b).is_err());
        }
    }

    #[test]
    fn k1_of_zero_scores_presence_alone() {
        let factors = LengthFactors::new(Bm25 { k1: 0.0, b: 0.4 }, 100.0);
        assert_eq!(score(2.0, 3.0 * factors.0[50]), 2.0);
    }

    #[test]
    fn length_bytes_are_lucenes() {
        // SmallFloat.byte4ToInt: exact up to 40, then three bits of mantissa.
        let lengths: Vec<u32> = (38..60).step_by(3).map(FieldNormReader::id_to_fieldnorm).collect();
        assert_eq!(lengths, [38, 42, 48, 54, 64, 76, 88, 112]);
    }
}
