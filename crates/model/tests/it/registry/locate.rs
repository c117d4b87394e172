//! Finding, verifying and removing what is there.

use std::fs;

use grice_model::registry::{Place, RegistryError, Shipped};

use super::bench::{Bench, HUB, PYPI, exists};

fn with_model() -> Bench {
    let mut bench = Bench::new();
    bench.model("m", &[("w.bin", b"weights")], &[PYPI]);
    bench.wheel("p", &[("data/w.bin", b"weights")]);
    bench
}

#[test]
fn a_model_that_is_not_here_is_answered_with_the_command_that_fetches_it() {
    let error = with_model().registry().locate("m").unwrap_err();
    assert!(matches!(error, RegistryError::NotHere { .. }) && !error.is_misuse());
    assert_eq!(
        error.to_string(),
        "the model 'm' is not on this machine; fetch it with `grice models pull m`"
    );
}

#[test]
fn a_model_in_a_folder_the_user_named_is_used_there() {
    let mut bench = with_model();
    let folder = bench.path("mine/m");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("w.bin"), "weights").unwrap();
    fs::write(folder.join("config.json"), "{\"another\": true}").unwrap();
    bench.places.folders = vec![bench.path("nowhere"), bench.path("mine")];
    let found = bench.pull("m").unwrap();
    assert_eq!((found.path(), &found.place), (Some(&*folder), &Place::Folder));
    assert!(bench.calls().is_empty());
    assert!(bench.registry().verify("m", &mut |_, _| {}).unwrap().is_sound());

    fs::write(folder.join("w.bin"), "weight").unwrap();
    let error = bench.registry().locate("m").unwrap_err().to_string();
    assert!(error.contains("w.bin has 6 bytes and should have 7"), "{error}");
    fs::remove_file(folder.join("w.bin")).unwrap();
    let error = bench.registry().locate("m").unwrap_err().to_string();
    assert!(error.contains("w.bin is missing"), "{error}");
}

#[test]
fn a_model_that_ships_with_grice_is_used_there() {
    let mut bench = Bench::new();
    bench.model("m", &[("w.bin", b"weights")], &["kind = \"file\"\nfolder = \"m\"", HUB]);
    bench.places.shipped = Some(Shipped::Folder(bench.path("models")));
    fs::create_dir_all(bench.path("models/m")).unwrap();
    fs::write(bench.path("models/m/w.bin"), "weights").unwrap();
    fs::write(bench.path("models/m/config.json"), "{}").unwrap();
    assert_eq!(bench.registry().locate("m").unwrap().place, Place::Shipped);
    let error = bench.registry().remove("m").unwrap_err();
    assert!(matches!(error, RegistryError::NotOurs(_)), "{error}");
    assert!(exists(bench.path("models/m/w.bin")));
}

#[test]
fn a_folder_of_the_manifest_that_is_not_there_is_not_said_to_be_fetchable() {
    let mut bench = Bench::new();
    bench.model("m", &[("w.bin", b"weights")], &["kind = \"folder\"\npath = \"mine\""]);
    for error in [bench.registry().locate("m").unwrap_err(), bench.pull("m").unwrap_err()] {
        let text = error.to_string();
        assert!(text.contains("home/mine: not the model 'm' (the folder is not there)"), "{text}");
        assert!(text.contains("correct the path in models.toml"), "{text}");
    }
}

#[test]
fn verify_tells_which_file_is_wrong_and_pull_puts_it_right() {
    let bench = with_model();
    let folder = bench.pull("m").unwrap();
    let verified = bench.registry().verify("m", &mut |_, _| {}).unwrap();
    assert!(verified.is_sound() && verified.ours && verified.unchecked.is_empty());
    assert_eq!(verified.bytes, 9);

    // Of the same size, so that only reading it can tell.
    fs::write(folder.path().unwrap().join("w.bin"), "Weights").unwrap();
    assert!(bench.registry().locate("m").is_ok());
    let verified = bench.registry().verify("m", &mut |_, _| {}).unwrap();
    assert_eq!(verified.wrong.len(), 1);
    assert_eq!(verified.wrong[0].file, "w.bin");
    assert!(verified.wrong[0].why.contains("should be "), "{}", verified.wrong[0].why);

    fs::remove_file(folder.path().unwrap().join("config.json")).unwrap();
    let verified = bench.registry().verify("m", &mut |_, _| {}).unwrap();
    assert_eq!(verified.wrong.len(), 2);
    let error = bench.registry().locate("m").unwrap_err().to_string();
    assert!(error.ends_with("fetch it again with `grice models pull m`"), "{error}");

    bench.pull("m").unwrap();
    assert!(bench.registry().verify("m", &mut |_, _| {}).unwrap().is_sound());
    assert_eq!(bench.calls().len(), 2);
}

#[test]
fn files_of_an_older_manifest_are_not_taken_for_the_new_ones() {
    let mut bench = with_model();
    bench.pull("m").unwrap();
    bench.forget_models();
    bench.model("m", &[("w.bin", b"WEIGHTS")], &[PYPI]);
    let error = bench.registry().locate("m").unwrap_err().to_string();
    assert!(error.contains("the files are of another version"), "{error}");
    bench.wheel("p", &[("data/w.bin", b"WEIGHTS")]);
    let folder = bench.pull("m").unwrap();
    assert_eq!(fs::read(folder.path().unwrap().join("w.bin")).unwrap(), b"WEIGHTS");
}

#[test]
fn a_removed_model_is_gone_and_can_be_fetched_again() {
    let bench = with_model();
    assert!(matches!(bench.registry().remove("m"), Err(RegistryError::NotHere { .. })));
    let folder = bench.pull("m").unwrap();
    bench.registry().remove("m").unwrap();
    assert!(!exists(folder.path().unwrap()));
    assert!(matches!(bench.registry().locate("m"), Err(RegistryError::NotHere { .. })));
    bench.pull("m").unwrap();
}
