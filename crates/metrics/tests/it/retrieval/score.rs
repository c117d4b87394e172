use grice_metrics::retrieval::{
    CutoffTies, Denominator, Measure, Options, Qrels, Run, Version, score,
};

fn small() -> (Qrels, Run) {
    let truth = "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\nq3 0 a 0\nq4 0 a 2\n";
    let run = "q1 Q0 b 1 9 t\nq1 Q0 a 2 8 t\nq3 Q0 a 1 1 t\nq4 Q0 a 1 1 t\nq9 Q0 a 1 1 t\n";
    (Qrels::parse(truth.as_bytes(), "truth").unwrap(), Run::parse(run.as_bytes(), "run").unwrap())
}

#[test]
fn the_mean_is_over_queries_in_both_and_the_others_are_named() {
    let (qrels, run) = small();
    let measures = Measure::list("RR NumQ NumRel").unwrap();
    let scores = score(&qrels, &run, &measures, &Options::default()).unwrap();
    assert_eq!(scores.queries(), ["q1", "q3", "q4"]);
    assert_eq!(scores.column(0).collect::<Vec<_>>(), [0.5, 0.0, 1.0]);
    assert_eq!((scores.total(0), scores.total(1), scores.total(2)), (0.5, 3.0, 2.0));
    let coverage = scores.coverage();
    assert_eq!(coverage.scored, 3);
    assert_eq!(coverage.only_in_run, ["q9"]);
    assert_eq!(coverage.only_in_truth, ["q2"]);
    assert_eq!(coverage.without_relevant, ["q3"]);
}

#[test]
fn the_mean_over_the_truth_counts_an_unanswered_query_as_zero() {
    let (qrels, run) = small();
    let measures = Measure::list("RR NumQ NumRel").unwrap();
    let options = Options { denominator: Denominator::Truth, ..Options::default() };
    let scores = score(&qrels, &run, &measures, &options).unwrap();
    assert_eq!(scores.queries(), ["q1", "q2", "q3", "q4"]);
    assert_eq!((scores.total(0), scores.total(1), scores.total(2)), (0.375, 4.0, 3.0));
    assert_eq!((scores.coverage().scored, scores.coverage().only_in_truth.len()), (4, 1));
}

#[test]
fn a_run_of_other_queries_is_refused() {
    let (qrels, _) = small();
    let run = Run::from_scores([("31_1", [("a", 1.0)])]).unwrap();
    let message = score(&qrels, &run, &Measure::list("RR").unwrap(), &Options::default())
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("the run has 1, such as 31_1; the qrels have 4, such as q1"),
        "{message}"
    );
}

#[test]
fn ties_at_a_cutoff_follow_the_scorer_that_is_named() {
    let qrels = Qrels::from_grades([("q", [("a", 1), ("c", 0)])]).unwrap();
    let run = Run::from_scores([("q", [("a", 1.0), ("b", 1.0), ("c", 1.0)])]).unwrap();
    let measures = Measure::list("RR RR@3 Judged@2").unwrap();
    let ours = |cutoff_ties| {
        let options = Options { cutoff_ties, ..Options::default() };
        score(&qrels, &run, &measures, &options).unwrap().row(0).to_vec()
    };
    assert_eq!(ours(CutoffTies::IrMeasures), [1.0 / 3.0, 1.0, 0.5]);
    assert_eq!(ours(CutoffTies::TrecEval), [1.0 / 3.0, 1.0 / 3.0, 0.5]);
}

#[test]
fn trec_eval_10_sees_differences_that_32_bit_floats_do_not() {
    let qrels = Qrels::from_grades([("q", [("a", 1)])]).unwrap();
    let run = Run::from_scores([("q", [("a", 1.000_000_001), ("b", 1.0)])]).unwrap();
    let measures = Measure::list("RR").unwrap();
    let ours = |version| {
        let options = Options { version, ..Options::default() };
        score(&qrels, &run, &measures, &options).unwrap().total(0)
    };
    assert_eq!((ours(Version::V9), ours(Version::V10)), (0.5, 1.0));
}

#[test]
fn a_depth_cuts_every_ranking() {
    let (qrels, run) = small();
    let options = Options { depth: Some(1), ..Options::default() };
    let measures = Measure::list("RR RR@5 NumRet ERR@5").unwrap();
    let scores = score(&qrels, &run, &measures, &options).unwrap();
    assert_eq!(scores.row(0), [0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn an_empty_ranking_scores_zero_in_every_measure_but_the_counts_of_the_truth() {
    let qrels = Qrels::from_grades([("q", [("a", 1)])]).unwrap();
    let none: [(&str, f64); 0] = [];
    let run = Run::from_scores([("q", none)]).unwrap();
    let measures = Measure::list(
        "nDCG nDCG@3 P@1 R@1 RR RR@1 AP Success@1 Bpref Rprec IPrec@0.0 infAP ERR@5 SetP SetR SetF \
         SetAP Judged Judged@3 NumRet 11pt_avg SetRelP",
    )
    .unwrap();
    let scores = score(&qrels, &run, &measures, &Options::default()).unwrap();
    assert!(scores.row(0).iter().all(|&value| value == 0.0), "{:?}", scores.row(0));
    let measures = Measure::list("NumQ NumRel").unwrap();
    assert_eq!(score(&qrels, &run, &measures, &Options::default()).unwrap().row(0), [1.0, 1.0]);
}

#[test]
fn negative_grades_are_no_judgements_and_score_nothing() {
    let qrels = Qrels::from_grades([("q", [("a", -1), ("b", -2)])]).unwrap();
    let run = Run::from_scores([("q", [("a", 2.0), ("b", 1.0)])]).unwrap();
    let measures = Measure::list("nDCG AP Bpref infAP NumRel P(judged_only=True)@1").unwrap();
    let scores = score(&qrels, &run, &measures, &Options::default()).unwrap();
    assert!(scores.row(0).iter().all(|&value| value == 0.0), "{:?}", scores.row(0));
}

#[test]
fn grades_beyond_a_measure_are_refused() {
    let qrels = Qrels::from_grades([("q", [("a", 5)])]).unwrap();
    let run = Run::from_scores([("q", [("a", 2.0)])]).unwrap();
    let message = score(&qrels, &run, &Measure::list("ERR@5").unwrap(), &Options::default())
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("ERR@5: query q has a document of grade 5"), "{message}");
    let measures = Measure::list("nDCG(dcg='exp-log2')@5").unwrap();
    assert!(score(&qrels, &run, &measures, &Options::default()).is_ok());
}
