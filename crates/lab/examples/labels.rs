//! Runs the systems that label rows: `labels DATA-SET DIR SPLIT RESULTS [SYSTEM…]`.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use grice_lab::data::DataSet;
use grice_lab::labels::{Request, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [data, dir, split, results, systems @ ..] = args.as_slice() else {
        return Err("labels DATA-SET DIR SPLIT RESULTS [SYSTEM…]".into());
    };
    let data: DataSet = data.parse()?;
    let registry = grice_home::registry::open()?;
    let mut request = Request::new(data, dir.as_ref(), split, results.as_ref());
    request.systems = systems.to_vec();
    let began = Instant::now();
    let mut last = String::new();
    let outcome = run(&request, &registry, &mut |progress| {
        let now = format!("{} {} {}", progress.system, progress.split, progress.doing);
        if now != last {
            let seconds = began.elapsed().as_secs_f64();
            let (runs, of) = (progress.runs, progress.of);
            writeln!(std::io::stderr(), "{seconds:7.1} s  {runs} of {of}  {now}").ok();
            last = now;
        }
        ControlFlow::Continue(())
    })?;
    let mut out = std::io::stdout();
    for run in outcome.finished {
        writeln!(out, "{}\t{}\t{}\t{:.4}", run.system, run.split, run.main, run.value)?;
    }
    for failed in outcome.passed_over.iter().chain(&outcome.failed) {
        writeln!(out, "{failed}")?;
    }
    writeln!(out, "{:.1} s", began.elapsed().as_secs_f64())?;
    Ok(())
}
