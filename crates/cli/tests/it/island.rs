//! A machine without models, with an index of two pages about an island that does not exist.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::grice::finish;
use crate::judgement::bare_command;

const BRIDGE: &str = "# Orlo Bridge\n\nA bridge of stone crosses the river Venn. The Orlo Bridge was built \
    by the monk Aldric Fenn and finished in 1294. It has eleven arches of grey granite.\n\n## History\n\n\
    But in its history the Orlo Bridge lost two arches, in the flood of 1612.\n";
const FENN: &str = "# Aldric Fenn\n\nAldric Fenn was a monk and a master builder. Aldric Fenn was born in \
    the village of Tasp. He died of a fever in 1291 and never saw the bridge finished.\n";

/// A system for judgements without weights, whose confidence means less.
const EASY: &str = "[read]\nleast = 0.0\n[anticipate]\nleast = 0.0\n";

/// The folder with the index, and with `easy.toml` beside it.
pub fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("pages")).unwrap();
    fs::write(home.path().join("easy.toml"), EASY).unwrap();
    add(home.path(), &[("bridge", BRIDGE), ("fenn", FENN)]);
    home
}

/// Writes pages and indexes them.
pub fn add(home: &Path, pages: &[(&str, &str)]) {
    for (file, text) in pages {
        fs::write(home.join(format!("pages/{file}.md")), text).unwrap();
    }
    let mut ingest = bare_command(home);
    let run = finish(ingest.args(["ingest", "pages", "--index", "index", "-q"]), "");
    assert_eq!(run.code, 0, "{}", run.err);
}

/// A command with the easy system.
pub fn easy(home: &Path, name: &str, args: &[&str]) -> Command {
    let mut command = bare_command(home);
    command.args([name, "--system", "easy.toml"]).args(args);
    command
}
