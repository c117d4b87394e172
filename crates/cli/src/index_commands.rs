//! `grice index info | verify | export | compact`; `embed` has a file of its own.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use grice_index::{Index, Info};
use serde_json::json;

use crate::args::IndexCommand;
use crate::output::{bytes, count, counted, date, warn};

const ANALYZER: &str =
    "english (Unicode words, possessives, 33 stop words, Porter stems; as Lucene's)";

pub fn run(command: IndexCommand) -> Result<ExitCode> {
    match command {
        IndexCommand::Info { index, json } => info(&index.open()?, json),
        IndexCommand::Embed(args) => crate::embed::run(args),
        IndexCommand::Verify { index, json } => verify(&index.open()?, json),
        IndexCommand::Export { index } => export(&index.open()?),
        IndexCommand::Compact { index } => compact(&index.open()?),
    }
}

fn info(index: &Index, as_json: bool) -> Result<ExitCode> {
    let searcher = index.searcher()?;
    let Info { documents, redirects, passages, words, segments, bytes: size } = searcher.info()?;
    let vectors = searcher.vectors().unwrap_or_else(|error| {
        warn(error);
        None
    });
    let about = index.about()?;
    if as_json {
        let value = json!({
            "index": index.folder(), "documents": documents, "redirects": redirects, "passages": passages,
            "words": words, "segments": segments, "bytes": size, "analyzer": "english", "sources": about.sources,
            "vectors": vectors.map(|v| json!({
                "model": v.model, "dimensions": v.dimensions, "passages": v.passages,
                "vectors": v.vectors, "segments": v.segments, "bytes": v.bytes,
            })),
        });
        anstream::println!("{value}");
        return Ok(ExitCode::SUCCESS);
    }
    anstream::println!("{}", index.folder().display());
    anstream::println!("  documents  {}", count(documents));
    if redirects > 0 {
        anstream::println!("  redirects  {}", count(redirects));
    }
    anstream::println!("  passages   {}", count(passages));
    anstream::println!("  words      {} indexed (stop words left out)", count(words));
    anstream::println!("  size       {} in {}", bytes(size), counted(segments as u64, "segment"));
    anstream::println!("  analyzer   {ANALYZER}");
    if let Some(v) = vectors {
        let without = match passages.saturating_sub(v.passages) {
            0 => String::new(),
            n => format!(", {} without one", counted(n, "passage")),
        };
        anstream::println!(
            "  vectors    {} of {} dimensions by {}, {} in {}{without}",
            count(v.passages),
            v.dimensions,
            v.model,
            bytes(v.bytes),
            counted(v.segments as u64, "segment")
        );
    }
    for source in &about.sources {
        let state =
            if source.complete { "" } else { ", not read to its end: run the same ingest again" };
        anstream::println!(
            "  from       {} ({}), {}{state}",
            source.name,
            source.path,
            date(source.at)
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(index: &Index, as_json: bool) -> Result<ExitCode> {
    let found = index.verify()?;
    let code = ExitCode::from(u8::from(!found.is_sound()));
    if as_json {
        let value = json!({
            "sound": found.is_sound(), "documents": found.documents, "passages": found.passages,
            "links": found.links, "resolved": found.resolved, "unresolved": found.unresolved,
            "incomplete": found.incomplete,
            "damaged_files": found.damaged_files, "damaged_vectors": found.damaged_vectors,
        });
        anstream::println!("{value}");
        return Ok(code);
    }
    for file in found.damaged_files.iter().chain(&found.damaged_vectors) {
        anstream::println!("damaged: {file}");
    }
    for document in found.incomplete.iter().take(20) {
        anstream::println!("not all of its passages are there: {document}");
    }
    if !found.damaged_vectors.is_empty() {
        anstream::println!(
            "{} of vectors wrong; make them anew with `grice index embed --model NAME --replace --index {}`",
            counted(found.damaged_vectors.len() as u64, "file"),
            index.folder().display()
        );
    }
    if !found.damaged_files.is_empty() || !found.incomplete.is_empty() {
        anstream::println!(
            "{} and {} wrong; delete {} and ingest again",
            counted(found.damaged_files.len() as u64, "file"),
            counted(found.incomplete.len() as u64, "document"),
            index.folder().display()
        );
    }
    if !found.is_sound() {
        return Ok(code);
    }
    anstream::println!(
        "Sound: {}, {}; {} of {} lead to a document",
        counted(found.documents, "document"),
        counted(found.passages, "passage"),
        count(found.resolved),
        counted(found.links, "link")
    );
    for (name, count) in found.unresolved.iter().take(5) {
        anstream::println!("  not in the index: {name} ({})", counted(*count, "link"));
    }
    if found.unresolved.len() > 5 {
        anstream::println!(
            "  and {} more; --json has them all",
            counted(found.unresolved.len() as u64 - 5, "name")
        );
    }
    Ok(code)
}

fn export(index: &Index) -> Result<ExitCode> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    index.searcher()?.each_passage(&mut |passage| {
        serde_json::to_writer(&mut out, &passage)?;
        out.write_all(b"\n")
    })?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn compact(index: &Index) -> Result<ExitCode> {
    let before = index.searcher()?.info()?;
    index.compact()?;
    let after = index.searcher()?.info()?;
    anstream::println!(
        "{} in {} → {} in {}",
        bytes(before.bytes),
        counted(before.segments as u64, "segment"),
        bytes(after.bytes),
        counted(after.segments as u64, "segment")
    );
    Ok(ExitCode::SUCCESS)
}
