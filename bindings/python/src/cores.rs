//! The threads that lists are worked on with.

use std::process;
use std::sync::Arc;

use parking_lot::Mutex;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::failure;

/// The threads, and the process that they belong to.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Does work on as many threads as there are cores. A process that was forked, as Python's
/// `multiprocessing` does, has none of its parent's threads, and gets its own.
pub fn on_cores<R: Send>(work: impl FnOnce() -> R + Send) -> PyResult<R> {
    Ok(pool()?.install(work))
}

fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut kept = POOL.lock();
    match &*kept {
        Some((id, pool)) if *id == process::id() => return Ok(pool.clone()),
        // Threads that ended with the fork cannot be waited for.
        Some(_) => std::mem::forget(kept.take()),
        None => {}
    }
    let pool = ThreadPoolBuilder::new().build();
    let pool = Arc::new(pool.map_err(|error| failure(format!("no threads to work on: {error}")))?);
    *kept = Some((process::id(), pool.clone()));
    Ok(pool)
}
