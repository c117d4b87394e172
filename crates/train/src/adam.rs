//! Adam (Kingma & Ba, 2015) with decoupled weight decay (Loshchilov & Hutter, 2019).

use crate::param::Param;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const SMALL: f32 = 1e-8;
/// Longer gradients are shortened to this.
const LONGEST: f64 = 5.0;

/// The moments of each parameter.
#[derive(Clone, Debug, Default)]
pub struct Adam {
    step: i32,
    moments: Vec<(Vec<f32>, Vec<f32>)>,
}

impl Adam {
    /// Takes one step. Tables decay, biases do not.
    pub fn step(&mut self, params: Vec<&mut Param>, rate: f32, decay: f32) {
        if self.moments.is_empty() {
            let zeros = |param: &&mut Param| vec![0.0; param.value.len()];
            self.moments = params.iter().map(|param| (zeros(param), zeros(param))).collect();
        }
        self.step += 1;
        let squares = |param: &&mut Param| -> f64 {
            param.grad.iter().map(|g| f64::from(*g) * f64::from(*g)).sum()
        };
        let length = params.iter().map(squares).sum::<f64>().sqrt();
        let shorter = if length > LONGEST { (LONGEST / length) as f32 } else { 1.0 };
        let first = 1.0 - FIRST.powi(self.step);
        let second = 1.0 - SECOND.powi(self.step);
        for (param, (mean, square)) in params.into_iter().zip(&mut self.moments) {
            let kept = if param.shape.len() > 1 { 1.0 - rate * decay } else { 1.0 };
            let moments = mean.iter_mut().zip(square);
            for ((value, grad), (mean, square)) in
                param.value.iter_mut().zip(&param.grad).zip(moments)
            {
                let grad = grad * shorter;
                *mean = FIRST * *mean + (1.0 - FIRST) * grad;
                *square = SECOND * *square + (1.0 - SECOND) * grad * grad;
                let by = (*mean / first) / ((*square / second).sqrt() + SMALL);
                *value = *value * kept - rate * by;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_long_as_the_rate_and_goes_downhill() {
        let mut param = Param::zeros("p", &[2]);
        param.grad = vec![3.0, -0.5];
        Adam::default().step(vec![&mut param], 0.1, 0.0);
        assert!((param.value[0] + 0.1).abs() < 1e-4 && (param.value[1] - 0.1).abs() < 1e-4);
    }

    #[test]
    fn a_bowl_is_left_at_its_lowest_point() {
        let mut param = Param::zeros("p", &[1, 2]);
        let mut adam = Adam::default();
        for _ in 0..2000 {
            param.grad = vec![2.0 * (param.value[0] - 3.0), 2.0 * (param.value[1] + 1.0)];
            adam.step(vec![&mut param], 0.01, 0.0);
        }
        assert!((param.value[0] - 3.0).abs() < 0.02 && (param.value[1] + 1.0).abs() < 0.02);
    }
}
