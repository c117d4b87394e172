//! Names for requests and answers: unlike any other of this server, and no secret.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The next one.
pub fn next() -> String {
    static BEGAN: OnceLock<u128> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let began = BEGAN.get_or_init(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros()
    });
    format!("{began:x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed))
}
