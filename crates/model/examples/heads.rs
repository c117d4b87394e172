//! The values of all heads of a model, for texts and pairs of texts on standard input:
//!
//! ```sh
//! heads FOLDER [--float] < inputs.jsonl     # "text" or ["first", "second"] a line
//! ```
//!
//! A line is answered with `{ids, heads: {name: values}}`, a token head's values token by token.
//! With `--float` int8 tables are made floats before anything is computed.

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;

use grice_model::{Heads, Input, Precision};
use serde::Deserialize;
use serde_json::{Map, json};

#[derive(Deserialize)]
#[serde(untagged)]
enum Texts {
    One(String),
    Two(String, String),
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (folder, precision) = match &args[..] {
        [folder] => (folder, Precision::Stored),
        [folder, float] if float == "--float" => (folder, Precision::Float),
        _ => return Err("heads FOLDER [--float] < inputs.jsonl".into()),
    };
    let heads = Heads::load(Path::new(folder), precision)?;
    let names = heads.names();
    let lines = std::io::stdin().lock().lines().collect::<Result<Vec<_>, _>>()?;
    let texts =
        lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<Vec<Texts>, _>>()?;
    let inputs: Vec<Input<'_>> = texts
        .iter()
        .map(|texts| match texts {
            Texts::One(text) => Input::One(text),
            Texts::Two(first, second) => Input::Two(first, second),
        })
        .collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for said in heads.values(&inputs)? {
        let by_name: Map<_, _> =
            names.iter().cloned().zip(said.heads.into_iter().map(|values| json!(values))).collect();
        writeln!(out, "{}", json!({ "ids": said.ids, "heads": by_name }))?;
    }
    Ok(())
}
