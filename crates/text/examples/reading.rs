//! Reads a paragraph the way the rest of Grice does: by sentence, by word, and
//! by the terms a search engine would keep.
//!
//! Run it with `cargo run -p grice-text --example reading`, or give it a file:
//! `cargo run --release -p grice-text --example reading -- FILE` times each pass.

use grice_text::{English, sentences, word_count, words};
use std::time::Instant;

const PARAGRAPH: &str = "Dr. Rubin measured 21 galaxies, e.g. Andromeda. \
    \"They spin too fast!\" she said. Their stars' speeds don't fall off.";

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1) {
        Some(path) => time(&std::fs::read_to_string(path)?),
        None => read(PARAGRAPH),
    }
    Ok(())
}

fn read(paragraph: &str) {
    let mut english = English::new();
    for range in sentences(paragraph) {
        let sentence = &paragraph[range];
        println!("{sentence}");
        println!("  {} tokens, {} words", word_count(sentence), words(sentence).count());
        println!("  terms: {}", english.terms(sentence).join(" "));
    }
}

fn time(text: &str) {
    let megabytes = text.len() as f64 / 1e6;
    let report = |what: &str, pass: &mut dyn FnMut() -> usize| {
        let started = Instant::now();
        let count = pass();
        let speed = megabytes / started.elapsed().as_secs_f64();
        println!("{count:>10} {what:<9} {speed:>5.0} MB/s");
    };
    report("sentences", &mut || sentences(text).count());
    report("words", &mut || words(text).count());
    report("tokens", &mut || word_count(text));
    report("terms", &mut || {
        let mut terms = 0;
        English::new().analyze(text, |_| terms += 1);
        terms
    });
}
