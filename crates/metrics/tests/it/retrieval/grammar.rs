use grice_metrics::retrieval::Measure;

fn names(text: &str) -> Vec<String> {
    Measure::list(text).unwrap().iter().map(Measure::to_string).collect()
}

fn error(text: &str) -> String {
    Measure::list(text).unwrap_err().to_string()
}

#[test]
fn names_are_given_back_as_ir_measures_writes_them() {
    for name in [
        "nDCG",
        "nDCG@3",
        "nDCG(dcg='exp-log2')@10",
        "nDCG(gains={0:1,2:5})@3",
        "R@100",
        "R(rel=2)@100",
        "RR",
        "RR@3",
        "AP",
        "AP(rel=2)@100",
        "P(rel=2,judged_only=True)@5",
        "Success@5",
        "Bpref",
        "Rprec",
        "SetP",
        "SetP(relative=True)",
        "SetR",
        "SetF",
        "SetF(beta=2.0)",
        "SetAP",
        "infAP",
        "Judged@10",
        "Judged",
        "NumRet",
        "NumRet(rel=1)",
        "NumRel",
        "NumQ",
        "IPrec@0.1",
        "IPrec@1.0",
        "ERR@20",
        "11pt_avg",
    ] {
        assert_eq!(names(name), [name]);
    }
}

#[test]
fn usual_values_other_names_and_blanks_are_understood() {
    assert_eq!(
        names("MAP NDCG@5 Recall@5 Precision@5 MRR BPref RPrec"),
        ["AP", "nDCG@5", "R@5", "P@5", "RR", "Bpref", "Rprec"]
    );
    assert_eq!(names("NumRelRet SetRelP"), ["NumRet(rel=1)", "SetP(relative=True)"]);
    assert_eq!(names("P( rel = 1 , cutoff = 5 )"), ["P@5"]);
    assert_eq!(names("nDCG(dcg=\"log2\",judged_only=False)"), ["nDCG"]);
    assert_eq!(names("SetF(beta=1) IPrec@.1 IPrec(recall=0)"), ["SetF", "IPrec@0.1", "IPrec@0.0"]);
    assert_eq!(names("nDCG(gains={2: 5, 0:1, 3:3})"), ["nDCG(gains={0:1,2:5})"]);
}

#[test]
fn names_of_trec_eval_are_understood() {
    assert_eq!(
        names("map ndcg_cut_10 recip_rank recall_100 P_5 success_5 bpref ndcg map_cut.3"),
        ["AP", "nDCG@10", "RR", "R@100", "P@5", "Success@5", "Bpref", "nDCG", "AP@3"]
    );
    assert_eq!(
        names(
            "set_P set_recall set_F set_F_0.5 set_map set_relative_P num_ret num_rel num_rel_ret num_q"
        ),
        [
            "SetP",
            "SetR",
            "SetF",
            "SetF(beta=0.5)",
            "SetAP",
            "SetP(relative=True)",
            "NumRet",
            "NumRel",
            "NumRet(rel=1)",
            "NumQ"
        ]
    );
    assert_eq!(
        names("iprec_at_recall_0.10 11pt_avg infAP Rprec"),
        ["IPrec@0.1", "11pt_avg", "infAP", "Rprec"]
    );
}

#[test]
fn a_name_of_trec_eval_without_a_number_stands_for_its_usual_ones() {
    assert_eq!(names("success"), ["Success@1", "Success@5", "Success@10"]);
    assert_eq!(names("ndcg_cut").len(), 9);
    assert_eq!(names("iprec_at_recall").len(), 11);
}

#[test]
fn lists_are_parted_by_blanks_or_commas_and_name_each_measure_once() {
    assert_eq!(names("nDCG@3 R@100,RR,\n AP@5 , nDCG@3"), ["nDCG@3", "R@100", "RR", "AP@5"]);
    assert_eq!(names("P.5,10,20 map"), ["P@5", "P@10", "P@20", "AP"]);
    assert_eq!(names("R(rel=2,judged_only=True)@5,P@1"), ["R(rel=2,judged_only=True)@5", "P@1"]);
}

#[test]
fn an_unknown_name_is_refused_with_those_there_are() {
    let message = error("nDCG@3 Foo@5");
    assert!(
        message.starts_with("no measure is named \"Foo@5\"; there are nDCG[@k], P@k"),
        "{message}"
    );
    let message = error("NDcg@5");
    assert!(
        message.starts_with("no measure is named \"NDcg@5\"; there are nDCG, and"),
        "{message}"
    );
    let message = error("RBP(p=0.8)");
    assert!(message.starts_with("RBP is not computed here; there are"), "{message}");
    assert!(error("gm_map").starts_with("gm_map is not computed here"));
    assert!(error("nDCG@5 10").starts_with("no measure is named \"10\""));
    assert!(error("P.5 10").starts_with("no measure is named \"10\""));
}

#[test]
fn cutoffs_are_checked() {
    assert_eq!(error("P"), "P needs a cut-off: write P@5");
    assert_eq!(error("IPrec"), "IPrec needs a cut-off: write IPrec@0.1");
    assert_eq!(error("Bpref@5"), "Bpref takes no cut-off; write Bpref");
    for cutoff in ["0", "-1", "2.5", "x", ""] {
        let message = error(&format!("nDCG@{cutoff}"));
        assert!(message.starts_with("nDCG: the cut-off cannot be"), "{message}");
    }
    assert!(error("P_0").starts_with("P: the cut-off cannot be 0"));
    for recall in ["1.5", "-0.1", "0.125", "NaN"] {
        assert!(error(&format!("IPrec@{recall}")).starts_with("IPrec: recall cannot be"));
    }
}

#[test]
fn parameters_are_checked() {
    let message = error("P(level=2)@5");
    assert_eq!(message, "P has no parameter \"level\"; it takes rel, judged_only");
    assert_eq!(error("NumQ(rel=1)"), "NumQ has no parameter \"rel\"; it takes none");
    assert!(
        error("P(rel=0)@5").starts_with("P: rel cannot be 0; it must be a whole number from 1")
    );
    assert!(error("nDCG(dcg='log10')").starts_with("nDCG: dcg cannot be 'log10'"));
    assert!(error("P(judged_only=1)@5").starts_with("P: judged_only cannot be 1"));
    assert!(error("nDCG(gains={1})").starts_with("nDCG: gains cannot be {1}"));
    assert!(error("SetF(beta=x)").starts_with("SetF: beta cannot be x"));
}

#[test]
fn a_broken_form_is_refused() {
    for text in ["P(rel=2@5", "P)@5", "P(2)@5", "P(rel=2)5", "nDCG(dcg='log2)"] {
        let message = error(text);
        assert!(message.starts_with("the measure "), "{text}: {message}");
    }
    assert!(error(" , ").starts_with("no measure is named; give some"));
    let message = "RR AP".parse::<Measure>().unwrap_err().to_string();
    assert!(message.contains("it names 2 measures"), "{message}");
}
