//! Runs the command.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run printed, and how it ended.
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: i32,
}

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grice"));
    command.env_remove("GRICE_INDEX").env_remove("COLUMNS").env("NO_COLOR", "1");
    command
}

pub fn grice(args: &[&str]) -> Run {
    finish(command().args(args), "")
}

pub fn finish(command: &mut Command, input: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeding = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap().ok();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// Ingests a path and returns the run.
pub fn ingest(source: &Path, index: &Path, more: &[&str]) -> Run {
    let mut command = command();
    command.arg("ingest").arg(source).arg("--index").arg(index).args(more);
    finish(&mut command, "")
}

/// Every passage of an index, sorted.
pub fn passages(index: &Path) -> Vec<String> {
    let run = finish(command().args(["index", "export", "--index"]).arg(index), "");
    assert_eq!(run.code, 0, "{}", run.err);
    let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}
