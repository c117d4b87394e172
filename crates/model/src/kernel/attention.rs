//! Scaled dot-product attention over sequences that stand one after another.

use std::ops::Range;

use rayon::prelude::*;
use rten_gemm::{GemmInputA, GemmInputB, GemmOptions};
use rten_simd::SimdOp;
use rten_tensor::{Matrix, NdTensorView};
use rten_vecmath::Softmax;

use super::linear::FLOAT;
use crate::error::{Error, Result};

/// Fewer multiplications than this are done before another thread has woken up.
const FEW: usize = 1 << 18;

/// Columns of a row-major matrix: where queries, keys or values stand.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub data: &'a [f32],
    /// Values in a whole row.
    pub stride: usize,
    /// Where the columns begin.
    pub first: usize,
}

impl<'a> Columns<'a> {
    /// All of a matrix of this width.
    pub(crate) fn all(data: &'a [f32], width: usize) -> Columns<'a> {
        Columns { data, stride: width, first: 0 }
    }

    fn view(&self, rows: Range<usize>, first: usize, width: usize) -> Result<Matrix<'a, f32>> {
        let from = rows.start * self.stride + self.first + first;
        let to = match rows.is_empty() {
            true => from,
            false => (rows.end - 1) * self.stride + self.first + first + width,
        };
        let data = self.data.get(from..to).ok_or_else(|| shape("attention outside its matrix"))?;
        NdTensorView::from_data_with_strides([rows.len(), width], data, [self.stride, 1])
            .map_err(|_| shape("attention over overlapping rows"))
    }
}

fn product(
    into: &mut [f32],
    a: Matrix<'_, f32>,
    b: Matrix<'_, f32>,
    options: GemmOptions<'_, f32, f32, f32>,
) -> Result<()> {
    let (a, b) = (GemmInputA::Unpacked(a), GemmInputB::Unpacked(b));
    Ok(FLOAT.with(|gemm| gemm.gemm(into, a, b, options))?)
}

fn shape(why: &str) -> Error {
    Error::Shape(why.to_owned())
}

/// Which keys a query may look at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// All of its sequence.
    Whole,
    /// Those up to its own place, when the queries are the last of the keys' sequence.
    Past,
}

/// One attention: heads, scale, and what is added to the scores.
#[derive(Clone, Copy)]
pub(crate) struct Attention<'a> {
    pub heads: usize,
    /// The width of a head.
    pub width: usize,
    pub scale: f32,
    pub sight: Sight,
    /// Added to the scores of a query and a key by head, first query's place and distance.
    pub bias: Option<&'a dyn Bias>,
}

/// What is added to attention scores.
pub(crate) trait Bias: Sync {
    /// Adds to one row of scores: the query at `place`, keys from 0 on.
    fn add(&self, head: usize, place: usize, scores: &mut [f32]);
}

/// A sequence's rows among the queries, and among the keys and values.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub queries: Range<usize>,
    pub keys: Range<usize>,
}

impl Attention<'_> {
    /// For each pair its queries' mixture of values, as rows of `heads × width`.
    pub(crate) fn apply(
        &self,
        queries: Columns<'_>,
        keys: Columns<'_>,
        values: Columns<'_>,
        pairs: &[Pair],
    ) -> Result<Vec<f32>> {
        let rows = pairs.iter().map(|p| p.queries.end).max().unwrap_or(0);
        let mut output = vec![0.0; rows * self.heads * self.width];
        let tasks: Vec<_> =
            pairs.iter().flat_map(|pair| (0..self.heads).map(move |head| (pair, head))).collect();
        let products: usize = pairs.iter().map(|p| p.queries.len() * p.keys.len()).sum();
        let head = |(pair, head): &(&Pair, usize)| self.head(queries, keys, values, pair, *head);
        let mixed: Vec<Vec<f32>> = match products * self.heads * self.width > FEW {
            true => tasks.par_iter().map(head).collect::<Result<_>>()?,
            false => tasks.iter().map(head).collect::<Result<_>>()?,
        };
        for ((pair, head), mixed) in tasks.into_iter().zip(mixed) {
            for (row, mixed) in pair.queries.clone().zip(mixed.chunks_exact(self.width)) {
                let at = (row * self.heads + head) * self.width;
                output[at..at + self.width].copy_from_slice(mixed);
            }
        }
        Ok(output)
    }

    fn head(
        &self,
        queries: Columns<'_>,
        keys: Columns<'_>,
        values: Columns<'_>,
        pair: &Pair,
        head: usize,
    ) -> Result<Vec<f32>> {
        let (asked, kept) = (pair.queries.len(), pair.keys.len());
        let first = head * self.width;
        let query = queries.view(pair.queries.clone(), first, self.width)?;
        let key = keys.view(pair.keys.clone(), first, self.width)?;
        let value = values.view(pair.keys.clone(), first, self.width)?;
        let mut scores = vec![0.0; asked * kept];
        let scaled = GemmOptions { alpha: self.scale, ..Default::default() };
        product(&mut scores, query, key.transposed(), scaled)?;
        for (i, row) in scores.chunks_exact_mut(kept).enumerate() {
            let place = kept - asked.min(kept) + i;
            if let Some(bias) = self.bias {
                bias.add(head, if self.sight == Sight::Past { place } else { i }, row);
            }
            if self.sight == Sight::Past {
                row.iter_mut().skip(place + 1).for_each(|s| *s = f32::NEG_INFINITY);
            }
            Softmax::new_mut(row).dispatch();
        }
        let mut mixed = vec![0.0; asked * self.width];
        let scores = super::linear::matrix(&scores, asked, kept)?;
        product(&mut mixed, scores, value, GemmOptions::default())?;
        Ok(mixed)
    }
}

/// A table of biases by head and bucketed distance, as in MPNet and T5.
pub(crate) struct RelativeBias {
    /// Head by head, the bias at each distance from `-farthest` to `farthest`.
    by_distance: Vec<f32>,
    farthest: usize,
}

impl RelativeBias {
    /// Takes a table with a row a bucket and a column a head.
    pub(crate) fn new(
        table: &[f32],
        heads: usize,
        farthest: usize,
        bidirectional: bool,
    ) -> Result<RelativeBias> {
        let buckets = table.len() / heads.max(1);
        if buckets < 4 || buckets * heads != table.len() || farthest < buckets {
            return Err(shape("a table of relative positions does not fit the heads"));
        }
        let reach = farthest as i64;
        let by_distance = (0..heads)
            .flat_map(|head| (-reach..=reach).map(move |distance| (head, distance)))
            .map(|(head, distance)| {
                table[bucket(distance, buckets, farthest, bidirectional) * heads + head]
            })
            .collect();
        Ok(RelativeBias { by_distance, farthest })
    }
}

/// T5's buckets: near distances each have their own, far ones share on a logarithmic scale.
fn bucket(distance: i64, mut buckets: usize, farthest: usize, bidirectional: bool) -> usize {
    let mut first = 0;
    let distance = match bidirectional {
        true => {
            buckets /= 2;
            if distance > 0 {
                first = buckets;
            }
            distance.unsigned_abs() as usize
        }
        false => (-distance).max(0) as usize,
    };
    let near = buckets / 2;
    if distance < near {
        return first + distance;
    }
    let far = (distance as f32 / near as f32).ln() / (farthest as f32 / near as f32).ln()
        * (buckets - near) as f32;
    first + (near + far as usize).min(buckets - 1)
}

impl Bias for RelativeBias {
    fn add(&self, head: usize, place: usize, scores: &mut [f32]) {
        let span = 2 * self.farthest + 1;
        let biases = &self.by_distance[head * span..(head + 1) * span];
        for (key, score) in scores.iter_mut().enumerate() {
            let distance = (key + self.farthest).saturating_sub(place).min(span - 1);
            *score += biases[distance];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_gives_its_value() {
        let attention =
            Attention { heads: 1, width: 2, scale: 1.0, sight: Sight::Whole, bias: None };
        let (q, k, v) = ([0.3, -0.2], [1.0, 2.0], [5.0, 7.0]);
        let pair = Pair { queries: 0..1, keys: 0..1 };
        let mixed = attention
            .apply(Columns::all(&q, 2), Columns::all(&k, 2), Columns::all(&v, 2), &[pair])
            .unwrap();
        assert_eq!(mixed, [5.0, 7.0]);
    }

    #[test]
    fn a_query_does_not_see_the_future() {
        let attention =
            Attention { heads: 1, width: 1, scale: 1.0, sight: Sight::Past, bias: None };
        let (q, k, v) = ([1.0, 1.0, 1.0], [0.0, 0.0, 9.0], [1.0, 3.0, 100.0]);
        let pair = Pair { queries: 0..3, keys: 0..3 };
        let mixed = attention
            .apply(Columns::all(&q, 1), Columns::all(&k, 1), Columns::all(&v, 1), &[pair])
            .unwrap();
        assert_eq!(mixed[..2], [1.0, 2.0]);
    }

    #[test]
    fn sequences_do_not_see_each_other() {
        let attention =
            Attention { heads: 1, width: 1, scale: 1.0, sight: Sight::Whole, bias: None };
        let (q, k, v) = ([1.0, 1.0], [0.0, 0.0], [1.0, 3.0]);
        let pairs = [Pair { queries: 0..1, keys: 0..1 }, Pair { queries: 1..2, keys: 1..2 }];
        let mixed = attention
            .apply(Columns::all(&q, 1), Columns::all(&k, 1), Columns::all(&v, 1), &pairs)
            .unwrap();
        assert_eq!(mixed, [1.0, 3.0]);
    }
}
