//! Writing a results folder: each file beside and renamed, the one that says "finished" last.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use super::error::{Error, Result};
use super::line::Done;
use super::results::{
    CONFIG, Config, METRICS, Metrics, SCAI_RUN, TIMING, TREC_RUN, TURNS, Timing, folder_name,
};

/// Writes all files of a finished run.
pub fn folder(
    folder: &Path,
    config: &Config,
    turns: &[Done],
    scai: Option<&[u8]>,
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
    match scai {
        Some(run) => replace(&folder.join(SCAI_RUN), &mut |out| out.write_all(run))?,
        None => remove(&folder.join(SCAI_RUN))?,
    }
    match turns.iter().any(|turn| !turn.ranked.is_empty()) {
        true => trec(&folder.join(TREC_RUN), turns, &folder_name(&config.system.name))?,
        false => remove(&folder.join(TREC_RUN))?,
    }
    json(&folder.join(TIMING), timing)?;
    json(&folder.join(METRICS), metrics)
}

fn trec(path: &Path, turns: &[Done], tag: &str) -> Result<()> {
    let word = |text: &str| text.split_whitespace().collect::<Vec<_>>().join("_");
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
