//! Whether one system of a group is better than another by more than chance.

use grice_metrics::labels::RightWrong;
use grice_metrics::statistics::{Correction, Pairs, correct};

use super::group::{Group, Run};
use super::table::{Cell, Kind, Row, Table};

/// A corrected p-value below this counts.
const LEVEL: f64 = 0.05;

/// The most runs of which all pairs are compared.
const MOST_RUNS: usize = 6;

/// Two runs compared on one measure.
struct Compared {
    first: usize,
    second: usize,
    turns: usize,
    difference: f64,
    p: f64,
}

/// The table of all pairs on one measure; none where fewer than two runs have scores of the same turns.
pub fn table(group: &Group, measure: &str) -> Option<Table> {
    let binary = group.runs.iter().filter_map(|run| run.scores_of(measure)).all(right_or_wrong);
    let mut pairs: Vec<Compared> = Vec::new();
    let best = best_of_many(group, measure);
    for first in 0..group.runs.len() {
        for second in first + 1..group.runs.len() {
            if best.is_none_or(|best| first == best || second == best) {
                pairs.extend(compared(group, measure, (first, second), binary));
            }
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let p_values: Vec<f64> = pairs.iter().map(|pair| pair.p).collect();
    let corrected = correct(&p_values, Correction::Holm).unwrap_or_default();
    let rows = pairs.iter().zip(corrected).map(|(pair, corrected)| row(group, pair, corrected));
    let test = match binary {
        true => "McNemar's exact test",
        false => "paired t-test",
    };
    Some(Table {
        head: "systems".to_owned(),
        columns: ["turns of both", "difference", "p", "p, corrected", "better"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
        notes: vec![format!(
            "{test}, two-sided, over the {} that both systems have; corrected by Holm's method over the {} of this \
             table. A name stands where the corrected p is below {LEVEL}.{}",
            group.unit(),
            match pairs.len() {
                1 => "one pair".to_owned(),
                n => format!("{n} pairs"),
            },
            match best {
                Some(_) =>
                    " Of many systems, each is compared with the best; `grice eval compare` compares any two.",
                None => "",
            },
        )],
        ..Table::titled(format!("Differences in {measure}"))
    })
}

/// The run with the best value, where there are too many for a table of all pairs.
fn best_of_many(group: &Group, measure: &str) -> Option<usize> {
    if group.runs.len() <= MOST_RUNS {
        return None;
    }
    let value = |run: &Run| run.value(measure).unwrap_or(f64::NEG_INFINITY);
    (0..group.runs.len()).max_by(|&a, &b| {
        // Of equals the first.
        value(&group.runs[a]).total_cmp(&value(&group.runs[b])).then(b.cmp(&a))
    })
}

fn right_or_wrong(scores: &[Option<f64>]) -> bool {
    scores.iter().flatten().all(|&score| score == 0.0 || score == 1.0)
}

fn compared(
    group: &Group,
    measure: &str,
    (first, second): (usize, usize),
    binary: bool,
) -> Option<Compared> {
    let scores = |run: &'_ Run| run.scores_of(measure).map(<[Option<f64>]>::to_vec);
    let (a, b) = (scores(&group.runs[first])?, scores(&group.runs[second])?);
    let (a, b): (Vec<f64>, Vec<f64>) = a.into_iter().zip(b).filter_map(|(a, b)| a.zip(b)).unzip();
    if a.is_empty() {
        return None;
    }
    let pairs = Pairs::new(&a, &b).ok()?;
    let p = match binary {
        true => {
            let right = |scores: &[f64]| scores.iter().map(|&s| s == 1.0).collect::<Vec<_>>();
            RightWrong::new(&right(&a), &right(&b)).ok()?.exact().p
        }
        // Systems that never differ are not different.
        false => pairs.t_test().map_or(1.0, |test| test.p),
    };
    Some(Compared { first, second, turns: a.len(), difference: pairs.mean_difference().ok()?, p })
}

fn row(group: &Group, pair: &Compared, corrected: f64) -> Row {
    let title = |place: usize| group.runs[place].title.as_str();
    let better = match corrected < LEVEL {
        true if pair.difference > 0.0 => title(pair.first),
        true => title(pair.second),
        false => "–",
    };
    Row {
        name: format!("{} − {}", title(pair.first), title(pair.second)),
        kind: Kind::Plain,
        cells: vec![
            Cell::count(pair.turns),
            signed(pair.difference),
            p_cell(pair.p),
            p_cell(corrected),
            Cell::words(better),
        ],
        marks: Vec::new(),
    }
}

fn signed(difference: f64) -> Cell {
    let mut cell = Cell::value(difference, 3);
    if difference >= 0.0005 {
        cell.text.insert(0, '+');
    }
    cell
}

fn p_cell(p: f64) -> Cell {
    match p < 0.0001 {
        true => Cell { text: "< 0.0001".to_owned(), ..Cell::default() },
        false => Cell::value(p, 4),
    }
}
