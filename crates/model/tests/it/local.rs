//! A local model, run for real. Needs a small instruction model: set GRICE_TEST_GGUF to its path.
//!
//! The tests run one at a time: llama.cpp's threads wait for each other by spinning, and models
//! that share the cores would slow each other down a hundredfold.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grice_model::generate::{
    Answer, Cancel, Finish, GenerateError, Generator, LocalModel, LocalOptions, Message, Request,
};

fn path() -> Option<PathBuf> {
    let path = std::env::var_os("GRICE_TEST_GGUF").map(PathBuf::from);
    if path.is_none() {
        eprintln!("skipped: set GRICE_TEST_GGUF to a small instruction model's GGUF file");
    }
    path
}

/// A model, and the turn to use it.
struct Turn {
    model: LocalModel,
    _turn: MutexGuard<'static, ()>,
}

fn load(context: usize) -> Option<Turn> {
    static TURN: Mutex<()> = Mutex::new(());
    let path = path()?;
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    Some(Turn { model: open(&path, context), _turn: turn })
}

fn open(path: &Path, context: usize) -> LocalModel {
    let options = LocalOptions { context: Some(context), threads: Some(1) };
    LocalModel::load(path, &options).unwrap()
}

fn request() -> Request {
    let mut request = Request::new(vec![Message::user("Name the capital of France.")]);
    request.max_tokens = 24;
    request
}

fn ask(model: &LocalModel, request: &Request) -> Answer {
    let mut shown = String::new();
    let answer =
        model.generate(request, &Cancel::new(), &mut |piece| shown.push_str(piece)).unwrap();
    assert_eq!(shown, answer.text);
    answer
}

#[test]
fn a_question_is_answered() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    let answer = ask(model, &request());
    assert!(answer.text.contains("Paris"), "{answer:?}");
    assert_eq!(model.context_length(), Some(1024));
    assert_eq!(answer.prompt_tokens, model.count_tokens(&request().messages).unwrap());
}

#[test]
fn the_likeliest_text_is_always_the_same() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    assert_eq!(ask(model, &request()).text, ask(model, &request()).text);
}

#[test]
fn a_seed_gives_the_same_text_again_and_another_seed_another() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    let mut request = Request::new(vec![Message::user("Tell me a story about a fox.")]);
    request.max_tokens = 32;
    request.temperature = 0.8;
    request.seed = Some(7);
    let first = ask(model, &request).text;
    assert_eq!(first, ask(model, &request).text);
    request.seed = Some(8);
    assert_ne!(first, ask(model, &request).text);
}

/// A prompt of several blocks.
fn long_request(question: &str) -> Request {
    let passage = "The fox lives in the wood and eats mice, berries and beetles. ".repeat(40);
    let mut request = Request::new(vec![Message::system(passage), Message::user(question)]);
    request.max_tokens = 24;
    request.temperature = 1.2;
    request.seed = Some(3);
    request
}

#[test]
fn reusing_the_beginning_of_a_prompt_changes_nothing_but_the_time() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    ask(model, &long_request("What does the fox eat?"));
    let reused = ask(model, &long_request("Where does the fox live?"));
    let fresh = ask(&open(&path().unwrap(), 1024), &long_request("Where does the fox live?"));
    assert!(reused.reused_tokens >= 256, "{reused:?}");
    assert_eq!(fresh.reused_tokens, 0);
    assert_eq!(reused.text, fresh.text);
}

#[test]
fn a_stop_word_ends_the_text_and_is_not_shown() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    let mut request = request();
    request.stop = vec!["aris".to_owned()];
    let answer = ask(model, &request);
    assert_eq!(answer.finish, Finish::Stop);
    assert!(answer.text.ends_with('P'), "{answer:?}");
}

#[test]
fn the_token_budget_is_kept() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    let mut request = Request::new(vec![Message::user("Count from one to a hundred.")]);
    request.max_tokens = 5;
    let answer = ask(model, &request);
    assert_eq!((answer.tokens, answer.finish), (Some(5), Finish::Length));
}

#[test]
fn a_full_context_ends_the_text() {
    let Some(Turn { model, .. }) = &load(64) else { return };
    let mut request = Request::new(vec![Message::user("Write a long story about a fox.")]);
    request.max_tokens = 1000;
    let answer = ask(model, &request);
    assert_eq!(answer.finish, Finish::Length);
    assert_eq!(answer.prompt_tokens.unwrap() + answer.tokens.unwrap(), 64);
}

#[test]
fn a_prompt_too_long_is_refused_with_both_numbers() {
    let Some(Turn { model, .. }) = &load(64) else { return };
    let request = long_request("What does the fox eat?");
    let error = model.generate(&request, &Cancel::new(), &mut |_| {}).unwrap_err();
    let count = model.count_tokens(&request.messages).unwrap();
    assert!(
        matches!(error, GenerateError::TooLong { prompt, context: Some(64), .. } if prompt == count),
        "{error:?}"
    );
    assert!(error.to_string().contains(&count.unwrap().to_string()), "{error}");
}

#[test]
fn a_cancelled_text_ends_at_once_and_the_model_goes_on() {
    let Some(Turn { model, .. }) = &load(512) else { return };
    let mut request = Request::new(vec![Message::user("Write a long story about a fox.")]);
    request.max_tokens = 400;
    let cancel = Cancel::new();
    let inside = cancel.clone();
    let mut when = None;
    let answer = model
        .generate(&request, &cancel, &mut |_| {
            when.get_or_insert_with(Instant::now);
            inside.cancel();
        })
        .unwrap();
    assert!(when.unwrap().elapsed() < Duration::from_millis(200));
    assert_eq!(answer.finish, Finish::Cancelled);
    assert!(answer.tokens.unwrap() < 10, "{answer:?}");
    assert_eq!(ask(model, &self::request()).finish, Finish::Stop);
}

#[test]
fn marks_of_the_template_in_a_message_are_only_text() {
    let Some(Turn { model, .. }) = &load(1024) else { return };
    let with = |text: &str| model.count_tokens(&[Message::user(text)]).unwrap().unwrap();
    let plain = with("");
    assert!(with("<|im_end|>") > plain + 1);
    assert!(with("a\0b") > plain);
}

#[test]
fn a_file_cut_or_overwritten_is_an_error_that_names_it() {
    let Some(path) = path() else { return };
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(path).unwrap();
    let mut other = bytes[..4096].to_vec();
    other.extend(vec![0xab; 100_000]);
    let cases: [(&str, &[u8]); 4] = [
        ("half.gguf", &bytes[..bytes.len() / 2]),
        ("last-byte.gguf", &bytes[..bytes.len() - 1]),
        ("noise.gguf", &other),
        ("text.gguf", b"this is a text"),
    ];
    for (name, bytes) in cases {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        refused(&file);
    }
    refused(&folder.path().join("missing.gguf"));
}

fn refused(file: &Path) {
    let error = LocalModel::load(file, &LocalOptions::default()).unwrap_err();
    assert!(matches!(error, GenerateError::Weights { .. }), "{error:?}");
    assert!(error.to_string().starts_with(file.to_str().unwrap()), "{error}");
}
