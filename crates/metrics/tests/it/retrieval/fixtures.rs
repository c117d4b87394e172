//! trec_eval's own test files, where they are at hand. Their expected values are of trec_eval 10.

use std::collections::BTreeMap;
use std::path::PathBuf;

use grice_metrics::retrieval::{Denominator, Measure, Options, Qrels, Run, Version, score};

const V10: Options = Options {
    denominator: Denominator::Both,
    cutoff_ties: grice_metrics::retrieval::CutoffTies::IrMeasures,
    version: Version::V10,
    depth: None,
};

fn folder() -> Option<PathBuf> {
    crate::reference::data("fixtures/trec_eval")
}

fn read(folder: &std::path::Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// Compares every value of an output file whose measure is computed here; gives their number.
fn compare(expected: &str, qrels: &Qrels, run: &Run, options: &Options) -> usize {
    let mut lines: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for line in expected.lines() {
        let columns: Vec<_> = line.split_whitespace().collect();
        if let &[name, query, value] = columns.as_slice() {
            lines.entry(name).or_default().push((query, value));
        }
    }
    let mut compared = 0;
    for (name, values) in lines {
        let Ok(measure) = name.parse::<Measure>() else { continue };
        let scores = score(qrels, run, std::slice::from_ref(&measure), options).unwrap();
        for (query, value) in values {
            let found = match scores.queries().iter().position(|known| known == query) {
                Some(place) => scores.row(place)[0],
                None if query == "all" => scores.total(0),
                None => panic!("{query} was not scored"),
            };
            let decimals = if measure.is_count() { 0 } else { 4 };
            assert_eq!(format!("{found:.decimals$}"), value, "{name} of {query}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn official_and_all_measures_are_those_of_trec_eval() {
    let Some(folder) = folder() else { return };
    let qrels = Qrels::read(&folder.join("qrels.test")).unwrap();
    let run = Run::read(&folder.join("results.test")).unwrap();
    assert_eq!(compare(&read(&folder, "out.test"), &qrels, &run, &V10), 28);
    assert!(compare(&read(&folder, "out.test.a"), &qrels, &run, &V10) >= 60);
    assert!(compare(&read(&folder, "out.test.aq"), &qrels, &run, &V10) >= 240);
    assert!(compare(&read(&folder, "out.test.meas_params"), &qrels, &run, &V10) >= 60);
}

/// The run of these files is the first query whole and the first 84 lines of the third.
#[test]
fn unanswered_queries_and_a_depth_are_scored_as_with_c_and_m() {
    let Some(folder) = folder() else { return };
    let qrels = Qrels::read(&folder.join("qrels.test")).unwrap();
    let results = read(&folder, "results.test");
    let of = |query: &'static str| results.lines().filter(move |line| line.starts_with(query));
    let short: Vec<_> = of("301").chain(of("303").take(84)).collect();
    let run = Run::parse(short.join("\n").as_bytes(), "short").unwrap();
    let options = Options { denominator: Denominator::Truth, ..V10 };
    assert!(compare(&read(&folder, "out.test.aqc"), &qrels, &run, &options) >= 240);
    let options = Options { depth: Some(100), ..options };
    assert!(compare(&read(&folder, "out.test.aqcM"), &qrels, &run, &options) >= 240);
}

#[test]
fn trec_eval_9_differs_in_three_interpolated_precisions() {
    let Some(folder) = folder() else { return };
    let qrels = Qrels::read(&folder.join("qrels.test")).unwrap();
    let run = Run::read(&folder.join("results.test")).unwrap();
    let measures = Measure::list("IPrec@0.1 IPrec@0.6 11pt_avg").unwrap();
    let scores = score(&qrels, &run, &measures, &Options::default()).unwrap();
    let found = [scores.row(0)[0], scores.row(1)[1], scores.row(1)[2]];
    let expected = [0.209_606_986_899_563_3, 0.141_993_957_703_927_5, 0.436_007_376_760_115_75];
    assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-12), "{found:?}");
}
