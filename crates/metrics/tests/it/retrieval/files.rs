use grice_metrics::retrieval::{Qrels, Run};

fn qrels_error(text: &str) -> String {
    Qrels::parse(text.as_bytes(), "truth.txt").unwrap_err().to_string()
}

fn run_error(text: &str) -> String {
    Run::parse(text.as_bytes(), "run.txt").unwrap_err().to_string()
}

#[test]
fn qrels_are_read_with_tabs_blank_lines_and_line_ends_of_any_kind() {
    let text = "\u{feff}q1\t0\td1  2\r\n\n  \nq2 0 d1 -1\nq1 0 d2 0";
    let qrels = Qrels::parse(text.as_bytes(), "truth.txt").unwrap();
    assert_eq!(qrels.queries(), ["q1", "q2"]);
    assert_eq!(qrels.grade("q1", "d1"), Some(2));
    assert_eq!(qrels.grade("q1", "d2"), Some(0));
    assert_eq!(qrels.grade("q2", "d1"), Some(-1));
    assert_eq!((qrels.grade("q2", "d2"), qrels.grade("q3", "d1")), (None, None));
}

#[test]
fn a_run_is_ranked_by_score_and_not_by_rank() {
    let text = "q Q0 a 1 0.5 t\nq Q0 b 2 1.5 t\nq Q0 c 3 1e-3 t\n";
    let run = Run::parse(text.as_bytes(), "run.txt").unwrap();
    let ranking: Vec<_> = run.ranking("q").unwrap().collect();
    assert_eq!(ranking, [("b", 1.5), ("a", 0.5), ("c", 0.001)]);
    assert!(run.ranking("p").is_none());
}

#[test]
fn scores_equal_as_32_bit_floats_are_ties_and_the_last_name_is_first() {
    let run = Run::from_scores([("q", [("a", 1.000_000_001), ("b", 1.0), ("B", 1.0)])]).unwrap();
    let ranking: Vec<_> = run.ranking("q").unwrap().map(|(name, _)| name).collect();
    assert_eq!(ranking, ["b", "a", "B"]);
}

#[test]
fn queries_may_be_mixed_in_a_run() {
    let text = "p Q0 a 1 2 t\nq Q0 a 1 2 t\np Q0 b 2 1 t\n";
    let run = Run::parse(text.as_bytes(), "run.txt").unwrap();
    assert_eq!(run.ranking("p").unwrap().count(), 2);
    assert_eq!(run.queries(), ["p", "q"]);
}

#[test]
fn a_wrong_number_of_columns_is_refused_with_its_line() {
    let message = qrels_error("q 0 d 1\nq 0 d\n");
    assert!(message.starts_with("truth.txt:2: 3 columns, where qrels have 4: query,"), "{message}");
    let message = run_error("q Q0 d 1 2.0 my tag\n");
    assert!(message.starts_with("run.txt:1: 7 columns, where runs have 6: query,"), "{message}");
}

#[test]
fn a_relevance_that_is_no_whole_number_is_refused() {
    for grade in ["1.0", "yes", "1e1", "99999999999"] {
        let message = qrels_error(&format!("q 0 d {grade}\n"));
        assert!(
            message.starts_with(&format!("truth.txt:1: the relevance \"{grade}\"")),
            "{message}"
        );
    }
}

#[test]
fn a_score_that_is_no_finite_number_is_refused() {
    let message = run_error("q Q0 d 1 high t\n");
    assert!(message.starts_with("run.txt:1: the score \"high\" is not a number"), "{message}");
    for score in ["NaN", "nan", "inf", "-Infinity", "1e999"] {
        let message = run_error(&format!("q Q0 a 1 1 t\nq Q0 d 2 {score} t\n"));
        assert!(message.starts_with(&format!("run.txt:2: the score {score} cannot")), "{message}");
    }
    let message = Run::from_scores([("q", [("d", f64::NAN)])]).unwrap_err().to_string();
    assert!(message.starts_with("query q, document d: the score NaN cannot"), "{message}");
}

#[test]
fn a_document_ranked_twice_is_refused_with_both_lines() {
    let message =
        run_error("q Q0 a 1 3 t\np Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 a 3 1 t\nq Q0 b 4 0 t\n");
    let expected = "run.txt:4: document a is ranked twice for query q (first at run.txt:1)";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn a_document_judged_twice_is_refused_and_the_grades_are_named() {
    let message = qrels_error("q 0 a 1\nq 0 a 2\n");
    let expected = "truth.txt:2: document a is judged twice for query q, with grades 1 and 2";
    assert!(message.starts_with(expected), "{message}");
    let message = qrels_error("q 0 a 1\nq 0 a 1\n");
    let expected = "truth.txt:2: document a is judged twice for query q, both times with grade 1";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn empty_files_other_encodings_and_absent_files_are_refused() {
    assert!(qrels_error("\n \n").starts_with("truth.txt: no line of qrels is in it"));
    assert!(run_error("").starts_with("run.txt: no line of runs is in it"));
    let message = Qrels::parse(&b"q 0 d 1\nq 0 \xff 1\n"[..], "truth.txt").unwrap_err().to_string();
    assert!(message.starts_with("truth.txt:2: the line is not UTF-8"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let message = Run::read(&folder.path().join("absent")).unwrap_err().to_string();
    assert!(message.contains("absent: cannot be read"), "{message}");
}

#[test]
fn a_query_without_judgements_is_not_in_the_qrels_but_one_without_results_is_in_the_run() {
    let qrels = Qrels::from_grades([("p", vec![("a", 1)]), ("q", vec![])]).unwrap();
    assert_eq!(qrels.queries(), ["p"]);
    let run = Run::from_scores([("p", vec![("a", 1.0)]), ("q", vec![])]).unwrap();
    assert_eq!(run.queries(), ["p", "q"]);
}
