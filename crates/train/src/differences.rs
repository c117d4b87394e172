//! Gradients by finite differences, for the tests of every layer.

use crate::param::Learns;

const STEP: f32 = 1e-2;

/// The gradient of `value` at `x` by central differences.
pub(crate) fn gradient_of(x: &[f32], value: impl Fn(&[f32]) -> f64) -> Vec<f32> {
    let at = |i: usize, by: f32| {
        let mut x = x.to_vec();
        x[i] += by;
        value(&x)
    };
    (0..x.len()).map(|i| ((at(i, STEP) - at(i, -STEP)) / (2.0 * f64::from(STEP))) as f32).collect()
}

/// The gradient of `value` with respect to each parameter.
pub(crate) fn param_gradients<T: Learns>(
    layer: &mut T,
    value: impl Fn(&T) -> f64,
) -> Vec<Vec<f32>> {
    let sizes: Vec<usize> = layer.params().iter().map(|param| param.value.len()).collect();
    let mut gradients = Vec::new();
    for (number, size) in sizes.into_iter().enumerate() {
        let mut at = |i: usize, by: f32| {
            let before = layer.params()[number].value[i];
            layer.params_mut()[number].value[i] = before + by;
            let found = value(layer);
            layer.params_mut()[number].value[i] = before;
            found
        };
        let slope = |i| ((at(i, STEP) - at(i, -STEP)) / (2.0 * f64::from(STEP))) as f32;
        gradients.push((0..size).map(slope).collect());
    }
    gradients
}

/// Says where two gradients differ by more than single precision explains.
pub(crate) fn assert_close(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let off = (found - expected).abs();
        assert!(off <= 2e-3 + 1e-2 * expected.abs(), "{i}: {found} where {expected} is right");
    }
}
