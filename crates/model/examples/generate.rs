//! Asks a local model one question, and says how fast it answered.
//!
//!     cargo run --release --features llama --example generate -- MODEL.gguf "Who wrote Emma?"
//!
//! With `--json FILE` the prompt is read from a file and the numbers are printed as JSON, which is
//! how the measurements in docs/reproduce are made.

use std::io::Write;

use grice_model::generate::{Cancel, Generator, LocalModel, LocalOptions, Message, Request};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (model, prompt, json) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [model, "--json", file] => (model, std::fs::read_to_string(file)?, true),
        [model, prompt] => (model, prompt.to_owned(), false),
        _ => return Err("usage: generate MODEL.gguf PROMPT | MODEL.gguf --json FILE".into()),
    };
    let options = LocalOptions { context: Some(2048), threads: Some(2) };
    let start = std::time::Instant::now();
    let model = LocalModel::load(model, &options)?;
    let loaded = start.elapsed().as_secs_f64();

    let mut request =
        Request::new(vec![Message::system("You are a helpful assistant."), Message::user(prompt)]);
    request.max_tokens = 128;
    let answer = model.generate(&request, &Cancel::new(), &mut |text| {
        if !json {
            print!("{text}");
            drop(std::io::stdout().flush());
        }
    })?;
    let (read, written) = (answer.prompt_tokens.unwrap_or(0), answer.tokens.unwrap_or(0));
    let (first, all) = (answer.until_first.as_secs_f64(), answer.elapsed.as_secs_f64());
    let reading = read as f64 / first;
    let writing = written.saturating_sub(1) as f64 / (all - first);
    if json {
        println!(
            "{{\"load_s\": {loaded:.3}, \"prompt_tokens\": {read}, \"tokens\": {written}, \
             \"prompt_per_s\": {reading:.2}, \"tokens_per_s\": {writing:.2}}}"
        );
    } else {
        println!("\n\n{read} tokens read at {reading:.0}/s, {written} written at {writing:.0}/s");
    }
    Ok(())
}
