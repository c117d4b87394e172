//! The turns of a run that is not finished: each is on the disk when it is done.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::{Error, Result};
use super::line::Done;
use super::results::{CONFIG, Config, TURNS};
use super::write;

/// What such a file's name ends with.
pub const PART: &str = ".part";

/// A run's file of finished turns, held by this process alone.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: File,
}

impl Part {
    /// Opens the file of a run in its folder, with the turns that are in it; those of another configuration are discarded.
    /// What is finished there stays until this run is.
    pub fn open(folder: &Path, config: &Config) -> Result<(Part, Vec<Done>)> {
        std::fs::create_dir_all(folder).map_err(|reason| Error::write(folder, reason))?;
        let path = folder.join(format!("{TURNS}{PART}"));
        let failed = |reason| Error::write(&path, reason);
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(folder.to_owned())),
            Err(TryLockError::Error(reason)) => return Err(failed(reason)),
        }
        let mut part = Part { path, file };
        let label = folder.join(format!("{CONFIG}{PART}"));
        let same = std::fs::read(&label)
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Config>(&bytes).ok());
        if same.as_ref() == Some(config) {
            let done = part.read()?;
            return Ok((part, done));
        }
        part.cut(0)?;
        write::json(&label, config)?;
        Ok((part, Vec::new()))
    }

    /// The whole lines; one that a kill has cut off, and what follows it, is taken away.
    fn read(&mut self) -> Result<Vec<Done>> {
        let mut done = Vec::new();
        let mut whole = 0;
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader
                .read_until(b'\n', &mut line)
                .map_err(|reason| Error::read(&self.path, reason))?;
            if line.last() != Some(&b'\n') {
                break;
            }
            let Ok(turn) = serde_json::from_slice::<Done>(&line) else { break };
            done.push(turn);
            whole += read as u64;
        }
        drop(reader);
        self.cut(whole)?;
        Ok(done)
    }

    fn cut(&mut self, length: u64) -> Result<()> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(|_| ()).map_err(|reason| Error::write(&self.path, reason))
    }

    /// Adds a turn.
    pub fn add(&mut self, done: &Done) -> Result<()> {
        let failed = |reason| Error::write(&self.path, reason);
        let mut line = serde_json::to_vec(done).map_err(|e| failed(e.into()))?;
        line.push(b'\n');
        // At once, so that a kill cuts off one line at most.
        self.file.write_all(&line).map_err(failed)
    }

    /// Takes the files away once the run is finished.
    pub fn close(self, folder: &Path) -> Result<()> {
        remove(&folder.join(format!("{CONFIG}{PART}")))?;
        remove(&self.path)
    }
}

fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::write(path, reason))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::results::Line;

    fn done(id: &str) -> Done {
        Done { line: Line { id: id.to_owned(), ..Line::default() }, ..Done::default() }
    }

    #[test]
    fn a_line_that_was_cut_off_is_run_again_and_the_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { seed: 1, ..Config::default() };
        let (mut part, known) = Part::open(folder.path(), &config).unwrap();
        assert!(known.is_empty());
        part.add(&done("a")).unwrap();
        part.add(&done("b")).unwrap();
        let file = part.path.clone();
        drop(part);
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() - 7]).unwrap();
        let (mut part, known) = Part::open(folder.path(), &config).unwrap();
        assert_eq!(known, [done("a")]);
        part.add(&done("b")).unwrap();
        drop(part);
        assert_eq!(Part::open(folder.path(), &config).unwrap().1.len(), 2);
    }

    #[test]
    fn turns_of_another_configuration_are_not_taken_and_two_processes_do_not_write_one_run() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { seed: 1, ..Config::default() };
        let (mut part, _) = Part::open(folder.path(), &config).unwrap();
        part.add(&done("a")).unwrap();
        assert!(matches!(Part::open(folder.path(), &config), Err(Error::Busy(_))));
        drop(part);
        let other = Config { seed: 2, ..Config::default() };
        assert!(Part::open(folder.path(), &other).unwrap().1.is_empty());
    }
}
