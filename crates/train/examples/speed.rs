//! How long a hidden layer over features takes to train: `speed ROWS WIDTH HIDDEN LABELS EPOCHS BATCH`.
//!
//! docs/reproduce/labels/speed.py trains the same with scikit-learn.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use grice_train::{Examples, Inputs, Network, Plan, Random, Shape, fit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<usize> =
        std::env::args().skip(1).map(|arg| arg.parse()).collect::<Result<_, _>>()?;
    let [rows, width, hidden, labels, epochs, batch] = args[..] else {
        return Err("speed ROWS WIDTH HIDDEN LABELS EPOCHS BATCH".into());
    };
    let examples = |seed, rows: usize| {
        let mut random = Random::new(seed);
        let numbers = (0..rows).map(|_| random.below(labels)).collect();
        let values = random.uniform(rows * width, 1.0);
        Examples { first: Inputs::Vectors { width, values }, second: None, labels: numbers }
    };
    let shape = Shape {
        input: width,
        lstm: None,
        projection: None,
        pair: false,
        hidden: Some(hidden),
        labels,
    };
    let plan = Plan { epochs, batch, dropout: 0.0, patience: None, ..Plan::default() };
    let (train, dev) = (examples(1, rows), examples(2, 64));
    let mut network = Network::new(shape, 1);
    let began = Instant::now();
    fit(&mut network, &train, &dev, &plan, &mut |_| ControlFlow::Continue(()))?;
    writeln!(std::io::stdout(), "{:.2} s", began.elapsed().as_secs_f64())?;
    Ok(())
}
