//! What a user gets wrong, or the disk does: one clear sentence, the right exit code, and
//! nothing left that a later run could trust.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::grice::{Run, command, finish, grice, ingest, passages};

/// Ingests what `make` puts into a folder `s`.
fn with(make: impl FnOnce(&Path), more: &[&str]) -> (Run, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("s");
    fs::create_dir(&source).unwrap();
    make(&source);
    let run = ingest(&source, &folder.path().join("i"), more);
    (run, folder)
}

fn good(folder: &Path) {
    fs::write(folder.join("good.txt"), "A good page about a comet.").unwrap();
}

#[test]
fn a_missing_path_is_misuse() {
    let folder = tempfile::tempdir().unwrap();
    let run = ingest(&folder.path().join("nowhere"), &folder.path().join("i"), &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("nowhere: no such file or folder"), "{}", run.err);
    assert!(!folder.path().join("i").exists());
}

#[test]
fn an_empty_folder_is_misuse_and_leaves_nothing() {
    let (run, folder) = with(|_| {}, &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no file to read is in the folder"), "{}", run.err);
    assert!(!folder.path().join("i").exists());
}

#[test]
fn an_index_that_is_a_file_is_misuse() {
    let folder = tempfile::tempdir().unwrap();
    good(folder.path());
    let run = ingest(folder.path(), &folder.path().join("good.txt"), &[]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("good.txt: this is a file; name a folder for the index"),
        "{}",
        run.err
    );
}

#[test]
fn wrong_arguments_are_misuse() {
    for args in [
        &["search"][..],
        &["search", "x", "--b", "3"],
        &["search", "x", "--boosts", "1,2"],
        &["ingest", "--index", "i"],
        &["frobnicate"],
        &["search", "x", "--index", "no-such-index"],
    ] {
        let run = grice(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains("error:"), "{args:?}");
    }
}

#[test]
fn an_unknown_id_says_where_ids_come_from() {
    let (run, folder) = with(good, &[]);
    assert_eq!(run.code, 0);
    let run = finish(command().args(["show", "x#1", "--index"]).arg(folder.path().join("i")), "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no passage or document has this id"));
}

#[test]
fn text_in_another_encoding_is_told_and_can_be_named() {
    let latin = |folder: &Path| {
        fs::write(folder.join("old.txt"), b"Un caf\xe9 noir.").unwrap();
        good(folder);
    };
    let (run, folder) = with(latin, &[]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("s/old.txt at byte 6: not UTF-8; name its encoding"), "{}", run.err);
    assert!(run.out.contains("1 problems, skipped"), "{}", run.out);
    assert_eq!(passages(&folder.path().join("i")).len(), 1);
    let (_, folder) = with(latin, &["--encoding", "windows-1252"]);
    assert!(passages(&folder.path().join("i")).iter().any(|p| p.contains("Un café noir.")));
}

#[test]
fn a_truncated_archive_is_told_and_what_came_before_is_kept() {
    let (run, folder) = with(
        |folder| {
            let mut tar =
                tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), Default::default()));
            // Text that does not compress to nothing, so that the cut falls inside a page.
            let text: String = (0..60_000_u64)
                .map(|i| format!("{:x} ", i.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
                .collect();
            for name in ["first.txt", "second.txt"] {
                let mut header = tar::Header::new_gnu();
                header.set_size(text.len() as u64);
                header.set_mode(0o644);
                header.set_cksum();
                tar.append_data(&mut header, name, text.as_bytes()).unwrap();
            }
            let whole = tar.into_inner().unwrap().finish().unwrap();
            fs::write(folder.join("cut.tar.gz"), &whole[..whole.len() * 3 / 4]).unwrap();
        },
        &[],
    );
    assert_eq!(run.code, 0);
    assert!(run.err.contains("s/cut.tar.gz"), "{}", run.err);
    assert!(run.err.contains("truncated; fetch it again"), "{}", run.err);
    assert!(passages(&folder.path().join("i")).iter().all(|p| p.contains("first.txt")));
}

#[test]
fn members_that_leave_the_archive_are_refused() {
    let (run, folder) = with(
        |folder| {
            let mut zip = zip::ZipWriter::new(File::create(folder.join("evil.zip")).unwrap());
            for name in ["../../outside.txt", "inside.txt"] {
                zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
                zip.write_all(b"A page about a comet.").unwrap();
            }
            zip.finish().unwrap();
        },
        &[],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("'../../outside.txt' points outside the archive"), "{}", run.err);
    assert_eq!(passages(&folder.path().join("i")).len(), 1);
    assert!(!folder.path().join("outside.txt").exists());
}

#[test]
fn an_archive_bomb_is_stopped() {
    let (run, folder) = with(
        |folder| {
            let mut zip = zip::ZipWriter::new(File::create(folder.join("bomb.zip")).unwrap());
            zip.start_file("bomb.jsonl", zip::write::SimpleFileOptions::default()).unwrap();
            let zeros = vec![b' '; 1 << 20];
            for _ in 0..300 {
                zip.write_all(&zeros).unwrap();
            }
            zip.finish().unwrap();
            good(folder);
        },
        &[],
    );
    assert_eq!(run.code, 0);
    assert!(run.err.contains("as an archive bomb does"), "{}", run.err);
    assert_eq!(passages(&folder.path().join("i")).len(), 1);
}

#[test]
fn an_endless_line_is_passed_over() {
    let (run, folder) = with(
        |folder| {
            let mut file = File::create(folder.join("x.jsonl")).unwrap();
            writeln!(file, "{{\"text\": \"{}\"}}", "word ".repeat(600_000)).unwrap();
            writeln!(file, "{{\"text\": \"A comet.\"}}").unwrap();
        },
        &["--max-document", "1"],
    );
    assert_eq!(run.code, 0);
    assert!(run.err.contains("a line is longer than 1 MiB; raise --max-document"), "{}", run.err);
    assert_eq!(passages(&folder.path().join("i")).len(), 1);
}

#[test]
fn an_unreadable_pdf_is_told_without_a_panic() {
    let (run, _folder) = with(
        |folder| {
            fs::write(folder.join("x.pdf"), b"%PDF-1.7\nnonsense\n%%EOF").unwrap();
            good(folder);
        },
        &[],
    );
    assert_eq!(run.code, 0);
    assert!(run.err.contains("s/x.pdf at byte 0: its text cannot be read"), "{}", run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
}

#[test]
fn strict_stops_and_leaves_nothing() {
    let bad = |folder: &Path| fs::write(folder.join("a.jsonl"), "nonsense\n").unwrap();
    let (run, folder) = with(bad, &["--strict"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("s/a.jsonl:1: not a JSON object"), "{}", run.err);
    assert!(!folder.path().join("i").exists());
}

#[test]
fn a_full_disk_is_told_and_the_next_run_completes() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("s");
    fs::create_dir(&source).unwrap();
    for page in 0..40 {
        let text: String = (0..20_000_u64)
            .map(|i| format!("{:x} ", (i + page * 20_000).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
            .collect();
        fs::write(source.join(format!("{page}.txt")), text).unwrap();
    }
    let index = folder.path().join("i");
    // A limit on the size of files stands in for the disk's end: writing fails the same way.
    let script = "trap '' XFSZ; ulimit -f 2000; exec \"$0\" ingest \"$1\" --index \"$2\"";
    let mut shell = Command::new("bash");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_grice")]).arg(&source).arg(&index);
    let run = finish(&mut shell, "");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("no space is left on the disk"), "{}", run.err);
    let run = ingest(&source, &index, &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    let verify = finish(command().args(["index", "verify", "--index"]).arg(&index), "");
    assert!(verify.out.starts_with("Sound: 40 documents"), "{}", verify.out);
}

#[test]
fn an_index_of_a_newer_version_fails_with_what_to_do() {
    let (_, folder) = with(good, &[]);
    let label = folder.path().join("i/grice.json");
    let newer = fs::read_to_string(&label).unwrap().replace("\"format\": 2", "\"format\": 99");
    fs::write(&label, newer).unwrap();
    let run = finish(command().args(["search", "x", "--index"]).arg(folder.path().join("i")), "");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("upgrade Grice"), "{}", run.err);
}
