//! Running pip and npm, and watching what they fetch.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use super::error::{RegistryError, Result};
use super::source::Package;

/// How often the folder a program writes to is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A package manager: how it is called on this machine.
pub(crate) struct Program {
    pub name: &'static str,
    command: Vec<OsString>,
}

impl Program {
    /// The program the user named, or the first of `candidates` that runs.
    pub fn find(
        name: &'static str,
        variable: &'static str,
        named: Option<&OsStr>,
        candidates: &[&[&str]],
    ) -> Result<Program> {
        let commands: Vec<Vec<OsString>> = match named {
            Some(path) => vec![vec![path.to_owned()]],
            None => candidates.iter().map(|c| c.iter().map(OsString::from).collect()).collect(),
        };
        let told = |c: &Vec<OsString>| format!("{}", c.join(OsStr::new(" ")).display());
        let tried = format!("tried {}", commands.iter().map(told).collect::<Vec<_>>().join(", "));
        let runs = |command: &Vec<OsString>| {
            let mut child = Command::new(&command[0]);
            child.args(&command[1..]).arg("--version");
            child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            child.status().is_ok_and(|status| status.success())
        };
        match commands.into_iter().find(runs) {
            Some(command) => Ok(Program { name, command }),
            None => Err(RegistryError::NoProgram { program: name, tried, variable }),
        }
    }

    /// A call to be given arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]);
        command
    }

    /// Runs a command that fetches a package into `folder`; `tell` hears how much is there.
    pub fn fetch(
        &self,
        command: Command,
        package: &Package,
        folder: &Path,
        tell: &mut dyn FnMut(u64),
    ) -> Result<()> {
        let (status, said) = watch(command, folder, tell).map_err(|e| RegistryError::Program {
            program: self.name,
            package: package.to_string(),
            why: format!("it does not run ({e})"),
        })?;
        if status.success() {
            return Ok(());
        }
        const FULL: [&str; 4] = ["No space left", "Errno 28", "ENOSPC", "File too large"];
        if FULL.iter().any(|sign| said.contains(sign)) {
            return Err(RegistryError::Full(folder.to_owned()));
        }
        Err(RegistryError::Program {
            program: self.name,
            package: package.to_string(),
            why: reason(&said).unwrap_or_else(|| status.to_string()),
        })
    }
}

/// Moves the file of that kind which a program fetched to its place.
pub(crate) fn keep(folder: &Path, extension: &str, package: &Package, place: &Path) -> Result<()> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths = entries.map(|entry| entry.path());
    let Some(file) = paths.find(|path| path.extension() == Some(OsStr::new(extension))) else {
        let why = format!("was fetched, but no .{extension} file came");
        return Err(RegistryError::Package { package: package.to_string(), why });
    };
    fs::rename(&file, place).map_err(|e| RegistryError::io(place, e))
}

/// What a program gave as the reason: its last error, or else its last line.
fn reason(said: &str) -> Option<String> {
    let lines = || said.lines().map(str::trim).filter(|l| !l.is_empty());
    let error = lines().rfind(|l| {
        let l = l.to_lowercase();
        // npm ends with where its log is.
        (l.starts_with("error") || l.starts_with("npm error") || l.starts_with("npm err!"))
            && !l.contains("complete log")
    });
    error.or_else(|| lines().next_back()).map(|l| l.trim_start_matches("ERROR: ").to_owned())
}

/// Runs a command to its end; gives how it ended and what it said.
fn watch(
    mut command: Command,
    folder: &Path,
    tell: &mut dyn FnMut(u64),
) -> io::Result<(ExitStatus, String)> {
    struct Ended(Child);
    impl Drop for Ended {
        fn drop(&mut self) {
            self.0.kill().ok();
            self.0.wait().ok();
        }
    }
    let (said, output) = io::pipe()?;
    let said = listen(said);
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let mut child = Ended(command.spawn()?);
    // The command holds this side of the pipe open.
    drop(command);
    loop {
        if let Some(status) = child.0.try_wait()? {
            // What it started may still run, and hold the pipe open.
            let said = said.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
            return Ok((status, String::from_utf8_lossy(&said).into_owned()));
        }
        tell(size(folder));
        thread::sleep(LOOK_EVERY);
    }
}

/// Collects what a program says. Not in a file, since the disk may be what it complains about.
fn listen(mut pipe: io::PipeReader) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut said = Vec::new();
        pipe.read_to_end(&mut said).ok();
        sender.send(said).ok();
    });
    receiver
}

/// The size of all files in a folder, as far as it can be read.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => size(&entry.path()),
        Ok(data) if data.is_file() => data.len(),
        _ => 0,
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_reason_is_the_last_error_a_program_told() {
        let pip = "Looking in indexes\nERROR: Could not find a version that satisfies x==9\n\
                   ERROR: No matching distribution found for x==9\n\n[notice] a new release\n";
        assert_eq!(reason(pip).unwrap(), "No matching distribution found for x==9");
        let npm = "npm error code E404\nnpm error 404 Not Found - GET https://r/x\n\
                   npm error A complete log of this run can be found in: x.log\n";
        assert_eq!(reason(npm).unwrap(), "npm error 404 Not Found - GET https://r/x");
        assert_eq!(reason("killed\n").unwrap(), "killed");
        assert_eq!(reason("\n"), None);
    }
}
