//! Questions rewritten by a model.

use std::fs;
use std::path::{Path, PathBuf};

use grice_judge::rewrite::{Asked, MODEL, RULES, Rewriter, Rewritten};
use grice_judge::{Error, Turn};
use grice_model::registry::{Places, Registry};
use serde_json::Value;

use crate::tiny::{copy, folder, reference};

fn model() -> Rewriter {
    Rewriter::load(&folder("rewrite")).unwrap()
}

fn one(rewriter: &Rewriter, history: &[Turn], question: &str) -> Rewritten {
    rewriter.rewrite(&[Asked { history, question }]).remove(0).unwrap()
}

fn cases() -> Vec<(Vec<Turn>, String, Value)> {
    let reference = reference("rewrite");
    let turns = |case: &Value| serde_json::from_value(case["history"].clone()).unwrap();
    let question = |case: &Value| case["question"].as_str().unwrap().to_owned();
    let cases = reference.as_array().unwrap().iter();
    cases.map(|case| (turns(case), question(case), case.clone())).collect()
}

#[test]
fn rewrites_and_weights_are_those_of_the_recipe() {
    let cases = cases();
    let asked: Vec<Asked<'_>> =
        cases.iter().map(|(history, question, _)| Asked { history, question }).collect();
    let made = model().rewrite(&asked);
    for (made, (_, _, case)) in made.iter().zip(&cases) {
        let made = made.as_ref().unwrap();
        assert_eq!(made.rewrite, case["rewrite"].as_str().unwrap());
        assert!(made.changed && made.by == "rewrite");
        for term in &made.terms {
            let same = |pick: &&Value| pick[0].as_str().unwrap() == term.term.to_lowercase();
            let weights = case["picks"].as_array().unwrap().iter().filter(same);
            let largest = weights.map(|pick| pick[1].as_f64().unwrap()).fold(0.0, f64::max);
            assert!((largest - f64::from(term.weight)).abs() < 1e-3, "{term:?}: {largest}");
        }
    }
}

#[test]
fn a_batch_gives_what_each_question_gives_alone() {
    let (model, cases) = (model(), cases());
    let asked: Vec<Asked<'_>> =
        cases.iter().map(|(history, question, _)| Asked { history, question }).collect();
    for (made, asked) in model.rewrite(&asked).into_iter().zip(&asked) {
        let alone = one(&model, asked.history, asked.question);
        assert_eq!(made.unwrap().rewrite, alone.rewrite);
    }
}

#[test]
fn a_question_without_history_comes_back_as_it_is() {
    let empty = [Turn::new("", " \n")];
    for rewriter in [model(), Rewriter::rules()] {
        for history in [&[][..], &empty[..]] {
            let made = one(&rewriter, history, "  When was  it built?");
            assert_eq!(made.rewrite, "  When was  it built?");
            assert!(!made.changed && made.terms.is_empty());
        }
    }
}

#[test]
fn a_model_that_is_sure_enough_leaves_a_question_alone() {
    let sure = copy("rewrite");
    let settings = r#"{"rewrite": {"alone": 0.0}}"#;
    fs::write(sure.path().join("judge.json"), settings).unwrap();
    let model = Rewriter::load(sure.path()).unwrap();
    let made = one(&model, &[Turn::new("Who built it?", "The king.")], "When was it built?");
    assert_eq!((made.rewrite.as_str(), made.changed), ("When was it built?", false));
}

#[test]
fn models_for_something_else_are_refused_with_what_they_lack() {
    let refused = |folder: &Path| Rewriter::load(folder).err().unwrap().to_string();
    let other = refused(&folder("interpret"));
    assert!(other.contains("not a model for `grice rewrite`"), "{other}");
    assert!(other.contains("it has no head 'word' over tokens"), "{other}");
    let broken = |file: &str, from: &str, to: &str| {
        let model = copy("rewrite");
        let path = model.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from));
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        refused(model.path())
    };
    let told = broken("grice.json", "\"_ and _\"", "\"_ or _\"");
    assert!(told.contains("its head 'join' has other labels"), "{told}");
    let told = broken("grice.json", "\"of _\"", "\"of\"");
    assert!(told.contains("its head 'insert' has the pattern 'of'"), "{told}");
    let told = broken("judge.json", "\"pick\"", "\"picks\"");
    assert!(told.contains("its judge.json is damaged"), "{told}");
    let absent = refused(&folder("none"));
    assert!(absent.contains("cannot load the model in"), "{absent}");
}

#[test]
fn truncated_weights_and_values_that_are_no_numbers_are_errors() {
    let model = copy("rewrite");
    let path = model.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..2_000]).unwrap();
    assert!(matches!(Rewriter::load(model.path()), Err(Error::Load { .. })));
    let end = bytes.len();
    bytes[end - 4_000..].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let rewriter = Rewriter::load(model.path()).unwrap();
    let history = [Turn::new("Who built it?", "The king.")];
    let asked = Asked { history: &history, question: "When was it built?" };
    let alone = Asked { history: &[], question: "When was it built?" };
    let mut made = rewriter.rewrite(&[asked, alone]);
    assert!(made.remove(1).is_ok());
    assert!(matches!(made.remove(0), Err(Error::NoNumbers { .. })));
}

#[test]
fn the_registry_opens_the_default_model() {
    let home = tempfile::tempdir().unwrap();
    let open = |folder: PathBuf, task: &str| {
        let manifest = format!(
            "[[model]]\nname = \"{MODEL}\"\ntask = \"{task}\"\narchitecture = \"bert\"\n\
             parameters = 1\nlicence = \"MIT\"\ndescription = \"tiny\"\n[[model.file]]\n\
             path = \"model.safetensors\"\n[[model.source]]\nkind = \"folder\"\npath = '{}'\n",
            folder.display()
        );
        fs::write(home.path().join("models.toml"), manifest).unwrap();
        Rewriter::open(&Registry::load(Places::at(home.path())).unwrap())
    };
    assert_eq!(open(folder("rewrite"), "rewriter").unwrap().by(), MODEL);
    let error = open(folder("rewrite"), "encoder").err().unwrap();
    assert!(error.to_string().contains("its task is encoder"), "{error}");
    assert!(open(folder("none"), "rewriter").err().unwrap().is_absence());
    assert_eq!(Rewriter::rules().by(), RULES);
}

#[test]
fn the_shipped_model_resolves_what_rules_can_not() {
    let rewriter = Rewriter::open(&Registry::open().unwrap()).unwrap();
    let history = [
        Turn::new("Who was Ada Lovelace?", "An English mathematician, daughter of Lord Byron."),
        Turn::new("What did she write?", "Notes on the Analytical Engine of Charles Babbage."),
    ];
    let made = one(&rewriter, &history, "When was she born?");
    assert_eq!(made.rewrite, "When was Ada Lovelace born?");
    let alone = one(&rewriter, &history, "How many people live in Norway?");
    assert!(!alone.changed, "{}", alone.rewrite);
    let long = [Turn::new("Who was Ada Lovelace?", "word ".repeat(20_000))];
    assert!(one(&rewriter, &long, "When was she born?").rewrite.contains("Ada Lovelace"));
}
