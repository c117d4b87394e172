//! The networks: a vector for each text, the features of a pair, perhaps a hidden layer, a value for each label.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::examples::{Examples, Inputs};
use crate::linear::Linear;
use crate::loss::cross_entropy;
use crate::lstm::{Lstm, Pass, Steps};
use crate::param::{Learns, Param};
use crate::pool::{max_over_time, pair_features, pair_gradients, spread_max};
use crate::random::Random;

/// What a network is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The length of an input vector, of a text or of a token.
    pub input: usize,
    /// The units of each direction of a BiLSTM; none where texts come as vectors.
    pub lstm: Option<usize>,
    /// The width of a layer that both texts go through before they are compared.
    pub projection: Option<usize>,
    /// Whether rows have two texts.
    pub pair: bool,
    /// The units of a hidden layer with tanh.
    pub hidden: Option<usize>,
    /// How many labels there are.
    pub labels: usize,
}

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    lstm: Option<(Lstm, Lstm)>,
    projection: Option<Linear>,
    hidden: Option<Linear>,
    out: Linear,
}

/// What a pass leaves for the way back.
struct Trace {
    encoded: Encoded,
    /// The texts' vectors, those of second texts after those of first ones.
    sentences: Vec<f32>,
    projected: Option<Vec<f32>>,
    features: Vec<f32>,
    hidden: Option<Vec<f32>>,
    logits: Vec<f32>,
    dropped: Dropped,
}

enum Encoded {
    Given,
    Read(Box<[(Steps, Pass, Vec<usize>); 2]>),
}

/// What each feature and hidden unit was multiplied with; empty where nothing was dropped.
#[derive(Default)]
struct Dropped {
    features: Vec<f32>,
    hidden: Vec<f32>,
}

impl Network {
    /// A network with weights drawn from the seed.
    pub fn new(shape: Shape, seed: u64) -> Network {
        let random = &mut Random::new(seed);
        let lstm = shape.lstm.map(|units| {
            let forward = Lstm::new("lstm.forward", shape.input, units, random);
            (forward, Lstm::new("lstm.backward", shape.input, units, random))
        });
        let sentence = shape.lstm.map_or(shape.input, |units| 2 * units);
        let projection =
            shape.projection.map(|width| Linear::new("projection", sentence, width, random));
        let width = shape.projection.unwrap_or(sentence);
        let features = if shape.pair { 4 * width } else { width };
        let hidden = shape.hidden.map(|units| Linear::new("hidden", features, units, random));
        let out = Linear::new("out", shape.hidden.unwrap_or(features), shape.labels, random);
        Network { shape, lstm, projection, hidden, out }
    }

    /// What it is made of.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The hidden layer, where there is one.
    pub fn hidden(&self) -> Option<&Linear> {
        self.hidden.as_ref()
    }

    /// The last layer.
    pub fn out(&self) -> &Linear {
        &self.out
    }

    /// Takes over the layers below the last from a network that has learned something else. Layers of another shape
    /// stay as they are.
    pub fn take_over(&mut self, other: &Network) {
        let theirs = other.params();
        for param in self.params_mut() {
            let same = |theirs: &&&Param| theirs.name == param.name && theirs.shape == param.shape;
            if let Some(found) = theirs.iter().find(same)
                && !param.name.starts_with("out.")
            {
                param.value.clone_from(&found.value);
            }
        }
    }

    /// The logits of each row.
    pub fn logits(&self, examples: &Examples) -> Result<Vec<f32>> {
        const ROWS_AT_ONCE: usize = 256;
        let rows: Vec<usize> = (0..examples.len()).collect();
        let mut logits = Vec::with_capacity(examples.len() * self.shape.labels);
        for rows in rows.chunks(ROWS_AT_ONCE) {
            logits.extend(self.forward(examples, rows, None)?.logits);
        }
        Ok(logits)
    }

    /// The mean loss of these rows; its gradients are added to the parameters'. `dropout` has the share that is dropped
    /// and what decides which.
    pub fn learn(
        &mut self,
        examples: &Examples,
        rows: &[usize],
        weights: &[f32],
        dropout: Option<(f32, &mut Random)>,
    ) -> Result<f64> {
        let trace = self.forward(examples, rows, dropout)?;
        let right: Vec<usize> = rows.iter().map(|row| examples.labels[*row]).collect();
        let (loss, d_logits) = cross_entropy(trace.logits.clone(), &right, weights);
        self.backward(&trace, &d_logits)?;
        Ok(loss)
    }

    fn forward(
        &self,
        examples: &Examples,
        rows: &[usize],
        mut dropout: Option<(f32, &mut Random)>,
    ) -> Result<Trace> {
        let mut dropped = Dropped::default();
        let (encoded, sentences) = self.encode(examples, rows)?;
        let projected = self.projection.as_ref().map(|p| p.forward(&sentences)).transpose()?;
        let seen = projected.as_ref().unwrap_or(&sentences);
        let mut features = match self.shape.pair {
            false => seen.clone(),
            true => {
                let (first, second) = seen.split_at(seen.len() / 2);
                pair_features(first, second, self.width())
            }
        };
        if let Some((share, random)) = &mut dropout {
            dropped.features = drop_some(&mut features, *share, random);
        }
        let mut hidden = self.hidden.as_ref().map(|layer| layer.forward(&features)).transpose()?;
        if let Some(hidden) = &mut hidden {
            hidden.iter_mut().for_each(|value| *value = value.tanh());
        }
        let mut below = hidden.clone();
        if let (Some(below), Some((share, random))) = (&mut below, &mut dropout) {
            dropped.hidden = drop_some(below, *share, random);
        }
        let logits = self.out.forward(below.as_ref().unwrap_or(&features))?;
        Ok(Trace { encoded, sentences, projected, features, hidden, logits, dropped })
    }

    fn backward(&mut self, trace: &Trace, d_logits: &[f32]) -> Result<()> {
        let mut d_features = match (&mut self.hidden, &trace.hidden) {
            (Some(layer), Some(hidden)) => {
                let mut below = hidden.clone();
                scale(&mut below, &trace.dropped.hidden);
                let mut d_hidden = self.out.backward(&below, d_logits)?;
                scale(&mut d_hidden, &trace.dropped.hidden);
                d_hidden.iter_mut().zip(hidden).for_each(|(d, value)| *d *= 1.0 - value * value);
                layer.backward(&trace.features, &d_hidden)?
            }
            _ => self.out.backward(&trace.features, d_logits)?,
        };
        scale(&mut d_features, &trace.dropped.features);
        if self.lstm.is_none() && self.projection.is_none() {
            return Ok(());
        }
        let seen = trace.projected.as_ref().unwrap_or(&trace.sentences);
        let d_seen = match self.shape.pair {
            false => d_features,
            true => {
                let (first, second) = seen.split_at(seen.len() / 2);
                let (mut d_first, d_second) =
                    pair_gradients(first, second, &d_features, self.width());
                d_first.extend(d_second);
                d_first
            }
        };
        let d_sentences = match &mut self.projection {
            None => d_seen,
            Some(layer) if self.lstm.is_some() => layer.backward(&trace.sentences, &d_seen)?,
            Some(layer) => return layer.learn(&trace.sentences, &d_seen),
        };
        self.backward_lstm(&trace.encoded, &d_sentences)
    }

    /// The way back through both directions, which can go at the same time.
    fn backward_lstm(&mut self, encoded: &Encoded, d_sentences: &[f32]) -> Result<()> {
        let (Some((forward, backward)), Encoded::Read(read)) = (&mut self.lstm, encoded) else {
            return Ok(());
        };
        let units = forward.units();
        let learn = |lstm: &mut Lstm, read: &(Steps, Pass, Vec<usize>), offset: usize| {
            let (steps, pass, places) = read;
            let rows = pass.states.len() / units.max(1);
            let d_states = spread_max(places, d_sentences, units, rows, (2 * units, offset));
            lstm.learn(steps, pass, d_states)
        };
        let [ahead, behind] = &**read;
        let (a, b) = rayon::join(|| learn(forward, ahead, 0), || learn(backward, behind, units));
        a.and(b)
    }

    /// A vector for each text, first texts before second ones.
    fn encode(&self, examples: &Examples, rows: &[usize]) -> Result<(Encoded, Vec<f32>)> {
        let second = match (self.shape.pair, &examples.second) {
            (true, Some(second)) => Some(second),
            (false, None) => None,
            _ => return Err(Error::Fault("one text where two are compared".to_owned())),
        };
        let sides = || std::iter::once(&examples.first).chain(second);
        if let Some((forward, backward)) = &self.lstm {
            let mut sequences: Vec<&[u32]> = Vec::new();
            let mut table = None;
            for side in sides() {
                let Inputs::Tokens { table: words, texts } = side else {
                    return Err(Error::Fault("a BiLSTM reads tokens".to_owned()));
                };
                table = Some(words);
                sequences.extend(rows.iter().map(|row| texts[*row].as_slice()));
            }
            let table = table.ok_or_else(|| Error::Fault("no texts".to_owned()))?;
            return self.read(forward, backward, &sequences, |token| table.vector(token));
        }
        let mut sentences = Vec::with_capacity(2 * rows.len() * self.shape.input);
        for side in sides() {
            let Inputs::Vectors { width, values } = side else {
                return Err(Error::Fault("a bag of words reads vectors".to_owned()));
            };
            rows.iter()
                .for_each(|r| sentences.extend_from_slice(&values[r * width..(r + 1) * width]));
        }
        Ok((Encoded::Given, sentences))
    }

    fn read<'a>(
        &self,
        forward: &Lstm,
        backward: &Lstm,
        sequences: &[&[u32]],
        vector: impl Fn(u32) -> &'a [f32] + Sync,
    ) -> Result<(Encoded, Vec<f32>)> {
        let units = forward.units();
        let one = |lstm: &Lstm, backwards| -> Result<(Steps, Pass)> {
            let steps = Steps::new(sequences, backwards, &vector);
            let pass = lstm.forward(&steps)?;
            Ok((steps, pass))
        };
        let (ahead, behind) = rayon::join(|| one(forward, false), || one(backward, true));
        let mut sentences = vec![0.0; sequences.len() * 2 * units];
        let mut pooled = |(steps, pass): (Steps, Pass), offset| {
            let place = (2 * units, offset);
            let places = max_over_time(&steps, &pass.states, units, &mut sentences, place);
            (steps, pass, places)
        };
        let read = [pooled(ahead?, 0), pooled(behind?, units)];
        Ok((Encoded::Read(Box::new(read)), sentences))
    }

    /// The length of a text's vector where texts are compared.
    fn width(&self) -> usize {
        let sentence = self.shape.lstm.map_or(self.shape.input, |units| 2 * units);
        self.shape.projection.unwrap_or(sentence)
    }
}

/// Drops a share of the values and makes the others larger; gives what each was multiplied with.
fn drop_some(values: &mut [f32], share: f32, random: &mut Random) -> Vec<f32> {
    let kept = 1.0 / (1.0 - share);
    let factors: Vec<f32> =
        values.iter().map(|_| if random.share() < share { 0.0 } else { kept }).collect();
    scale(values, &factors);
    factors
}

fn scale(values: &mut [f32], factors: &[f32]) {
    values.iter_mut().zip(factors).for_each(|(value, factor)| *value *= factor);
}

impl Learns for Network {
    fn params(&self) -> Vec<&Param> {
        let lstm = self.lstm.iter().flat_map(|(a, b)| a.params().into_iter().chain(b.params()));
        let dense = self.projection.iter().chain(&self.hidden).chain([&self.out]);
        lstm.chain(dense.flat_map(Learns::params)).collect()
    }

    fn params_mut(&mut self) -> Vec<&mut Param> {
        let lstm = self.lstm.iter_mut();
        let lstm = lstm.flat_map(|(a, b)| a.params_mut().into_iter().chain(b.params_mut()));
        let dense = self.projection.iter_mut().chain(&mut self.hidden).chain([&mut self.out]);
        lstm.chain(dense.flat_map(Learns::params_mut)).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;

    use super::*;
    use crate::differences::{assert_close, param_gradients};
    use crate::vectors::Table;

    fn check(shape: Shape, examples: &Examples) {
        let mut network = Network::new(shape, 11);
        let rows: Vec<usize> = (0..examples.len()).collect();
        let weights = [1.0, 2.0, 0.5];
        network.learn(examples, &rows, &weights, None).unwrap();
        let loss = |network: &Network| {
            let logits = network.logits(examples).unwrap();
            cross_entropy(logits, &examples.labels, &weights).0
        };
        let found: Vec<Vec<f32>> = network.params().iter().map(|p| p.grad.clone()).collect();
        let expected = param_gradients(&mut network, loss);
        for (found, expected) in found.iter().zip(expected) {
            assert_close(found, &expected);
        }
    }

    fn tokens(texts: &[&[u32]]) -> Inputs {
        let values = Random::new(5).uniform(5 * 3, 1.0);
        let table = Arc::new(Table { width: 3, values });
        Inputs::Tokens { table, texts: texts.iter().map(|text| text.to_vec()).collect() }
    }

    #[test]
    fn a_bag_of_words_over_pairs_has_the_gradients_of_finite_differences() {
        let vectors =
            |seed| Inputs::Vectors { width: 4, values: Random::new(seed).uniform(12, 1.0) };
        let examples =
            Examples { first: vectors(1), second: Some(vectors(2)), labels: vec![0, 1, 2] };
        let (projection, hidden) = (Some(3), Some(5));
        check(Shape { input: 4, lstm: None, projection, pair: true, hidden, labels: 3 }, &examples);
    }

    #[test]
    fn a_bilstm_over_single_texts_has_the_gradients_of_finite_differences() {
        let first = tokens(&[&[0, 1], &[2], &[3, 4, 1]]);
        let examples = Examples { first, second: None, labels: vec![2, 0, 1] };
        let lstm = Some(2);
        let shape =
            Shape { input: 3, lstm, projection: None, pair: false, hidden: None, labels: 3 };
        check(shape, &examples);
    }

    #[test]
    fn a_bilstm_over_pairs_has_the_gradients_of_finite_differences() {
        let (first, second) = (tokens(&[&[0, 1], &[2]]), tokens(&[&[3], &[4, 0, 2]]));
        let examples = Examples { first, second: Some(second), labels: vec![2, 0] };
        let (lstm, projection, hidden) = (Some(2), Some(2), Some(3));
        check(Shape { input: 3, lstm, projection, pair: true, hidden, labels: 3 }, &examples);
    }

    #[test]
    fn what_was_learned_below_the_last_layer_is_taken_over() {
        let shape = |labels| Shape {
            input: 4,
            lstm: None,
            projection: None,
            pair: false,
            hidden: Some(3),
            labels,
        };
        let (mut to, from) = (Network::new(shape(2), 1), Network::new(shape(5), 2));
        let before = to.out().weight.value.clone();
        to.take_over(&from);
        assert_eq!(to.hidden().unwrap().weight.value, from.hidden().unwrap().weight.value);
        assert_eq!(to.out().weight.value, before);
    }
}
