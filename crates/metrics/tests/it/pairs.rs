//! Pairs, and the agreement of judges.

use std::path::Path;

use grice_metrics::forms::{Mapping, agreement, pairs, spans};
use grice_metrics::source::Source;

use crate::written::Written;

fn source(text: &str) -> Source {
    let files = Written::new(&[("in.jsonl", text)]);
    let read = Source::read(&files.path("in.jsonl")).unwrap();
    Source { file: Path::new("in.jsonl").to_owned(), ..read }
}

#[test]
fn a_pair_has_every_score() {
    let text = r#"{"id": 7, "prediction": "the cat sat", "references": ["the cat sat", "a dog"]}"#;
    let source = source(text);
    let pair = &pairs::read(&source, &Mapping::default()).unwrap()[0];
    let scores = serde_json::to_value(pairs::score(pair, &pairs::Options::default())).unwrap();
    assert_eq!(scores["id"], 7);
    assert_eq!(scores["em"], 0.5);
    assert_eq!(scores["rouge1"], serde_json::json!({"p": 1.0, "r": 1.0, "f": 1.0}));
    assert!((scores["bleu"].as_f64().unwrap() - 100.0).abs() < 1e-9);
    assert!(scores.get("rougeLsum").is_none());
}

#[test]
fn fields_can_have_other_names() {
    let mapping: Mapping = "id=qid,prediction=out,references=gold".parse().unwrap();
    let source = source(r#"{"qid": "x", "out": "a", "gold": "b"}"#);
    assert_eq!(pairs::read(&source, &mapping).unwrap()[0].references, ["b"]);
    assert!("id".parse::<Mapping>().is_err());
    assert!(mapping.check(&["id"]).is_err());
}

#[test]
fn bad_pairs_are_named_with_their_line() {
    let said = |text: &str| {
        let source = source(text);
        pairs::read(&source, &Mapping::default()).unwrap_err().to_string()
    };
    let good = r#"{"id": 1, "prediction": "a", "references": ["b"]}"#;
    assert!(
        said(&format!("{good}\n{{\"id\": 2}}")).starts_with("in.jsonl:2: no field 'prediction'")
    );
    assert!(said(&format!("{good}\nnot json")).starts_with("in.jsonl:2: expected"));
    assert!(said(&good.replace("[\"b\"]", "[]")).contains("pair 1 has no references"));
    assert!(said(&good.replace("[\"b\"]", "[3]")).contains("holds what is no text"));
    assert!(said("").contains("there is no pair in it"));
}

#[test]
fn judges_agreement_is_measured_over_what_they_judged() {
    let text = "{\"id\":1,\"labels\":[\"a\",\"b\"]}\n{\"id\":2,\"labels\":[\"a\",\"a\"]}\n\
                {\"id\":3,\"labels\":[\"b\",\"b\"]}\n{\"id\":4,\"labels\":[null,\"b\"]}\n";
    let report = agreement::score(&source(text), &agreement::Options::default()).unwrap();
    assert!((report.krippendorff.value.clone().unwrap() - 4.0 / 9.0).abs() < 1e-12);
    assert!((report.cohen.clone().unwrap().value.unwrap() - 0.4).abs() < 1e-12);
    assert_eq!((report.fleiss.used, report.fleiss.left_out, report.missing), (3, 1, 1));
    let json = report.json();
    assert!((json["fleiss"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12);
}

#[test]
fn agreement_without_a_value_says_why() {
    let text = "{\"id\":1,\"labels\":[\"a\",\"a\"]}\n{\"id\":2,\"labels\":[\"a\",\"a\"]}\n";
    let report = agreement::score(&source(text), &agreement::Options::default()).unwrap();
    assert!(report.json()["fleiss"].is_null());
    assert!(report.sentences().iter().any(|s| s.contains("undefined")), "{:?}", report.sentences());
}

#[test]
fn bad_judgements_are_named() {
    let said = |text: &str| {
        agreement::score(&source(text), &agreement::Options::default()).unwrap_err().to_string()
    };
    assert!(said("{\"labels\":[]}").starts_with("in.jsonl:1: an item without id"));
    assert!(said("{\"id\":1,\"labels\":\"a\"}").contains("item 1 has no list of labels"));
    let uneven = "{\"id\":1,\"labels\":[\"a\",\"b\"]}\n{\"id\":2,\"labels\":[\"a\"]}";
    assert!(said(uneven).contains("item 2 has 1 labels and others have 2"));
    let twice = "{\"id\":1,\"labels\":[\"a\",\"b\"]}\n{\"id\":1,\"labels\":[\"a\",\"b\"]}";
    assert!(said(twice).starts_with("in.jsonl:2: turn 1 stands a second time"));
}

#[test]
fn rankings_are_scored_by_where_the_answer_stands() {
    let text = "{\"id\":1,\"answer\":\"Huygens in 1655\",\"passages\":[\"Galileo saw it.\",\"It was Huygens, in 1655.\"]}\n\
                {\"id\":2,\"answer\":\"Io\",\"passages\":[\"Titan\"]}\n{\"id\":3,\"answer\":\"\",\"passages\":[]}\n";
    let report = spans::score(&source(text), &[1, 5]).unwrap();
    let value = |name: &str| report.measure(name).unwrap().value.unwrap();
    assert_eq!((value("R@1"), value("R@5"), value("RR")), (0.0, 0.5, 0.25));
    assert_eq!(report.measure("RR").unwrap().left_out[0].turns, 1);
    let error = spans::score(&source("{\"id\":1,\"answer\":\"x\"}"), &[1]).unwrap_err().to_string();
    assert!(error.starts_with("in.jsonl:1: no passages"), "{error}");
}
