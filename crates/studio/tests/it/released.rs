//! The released data of the papers, where it is there: Circa's gold labels and agreement come out
//! of the studio's aggregation, and PragmatiCQA's and TopiOCQA's files come back as they were.

use std::io::{Read, Write};
use std::path::PathBuf;

use grice_metrics::labels::Level;
use grice_studio::circa::{NONE, majority, relaxed};
use grice_studio::formats::{Data, Format, read, write};
use grice_studio::ratings;
use serde_json::Value;

/// A file of the published data; says so where it is not there.
fn published(name: &str) -> Option<String> {
    let root = std::env::var_os("GRICE_DATA")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let file = root.join(name);
    let Ok(bytes) = std::fs::read(&file) else {
        // A test that passes has its output kept back, but not what is written here.
        let why =
            format!("skipped: {} is not there; set GRICE_DATA to the folder\n", file.display());
        let _ = std::io::stderr().write_all(why.as_bytes());
        return None;
    };
    if !name.ends_with(".gz") {
        return Some(String::from_utf8(bytes).unwrap());
    }
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
    Some(text)
}

fn like() -> Data {
    let ratings = ["natural", "literal", "intent", "leads", "faithful"];
    Data { ratings: ratings.map(str::to_owned).to_vec(), majority: 3, ..Data::default() }
}

#[test]
fn circas_gold_labels_and_agreement_come_out() {
    let Some(text) = published("circa/circa-data.tsv") else { return };
    let (data, passed) = read(Format::Circa, &text, &like()).unwrap();
    let rows: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(data.items.len() + passed.len(), rows.len());
    assert!(passed.len() <= 20, "{passed:?}");
    let gold: std::collections::HashMap<&str, (&str, &str)> =
        rows.iter().filter(|row| row.len() == 8).map(|row| (row[0], (row[6], row[7]))).collect();
    let (mut strict, mut loose) = (0, 0);
    for item in &data.items {
        let votes = item.votes();
        let calm: Vec<&str> = votes.iter().map(|vote| relaxed(vote)).collect();
        let (gold_strict, gold_relaxed) = gold[item.id.as_str()];
        strict += usize::from(majority(&votes, 3).unwrap_or(NONE) == gold_strict);
        loose += usize::from(majority(&calm, 3).unwrap_or(NONE) == gold_relaxed);
    }
    eprintln!(
        "Circa: {} rows, {} passed over; gold labels reproduced: strict {strict}, relaxed {loose}",
        data.items.len(),
        passed.len()
    );
    assert_eq!((strict, loose), (data.items.len(), data.items.len()));

    let labels: Vec<Vec<String>> = data
        .items
        .iter()
        .map(|item| item.votes().into_iter().map(str::to_owned).collect())
        .collect();
    type Scale = fn(&str) -> String;
    let named: [(&str, Scale, f64); 2] = [
        ("strict", |label| label.to_owned(), 0.61),
        ("relaxed", |label| relaxed(label).to_owned(), 0.76),
    ];
    for (name, scale, paper) in named {
        let ratings = ratings(&labels, scale);
        let [fleiss, alpha, pairwise] =
            [ratings.fleiss(), ratings.krippendorff(Level::Nominal), ratings.pairwise()];
        let value = fleiss.value.unwrap();
        eprintln!(
            "{name}: Fleiss' kappa {value:.4} over {} items (paper, all rows: {paper}), alpha {:.4}, pairwise {:.4}",
            fleiss.used,
            alpha.value.unwrap(),
            pairwise.value.unwrap()
        );
        assert!((value - paper).abs() < 0.01, "{name}: {value}");
    }
    // And the file comes back, apart from the garbled rows.
    let garbled: Vec<usize> = passed.iter().map(|one| one.line).collect();
    let lines = (1..).zip(text.lines()).filter(|(number, _)| !garbled.contains(number));
    let written = write(Format::Circa, &data).unwrap();
    let others = written.lines().zip(lines).filter(|(ours, (_, theirs))| ours != theirs).count();
    assert_eq!((written.lines().count(), others), (data.items.len() + 1, 0));
}

/// A span's places have two names in the released files, and where they are not known they are null
/// or empty.
fn plain(mut talk: Value) -> Value {
    for turn in talk["qas"].as_array_mut().unwrap() {
        for kind in ["literal_obj", "pragmatic_obj"] {
            for span in turn["a_meta"][kind].as_array_mut().unwrap() {
                let span = span.as_object_mut().unwrap();
                span.values_mut().filter(|value| **value == "").for_each(|v| *v = Value::Null);
                for (other, name) in [("startId", "startKey"), ("endId", "endKey")] {
                    if let Some(value) = span.remove(other) {
                        span.insert(name.to_owned(), value);
                    }
                }
            }
        }
    }
    talk
}

#[test]
fn pragmaticqas_files_come_back() {
    for name in ["pragmaticqa/train.jsonl", "pragmaticqa/val.jsonl"] {
        let Some(text) = published(name) else { return };
        let (data, passed) = read(Format::Pragmaticqa, &text, &like()).unwrap();
        eprintln!("{name}: {} conversations, passed over: {passed:?}", data.conversations.len());
        let written = write(Format::Pragmaticqa, &data).unwrap();
        assert_eq!(written.lines().count(), text.lines().count());
        for (ours, theirs) in written.lines().zip(text.lines()) {
            let read = |line: &str| plain(serde_json::from_str(line).unwrap());
            assert_eq!(read(ours), read(theirs));
        }
    }
}

#[test]
fn topiocqas_file_comes_back() {
    let Some(text) = published("topiocqa/topiocqa_train.json.gz") else { return };
    let (data, passed) = read(Format::Topiocqa, &text, &like()).unwrap();
    eprintln!("TopiOCQA train: {} conversations", data.conversations.len());
    assert!(passed.is_empty(), "{passed:?}");
    let written = write(Format::Topiocqa, &data).unwrap();
    let read = |text: &str| -> Vec<Value> { serde_json::from_str(text).unwrap() };
    assert!(read(&written) == read(&text), "another file came back");
}
