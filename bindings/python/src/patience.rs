//! Long work on a thread of its own, so that Ctrl-C is heard while Python waits for it.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use pyo3::prelude::*;

use crate::error::failure;

/// How long Python's signals may stay unheard.
const HEARD_EVERY: Duration = Duration::from_millis(40);

/// Runs work on a thread of its own and waits for it. Where a signal's handler raises, as Ctrl-C's
/// does, `stop` is called and what it raised is the error; the work is not waited for.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    stop: impl Fn(),
) -> PyResult<T> {
    let (sender, receiver) = bounded(1);
    std::thread::spawn(move || sender.send(work()).ok());
    match next(py, &receiver) {
        Ok(Some(done)) => Ok(done),
        Ok(None) => Err(failure("the work ended without a result; this is a fault in Grice")),
        Err(raised) => {
            stop();
            Err(raised)
        }
    }
}

/// The next of what a thread sends; none where it sends no more.
pub fn next<T: Send>(py: Python<'_>, receiver: &Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match py.detach(|| receiver.recv_timeout(HEARD_EVERY)) {
            Ok(sent) => return Ok(Some(sent)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
