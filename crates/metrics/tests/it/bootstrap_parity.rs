//! Intervals of means against numpy and rouge-score.

use grice_metrics::statistics::bootstrap;
use serde_json::Value;

use crate::reference::{cases, near, numbers};

fn of_kind(kind: &str) -> Vec<Value> {
    cases::<Value>("bootstrap").into_iter().filter(|case| case["kind"] == kind).collect()
}

#[test]
fn ends_are_numpy_percentiles_of_the_documented_draws() {
    let cases = of_kind("drawn");
    assert_eq!(cases.len(), 300);
    for case in &cases {
        let interval = bootstrap(
            &numbers(&case["scores"]),
            case["level"].as_f64().unwrap(),
            case["rounds"].as_u64().unwrap() as usize,
            case["seed"].as_u64().unwrap(),
        )
        .unwrap();
        let ends = numbers(&case["ends"]);
        for (found, expected) in [interval.low, interval.mid, interval.high].into_iter().zip(ends) {
            near(found, expected, case);
        }
        near(interval.mean, case["mean"].as_f64().unwrap(), case);
    }
}

#[test]
fn over_many_seeds_the_ends_are_those_of_rouge_score() {
    let cases = of_kind("unseeded");
    assert_eq!(cases.len(), 10);
    for case in &cases {
        let scores = numbers(&case["scores"]);
        let rounds = case["rounds"].as_u64().unwrap() as usize;
        let runs = case["runs"].as_u64().unwrap();
        let mut sums = [0.0; 3];
        for seed in 0..runs {
            let interval = bootstrap(&scores, 0.95, rounds, seed).unwrap();
            for (sum, end) in sums.iter_mut().zip([interval.low, interval.mid, interval.high]) {
                *sum += end;
            }
        }
        // Both sides are means over as many runs: five times the error of their difference.
        let (means, deviations) = (numbers(&case["means"]), numbers(&case["deviations"]));
        for ((sum, mean), deviation) in sums.into_iter().zip(means).zip(deviations) {
            let found = sum / runs as f64;
            let allowed = 5.0 * deviation * (2.0 / runs as f64).sqrt();
            assert!((found - mean).abs() < allowed, "{found} is not {mean} ± {allowed}");
        }
    }
}
