//! What Circa's paper counts: labels (tables 7 and 8), agreement (section 3.7), sizes of divisions (section 4), and whether the five judgements
//! give the released labels.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use grice_metrics::labels::Ratings;

use super::measures::Measures;
use crate::data::circa::{DEFAULT_SEED, Label, Scheme, aggregate, matched, unmatched};
use crate::data::{DataSet, Result, Row, Skipped};

/// What was read of the file.
pub(super) struct Counted {
    pub files: Vec<PathBuf>,
    pub skipped: Vec<Skipped>,
    pub rows: usize,
}

pub(super) fn count(dir: &Path, to: &mut Measures) -> Result<Counted> {
    let mut stream = DataSet::Circa.rows(dir, "all")?;
    let rows: Vec<Row> = stream.by_ref().collect::<Result<_>>()?;
    to.count("all", "rows", rows.len());
    for scheme in [Scheme::Strict, Scheme::Relaxed] {
        labels(&rows, scheme, to);
        agreement(&rows, scheme, to);
        divisions(&rows, scheme, to);
    }
    scenarios(&rows, to);
    let mut answers: HashMap<&str, usize> = HashMap::new();
    for row in &rows {
        *answers.entry(row.second.as_deref().unwrap_or_default().trim()).or_default() += 1;
    }
    let once = answers.values().filter(|&&times| times == 1).count();
    to.percent("all", "answers-once", once, rows.len());
    let files = stream.files().map(Path::to_owned).collect();
    Ok(Counted { files, skipped: stream.skipped().to_vec(), rows: rows.len() })
}

fn gold(row: &Row, scheme: Scheme) -> Label {
    let label = row.labels.get(scheme.name());
    label.and_then(|name| Label::parse(name)).unwrap_or(Label::NoMajority)
}

fn votes(row: &Row) -> Vec<Label> {
    row.votes.iter().filter_map(|vote| Label::parse(vote)).collect()
}

fn labels(rows: &[Row], scheme: Scheme, to: &mut Measures) {
    let name = scheme.name();
    for label in Label::ALL {
        let count = rows.iter().filter(|row| gold(row, scheme) == label).count();
        to.count(name, &format!("label={}", label.name()), count);
        to.percent(name, &format!("label={}-share", label.name()), count, rows.len());
    }
    let relaxed = scheme == Scheme::Relaxed;
    let same = |row: &&Row| aggregate(&votes(row), relaxed).0 == gold(row, scheme);
    to.count(name, "same-as-released", rows.iter().filter(same).count());
    to.count(name, "rows", rows.len());
}

fn agreement(rows: &[Row], scheme: Scheme, to: &mut Measures) {
    let name = scheme.name();
    let relaxed = scheme == Scheme::Relaxed;
    for number in 3..=5 {
        let agreeing = rows.iter().filter(|row| {
            let (label, count) = aggregate(&votes(row), relaxed);
            label != Label::NoMajority && count == number
        });
        to.percent(name, &format!("agree-{number}"), agreeing.count(), rows.len());
    }
    let said = |vote: Label| if relaxed { vote.relaxed() } else { vote };
    let ratings = Ratings::new(
        rows.iter().map(|row| votes(row).into_iter().map(move |vote| Some(said(vote).name()))),
    );
    if let Ok(kappa) = ratings.fleiss().value {
        to.set(name, "kappa", kappa);
    }
}

fn divisions(rows: &[Row], scheme: Scheme, to: &mut Measures) {
    let kept: Vec<Row> = rows.iter().filter(|row| scheme.has(row)).cloned().collect();
    let scope = format!("{}-matched", scheme.name());
    let [train, dev, test] = matched(kept.clone(), DEFAULT_SEED);
    for (part, rows) in [("train", train), ("dev", dev), ("test", test)] {
        to.count(&scope, part, rows.len());
    }
    let scope = format!("{}-unmatched", scheme.name());
    let mut sums = [0usize; 3];
    for scenario in 1..=10 {
        let parts = unmatched(kept.clone(), scenario, DEFAULT_SEED);
        for (sum, part) in sums.iter_mut().zip(parts) {
            *sum += part.len();
        }
    }
    for (part, sum) in ["train", "dev", "test"].into_iter().zip(sums) {
        to.mean(&scope, part, sum, 10);
    }
}

/// The share of each scenario's rows that mean yes, by the relaxed labels (section 3.8).
fn scenarios(rows: &[Row], to: &mut Measures) {
    for number in 1..=10 {
        let number = number.to_string();
        let of: Vec<&Row> =
            rows.iter().filter(|row| row.facets.get("scenario") == Some(&number)).collect();
        let yes = of.iter().filter(|row| gold(row, Scheme::Relaxed) == Label::Yes).count();
        let scope = format!("scenario-{number}");
        to.count(&scope, "rows", of.len());
        to.percent(&scope, "yes", yes, of.len());
    }
}
