//! A flipped bit is an error when a model is loaded, and never another answer.

use std::fs;
use std::path::{Path, PathBuf};

use grice_model::registry::{Places, Registry, RegistryError, Shipped, Xxh3};

use super::bench::{Bench, PYPI};

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

/// Copies of shipped models' folders.
fn copies(names: &[&str]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for name in names {
        fs::create_dir(home.path().join(name)).unwrap();
        for file in fs::read_dir(models().join(name)).unwrap() {
            let path = file.unwrap().path();
            fs::copy(&path, home.path().join(name).join(path.file_name().unwrap())).unwrap();
        }
    }
    home
}

fn registry(shipped: &Path) -> Registry {
    let mut places = Places::at(shipped.join("home"));
    places.shipped = Some(Shipped::Folder(shipped.to_owned()));
    Registry::load(places).unwrap()
}

fn flip(path: &Path, byte: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[byte] ^= 0b100;
    fs::write(path, bytes).unwrap();
}

#[test]
fn one_bit_of_a_shipped_model_is_told_with_its_file() {
    let home = copies(&["grice-rank", "grice-words"]);
    registry(home.path()).files("grice-rank").unwrap();
    for (file, byte) in [
        ("grice-rank/model.safetensors", 5_000_000),
        ("grice-rank/judge.json", 5),
        ("grice-words/model.safetensors", 11_000_000),
        ("grice-words/tokenizer.json", 700_000),
    ] {
        let path = home.path().join(file);
        flip(&path, byte);
        let error = registry(home.path()).files("grice-rank").unwrap_err();
        assert!(matches!(error, RegistryError::Damaged { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("{}: ", path.display())), "{text}");
        assert!(text.contains("damaged (xxh3 "), "{text}");
        flip(&path, byte);
    }
    registry(home.path()).files("grice-rank").unwrap();
}

#[test]
fn every_file_that_ships_has_both_checksums_and_they_are_right() {
    let registry = registry(&models());
    for model in registry.models().iter().filter(|model| registry.ships(&model.name)) {
        for file in &model.files {
            let bytes = fs::read(models().join(&model.name).join(&file.path)).unwrap();
            let check = file.check.unwrap();
            assert_eq!(check.xxh3, Some(Xxh3::of(&bytes)), "{} {}", model.name, file.path);
        }
        assert!(registry.verify(&model.name, &mut |_, _| {}).unwrap().is_sound());
    }
    assert_eq!(registry.models().iter().filter(|m| registry.ships(&m.name)).count(), 10);
}

#[test]
fn a_fetched_model_is_compared_by_its_sha256() {
    let mut bench = Bench::new();
    bench.model("m", &[("w.bin", b"weights")], &[PYPI]);
    bench.wheel("p", &[("data/w.bin", b"weights")]);
    let folder = bench.pull("m").unwrap();
    bench.registry().files("m").unwrap();
    fs::write(folder.path().unwrap().join("w.bin"), "Weights").unwrap();
    let error = bench.registry().files("m").unwrap_err().to_string();
    assert!(error.contains("w.bin: this file of the model is damaged (sha256 "), "{error}");
    assert!(error.ends_with("fetch it again with `grice models pull m`"), "{error}");
}

#[test]
fn a_model_of_the_users_without_checksums_is_taken_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    let manifest = "[[model]]\nname = \"own\"\ntask = \"static\"\narchitecture = \"static\"\n\
        parameters = 1\nlicence = \"MIT\"\ndescription = \"Mine\"\n\
        [[model.file]]\npath = \"w.bin\"\n[[model.source]]\nkind = \"folder\"\npath = \"own\"\n";
    fs::write(home.path().join("models.toml"), manifest).unwrap();
    fs::create_dir(home.path().join("own")).unwrap();
    fs::write(home.path().join("own/w.bin"), "anything").unwrap();
    let registry = Registry::load(Places::at(home.path())).unwrap();
    let files = registry.files("own").unwrap();
    assert_eq!(files.read("w.bin").unwrap().unwrap(), b"anything");
}

#[test]
fn the_licence_of_every_model_that_ships_is_told() {
    let told = fs::read_to_string(models().join("LICENCES.md")).unwrap();
    let registry = registry(&models());
    for model in registry.models().iter().filter(|model| registry.ships(&model.name)) {
        assert!(
            told.contains(&format!("| {} | {} |", model.name, model.licence)),
            "{}",
            model.name
        );
    }
}
