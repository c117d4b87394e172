//! What a failing endpoint gives: an error that says what, where, and what to do.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use grice_model::generate::{Endpoint, EndpointConfig, GenerateError, Message, Request};

use crate::server::{
    Act, DONE, ENDED, Server, ask, json, request, response, said, stream_head, whole,
};

fn fails(server: &Server) -> GenerateError {
    let error = ask(&server.endpoint(), &request()).unwrap_err();
    assert!(error.to_string().starts_with(&server.base), "{error}");
    error
}

#[test]
fn an_endpoint_that_is_down_is_told_after_a_few_tries() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let mut config = EndpointConfig::new(&base, "m");
    config.first_pause = Duration::from_millis(5);
    let error = ask(&Endpoint::new(config).unwrap(), &request()).unwrap_err();
    assert!(matches!(error, GenerateError::Down { .. }), "{error:?}");
    assert!(error.to_string().contains("check the address"), "{error}");
    assert!(error.is_temporary());
}

#[test]
fn a_host_nobody_knows_is_down() {
    let mut config = EndpointConfig::new("http://no-such-host.invalid/v1", "m");
    config.first_pause = Duration::from_millis(5);
    let error = ask(&Endpoint::new(config).unwrap(), &request()).unwrap_err();
    assert!(matches!(error, GenerateError::Down { .. }), "{error:?}");
}

#[test]
fn a_server_that_does_not_encrypt_when_asked_to_is_an_error() {
    let server = Server::start(vec![whole("x")]);
    let config = EndpointConfig::new(server.base.replace("http:", "https:"), "m");
    let error = ask(&Endpoint::new(config).unwrap(), &request()).unwrap_err();
    assert!(matches!(error, GenerateError::Down { .. }), "{error:?}");
}

#[test]
fn silence_before_and_inside_an_answer_is_a_timeout() {
    let silent = vec![Act::Wait(Duration::from_secs(3))];
    let text = said("Jane").into_bytes();
    let stalled = vec![stream_head(), Act::Send(text), Act::Wait(Duration::from_secs(3))];
    for script in [silent, stalled] {
        let server = Server::start(vec![script]);
        let mut config = server.config();
        config.idle_timeout = Duration::from_millis(100);
        let start = Instant::now();
        let error = ask(&Endpoint::new(config).unwrap(), &request()).unwrap_err();
        assert!(matches!(error, GenerateError::Timeout { .. }), "{error:?}");
        assert!(error.to_string().contains("sent nothing for 0.1 s"), "{error}");
        assert!(start.elapsed() < Duration::from_millis(2500));
        assert_eq!(server.times_asked(), 1);
    }
}

#[test]
fn an_answer_that_trickles_for_ever_is_ended_by_the_total_time() {
    let mut script = vec![stream_head()];
    for _ in 0..100 {
        script.push(Act::Send(b": still here\n".to_vec()));
        script.push(Act::Wait(Duration::from_millis(30)));
    }
    let server = Server::start(vec![script]);
    let mut config = server.config();
    config.total_timeout = Duration::from_millis(200);
    let error = ask(&Endpoint::new(config).unwrap(), &request()).unwrap_err();
    assert!(matches!(error, GenerateError::Timeout { .. }), "{error:?}");
}

#[test]
fn a_rate_limit_is_waited_for_as_long_as_the_server_asks() {
    let limited = response("429 Slow Down", "Retry-After: 1\r\n", "{}");
    let server = Server::start(vec![limited, whole("Austen")]);
    let start = Instant::now();
    assert_eq!(ask(&server.endpoint(), &request()).unwrap().text, "Austen");
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[test]
fn a_rate_limit_longer_than_allowed_is_told_at_once() {
    let body = r#"{"error":{"message":"no credit"}}"#;
    let server = Server::start(vec![response("429 Slow Down", "Retry-After: 3600\r\n", body)]);
    let error = fails(&server);
    assert!(matches!(error, GenerateError::RateLimited { .. }), "{error:?}");
    assert!(error.to_string().contains("3600 s") && error.to_string().contains("no credit"));
    assert_eq!(server.times_asked(), 1);
}

#[test]
fn a_server_error_is_tried_again_and_then_told() {
    let server = Server::start(vec![json("503 Busy", "{}"), whole("Austen")]);
    assert_eq!(ask(&server.endpoint(), &request()).unwrap().text, "Austen");

    let server = Server::start(vec![json("500 Oops", r#"{"error":{"message":"out of GPUs"}}"#)]);
    let error = fails(&server);
    assert!(matches!(error, GenerateError::Refused { status: 500, .. }), "{error:?}");
    assert!(error.to_string().contains("out of GPUs"));
    assert!(error.is_temporary());
    assert_eq!(server.times_asked(), 3);
}

#[test]
fn a_refusal_is_told_at_once_with_what_to_do() {
    for (status, words) in [("401 No", "check the key"), ("404 No", "model's name")] {
        let server = Server::start(vec![json(status, r#"{"error":"no"}"#)]);
        let error = fails(&server);
        assert!(matches!(error, GenerateError::Refused { .. }), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
        assert!(!error.is_temporary());
        assert_eq!(server.times_asked(), 1);
    }
}

#[test]
fn a_prompt_too_long_for_the_server_is_told_with_its_numbers() {
    let body = r#"{"error":{"message":"x","type":"exceed_context_size_error",
        "n_prompt_tokens":900,"n_ctx":512}}"#;
    let server = Server::start(vec![json("400 Bad Request", body)]);
    let error = ask(&server.endpoint(), &request()).unwrap_err();
    assert!(
        matches!(error, GenerateError::TooLong { prompt: Some(900), context: Some(512), .. }),
        "{error:?}"
    );
}

#[test]
fn a_page_instead_of_an_answer_is_shown_shortened() {
    let page = format!("<!DOCTYPE html>\n<html><body>{}</body></html>", "hello ".repeat(100));
    let server = Server::start(vec![response("200 OK", "Content-Type: text/html\r\n", &page)]);
    let error = fails(&server);
    assert!(matches!(error, GenerateError::Garbage { .. }), "{error:?}");
    assert!(error.to_string().contains("<!DOCTYPE html>"), "{error}");
    assert!(error.to_string().len() < 500);
}

#[test]
fn json_that_is_broken_or_of_another_shape_is_garbage() {
    let shapes =
        [r#"{"choices":[{"message":{"content":"Jan"#, r#"{"weather":"fine"}"#, "[1,2]", ""];
    for body in shapes {
        let server = Server::start(vec![json("200 OK", body)]);
        let error = fails(&server);
        assert!(matches!(error, GenerateError::Garbage { .. }), "{body}: {error:?}");
    }
    let server = Server::start(vec![vec![
        stream_head(),
        Act::Send(b"data: {\"choices\":[{\"delta\n\n".to_vec()),
    ]]);
    let error = fails(&server);
    assert!(matches!(error, GenerateError::Garbage { .. }), "{error:?}");
}

#[test]
fn something_that_is_not_http_is_an_error() {
    let server = Server::start(vec![vec![Act::Send(b"220 mail.example ESMTP\r\n\r\n".to_vec())]]);
    let error = fails(&server);
    assert!(matches!(error, GenerateError::Garbage { .. }), "{error:?}");
}

#[test]
fn an_answer_larger_than_allowed_is_given_up() {
    let mut script = vec![stream_head()];
    script.extend((0..50).map(|_| Act::Send(vec![b':'; 1000])));
    let server = Server::start(vec![script]);
    let mut config = server.config();
    config.max_bytes = 10_000;
    let error = ask(&Endpoint::new(config).unwrap(), &request()).unwrap_err();
    assert!(error.to_string().contains("more than 10000 bytes"), "{error}");
}

#[test]
fn a_stream_that_breaks_off_before_any_text_is_asked_again() {
    let good = [&said("Austen"), ENDED, DONE].concat().into_bytes();
    let server = Server::start(vec![vec![stream_head()], vec![stream_head(), Act::Send(good)]]);
    assert_eq!(ask(&server.endpoint(), &request()).unwrap().text, "Austen");
    assert_eq!(server.times_asked(), 2);
}

#[test]
fn a_stream_that_breaks_off_after_text_is_an_error_and_never_asked_again() {
    let half = vec![stream_head(), Act::Send(said("Jane").into_bytes())];
    let mut cut = Vec::from(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
    cut.extend(said("Jane").bytes());
    for script in [half, vec![Act::Send(cut)]] {
        let server = Server::start(vec![script]);
        let error = fails(&server);
        assert!(matches!(error, GenerateError::Broken { .. }), "{error:?}");
        assert_eq!(server.times_asked(), 1);
    }
}

#[test]
fn an_error_inside_a_stream_is_told() {
    let text = [&said("Jane"), "data: {\"error\":{\"message\":\"out of memory\"}}\n\n"].concat();
    let server = Server::start(vec![vec![stream_head(), Act::Send(text.into_bytes())]]);
    let error = fails(&server);
    assert!(error.to_string().contains("out of memory"), "{error}");
    assert_eq!(server.times_asked(), 1);
}

#[test]
fn a_request_that_makes_no_sense_is_refused_before_anything_is_sent() {
    let server = Server::start(vec![whole("x")]);
    let good = Request::new(vec![Message::user("u")]);
    for bad in [
        Request::new(Vec::new()),
        Request { max_tokens: 0, ..good.clone() },
        Request { temperature: -1.0, ..good.clone() },
        Request { temperature: f32::NAN, ..good.clone() },
        Request { top_p: 0.0, ..good.clone() },
    ] {
        let error = ask(&server.endpoint(), &bad).unwrap_err();
        assert!(matches!(error, GenerateError::Request(_)), "{error:?}");
    }
    assert_eq!(server.times_asked(), 0);
}
