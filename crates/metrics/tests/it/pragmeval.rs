//! PragmEval.

use grice_metrics::Report;
use grice_metrics::forms::Unknown;
use grice_metrics::forms::pragmeval::{Options, Split, score};

use crate::reference::data;
use crate::written::{Written, left_out, value};

const TASKS: [&str; 20] = [
    "Emergent",
    "EmoBank-Arousal",
    "EmoBank-Dominance",
    "EmoBank-Valence",
    "GUM",
    "MRDA",
    "PDTB",
    "Persuasiveness-ClaimType",
    "Persuasiveness-Eloquence",
    "Persuasiveness-PremiseType",
    "Persuasiveness-Relevance",
    "Persuasiveness-Specificity",
    "Persuasiveness-Strength",
    "STAC",
    "Sarcasm",
    "Squinky-Formality",
    "Squinky-Implicature",
    "Squinky-Informativeness",
    "SwitchBoard",
    "Verifiability",
];

const TRUTH: &str =
    "sentence1\tsentence2\tlabel\n\"a\tb\"\tc\tlow\nd\t\"say \"\"no\"\"\"\thigh\ne\tf\tlow\n";

fn one(run: &str) -> Written {
    Written::new(&[("Sarcasm/dev.tsv", TRUTH), ("run", run)])
}

fn scored(written: &Written, options: &Options) -> grice_metrics::Result<Report> {
    score(&written.path("Sarcasm/dev.tsv"), &written.path("run"), options)
}

#[test]
fn labels_are_given_in_order_or_by_row_number() {
    for run in [
        "low\nlow\nlow\n",
        "low\r\nlow\r\nlow",
        "2\tlow\n0\tlow\n1\tlow\n",
        "index\tprediction\n0\tlow\n1\tlow\n2\tlow\n",
        "{\"id\": 0, \"label\": \"low\"}\n{\"id\": \"1\", \"label\": \"low\"}\n{\"id\": 2, \"label\": \"low\"}",
        r#"[{"id": 0, "label": "low"}, {"id": 1, "label": "low"}, {"id": 2, "label": "low"}]"#,
    ] {
        let report = scored(&one(run), &Options::default()).unwrap();
        assert_eq!(value(&report, "accuracy"), 2.0 / 3.0, "{run}");
        assert_eq!(value(&report, "macro-F1"), 0.8 / 2.0, "{run}");
        assert_eq!(report.labels[0].confusion, [[0, 1], [0, 2]]);
    }
}

#[test]
fn rows_are_grouped_by_task_and_by_label() {
    let report = scored(&one("low\nlow\nlow\n"), &Options::default()).unwrap();
    assert_eq!(report.by("topic").unwrap()[0].name, "Sarcasm");
    let labels = report.by("label").unwrap();
    assert_eq!((labels[0].name.as_str(), labels[0].measures[0].value), ("low", Some(1.0)));
    assert_eq!((labels[1].name.as_str(), labels[1].measures[0].value), ("high", Some(0.0)));
}

#[test]
fn another_number_of_labels_than_rows_is_refused() {
    for (run, expected) in [
        ("low\nlow\n", "run: it has 2 labels, Sarcasm/dev.tsv has 3 rows; give one label a line"),
        ("low\nlow\nlow\nlow\n", "run: it has 4 labels, Sarcasm/dev.tsv has 3 rows"),
        (
            "0\tlow\n2\tlow\n",
            "run: it has labels for 2 of the 3 rows of Sarcasm/dev.tsv; the first without one is row 1",
        ),
        (
            "0\tlow\n1\tlow\n2\tlow\n3\tlow\n",
            "run:4: there is no row 3: Sarcasm/dev.tsv has rows 0 to 2",
        ),
        ("0\tlow\n1\tlow\n1\tlow\n", "run:3: row 1 stands a second time"),
        ("0\tlow\n1\tlow\nx\tlow\n", "run:3: 'x' is no row number"),
        ("0\tlow\n1\n", "run:2: a line has a row number, a tab and a label"),
        ("{\"id\": 0}\n", "run:1: a row without label"),
        ("low\nlow\nmiddling\n", "run:3: 'middling' is no label of Sarcasm; they are high, low"),
    ] {
        let written = one(run);
        let said = written.said(scored(&written, &Options::default()));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn rows_the_truth_lacks_are_passed_over_when_asked() {
    let options = Options { unknown: Unknown::PassOver, ..Options::default() };
    let report = scored(&one("0\tlow\n1\tlow\n2\tlow\n3\tlow\n"), &options).unwrap();
    assert_eq!((report.in_run, report.ignored[0].turns), (4, 1));
}

#[test]
fn a_label_of_the_label_file_may_be_given_though_the_gold_lacks_it() {
    let written = one("low\nmiddling\nlow\n");
    written.add("Sarcasm/labels", "low\nhigh\nmiddling\n");
    let report = scored(&written, &Options::default()).unwrap();
    assert_eq!(value(&report, "macro-F1"), 1.0 / 3.0);
}

#[test]
fn broken_truths_are_refused() {
    for (truth, expected) in [
        ("sentence\tlabel\nx\n", "Sarcasm/dev.tsv:2: this row has 1 cells, the header 2"),
        ("sentence\tlabel\n\"x\ty\n", "Sarcasm/dev.tsv:2: a quote that opens in this row is never"),
        ("id\tcontext\n1\ty\n", "Sarcasm/dev.tsv:1: this is no PragmEval file"),
        ("sentence\tlabel\n", "Sarcasm/dev.tsv: there is no row in it"),
    ] {
        let written = Written::new(&[("Sarcasm/dev.tsv", truth), ("run", "low\n")]);
        let said = written.said(scored(&written, &Options::default()));
        assert!(said.starts_with(expected), "{said}");
    }
}

/// All tasks with two rows, of which the run gets the first right, in MRDA and SwitchBoard too.
fn benchmark() -> Written {
    let written = Written::new(&[]);
    for task in TASKS {
        written.add(&format!("truth/{task}/dev.tsv"), "sentence\tlabel\nx\ta\ny\tb\n");
        let right = ["Squinky-Formality", "Squinky-Implicature"].contains(&task);
        written.add(&format!("run/{task}.txt"), if right { "a\nb\n" } else { "a\na\n" });
    }
    written
}

fn folders(written: &Written, options: &Options) -> grice_metrics::Result<Report> {
    score(&written.path("truth"), &written.path("run"), options)
}

#[test]
fn tasks_of_a_data_set_are_averaged_before_the_data_sets() {
    let report = folders(&benchmark(), &Options::default()).unwrap();
    assert_eq!(value(&report, "PDTB accuracy"), 0.5);
    assert!((value(&report, "MRDA macro-F1") - 1.0 / 3.0).abs() < 1e-12);
    assert!((value(&report, "Squinky (mean of 3 tasks)") - 2.5 / 3.0).abs() < 1e-12);
    let expected = (8.0 * 0.5 + 2.0 / 3.0 + 2.5 / 3.0) / 11.0;
    assert!((value(&report, "PragmEval") - expected).abs() < 1e-12);
    assert_eq!(left_out(&report, "PDTB accuracy", "the row is of another task"), 38);
    assert_eq!((report.in_truth, report.scored()), (40, 40));
    assert!(report.notes.contains(&"Scored against each task's dev.tsv.".to_owned()));
}

#[test]
fn without_a_task_there_is_no_score_of_the_benchmark_and_the_report_says_so() {
    let written = benchmark();
    std::fs::remove_file(written.path("run/GUM.txt")).unwrap();
    std::fs::remove_dir_all(written.path("truth/Squinky-Formality")).unwrap();
    std::fs::remove_file(written.path("run/Squinky-Formality.txt")).unwrap();
    let report = folders(&written, &Options::default()).unwrap();
    assert!(report.measure("PragmEval").is_none());
    assert!(report.measure("Squinky (mean of 3 tasks)").is_none());
    let note = report.notes.iter().find(|note| note.starts_with("No score of PragmEval")).unwrap();
    assert!(note.contains("GUM, Squinky-Formality"), "{note}");
    assert_eq!(left_out(&report, "GUM accuracy", "the run has no labels for the task"), 2);
}

#[test]
fn a_file_of_no_task_is_refused_or_passed_over() {
    let written = benchmark();
    written.add("run/Irony.txt", "a\nb\nc\n");
    written.add("run/notes.md", "not labels");
    let said = written.said(folders(&written, &Options::default()));
    assert!(said.contains("run/Irony.txt: there is no task Irony in"), "{said}");
    let options = Options { unknown: Unknown::PassOver, ..Options::default() };
    let report = folders(&written, &options).unwrap();
    assert_eq!(
        (report.ignored[0].why.as_str(), report.ignored[0].turns),
        ("the truth does not have the task Irony", 3)
    );
}

#[test]
fn two_files_for_a_task_are_refused() {
    let written = benchmark();
    written.add("run/GUM.tsv", "0\ta\n1\tb\n");
    let said = written.said(folders(&written, &Options::default()));
    assert!(said.contains("has labels of GUM too; keep one of them"), "{said}");
}

#[test]
fn the_split_is_test_where_there_is_one_unless_another_is_asked_for() {
    let written = benchmark();
    for task in TASKS {
        written.add(&format!("truth/{task}/test.tsv"), "sentence\tlabel\nx\ta\ny\ta\n");
    }
    written.add("truth/GUM/train.tsv", "sentence\tlabel\nx\ta\ny\ta\n");
    for task in ["Squinky-Formality", "Squinky-Implicature"] {
        written.add(&format!("run/{task}.txt"), "a\na\n");
    }
    let report = folders(&written, &Options::default()).unwrap();
    assert_eq!(value(&report, "PragmEval"), 1.0);
    let options = Options { split: Some("dev".parse().unwrap()), ..Options::default() };
    assert_eq!(value(&folders(&written, &options).unwrap(), "GUM accuracy"), 0.5);
    let options = Options { split: Some(Split::Train), ..Options::default() };
    let said = written.said(folders(&written, &options));
    assert!(said.starts_with("cannot read truth/Emergent/train.tsv"), "{said}");
    assert!("all".parse::<Split>().is_err());
}

#[test]
fn one_task_may_be_named_by_its_folder_and_one_file_is_not_enough_for_many() {
    let written = benchmark();
    let run = written.path("run/MRDA.txt");
    let report = score(&written.path("truth/MRDA"), &run, &Options::default()).unwrap();
    assert_eq!(report.notes, ["PragmEval scores MRDA by macro-F1."]);
    let said = written.said(score(&written.path("truth"), &run, &Options::default()));
    assert!(said.contains("give a folder with a file for each task, as Emergent.tsv"), "{said}");
}

#[test]
fn gold_labels_as_the_run_are_all_right_on_the_real_tasks() {
    let Some(truth) = data("pragmeval") else { return };
    let written = Written::new(&[]);
    let mut rows = 0;
    for task in TASKS {
        let text = std::fs::read_to_string(truth.join(task).join("dev.tsv")).unwrap();
        let labels: Vec<&str> =
            text.lines().skip(1).map(|line| line.rsplit('\t').next().unwrap()).collect();
        rows += labels.len();
        written.add(&format!("run/{task}.txt"), &labels.join("\n"));
    }
    let report = score(&truth, &written.path("run"), &Options::default()).unwrap();
    assert_eq!(report.in_truth, rows);
    assert!(report.measures.iter().all(|measure| measure.value == Some(1.0)));
    assert_eq!(value(&report, "PragmEval"), 1.0);
}
