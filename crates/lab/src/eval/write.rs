//! Writing a results folder: each file beside and renamed, the one that says "finished" last.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use super::error::{Error, Result};
use super::line::Done;
use super::results::{
    CONFIG, Config, METRICS, Metrics, SCAI_RUN, SCAI_TRUTH, TIMING, TREC_QRELS, TREC_RUN, TURNS,
    Timing, folder_name,
};

/// A run in the form of the SCAI evaluator.
pub struct Scai {
    /// What is right.
    pub truth: Vec<u8>,
    /// What was said.
    pub run: Vec<u8>,
}

/// Writes all files of a finished run.
pub fn folder(
    folder: &Path,
    config: &Config,
    turns: &[Done],
    scai: Option<&Scai>,
    metrics: &Metrics,
    timing: &Timing,
) -> Result<()> {
    // What was finished here before, of another build or other models, is no more.
    remove(&folder.join(METRICS))?;
    json(&folder.join(CONFIG), config)?;
    let turns_file = folder.join(TURNS);
    replace(&turns_file, &mut |out| {
        for turn in turns {
            serde_json::to_writer(&mut *out, &turn.line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })?;
    for (name, bytes) in
        [(SCAI_TRUTH, scai.map(|scai| &scai.truth)), (SCAI_RUN, scai.map(|scai| &scai.run))]
    {
        match bytes {
            Some(bytes) => replace(&folder.join(name), &mut |out| out.write_all(bytes))?,
            None => remove(&folder.join(name))?,
        }
    }
    let ranked = turns.iter().any(|turn| !turn.ranked.is_empty());
    match ranked {
        true => trec(&folder.join(TREC_RUN), turns, &folder_name(&config.system.name))?,
        false => remove(&folder.join(TREC_RUN))?,
    }
    match ranked && turns.iter().any(|turn| !turn.line.gold.passages.is_empty()) {
        true => qrels(&folder.join(TREC_QRELS), turns)?,
        false => remove(&folder.join(TREC_QRELS))?,
    }
    json(&folder.join(TIMING), timing)?;
    json(&folder.join(METRICS), metrics)
}

/// A name in TREC's form, which has spaces between columns.
fn word(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join("_")
}

fn qrels(path: &Path, turns: &[Done]) -> Result<()> {
    replace(path, &mut |out| {
        for line in turns.iter().map(|turn| &turn.line) {
            let right: BTreeSet<&str> = line.gold.passages.iter().map(|p| p.id.as_str()).collect();
            for passage in right {
                writeln!(out, "{} 0 {} 1", word(&line.id), word(passage))?;
            }
        }
        Ok(())
    })
}

fn trec(path: &Path, turns: &[Done], tag: &str) -> Result<()> {
    replace(path, &mut |out| {
        for turn in turns {
            for (rank, (passage, score)) in turn.ranked.iter().enumerate() {
                let (id, passage) = (word(&turn.line.id), word(passage));
                writeln!(out, "{id} Q0 {passage} {} {score} {tag}", rank + 1)?;
            }
        }
        Ok(())
    })
}

/// Writes a value as JSON.
pub fn json(path: &Path, value: &impl Serialize) -> Result<()> {
    replace(path, &mut |out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        out.write_all(b"\n")
    })
}

/// Writes beside the file and renames, so that no file is ever half there.
fn replace(
    path: &Path,
    write: &mut dyn FnMut(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside = path.with_file_name(name);
    let written = (|| {
        let mut out = BufWriter::new(File::create(&beside)?);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&beside, path)
    })();
    written.map_err(|reason| {
        fs::remove_file(&beside).ok();
        Error::write(path, reason)
    })
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::write(path, reason))
        }
        _ => Ok(()),
    }
}
