//! Every packing gives the same documents as the folder it packs.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::sources::{read_all, read_events, try_read};
use grice_corpus::Options;

const PAGES: [(&str, &str); 3] = [
    ("a/io.md", "# Io\n\nA moon of [[Jupiter]].\n"),
    ("a/jupiter.md", "# Jupiter\n\nA planet.\n"),
    ("b/notes.txt", "Plain notes about comets.\n"),
];

fn tar(into: impl Write) -> impl Write {
    let mut tar = tar::Builder::new(into);
    for (name, text) in PAGES {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap()
}

fn pack(folder: &Path, ending: &str) -> PathBuf {
    let path = folder.join(format!("pages{ending}"));
    let file = File::create(&path).unwrap();
    match ending {
        ".tar" => drop(tar(file)),
        ".tar.gz" => drop(tar(flate2::write::GzEncoder::new(file, Default::default()))),
        ".tar.bz2" => drop(tar(bzip2::write::BzEncoder::new(file, Default::default()))),
        ".tar.xz" => drop(tar(liblzma::write::XzEncoder::new(file, 1))),
        ".tar.zst" => drop(tar(zstd::Encoder::new(file, 1).unwrap().auto_finish())),
        ".zip" => {
            let mut zip = zip::ZipWriter::new(file);
            for (name, text) in PAGES {
                zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
                zip.write_all(text.as_bytes()).unwrap();
            }
            zip.finish().unwrap();
        }
        other => panic!("{other}"),
    }
    path
}

#[test]
fn archives_are_read_in_place_and_give_what_the_folder_gives() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    for (name, text) in PAGES {
        fs::create_dir_all(pages.join(name).parent().unwrap()).unwrap();
        fs::write(pages.join(name), text).unwrap();
    }
    let expected = read_all(&pages).documents;
    assert_eq!(expected.len(), 3);
    for ending in [".tar", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".zip"] {
        let packed = read_all(&pack(folder.path(), ending));
        assert_eq!(packed.problems, [], "{ending}");
        assert_eq!(packed.documents, expected, "{ending}");
    }
}

#[test]
fn a_dump_reads_the_same_in_every_compression() {
    let dump = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dump.xml");
    let xml = fs::read(&dump).unwrap();
    let expected = read_all(&dump);
    assert!(expected.documents.len() >= 3 && !expected.redirects.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    gz.write_all(&xml).unwrap();
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), Default::default());
    bz.write_all(&xml).unwrap();
    for path in [
        write("dump.xml.gz", gz.finish().unwrap()),
        write("dump.xml.bz2", bz.finish().unwrap()),
        write("dump.xml.zst", zstd::encode_all(&xml[..], 1).unwrap()),
    ] {
        let packed = read_all(&path);
        assert_eq!(packed.documents.len(), expected.documents.len(), "{}", path.display());
        for (a, b) in packed.documents.iter().zip(&expected.documents) {
            assert_eq!((&a.text, &a.offsets), (&b.text, &b.offsets));
        }
    }
}

#[test]
fn a_multistream_bz2_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.jsonl.bz2");
    let mut bytes = Vec::new();
    for text in ["One.", "Two.", "Three."] {
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), Default::default());
        writeln!(bz, "{{\"id\": \"{text}\", \"text\": \"{text}\"}}").unwrap();
        bytes.extend(bz.finish().unwrap());
    }
    fs::write(&path, bytes).unwrap();
    assert_eq!(read_all(&path).titles(), ["One.", "Two.", "Three."]);
}

#[test]
fn truncated_streams_are_told_for_every_compression() {
    let folder = tempfile::tempdir().unwrap();
    for ending in [".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".zip"] {
        let path = pack(folder.path(), ending);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let read = read_events(&path, &Options::default()).0;
        assert_eq!(read.problems.len(), 1, "{ending}: {:?}", read.problems);
        let text = read.problems[0].to_string();
        assert!(text.contains("fetch it again"), "{ending}: {text}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

#[test]
fn what_stands_before_trailing_bytes_is_kept_and_the_bytes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt.gz");
    for (after, problems) in [(&[0; 512][..], 0), (&b"junk after it"[..], 1)] {
        fs::write(&path, [&gzip(b"Some words.")[..], after].concat()).unwrap();
        let read = read_all(&path);
        assert_eq!(read.texts(), ["Some words."]);
        assert_eq!(read.problems.len(), problems, "{:?}", read.problems);
    }
    let tar = pack(folder.path(), ".tar.gz");
    fs::write(&tar, [&fs::read(&tar).unwrap()[..], b"junk"].concat()).unwrap();
    let read = read_all(&tar);
    assert_eq!((read.documents.len(), read.problems.len()), (3, 1));
    assert!(read.problems[0].message.contains("belong to nothing"));
}

#[test]
fn the_lines_before_the_cut_of_a_truncated_gz_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = (0..20_000).map(|i| format!("{{\"text\": \"Line {i}.\"}}\n")).collect();
    let packed = gzip(lines.as_bytes());
    fs::write(folder.path().join("a.jsonl.gz"), &packed[..packed.len() / 2]).unwrap();
    fs::write(folder.path().join("b.txt"), "Beside it.").unwrap();
    let read = read_all(folder.path());
    assert!(read.documents.len() > 1000 && read.texts().contains(&"Beside it."));
    assert!(read.problems.iter().any(|p| p.message.contains("truncated")), "{:?}", read.problems);
}

#[test]
fn archives_inside_archives_are_listed_and_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.zip");
    let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
    for (name, bytes) in
        [("a.txt", &b"Words."[..]), ("b.zip", &b"PK"[..]), ("c.txt.gz", &gzip(b"No.")[..])]
    {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
    let read = read_all(&path);
    assert_eq!(read.texts(), ["Words."]);
    assert_eq!(
        read.passed_over(),
        ["b.zip: archives inside an archive", "c.txt.gz: archives inside an archive"]
    );
}

#[test]
fn an_archive_is_read_up_to_its_total_limit_and_the_files_beside_it_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.zip");
    let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
    let page = "Some words. ".repeat(50_000);
    for i in 0..8 {
        zip.start_file(format!("{i}.txt"), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(page.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    fs::write(folder.path().join("z.txt"), "Beside it.").unwrap();
    let options = Options { max_archive: 2 << 20, ..Options::default() };
    let read = try_read(folder.path(), &options).unwrap();
    assert_eq!(read.documents.len(), 3 + 1);
    assert_eq!(read.problems.len(), 1);
    assert!(read.problems[0].message.contains("more than 2 MiB; raise --max-archive"));
    assert_eq!(read_all(folder.path()).documents.len(), 9);
}

#[test]
fn a_zip_whose_members_share_their_data_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = pack(folder.path(), ".zip");
    let mut bytes = fs::read(&path).unwrap();
    let entries: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, w)| w == b"PK\x01\x02").map(|(i, _)| i).collect();
    for entry in entries {
        bytes[entry + 42..entry + 46].fill(0);
    }
    fs::write(&path, bytes).unwrap();
    fs::write(folder.path().join("z.txt"), "Beside it.").unwrap();
    let read = read_all(folder.path());
    assert_eq!(read.texts(), ["Beside it."]);
    assert!(read.problems[0].message.contains("share their data"), "{:?}", read.problems);
}
