//! `grice studio export` and `grice studio import`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::args::{ExportArgs, ImportArgs};
use super::{Desk, refused};
use crate::output::{Misuse, counted, json, stdout, tell, warn};

/// Lines that were passed over and are told.
const TOLD: usize = 20;

pub fn export(desk: &Desk<'_>, args: &ExportArgs) -> Result<()> {
    let id = desk.find(&args.project)?;
    let file = refused(match args.all {
        true => desk.studio.export_all(desk.owner, &id, &args.format),
        false => desk.studio.export(desk.owner, &id, &args.format, args.accepted),
    })?;
    match &args.output {
        Some(path) => {
            save(path, &file.bytes).with_context(|| format!("cannot write {}", path.display()))?;
            let size = crate::output::bytes(file.bytes.len() as u64);
            tell(format_args!("Wrote {} ({size})", path.display()));
        }
        None => write!(stdout(), "{}", String::from_utf8_lossy(&file.bytes))?,
    }
    Ok(())
}

/// Writes a file beside its place and renames it: whoever interrupts leaves what was there.
fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

pub fn import(desk: &Desk<'_>, args: &ImportArgs) -> Result<()> {
    let id = desk.find(&args.project)?;
    let failed = |error: std::io::Error| Misuse(format!("{}: {error}", args.file.display()));
    let bytes = std::fs::read(&args.file).map_err(failed)?;
    let done = refused(desk.studio.import(desk.owner, &id, &args.format, &bytes))?;
    if args.json {
        return json(&done);
    }
    let skipped = done["skipped"].as_array().map(Vec::as_slice).unwrap_or_default();
    for line in skipped.iter().take(TOLD) {
        let why = line["why"].as_str().unwrap_or_default();
        warn(format_args!("{}:{}: {why}", args.file.display(), line["line"]));
    }
    if skipped.len() > TOLD {
        warn(format_args!("{} more lines were passed over", skipped.len() - TOLD));
    }
    let parts = ["conversation", "turn", "item", "judgement"].map(|noun| {
        let count = done[format!("{noun}s")].as_u64().unwrap_or(0);
        counted(count, noun)
    });
    writeln!(stdout(), "Took in {}", parts.join(", "))?;
    Ok(())
}
