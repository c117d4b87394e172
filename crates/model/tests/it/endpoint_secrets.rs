//! The key goes to the endpoint, and nowhere else.

use std::time::Duration;

use grice_model::generate::{Cancel, Endpoint, EndpointConfig, GenerateError, Generator};

use crate::server::{Act, Script, Server, ask, json, request, response, said, stream_head, whole};

const KEY: &str = "sk-very-secret";

fn with_key(server: &Server) -> Endpoint {
    let mut config = server.config();
    config.idle_timeout = Duration::from_secs(1);
    Endpoint::with_key(config, KEY).unwrap()
}

#[test]
fn the_key_is_sent_to_the_endpoint() {
    let server = Server::start(vec![whole("x")]);
    ask(&with_key(&server), &request()).unwrap();
    let asked = server.requests.lock().unwrap()[0].to_lowercase();
    assert!(asked.contains(&format!("authorization: bearer {KEY}\r\n")), "{asked}");
}

#[test]
fn the_key_is_in_no_error_and_no_debug_output() {
    let echo = format!("bad key {KEY} {}", "x".repeat(300));
    let late = format!("{}{KEY}", "x".repeat(195));
    let object = format!(r#"{{"error":{{"message":"{echo}"}}}}"#);
    let scripts: Vec<Script> = vec![
        json("401 No", &object),
        json("400 No", &late),
        json("429 No", &object),
        json("500 No", &object),
        json("200 OK", &format!(r#"{{"{KEY}":1}}"#)),
        response("200 OK", "Content-Type: text/html\r\n", &format!("<b>{KEY}\n")),
        response("302 Found", &format!("Location: http://h/?k={KEY}\r\n"), ""),
        vec![stream_head(), Act::Send(format!("data: {object}\n\n").into_bytes())],
        vec![stream_head(), Act::Send(said("Jane").into_bytes())],
        vec![Act::Send(format!("{KEY}\r\n\r\n").into_bytes())],
        vec![Act::Wait(Duration::from_millis(2500))],
        vec![],
    ];
    for script in scripts {
        let server = Server::start(vec![script]);
        let endpoint = with_key(&server);
        let error = ask(&endpoint, &request()).unwrap_err();
        let shown = format!("{error} {error:?} {error:#?} {endpoint:?}");
        assert!(!shown.contains("very"), "{shown}");
    }
}

#[test]
fn a_key_that_the_endpoint_says_is_in_no_answer() {
    let echo = format!("The key is {KEY}, {KEY}");
    let mut pieces = vec![stream_head()];
    for piece in ["The key is sk-", "very", "-secret, s", "k-very-secret"] {
        pieces.push(Act::Send(said(piece).into_bytes()));
    }
    pieces.push(Act::Send(b"data: [DONE]\n\n".to_vec()));
    for script in [whole(&echo), pieces] {
        let server = Server::start(vec![script]);
        let mut told = String::new();
        let mut tell = |text: &str| told.push_str(text);
        let cancel = Cancel::new();
        let answer = with_key(&server).generate(&request(), &cancel, &mut tell).unwrap();
        assert_eq!(answer.text, "The key is [key], [key]");
        assert_eq!(told, answer.text);
    }
}

#[test]
fn a_redirect_is_not_followed_so_that_the_key_stays() {
    let other = Server::start(vec![whole("stolen")]);
    for status in ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"] {
        let to = format!("Location: {}/chat/completions\r\n", other.base);
        let server = Server::start(vec![response(status, &to, "")]);
        let error = ask(&with_key(&server), &request()).unwrap_err();
        assert!(matches!(error, GenerateError::Refused { .. }), "{error:?}");
        assert!(error.to_string().contains(&other.base), "{error}");
    }
    assert_eq!(other.times_asked(), 0);
}

#[test]
fn a_key_or_address_that_cannot_be_used_is_refused_without_showing_it() {
    let config = EndpointConfig::new("http://h/v1", "m");
    let key = Endpoint::with_key(config, "sk-very\nsecret").unwrap_err();
    let config = EndpointConfig::new("http://me:very@h/v1", "m");
    let address = Endpoint::with_key(config, KEY).unwrap_err();
    assert!(matches!(key, GenerateError::Key { .. }) && !format!("{key} {key:?}").contains("very"));
    assert!(matches!(address, GenerateError::Address { .. }));
    assert!(!format!("{address} {address:?}").contains("very"));
}
