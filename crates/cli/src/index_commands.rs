//! `grice index info | verify | export | compact`; the others have files of their own.

use std::process::ExitCode;

use anyhow::Result;
use grice_index::{Index, Info};
use serde_json::json as object;

use crate::args::IndexCommand;
use crate::collections;
use crate::output::{JsonLines, bytes, count, counted, date, folded, json, warn};

const ANALYZER: &str =
    "english (Unicode words, possessives, 33 stop words, Porter stems; as Lucene's)";

/// So many documents that were left out are named.
const DUPLICATES: usize = 10;

pub fn run(command: IndexCommand) -> Result<ExitCode> {
    match command {
        IndexCommand::Info { index, json } => info(&index.open()?, json),
        IndexCommand::List { json } => collections::list(json),
        IndexCommand::Remove(args) => collections::remove(&args),
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
        let value = object!({
            "index": index.folder(), "documents": documents, "redirects": redirects, "passages": passages,
            "words": words, "segments": segments, "bytes": size, "analyzer": "english", "sources": about.sources,
            "duplicates": about.duplicates,
            "vectors": vectors.map(|v| object!({
                "model": v.model, "dimensions": v.dimensions, "passages": v.passages,
                "vectors": v.vectors, "segments": v.segments, "bytes": v.bytes,
            })),
        });
        json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(folded(), "{}", index.folder().display())?;
    writeln!(folded(), "  documents  {}", count(documents))?;
    if redirects > 0 {
        writeln!(folded(), "  redirects  {}", count(redirects))?;
    }
    writeln!(folded(), "  passages   {}", count(passages))?;
    writeln!(folded(), "  words      {} indexed (stop words left out)", count(words))?;
    writeln!(folded(), "  size       {} in {}", bytes(size), counted(segments as u64, "segment"))?;
    writeln!(folded(), "  analyzer   {ANALYZER}")?;
    if let Some(v) = vectors {
        let without = match passages.saturating_sub(v.passages) {
            0 => String::new(),
            n => format!(", {} without one", counted(n, "passage")),
        };
        writeln!(
            folded(),
            "  vectors    {} of {} dimensions by {}, {} in {}{without}",
            count(v.passages),
            v.dimensions,
            v.model,
            bytes(v.bytes),
            counted(v.segments as u64, "segment")
        )?;
    }
    for source in &about.sources {
        let state =
            if source.complete { "" } else { ", not read to its end: run the same ingest again" };
        writeln!(
            folded(),
            "  from       {} ({}), {}{state}",
            source.name,
            source.path,
            date(source.at)
        )?;
    }
    if !about.duplicates.is_empty() {
        let left_out = counted(about.duplicates.len() as u64, "document");
        writeln!(folded(), "  left out   {left_out} whose text another has:")?;
        for duplicate in about.duplicates.iter().take(DUPLICATES) {
            writeln!(folded(), "             {} ({})", duplicate.document, duplicate.of)?;
        }
        if about.duplicates.len() > DUPLICATES {
            let more = about.duplicates.len() - DUPLICATES;
            writeln!(folded(), "             and {more} more; --json names them all")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(index: &Index, as_json: bool) -> Result<ExitCode> {
    let found = index.verify()?;
    let code = ExitCode::from(u8::from(!found.is_sound()));
    if as_json {
        let value = object!({
            "sound": found.is_sound(), "documents": found.documents, "passages": found.passages,
            "links": found.links, "resolved": found.resolved, "unresolved": found.unresolved,
            "incomplete": found.incomplete,
            "damaged_files": found.damaged_files, "damaged_vectors": found.damaged_vectors,
        });
        json(&value)?;
        return Ok(code);
    }
    for file in found.damaged_files.iter().chain(&found.damaged_vectors) {
        writeln!(folded(), "damaged: {file}")?;
    }
    for document in found.incomplete.iter().take(20) {
        writeln!(folded(), "not all of its passages are there: {document}")?;
    }
    if !found.damaged_vectors.is_empty() {
        writeln!(
            folded(),
            "{} of vectors wrong; make them anew with `grice index embed --model NAME --replace --index {}`",
            counted(found.damaged_vectors.len() as u64, "file"),
            index.folder().display()
        )?;
    }
    if !found.damaged_files.is_empty() || !found.incomplete.is_empty() {
        writeln!(
            folded(),
            "{} and {} wrong; delete {} and ingest again",
            counted(found.damaged_files.len() as u64, "file"),
            counted(found.incomplete.len() as u64, "document"),
            index.folder().display()
        )?;
    }
    if !found.is_sound() {
        return Ok(code);
    }
    writeln!(
        folded(),
        "Sound: {}, {}; {} of {} lead to a document",
        counted(found.documents, "document"),
        counted(found.passages, "passage"),
        count(found.resolved),
        counted(found.links, "link")
    )?;
    for (name, count) in found.unresolved.iter().take(5) {
        writeln!(folded(), "  not in the index: {name} ({})", counted(*count, "link"))?;
    }
    if found.unresolved.len() > 5 {
        writeln!(
            folded(),
            "  and {} more; --json has them all",
            counted(found.unresolved.len() as u64 - 5, "name")
        )?;
    }
    Ok(code)
}

fn export(index: &Index) -> Result<ExitCode> {
    let mut out = JsonLines::new();
    // The index would tell of the output's failure as if it were its own.
    let mut failure = None;
    let done = index.searcher()?.each_passage(&mut |passage| {
        let json = serde_json::to_string(&passage)?;
        out.line(&json).map_err(|error| {
            let kind = error.kind();
            failure = Some(error);
            kind.into()
        })
    });
    match failure {
        Some(failure) => return Err(failure.into()),
        None => done?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn compact(index: &Index) -> Result<ExitCode> {
    let before = index.searcher()?.info()?;
    index.compact()?;
    let after = index.searcher()?.info()?;
    writeln!(
        folded(),
        "{} in {} → {} in {}",
        bytes(before.bytes),
        counted(before.segments as u64, "segment"),
        bytes(after.bytes),
        counted(after.segments as u64, "segment")
    )?;
    Ok(ExitCode::SUCCESS)
}
