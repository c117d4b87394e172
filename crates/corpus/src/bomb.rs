//! Stops packed data that swells beyond reason.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// No honest text shrinks this much; a bomb does.
const MAX_RATIO: u64 = 400;
/// Below this size the ratio does not matter: it does no harm.
const FREE_BYTES: u64 = 128 << 20;

/// What one archive or compressed file may unpack to, all its members together.
#[derive(Debug)]
pub(crate) struct Whole {
    packed: u64,
    max: u64,
    out: Cell<u64>,
}

impl Whole {
    pub(crate) fn new(packed: u64, max: u64) -> Rc<Self> {
        Rc::new(Whole { packed, max, out: Cell::new(0) })
    }

    /// Why no more of it may be read.
    pub(crate) fn exceeded(&self) -> Option<String> {
        let out = self.out.get();
        if out > self.max {
            let limit = match self.max >> 30 {
                0 => format!("{} MiB", self.max >> 20),
                gib => format!("{gib} GiB"),
            };
            return Some(format!(
                "it unpacks to more than {limit}; raise --max-archive to read the rest"
            ));
        }
        swells(out, self.packed)
    }
}

fn swells(out: u64, packed: u64) -> Option<String> {
    (out > FREE_BYTES && out / packed.max(1) > MAX_RATIO).then(|| {
        format!(
            "it unpacks to more than {MAX_RATIO} times its size, as an archive bomb does; reading of it stopped"
        )
    })
}

/// Stops a stream that swells beyond reason.
pub(crate) struct Guard<R> {
    inner: R,
    packed: Packed,
    out: u64,
    whole: Rc<Whole>,
}

enum Packed {
    Counting(Arc<AtomicU64>, u64),
    Known(u64),
}

impl<R> Guard<R> {
    /// Guards a member of an archive.
    pub(crate) fn member(inner: R, packed_size: u64, whole: &Rc<Whole>) -> Self {
        Guard { inner, packed: Packed::Known(packed_size), out: 0, whole: whole.clone() }
    }

    /// Guards a stream whose packed bytes are counted in `total`. Its members, if it has any,
    /// count for the whole.
    pub(crate) fn counting(inner: R, total: Arc<AtomicU64>, whole: &Rc<Whole>) -> Self {
        let start = total.load(Ordering::Relaxed);
        let own = Whole::new(whole.packed, whole.max);
        Guard { inner, packed: Packed::Counting(total, start), out: 0, whole: own }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.out += read as u64;
        self.whole.out.set(self.whole.out.get() + read as u64);
        let packed = match &self.packed {
            Packed::Counting(total, start) => total.load(Ordering::Relaxed) - start,
            Packed::Known(size) => *size,
        };
        match self.whole.exceeded().or_else(|| swells(self.out, packed)) {
            Some(why) => Err(io::Error::new(io::ErrorKind::InvalidData, why)),
            None => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bomb_is_stopped() {
        let zeros = io::repeat(0).take(1 << 40);
        let mut guard = Guard::member(zeros, 1000, &Whole::new(u64::MAX, u64::MAX));
        let error = io::copy(&mut guard, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("archive bomb"));
        assert!(guard.out < FREE_BYTES + (1 << 20));
    }

    #[test]
    fn members_that_are_harmless_alone_are_stopped_together() {
        let whole = Whole::new(10_000, u64::MAX);
        let mut read = 0;
        let stopped = (0..1000).find_map(|_| {
            let member = Guard::member(io::repeat(0).take(1 << 20), 10_000, &whole);
            read += 1;
            io::copy(&mut { member }, &mut io::sink()).err()
        });
        assert!(stopped.unwrap().to_string().contains("archive bomb"));
        assert!(read < 200 && whole.exceeded().is_some());
    }

    #[test]
    fn the_total_has_a_limit_whatever_the_ratio() {
        let whole = Whole::new(u64::MAX, 5 << 20);
        let mut guard = Guard::member(io::repeat(0), u64::MAX, &whole);
        let error = io::copy(&mut guard, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("more than 5 MiB; raise --max-archive"));
    }
}
