//! Training: mini-batches in an order drawn from the seed, and the weights that did best on rows kept aside.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::error::{Error, Result};
use crate::examples::Examples;
use crate::network::Network;
use crate::param::Learns;
use crate::random::Random;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// The most passes over the rows.
    pub epochs: usize,
    /// Few rows are passed over more often, until there were as many steps.
    pub least_steps: usize,
    /// Rows a step.
    pub batch: usize,
    /// How far a step goes.
    pub rate: f32,
    /// How the rate changes on the way.
    pub schedule: Schedule,
    /// How much weights shrink at a step of rate one.
    pub decay: f32,
    /// The share of features that is dropped at a step.
    pub dropout: f32,
    /// Passes without a better score after which training ends; none for all passes.
    pub patience: Option<usize>,
    /// What counts as better.
    pub measure: Measure,
    /// How much rare labels weigh more: 0 not at all, 1 so that all labels weigh the same.
    pub balance: f32,
    /// The seed of the weights and of the order.
    pub seed: u64,
}

/// How the rate changes on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// It does not.
    #[default]
    Constant,
    /// It grows for a tenth of all steps and shrinks to nothing at the last (as with BERT).
    Linear,
}

/// What is measured on the rows kept aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The share of rows that are right.
    #[default]
    Accuracy,
    /// The mean of all labels' F1.
    MacroF1,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            epochs: 30,
            least_steps: 0,
            batch: 32,
            rate: 1e-3,
            schedule: Schedule::Constant,
            decay: 0.01,
            dropout: 0.2,
            patience: Some(5),
            measure: Measure::Accuracy,
            balance: 0.0,
            seed: 1,
        }
    }
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The pass that is under way, from 1.
    pub epoch: usize,
    /// The most passes there will be.
    pub epochs: usize,
    /// Rows of the pass that were seen.
    pub rows: usize,
    /// All rows of a pass.
    pub of: usize,
    /// The best score so far.
    pub best: Option<f64>,
}

/// What came of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fitted {
    /// Passes made.
    pub epochs: usize,
    /// The pass whose weights were kept.
    pub best_epoch: usize,
    /// Its score on the rows kept aside, 0 to 1.
    pub score: f64,
}

/// Trains a network, which has the best weights at the end. `watch` is told of each step and may stop it.
pub fn fit(
    network: &mut Network,
    train: &Examples,
    dev: &Examples,
    plan: &Plan,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Fitted> {
    let random = &mut Random::new(plan.seed ^ 0x5eed_0f0d);
    let weights = label_weights(&train.labels, network.shape().labels, plan.balance);
    let batch = plan.batch.max(1);
    let steps_a_pass = train.len().div_ceil(batch).max(1);
    let epochs = plan.epochs.max(plan.least_steps.div_ceil(steps_a_pass)).max(1);
    let steps = (epochs * steps_a_pass) as f32;
    let (mut adam, mut step) = (Adam::default(), 0.0);
    let mut order: Vec<usize> = (0..train.len()).collect();
    let mut best: Option<(f64, usize, Vec<Vec<f32>>)> = None;
    let mut made = 0;
    for epoch in 1..=epochs {
        random.shuffle(&mut order);
        for (number, rows) in order.chunks(batch).enumerate() {
            network.clear();
            let dropout = (plan.dropout > 0.0).then_some((plan.dropout, &mut *random));
            if !network.learn(train, rows, &weights, dropout)?.is_finite() {
                let why = "the numbers grew beyond all bounds; a lower rate helps";
                return Err(Error::Rows(why.to_owned()));
            }
            let rate = plan.rate * plan.schedule.factor(step / steps);
            adam.step(network.params_mut(), rate, plan.decay);
            step += 1.0;
            let rows = (number * batch + rows.len()).min(train.len());
            let best = best.as_ref().map(|(score, ..)| *score);
            if watch(&Progress { epoch, epochs, rows, of: train.len(), best }).is_break() {
                return Err(Error::Stopped);
            }
        }
        made = epoch;
        let score = plan.measure.of(&predict(network, dev)?, &dev.labels, network.shape().labels);
        if best.as_ref().is_none_or(|(before, ..)| score > *before) {
            let kept = network.params().into_iter().map(|param| param.value.clone()).collect();
            best = Some((score, epoch, kept));
        }
        let since = epoch - best.as_ref().map_or(0, |(_, epoch, _)| *epoch);
        if plan.patience.is_some_and(|patience| since >= patience) {
            break;
        }
    }
    let Some((score, best_epoch, kept)) = best else { return Err(Error::Fault("no pass".into())) };
    network.params_mut().into_iter().zip(kept).for_each(|(param, kept)| param.value = kept);
    Ok(Fitted { epochs: made, best_epoch, score })
}

/// The number of the most probable label of each row.
pub fn predict(network: &Network, examples: &Examples) -> Result<Vec<usize>> {
    let logits = network.logits(examples)?;
    Ok(logits.chunks_exact(network.shape().labels.max(1)).map(best).collect())
}

/// The number of the largest value; the first of several.
pub fn best(values: &[f32]) -> usize {
    let mut best = 0;
    for (number, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = number;
        }
    }
    best
}

/// What a row of each label weighs: 1 on average over the rows.
fn label_weights(labels: &[usize], count: usize, balance: f32) -> Vec<f32> {
    let mut counts = vec![0.0f32; count];
    labels.iter().for_each(|label| counts[*label] += 1.0);
    let weigh = |count: &f32| if *count > 0.0 { count.powf(-balance) } else { 0.0 };
    let weights: Vec<f32> = counts.iter().map(weigh).collect();
    let total: f32 = weights.iter().zip(&counts).map(|(weight, count)| weight * count).sum();
    let mean = total / labels.len().max(1) as f32;
    weights.into_iter().map(|weight| weight / mean.max(f32::MIN_POSITIVE)).collect()
}

impl Schedule {
    fn factor(self, done: f32) -> f32 {
        const WARM: f32 = 0.1;
        match self {
            Schedule::Constant => 1.0,
            Schedule::Linear if done < WARM => done / WARM,
            Schedule::Linear => (1.0 - done) / (1.0 - WARM),
        }
    }
}

impl Measure {
    /// The measure of predicted labels, 0 to 1.
    pub fn of(self, predicted: &[usize], right: &[usize], labels: usize) -> f64 {
        let pairs = || predicted.iter().zip(right);
        match self {
            Measure::Accuracy => {
                let hits = pairs().filter(|(predicted, right)| predicted == right).count();
                hits as f64 / right.len().max(1) as f64
            }
            Measure::MacroF1 => {
                let f1 = |label: usize| {
                    let both = pairs().filter(|(p, r)| **p == label && **r == label).count();
                    let either = predicted.iter().chain(right).filter(|l| **l == label).count();
                    (2 * both) as f64 / either.max(1) as f64
                };
                // A label that nobody gave or predicted has no F1.
                let seen = |label: &usize| predicted.contains(label) || right.contains(label);
                let seen: Vec<usize> = (0..labels).filter(seen).collect();
                seen.iter().map(|label| f1(*label)).sum::<f64>() / seen.len().max(1) as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::examples::Inputs;
    use crate::network::Shape;

    /// Points inside and outside a circle.
    fn points(seed: u64, count: usize) -> Examples {
        let values = Random::new(seed).uniform(2 * count, 1.0);
        let labels =
            values.chunks(2).map(|p| usize::from(p[0] * p[0] + p[1] * p[1] < 0.5)).collect();
        Examples { first: Inputs::Vectors { width: 2, values }, second: None, labels }
    }

    fn fitted(threads: usize, seed: u64) -> (Network, Fitted) {
        let shape = Shape {
            input: 2,
            lstm: None,
            projection: None,
            pair: false,
            hidden: Some(16),
            labels: 2,
        };
        let plan = Plan { epochs: 40, rate: 0.02, dropout: 0.1, seed, ..Plan::default() };
        let mut network = Network::new(shape, seed);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let watch = &mut |_: &Progress| ControlFlow::Continue(());
        let done = pool
            .install(|| fit(&mut network, &points(1, 400), &points(2, 200), &plan, &mut *watch));
        (network, done.unwrap())
    }

    #[test]
    fn a_circle_is_learned_and_a_seed_gives_the_same_weights_on_any_number_of_threads() {
        let (one, fitted_one) = fitted(1, 3);
        let (four, fitted_four) = fitted(4, 3);
        assert!(fitted_one.score > 0.93, "{fitted_one:?}");
        assert_eq!(fitted_one, fitted_four);
        for (one, four) in one.params().iter().zip(four.params()) {
            assert!(one.value == four.value, "{}", one.name);
        }
        let (other, _) = fitted(1, 4);
        assert!(other.params()[0].value != one.params()[0].value);
    }

    #[test]
    fn a_training_that_is_stopped_says_so() {
        let shape =
            Shape { input: 2, lstm: None, projection: None, pair: false, hidden: None, labels: 2 };
        let mut network = Network::new(shape, 1);
        let stopped =
            fit(&mut network, &points(1, 40), &points(2, 20), &Plan::default(), &mut |_| {
                ControlFlow::Break(())
            });
        assert!(matches!(stopped, Err(Error::Stopped)));
    }

    #[test]
    fn measures_are_those_of_their_definitions() {
        let (predicted, right) = ([0, 0, 1, 1], [0, 1, 1, 1]);
        assert_eq!(Measure::Accuracy.of(&predicted, &right, 3), 0.75);
        let expected = (2.0 / 3.0 + 0.8) / 2.0;
        assert!((Measure::MacroF1.of(&predicted, &right, 3) - expected).abs() < 1e-12);
    }

    #[test]
    fn balanced_labels_weigh_the_same_together() {
        let weights = label_weights(&[0, 0, 0, 1], 3, 1.0);
        assert!((3.0 * weights[0] - weights[1]).abs() < 1e-6 && weights[2] == 0.0);
    }
}
