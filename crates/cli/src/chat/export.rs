//! `/export`: a conversation written to a file.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use grice_home::expanded;
use grice_home::export::{Export, json, markdown};
use tempfile::NamedTempFile;

const NO_FILE: &str = "Name a file: /export talk.md, or talk.json.";

/// Writes the file whose ending says the form. It appears when it is whole; another file is replaced
/// only where that is wanted.
pub fn write(export: &Export<'_>, file: Option<&str>, replaces: bool) -> Result<PathBuf, String> {
    let file = file.map(|file| file.trim_matches(['"', '\'']).trim()).unwrap_or_default();
    if file.is_empty() {
        return Err(NO_FILE.to_owned());
    }
    let path = expanded(OsStr::new(file));
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_lowercase();
    let text = match ending.as_str() {
        "md" | "markdown" => markdown(export),
        "json" => json(export).map_err(|error| error.to_string())?,
        _ => return Err(format!("{file}: the ending says the form: .md or .json.")),
    };
    if path.exists() && !replaces {
        return Err(format!("{file} is there already; /export! {file} replaces it."));
    }
    written(&path, &text, replaces)
        .map_err(|error| format!("{file} cannot be written: {error}"))?;
    Ok(path)
}

fn written(path: &Path, text: &str, replaces: bool) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut new = new_file(folder.unwrap_or(Path::new(".")))?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    match replaces {
        true => new.persist(path)?,
        false => new.persist_noclobber(path)?,
    };
    Ok(())
}

/// A file beside the one to come, which others may read as far as the user lets them.
fn new_file(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grice-export-");
    #[cfg(unix)]
    let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
