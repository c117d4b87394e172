//! Times search on one thread: `search_speed INDEX QUESTIONS.jsonl K K1 B [PASSES]`.
//! Only the text is searched, as the papers' baselines do; passages are ranked, not fetched.

use std::error::Error;
use std::time::Instant;

use grice_index::{Bm25, Boosts, Index, Query, Ranking};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [index, questions, k, k1, b, rest @ ..] = args.as_slice() else {
        return Err("usage: search_speed INDEX QUESTIONS.jsonl K K1 B [PASSES]".into());
    };
    let passes: usize = rest.first().map_or(Ok(4), |p| p.parse())?;
    let k: usize = k.parse()?;
    let ranking = Ranking { bm25: Bm25::new(k1.parse()?, b.parse()?)?, boosts: Boosts::BODY };
    let mut queries = Vec::new();
    for line in std::fs::read_to_string(questions)?.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        queries.push(Query::words(line["query"].as_str().unwrap_or_default()));
    }
    let opened = Instant::now();
    let searcher = Index::open(index)?.searcher()?;
    println!("opened in {:.1} ms", opened.elapsed().as_secs_f64() * 1e3);
    for pass in 1..=passes {
        let started = Instant::now();
        let mut times = Vec::with_capacity(queries.len());
        let mut hits = 0;
        for query in &queries {
            let before = Instant::now();
            hits += searcher.search(query, &ranking, k)?.len();
            times.push(before.elapsed());
        }
        let took = started.elapsed().as_secs_f64();
        times.sort();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "pass {pass}: {:.0} queries/s, p50 {:.2} ms, p99 {:.2} ms, {hits} hits",
            queries.len() as f64 / took,
            at(0.5),
            at(0.99)
        );
    }
    Ok(())
}
