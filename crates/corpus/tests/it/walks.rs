//! Walking folders: ignore files, globs, links and what is no file.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use grice_corpus::{Options, ReadError, Source};

use crate::sources::{read_all, read_events, try_read};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn paths(folder: &Path, options: &Options) -> Vec<String> {
    let read = try_read(folder, options).unwrap();
    read.documents.into_iter().map(|d| d.origin.path).collect()
}

fn globs(list: &[&str]) -> Vec<String> {
    list.iter().map(|s| (*s).to_owned()).collect()
}

#[test]
fn ignore_files_are_respected_also_outside_a_repository() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for name in ["keep.md", "a.log.md", "b.tmp.md", "sub/c.old.md", "sub/d.md", "built/e.md"] {
        write(root, name, "Words.");
    }
    write(root, ".hidden.md", "Words.");
    write(root, ".gitignore", "*.log.md\nbuilt/\n");
    write(root, ".ignore", "*.tmp.md\n");
    write(root, "sub/.griceignore", "*.old.md\n");
    assert_eq!(paths(root, &Options::default()), ["keep.md", "sub/d.md"]);
    let all = Options { ignore_files: false, ..Options::default() };
    assert_eq!(paths(root, &all).len(), 6);
}

#[test]
fn ignore_files_above_the_source_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), ".gitignore", "*.md\n");
    write(folder.path(), "docs/a.md", "Words.");
    assert_eq!(paths(&folder.path().join("docs"), &Options::default()), ["a.md"]);
}

#[test]
fn globs_choose_files_and_members_of_archives() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.md", "b.txt", "drafts/c.md", "sub/drafts/d.md", "sub/e.md"];
    for name in names {
        write(folder.path(), name, "Words.");
    }
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.path().join("z.zip")).unwrap());
    for name in names {
        zip.start_file(format!("in/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(b"Words.").unwrap();
    }
    zip.finish().unwrap();
    let include = Options { include: globs(&["*.md"]), ..Options::default() };
    assert_eq!(paths(folder.path(), &include).len(), 8);
    let both = Options { exclude: globs(&["drafts/"]), ..include.clone() };
    assert_eq!(paths(folder.path(), &both), ["a.md", "sub/e.md", "in/a.md", "in/sub/e.md"]);
    let exclude = Options { exclude: globs(&["*.md", "z.zip"]), ..Options::default() };
    assert_eq!(paths(folder.path(), &exclude), ["b.txt"]);
    let none = Options { include: globs(&["*.nothing"]), ..Options::default() };
    assert!(try_read(folder.path(), &none).is_err());
    let bad = Options { exclude: globs(&["a[b"]), ..Options::default() };
    assert!(matches!(try_read(folder.path(), &bad), Err(ReadError::Glob { .. })));
}

#[test]
fn links_are_listed_and_followed_only_when_asked() {
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), "secret.md", "Secret.");
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "a.md", "Words.");
    write(root, "sub/b.md", "Words.");
    symlink(outside.path().join("secret.md"), root.join("out.md")).unwrap();
    symlink(outside.path(), root.join("outside")).unwrap();
    symlink("a.md", root.join("within.md")).unwrap();
    symlink("..", root.join("sub/up")).unwrap();
    symlink("self.md", root.join("self.md")).unwrap();
    let read = read_all(root);
    assert_eq!(read.texts(), ["Words.", "Words."]);
    assert_eq!(read.problems, []);
    let links = ["out.md", "outside", "self.md", "sub/up", "within.md"];
    assert_eq!(read.passed_over(), links.map(|path| format!("{path}: symbolic links")));

    let follow = Options { follow_links: true, ..Options::default() };
    let read = read_events(root, &follow).0;
    let found: Vec<&str> = read.documents.iter().map(|d| d.origin.path.as_str()).collect();
    assert_eq!(found, ["a.md", "out.md", "outside/secret.md", "sub/b.md", "within.md"]);
    assert_eq!(read.passed_over(), ["sub/up: symbolic links"]);
    assert_eq!(read.problems.len(), 1, "the link to itself: {:?}", read.problems);
}

#[test]
fn the_source_may_itself_be_a_link() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "real/a.md", "Words.");
    symlink("real", folder.path().join("link")).unwrap();
    symlink("real/a.md", folder.path().join("link.md")).unwrap();
    assert_eq!(paths(&folder.path().join("link"), &Options::default()), ["a.md"]);
    assert_eq!(paths(&folder.path().join("link.md"), &Options::default()), ["link.md"]);
    assert_eq!(Source::new(folder.path().join("link")).size(), 6);
}

#[test]
fn pipes_devices_and_sockets_are_never_opened() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "a.md", "Words.");
    let pipe = root.join("pipe.md");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket.md")).unwrap();
    symlink("/dev/zero", root.join("zero.md")).unwrap();
    for follow_links in [false, true] {
        let read = try_read(root, &Options { follow_links, ..Options::default() }).unwrap();
        assert_eq!(read.texts(), ["Words."]);
        assert_eq!(read.problems, []);
        let told = read.passed_over();
        assert_eq!(
            told[..2],
            ["pipe.md", "socket.md"].map(|p| format!("{p}: pipes, devices or sockets"))
        );
        assert!(told[2].starts_with("zero.md: "), "{told:?}");
    }
    let options = Options::default();
    assert!(matches!(try_read(&pipe, &options), Err(ReadError::Special(_))));
    assert!(matches!(try_read(Path::new("/dev/zero"), &options), Err(ReadError::Special(_))));
    assert_eq!(Source::new(root).size(), 6);
}
