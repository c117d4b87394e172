//! How rows get their labels: by a network that learns from a fold, or by what is there already.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use grice_english::question::declarative;
use grice_judge::analyze::{Analyzer, Texts};
use grice_judge::interpret::{Asked, Interpreter};
use grice_model::registry::Registry;
use grice_train::{Network, Scale, Settings, fit, predict, softmax};

use super::division::{Division, Fold, Pool};
use super::error::Result;
use super::feed::{Base, Read, Told, examples, part};
use super::system::{First, Reads};
use crate::data::{DataSet, Row};

/// Rows that a judgement gets at once.
const AT_ONCE: usize = 256;

/// What a row is said to be, and how probable that is.
pub type Label = (String, f64);

/// How a run's rows get their labels.
pub enum Prepared {
    /// The label most frequent in training.
    Majority,
    /// A network learns.
    Learn {
        /// The rows as numbers.
        read: Read,
        /// What learns.
        settings: Box<Settings>,
        /// What was learned first.
        base: Option<Arc<Base>>,
    },
    /// They have them, by their places in the pool.
    Said(BTreeMap<usize, Label>),
}

/// What came of a fold.
#[derive(Clone, Debug, Default)]
pub struct Labelled {
    /// The label of each row of the test, with its place in the pool.
    pub test: Vec<(usize, Label)>,
    /// The share of rows to choose by that are right.
    pub dev: Option<f64>,
}

/// The texts of rows that are read.
pub fn texts(rows: &[Row], reads: Reads) -> (Vec<&str>, Option<Vec<&str>>) {
    let second = |row: &'_ Row| row.second.is_some();
    let seconds = || rows.iter().map(|row| row.second.as_deref().unwrap_or_default()).collect();
    match reads {
        Reads::Question => (rows.iter().map(|row| row.first.as_str()).collect(), None),
        Reads::Answer => (seconds(), None),
        Reads::Both => {
            let two = rows.iter().any(second);
            (rows.iter().map(|row| row.first.as_str()).collect(), two.then(seconds))
        }
    }
}

/// What tells the texts of a pool from others, those of other files among them.
pub fn name(pool: &Pool, reads: Reads) -> String {
    let files: Vec<&str> = pool.files.values().map(String::as_str).collect();
    format!("{} {} {reads:?}", pool.name, files.join(" "))
}

/// The premise and the hypothesis of a row: its reply, and its question as a statement. Where Circa's file has no
/// statement it is made by rules, and where these cannot tell the subject the question stays.
pub fn as_statement(rows: &[Row]) -> (Vec<&str>, Vec<Cow<'_, str>>) {
    let premises = rows.iter().map(|row| row.second.as_deref().unwrap_or_default());
    (premises.collect(), rows.iter().map(hypothesis).collect())
}

fn hypothesis(row: &Row) -> Cow<'_, str> {
    match row.facets.get("declarative") {
        Some(statement) => Cow::Borrowed(statement),
        None => declarative(&row.first).map_or(Cow::Borrowed(&*row.first), Cow::Owned),
    }
}

/// Circa's label for one of NLI's or BoolQ's (section 5.1).
pub fn circa_label(first: First, label: &str) -> &'static str {
    match (first, label) {
        (_, "entailment" | "yes") => "Yes",
        (_, "contradiction" | "no") => "No",
        _ => "In the middle, neither yes nor no",
    }
}

/// Labels by a network that has learned something else, each made one of this data set's.
pub fn mapped(
    base: &Base,
    read: &Read,
    rows: &[usize],
    name: impl Fn(&str) -> String,
) -> Result<BTreeMap<usize, Label>> {
    let mut asked = examples(read, rows, vec![0; rows.len()], Some(base.width));
    base.scale.apply_both(&mut asked);
    let mut shares = base.network.logits(&asked)?;
    softmax(&mut shares, base.labels.len());
    let said = shares.chunks_exact(base.labels.len().max(1)).map(|shares| {
        let best = grice_train::best(shares);
        (name(&base.labels[best]), f64::from(shares[best]))
    });
    Ok(rows.iter().copied().zip(said).collect())
}

/// The same where only the labels of one task can be given; those of others have another start.
pub fn of_task(
    base: &Base,
    read: &Read,
    rows: &[usize],
    task: &str,
) -> Result<BTreeMap<usize, Label>> {
    let start = format!("{task}\t");
    let own: Vec<usize> =
        (0..base.labels.len()).filter(|label| base.labels[*label].starts_with(&start)).collect();
    let mut asked = examples(read, rows, vec![0; rows.len()], Some(base.width));
    base.scale.apply_both(&mut asked);
    let logits = base.network.logits(&asked)?;
    let said = logits.chunks_exact(base.labels.len().max(1)).map(|logits| {
        let mut shares: Vec<f32> = own.iter().map(|label| logits[*label]).collect();
        softmax(&mut shares, own.len());
        let best = grice_train::best(&shares);
        let label = own.get(best).map_or("", |label| &base.labels[*label][start.len()..]);
        (label.to_owned(), shares.get(best).copied().map_or(0.0, f64::from))
    });
    Ok(rows.iter().copied().zip(said).collect())
}

/// Labels by the judgement that ships.
pub fn shipped(
    data: DataSet,
    division: &Division,
    pool: &Pool,
    rows: &[usize],
    registry: &Registry,
    told: Told<'_>,
) -> Result<BTreeMap<usize, Label>> {
    let mut said = BTreeMap::new();
    let interpreter = match data {
        DataSet::Circa => Some(Interpreter::open(registry)?),
        _ => None,
    };
    let analyzer = match data {
        DataSet::Circa => None,
        _ => Some(Analyzer::open(registry)?),
    };
    for (number, places) in rows.chunks(AT_ONCE).enumerate() {
        let of = |place: &usize| &pool.rows[*place];
        if let Some(interpreter) = &interpreter {
            let asked = places.iter().map(of).map(|row| Asked {
                question: &row.first,
                answer: row.second.as_deref().unwrap_or_default(),
            });
            let readings = interpreter.interpret(&asked.collect::<Vec<_>>());
            for (place, reading) in places.iter().zip(readings) {
                let Ok(reading) = reading else { continue };
                let (label, shares) = match division.key {
                    "strict" => (reading.strict, &reading.probabilities.strict),
                    _ => (reading.relaxed, &reading.probabilities.relaxed),
                };
                said.insert(*place, (label.name().to_owned(), f64::from(shares.of(label))));
            }
        }
        if let (Some(analyzer), Some(task)) = (&analyzer, division.task) {
            let asked = places.iter().map(of);
            let asked = asked.map(|row| Texts { text: &row.first, text2: row.second.as_deref() });
            let analyses = analyzer.analyze(&asked.collect::<Vec<_>>());
            for (place, analysis) in places.iter().zip(analyses) {
                let best = analysis.ok();
                let best = best.as_ref().and_then(|analysis| analysis.of(task)?.best());
                if let Some((label, share)) = best {
                    said.insert(*place, (label.to_owned(), f64::from(share)));
                }
            }
        }
        let done = number * AT_ONCE + places.len();
        if told("judging", done as f64 / rows.len().max(1) as f64).is_break() {
            return Err(grice_train::Error::Stopped.into());
        }
    }
    Ok(said)
}

/// The labels of rows.
pub fn gold<'a>(pool: &'a Pool, rows: &[usize], key: &str) -> Vec<&'a str> {
    rows.iter().map(|row| pool.rows[*row].labels.get(key).map_or("", String::as_str)).collect()
}

/// Labels the test of a fold. `told` gets the part that is done, and may stop it.
pub fn label(
    prepared: &Prepared,
    pool: &Pool,
    key: &str,
    fold: &Fold,
    seed: u64,
    told: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Labelled> {
    match prepared {
        Prepared::Said(said) => {
            let test = fold.test.iter().filter_map(|row| Some((*row, said.get(row)?.clone())));
            Ok(Labelled { test: test.collect(), dev: None })
        }
        Prepared::Majority => Ok(majority(pool, key, fold)),
        Prepared::Learn { read, settings, base } => {
            learned(read, settings, base.as_deref(), pool, key, fold, seed, told)
        }
    }
}

fn majority(pool: &Pool, key: &str, fold: &Fold) -> Labelled {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    gold(pool, &fold.train, key).into_iter().for_each(|l| *counts.entry(l).or_default() += 1);
    let most = counts.iter().max_by_key(|(label, count)| (**count, std::cmp::Reverse(**label)));
    let Some((most, count)) = most else { return Labelled::default() };
    let share = *count as f64 / fold.train.len().max(1) as f64;
    let dev = gold(pool, &fold.dev, key);
    let right = dev.iter().filter(|label| *label == most).count();
    let test = fold.test.iter().map(|row| (*row, ((*most).to_owned(), share)));
    let dev = (!dev.is_empty()).then(|| right as f64 / dev.len() as f64);
    Labelled { test: test.collect(), dev }
}

#[allow(clippy::too_many_arguments)]
fn learned(
    read: &Read,
    settings: &Settings,
    base: Option<&Base>,
    pool: &Pool,
    key: &str,
    fold: &Fold,
    seed: u64,
    told: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Labelled> {
    let mut labels = gold(pool, &fold.train, key);
    labels.sort_unstable();
    labels.dedup();
    let width = base.map(|base| base.width);
    let of = |rows: &[usize]| {
        let gold = gold(pool, rows, key);
        let numbers = gold.iter().map(|label| labels.binary_search(label).unwrap_or(usize::MAX));
        examples(read, rows, numbers.collect(), width)
    };
    // A label that training does not have cannot be learned; the pass is not chosen by it.
    let known: Vec<usize> = fold
        .dev
        .iter()
        .copied()
        .filter(|row| labels.binary_search(&gold(pool, &[*row], key)[0]).is_ok())
        .collect();
    let known = if known.is_empty() { fold.train.clone() } else { known };
    let (mut train, mut dev, mut test) = (of(&fold.train), of(&known), of(&fold.test));
    let scale = match base {
        Some(base) => base.scale.clone(),
        None => Scale::of(&train.first),
    };
    [&mut train, &mut dev, &mut test].into_iter().for_each(|part| scale.apply_both(part));
    let mut plan = settings.plan.clone();
    plan.seed = seed;
    let mut network = Network::new(settings.shape(&train, labels.len()), seed);
    if let Some(base) = base {
        network.take_over(&base.network);
    }
    fit(&mut network, &train, &dev, &plan, &mut |progress| told(part(progress)))?;
    let right = predict(&network, &dev)?.iter().zip(&dev.labels).filter(|(a, b)| a == b).count();
    let mut shares = network.logits(&test)?;
    softmax(&mut shares, labels.len());
    let said = shares.chunks_exact(labels.len().max(1)).map(|shares| {
        let best = grice_train::best(shares);
        (labels[best].to_owned(), f64::from(shares[best]))
    });
    let test = fold.test.iter().copied().zip(said).collect();
    Ok(Labelled { test, dev: Some(right as f64 / dev.len().max(1) as f64) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_without_a_statement_of_the_files_is_made_one() {
        let row = |question: &str, statement: Option<&str>| {
            let mut row = Row { first: question.to_owned(), ..Row::default() };
            row.facets.extend(statement.map(|s| ("declarative".to_owned(), s.to_owned())));
            row
        };
        let rows = [
            row("Do you like soup?", Some("I like soup .")),
            row("Do penguins fly?", None),
            row("Why not soup?", None),
        ];
        let (_, statements) = as_statement(&rows);
        assert_eq!(statements, ["I like soup .", "Penguins fly.", "Why not soup?"]);
    }
}
