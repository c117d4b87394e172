//! Passes over a matrix row by row: norms, activations, sums.

use rayon::prelude::*;
use rten_simd::functional::simd_map;
use rten_simd::ops::{BitOps, NumOps};
use rten_simd::{Isa, SimdOp, SimdUnaryOp};
use rten_vecmath::{
    ApproxGelu, Gelu, Normalize, NormalizeOptions, Silu, Softmax, Sum, SumSquare, SumSquareSub,
    Tanh,
};

use super::ROWS_PER_TASK;
use crate::error::{Error, Result};

/// The function between the two layers of a feed-forward block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activation {
    Gelu,
    GeluTanh,
    Relu,
    Silu,
}

impl Activation {
    /// By the name Transformers' configurations use.
    pub(crate) fn named(name: &str) -> Result<Activation> {
        match name {
            "gelu" => Ok(Activation::Gelu),
            "gelu_new" | "gelu_pytorch_tanh" => Ok(Activation::GeluTanh),
            "relu" => Ok(Activation::Relu),
            "silu" | "swish" => Ok(Activation::Silu),
            other => Err(Error::Unsupported(format!("the activation \"{other}\""))),
        }
    }

    pub(crate) fn apply(self, values: &mut [f32]) {
        values.par_chunks_mut(1 << 15).for_each(|chunk| match self {
            Activation::Gelu => Gelu {}.map_mut(chunk),
            Activation::GeluTanh => ApproxGelu {}.map_mut(chunk),
            Activation::Relu => chunk.iter_mut().for_each(|v| *v = v.max(0.0)),
            Activation::Silu => Silu {}.map_mut(chunk),
        });
    }
}

pub(crate) fn tanh(values: &mut [f32]) {
    Tanh {}.map_mut(values);
}

/// Layer normalisation with learned scale and shift.
pub(crate) struct LayerNorm {
    scale: Vec<f32>,
    shift: Vec<f32>,
    epsilon: f32,
}

impl LayerNorm {
    pub(crate) fn new(scale: Vec<f32>, shift: Vec<f32>, epsilon: f32) -> Result<LayerNorm> {
        match scale.len() == shift.len() {
            true => Ok(LayerNorm { scale, shift, epsilon }),
            false => Err(Error::Shape("a layer norm's weight and bias differ".to_owned())),
        }
    }

    pub(crate) fn apply(&self, rows: &mut [f32]) {
        let width = self.scale.len();
        rows.par_chunks_mut(width * ROWS_PER_TASK).for_each(|chunk| {
            for row in chunk.chunks_exact_mut(width) {
                self.row(row);
            }
        });
    }

    /// Adds `residual` first.
    pub(crate) fn apply_sum(&self, rows: &mut [f32], residual: &[f32]) {
        let width = self.scale.len();
        rows.par_chunks_mut(width * ROWS_PER_TASK)
            .zip(residual.par_chunks(width * ROWS_PER_TASK))
            .for_each(|(chunk, residual)| {
                let residual = residual.chunks_exact(width);
                for (row, residual) in chunk.chunks_exact_mut(width).zip(residual) {
                    Add { to: row, from: residual }.dispatch();
                    self.row(row);
                }
            });
    }

    fn row(&self, row: &mut [f32]) {
        let width = row.len() as f32;
        let mean = Sum::new(row).dispatch() / width;
        let variance = SumSquareSub::new(row, mean).dispatch() / width;
        let options = NormalizeOptions {
            pre_scale_bias: mean,
            scale: 1.0 / (variance + self.epsilon).sqrt(),
            element_scale: Some(&self.scale),
            element_bias: Some(&self.shift),
            bias: 0.0,
        };
        Normalize::new_mut(row, options).dispatch();
    }
}

/// Root-mean-square normalisation with a learned scale, as in T5.
pub(crate) struct RmsNorm {
    scale: Vec<f32>,
    epsilon: f32,
}

impl RmsNorm {
    pub(crate) fn new(scale: Vec<f32>, epsilon: f32) -> RmsNorm {
        RmsNorm { scale, epsilon }
    }

    pub(crate) fn apply(&self, rows: &[f32]) -> Vec<f32> {
        let mut normal = rows.to_vec();
        for row in normal.chunks_exact_mut(self.scale.len()) {
            let mean = SumSquare::new(row).dispatch() / row.len() as f32;
            let options = NormalizeOptions {
                scale: 1.0 / (mean + self.epsilon).sqrt(),
                element_scale: Some(&self.scale),
                ..Default::default()
            };
            Normalize::new_mut(row, options).dispatch();
        }
        normal
    }
}

struct Add<'a> {
    to: &'a mut [f32],
    from: &'a [f32],
}

impl SimdOp for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let ops = isa.f32();
        let lanes = ops.len();
        let mut to = self.to.chunks_exact_mut(lanes);
        let mut from = self.from.chunks_exact(lanes);
        for (to, from) in to.by_ref().zip(from.by_ref()) {
            let sum = ops.add(ops.load(to), ops.load(from));
            ops.store(sum, to);
        }
        for (to, from) in to.into_remainder().iter_mut().zip(from.remainder()) {
            *to += from;
        }
    }
}

/// `to += from`.
pub(crate) fn add(to: &mut [f32], from: &[f32]) {
    Add { to, from }.dispatch();
}

/// `to *= from`.
pub(crate) fn multiply(to: &mut [f32], from: &[f32]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to *= from);
}

struct Scale<'a> {
    values: &'a mut [f32],
    by: f32,
}

impl SimdOp for Scale<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let ops = isa.f32();
        let by = ops.splat(self.by);
        simd_map(
            ops,
            self.values,
            #[inline(always)]
            |v| ops.mul(v, by),
        );
    }
}

/// `values *= by`.
pub(crate) fn scale(values: &mut [f32], by: f32) {
    Scale { values, by }.dispatch();
}

/// Makes values a probability each.
pub(crate) fn softmax(values: &mut [f32]) {
    if !values.is_empty() {
        Softmax::new_mut(values).dispatch();
    }
}

/// Makes a row unit length; a row of zeros stays as it is.
pub(crate) fn normalize(row: &mut [f32]) {
    let length = SumSquare::new(row).dispatch().sqrt();
    scale(row, 1.0 / length.max(1e-12));
}
