//! Times search by vectors on one thread, and counts how much of the truth it finds:
//! `vector_speed INDEX QUERIES.f32 PASSAGES.f32 [K]`.
//!
//! The files hold vectors of 4-byte little-endian numbers one after the other: the queries', and
//! the passages' in the order of `grice index export`, from which the exact ranking is computed
//! for the first 200 queries.

use std::collections::HashSet;
use std::error::Error;
use std::time::Instant;

use grice_index::{Effort, Index, Query, Searcher};

const JUDGED: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [index, queries, passages, rest @ ..] = args.as_slice() else {
        return Err("usage: vector_speed INDEX QUERIES.f32 PASSAGES.f32 [K]".into());
    };
    let k: usize = rest.first().map_or(Ok(100), |k| k.parse())?;
    let opened = Instant::now();
    let searcher = Index::open(index)?.searcher()?;
    let info = searcher.vectors()?.ok_or("the index has no vectors")?;
    println!("opened in {:.0} ms: {info:?}", opened.elapsed().as_secs_f64() * 1e3);
    let (queries, passages) = (read(queries)?, read(passages)?);
    let queries: Vec<&[f32]> = queries.chunks_exact(info.dimensions).collect();
    let mut ids = Vec::new();
    searcher.each_passage(&mut |record| {
        ids.push(record.passage);
        Ok(())
    })?;
    let truth: Vec<HashSet<&str>> = queries
        .iter()
        .take(JUDGED)
        .map(|query| best(query, &passages, k).into_iter().map(|row| ids[row].as_str()).collect())
        .collect();
    for effort in [Effort::Exact, Effort::default()] {
        for pass in 1..=2 {
            run(&searcher, &queries, &truth, k, effort, pass)?;
        }
    }
    Ok(())
}

fn run(
    searcher: &Searcher,
    queries: &[&[f32]],
    truth: &[HashSet<&str>],
    k: usize,
    effort: Effort,
    pass: usize,
) -> Result<(), Box<dyn Error>> {
    let (mut times, mut found) = (Vec::new(), 0);
    for (number, query) in queries.iter().enumerate() {
        let before = Instant::now();
        let hits = searcher.search_dense(query, &Query::default(), k, effort)?;
        times.push(before.elapsed());
        if let Some(truth) = truth.get(number) {
            for hit in &hits {
                found += usize::from(truth.contains(searcher.passage_id(hit)?.as_str()));
            }
        }
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{effort:?}, pass {pass}: p50 {:.2} ms, p99 {:.2} ms, recall@{k} {:.4}",
        at(0.5),
        at(0.99),
        found as f64 / (truth.len() * k).max(1) as f64
    );
    Ok(())
}

fn read(path: &str) -> std::io::Result<Vec<f32>> {
    let bytes = std::fs::read(path)?;
    let number = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    Ok(bytes.chunks_exact(4).map(number).collect())
}

fn best(query: &[f32], passages: &[f32], k: usize) -> Vec<usize> {
    let mut scored: Vec<(f32, usize)> = passages
        .chunks_exact(query.len())
        .map(|passage| passage.iter().zip(query).map(|(p, q)| p * q).sum())
        .zip(0..)
        .collect();
    let k = k.min(scored.len());
    if k < scored.len() {
        scored.select_nth_unstable_by(k, |a, b| b.0.total_cmp(&a.0));
    }
    scored.into_iter().take(k).map(|(_, row)| row).collect()
}
