//! How many turns are taken at a time, and how many may wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use crate::error::{Problem, Result};
use crate::threads;

/// Takes so many turns at a time; a bounded number waits, the rest is turned away.
pub struct Workers {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
}

/// A place among those who are worked for or wait for it.
pub struct Place(Held);

enum Held {
    Permit(OwnedSemaphorePermit),
    Waiting(Arc<Semaphore>, Waiting),
}

/// Counts one that waits, also where its client goes away.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Place {
    /// Waits until it is worked on.
    pub async fn permit(self) -> Result<OwnedSemaphorePermit> {
        match self.0 {
            Held::Permit(permit) => Ok(permit),
            Held::Waiting(permits, _counted) => {
                let closed = |_| Problem::unavailable("the server is ending");
                permits.acquire_owned().await.map_err(closed)
            }
        }
    }
}

impl Workers {
    /// So many at a time, and so many that wait.
    pub fn new(workers: usize, queue: usize) -> Workers {
        let permits = Arc::new(Semaphore::new(workers.max(1)));
        Workers { permits, waiting: Arc::default(), queue }
    }

    /// A place, unless too many wait already: whoever is refused is told at once.
    pub fn place(&self) -> Result<Place> {
        if let Ok(permit) = self.permits.clone().try_acquire_owned() {
            return Ok(Place(Held::Permit(permit)));
        }
        let waiting = self.waiting.fetch_add(1, Ordering::AcqRel);
        let counted = Waiting(self.waiting.clone());
        match waiting >= self.queue {
            true => Err(Problem::busy("queue", "the server has all hands full", 1)),
            false => Ok(Place(Held::Waiting(self.permits.clone(), counted))),
        }
    }

    /// Waits for a free place, unless too many do.
    pub async fn take(&self) -> Result<OwnedSemaphorePermit> {
        self.place()?.permit().await
    }

    /// Does something off the threads that serve requests. Its place is free when it is done, not
    /// when its client goes away.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.begin(work).await?.await?
    }

    /// The same for work that is waited for only so long.
    pub async fn run_within<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let done = self.begin(work).await?;
        tokio::time::timeout(time, done).await.map_err(|_| Problem::late())??
    }

    async fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<JoinHandle<Result<T>>> {
        let permit = self.take().await?;
        Ok(threads::off(move || {
            let _permit = permit;
            work()
        }))
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

    #[tokio::test]
    async fn a_place_is_had_or_refused_before_anything_is_waited_for() {
        let workers = Workers::new(1, 1);
        let first = workers.place().unwrap();
        let second = workers.place().unwrap();
        assert_eq!(workers.place().map(drop).unwrap_err().status().as_u16(), 429);
        drop(first);
        drop(second.permit().await.unwrap());
        assert_eq!(workers.waiting(), 0);
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_not_waited_for() {
        let workers = Workers::new(1, 0);
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let work = move || {
            ends.recv().ok();
            Ok(())
        };
        let late = workers.run_within(Duration::from_millis(5), work).await.unwrap_err();
        assert_eq!(late.status().as_u16(), 504);
        drop(end);
        while workers.place().is_err() {
            tokio::task::yield_now().await;
        }
        workers.run_within(Duration::from_secs(60), || Ok(())).await.unwrap();
    }

    #[tokio::test]
    async fn work_keeps_its_place_where_its_client_has_gone() {
        let workers = Arc::new(Workers::new(1, 0));
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let own = workers.clone();
        let working = tokio::spawn(async move {
            let work = move || {
                begun.send(()).ok();
                ends.recv().ok();
                Ok(())
            };
            own.run(work).await
        });
        begins.await.unwrap();
        working.abort();
        assert!(working.await.is_err());
        assert!(workers.place().is_err());
        drop(end);
        while workers.place().is_err() {
            tokio::task::yield_now().await;
        }
    }
}
