//! Products of matrices. Each number of a product is summed in one fixed order, however many threads work on it.

use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions};
use rten_tensor::{Matrix, NdTensorView};

use crate::error::{Error, Result};

thread_local! {
    /// The fastest products for this machine, looked for once a thread.
    static PRODUCTS: GemmExecutor<f32> = GemmExecutor::new();
}

/// A matrix in rows, to be taken as it stands or turned.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    turned: bool,
}

impl<'a> Side<'a> {
    fn view(self) -> Option<Matrix<'a, f32>> {
        NdTensorView::try_from_data([self.rows, self.columns], self.values).ok()
    }
}

/// A matrix as it stands.
pub(crate) fn plain(values: &[f32], rows: usize, columns: usize) -> Side<'_> {
    Side { values, rows, columns, turned: false }
}

/// The transposed of a matrix of `rows` by `columns`.
pub(crate) fn turned(values: &[f32], rows: usize, columns: usize) -> Side<'_> {
    Side { values, rows, columns, turned: true }
}

/// Writes `a · b` into `out`, or adds it to what is there.
pub(crate) fn multiply(out: &mut [f32], a: Side<'_>, b: Side<'_>, add: bool) -> Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    let fault = |why: String| Error::Fault(format!("a product of matrices does not fit: {why}"));
    let misfit = |side: &Side<'_>| fault(format!("{} by {}", side.rows, side.columns));
    let (left, right) = (a.view().ok_or_else(|| misfit(&a))?, b.view().ok_or_else(|| misfit(&b))?);
    let left = if a.turned { left.transposed() } else { left };
    let right = if b.turned { right.transposed() } else { right };
    let options = GemmOptions { beta: if add { 1.0 } else { 0.0 }, ..GemmOptions::default() };
    PRODUCTS.with(|products| {
        let (left, right) = (GemmInputA::Unpacked(left), GemmInputB::Unpacked(right));
        products.gemm(out, left, right, options).map_err(|e| fault(e.to_string()))
    })
}

/// Adds each row of a matrix to `sum`.
pub(crate) fn add_rows(sum: &mut [f32], rows: &[f32]) {
    for row in rows.chunks_exact(sum.len().max(1)) {
        for (sum, value) in sum.iter_mut().zip(row) {
            *sum += value;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::random::Random;

    #[test]
    fn a_product_is_what_its_definition_says_turned_or_not() {
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.0, 2.0, 1.0, 0.0, 3.0]);
        let mut out = vec![0.0; 4];
        multiply(&mut out, plain(&a, 2, 3), plain(&b, 3, 2), false).unwrap();
        assert_eq!(out, [5.0, 11.0, 14.0, 23.0]);
        multiply(&mut out, plain(&a, 2, 3), turned(&b, 2, 3), true).unwrap();
        assert_eq!(out, [12.0, 21.0, 30.0, 45.0]);
        assert!(multiply(&mut out, plain(&a, 2, 3), plain(&b, 2, 3), false).is_err());
    }

    #[test]
    fn a_product_is_the_same_to_the_bit_on_one_thread_and_on_four() {
        let mut random = Random::new(3);
        let (a, b) = (random.uniform(70 * 700, 1.0), random.uniform(700 * 600, 1.0));
        let product = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut out = vec![0.0; 70 * 600];
                multiply(&mut out, plain(&a, 70, 700), plain(&b, 700, 600), false).unwrap();
                out
            })
        };
        assert!(product(1) == product(4));
    }
}
