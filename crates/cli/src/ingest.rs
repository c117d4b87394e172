//! `grice ingest`.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use grice_corpus::{Problem, Source};
use grice_index::{EmbedOptions, Index, IngestOptions, Progress, Report, ingest};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::IngestArgs;
use crate::embed::embed;
use crate::encoder::encoder;
use crate::output::{Misuse, count, counted, warn};

/// After this many problems only their number is told.
const MOST_TOLD: u64 = 50;

pub fn run(args: IngestArgs) -> Result<ExitCode> {
    let sources = sources(&args)?;
    // A model that cannot be had is told before anything is read.
    let encoder = args.vectors.as_deref().map(encoder).transpose()?;
    let mut options = IngestOptions {
        strict: args.strict,
        prune: args.prune,
        commit_every: args.commit_every,
        ..IngestOptions::default()
    };
    options.threads = args.threads.unwrap_or(options.threads).max(1);
    options.reading.format = args.format;
    options.reading.encoding = args.encoding;
    options.reading.max_document = args.max_document.max(1) << 20;
    if let Some(map) = args.map {
        options.reading.map = map;
    }
    let existed = Index::open(&args.index).is_ok();
    let index = Index::open_or_create(&args.index)?;
    let started = Instant::now();
    let result = with_bar(&sources, args.quiet, |progress, bar| {
        let told = AtomicU64::new(0);
        ingest(&index, &sources, &options, progress, &|problem| tell(problem, &told, bar))
    });
    let report = match result {
        Err(error) => {
            // What another process has begun is not ours to take away.
            let ours = !existed && !matches!(error, grice_index::Error::Busy(_));
            if ours && index.about()?.sources.is_empty() {
                drop(index);
                std::fs::remove_dir_all(&args.index).ok();
            }
            return Err(error.into());
        }
        Ok(report) => report,
    };
    if !args.quiet {
        summary(&index, &report, started.elapsed())?;
    }
    match encoder {
        Some(encoder) => {
            let options = EmbedOptions { commit_every: args.commit_every, ..Default::default() };
            embed(&index, encoder.as_ref(), &options, args.quiet)?;
        }
        None => tell_old_vectors(&index, &report)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Vectors are not brought up to date unasked: their model may be slow, or not at hand.
fn tell_old_vectors(index: &Index, report: &Report) -> Result<()> {
    if report.counts.written > 0
        && let Ok(Some(vectors)) = index.searcher()?.vectors()
    {
        warn(format!(
            "the vectors are as they were; bring them up to date with `grice index embed --model {} --index {}`",
            vectors.model,
            index.folder().display()
        ));
    }
    Ok(())
}

fn sources(args: &IngestArgs) -> Result<Vec<Source>> {
    if args.name.is_some() && args.sources.len() > 1 {
        return Err(Misuse(
            "--name is for one source; ingest the others in commands of their own".to_owned(),
        )
        .into());
    }
    let mut sources: Vec<Source> = Vec::new();
    for path in &args.sources {
        let mut source = Source::new(path);
        if let Some(name) = &args.name {
            source.name = name.as_str().into();
        }
        if let Some(other) = sources.iter().find(|s| s.name == source.name) {
            return Err(Misuse(format!(
                "{} and {} would both be named '{}'; ingest one of them with --name",
                other.path.display(),
                path.display(),
                source.name
            ))
            .into());
        }
        // A missing path is told before anything is written.
        path.metadata().map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                anyhow::Error::from(Misuse(format!("{}: no such file or folder", path.display())))
            }
            _ => {
                Misuse(format!("{}: cannot be opened ({e}); check its permissions", path.display()))
                    .into()
            }
        })?;
        sources.push(source);
    }
    Ok(sources)
}

fn tell(problem: &Problem, told: &AtomicU64, bar: &ProgressBar) {
    match told.fetch_add(1, Ordering::Relaxed) {
        n if n < MOST_TOLD => bar.suspend(|| warn(problem)),
        n if n == MOST_TOLD => {
            bar.suspend(|| warn("more problems follow; only their number is told"))
        }
        _ => {}
    }
}

fn with_bar<T>(
    sources: &[Source],
    quiet: bool,
    work: impl FnOnce(&Progress, &ProgressBar) -> T,
) -> T {
    let size = sources.iter().map(Source::size).sum();
    let bar = ProgressBar::with_draw_target(Some(size), ProgressDrawTarget::stderr_with_hz(8));
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style = "{bar:30} {percent:>3}%  {bytes}/{total_bytes}  {msg}  {eta_precise} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    let progress = Progress::default();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let drawing = scope.spawn(|| {
            let started = Instant::now();
            while !done.load(Ordering::Relaxed) {
                bar.set_position(progress.bytes.load(Ordering::Relaxed).min(size));
                let documents = progress.documents.load(Ordering::Relaxed);
                let words = progress.words.load(Ordering::Relaxed) as f64;
                let rate = words / started.elapsed().as_secs_f64().max(0.1);
                bar.set_message(format!(
                    "{}, {} words/s",
                    counted(documents, "document"),
                    count(rate as u64)
                ));
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work(&progress, &bar);
        done.store(true, Ordering::Relaxed);
        drawing.thread().unpark();
        result
    })
}

fn summary(index: &Index, report: &Report, took: Duration) -> Result<()> {
    let counts = &report.counts;
    let info = index.searcher()?.info()?;
    let rate = counts.words as f64 / took.as_secs_f64().max(0.001);
    anstream::println!(
        "Read {}, {} in {:.1} s ({} words/s)",
        counted(counts.written + counts.unchanged, "document"),
        counted(counts.words, "word"),
        took.as_secs_f64(),
        count(rate as u64)
    );
    let mut lines = vec![
        (counts.written, "new or changed".to_owned()),
        (counts.unchanged, "unchanged".to_owned()),
    ];
    lines.push((
        counts.without_text,
        "of them without text: links lead to them, search does not".to_owned(),
    ));
    lines.push((counts.removed, "removed, no longer in the source".to_owned()));
    lines.push((counts.redirects, "redirects".to_owned()));
    lines.extend(report.nothing.iter().map(|(why, n)| (*n, format!("pages {why}, passed over"))));
    lines.push((counts.ignored, "files of other formats, passed over".to_owned()));
    lines.push((report.problems, "problems, skipped (see above)".to_owned()));
    for (number, what) in lines.into_iter().filter(|(n, _)| *n > 0) {
        anstream::println!("  {:>9} {what}", count(number));
    }
    anstream::println!(
        "{}: {}, {}, {}",
        index.folder().display(),
        counted(info.documents, "document"),
        counted(info.passages, "passage"),
        crate::output::bytes(info.bytes)
    );
    Ok(())
}
