//! A split of a data set, several systems run on it, and the paper's table with their rows.
//!
//! ```sh
//! cargo run --release -p grice-lab --example table -- ../shared/data topiocqa held-out 100 default original
//! ```

use std::path::PathBuf;

use grice_engine::Cancel;
use grice_lab::eval::{Bench, BenchRequest, Progress, RunOptions, data_set, system};
use grice_lab::report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir, data, split, limit, systems @ ..] = args.as_slice() else {
        return Err("DATA_DIR DATA SPLIT LIMIT SYSTEM… are needed".into());
    };
    let results = PathBuf::from("results");
    let request = BenchRequest {
        data: data_set(data)?,
        split: split.clone(),
        dir: dir.into(),
        index: None,
        limit: Some(limit.parse()?),
        seed: 1,
        results: results.clone(),
        endpoint: None,
        stop: Cancel::new(),
    };
    // The split is read, and its passages are made into a collection, once for all systems.
    let progress = Progress::default();
    let bench = Bench::open(request, &progress)?;
    let mut folders = Vec::new();
    for name in systems {
        let finished = bench.run(&system(name)?, &RunOptions::default(), &progress)?;
        if let Some((measure, value)) = finished.main() {
            println!("{name}: {measure} {value:.3}");
        }
        folders.push(finished.folder.path);
    }
    let report = report::make(&folders, &report::Options::default())?;
    println!("{}\n{}", report.markdown, report.write("report".as_ref())?.display());
    Ok(())
}
