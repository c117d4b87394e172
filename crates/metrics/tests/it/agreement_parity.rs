//! Agreement against statsmodels (Fleiss), scikit-learn (Cohen) and krippendorff.

use grice_metrics::labels::{Agreement, Level, Ratings, Weights};
use serde_json::Value;

use crate::reference::{cases, near};

fn ratings(case: &Value) -> Ratings {
    let labels: Vec<&str> =
        case["labels"].as_array().unwrap().iter().map(|label| label.as_str().unwrap()).collect();
    let label = |cell: &Value| cell.as_u64().map(|place| labels[place as usize]);
    let rows = case["rows"].as_array().unwrap();
    let rows = rows.iter().map(|row| row.as_array().unwrap().iter().map(label).collect::<Vec<_>>());
    match case["kind"].as_str() {
        Some("list") => Ratings::ordered(rows, labels.clone()).unwrap(),
        _ => Ratings::new(rows),
    }
}

/// Undefined here where the reference is NaN or refuses, the same value elsewhere.
#[track_caller]
fn agrees(found: &Agreement, expected: &Value, used: &Value, case: &Value) {
    match (&found.value, expected.as_f64()) {
        (Ok(found), Some(expected)) => near(*found, expected, case),
        (Err(_), None) => {}
        (found, expected) => panic!("{found:?} is not {expected:?} in {case}"),
    }
    assert_eq!(found.used as u64, used.as_u64().unwrap(), "{case}");
    assert_eq!(found.used + found.left_out, case["rows"].as_array().unwrap().len(), "{case}");
}

#[test]
fn fleiss_kappa_agrees_with_statsmodels() {
    let cases = cases::<Value>("agreement");
    let defined = cases.iter().filter(|case| !case["fleiss"][0].is_null()).count();
    assert!(defined >= 2000, "{defined}");
    for case in &cases {
        agrees(&ratings(case).fleiss(), &case["fleiss"][0], &case["fleiss"][1], case);
    }
}

#[test]
fn cohens_kappa_agrees_with_scikit_learn() {
    let mut compared = [0; 3];
    for case in &cases::<Value>("agreement") {
        let ratings = ratings(case);
        let expected = case["cohen"][0].as_array().unwrap();
        let all = [Weights::None, Weights::Linear, Weights::Quadratic];
        for (kind, (weights, expected)) in all.into_iter().zip(expected).enumerate() {
            agrees(&ratings.cohen(0, 1, weights), expected, &case["cohen"][1], case);
            compared[kind] += usize::from(!expected.is_null());
        }
    }
    assert!(compared.iter().all(|&count| count >= 2000), "{compared:?}");
}

#[test]
fn krippendorffs_alpha_agrees_with_the_package_of_that_name() {
    let mut compared = [0; 4];
    for case in &cases::<Value>("agreement") {
        let ratings = ratings(case);
        let all = [Level::Nominal, Level::Ordinal, Level::Interval, Level::Ratio];
        for (kind, level) in all.into_iter().enumerate() {
            let Some(expected) = case["alpha"][0].get(kind) else { continue };
            agrees(&ratings.krippendorff(level), expected, &case["alpha"][1], case);
            compared[kind] += usize::from(!expected.is_null());
        }
    }
    assert!(compared.iter().all(|&count| count >= 2000), "{compared:?}");
}

#[test]
fn pairwise_agreement_counts_every_pair_of_judgements() {
    for case in &cases::<Value>("agreement") {
        agrees(&ratings(case).pairwise(), &case["pairwise"], &case["alpha"][1], case);
    }
}
