//! Numbers that are learned.

use crate::random::Random;

/// A tensor that is learned, with its gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the file of weights.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its values.
    pub value: Vec<f32>,
    /// The gradient of the loss.
    pub grad: Vec<f32>,
}

impl Param {
    /// All zero.
    pub fn zeros(name: impl Into<String>, shape: &[usize]) -> Param {
        let count = shape.iter().product();
        let (value, grad) = (vec![0.0; count], vec![0.0; count]);
        Param { name: name.into(), shape: shape.to_vec(), value, grad }
    }

    /// Uniform from `-most` to `most`.
    pub fn uniform(
        name: impl Into<String>,
        shape: &[usize],
        most: f32,
        random: &mut Random,
    ) -> Param {
        let mut param = Param::zeros(name, shape);
        param.value = random.uniform(param.value.len(), most);
        param
    }
}

/// What has parameters.
pub trait Learns {
    /// The parameters, always in the same order.
    fn params(&self) -> Vec<&Param>;

    /// The same, to be changed.
    fn params_mut(&mut self) -> Vec<&mut Param>;

    /// Forgets the gradients.
    fn clear(&mut self) {
        self.params_mut().into_iter().for_each(|param| param.grad.fill(0.0));
    }
}
