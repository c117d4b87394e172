//! Replies compared with evidence.

use grice_judge::ground::{Grounder, Grounding, Reason, Reply};
use serde_json::{Value, json};

use crate::tiny::folder;

const EVIDENCE: &str = "The Marrow Bridge was opened on 12 May 1898 by Agnes Whitlock, the mayor \
    of Tarn. It is 214 metres long and was the first steel bridge in the county. A fire closed it \
    for two years.";

fn model() -> Grounder {
    Grounder::load(&folder("ground")).unwrap()
}

fn ground(grounder: &Grounder, evidence: &str, reply: &str) -> Grounding {
    grounder.ground(&[Reply { evidence, reply }]).remove(0).unwrap()
}

fn reasons(reply: &str) -> Vec<Reason> {
    let grounding = ground(&Grounder::overlap(), EVIDENCE, reply);
    grounding.sentences.into_iter().flat_map(|sentence| sentence.reasons).collect()
}

#[test]
fn what_the_evidence_says_in_other_forms_is_supported() {
    for reply in [
        "The Marrow Bridge was opened on May 12, 1898.",
        "Yes, it is 214 metres long.",
        "Whitlock, the mayor of Tarn, opened the bridge in the 1890s.",
        "A fire closed it for 2 years.",
        "The bridge was opened in the 19th century. Would you like to know more?",
        "Did you know that the bridge was the first steel bridge in the county?",
    ] {
        let grounding = ground(&Grounder::overlap(), EVIDENCE, reply);
        assert!(grounding.supported, "{reply}: {grounding:?}");
        assert!(grounding.unsupported.is_empty());
    }
}

#[test]
fn one_thing_changed_is_told_for_what_it_is() {
    let text = str::to_owned;
    for (reply, reason) in [
        ("The bridge is 241 metres long.", Reason::Number(text("241"))),
        ("A fire closed it for three years.", Reason::Number(text("three"))),
        ("It was opened on 12 March 1898.", Reason::Date(text("12 March 1898"))),
        ("The bridge was opened by Martha Ellwood.", Reason::Name(text("Martha Ellwood"))),
        ("The bridge was not opened by Agnes Whitlock.", Reason::Negation),
        ("It was the last steel bridge in the county.", Reason::Opposite(text("last"))),
        ("Its architect also built churches.", Reason::Score),
    ] {
        assert_eq!(reasons(reply), [reason], "{reply}");
    }
}

#[test]
fn only_the_sentences_at_fault_are_unsupported() {
    let reply = "Sure! The bridge is 214 metres long. It cost 14 million dollars. Anything else?";
    for grounder in [model(), Grounder::overlap()] {
        let grounding = ground(&grounder, EVIDENCE, reply);
        assert!(!grounding.supported);
        assert!(grounding.unsupported.contains(&"It cost 14 million dollars.".to_owned()));
        let texts: Vec<&str> = grounding.sentences.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts.len(), 4);
        assert!(texts.iter().all(|text| reply.contains(text)));
        for (place, claims) in [false, true, true, false].into_iter().enumerate() {
            assert_eq!(grounding.sentences[place].score.is_some(), claims, "{}", texts[place]);
        }
        assert!((0.0..=1.0).contains(&grounding.score));
    }
    let grounding = ground(&Grounder::overlap(), EVIDENCE, reply);
    assert_eq!(grounding.unsupported, ["It cost 14 million dollars."]);
    let lowest = grounding.sentences.iter().filter_map(|s| s.score).fold(1.0, f32::min);
    assert!(grounding.score <= lowest);
}

#[test]
fn a_reply_that_claims_nothing_is_neither_supported_nor_at_fault() {
    for grounder in [model(), Grounder::overlap()] {
        let grounding = ground(&grounder, EVIDENCE, "Good question! Would you like to know more?");
        assert!(!grounding.supported && grounding.unsupported.is_empty());
        assert_eq!(grounding.score, 0.0);
    }
}

#[test]
fn the_same_reply_is_judged_the_same_alone_and_among_others() {
    let grounder = model();
    let reply = "It is 214 metres long. The king built it.";
    let alone = ground(&grounder, EVIDENCE, reply);
    let others = [
        Reply { evidence: "x", reply: "y" },
        Reply { evidence: EVIDENCE, reply },
        Reply { evidence: EVIDENCE, reply },
    ];
    for grounding in &grounder.ground(&others)[1..] {
        let grounding = grounding.as_ref().unwrap();
        assert_eq!(grounding.unsupported, alone.unsupported);
        assert!((grounding.score - alone.score).abs() < 1e-5);
    }
}

#[test]
fn a_grounding_is_written_for_programs() {
    let grounding = ground(&Grounder::overlap(), "It is 5 m long.", "It is 6 m long. Thanks!");
    let written: Value = serde_json::to_value(&grounding).unwrap();
    assert_eq!(written["supported"], json!(false));
    assert_eq!(written["unsupported"], json!(["It is 6 m long."]));
    assert_eq!(written["sentences"][0]["reasons"], json!([{"kind": "number", "text": "6"}]));
    assert_eq!(written["sentences"][1]["score"], Value::Null);
    assert_eq!(written["by"], "overlap");
}

#[test]
fn most_of_our_checks_are_told_by_the_exact_comparisons_alone() {
    let checks = include_str!("../../../../training/checks/ground.jsonl");
    let rows: Vec<Value> = checks.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.len() >= 200);
    let grounder = Grounder::overlap();
    let caught = |kind: &str| {
        let of_kind: Vec<&Value> = rows.iter().filter(|row| row["kind"] == kind).collect();
        let caught = of_kind.iter().filter(|row| {
            let text = |name: &str| row[name].as_str().unwrap();
            let grounding = ground(&grounder, text("evidence"), text("reply"));
            let reasons = grounding.sentences.iter().flat_map(|sentence| &sentence.reasons);
            reasons.filter(|reason| **reason != Reason::Score).count() > 0
        });
        caught.count() as f64 / of_kind.len() as f64
    };
    for (kind, least) in
        [("number", 0.9), ("date", 0.95), ("name", 0.95), ("negation", 0.4), ("opposite", 0.5)]
    {
        assert!(caught(kind) >= least, "{kind}: {}", caught(kind));
    }
    assert!(caught("faithful") <= 0.03, "{}", caught("faithful"));
}
