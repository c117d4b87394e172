//! `grice ingest`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Result;
use grice_corpus::{Problem, Source};
use grice_home::{IngestProgress, Ingested, Place, Stage, Vectors, ingest_into};
use grice_index::{Index, IngestOptions};
use indicatif::ProgressBar;

use crate::args::IngestArgs;
use crate::output::{DIM, Misuse, count, counted, stdout, warn};
use crate::{bar, embed};

/// The bar's style while sources are read.
const STYLE: &str = "{bar:30} {percent:>3}%  {bytes}/{total_bytes}  {msg}  {eta_precise} left";

/// So many names of files that were not read are told of each kind.
const FEW: usize = 3;

/// After this many problems only their number is told.
const MOST_TOLD: u64 = 50;

pub fn run(args: IngestArgs) -> Result<ExitCode> {
    let sources = sources(&args)?;
    let place = place(&args)?;
    let mut options = IngestOptions {
        strict: args.strict,
        prune: args.prune,
        keep_duplicates: args.keep_duplicates,
        commit_every: args.commit_every,
        ..IngestOptions::default()
    };
    options.threads = args.threads.unwrap_or(options.threads).max(1);
    options.reading.format = args.format;
    options.reading.encoding = args.encoding;
    options.reading.max_document = args.max_document.max(1) << 20;
    options.reading.max_archive = args.max_archive << 30;
    options.reading.include = args.include;
    options.reading.exclude = args.exclude;
    options.reading.ignore_files = !args.no_ignore;
    options.reading.follow_links = args.follow_links;
    if let Some(map) = args.map {
        options.reading.map = map;
    }
    let progress = IngestProgress::default();
    let told = AtomicU64::new(0);
    let ingested = bar::with_bar(args.quiet, drawing(&sources, &progress), |bar| {
        let on_problem = |problem: &Problem| tell(problem, &told, bar);
        let vectors = args.vectors.as_deref();
        ingest_into(&place, &sources, &options, vectors, &progress, &on_problem)
    })?;
    if !args.quiet {
        summary(&place, &ingested)?;
    }
    match ingested.vectors? {
        Vectors::Made { report, took } if !args.quiet => {
            embed::summary(&ingested.index, report, took)?;
        }
        Vectors::Made { .. } | Vectors::Kept => {}
        Vectors::Outdated { model } => warn(format!(
            "the vectors are as they were; bring them up to date with `grice index embed --model {model} --index {}`",
            place.said()
        )),
    }
    Ok(ExitCode::SUCCESS)
}

/// Where documents go: what was named, or a collection of the source's name, unless that one is
/// made of something else.
fn place(args: &IngestArgs) -> Result<Place> {
    if let Some(place) = args.index.given()? {
        return Ok(place);
    }
    let [source] = args.sources.as_slice() else {
        let why = "several sources make one collection only by a name; give it with --index NAME";
        return Err(Misuse(why.to_owned()).into());
    };
    let place = Place::of_source(source)?;
    let Ok(index) = Index::open(place.folder()?) else { return Ok(place) };
    let known = index.about()?.sources;
    let full = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if known.is_empty() || known.iter().any(|one| full(Path::new(&one.path)) == full(source)) {
        return Ok(place);
    }
    let (said, other) = (place.said(), &known[0].path);
    Err(Misuse(format!(
        "the collection '{said}' is made of {other}, not of {}; make another with --index NAME, or add to it with \
         --index {said} --name NAME, the name its documents are to go by",
        source.display()
    ))
    .into())
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
        // The index tells where its documents came from, wherever it is asked.
        source.path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
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

/// What draws the bar: bytes while sources are read, then passages.
fn drawing<'a>(
    sources: &[Source],
    progress: &'a IngestProgress,
) -> impl FnMut(&ProgressBar) + Send + 'a {
    let size = sources.iter().map(Source::size).sum();
    let started = Instant::now();
    let mut begun = None;
    move |bar| {
        let stage = progress.stage();
        let is_new = begun.replace(stage) != Some(stage);
        match stage {
            Stage::Reading => {
                if is_new {
                    bar::begin(bar, size, STYLE);
                }
                bar.set_position(progress.reading.bytes.load(Ordering::Relaxed).min(size));
                let documents = progress.reading.documents.load(Ordering::Relaxed);
                let words = progress.reading.words.load(Ordering::Relaxed) as f64;
                let rate = words / started.elapsed().as_secs_f64().max(0.1);
                let documents = counted(documents, "document");
                bar.set_message(format!("{documents}, {} words/s", count(rate as u64)));
            }
            Stage::Embedding(passages) => {
                if is_new {
                    bar::begin(bar, passages, embed::STYLE);
                }
                bar.set_position(progress.embedding.passages.load(Ordering::Relaxed));
            }
        }
    }
}

fn summary(place: &Place, ingested: &Ingested) -> Result<()> {
    let Ingested { index, report, took, .. } = ingested;
    let counts = &report.counts;
    let info = index.searcher()?.info()?;
    let rate = counts.words as f64 / took.as_secs_f64().max(0.001);
    writeln!(
        stdout(),
        "Read {}, {} in {:.1} s ({} words/s)",
        counted(counts.written + counts.unchanged, "document"),
        counted(counts.words, "word"),
        took.as_secs_f64(),
        count(rate as u64)
    )?;
    let mut lines = vec![
        (counts.written, "new or changed".to_owned()),
        (counts.unchanged, "unchanged".to_owned()),
    ];
    lines.push((
        counts.without_text,
        "of them without text: links lead to them, search does not".to_owned(),
    ));
    lines.push((
        counts.duplicates,
        "left out, another document has their text (`grice index info` names them)".to_owned(),
    ));
    lines.push((counts.removed, "removed, no longer in the source".to_owned()));
    lines.push((counts.redirects, "redirects".to_owned()));
    lines.extend(report.nothing.iter().map(|(why, n)| (*n, format!("pages {why}, passed over"))));
    for (kind, files) in &report.ignored {
        let mut names = files.first.iter().take(FEW).cloned().collect::<Vec<_>>().join(", ");
        if files.count > FEW as u64 {
            names.push_str(", …");
        }
        lines.push((files.count, format!("{kind}, not read: {names}")));
    }
    lines.push((report.problems, "problems, skipped (see above)".to_owned()));
    for (number, what) in lines.into_iter().filter(|(n, _)| *n > 0) {
        writeln!(stdout(), "  {:>9} {what}", count(number))?;
    }
    writeln!(
        stdout(),
        "{}: {}, {}, {}",
        place.said(),
        counted(info.documents, "document"),
        counted(info.passages, "passage"),
        crate::output::bytes(info.bytes)
    )?;
    if let Place::Named { name, .. } = place {
        writeln!(stdout(), "{DIM}Talk to it with `grice chat {name}`.{DIM:#}")?;
    }
    Ok(())
}
