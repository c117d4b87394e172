//! `grice search --jsonl`: many queries from standard input, answered in order on all cores.

use std::io::BufRead;
use std::process::ExitCode;

use anyhow::{Context, Result};
use grice_index::{Hit, Query, Searcher};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::SearchArgs;
use crate::output::JsonLines;
use crate::retrieval::Retrieval;
use crate::search::JsonHit;

/// Queries taken at once; each thread gets an equal share of them.
const BATCH: usize = 64;

#[derive(Deserialize)]
struct Line {
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

pub fn run(searcher: &Searcher, args: &SearchArgs, retrieval: &Retrieval) -> Result<ExitCode> {
    let threads = args
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
        .max(1);
    let mut lines = std::io::stdin().lock().split(b'\n');
    let mut out = JsonLines::new();
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
        for answer in answer_all(searcher, args, retrieval, &batch, threads) {
            out.line(&answer)?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn answer_all(
    searcher: &Searcher,
    args: &SearchArgs,
    retrieval: &Retrieval,
    batch: &[(usize, Vec<u8>)],
    threads: usize,
) -> Vec<String> {
    let share = batch.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let workers: Vec<_> = batch
            .chunks(share)
            .map(|chunk| scope.spawn(move || answer_chunk(searcher, args, retrieval, chunk)))
            .collect();
        let answered = workers.into_iter().map(|worker| match worker.join() {
            Ok(lines) => lines,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        answered.flatten().collect()
    })
}

/// A line's id, and its query or what is wrong with it.
type Asked = (Value, Result<Query>);

fn answer_chunk(
    searcher: &Searcher,
    args: &SearchArgs,
    retrieval: &Retrieval,
    chunk: &[(usize, Vec<u8>)],
) -> Vec<String> {
    let asked: Vec<Asked> = chunk.iter().map(|(number, line)| ask(args, *number, line)).collect();
    let words: Vec<&str> =
        asked.iter().filter_map(|(_, query)| Some(query.as_ref().ok()?.words.as_str())).collect();
    let mut vectors = match retrieval.vectors(&words) {
        Ok(vectors) => Ok(vectors.into_iter()),
        Err(error) => Err(format!("{error:#}")),
    };
    let answers = asked.into_iter().map(|(id, query)| {
        let answered = query.and_then(|query| {
            let vector = match &mut vectors {
                Ok(vectors) => vectors.next().flatten(),
                Err(error) => anyhow::bail!(error.clone()),
            };
            let hits = retrieval.search(searcher, &query, vector.as_deref(), args.k)?;
            let hits = read_hits(searcher, args, &hits)?;
            Ok(serde_json::to_string(&Answer { id: id.clone(), hits })?)
        });
        answered.unwrap_or_else(|error| {
            serde_json::to_string(&Refusal { id, error: format!("{error:#}") }).unwrap_or_default()
        })
    });
    answers.collect()
}

fn ask(args: &SearchArgs, number: usize, line: &[u8]) -> Asked {
    let mut id = Value::Null;
    let query = (|| {
        let value: Value = serde_json::from_slice(line)
            .with_context(|| format!("line {number} is not a JSON object"))?;
        id = value.get("id").cloned().unwrap_or(Value::Null);
        let line: Line = serde_json::from_value(value)
            .with_context(|| format!("line {number} has a field of the wrong type"))?;
        Ok(Query {
            words: line.query.with_context(|| format!("line {number} has no query"))?,
            phrases: line.phrases,
            title: line.title.or_else(|| args.title.clone()),
            section: line.section.or_else(|| args.section.clone()),
            document: line.document.or_else(|| args.document.clone()),
            ..Query::default()
        })
    })();
    (id, query)
}

fn read_hits(searcher: &Searcher, args: &SearchArgs, hits: &[Hit]) -> Result<Hits> {
    if args.ids_only {
        let id = |hit: &Hit| Ok(IdHit { passage: searcher.passage_id(hit)?, score: hit.score });
        return Ok(Hits::Ids(hits.iter().map(id).collect::<Result<_>>()?));
    }
    let whole = |hit: &Hit| Ok(JsonHit::new(searcher.passage(hit)?, hit.score));
    Ok(Hits::Whole(hits.iter().map(whole).collect::<Result<_>>()?))
}
