//! What several models of one process have in common is held once.

use std::sync::{Arc, Mutex, Weak};

use crate::error::Result;
use crate::files::{Identity, ModelFiles};

/// Things made from files, as long as somebody holds them.
pub(crate) struct Shared<T>(Mutex<Vec<(Identity, Weak<T>)>>);

impl<T> Shared<T> {
    pub(crate) const fn new() -> Shared<T> {
        Shared(Mutex::new(Vec::new()))
    }

    /// What was made of the file, or what `make` makes of it now.
    pub(crate) fn of(
        &self,
        files: &ModelFiles,
        file: &str,
        make: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let file = files.identity(file)?;
        let mut known = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        known.retain(|(_, held)| held.strong_count() > 0);
        let held = known.iter().find(|(f, _)| *f == file).and_then(|(_, held)| held.upgrade());
        if let Some(held) = held {
            return Ok(held);
        }
        let made = Arc::new(make()?);
        known.push((file, Arc::downgrade(&made)));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_file_is_read_once_while_it_is_held_and_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        std::fs::write(&path, "one").unwrap();
        let files = ModelFiles::from(folder.path());
        let shared = Shared::new();
        let read =
            || shared.of(&files, "words", || Ok(std::fs::read_to_string(&path).unwrap())).unwrap();
        let first = read();
        assert!(Arc::ptr_eq(&first, &read()));
        std::fs::write(&path, "two words").unwrap();
        assert_eq!(*read(), "two words");
        assert_eq!(*first, "one");
    }
}
