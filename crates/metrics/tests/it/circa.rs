//! Circa.

use grice_metrics::Report;
use grice_metrics::forms::Unknown;
use grice_metrics::forms::circa::{Options, score, unmatched};

use crate::reference::data;
use crate::written::{Written, left_out, value};

const HEADER: &str =
    "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2";

fn row(id: &str, context: &str, judgements: &str, gold: &str, relaxed: &str) -> String {
    format!("{id}\t{context}\tQ?\tQ .\tA \"quote\t{judgements}\t{gold}\t{relaxed}\n")
}

fn truth() -> String {
    let rows = [
        row("0", "food", "Yes#Yes#Yes#No#Other", "Yes", "Yes"),
        row("1", "food", "Probably no#Probably no#Probably no#No#No", "Probably no", "No"),
        row("2", "books", "Yes#Yes#Probably yes / sometimes yes#No#Probably no", "NA", "Yes"),
        row("3", "books", "Other#Other#Other#Other#Other", "Other", "Other"),
        row(
            "4",
            "books",
            "I am not sure how X will interpret Y’s answer#I am not sure how X will interpret \
             Y’s answer#I am not sure how X will interpret Y’s answer#Yes",
            "I am not sure how X will interpret Y’s answer",
            "In the middle, neither yes nor no",
        ),
        row("5", "books", "No#No#No#No#No", "No", "No"),
    ];
    format!("{HEADER}\n{}", rows.concat())
}

fn with(truth: &str, run: &str) -> Written {
    Written::new(&[("truth.tsv", truth), ("run", run)])
}

fn scored(written: &Written, options: &Options) -> grice_metrics::Result<Report> {
    score(&written.path("truth.tsv"), &written.path("run"), options)
}

fn plain(run: &str) -> Report {
    scored(&with(&truth(), run), &Options::default()).unwrap()
}

const ALL: &str = "id\tlabel\n0\tyes\n1\tNo\n2\tno\n3\tyes\n4\tin the middle\n5\tPROBABLY NO\n";

#[test]
fn strict_and_relaxed_labels_are_voted_on_separately() {
    let report = plain(ALL);
    let scores = |name| report.measure(name).unwrap().scores.clone();
    assert_eq!(scores("strict accuracy"), [Some(1.0), Some(0.0), None, None, None, Some(0.0)]);
    let relaxed = [Some(1.0), Some(1.0), Some(0.0), None, Some(1.0), Some(1.0)];
    assert_eq!(scores("relaxed accuracy"), relaxed);
    assert_eq!(left_out(&report, "strict accuracy", "no label has three votes"), 1);
    let not_sure = "its gold is 'I am not sure', which is not scored";
    assert_eq!(left_out(&report, "strict accuracy", not_sure), 1);
    assert_eq!(left_out(&report, "strict macro-F1", not_sure), 1);
    let other = "its gold is 'Other', which is not scored";
    assert_eq!(left_out(&report, "relaxed accuracy", other), 1);
}

#[test]
fn macro_f1_is_over_the_labels_that_occur() {
    let report = plain(ALL);
    // Yes is found; no and probably no are taken for each other.
    assert_eq!(value(&report, "strict macro-F1"), 1.0 / 3.0);
    // Yes: 1 right, 1 missed. No: 2 right, 1 too many. In the middle: right.
    let expected = (2.0 / 3.0 + 4.0 / 5.0 + 1.0) / 3.0;
    assert!((value(&report, "relaxed macro-F1") - expected).abs() < 1e-12);
    assert_eq!(report.labels.len(), 2);
    assert_eq!(report.labels[0].confusion, [[1, 0, 0], [0, 0, 1], [0, 1, 0]]);
}

#[test]
fn runs_are_read_in_every_shape() {
    let lines = "{\"id\": 0, \"label\": \"yes\"}\n{\"id\": \"5\", \"strict\": \"No\", \"relaxed\": \"yes\"}\n";
    for run in [
        lines,
        r#"[{"id": 0, "label": "yes"}, {"id": 5, "label": "No", "relaxed": "Yes"}]"#,
        r#"{"0": "Yes", "5": {"label": "no", "relaxed": "yes"}}"#,
        "0\tYes\tYes\n5\tno\tyes\n",
    ] {
        let options = Options { only_run: true, ..Options::default() };
        let report = scored(&with(&truth(), run), &options).unwrap();
        assert_eq!(value(&report, "strict accuracy"), 1.0, "{run}");
        assert_eq!(value(&report, "relaxed accuracy"), 0.5, "{run}");
        assert_eq!(left_out(&report, "strict accuracy", "the run does not have the pair"), 1);
    }
}

#[test]
fn fields_with_other_names_can_be_mapped() {
    let options = Options {
        only_run: true,
        mapping: "id=pair,label=said".parse().unwrap(),
        ..Options::default()
    };
    let written = with(&truth(), "{\"pair\": 0, \"said\": \"yes\"}\n");
    assert_eq!(value(&scored(&written, &options).unwrap(), "strict accuracy"), 1.0);
    let options = Options { mapping: "prediction=x".parse().unwrap(), ..Options::default() };
    let said = written.said(scored(&written, &options));
    assert_eq!(said, "there is no part 'prediction' to map; the parts are id, label, relaxed");
}

#[test]
fn pairs_the_run_lacks_are_wrong_and_reported() {
    let report = plain("0\tyes\n");
    assert_eq!(value(&report, "strict accuracy"), 1.0 / 3.0);
    assert_eq!(value(&report, "relaxed accuracy"), 1.0 / 5.0);
    assert_eq!(report.zeros[0].why, "the run does not have the pair, strict");
    assert_eq!((report.zeros[0].turns, report.zeros[1].turns), (2, 4));
    assert_eq!(report.labels[0].labels.last().unwrap().label, "(no label)");
    assert_eq!(value(&report, "strict macro-F1"), 1.0 / 3.0);
}

#[test]
fn relaxed_labels_alone_leave_the_strict_task_out() {
    let report = plain("{\"id\": 0, \"relaxed\": \"Yes\"}\n");
    let why = "the run gives the pair no strict label";
    assert_eq!(left_out(&report, "strict accuracy", why), 1);
    assert_eq!(report.measure("relaxed accuracy").unwrap().scores[0], Some(1.0));
}

#[test]
fn a_label_that_is_none_is_refused_with_its_line_and_the_labels() {
    let written = with(&truth(), "0\tyes\n1\tmaybe\n");
    let said = written.said(scored(&written, &Options::default()));
    let start =
        "run:2: pair 1: 'maybe' is no label of Circa; they are 'Yes', 'No', 'Probably yes /";
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn unknown_and_double_pairs_and_broken_lines_are_refused() {
    for (run, expected) in [
        ("0\tyes\n77\tyes\n", "run: 1 of its turns is not in truth.tsv: 77"),
        ("0\tyes\n0\tno\n", "run:2: turn 0 stands a second time"),
        (r#"{"0": "yes", "0": "no"}"#, "run:1: turn 0 stands a second time"),
        ("0\tyes\nyes\n", "run:2: a line has an id, a tab and a label"),
        ("{\"id\": 0}\n", "run:1: pair 0 has no label: looked for label, strict and relaxed"),
        (
            "{\"label\": \"yes\", \"x\": 1}\n{\"label\": \"no\"}\n",
            "run:1: no field id names the pair",
        ),
        ("", "run: there is no label in it"),
    ] {
        let written = with(&truth(), run);
        let said = written.said(scored(&written, &Options::default()));
        assert!(said.contains(expected), "{said}");
    }
    let options = Options { unknown: Unknown::PassOver, ..Options::default() };
    let report = scored(&with(&truth(), "0\tyes\n77\tyes\n"), &options).unwrap();
    assert_eq!(report.ignored[0].turns, 1);
}

#[test]
fn garbled_rows_are_left_out_counted_and_named_by_line() {
    let truth =
        format!("{}6\tfood\tbroken\n{}", truth(), row("7", "food", "Yes#Yes#Ye", "Yes", "Yes"));
    let written = with(&truth, &format!("{ALL}6\tyes\n"));
    let report = scored(&written, &Options::default()).unwrap();
    assert_eq!(report.in_truth, 8);
    assert_eq!(left_out(&report, "strict accuracy", "its row in the truth is garbled"), 2);
    let note = "Garbled rows of the truth, passed over: 2 (lines 8, 9).";
    assert_eq!(report.notes[0], note);
    assert_eq!(
        report.notes[1],
        "Pairs with other than 5 judgements: 1; three votes decide there too."
    );
}

#[test]
fn gold_columns_that_differ_from_the_vote_are_reported() {
    let truth = truth().replace("\tProbably no\tNo\n", "\tNo\tNo\n");
    let report = scored(&with(&truth, ALL), &Options::default()).unwrap();
    assert!(report.notes.iter().any(|note| note.starts_with("Pairs with another gold label")));
}

#[test]
fn a_file_of_another_data_set_is_refused() {
    let written = with("sentence\tlabel\nx\ty\n", ALL);
    let said = written.said(scored(&written, &Options::default()));
    assert!(said.starts_with("truth.tsv:1: this is no Circa file:"), "{said}");
    assert!(said.ends_with("found sentence, label"), "{said}");
}

#[test]
fn accuracy_is_spread_over_scenarios() {
    let report = plain(ALL);
    let spread = unmatched(&report, "relaxed accuracy").unwrap();
    assert_eq!((spread.scenarios, spread.min, spread.max), (2, 2.0 / 3.0, 1.0));
    assert!((spread.mean - 5.0 / 6.0).abs() < 1e-12);
    assert!((spread.sd - (1.0 / 18.0f64).sqrt()).abs() < 1e-12);
    assert!(unmatched(&report, "strict macro-F1").is_none());
    assert!(report.notes.iter().any(|note| note.starts_with("relaxed accuracy over 2 scenarios")));
}

#[test]
fn gold_labels_as_the_run_are_all_right_on_the_real_file() {
    let Some(truth) = data("circa/circa-data.tsv") else { return };
    let text = std::fs::read_to_string(&truth).unwrap();
    let mut run = String::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        run += &format!("{}\t{}\t{}\n", cells[0], cells[6], cells[7]);
    }
    let written = Written::new(&[("run.tsv", &run)]);
    let report = score(&truth, &written.path("run.tsv"), &Options::default()).unwrap();
    assert_eq!(report.in_truth, 27_414);
    for name in ["strict accuracy", "strict macro-F1", "relaxed accuracy", "relaxed macro-F1"] {
        assert_eq!(value(&report, name), 1.0, "{name}");
    }
    assert_eq!(report.measure("strict accuracy").unwrap().scored, 24_775);
    assert_eq!(report.measure("relaxed accuracy").unwrap().scored, 26_394);
    assert_eq!(report.by("topic").unwrap().len(), 10);
    assert!(!report.notes.iter().any(|note| note.contains("another gold label")));
}
