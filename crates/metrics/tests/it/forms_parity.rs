//! SQuAD, CoQA and QuAC against scorers written anew in Python (`tests/reference/make_forms.py`).

use std::path::Path;

use grice_metrics::Report;
use grice_metrics::forms::{coqa, quac, squad};
use serde_json::Value;

use crate::reference::cases;
use crate::written::Written;

fn scored(form: &str, min_f1: Option<f64>, truth: &Path, run: &Path) -> Report {
    let report = match form {
        "squad" => squad::score(truth, run, &squad::Options::default()),
        "coqa" => coqa::score(truth, run, &coqa::Options { human: true, ..Default::default() }),
        _ => {
            let min_f1 = min_f1.unwrap();
            quac::score(truth, run, &quac::Options { min_f1, ..Default::default() })
        }
    };
    report.unwrap()
}

#[test]
fn data_sets_score_as_by_their_makers() {
    let written = Written::new(&[]);
    let mut compared = 0;
    for (number, case) in cases::<Value>("forms").into_iter().enumerate() {
        let form = case["form"].as_str().unwrap();
        written.add("truth.json", case["truth"].as_str().unwrap());
        written.add("run.json", case["run"].as_str().unwrap());
        let expected = case["expected"].as_object().unwrap();
        let min_f1 = expected.get("min_f1").and_then(Value::as_f64);
        let report = scored(form, min_f1, &written.path("truth.json"), &written.path("run.json"));
        for (name, expected) in expected.iter().filter(|(name, _)| *name != "min_f1") {
            let ours = report.measure(name).and_then(|measure| measure.value);
            let same = match (ours, expected.as_f64()) {
                (Some(ours), Some(theirs)) => (ours - theirs).abs() < 1e-9,
                (ours, theirs) => ours == theirs,
            };
            assert!(same, "case {number}, {form} {name}: {ours:?}, not {expected}\n{case}");
        }
        let extra: Vec<&str> = report
            .measures
            .iter()
            .map(|measure| measure.name.as_str())
            .filter(|name| !expected.contains_key(*name))
            .collect();
        assert!(extra.is_empty(), "case {number}: {extra:?}");
        compared += 1;
    }
    assert_eq!(compared, 1_200);
}
