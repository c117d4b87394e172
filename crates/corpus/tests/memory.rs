//! A stream is read in memory that does not grow with it. A binary of its own, because a process's
//! peak memory is that of all its tests.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use grice_corpus::{Event, Options, Source, read};

/// The process's peak memory so far, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_large_stream_is_read_in_bounded_memory() {
    let Some(before) = peak() else {
        eprintln!("skipped: this system does not tell a process's peak memory");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.jsonl.zst");
    let mut zst = zstd::Encoder::new(std::fs::File::create(&path).unwrap(), 1).unwrap();
    for i in 0..400_000 {
        writeln!(
            zst,
            "{{\"id\": {i}, \"text\": \"{i} {}\"}}",
            "A planet in its orbit. ".repeat(20)
        )
        .unwrap();
    }
    // A line far over the limit.
    zst.write_all(b"{\"text\": \"").unwrap();
    io::copy(&mut io::repeat(b'x').take(40 << 20), &mut zst).unwrap();
    zst.write_all(b"\"}\n{\"text\": \"last\"}\n").unwrap();
    zst.finish().unwrap();
    let (mut units, mut problems) = (0, 0);
    let options = Options { max_document: 8 << 20, ..Options::default() };
    read(&Source::new(&path), &options, &Arc::default(), &mut |event| {
        match event {
            Event::Unit(_) => units += 1,
            _ => problems += 1,
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!((units, problems), (400_001, 1));
    let grown = peak().unwrap_or(before).saturating_sub(before);
    assert!(grown < 96 << 10, "{grown} KiB more for a stream of 230 MB");
}
