//! An ingest that is killed loses nothing that was committed, and the next run completes it.
//!
//! `GRICE_KILLS` sets how many times (20 by default), `GRICE_KILL_SOURCE` what is ingested (the
//! demo by default).

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::grice::{command, finish, ingest, passages};

/// Numbers that look random and are the same in every run (splitmix64).
fn random(seed: u64) -> f64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

#[test]
fn killing_an_ingest_at_any_moment_loses_nothing() {
    let source = std::env::var_os("GRICE_KILL_SOURCE").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo/solar-system"),
        PathBuf::from,
    );
    let kills: u64 = std::env::var("GRICE_KILLS").map_or(20, |n| n.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let options = ["--commit-every", "0.05", "--threads", "2"];
    let whole = folder.path().join("whole");
    let started = Instant::now();
    assert_eq!(ingest(&source, &whole, &options).code, 0);
    let usual = started.elapsed();
    let expected = passages(&whole);
    let index = folder.path().join("killed");
    let (mut opened, mut partial) = (0, 0);
    for kill in 0..kills {
        // Every third time from an empty folder, otherwise going on where the last one died.
        if kill % 3 == 0 {
            std::fs::remove_dir_all(&index).ok();
        }
        let mut child = command()
            .args(["ingest", "--quiet", "--index"])
            .arg(&index)
            .arg(&source)
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs_f64(usual.as_secs_f64() * random(kill)));
        child.kill().unwrap();
        child.wait().unwrap();
        if !index.join("meta.json").exists() {
            continue;
        }
        opened += 1;
        let verify = finish(command().args(["index", "verify", "--index"]).arg(&index), "");
        assert_eq!(verify.code, 0, "after kill {kill}: {}{}", verify.out, verify.err);
        let kept = passages(&index);
        partial += u64::from(!kept.is_empty() && kept.len() < expected.len());
        assert!(kept.iter().all(|p| expected.binary_search(p).is_ok()), "after kill {kill}");
        if kill % 3 == 2 || kill + 1 == kills {
            assert_eq!(ingest(&source, &index, &options).code, 0);
            assert_eq!(passages(&index), expected, "after kill {kill}");
        }
    }
    println!(
        "{kills} kills in an ingest of {usual:.1?}: the index opened {opened} times, {partial} times holding part of it"
    );
    assert!(opened > 0);
}
