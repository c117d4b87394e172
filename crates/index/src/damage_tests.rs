//! Whatever bit flips in whatever file: an index answers as before or says that it is damaged.
//! Blocks are small in tests, so that damage is met where a block is first read, not only when a
//! file is opened.

use std::error::Error as StdError;
use std::fs;
use std::path::{Path, PathBuf};

use grice_corpus::Source;

use crate::{
    Boosts, Effort, EmbedOptions, EmbedProgress, Encoder, Error, Hit, Hybrid, Index, IngestOptions,
    Progress, Query, Ranking, Result, Searcher, ingest,
};

/// How many bits are flipped; all files together have some 60,000 bytes. `GRICE_EVERY_BYTE=1`
/// flips one of every byte.
const FLIPS: usize = 1500;

struct Letters;

impl Encoder for Letters {
    fn name(&self) -> &str {
        "letters"
    }

    fn dimensions(&self) -> usize {
        26
    }

    fn encode(
        &self,
        texts: &[&str],
    ) -> std::result::Result<Vec<f32>, Box<dyn StdError + Send + Sync>> {
        Ok(texts.iter().flat_map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    (b'a'..=b'z').map(|c| text.bytes().filter(|&b| b == c).count() as f32).collect()
}

const WORDS: [&str; 8] = ["moon", "planet", "orbit", "dust", "ring", "comet", "crater", "lava"];

/// Two segments, one with deletions, and vectors in two files.
fn sound(home: &Path) -> PathBuf {
    let folder = home.join("index");
    let index = Index::open_or_create(&folder).unwrap();
    let file = home.join("pages.jsonl");
    for (first, last) in [(0, 120), (110, 150)] {
        let lines: Vec<String> = (first..last)
            .map(|i| {
                let words: Vec<&str> = (0..20).map(|j| WORDS[(i * j + i / 3 + j) % 8]).collect();
                let text = format!("Page {i} of {first}: {}.", words.join(" "));
                serde_json::json!({ "id": format!("p{i}"), "title": format!("Title {i}"), "text": text })
                    .to_string()
            })
            .collect();
        fs::write(&file, lines.join("\n")).unwrap();
        let source = Source { path: file.clone(), name: "t".into() };
        let options = IngestOptions { threads: 1, ..IngestOptions::default() };
        ingest(&index, &[source], &options, &Progress::default(), &|_| {}).unwrap();
        index.embed(&Letters, &EmbedOptions::default(), &EmbedProgress::default()).unwrap();
    }
    folder
}

fn shown(searcher: &Searcher, hits: &[Hit]) -> Result<Vec<String>> {
    hits.iter().map(|hit| Ok(format!("{} {:?}", hit.score, searcher.passage(hit)?))).collect()
}

/// Everything that is asked of an index, each with what comes of it.
fn answers(folder: &Path) -> Result<Vec<Result<Vec<String>>>> {
    let index = Index::open(folder)?;
    let searcher = index.searcher()?;
    let ranking = Ranking { boosts: Boosts::default(), ..Ranking::default() };
    let words = |query: Query| {
        searcher.search(&query, &ranking, 5).and_then(|hits| shown(&searcher, &hits))
    };
    let near = |effort: Effort, query: &Query| {
        let hits = searcher.search_dense(&vector("moon dust"), query, 5, effort)?;
        shown(&searcher, &hits)
    };
    let in_one = Query { document: Some("t/p4".to_owned()), ..Query::words("moon") };
    let hybrid = searcher
        .search_hybrid(&Query::words("comet"), &ranking, &vector("comet"), &Hybrid::default(), 5)
        .and_then(|hits| shown(&searcher, &hits));
    Ok(vec![
        words(Query::words("moon lava")),
        words(Query::words("33")),
        words(Query::typed("\"dust ring\" comet")),
        words(Query { title: Some("title 12".to_owned()), ..Query::words("orbit") }),
        words(in_one.clone()),
        near(Effort::Exact, &Query::default()),
        near(Effort::default(), &Query::default()),
        near(Effort::Exact, &in_one),
        hybrid,
        searcher.document("t/p112").map(|found| vec![format!("{found:?}")]),
        searcher.resolve("Title 3").map(|found| vec![format!("{found:?}")]),
        searcher.find_passage("t/p149#0").map(|found| vec![format!("{found:?}")]),
        searcher.info().map(|info| vec![format!("{info:?}")]),
        searcher.vectors().map(|info| vec![format!("{info:?}")]),
        index.about().map(|about| vec![format!("{about:?}")]),
    ])
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut all: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.sort();
    all
}

fn says_damaged(error: &Error) -> bool {
    matches!(
        error,
        Error::Damaged { .. }
            | Error::VectorsDamaged { .. }
            | Error::Older { .. }
            | Error::Newer { .. }
    )
}

#[test]
fn a_flipped_bit_is_an_error_and_never_another_answer() {
    let home = tempfile::tempdir().unwrap();
    let folder = sound(home.path());
    let expected: Vec<Vec<String>> =
        answers(&folder).unwrap().into_iter().collect::<Result<_>>().unwrap();
    assert!(expected.iter().all(|answer| !answer.is_empty()), "{expected:?}");
    let all = files(&folder);
    let total: usize = all.iter().map(|path| fs::read(path).unwrap().len()).sum();
    let every = if std::env::var_os("GRICE_EVERY_BYTE").is_some() { 1 } else { total / FLIPS };
    let (mut refused, mut partly, mut unnoticed) = (0, 0, 0);
    for (number, path) in all.iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        for at in (number % every..bytes.len()).step_by(every) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << ((at / every) % 8);
            fs::write(path, flipped).unwrap();
            let place = || format!("{}, byte {at} of {}", path.display(), bytes.len());
            match answers(&folder) {
                Err(error) => {
                    assert!(says_damaged(&error), "{}: {error}", place());
                    refused += 1;
                }
                Ok(found) => {
                    let failed = found.iter().filter(|answer| answer.is_err()).count();
                    partly += usize::from(failed > 0);
                    unnoticed += usize::from(failed == 0);
                    for (found, expected) in found.into_iter().zip(&expected) {
                        match found {
                            Ok(found) => assert_eq!(&found, expected, "{}", place()),
                            Err(error) => assert!(says_damaged(&error), "{}: {error}", place()),
                        }
                    }
                }
            }
        }
        fs::write(path, bytes).unwrap();
    }
    println!("{total} bytes: {refused} refused, {partly} partly, {unnoticed} not needed");
    assert!(refused > 0 && partly > 0);
    assert_eq!(
        answers(&folder).unwrap().into_iter().collect::<Result<Vec<_>>>().unwrap(),
        expected
    );
}

#[test]
fn every_damaged_file_is_named_by_verifying() {
    let home = tempfile::tempdir().unwrap();
    let folder = sound(home.path());
    assert!(Index::open(&folder).unwrap().verify().unwrap().is_sound());
    for path in files(&folder) {
        let bytes = fs::read(&path).unwrap();
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        if bytes.is_empty() {
            continue;
        }
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 4;
            fs::write(&path, &flipped).unwrap();
            match Index::open(&folder).and_then(|index| index.verify()) {
                // A label is needed to know which files there are.
                Err(error) => assert!(error.to_string().contains(&name), "{name}: {error}"),
                Ok(found) => {
                    let named: Vec<String> =
                        found.damaged_files.into_iter().chain(found.damaged_vectors).collect();
                    assert_eq!(named, [name.as_str()], "byte {at}");
                }
            }
        }
        fs::remove_file(&path).unwrap();
        let verified = Index::open(&folder).and_then(|index| index.verify());
        if name.contains(".managed") || name.ends_with("vectors/label.json") {
            // The engine makes a new list of its files; an index need have no vectors.
            assert!(verified.unwrap().is_sound());
        } else {
            assert!(!verified.is_ok_and(|found| found.is_sound()), "{name} is missing");
        }
        fs::write(&path, bytes).unwrap();
    }
}
