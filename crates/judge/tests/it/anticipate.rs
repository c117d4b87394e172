//! What the asker would want next, by a model and without one.

use grice_judge::anticipate::{Anticipated, Anticipator, Asked, OVERLAP};
use grice_judge::{Error, Turn};
use grice_model::registry::Registry;
use serde_json::json;

use crate::tiny::{folder, reference};

fn model() -> Anticipator {
    Anticipator::load(&folder("anticipate")).unwrap()
}

fn both() -> [Anticipator; 2] {
    [model(), Anticipator::overlap()]
}

fn rank(by: &Anticipator, question: &str, literal: &[&str], candidates: &[&str]) -> Anticipated {
    by.anticipate(&[Asked { history: &[], question, literal, candidates }]).remove(0).unwrap()
}

fn order(anticipated: &Anticipated) -> Vec<usize> {
    anticipated.ranked.iter().map(|one| one.index).collect()
}

#[test]
fn scores_are_those_of_the_reference() {
    let model = model();
    for case in reference("anticipate").as_array().unwrap() {
        let text = |name: &str| case[name].as_str().unwrap();
        let found = rank(&model, text("question"), &[text("literal")], &[text("candidate")]);
        let score = f64::from(found.ranked[0].score);
        assert!((score - case["score"].as_f64().unwrap()).abs() < 1e-5, "{case}: {score}");
    }
    assert_eq!(model.by(), "anticipate");
}

#[test]
fn every_candidate_is_ranked_once_from_the_best_down() {
    let candidates = ["the queen saw a boat", "the river", "was it old", "the river", "fish"];
    for by in both() {
        let found = rank(&by, "Who built the bridge?", &["the king"], &candidates);
        let mut all = order(&found);
        assert!(found.ranked.windows(2).all(|two| two[0].score >= two[1].score));
        assert!(found.ranked.iter().all(|one| (0.0..=1.0).contains(&one.score)));
        let equal: Vec<f32> = found
            .ranked
            .iter()
            .filter(|one| [1, 3].contains(&one.index))
            .map(|o| o.score)
            .collect();
        assert_eq!(equal[0], equal[1]);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4]);
    }
}

#[test]
fn what_only_repeats_the_literal_answer_comes_last() {
    let literal = ["The stone bridge, built in 1294.", "🍕🍕"];
    let candidates =
        ["the stone BRIDGE built in 1294", "stone bridge", "", "🍕", "a boat", "built 1294", "\t"];
    for by in both() {
        let found = rank(&by, "Who built the bridge?", &literal, &candidates);
        let mut first = order(&found)[..2].to_vec();
        first.sort_unstable();
        assert_eq!(first, [4, 5]);
        assert_eq!(order(&found)[2..], [0, 1, 2, 3, 6]);
        assert!(found.ranked[2..].iter().all(|one| one.score == 0.0));
    }
}

#[test]
fn the_fallback_goes_by_shared_words_and_by_what_was_said() {
    let by = Anticipator::overlap();
    let candidates = [
        "The town has a market.",
        "Benedict never saw the bridge finished.",
        "Benedict paid for the bridge himself.",
    ];
    let history = [Turn::new("Was he there?", "No, Benedict never saw it finished, the bridge.")];
    let asked = Asked {
        history: &history,
        question: "Who built the bridge?",
        literal: &["A monk named Benedict"],
        candidates: &candidates,
    };
    let found = by.anticipate(&[asked]).remove(0).unwrap();
    assert_eq!((order(&found), found.by.as_str()), (vec![2, 1, 0], OVERLAP));
    let unknown = rank(&by, "Кто?", &["Он"], &["もう", "a"]);
    assert!(unknown.ranked.iter().all(|one| one.score == 0.0));
}

#[test]
fn a_literal_answer_need_not_be_there_and_candidates_neither() {
    for by in both() {
        assert_eq!(rank(&by, "Who?", &[], &["the king"]).ranked.len(), 1);
        assert!(rank(&by, "Who?", &["the king"], &[]).ranked.is_empty());
        assert!(by.anticipate::<&str>(&[]).is_empty());
    }
}

#[test]
fn an_empty_question_is_named_and_the_rest_is_ranked() {
    let asked = ["Who?", " \n", "\u{0}", "When?"].map(|question| Asked {
        history: &[],
        question,
        literal: &["the king"],
        candidates: &["a boat", "the river"],
    });
    for by in both() {
        let found = by.anticipate(&asked);
        assert!(found[0].is_ok() && found[3].is_ok());
        for empty in [&found[1], &found[2]] {
            let error = empty.as_ref().unwrap_err();
            assert!(matches!(error, Error::Empty(_)) && error.is_misuse(), "{error}");
            assert!(error.to_string().starts_with("the question is empty"), "{error}");
        }
    }
}

#[test]
fn strange_texts_are_ranked_with_scores_from_0_to_1() {
    let long = "the king said if ".repeat(6_000);
    let unbroken = "é".repeat(50_000);
    let texts = [
        long.as_str(),
        unbroken.as_str(),
        "🍕👨‍👩‍👧‍👦🏳️‍🌈",
        "Нет, я уже поел.",
        "もう食べました。",
        "لقد أكلت بالفعل",
        "a\u{0}b\u{202e}c\u{feff}\u{200d}",
        "’’’ - -- , , .",
        "e\u{301}\u{301}\u{301}",
        "\u{10ffff}",
    ];
    for by in both() {
        for text in texts {
            let history = [Turn::new(text, text), Turn::new("", "")];
            let found = by.anticipate(&[Asked {
                history: &history,
                question: text,
                literal: &["the king"],
                candidates: &texts,
            }]);
            let found = found[0].as_ref().unwrap();
            assert_eq!(found.ranked.len(), texts.len());
            assert!(found.ranked.iter().all(|one| (0.0..=1.0).contains(&one.score)));
        }
    }
}

#[test]
fn the_same_is_ranked_the_same_alone_and_among_others() {
    let model = model();
    let (one, other) = (["a boat", "the river"], ["the bread was new"]);
    let alone = rank(&model, "Who?", &["the king"], &one);
    let asked = [&other[..], &one, &other].map(|candidates| Asked {
        history: &[],
        question: "Who?",
        literal: &["the king"],
        candidates,
    });
    let among = model.anticipate(&asked);
    let among = among[1].as_ref().unwrap();
    assert_eq!(order(&alone), order(among));
    for (one, other) in alone.ranked.iter().zip(&among.ranked) {
        assert!((one.score - other.score).abs() < 1e-5);
    }
}

#[test]
fn a_ranking_is_written_with_indices_and_scores() {
    let found = rank(&Anticipator::overlap(), "q", &[], &["a"]);
    let written = serde_json::to_value(&found).unwrap();
    assert_eq!(written, json!({"ranked": [{"index": 0, "score": 0.0}], "by": "overlap"}));
}

#[test]
fn the_shipped_model_prefers_what_belongs_to_the_answer() {
    let by = Anticipator::open(&Registry::open().unwrap()).unwrap();
    let candidates = [
        "The market opens at eight on Saturdays.",
        "Benedict died in 1184, before the last arch of the bridge was closed.",
        "A monk named Benedict",
        "Trains leave from the northern station every hour.",
    ];
    let found = rank(&by, "Who built the bridge?", &["A monk named Benedict"], &candidates);
    assert_eq!((order(&found)[0], order(&found)[3]), (1, 2));
}
