//! Runs the command of a judgement, without models or with a tiny one.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::grice::{Run, command, finish};

/// A judgement, by its command.
pub struct Judgement(pub &'static str);

impl Judgement {
    /// The folder of a tiny model that makes it.
    pub fn tiny(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/tests/tiny").join(self.0)
    }

    /// A run on a machine without models.
    pub fn bare(&self, args: &[&str], input: &str) -> Run {
        let home = tempfile::tempdir().unwrap();
        self.at(home.path(), args, input)
    }

    /// A run on a machine whose models are in `home`.
    pub fn at(&self, home: &Path, args: &[&str], input: &str) -> Run {
        finish(bare_command(home).arg(self.0).args(args), input)
    }

    pub fn with_tiny(&self, args: &[&str], input: &str) -> Run {
        let folder = self.tiny();
        let mut all = vec!["--model", folder.to_str().unwrap()];
        all.extend(args);
        self.bare(&all, input)
    }
}

/// The command on a machine whose models are in `home`.
pub fn bare_command(home: &Path) -> Command {
    let mut command = command();
    command.env("GRICE_HOME", home).env("GRICE_MODELS", home.join("shipped"));
    command.env_remove("GRICE_MODEL_PATH").current_dir(home);
    command
}

/// The answers of a run with `--jsonl`.
pub fn lines(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, 0, "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
