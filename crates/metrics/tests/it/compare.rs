//! Runs beside each other.

use grice_metrics::compare::{Options, Test, compare, read_report};
use grice_metrics::render::{self, Shown, Style};
use grice_metrics::report::{Measure, Turn};
use grice_metrics::{Error, Report};

use crate::written::Written;

fn run(name: &str, scores: &[f64]) -> Report {
    Report {
        form: "scai".into(),
        run: format!("runs/{name}.json"),
        in_truth: scores.len(),
        in_run: scores.len(),
        turns: (0..scores.len()).map(|i| Turn::new(i.to_string())).collect(),
        measures: vec![Measure::mean("F1", scores.iter().map(|&s| Ok(s)))],
        ..Report::default()
    }
}

fn good() -> Vec<f64> {
    (0..60).map(|i| 0.7 + f64::from(i % 5) / 50.0).collect()
}

fn bad() -> Vec<f64> {
    (0..60).map(|i| 0.3 + f64::from(i % 7) / 50.0).collect()
}

#[test]
fn the_best_is_marked_and_what_it_beats() {
    let reports = [run("a", &bad()), run("b", &good()), run("c", &bad())];
    for test in [Test::TTest, Test::Randomisation { rounds: 2000, seed: 1 }] {
        let comparison = compare(&reports, &Options { test, ..Options::default() }).unwrap();
        assert_eq!(comparison.better, [[vec![]], [vec![0, 2]], [vec![]]]);
        let text = comparison.grid(3).write(Style::Markdown);
        assert!(text.contains("| b | b | **0.740**<sup>ac</sup> |"), "{text}");
        let latex = comparison.grid(3).write(Style::Latex);
        assert!(latex.contains("\\textbf{0.740}$^{ac}$"), "{latex}");
    }
}

#[test]
fn equal_runs_are_not_better_than_each_other() {
    let comparison = compare(&[run("a", &good()), run("b", &good())], &Options::default()).unwrap();
    assert_eq!(comparison.better, [[Vec::<usize>::new()], [vec![]]]);
}

#[test]
fn mcnemar_is_for_right_and_wrong_only() {
    let right: Vec<f64> = (0..60).map(|i| f64::from(i % 10 != 0)).collect();
    let wrong: Vec<f64> = (0..60).map(|i| f64::from(i % 3 == 0)).collect();
    let options = Options { test: Test::McNemar, ..Options::default() };
    let comparison = compare(&[run("a", &right), run("b", &wrong)], &options).unwrap();
    assert_eq!(comparison.better[0], [vec![1]]);
    let comparison = compare(&[run("a", &good()), run("b", &bad())], &options).unwrap();
    assert!(comparison.better[0][0].is_empty());
    assert!(comparison.notes.iter().any(|n| n.contains("not right or wrong")));
}

#[test]
fn scores_of_different_models_are_not_compared() {
    let by = |name: &str, model: &str| {
        let mut report = run(name, &good());
        report.measures[0].model = Some(model.to_owned());
        report
    };
    let error =
        compare(&[by("a", "SAS (x)"), by("b", "SAS (y)")], &Options::default()).unwrap_err();
    assert!(matches!(error, Error::OtherModel(_)));
    assert!(error.to_string().contains("SAS (x)") && error.to_string().contains("SAS (y)"));
    assert!(compare(&[by("a", "SAS (x)"), by("b", "SAS (x)")], &Options::default()).is_ok());
}

#[test]
fn other_forms_and_other_truths_are_not_compared() {
    let other = Report { form: "trec".into(), ..run("b", &good()) };
    assert!(compare(&[run("a", &good()), other], &Options::default()).is_err());
    assert!(compare(&[run("a", &good()), run("b", &good()[1..])], &Options::default()).is_err());
    assert!(compare(&[run("a", &good())], &Options::default()).is_err());
}

#[test]
fn runs_on_other_turns_are_not_compared_though_they_are_as_many() {
    let mut other = run("b", &good());
    other.turns[3].id = "elsewhere".into();
    let error = compare(&[run("a", &good()), other], &Options::default()).unwrap_err().to_string();
    assert!(error.contains("3 stands where elsewhere does"), "{error}");
}

#[test]
fn saved_reports_compare_as_the_runs_do() {
    let shown = Shown { digits: None, interval: None };
    let save = |report: &Report| render::json(report, shown, &[], true).unwrap().to_string();
    let reports = [run("a", &bad()), run("b", &good())];
    let files = Written::new(&[("a.json", &save(&reports[0])), ("b.json", &save(&reports[1]))]);
    let read = ["a.json", "b.json"].map(|name| read_report(&files.path(name)).unwrap());
    let (live, saved) =
        (compare(&reports, &Options::default()), compare(&read, &Options::default()));
    let (live, saved) = (live.unwrap(), saved.unwrap());
    assert_eq!((live.values, live.better), (saved.values, saved.better));
    let error =
        read_report(&Written::new(&[("x.json", "{}")]).path("x.json")).unwrap_err().to_string();
    assert!(error.contains("this is no saved report"), "{error}");
}

#[test]
fn a_report_without_turns_is_compared_but_not_tested() {
    let shown = Shown { digits: None, interval: None };
    let save = |report: &Report| render::json(report, shown, &[], false).unwrap().to_string();
    let files = Written::new(&[
        ("a.json", &save(&run("a", &bad()))),
        ("b.json", &save(&run("b", &good()))),
    ]);
    let read = ["a.json", "b.json"].map(|name| read_report(&files.path(name)).unwrap());
    let comparison = compare(&read, &Options::default()).unwrap();
    assert!(comparison.notes.iter().any(|n| n.contains("no scores turn by turn")));
    assert!(comparison.better[1][0].is_empty());
}

#[test]
fn tables_hold_what_would_break_them() {
    let mut report = run("a", &[1.0]);
    report.measures[0].name = "F_1|x & \"y\", z".into();
    let grid = render::measures(&report, Shown { digits: Some(3), interval: None });
    assert!(grid.write(Style::Markdown).contains("F_1\\|x & \"y\", z"));
    assert!(grid.write(Style::Latex).contains("F\\_1|x \\& \"y\", z"));
    assert!(grid.write(Style::Csv).contains("\"F_1|x & \"\"y\"\", z\",1.000"));
}

#[test]
fn measures_over_the_same_turns_are_told_together() {
    let mut report = run("a", &[1.0, 0.0]);
    let more = ["EM", "QR", "MRR"].map(|name| Measure::mean(name, [Ok(1.0), Ok(0.0)]));
    report.measures.extend(more);
    assert_eq!(render::sentences(&report)[1], "All measures: over 2 turns.");
    report.measures.push(Measure::mean("SAS", [Ok(1.0), Err("no truth")]));
    let said = render::sentences(&report);
    assert_eq!(said[1], "F1, EM, QR, MRR: over 2 turns.");
    assert_eq!(said[2], "SAS: over 1 turn; left out: 1 (no truth).");
}
