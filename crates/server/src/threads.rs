//! Work beside the request that it is for; what is logged there has the request's name.

use tokio::task::JoinHandle;
use tracing::{Instrument, Span};

/// Runs something that blocks, off the threads that serve requests.
pub fn off<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let span = Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(work))
}

/// Runs what goes on after its request was answered.
pub fn beside<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(work.in_current_span())
}
