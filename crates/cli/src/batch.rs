//! `grice search --jsonl`: many queries from standard input, answered in order on all cores.

use std::io::{BufRead, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use grice_index::{Index, Query, Ranking, Searcher};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::SearchArgs;
use crate::search::JsonHit;

/// Queries taken at once; each thread gets an equal share of them.
const BATCH: usize = 64;

#[derive(Deserialize)]
struct Line {
    id: Option<Value>,
    query: Option<String>,
    title: Option<String>,
    section: Option<String>,
    document: Option<String>,
    #[serde(default)]
    phrases: Vec<String>,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    hits: Hits,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Hits {
    Whole(Vec<JsonHit>),
    Ids(Vec<IdHit>),
}

#[derive(Serialize)]
struct IdHit {
    passage: String,
    score: f32,
}

#[derive(Serialize)]
struct Refusal {
    id: Value,
    error: String,
}

pub fn run(index: &Index, args: &SearchArgs, ranking: &Ranking) -> Result<ExitCode> {
    let searcher = index.searcher()?;
    let threads = args
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
        .max(1);
    let mut lines = std::io::stdin().lock().split(b'\n');
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut number = 0;
    loop {
        let mut batch = Vec::new();
        for line in lines.by_ref().take(BATCH * threads) {
            number += 1;
            let line = line.context("cannot read standard input")?;
            if !line.iter().all(u8::is_ascii_whitespace) {
                batch.push((number, line));
            }
        }
        if batch.is_empty() {
            break;
        }
        for answer in answer_all(&searcher, args, ranking, &batch, threads) {
            out.write_all(answer.as_bytes())?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn answer_all(
    searcher: &Searcher,
    args: &SearchArgs,
    ranking: &Ranking,
    batch: &[(usize, Vec<u8>)],
    threads: usize,
) -> Vec<String> {
    let share = batch.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let workers: Vec<_> = batch
            .chunks(share)
            .map(|chunk| {
                scope.spawn(move || {
                    chunk
                        .iter()
                        .map(|(n, line)| answer(searcher, args, ranking, *n, line))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|w| w.join().unwrap_or_default()).collect()
    })
}

fn answer(
    searcher: &Searcher,
    args: &SearchArgs,
    ranking: &Ranking,
    number: usize,
    line: &[u8],
) -> String {
    let mut id = Value::Null;
    let answered = (|| -> Result<String> {
        let value: Value = serde_json::from_slice(line)
            .with_context(|| format!("line {number} is not a JSON object"))?;
        id = value.get("id").cloned().unwrap_or(Value::Null);
        let line: Line = serde_json::from_value(value)
            .with_context(|| format!("line {number} has a field of the wrong type"))?;
        let words = line.query.with_context(|| format!("line {number} has no query"))?;
        let query = Query {
            words,
            phrases: line.phrases,
            title: line.title.or_else(|| args.title.clone()),
            section: line.section.or_else(|| args.section.clone()),
            document: line.document.or_else(|| args.document.clone()),
        };
        let mut whole = Vec::new();
        let mut ids = Vec::new();
        for hit in searcher.search(&query, ranking, args.k)? {
            if args.ids_only {
                ids.push(IdHit { passage: searcher.passage_id(&hit)?, score: hit.score });
            } else {
                whole.push(JsonHit::new(searcher.passage(&hit)?, hit.score));
            }
        }
        let hits = if args.ids_only { Hits::Ids(ids) } else { Hits::Whole(whole) };
        let id = line.id.unwrap_or(Value::Null);
        Ok(serde_json::to_string(&Answer { id, hits })?)
    })();
    answered.unwrap_or_else(|error| {
        serde_json::to_string(&Refusal { id, error: format!("{error:#}") }).unwrap_or_default()
    })
}
