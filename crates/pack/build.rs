//! Lists the models' files for `include_bytes!`, in a fixed order.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder in `models` that is no model.
const CARDS: &str = "cards";

fn main() -> io::Result<()> {
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let models = here.join("../../models").canonicalize()?;
    println!("cargo::rerun-if-changed={}", models.display());
    let mut list = String::from("static MODELS: &[PackedModel] = &[\n");
    for model in entries(&models)?.into_iter().filter(|path| path.is_dir()) {
        let name = name(&model);
        if name == CARDS {
            continue;
        }
        let _ = writeln!(list, "    PackedModel {{ folder: {name:?}, files: &[");
        for file in entries(&model)?.into_iter().filter(|path| path.is_file()) {
            println!("cargo::rerun-if-changed={}", file.display());
            let (path, bytes) = (crate::name(&file), file.display().to_string());
            let _ = writeln!(
                list,
                "        PackedFile {{ path: {path:?}, bytes: include_bytes!({bytes:?}) }},"
            );
        }
        list += "    ] },\n";
    }
    list += "];\n";
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("models.rs"), list)
}

/// What is in a folder, by name; hidden files are left out.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    entries.retain(|path| !name(path).starts_with('.'));
    entries.sort();
    Ok(entries)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
