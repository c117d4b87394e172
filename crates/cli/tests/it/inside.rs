//! The program by itself: its models are inside, whatever the environment and the folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::grice::{Run, finish};

/// A run in an empty folder with nothing in the environment but a home.
fn alone(home: &Path, args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grice"));
    finish(command.env_clear().env("HOME", home).current_dir(home).args(args), "")
}

#[test]
fn a_question_is_answered_with_the_models_inside() {
    let home = tempfile::tempdir().unwrap();
    let run = alone(home.path(), &["ask", "Who discovered Titan?"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Huygens"), "{}", run.out);
    assert!(!run.err.contains("warning"), "{}", run.err);
    let again = alone(home.path(), &["ask", "Who discovered Titan?"]);
    assert_eq!((again.out, again.err.as_str()), (run.out, ""));
}

#[test]
fn a_judgement_needs_no_home() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grice"));
    command.env_clear().current_dir("/");
    let args = ["interpret", "-q", "Are you hungry?", "-a", "I had a big lunch.", "--json"];
    let run = finish(command.args(args), "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let reading: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&reading["by"], &reading["strict"]), (&"grice-interpret".into(), &"No".into()));
}

#[test]
fn the_models_inside_are_listed_verified_and_have_no_path() {
    let home = tempfile::tempdir().unwrap();
    let list: Value =
        serde_json::from_str(&alone(home.path(), &["models", "list", "--json"]).out).unwrap();
    let inside = list.as_array().unwrap().iter().filter(|model| model["from"] == "program");
    assert_eq!(inside.clone().count(), 10);
    assert!(inside.clone().all(|model| model["here"] == true && model["folder"].is_null()));
    let table = alone(home.path(), &["models", "list"]);
    assert!(table.out.contains("here (inside Grice)"), "{}", table.out);
    let verify = alone(home.path(), &["models", "verify"]);
    assert_eq!(verify.code, 0, "{}{}", verify.out, verify.err);
    assert_eq!(verify.out.lines().filter(|line| line.contains("sound, ")).count(), 10);
    let path = alone(home.path(), &["models", "path", "grice-read"]);
    assert_eq!((path.code, path.out.as_str()), (2, ""));
    assert!(path.err.contains("the model 'grice-read' is part of the program"), "{}", path.err);
    assert!(alone(home.path(), &["models", "card", "grice-read"]).out.contains("**Licence**"));
}

#[test]
fn missing_models_are_told_in_one_line() {
    let home = tempfile::tempdir().unwrap();
    let empty = home.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grice"));
    command.env_clear().env("HOME", home.path()).env("GRICE_MODELS", &empty);
    let run = finish(command.args(["ask", "Who discovered Titan?"]), "");
    assert_eq!(run.code, 0, "{}", run.err);
    let warnings: Vec<&str> = run.err.lines().filter(|line| line.contains("warning")).collect();
    let [warning] = warnings[..] else { panic!("{}", run.err) };
    let told = format!("of the models that ship with Grice are not in {} (", empty.display());
    assert!(warning.contains(&told) && warning.contains("Unset GRICE_MODELS"), "{warning}");
}

#[test]
fn one_flipped_bit_of_a_model_is_an_error_and_no_answer() {
    let home = tempfile::tempdir().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    for name in ["grice-interpret", "grice-words"] {
        fs::create_dir(home.path().join(name)).unwrap();
        for file in fs::read_dir(shipped.join(name)).unwrap() {
            let path = file.unwrap().path();
            fs::copy(&path, home.path().join(name).join(path.file_name().unwrap())).unwrap();
        }
    }
    let interpret = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grice"));
        command.env_clear().env("HOME", home.path()).env("GRICE_MODELS", home.path());
        finish(command.args(["interpret", "-q", "Are you hungry?", "-a", "I ate."]), "")
    };
    assert_eq!(interpret().code, 0);
    let path = home.path().join("grice-interpret/model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    bytes[20_000_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let run = interpret();
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(
        run.err.contains("grice-interpret/model.safetensors: this file of the model is damaged")
    );
}
