//! Vectors of the JSON strings on standard input, as JSON or as 4-byte floats, or how fast they are
//! made:
//!
//! ```sh
//! encode encoder|static FOLDER vectors|raw|speed [int8] < texts.jsonl
//! encode cross-encoder FOLDER vectors [int8] < pairs.jsonl      # the scores of [query, passage]
//! ```

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

use grice_model::{CrossEncoder, Encoder, Precision, StaticEncoder};
use serde_json::json;

const SENTENCE: &str = "which of the two moons is farther from the planet they both circle";

enum Model {
    Network(Box<Encoder>),
    Table(Box<StaticEncoder>),
}

impl Model {
    fn encode(&self, texts: &[&str]) -> grice_model::Result<Vec<Vec<f32>>> {
        match self {
            Model::Network(encoder) => encoder.encode(texts),
            Model::Table(encoder) => encoder.encode(texts),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, folder, what, rest @ ..] = &args[..] else {
        return Err("encode encoder|static FOLDER vectors|raw|speed [int8] < texts.jsonl".into());
    };
    let precision = match rest {
        [word] if word == "int8" => Precision::Int8,
        _ => Precision::Stored,
    };
    let lines = std::io::stdin().lock().lines().collect::<Result<Vec<_>, _>>()?;
    if kind == "cross-encoder" {
        return scores(Path::new(folder), precision, &lines);
    }
    let texts =
        lines.iter().map(|l| serde_json::from_str(l)).collect::<Result<Vec<String>, _>>()?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let start = Instant::now();
    let model = match kind.as_str() {
        "static" => Model::Table(Box::new(StaticEncoder::load(Path::new(folder))?)),
        _ => Model::Network(Box::new(Encoder::load(Path::new(folder), precision)?)),
    };
    let load = start.elapsed().as_secs_f64();
    match what.as_str() {
        "vectors" => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            for vector in model.encode(&texts)? {
                serde_json::to_writer(&mut out, &vector)?;
                writeln!(out)?;
            }
        }
        "raw" => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            for texts in texts.chunks(4096) {
                for value in model.encode(texts)?.into_iter().flatten() {
                    out.write_all(&value.to_le_bytes())?;
                }
            }
        }
        _ => {
            let batch = median(3, || model.encode(&texts).map(drop))?;
            let one = median(50, || model.encode(&[SENTENCE]).map(drop))?;
            println!("{}", json!({ "load": load, "batch": batch, "one": one }));
        }
    }
    Ok(())
}

fn scores(folder: &Path, precision: Precision, lines: &[String]) -> Result<(), Box<dyn Error>> {
    let pairs = lines
        .iter()
        .map(|l| serde_json::from_str(l))
        .collect::<Result<Vec<(String, String)>, _>>()?;
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(q, p)| (q.as_str(), p.as_str())).collect();
    for score in CrossEncoder::load(folder, precision)?.score(&pairs)? {
        println!("{score}");
    }
    Ok(())
}

/// The median of the seconds something takes.
fn median(
    times: usize,
    mut run: impl FnMut() -> grice_model::Result<()>,
) -> Result<f64, Box<dyn Error>> {
    let mut seconds = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        run()?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    Ok(seconds[times / 2])
}
