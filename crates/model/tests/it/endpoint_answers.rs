//! What a working endpoint gives.

use std::time::{Duration, Instant};

use grice_model::generate::{Cancel, Endpoint, Finish, Generator};

use crate::server::{Act, DONE, ENDED, Server, ask, json, request, said, stream_head, whole};

fn stream(text: &str) -> Vec<Act> {
    vec![stream_head(), Act::Send(text.as_bytes().to_vec())]
}

#[test]
fn a_whole_answer_is_given_with_its_token_counts() {
    let server = Server::start(vec![whole("Jane Austen.")]);
    let mut config = server.config();
    config.stream = false;
    let answer = ask(&Endpoint::new(config).unwrap(), &request()).unwrap();
    assert_eq!(answer.text, "Jane Austen.");
    assert_eq!(answer.finish, Finish::Stop);
    assert_eq!((answer.prompt_tokens, answer.tokens), (Some(11), Some(4)));
    let asked = server.requests.lock().unwrap()[0].clone();
    assert!(asked.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{asked}");
    assert!(asked.contains(r#""stream":false"#), "{asked}");
    assert!(!asked.to_lowercase().contains("authorization"), "{asked}");
}

#[test]
fn a_streamed_answer_comes_piece_by_piece() {
    let text = [&said("Jane"), &said(" Austen"), ENDED, DONE].concat();
    let server = Server::start(vec![stream(&text)]);
    let mut pieces = Vec::new();
    let answer = server
        .endpoint()
        .generate(&request(), &Cancel::new(), &mut |piece| pieces.push(piece.to_owned()))
        .unwrap();
    assert_eq!(pieces, ["Jane", " Austen"]);
    assert_eq!(answer.text, "Jane Austen");
    assert_eq!(answer.finish, Finish::Stop);
    assert_eq!(answer.tokens, None);
}

#[test]
fn a_stream_cut_inside_characters_and_events_reads_the_same() {
    let usage =
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\n";
    let text = [&said("é🦀"), ENDED, usage, DONE].concat();
    let mut script = vec![stream_head()];
    for byte in text.bytes() {
        script.push(Act::Send(vec![byte]));
        script.push(Act::Wait(Duration::from_micros(300)));
    }
    let server = Server::start(vec![script]);
    let answer = ask(&server.endpoint(), &request()).unwrap();
    assert_eq!(answer.text, "é🦀");
    assert_eq!((answer.prompt_tokens, answer.tokens), (Some(9), Some(2)));
}

#[test]
fn a_stop_word_ends_the_text_even_where_the_server_ignores_it() {
    let text = [said("one ST"), said("OP two"), said("three")].concat();
    let mut script = stream(&text);
    script.push(Act::Wait(Duration::from_secs(3)));
    let server = Server::start(vec![script]);
    let mut request = request();
    request.stop = vec!["STOP".to_owned()];
    let start = Instant::now();
    let mut shown = String::new();
    let answer = server
        .endpoint()
        .generate(&request, &Cancel::new(), &mut |piece| shown.push_str(piece))
        .unwrap();
    assert_eq!((answer.text.as_str(), shown.as_str()), ("one ", "one "));
    assert_eq!(answer.finish, Finish::Stop);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn text_held_back_as_half_a_stop_word_is_given_at_the_end() {
    let server = Server::start(vec![stream(&[&said("one ST"), ENDED, DONE].concat())]);
    let mut request = request();
    request.stop = vec!["STOP".to_owned()];
    assert_eq!(ask(&server.endpoint(), &request).unwrap().text, "one ST");
}

#[test]
fn a_server_that_does_not_stream_when_asked_to_is_understood() {
    let server = Server::start(vec![whole("Jane Austen.")]);
    assert_eq!(ask(&server.endpoint(), &request()).unwrap().text, "Jane Austen.");
}

#[test]
fn a_stream_that_is_complete_but_stays_open_is_not_waited_for() {
    let mut script = stream(&[&said("Austen"), ENDED].concat());
    script.push(Act::Wait(Duration::from_secs(4)));
    let server = Server::start(vec![script]);
    let answer = ask(&server.endpoint(), &request()).unwrap();
    assert_eq!(answer.text, "Austen");
    assert!(answer.elapsed < Duration::from_secs(2), "{:?}", answer.elapsed);
}

#[test]
fn a_cancelled_stream_returns_what_it_has_at_once() {
    let mut script = stream(&said("Jane"));
    script.push(Act::Wait(Duration::from_secs(5)));
    let server = Server::start(vec![script]);
    let cancel = Cancel::new();
    let from_inside = cancel.clone();
    let mut when = None;
    let answer = server
        .endpoint()
        .generate(&request(), &cancel, &mut |_| {
            when = Some(Instant::now());
            from_inside.cancel();
        })
        .unwrap();
    assert!(when.unwrap().elapsed() < Duration::from_secs(2));
    assert_eq!((answer.text.as_str(), answer.finish), ("Jane", Finish::Cancelled));
}

#[test]
fn waiting_for_the_first_byte_can_be_cancelled() {
    let server = Server::start(vec![vec![Act::Wait(Duration::from_secs(5))]]);
    let cancel = Cancel::new();
    let other = cancel.clone();
    let endpoint = server.endpoint();
    let start = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        other.cancel();
    });
    let answer = endpoint.generate(&request(), &cancel, &mut |_| {}).unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("", Finish::Cancelled));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn a_pause_between_tries_can_be_cancelled() {
    let server = Server::start(vec![json("500 Oops", "{}")]);
    let mut config = server.config();
    config.first_pause = Duration::from_secs(60);
    config.longest_pause = Duration::from_secs(60);
    let endpoint = Endpoint::new(config).unwrap();
    let cancel = Cancel::new();
    let other = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        other.cancel();
    });
    let answer = endpoint.generate(&request(), &cancel, &mut |_| {}).unwrap();
    assert_eq!(answer.finish, Finish::Cancelled);
    assert!(answer.elapsed < Duration::from_secs(20), "{:?}", answer.elapsed);
}
