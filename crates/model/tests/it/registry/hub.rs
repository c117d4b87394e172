//! Models from the hub.

use std::time::Duration;

use grice_model::registry::{Place, RegistryError, Secret};

use super::bench::{Bench, HUB, exists, noise, read};
use super::server::{Answer, Server};

const SIZE: usize = 1_000_000;

fn with_hub(answers: &[Answer]) -> (Bench, Server) {
    with_hub_of(noise(SIZE), answers)
}

fn with_hub_of(file: Vec<u8>, answers: &[Answer]) -> (Bench, Server) {
    let mut bench = Bench::new();
    let source = format!("{HUB}\ninside = \"sub\"");
    bench.model("m", &[("w.bin", &noise(SIZE))], &[&source]);
    let server = Server::start(file, answers);
    // As users write it.
    bench.places.hub = format!("{}/", server.address);
    bench.places.patience = Duration::from_secs(2);
    (bench, server)
}

#[test]
fn a_file_comes_from_the_hub() {
    let (bench, server) = with_hub(&[Answer::Whole]);
    let folder = bench.pull("m").unwrap();
    assert_eq!(read(&folder, "w.bin"), noise(SIZE));
    assert_eq!(folder.place, Place::Cache { kind: "hub".into(), source: "hub o/r".into() });
    let requests = server.requests();
    assert!(requests[0].starts_with("get /o/r/resolve/abc/sub/w.bin "), "{requests:?}");
    assert!(!requests[0].contains("authorization"), "{requests:?}");
}

#[test]
fn what_breaks_off_is_gone_on_with() {
    let (bench, server) = with_hub(&[Answer::BreaksAfter(400_000), Answer::Whole]);
    assert_eq!(read(&bench.pull("m").unwrap(), "w.bin"), noise(SIZE));
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    assert!(requests[1].contains("range: bytes=400000-"), "{requests:?}");
}

#[test]
fn a_later_pull_goes_on_where_an_earlier_one_gave_up() {
    let (mut bench, _server) = with_hub(&[Answer::BreaksAfter(400_000), Answer::BreaksAfter(0)]);
    let error = bench.pull("m").unwrap_err();
    assert!(matches!(error, RegistryError::Http { .. }), "{error}");
    assert!(error.to_string().ends_with("check the connection and run the command again"));
    assert!(bench.nothing_of("m"));
    let server = Server::start(noise(SIZE), &[Answer::Whole]);
    bench.places.hub = server.address.clone();
    assert_eq!(read(&bench.pull("m").unwrap(), "w.bin"), noise(SIZE));
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    assert!(requests[0].contains("range: bytes=400000-"), "{requests:?}");
}

#[test]
fn a_server_that_cannot_go_on_is_read_from_the_start() {
    let (bench, server) = with_hub(&[Answer::BreaksAfter(400_000), Answer::IgnoresRange]);
    assert_eq!(read(&bench.pull("m").unwrap(), "w.bin"), noise(SIZE));
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_server_that_falls_silent_is_given_up() {
    let (bench, server) = with_hub(&[Answer::FallsSilent, Answer::BreaksAfter(0)]);
    let started = std::time::Instant::now();
    let error = bench.pull("m").unwrap_err();
    assert!(matches!(error, RegistryError::Http { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(server.requests()[1].contains("range: bytes=10-"));
}

#[test]
fn another_file_than_the_manifests_is_refused_and_removed() {
    let mut other = noise(SIZE);
    other[SIZE / 2] ^= 1;
    let (bench, _server) = with_hub_of(other, &[Answer::Whole]);
    let error = bench.pull("m").unwrap_err();
    assert!(matches!(error, RegistryError::Checksum { .. }), "{error}");
    assert!(bench.nothing_of("m"));
    assert!(!exists(bench.places.cache().unwrap().join(".pull/m/files/w.bin.part")));
    let (bench, _server) = with_hub_of(noise(SIZE + 1), &[Answer::Whole]);
    let error = bench.pull("m").unwrap_err();
    assert!(matches!(error, RegistryError::Size { .. }), "{error}");
}

#[test]
fn what_the_server_refuses_is_told() {
    for (status, says, requests) in [
        (404, "there is no such file (404)", 1),
        (401, "set HF_TOKEN to a token that may read it (401)", 1),
        (503, "the server failed (503", 3),
    ] {
        let (bench, server) = with_hub(&[Answer::Status(status)]);
        let error = bench.pull("m").unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert_eq!(server.requests().len(), requests);
    }
}

#[test]
fn the_token_is_shown_to_the_hub_and_to_nobody_else() {
    let (mut bench, server) = with_hub(&[Answer::Status(403)]);
    bench.places.token = Some(Secret::new("hf_secret"));
    let error = bench.pull("m").unwrap_err();
    assert!(server.requests()[0].contains("authorization: bearer hf_secret"));
    assert!(!format!("{error} {error:?} {:?}", bench.registry()).contains("hf_secret"));
}
