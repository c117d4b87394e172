//! Values that pytrec_eval and ir-measures gave; see tests/reference.

use std::collections::BTreeMap;

use grice_metrics::retrieval::{Denominator, Measure, Options, score};
use serde_json::{Value, json};

use super::{qrels, run};
use crate::reference;

/// trec_eval's level and -J are parameters of the measure here.
fn with_level(name: &str, level: i64, judged_only: bool) -> Measure {
    let plain: Measure = name.parse().unwrap();
    let text = plain.to_string();
    let (stem, at) = text.split_once('@').map_or((text.as_str(), None), |(s, a)| (s, Some(a)));
    let (stem, inner) = match stem.split_once('(') {
        Some((stem, inner)) => (stem, inner.trim_end_matches(')').to_owned()),
        None => (stem, String::new()),
    };
    let mut parameters: Vec<String> = inner.split(',').map(str::to_owned).collect();
    parameters.retain(|p| !p.is_empty() && !p.starts_with("rel="));
    if stem != "nDCG" && stem != "NumQ" && !(stem == "NumRet" && name == "num_ret") {
        parameters.push(format!("rel={level}"));
    }
    if judged_only {
        parameters.push("judged_only=True".to_owned());
    }
    let at = at.map_or(String::new(), |at| format!("@{at}"));
    format!("{stem}({}){at}", parameters.join(",")).parse().unwrap()
}

#[test]
fn values_are_those_of_pytrec_eval() {
    let (mut cases, mut values) = (0, 0);
    for case in reference::cases::<Value>("trec_measures") {
        cases += 1;
        let (qrels, run) = (qrels(&json!({"q": case["qrels"]})), run(&json!({"q": case["run"]})));
        let judged_only = case["judged_only"].as_bool().unwrap();
        let level = case["level"].as_i64().unwrap();
        for (name, expected) in case["values"].as_object().unwrap() {
            let takes_judged = !["bpref", "infAP", "num_", "set_recall", "11pt"]
                .iter()
                .any(|start| name.starts_with(start));
            // Measures without the parameter cannot be asked for over judged documents only, and
            // 11pt_avg has no level.
            if judged_only && !takes_judged || name == "11pt_avg" && level != 1 {
                continue;
            }
            let measure = if name == "11pt_avg" {
                name.parse().unwrap()
            } else {
                with_level(name, level, judged_only)
            };
            let scores =
                score(&qrels, &run, std::slice::from_ref(&measure), &Options::default()).unwrap();
            let expected = expected.as_f64().unwrap_or(0.0);
            let found = scores.total(0);
            assert!(
                (found - expected).abs() < 1e-9,
                "{name} as {measure}: {found}, not {expected}: {case}"
            );
            values += 1;
        }
    }
    assert!(cases >= 2000 && values >= 20_000, "{cases} cases, {values} values");
}

fn tolerance(measure: &Measure) -> f64 {
    // gdeval.pl prints five decimals.
    let name = measure.to_string();
    if name.contains("exp-log2") || name.starts_with("ERR") { 5.000_001e-6 } else { 1e-9 }
}

#[test]
fn values_and_aggregates_are_those_of_ir_measures() {
    let mut covered: BTreeMap<String, usize> = BTreeMap::new();
    let mut queries = 0;
    for case in reference::cases::<Value>("ir_measures") {
        let (qrels, run) = (qrels(&case["qrels"]), run(&case["run"]));
        let totals = case["totals"].as_object().unwrap();
        let measures: Vec<Measure> = totals.keys().map(|name| name.parse().unwrap()).collect();
        for (measure, name) in measures.iter().zip(totals.keys()) {
            assert_eq!(&measure.to_string(), name);
            *covered.entry(name.clone()).or_default() += 1;
        }
        let options = Options { denominator: Denominator::Truth, ..Options::default() };
        let all = score(&qrels, &run, &measures, &options).unwrap();
        let both = score(&qrels, &run, &measures, &Options::default()).unwrap();
        queries += both.queries().len();
        for (number, measure) in measures.iter().enumerate() {
            // ir-measures leaves unanswered queries out of its counts.
            let ours = if measure.is_count() { both.total(number) } else { all.total(number) };
            let theirs = totals[&measure.to_string()].as_f64().unwrap();
            assert!(
                (ours - theirs).abs() < tolerance(measure),
                "{measure}: {ours}, not {theirs}: {case}"
            );
        }
        for (place, query) in all.queries().iter().enumerate() {
            for (measure, ours) in measures.iter().zip(all.row(place)) {
                if measure.is_count() && !both.queries().contains(query) {
                    continue;
                }
                let theirs = case["queries"][query][measure.to_string()].as_f64();
                let theirs = theirs.unwrap_or_else(|| panic!("no {measure} of query {query}"));
                assert!(
                    (ours - theirs).abs() < tolerance(measure),
                    "{measure} of query {query}: {ours}, not {theirs}: {case}"
                );
            }
        }
        assert_eq!(case["queries"].as_object().unwrap().len(), all.queries().len());
    }
    assert!(queries >= 2000, "{queries} queries");
    assert!(covered.len() >= 60 && covered.values().all(|&times| times >= 10), "{covered:?}");
}
