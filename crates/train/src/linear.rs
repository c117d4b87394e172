//! A dense layer.

use crate::error::Result;
use crate::matrix::{add_rows, multiply, plain, turned};
use crate::param::{Learns, Param};
use crate::random::Random;

/// `y = x Wᵀ + b`.
#[derive(Clone, Debug)]
pub struct Linear {
    /// `outputs` by `inputs`.
    pub weight: Param,
    /// One for each output.
    pub bias: Param,
    inputs: usize,
    outputs: usize,
}

impl Linear {
    /// A layer with weights as PyTorch draws them: uniform within one over the root of the inputs.
    pub fn new(name: &str, inputs: usize, outputs: usize, random: &mut Random) -> Linear {
        let most = 1.0 / (inputs.max(1) as f32).sqrt();
        Linear {
            weight: Param::uniform(format!("{name}.weight"), &[outputs, inputs], most, random),
            bias: Param::uniform(format!("{name}.bias"), &[outputs], most, random),
            inputs,
            outputs,
        }
    }

    /// The layer's outputs for each row of `x`.
    pub fn forward(&self, x: &[f32]) -> Result<Vec<f32>> {
        let rows = x.len() / self.inputs.max(1);
        let mut y = self.bias.value.repeat(rows);
        let weight = turned(&self.weight.value, self.outputs, self.inputs);
        multiply(&mut y, plain(x, rows, self.inputs), weight, true)?;
        Ok(y)
    }

    /// Adds to the gradients, and gives that of the inputs.
    pub fn backward(&mut self, x: &[f32], dy: &[f32]) -> Result<Vec<f32>> {
        self.learn(x, dy)?;
        let rows = x.len() / self.inputs.max(1);
        let mut dx = vec![0.0; x.len()];
        let weight = plain(&self.weight.value, self.outputs, self.inputs);
        multiply(&mut dx, plain(dy, rows, self.outputs), weight, false)?;
        Ok(dx)
    }

    /// Adds to the gradients, where nothing below learns.
    pub fn learn(&mut self, x: &[f32], dy: &[f32]) -> Result<()> {
        let rows = x.len() / self.inputs.max(1);
        let (dy_turned, x) = (turned(dy, rows, self.outputs), plain(x, rows, self.inputs));
        multiply(&mut self.weight.grad, dy_turned, x, true)?;
        add_rows(&mut self.bias.grad, dy);
        Ok(())
    }
}

impl Learns for Linear {
    fn params(&self) -> Vec<&Param> {
        vec![&self.weight, &self.bias]
    }

    fn params_mut(&mut self) -> Vec<&mut Param> {
        vec![&mut self.weight, &mut self.bias]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::differences::{assert_close, gradient_of, param_gradients};

    #[test]
    fn the_gradients_are_those_of_finite_differences() {
        let mut random = Random::new(5);
        let mut layer = Linear::new("layer", 4, 3, &mut random);
        let x = random.uniform(5 * 4, 1.0);
        let towards = random.uniform(5 * 3, 1.0);
        let value = |layer: &Linear, x: &[f32]| {
            let y = layer.forward(x).unwrap();
            y.iter().zip(&towards).map(|(y, t)| f64::from(y * t)).sum::<f64>()
        };
        let dx = layer.backward(&x, &towards).unwrap();
        assert_close(&dx, &gradient_of(&x, |x| value(&layer, x)));
        let expected = param_gradients(&mut layer, |layer| value(layer, &x));
        for (param, expected) in layer.params().iter().zip(expected) {
            assert_close(&param.grad, &expected);
        }
    }
}
