//! Connections for many threads, a bounded number of them.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::address::Address;
use crate::error::{Error, Result};
use crate::store::Store;

/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// Connections to one place. Threads share a pool and take a connection for each piece of work.
///
/// ```
/// use grice_store::{Filter, Pool};
///
/// # let folder = tempfile::tempdir()?;
/// # let url = folder.path().join("conversations.db").display().to_string();
/// let pool = Pool::connect(&url, 4)?;
/// let key = pool.with(|store| Ok(store.of("ann").create("notes")?.key))?;
/// let listed = pool.with(|store| store.of("ann").list(&Filter::default()))?;
/// assert_eq!(listed[0].key, key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pool {
    address: Address,
    place: String,
    size: usize,
    connections: Mutex<Connections>,
    given_back: Condvar,
}

struct Connections {
    idle: Vec<Store>,
    /// How many there are, idle or not.
    open: usize,
}

impl Pool {
    /// Opens a place as [`Store::connect`] does, at first with one connection and later with up to
    /// `size`. What is wrong with the place is told here.
    pub fn connect(url: &str, size: usize) -> Result<Pool> {
        let address = Address::parse(url)?;
        let first = Store::at(address.clone())?;
        Ok(Pool {
            address,
            place: first.place().to_owned(),
            size: size.max(1),
            connections: Mutex::new(Connections { idle: vec![first], open: 1 }),
            given_back: Condvar::new(),
        })
    }

    /// The file, or the server's URL without its password.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Works with a connection, after waiting for one where all are in use. One that broke, or
    /// whose work panicked, is closed and not used again.
    pub fn with<T>(&self, work: impl FnOnce(&mut Store) -> Result<T>) -> Result<T> {
        let mut taken = Taken { pool: self, store: self.take()? };
        let store = match &mut taken.store {
            Some(store) => store,
            None => taken.store.insert(Store::at(self.address.clone())?),
        };
        work(store)
    }

    /// An idle connection, or the right to open one.
    fn take(&self) -> Result<Option<Store>> {
        let until = Instant::now() + PATIENCE;
        let mut connections = self.connections();
        loop {
            if let Some(store) = connections.idle.pop() {
                return Ok(Some(store));
            }
            if connections.open < self.size {
                connections.open += 1;
                return Ok(None);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Error::Busy(self.place.clone()));
            }
            let waited = self.given_back.wait_timeout(connections, left);
            connections = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in use, or the right to one, given back in any case.
struct Taken<'a> {
    pool: &'a Pool,
    store: Option<Store>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let sound = !std::thread::panicking();
        let store = self.store.take().filter(|store| sound && !store.is_broken());
        let mut connections = self.pool.connections();
        match store {
            Some(store) => connections.idle.push(store),
            None => connections.open -= 1,
        }
        drop(connections);
        self.pool.given_back.notify_one();
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Pool").field("place", &self.place).field("size", &self.size).finish()
    }
}
