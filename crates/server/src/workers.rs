//! How many turns are taken at a time, and how many may wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Problem, Result};

/// Takes so many turns at a time; a bounded number waits, the rest is turned away.
pub struct Workers {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    queue: usize,
}

/// Counts one that waits, also where its client goes away.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Workers {
    /// So many at a time, and so many that wait.
    pub fn new(workers: usize, queue: usize) -> Workers {
        let permits = Arc::new(Semaphore::new(workers.max(1)));
        Workers { permits, waiting: AtomicUsize::new(0), queue }
    }

    /// Waits for a free place, unless too many do.
    pub async fn take(&self) -> Result<OwnedSemaphorePermit> {
        if let Ok(permit) = self.permits.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let waiting = self.waiting.fetch_add(1, Ordering::AcqRel);
        let _counted = Waiting(&self.waiting);
        if waiting >= self.queue {
            return Err(Problem::busy("queue", "the server has all hands full", 1));
        }
        let closed = |_| Problem::unavailable("the server is ending");
        self.permits.clone().acquire_owned().await.map_err(closed)
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn more_than_may_wait_are_turned_away() {
        let workers = Arc::new(Workers::new(1, 1));
        let first = workers.take().await.unwrap();
        let second = tokio::spawn({
            let workers = workers.clone();
            async move { workers.take().await.map(drop) }
        });
        while workers.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        let refused = workers.take().await.unwrap_err();
        assert_eq!(refused.status().as_u16(), 429);
        drop(first);
        second.await.unwrap().unwrap();
        assert_eq!(workers.waiting(), 0);
        drop(workers.take().await.unwrap());
    }

    #[tokio::test]
    async fn one_that_goes_away_waits_no_longer() {
        let workers = Arc::new(Workers::new(1, 1));
        let _first = workers.take().await.unwrap();
        let second = tokio::time::timeout(std::time::Duration::from_millis(5), workers.take());
        assert!(second.await.is_err());
        assert_eq!(workers.waiting(), 0);
    }
}
