//! A dense layer, in float or in int8.

use rayon::prelude::*;
use rten_gemm::{BiasVector, GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix};
use rten_simd::ops::{BitOps, NumOps, ToFloat};
use rten_simd::{Isa, SimdOp};
use rten_tensor::{Matrix, NdTensorView};
use rten_vecmath::{ExtendInit, MinMax, Quantize};

use super::ROWS_PER_TASK;
use crate::error::{Error, Result};
use crate::weights::{Table, Weights};

type Float = GemmExecutor<f32>;
type Int8 = GemmExecutor<u8, i8, i32>;

thread_local! {
    /// The fastest products for this machine, looked for once a thread.
    pub(crate) static FLOAT: Float = Float::new();
    static INT8: Int8 = Int8::new();
}

/// Rows whose sums are made and restored together: more no longer fit a core's cache.
const ROWS_AT_ONCE: usize = 96;

/// How the weights of dense layers are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// As they are in the file: float, or int8 where the file holds int8.
    #[default]
    Stored,
    /// Eight bits a weight with a scale for each output, inputs quantized row by row.
    Int8,
    /// Floats, also where the file holds int8: slower, and what training computes with.
    Float,
}

/// `y = x Wᵀ + b`.
pub(crate) struct Linear {
    weight: Weight,
    bias: Option<Vec<f32>>,
    inputs: usize,
    outputs: usize,
}

enum Weight {
    Float(PackedBMatrix<f32>),
    Int8 {
        packed: PackedBMatrix<i8>,
        scales: Vec<f32>,
        /// The sum of each output's weights, to take the inputs' zeros out again.
        sums: Vec<i32>,
    },
}

impl Linear {
    /// Takes a weight of `outputs` rows by `inputs` columns, as PyTorch stores it.
    pub(crate) fn new(table: Table, bias: Option<Vec<f32>>, precision: Precision) -> Result<Self> {
        let (outputs, inputs) = (table.rows, table.columns);
        if bias.as_ref().is_some_and(|b| b.len() != outputs) {
            return Err(Error::Shape(format!("a bias does not have {outputs} values")));
        }
        let table = match precision {
            Precision::Float => table.dequantized(),
            Precision::Stored | Precision::Int8 => table,
        };
        let weight = match (table.quantized, precision) {
            (Some(values), _) => {
                let (values, scales) = within(most(), values, table.scales);
                int8(values, scales, inputs, outputs)?
            }
            (None, Precision::Stored | Precision::Float) => {
                let view = matrix(&table.values, outputs, inputs)?;
                Weight::Float(FLOAT.with(|gemm| gemm.prepack_b(view.transposed())))
            }
            (None, Precision::Int8) => {
                let (values, scales) = quantize_rows(&table.values, inputs);
                int8(values, scales, inputs, outputs)?
            }
        };
        Ok(Linear { weight, bias, inputs, outputs })
    }

    /// Loads the layers of these names, each of this shape, as one: their outputs stand side by
    /// side. A missing bias is none.
    pub(crate) fn load(
        weights: &Weights,
        names: &[impl AsRef<str>],
        outputs: usize,
        inputs: usize,
        precision: Precision,
    ) -> Result<Self> {
        let mut whole = Table::default();
        let mut bias = Vec::new();
        for name in names {
            let name = name.as_ref();
            whole.append(weights.table_of(&format!("{name}.weight"), outputs, inputs)?)?;
            let name = format!("{name}.bias");
            if weights.has(&name) {
                bias.extend(weights.vector(&name, outputs)?);
            }
        }
        Linear::new(whole, (!bias.is_empty()).then_some(bias), precision)
    }

    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// Applies the layer to each row of `input`.
    pub(crate) fn apply(&self, input: &[f32]) -> Result<Vec<f32>> {
        let rows = input.len() / self.inputs;
        let mut output = vec![0.0; rows * self.outputs];
        if rows == 0 {
            return Ok(output);
        }
        match &self.weight {
            Weight::Float(packed) => {
                let bias = self.bias.as_deref().map(BiasVector::Row);
                let a = GemmInputA::Unpacked(matrix(input, rows, self.inputs)?);
                let options = GemmOptions { bias, ..Default::default() };
                FLOAT
                    .with(|gemm| gemm.gemm(&mut output, a, GemmInputB::Packed(packed), options))?;
            }
            Weight::Int8 { packed, scales, sums: weight_sums } => {
                let quantized = Quantized::of(input, self.inputs);
                let mut sums = vec![0i32; rows.min(ROWS_AT_ONCE) * self.outputs];
                let inputs = quantized.values.chunks(self.inputs * ROWS_AT_ONCE);
                let outputs = output.chunks_mut(self.outputs * ROWS_AT_ONCE);
                for ((input, output), rows) in
                    inputs.zip(outputs).zip(quantized.rows.chunks(ROWS_AT_ONCE))
                {
                    let sums = &mut sums[..output.len()];
                    let a = GemmInputA::Unpacked(matrix(input, rows.len(), self.inputs)?);
                    // rten-gemm 0.27 mixes up zeros that differ from row to row; `Restore` does it.
                    let options = GemmOptions::default();
                    INT8.with(|gemm| gemm.gemm(sums, a, GemmInputB::Packed(packed), options))?;
                    let bias = self.bias.as_deref();
                    output
                        .par_chunks_mut(self.outputs * ROWS_PER_TASK)
                        .zip(sums.par_chunks(self.outputs * ROWS_PER_TASK))
                        .zip(rows.par_chunks(ROWS_PER_TASK))
                        .for_each(|((output, sums), rows)| {
                            Restore { sums, output, rows, scales, weight_sums, bias }.dispatch();
                        });
                }
            }
        }
        Ok(output)
    }
}

pub(crate) fn matrix<T>(data: &[T], rows: usize, columns: usize) -> Result<Matrix<'_, T>> {
    NdTensorView::try_from_data([rows, columns], data)
        .map_err(|_| Error::Shape(format!("{} values are no {rows} × {columns}", data.len())))
}

fn int8(values: Vec<i8>, scales: Vec<f32>, inputs: usize, outputs: usize) -> Result<Weight> {
    if scales.len() != outputs {
        return Err(Error::Shape(format!("int8 weights without {outputs} scales")));
    }
    let view = matrix(&values, outputs, inputs)?;
    let packed = INT8.with(|gemm| gemm.prepack_b(view.transposed()));
    let sums = values.chunks_exact(inputs).map(|r| r.iter().map(|v| i32::from(*v)).sum()).collect();
    Ok(Weight::Int8 { packed, scales, sums })
}

/// The largest weight. Where the machine's instructions add pairs of products in 16 bits, one bit
/// is left free so that they cannot overflow.
fn most() -> i8 {
    if INT8.with(Int8::may_saturate) { 63 } else { 127 }
}

/// Weights from a file, made smaller where they are larger than this machine can take.
fn within(most: i8, values: Vec<i8>, scales: Vec<f32>) -> (Vec<i8>, Vec<f32>) {
    if values.iter().all(|v| v.unsigned_abs() <= most.unsigned_abs()) {
        return (values, scales);
    }
    let halved = |v: i8| (f32::from(v) / 2.0).round_ties_even().clamp(-63.0, 63.0) as i8;
    (values.into_iter().map(halved).collect(), scales.into_iter().map(|s| s * 2.0).collect())
}

/// Symmetric, a scale for each row.
pub(crate) fn quantize_rows(values: &[f32], columns: usize) -> (Vec<i8>, Vec<f32>) {
    let most = f32::from(most());
    let mut scales = Vec::new();
    let mut quantized = Vec::with_capacity(values.len());
    for row in values.chunks_exact(columns.max(1)) {
        let largest = row.iter().fold(0.0f32, |most, v| most.max(v.abs()));
        let scale = if largest > 0.0 { largest / most } else { 1.0 };
        scales.push(scale);
        quantized.extend(row.iter().map(|v| (v / scale).round_ties_even() as i8));
    }
    (quantized, scales)
}

/// The rows of an input in eight bits, each with its own scale and zero.
struct Quantized {
    values: Vec<u8>,
    rows: Vec<RowScale>,
}

#[derive(Clone, Copy)]
struct RowScale {
    step: f32,
    zero: u8,
}

impl Quantized {
    fn of(input: &[f32], columns: usize) -> Quantized {
        let rows = input.len() / columns;
        let mut quantized =
            Quantized { values: Vec::with_capacity(input.len()), rows: Vec::with_capacity(rows) };
        for row in input.chunks_exact(columns) {
            let (low, high) = MinMax::new(row).dispatch();
            let (low, high) = (low.min(0.0), high.max(0.0));
            let step = if high > low { (high - low) / 255.0 } else { 1.0 };
            let zero = (-low / step).round_ties_even() as u8;
            quantized.rows.push(RowScale { step, zero });
            quantized.values.extend_init(|space| {
                let space = space.get_mut(..columns).unwrap_or_default();
                Quantize::new(row, space, 1.0 / step, zero).dispatch()
            });
        }
        quantized
    }
}

/// Sums of products back to floats: `(sum - zero × weights' sum) × row's step × scale + bias`.
struct Restore<'a> {
    sums: &'a [i32],
    output: &'a mut [f32],
    rows: &'a [RowScale],
    scales: &'a [f32],
    weight_sums: &'a [i32],
    bias: Option<&'a [f32]>,
}

impl SimdOp for Restore<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let floats = isa.f32();
        let ints = isa.i32();
        let lanes = floats.len();
        let columns = self.scales.len();
        let rows = self.sums.chunks_exact(columns).zip(self.output.chunks_exact_mut(columns));
        for ((sums, output), row) in rows.zip(self.rows) {
            let step = floats.splat(row.step);
            let zero = ints.splat(i32::from(row.zero));
            let mut at = 0;
            while at + lanes <= columns {
                let range = at..at + lanes;
                let scale = floats.mul(floats.load(&self.scales[range.clone()]), step);
                let bias = match self.bias {
                    Some(bias) => floats.load(&bias[range.clone()]),
                    None => floats.zero(),
                };
                let shift = ints.mul(ints.load(&self.weight_sums[range.clone()]), zero);
                let sum = ints.to_float(ints.sub(ints.load(&sums[range.clone()]), shift));
                floats.store(floats.mul_add(sum, scale, bias), &mut output[range]);
                at += lanes;
            }
            for i in at..columns {
                let bias = self.bias.map_or(0.0, |b| b[i]);
                let sum = sums[i] - self.weight_sums[i] * i32::from(row.zero);
                output[i] = sum as f32 * (self.scales[i] * row.step) + bias;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(inputs: usize, outputs: usize, precision: Precision) -> Linear {
        let values = (0..inputs * outputs).map(|i| ((i * 37 % 101) as f32 - 50.0) / 50.0).collect();
        let table = Table { rows: outputs, columns: inputs, values, ..Default::default() };
        let bias = (0..outputs).map(|i| i as f32 / 10.0).collect();
        Linear::new(table, Some(bias), precision).unwrap()
    }

    #[test]
    fn a_layer_multiplies_and_adds() {
        let values = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let table = Table { rows: 3, columns: 2, values, ..Default::default() };
        let layer = Linear::new(table, Some(vec![0.5, 0.0, -1.0]), Precision::Stored).unwrap();
        assert_eq!(layer.apply(&[1.0, -1.0, 2.0, 0.0]).unwrap(), [-0.5, -1.0, -2.0, 2.5, 6.0, 9.0]);
    }

    #[test]
    fn weights_too_large_for_the_machine_are_halved() {
        let (values, scales) = (vec![127, -100, 3, 0], vec![0.5, 2.0]);
        let same = within(127, values.clone(), scales.clone());
        assert_eq!(same, (values.clone(), scales.clone()));
        assert_eq!(within(63, values, scales), (vec![63, -50, 2, 0], vec![1.0, 4.0]));
    }

    #[test]
    fn int8_stays_close_to_float_for_any_size() {
        for (rows, inputs, outputs) in
            [(2, 16, 8), (7, 33, 65), (40, 384, 1152), (130, 1536, 384), (300, 384, 384)]
        {
            let input: Vec<f32> = (0..rows * inputs)
                .map(|i| ((i * 53 % 97) as f32 - (i / inputs * 7 % 90) as f32) / 40.0)
                .collect();
            let float = layer(inputs, outputs, Precision::Stored).apply(&input).unwrap();
            let int8 = layer(inputs, outputs, Precision::Int8).apply(&input).unwrap();
            let largest = float.iter().fold(0.0f32, |m, v| m.max(v.abs()));
            for (at, (f, i)) in float.iter().zip(&int8).enumerate() {
                let off = (f - i).abs() / largest;
                assert!(off < 0.03, "{rows}×{inputs}×{outputs} at {at}: {f} and {i}");
            }
        }
    }
}
