//! Texts analyzed by a model.

use grice_judge::analyze::{Analysis, Analyzer, Labels, Takes, Texts, about};
use grice_model::registry::Registry;
use serde_json::{Value, json};

use crate::tiny::{folder, reference};

fn model() -> Analyzer {
    Analyzer::load(&folder("analyze")).unwrap()
}

fn read(analyzer: &Analyzer, text: &str, text2: Option<&str>) -> Analysis {
    analyzer.analyze(&[Texts { text, text2 }]).remove(0).unwrap()
}

fn names(analysis: &Analysis) -> Vec<&str> {
    analysis.iter().map(|(task, _)| task).collect()
}

#[test]
fn one_text_is_analyzed_by_the_tasks_that_take_one_and_two_by_the_others() {
    let analyzer = model();
    let tasks: Vec<(&str, Takes)> = analyzer.tasks().collect();
    let expected = [
        ("Emergent", Takes::Pair),
        ("EmoBank-Valence", Takes::Single),
        ("Sarcasm", Takes::Pair),
        ("Verifiability", Takes::Single),
    ];
    assert_eq!(tasks, expected);
    assert_eq!(names(&read(&analyzer, "the king", None)), ["EmoBank-Valence", "Verifiability"]);
    assert_eq!(names(&read(&analyzer, "the king", Some("why?"))), ["Emergent", "Sarcasm"]);
}

#[test]
fn probabilities_are_those_of_the_reference() {
    let (analyzer, reference) = (model(), reference("analyze"));
    let mut compared = 0;
    for kind in ["texts", "pairs"] {
        for (i, input) in reference[kind]["inputs"].as_array().unwrap().iter().enumerate() {
            let (text, text2) = match input {
                Value::String(text) => (text.as_str(), None),
                pair => (pair[0].as_str().unwrap(), pair[1].as_str()),
            };
            // Those of the reference that have an empty part are refused.
            let Ok(analysis) = analyzer.analyze(&[Texts { text, text2 }]).remove(0) else {
                continue;
            };
            for (task, labels) in analysis.iter() {
                compared += 1;
                let expected: Vec<f64> =
                    serde_json::from_value(reference[kind][task][i].clone()).unwrap();
                assert_eq!(expected.len(), labels.iter().count());
                for ((label, share), expected) in labels.iter().zip(expected) {
                    let apart = (f64::from(share) - expected).abs();
                    assert!(apart < 1e-4, "{kind} {i}, {task} {label}");
                }
            }
        }
    }
    assert_eq!(compared, 24);
}

#[test]
fn an_input_is_analyzed_the_same_alone_and_among_others() {
    let analyzer = model();
    let long = "the river was long. ".repeat(9);
    let asked = [
        Texts { text: &long, text2: None },
        Texts { text: "in the town.", text2: Some("why?") },
        Texts { text: "in the town.", text2: None },
    ];
    let together = analyzer.analyze(&asked);
    for (asked, among) in asked.iter().zip(together) {
        let (alone, among) = (read(&analyzer, asked.text, asked.text2), among.unwrap());
        assert_eq!(names(&alone), names(&among));
        for ((_, one), (_, other)) in alone.iter().zip(among.iter()) {
            let pairs = one.iter().zip(other.iter());
            assert!(pairs.into_iter().all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-5));
        }
    }
}

#[test]
fn an_analysis_is_written_by_task_and_label() {
    let labels = |shares: [(&str, f32); 2]| {
        Labels::new(shares.map(|(label, share)| (label.to_owned(), share)))
    };
    let analysis = Analysis::new([
        ("Sarcasm".to_owned(), labels([("notsarc", 0.25), ("sarc", 0.75)])),
        ("Other".to_owned(), labels([("low", 0.5), ("high", 0.5)])),
    ]);
    let written = serde_json::to_value(&analysis).unwrap();
    let expected =
        json!({"Sarcasm": {"notsarc": 0.25, "sarc": 0.75}, "Other": {"low": 0.5, "high": 0.5}});
    assert_eq!(written, expected);
    assert_eq!(analysis.of("Sarcasm").unwrap().best(), Some(("sarc", 0.75)));
    assert_eq!(analysis.of("Other").unwrap().best(), Some(("low", 0.5)));
    assert_eq!(names(&analysis.clone().only(|task| task == "Other")), ["Other"]);
    assert!(analysis.only(|_| false).is_empty());
}

#[test]
fn shipped_weights_know_every_task_and_clear_cases() {
    let analyzer = Analyzer::open(&Registry::open().unwrap()).unwrap();
    assert_eq!(analyzer.tasks().count(), 20);
    assert!(analyzer.tasks().all(|(task, _)| about(task).is_some()));
    let best = |text: &str, text2: Option<&str>, task: &str| {
        let analysis = read(&analyzer, text, text2);
        analysis.of(task).unwrap().best().unwrap().0.to_owned()
    };
    assert_eq!(best("do you like to cook?", None, "SwitchBoard"), "Yes-No-Question");
    assert_eq!(best("what a wonderful, happy day this was!", None, "EmoBank-Valence"), "high");
    assert_eq!(best("yo dude whats up lol", None, "Squinky-Formality"), "low");
    assert_eq!(best("anyone got wood?", Some("nope, sorry"), "STAC"), "Question_answer_pair");
}
