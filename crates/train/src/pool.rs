//! From states to one vector a sequence, and from two vectors to the features of a pair.

use crate::lstm::Steps;

/// The largest value of each unit over a sequence's states (Conneau et al., 2017), and the row it stands in.
/// The sequences come out in the caller's order, each at `offset` of a row of `width` values.
pub fn max_over_time(
    steps: &Steps,
    states: &[f32],
    units: usize,
    into: &mut [f32],
    (width, offset): (usize, usize),
) -> Vec<usize> {
    let mut places = vec![usize::MAX; steps.order.len() * units];
    let mut row = 0;
    for going in &steps.going {
        for sequence in &steps.order[..*going] {
            let state = &states[row * units..(row + 1) * units];
            let best = &mut into[sequence * width + offset..][..units];
            let places = &mut places[sequence * units..(sequence + 1) * units];
            for ((best, place), value) in best.iter_mut().zip(places).zip(state) {
                if *place == usize::MAX || value > best {
                    (*best, *place) = (*value, row);
                }
            }
            row += 1;
        }
    }
    places
}

/// The gradient of the states, where that of the largest values is known.
pub fn spread_max(
    places: &[usize],
    d_best: &[f32],
    units: usize,
    rows: usize,
    (width, offset): (usize, usize),
) -> Vec<f32> {
    let mut d_states = vec![0.0; rows * units];
    for (sequence, places) in places.chunks_exact(units.max(1)).enumerate() {
        let d_best = &d_best[sequence * width + offset..][..units];
        for (unit, (place, d)) in places.iter().zip(d_best).enumerate() {
            if *place != usize::MAX {
                d_states[place * units + unit] += d;
            }
        }
    }
    d_states
}

/// `[u, v, |u − v|, u · v]` for each pair of rows (Conneau et al., 2017).
pub fn pair_features(first: &[f32], second: &[f32], width: usize) -> Vec<f32> {
    let mut features = Vec::with_capacity(4 * first.len());
    for (u, v) in first.chunks_exact(width).zip(second.chunks_exact(width)) {
        features.extend_from_slice(u);
        features.extend_from_slice(v);
        features.extend(u.iter().zip(v).map(|(u, v)| (u - v).abs()));
        features.extend(u.iter().zip(v).map(|(u, v)| u * v));
    }
    features
}

/// The gradients of both vectors of each pair, where that of their features is known.
pub fn pair_gradients(
    first: &[f32],
    second: &[f32],
    d_features: &[f32],
    width: usize,
) -> (Vec<f32>, Vec<f32>) {
    let (mut d_first, mut d_second) = (vec![0.0; first.len()], vec![0.0; second.len()]);
    for (row, d) in d_features.chunks_exact(4 * width).enumerate() {
        for i in 0..width {
            let at = row * width + i;
            let (u, v) = (first[at], second[at]);
            let apart = d[2 * width + i] * if u > v { 1.0 } else { -1.0 };
            d_first[at] = d[i] + apart + d[3 * width + i] * v;
            d_second[at] = d[width + i] - apart + d[3 * width + i] * u;
        }
    }
    (d_first, d_second)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::differences::{assert_close, gradient_of};
    use crate::random::Random;

    fn weighed(values: &[f32], by: &[f32]) -> f64 {
        values.iter().zip(by).map(|(value, by)| f64::from(value * by)).sum()
    }

    #[test]
    fn the_gradients_of_a_pair_are_those_of_finite_differences() {
        let mut random = Random::new(8);
        let (u, v) = (random.uniform(6, 1.0), random.uniform(6, 1.0));
        let towards = random.uniform(24, 1.0);
        let (d_u, d_v) = pair_gradients(&u, &v, &towards, 3);
        assert_close(&d_u, &gradient_of(&u, |u| weighed(&pair_features(u, &v, 3), &towards)));
        assert_close(&d_v, &gradient_of(&v, |v| weighed(&pair_features(&u, v, 3), &towards)));
    }

    #[test]
    fn the_gradient_of_the_largest_goes_to_where_it_stands() {
        let mut random = Random::new(9);
        let sequences: [&[u32]; 3] = [&[0], &[0, 0, 0], &[]];
        let steps = Steps::new(&sequences, false, |_| &[0.0]);
        let states = random.uniform(4 * 2, 1.0);
        let towards = random.uniform(3 * 5, 1.0);
        let pooled = |states: &[f32]| {
            let mut best = vec![0.0; 3 * 5];
            let places = max_over_time(&steps, states, 2, &mut best, (5, 1));
            (best, places)
        };
        let (best, places) = pooled(&states);
        assert_eq!(best[1..3], states[2..4], "the first sequence has one state, the second row");
        assert_eq!(best[11..13], [0.0, 0.0], "a sequence without tokens is zero");
        let found = spread_max(&places, &towards, 2, 4, (5, 1));
        assert_close(&found, &gradient_of(&states, |s| weighed(&pooled(s).0, &towards)));
    }
}
