//! The manifest that ships with Grice.

use std::fs;
use std::path::Path;

use grice_model::registry::{Places, Registry, RegistryError, Source, Task};

#[test]
fn every_model_has_a_card_and_every_card_a_model() {
    let home = tempfile::tempdir().unwrap();
    let registry = Registry::load(Places::at(home.path())).unwrap();
    assert!(registry.models().len() >= 10);
    for model in registry.models() {
        let card = registry.card(&model.name).unwrap();
        assert!(card.starts_with(&format!("# {}\n", model.name)), "{}", model.name);
        assert!(card.contains("**Licence**"), "{}: a card written by hand", model.name);
    }
    let cards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cards");
    for card in fs::read_dir(cards).unwrap() {
        let path = card.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(registry.model(name).is_ok(), "{name}");
    }
}

#[test]
fn every_model_has_what_it_needs_to_run() {
    let home = tempfile::tempdir().unwrap();
    let registry = Registry::load(Places::at(home.path())).unwrap();
    for model in registry.models() {
        let has = |path: &str| model.files.iter().any(|f| f.path == path);
        // Grice's own models have their tokenizer from the words they share.
        let needed: &[&str] = match model.task {
            _ if model.architecture == "gguf" => &["model.gguf"],
            Task::Words => &["tokenizer.json", "model.safetensors"],
            _ if has("grice.json") && !has("tokenizer.json") => &["config.json"],
            _ => &["tokenizer.json", "config.json"],
        };
        assert!(needed.iter().all(|path| has(path)), "{}", model.name);
        for file in &model.files {
            if let (true, Some(content)) = (file.path.ends_with(".json"), &file.content) {
                serde_json::from_str::<serde_json::Value>(content).unwrap();
            }
        }
        assert!(model.sources.iter().any(|s| !matches!(s, Source::Folder { .. })));
    }
}

#[test]
fn a_model_of_the_users_comes_before_one_of_the_same_name() {
    let home = tempfile::tempdir().unwrap();
    let manifest = "[[model]]\nname = \"gte-small\"\ntask = \"encoder\"\narchitecture = \"bert\"\n\
        parameters = 1\nlicence = \"MIT\"\ndescription = \"Mine\"\n\
        [[model.file]]\npath = \"model.onnx\"\n[[model.source]]\nkind = \"folder\"\npath = \"mine\"\n";
    fs::write(home.path().join("models.toml"), manifest).unwrap();
    let registry = Registry::load(Places::at(home.path())).unwrap();
    assert_eq!(registry.model("gte-small").unwrap().description, "Mine");
    assert_eq!(registry.models().iter().filter(|m| m.name == "gte-small").count(), 1);
    assert!(registry.card("gte-small").unwrap().contains("Mine"));
    assert_eq!(registry.models().last().unwrap().name, "gte-small");
}

#[test]
fn a_bad_manifest_of_the_users_is_told_with_its_path() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("models.toml"), "[[model]]\nname = \"x\"\nlicense = \"MIT\"\n")
        .unwrap();
    let error = Registry::load(Places::at(home.path())).unwrap_err();
    assert!(matches!(error, RegistryError::Manifest { .. }) && error.is_misuse());
    let text = error.to_string();
    assert!(text.contains("models.toml: model 'x': ") && text.contains("`license`"), "{text}");
}

#[test]
fn an_unknown_name_is_answered_with_those_like_it() {
    let home = tempfile::tempdir().unwrap();
    let registry = Registry::load(Places::at(home.path())).unwrap();
    let error = registry.locate("GTE").unwrap_err();
    assert!(error.is_misuse());
    assert_eq!(error.to_string(), "no model is named 'GTE'; is it gte-small?");
    let error = registry.locate("zebra").unwrap_err();
    assert_eq!(error.to_string(), "no model is named 'zebra'; `grice models list` shows the names");
}
