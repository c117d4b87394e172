//! Models that are part of the program.

use std::fs;
use std::path::Path;

use grice_model::registry::{Place, Places, Registry, RegistryError, Shipped};
use grice_model::{Classifier, Input, Pack, PackedFile, PackedModel, Precision};

use super::bench::Bench;
use crate::own_weights::apart_from_its_words;

/// The folders of a folder, as a program would have them inside.
pub fn packed(folder: &Path) -> &'static Pack {
    let entries = |folder: &Path| {
        let mut paths: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let name = |path: &Path| &*path.file_name().unwrap().to_str().unwrap().to_owned().leak();
    let file = |path: &Path| PackedFile { path: name(path), bytes: fs::read(path).unwrap().leak() };
    let model = |path: &Path| PackedModel {
        folder: name(path),
        files: entries(path).iter().map(|path| file(path)).collect::<Vec<_>>().leak(),
    };
    let models: Vec<PackedModel> = entries(folder).iter().map(|path| model(path)).collect();
    Box::leak(Box::new(Pack { models: models.leak() }))
}

const FILE: &str = "kind = \"file\"\nfolder = \"m\"";

fn bench(weights: &[u8]) -> Bench {
    let mut bench = Bench::new();
    bench.model("m", &[("w.bin", weights)], &[FILE]);
    fs::create_dir_all(bench.path("models/m")).unwrap();
    fs::write(bench.path("models/m/w.bin"), b"weights").unwrap();
    fs::write(bench.path("models/m/config.json"), "{}").unwrap();
    bench.places.shipped = Some(Shipped::Pack(packed(&bench.path("models"))));
    bench
}

#[test]
fn a_model_inside_the_program_is_found_verified_and_not_removed() {
    let bench = bench(b"weights");
    let registry = bench.registry();
    let found = registry.locate("m").unwrap();
    assert_eq!((found.path(), &found.place), (None, &Place::Program));
    assert_eq!(registry.files("m").unwrap().read("w.bin").unwrap().unwrap(), b"weights");
    assert_eq!(registry.files("m").unwrap().read("other").unwrap(), None);
    let verified = registry.verify("m", &mut |_, _| {}).unwrap();
    assert!(verified.is_sound(), "{verified:?}");
    assert_eq!(verified.bytes, 9);
    assert!(matches!(bench.pull("m").unwrap().place, Place::Program));
    let error = registry.remove("m").unwrap_err();
    assert!(matches!(error, RegistryError::Inside { .. }) && error.is_misuse(), "{error}");
}

#[test]
fn a_program_whose_models_are_damaged_says_so() {
    let bench = bench(b"weightS");
    let error = bench.registry().files("m").unwrap_err().to_string();
    assert!(error.contains("m/w.bin: this file of the model is damaged (sha256 "), "{error}");
    assert!(error.ends_with("the program is damaged: install it again"), "{error}");
}

#[test]
fn folders_that_the_user_named_come_before_the_program() {
    let mut bench = bench(b"weights");
    fs::create_dir_all(bench.path("mine/m")).unwrap();
    for file in ["w.bin", "config.json"] {
        let from = bench.path("models/m").join(file);
        fs::copy(from, bench.path("mine/m").join(file)).unwrap();
    }
    bench.places.folders = vec![bench.path("mine")];
    assert_eq!(bench.registry().locate("m").unwrap().place, Place::Folder);
}

#[test]
fn a_model_and_the_words_it_shares_run_from_inside_the_program() {
    let (home, folder) = apart_from_its_words();
    let mut places = Places::at(home.path());
    places.shipped = Some(Shipped::Pack(packed(home.path())));
    let manifest = "[[model]]\nname = \"tiny\"\ntask = \"classifier\"\narchitecture = \"bert\"\n\
        parameters = 1\nlicence = \"MIT\"\ndescription = \"Tiny\"\n\
        [[model.file]]\npath = \"model.safetensors\"\n\
        [[model.source]]\nkind = \"file\"\nfolder = \"model\"\n";
    fs::write(home.path().join("models.toml"), manifest).unwrap();
    let files = Registry::load(places).unwrap().files("tiny").unwrap();
    assert_eq!(files.folder(), None);
    let inside = Classifier::load(&files, Precision::Stored).unwrap();
    let beside = Classifier::load(&folder, Precision::Stored).unwrap();
    let input = [Input::One("the king of the hill")];
    assert_eq!(inside.classify(&input).unwrap(), beside.classify(&input).unwrap());
}
