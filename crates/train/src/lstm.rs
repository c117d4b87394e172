//! A long short-term memory (Hochreiter & Schmidhuber, 1997) over sequences of different lengths, without padding.
//!
//! Sequences stand step by step: all first tokens, all second tokens, and so on, the longest sequence first, so that
//! those which still go on at a step are always the first ones.

use crate::error::Result;
use crate::matrix::{add_rows, multiply, plain, turned};
use crate::param::{Learns, Param};
use crate::random::Random;

/// Sequences of vectors, step by step.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The vectors.
    pub values: Vec<f32>,
    /// How many sequences go on at each step; never more than at the step before.
    pub going: Vec<usize>,
    /// Which of the caller's sequences each is, the longest first.
    pub order: Vec<usize>,
}

impl Steps {
    /// Puts sequences of token numbers into steps, forwards or backwards, with a vector for each token.
    pub fn new<'a>(
        sequences: &[&[u32]],
        backwards: bool,
        vector: impl Fn(u32) -> &'a [f32],
    ) -> Steps {
        let mut order: Vec<usize> = (0..sequences.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(sequences[*i].len()));
        let longest = order.first().map_or(0, |i| sequences[*i].len());
        let (mut values, mut going) = (Vec::new(), Vec::with_capacity(longest));
        for step in 0..longest {
            let tokens = order.iter().map(|i| sequences[*i]).take_while(|s| step < s.len());
            let mut count = 0;
            for sequence in tokens {
                let at = if backwards { sequence.len() - 1 - step } else { step };
                values.extend_from_slice(vector(sequence[at]));
                count += 1;
            }
            going.push(count);
        }
        Steps { values, going, order }
    }
}

/// One direction of a BiLSTM. The gates stand in PyTorch's order: input, forget, cell, output.
#[derive(Clone, Debug)]
pub struct Lstm {
    input: Param,
    state: Param,
    bias: Param,
    inputs: usize,
    units: usize,
}

/// What a pass leaves for the way back.
pub struct Pass {
    /// The states, step by step.
    pub states: Vec<f32>,
    gates: Vec<f32>,
    cells: Vec<f32>,
}

impl Lstm {
    /// A layer with weights as PyTorch draws them, and the forget gate open.
    pub fn new(name: &str, inputs: usize, units: usize, random: &mut Random) -> Lstm {
        let most = 1.0 / (units.max(1) as f32).sqrt();
        let mut draw = |part: &str, shape: &[usize]| {
            Param::uniform(format!("{name}.{part}"), shape, most, random)
        };
        let input = draw("input", &[4 * units, inputs]);
        let state = draw("state", &[4 * units, units]);
        let mut bias = Param::zeros(format!("{name}.bias"), &[4 * units]);
        bias.value[units..2 * units].fill(1.0);
        Lstm { input, state, bias, inputs, units }
    }

    /// The length of a state.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The states of all sequences.
    pub fn forward(&self, steps: &Steps) -> Result<Pass> {
        let units = self.units;
        let rows = steps.values.len() / self.inputs.max(1);
        let mut gates = self.bias.value.repeat(rows);
        let input = turned(&self.input.value, 4 * units, self.inputs);
        multiply(&mut gates, plain(&steps.values, rows, self.inputs), input, true)?;
        let (mut states, mut cells) = (vec![0.0; rows * units], vec![0.0; rows * units]);
        let (mut first, mut before) = (0, 0);
        for (step, &going) in steps.going.iter().enumerate() {
            let gates = &mut gates[first * 4 * units..(first + going) * 4 * units];
            if step > 0 {
                let last = plain(&states[before * units..(before + going) * units], going, units);
                multiply(gates, last, turned(&self.state.value, 4 * units, units), true)?;
            }
            for row in 0..going {
                let gates = &mut gates[row * 4 * units..(row + 1) * 4 * units];
                let at = (first + row) * units;
                for unit in 0..units {
                    let remembered = match step {
                        0 => 0.0,
                        _ => cells[(before + row) * units + unit],
                    };
                    let (i, f) = (sigmoid(gates[unit]), sigmoid(gates[units + unit]));
                    let (g, o) = (gates[2 * units + unit].tanh(), sigmoid(gates[3 * units + unit]));
                    let cell = f * remembered + i * g;
                    cells[at + unit] = cell;
                    states[at + unit] = o * cell.tanh();
                    gates[unit] = i;
                    gates[units + unit] = f;
                    gates[2 * units + unit] = g;
                    gates[3 * units + unit] = o;
                }
            }
            before = first;
            first += going;
        }
        Ok(Pass { states, gates, cells })
    }

    /// Adds to the gradients; `d_states` is the gradient of the states. The vectors below do not learn.
    pub fn learn(&mut self, steps: &Steps, pass: &Pass, mut d_states: Vec<f32>) -> Result<()> {
        let units = self.units;
        let rows = pass.states.len() / units.max(1);
        let mut d_gates = vec![0.0; rows * 4 * units];
        let mut d_cells = vec![0.0; rows * units];
        let mut first = rows;
        for (step, &going) in steps.going.iter().enumerate().rev() {
            first -= going;
            let before = (step > 0).then(|| first - steps.going[step - 1]);
            for row in first..first + going {
                let earlier = before.map(|before| before + row - first);
                self.learn_row(row, earlier, pass, &d_states, &mut d_cells, &mut d_gates);
            }
            if let Some(before) = before {
                let d_gates = &d_gates[first * 4 * units..(first + going) * 4 * units];
                let into = &mut d_states[before * units..(before + going) * units];
                let state = plain(&self.state.value, 4 * units, units);
                multiply(into, plain(d_gates, going, 4 * units), state, true)?;
            }
        }
        let x = plain(&steps.values, rows, self.inputs);
        multiply(&mut self.input.grad, turned(&d_gates, rows, 4 * units), x, true)?;
        add_rows(&mut self.bias.grad, &d_gates);
        let earlier = earlier_states(steps, &pass.states, units);
        let skipped = steps.going.first().copied().unwrap_or(0);
        let later = &d_gates[skipped * 4 * units..];
        if !later.is_empty() {
            let later = turned(later, rows - skipped, 4 * units);
            let earlier = plain(&earlier, rows - skipped, units);
            multiply(&mut self.state.grad, later, earlier, true)?;
        }
        Ok(())
    }

    /// The way back through one step of one sequence.
    fn learn_row(
        &self,
        row: usize,
        earlier: Option<usize>,
        pass: &Pass,
        d_states: &[f32],
        d_cells: &mut [f32],
        d_gates: &mut [f32],
    ) {
        let units = self.units;
        let gates = &pass.gates[row * 4 * units..(row + 1) * 4 * units];
        let d_gates = &mut d_gates[row * 4 * units..(row + 1) * 4 * units];
        for unit in 0..units {
            let (i, f) = (gates[unit], gates[units + unit]);
            let (g, o) = (gates[2 * units + unit], gates[3 * units + unit]);
            let remembered = earlier.map_or(0.0, |row| pass.cells[row * units + unit]);
            let cell = pass.cells[row * units + unit].tanh();
            let d_state = d_states[row * units + unit];
            let d_cell = d_cells[row * units + unit] + d_state * o * (1.0 - cell * cell);
            d_gates[unit] = d_cell * g * i * (1.0 - i);
            d_gates[units + unit] = d_cell * remembered * f * (1.0 - f);
            d_gates[2 * units + unit] = d_cell * i * (1.0 - g * g);
            d_gates[3 * units + unit] = d_state * cell * o * (1.0 - o);
            if let Some(row) = earlier {
                d_cells[row * units + unit] = d_cell * f;
            }
        }
    }
}

/// For each row after the first step, the state of its sequence one step earlier.
fn earlier_states(steps: &Steps, states: &[f32], units: usize) -> Vec<f32> {
    let mut earlier = Vec::with_capacity(states.len());
    let mut first = 0;
    for pair in steps.going.windows(2) {
        earlier.extend_from_slice(&states[first * units..(first + pair[1]) * units]);
        first += pair[0];
    }
    earlier
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Learns for Lstm {
    fn params(&self) -> Vec<&Param> {
        vec![&self.input, &self.state, &self.bias]
    }

    fn params_mut(&mut self) -> Vec<&mut Param> {
        vec![&mut self.input, &mut self.state, &mut self.bias]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::differences::{assert_close, param_gradients};

    const TABLE: [[f32; 2]; 4] = [[0.3, -0.8], [1.1, 0.2], [-0.5, 0.7], [0.9, -0.1]];

    fn steps(backwards: bool) -> Steps {
        let sequences: [&[u32]; 3] = [&[2], &[0, 1, 2, 3], &[3, 1]];
        Steps::new(&sequences, backwards, |token| &TABLE[token as usize])
    }

    #[test]
    fn the_longest_sequence_stands_first_and_ends_last() {
        let steps = steps(true);
        assert_eq!((steps.order, steps.going), (vec![1, 2, 0], vec![3, 2, 1, 1]));
        assert_eq!(steps.values[..6], [0.9, -0.1, 1.1, 0.2, -0.5, 0.7]);
    }

    #[test]
    fn a_sequence_has_the_same_states_alone_and_beside_others() {
        let lstm = Lstm::new("lstm", 2, 3, &mut Random::new(1));
        let together = lstm.forward(&steps(false)).unwrap();
        let sequence: [&[u32]; 1] = [&[3, 1]];
        let alone = Steps::new(&sequence, false, |token| &TABLE[token as usize]);
        let alone = lstm.forward(&alone).unwrap();
        assert_close(&together.states[3..6], &alone.states[..3]);
        assert_close(&together.states[12..15], &alone.states[3..]);
    }

    #[test]
    fn the_gradients_are_those_of_finite_differences() {
        let mut random = Random::new(2);
        let mut lstm = Lstm::new("lstm", 2, 3, &mut random);
        let steps = steps(false);
        let towards = random.uniform(7 * 3, 1.0);
        let value = |lstm: &Lstm| {
            let states = lstm.forward(&steps).unwrap().states;
            states.iter().zip(&towards).map(|(s, t)| f64::from(s * t)).sum::<f64>()
        };
        let pass = lstm.forward(&steps).unwrap();
        lstm.learn(&steps, &pass, towards.clone()).unwrap();
        let expected = param_gradients(&mut lstm, value);
        for (param, expected) in lstm.params().iter().zip(expected) {
            assert_close(&param.grad, &expected);
        }
    }
}
