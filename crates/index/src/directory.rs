//! The storage engine's files: checked when they are read, and readable where nothing may be
//! written.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, META_LOCK, TerminatingWrite, WatchCallback,
    WatchHandle, WritePtr,
};

use crate::checksum::{Checked, Summed, seal, unseal};

/// Bytes summed together. Small in tests, so that there are many blocks.
pub(crate) const BLOCK: usize = if cfg!(test) { 64 } else { 64 << 10 };

/// A directory whose files carry checksums. Files keep what is known of them as long as any
/// snapshot uses them, so that no block is checked again for the next snapshot.
#[derive(Clone)]
pub(crate) struct CheckedDirectory {
    files: Box<dyn Directory>,
    open: Arc<Mutex<FxHashMap<PathBuf, Weak<Checked>>>>,
    failure: Failure,
}

/// Why a file could not be written, the first time that happened. The engine's threads end with
/// such an error and say no more than that they have ended.
#[derive(Clone, Default)]
struct Failure(Arc<Mutex<Option<io::ErrorKind>>>);

impl Failure {
    fn note<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            self.0.lock().get_or_insert(error.kind());
        }
        result
    }
}

impl CheckedDirectory {
    pub(crate) fn new(files: impl Directory) -> CheckedDirectory {
        CheckedDirectory {
            files: Box::new(files),
            open: Arc::default(),
            failure: Failure::default(),
        }
    }

    /// Why a file could not be written since this was last asked.
    pub(crate) fn take_failure(&self) -> Option<io::ErrorKind> {
        self.failure.0.lock().take()
    }

    fn checked(&self, path: &Path) -> Result<Arc<Checked>, OpenReadError> {
        if let Some(file) = self.open.lock().get(path).and_then(Weak::upgrade) {
            return Ok(file);
        }
        let fail = |e: io::Error| OpenReadError::wrap_io_error(e, path.to_owned());
        let handle = self.files.get_file_handle(path)?;
        let bytes = handle.read_bytes(0..handle.len()).map_err(fail)?;
        let name = path.display().to_string();
        let file = Arc::new(Checked::open(&name, bytes).map_err(|e| fail(e.into()))?);
        let mut open = self.open.lock();
        open.retain(|_, file| file.strong_count() > 0);
        open.insert(path.to_owned(), Arc::downgrade(&file));
        Ok(file)
    }

    /// Reads a whole file, or says why it cannot be.
    pub(crate) fn check(&self, path: &Path) -> Result<(), OpenReadError> {
        self.checked(path)?
            .check_all()
            .map_err(|e| OpenReadError::wrap_io_error(e.into(), path.to_owned()))
    }
}

impl Directory for CheckedDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        Ok(self.checked(path)?)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.open.lock().remove(path);
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let opened = self.files.open_write(path).inspect_err(|error| {
            if let OpenWriteError::IoError { io_error, .. } = error {
                self.failure.note::<()>(Err(io_error.kind().into())).ok();
            }
        })?;
        let inner = opened
            .into_inner()
            .map_err(|e| OpenWriteError::wrap_io_error(e.into_error(), path.to_owned()))?;
        let noted = Noted { inner, failure: self.failure.clone() };
        Ok(BufWriter::new(Box::new(Summed::new(noted, BLOCK))))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        unseal(&path.display().to_string(), self.files.atomic_read(path)?)
            .map_err(|e| OpenReadError::wrap_io_error(e.into(), path.to_owned()))
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.failure.note(self.files.atomic_write(path, &seal(data)))
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    /// Readers take a lock so that a writer does not remove what they are about to open. Where
    /// they may not, they go without it and try again when a file has gone.
    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.files.acquire_lock(lock) {
            Err(LockError::IoError(e))
                if lock.filepath == META_LOCK.filepath && cannot_be_written(&e) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            other => other,
        }
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

/// A file whose failures are noted.
struct Noted {
    inner: Box<dyn TerminatingWrite + Send + Sync>,
    failure: Failure,
}

impl Write for Noted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.failure.note(self.inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.failure.note(self.inner.flush())
    }
}

impl TerminatingWrite for Noted {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.failure.note(self.inner.terminate_ref(token))
    }
}

impl fmt::Debug for CheckedDirectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CheckedDirectory({:?})", self.files)
    }
}

fn cannot_be_written(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

#[cfg(test)]
mod tests {
    use tantivy::directory::{INDEX_WRITER_LOCK, RamDirectory};

    use super::*;

    /// Files in memory, where locks fail.
    #[derive(Clone, Debug)]
    struct NoLocks(RamDirectory, io::ErrorKind);

    impl Directory for NoLocks {
        fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
            self.0.get_file_handle(path)
        }
        fn delete(&self, path: &Path) -> Result<(), DeleteError> {
            self.0.delete(path)
        }
        fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
            self.0.exists(path)
        }
        fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
            self.0.open_write(path)
        }
        fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
            self.0.atomic_read(path)
        }
        fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
            self.0.atomic_write(path, data)
        }
        fn sync_directory(&self) -> io::Result<()> {
            Ok(())
        }
        fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
            Err(LockError::wrap_io_error(self.1.into()))
        }
        fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
            self.0.watch(callback)
        }
    }

    #[test]
    fn a_reader_goes_without_the_lock_that_it_may_not_take_and_a_writer_does_not() {
        use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem};
        for (kind, readable) in
            [(PermissionDenied, true), (ReadOnlyFilesystem, true), (NotFound, false)]
        {
            let directory = CheckedDirectory::new(NoLocks(RamDirectory::create(), kind));
            assert_eq!(directory.acquire_lock(&META_LOCK).is_ok(), readable, "{kind}");
            assert!(directory.acquire_lock(&INDEX_WRITER_LOCK).is_err());
        }
    }

    #[test]
    fn why_a_file_could_not_be_written_is_remembered_once() {
        let directory = CheckedDirectory::new(RamDirectory::create());
        assert_eq!(directory.take_failure(), None);
        let full = io::ErrorKind::StorageFull;
        assert!(directory.failure.note::<()>(Err(full.into())).is_err());
        assert!(directory.clone().failure.note::<()>(Err(io::ErrorKind::Other.into())).is_err());
        assert_eq!(directory.take_failure(), Some(full));
        assert_eq!(directory.take_failure(), None);
    }

    #[test]
    fn what_is_checked_for_one_snapshot_is_not_checked_again_for_the_next() {
        let directory = CheckedDirectory::new(RamDirectory::create());
        let path = Path::new("a");
        let mut file = directory.open_write(path).unwrap();
        file.write_all(&[1; 1000]).unwrap();
        file.terminate().unwrap();
        let first = directory.checked(path).unwrap();
        assert!(!first.all_right());
        directory.check(path).unwrap();
        assert!(directory.checked(path).unwrap().all_right());
        drop(first);
        assert!(!directory.checked(path).unwrap().all_right());
    }
}
