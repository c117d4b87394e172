//! From a user's rows to a head, with a score on rows that it did not see.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grice_model::registry::Registry;

use crate::error::{Error, Result};
use crate::examples::Examples;
use crate::fit::{Fitted, fit};
use crate::head::{Head, Settings};
use crate::network::Network;
use crate::random::Random;
use crate::reader::Reader;
use crate::rows::Row;
use crate::scale::Scale;

/// Fewer rows are no data.
pub const FEWEST_ROWS: usize = 20;

/// The share of rows that is kept aside to be scored on.
const HELD_OUT: f64 = 0.2;
/// The share of the others by which the best pass is chosen.
const CHOOSING: f64 = 0.1;

/// How far a training is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Texts are read.
    Reading {
        /// Those that are.
        done: usize,
        /// All.
        of: usize,
    },
    /// The network learns.
    Learning {
        /// The part that is done if all passes are made, 0 to 1.
        share: f64,
        /// The best score so far on the rows to choose by.
        best: Option<f64>,
    },
}

/// What came of a training.
pub struct Learned {
    /// The model.
    pub head: Head,
    /// Which pass was kept.
    pub fitted: Fitted,
    /// Rows that were learned from.
    pub train: usize,
    /// Rows by which the best pass was chosen.
    pub dev: usize,
    /// The label of each row that was kept aside, and the one predicted.
    pub held_out: Vec<(String, String)>,
    /// The share of rows kept aside that have the label most frequent among the others.
    pub majority: f64,
}

/// Trains a head on rows; a fifth of each label is kept aside. `watch` may stop it, and then nothing is left.
pub fn learn(
    rows: &[Row],
    settings: Settings,
    registry: &Registry,
    watch: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Learned> {
    let reader = Reader::open(settings.kind, &settings.source, settings.layer, registry)?;
    learn_with(rows, settings, reader, watch)
}

/// The same with a reader that is open.
pub fn learn_with(
    rows: &[Row],
    settings: Settings,
    reader: Reader,
    watch: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Learned> {
    let labels = labels(rows)?;
    let two_texts = rows.iter().any(|row| row.text2.is_some());
    let number = |row: &Row| labels.binary_search(&row.label).unwrap_or(0);
    let numbers: Vec<usize> = rows.iter().map(number).collect();
    let [train, dev, test] = parts(&numbers, labels.len(), settings.plan.seed);
    let first: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let second: Vec<&str> =
        rows.iter().map(|row| row.text2.as_deref().unwrap_or_default()).collect();
    let second = two_texts.then_some(second.as_slice());
    let reading = &mut |done, of| watch(Stage::Reading { done, of });
    let (first, second) = reader.read(&first, second, settings.longest, reading)?;
    let mut examples = Examples { first, second, labels: numbers.clone() };
    let scale = Scale::of(&examples.first.select(&train));
    scale.apply_both(&mut examples);
    let shape = settings.shape(&examples, labels.len());
    let mut network = Network::new(shape, settings.plan.seed);
    let (learned_from, chosen_by) = (examples.select(&train), examples.select(&dev));
    let learning = &mut |progress: &crate::fit::Progress| {
        let pass = progress.rows as f64 / progress.of.max(1) as f64;
        let share = ((progress.epoch - 1) as f64 + pass) / progress.epochs.max(1) as f64;
        watch(Stage::Learning { share, best: progress.best })
    };
    let fitted = fit(&mut network, &learned_from, &chosen_by, &settings.plan, learning)?;
    let kept_aside = examples.select(&test);
    let predicted = crate::fit::predict(&network, &kept_aside)?;
    let name = |label: &usize| labels[*label].clone();
    let held_out = kept_aside.labels.iter().zip(&predicted).map(|(a, b)| (name(a), name(b)));
    let held_out: Vec<_> = held_out.collect();
    let majority = majority(&numbers, &train, &test, labels.len());
    let (train, dev) = (train.len(), dev.len());
    let head = Head::new(settings, labels, two_texts, reader, scale, network);
    Ok(Learned { head, fitted, train, dev, held_out, majority })
}

/// The labels in the order of the alphabet, where something can be learned of them.
fn labels(rows: &[Row]) -> Result<Vec<String>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().for_each(|row| *counts.entry(&row.label).or_default() += 1);
    if let [only] = counts.keys().collect::<Vec<_>>()[..] {
        let why = format!("all have the label \"{only}\"; rows with another are needed too");
        return Err(Error::Rows(why));
    }
    if rows.len() < FEWEST_ROWS {
        let why = format!("{} are too few, at least {FEWEST_ROWS} are needed", rows.len());
        return Err(Error::Rows(why));
    }
    if counts.len() * 2 > rows.len() {
        let why =
            format!("{} labels on {} rows; is --label the right column?", counts.len(), rows.len());
        return Err(Error::Rows(why));
    }
    Ok(counts.into_keys().map(str::to_owned).collect())
}

/// Rows to learn from, to choose by and to score on, each label in like shares. A label with few rows is learned from first.
fn parts(labels: &[usize], count: usize, seed: u64) -> [Vec<usize>; 3] {
    let random = &mut Random::new(seed ^ 0x0a51_de00);
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for label in 0..count {
        let mut rows: Vec<usize> = (0..labels.len()).filter(|row| labels[*row] == label).collect();
        random.shuffle(&mut rows);
        let test = (rows.len() as f64 * HELD_OUT) as usize;
        let dev = ((rows.len() - test) as f64 * CHOOSING).round() as usize;
        parts[2].extend(rows.drain(..test));
        parts[1].extend(rows.drain(..dev));
        parts[0].extend(rows);
    }
    // Where every label has few rows, the pass is chosen by those that are learned from.
    for part in [1, 2] {
        if parts[part].is_empty() {
            parts[part] = parts[0].clone();
        }
    }
    parts
}

fn majority(labels: &[usize], train: &[usize], test: &[usize], count: usize) -> f64 {
    let of = |rows: &[usize], label| rows.iter().filter(|row| labels[**row] == label).count();
    let most = (0..count).max_by_key(|label| (of(train, *label), count - label)).unwrap_or(0);
    of(test, most) as f64 / test.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reader::Kind;
    use crate::vectors::Vectors;

    const WORDS: &str = "good 1 0.2 0.1\nfine 0.9 0.1 0.3\ngreat 0.8 0.3 0.2\nbad -1 0.1 0.2\npoor -0.9 0.2 0.1\nawful -0.8 0.1 0.3\nthe 0.1 -0.9 0.1\nfilm 0 0.3 -1\nwas 0.05 -0.4 -0.6\n";

    fn reader(kind: Kind) -> Reader {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.txt");
        std::fs::write(&path, WORDS).unwrap();
        Reader::of_vectors(kind, Vectors::of_file(&path).unwrap().scaled(0.4))
    }

    fn rows(count: usize, two: bool) -> Vec<Row> {
        let (good, bad) = (["good", "fine", "great"], ["bad", "poor", "awful"]);
        let one = |i: usize| {
            let word = if i.is_multiple_of(3) { bad[i % 9 / 3] } else { good[i % 5 % 3] };
            let text = format!("the film was {word}");
            let text2 = two.then(|| "the film".to_owned());
            let label = if i.is_multiple_of(3) { "no" } else { "yes" };
            Row { text, text2, label: label.to_owned() }
        };
        (0..count).map(one).collect()
    }

    fn settings(kind: Kind) -> Settings {
        let mut settings = Settings::of(kind);
        (settings.units, settings.hidden) = (8, Some(8));
        settings.plan.epochs = 60;
        settings.plan.patience = None;
        settings.plan.rate = 0.02;
        settings.plan.dropout = 0.0;
        settings
    }

    fn learned(kind: Kind, two: bool) -> Learned {
        let watch = &mut |_| ControlFlow::Continue(());
        learn_with(&rows(150, two), settings(kind), reader(kind), watch).unwrap()
    }

    fn right(learned: &Learned) -> f64 {
        let right = learned.held_out.iter().filter(|(gold, given)| gold == given).count();
        right as f64 / learned.held_out.len() as f64
    }

    #[test]
    fn bags_and_sequences_beat_the_majority_on_one_text_and_on_two() {
        for kind in [Kind::Cbow, Kind::Bilstm] {
            for two in [false, true] {
                let learned = learned(kind, two);
                assert_eq!(learned.held_out.len(), 30);
                assert!((0.6..0.7).contains(&learned.majority), "{}", learned.majority);
                assert!(
                    right(&learned) > learned.majority + 0.1,
                    "{kind:?} {two}: {}",
                    right(&learned)
                );
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_bytes_and_another_seed_others() {
        let one = learned(Kind::Bilstm, false).head.weights().unwrap();
        assert!(one == learned(Kind::Bilstm, false).head.weights().unwrap());
        let mut other = settings(Kind::Bilstm);
        other.plan.seed = 2;
        let watch = &mut |_| ControlFlow::Continue(());
        let other = learn_with(&rows(150, false), other, reader(Kind::Bilstm), watch).unwrap();
        assert!(one != other.head.weights().unwrap());
    }

    #[test]
    fn what_is_saved_says_the_same_when_it_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("vectors.txt");
        std::fs::write(&file, WORDS).unwrap();
        let registry = Registry::load(grice_model::registry::Places::at(folder.path())).unwrap();
        let mut wanted = settings(Kind::Cbow);
        wanted.source = file.display().to_string();
        let watch = &mut |_| ControlFlow::Continue(());
        let trained = learn(&rows(90, false), wanted, &registry, watch).unwrap().head;
        let place = folder.path().join("a/head");
        trained.save(&place, "# A card\n").unwrap();
        trained.save(&place, "# A card\n").unwrap();
        let loaded = Head::load(&place, &registry).unwrap();
        let texts = ["the film was great", "the film was awful", "", "nothing known"];
        let say =
            |head: &Head| head.label(&texts, None, &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(say(&trained), say(&loaded));
        assert_eq!((say(&loaded)[0].label.as_str(), say(&loaded)[1].label.as_str()), ("yes", "no"));
        let left = std::fs::read_dir(folder.path().join("a")).unwrap().count();
        assert_eq!(left, 1, "nothing half-made is left");
        let two = loaded.label(&["a"], Some(&["b"]), &mut |_, _| ControlFlow::Continue(()));
        assert!(two.unwrap_err().to_string().contains("labels one text a row"));
        std::fs::write(place.join("model.safetensors"), b"half").unwrap();
        let damaged = Head::load(&place, &registry).err().unwrap().to_string();
        assert!(damaged.contains("model.safetensors: damaged"), "{damaged}");
        let other = folder.path().join("other");
        std::fs::create_dir(&other).unwrap();
        let refused = trained.save(&other, "").unwrap_err().to_string();
        assert!(refused.contains("no trained model"), "{refused}");
    }

    #[test]
    fn rows_of_which_nothing_can_be_learned_are_refused_in_a_sentence() {
        let refused = |rows: &[Row]| {
            let watch = &mut |_| ControlFlow::Continue(());
            learn_with(rows, settings(Kind::Cbow), reader(Kind::Cbow), watch)
                .err()
                .unwrap()
                .to_string()
        };
        let one: Vec<Row> = rows(60, false).into_iter().filter(|row| row.label == "yes").collect();
        assert!(refused(&one).contains("all have the label \"yes\""));
        assert!(refused(&rows(9, false)).contains("9 are too few, at least 20"));
        let mut each: Vec<Row> = rows(30, false);
        each.iter_mut().enumerate().for_each(|(i, row)| row.label = i.to_string());
        assert!(refused(&each).contains("30 labels on 30 rows"));
    }
}
