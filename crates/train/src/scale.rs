//! Features brought to a mean of zero and a deviation of one, as they were in training.

use crate::examples::{Examples, Inputs};

/// What is taken from each feature, and what it is multiplied with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scale {
    /// The means.
    pub mean: Vec<f32>,
    /// One over the standard deviations.
    pub factor: Vec<f32>,
}

impl Scale {
    /// The scale of texts that are learned from; nothing for tokens.
    pub fn of(inputs: &Inputs) -> Scale {
        let Inputs::Vectors { width, values } = inputs else { return Scale::default() };
        let rows = (values.len() / (*width).max(1)).max(1) as f64;
        let (mut sum, mut squares) = (vec![0.0f64; *width], vec![0.0f64; *width]);
        for row in values.chunks_exact((*width).max(1)) {
            for ((sum, square), value) in sum.iter_mut().zip(&mut squares).zip(row) {
                *sum += f64::from(*value);
                *square += f64::from(*value) * f64::from(*value);
            }
        }
        let factor = sum.iter().zip(&squares).map(|(sum, square)| {
            let deviation = (square / rows - (sum / rows).powi(2)).max(0.0).sqrt();
            // What never changes says nothing.
            if deviation < 1e-6 { 0.0 } else { (1.0 / deviation) as f32 }
        });
        Scale {
            factor: factor.collect(),
            mean: sum.iter().map(|sum| (sum / rows) as f32).collect(),
        }
    }

    /// Brings texts to this scale.
    pub fn apply(&self, inputs: &mut Inputs) {
        let Inputs::Vectors { width, values } = inputs else { return };
        for row in values.chunks_exact_mut((*width).max(1)) {
            for ((value, mean), factor) in row.iter_mut().zip(&self.mean).zip(&self.factor) {
                *value = (*value - mean) * factor;
            }
        }
    }

    /// Brings both texts of rows to this scale.
    pub fn apply_both(&self, examples: &mut Examples) {
        self.apply(&mut examples.first);
        if let Some(second) = &mut examples.second {
            self.apply(second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_have_the_mean_zero_and_the_deviation_one_and_constants_go() {
        let mut inputs = Inputs::Vectors { width: 2, values: vec![1.0, 7.0, 3.0, 7.0] };
        Scale::of(&inputs).apply(&mut inputs);
        let Inputs::Vectors { values, .. } = inputs else { return assert_eq!(0, 1) };
        assert_eq!(values, [-1.0, 0.0, 1.0, 0.0]);
    }
}
