//! Files that are not what they should be: each is told in one sentence that says what to do.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use grice_lab::data::{DataSet, Error, Kind};
use grice_lab::stats::read_through;

fn turn(number: usize) -> String {
    format!(
        r#"{{"Conversation_no": 1, "Turn_no": {number}, "Context": [], "Question": "what is number {number}?", "Answer": "it is {number}", "Topic": "t", "Topic_section": "s", "is_nq": true}}"#
    )
}

fn topiocqa(turns: usize) -> String {
    let turns: Vec<String> = (1..=turns).map(turn).collect();
    format!("[\n{}\n]\n", turns.join(",\n"))
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

/// How many items came, and the error that ended it.
fn read(set: DataSet, dir: &Path, split: &str) -> (usize, Option<Error>) {
    fn through<T>(items: impl Iterator<Item = Result<T, Error>>) -> (usize, Option<Error>) {
        let mut read = 0;
        for item in items {
            match item {
                Ok(_) => read += 1,
                Err(error) => return (read, Some(error)),
            }
        }
        (read, None)
    }
    let opened = match set.kind() {
        Kind::Conversations => set.turns(dir, split).map(through),
        Kind::Rows => set.rows(dir, split).map(through),
    };
    opened.unwrap_or_else(|error| (0, Some(error)))
}

fn of_file(name: &str, bytes: &[u8], set: DataSet, split: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let (_, error) = read(set, folder.path(), split);
    let error = error.unwrap();
    let said = error.to_string();
    assert!(!said.contains('\n'), "{said}");
    assert!(error.is_misuse(), "{said}");
    said.replace(&folder.path().display().to_string(), "DIR")
}

fn of_topiocqa(bytes: &[u8]) -> String {
    of_file("topiocqa_dev.json", bytes, DataSet::TopiOcqa, "dev")
}

#[test]
fn a_packed_file_may_have_any_name_and_is_read_whole() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("topiocqa_dev.json.gz"), packed(&topiocqa(40))).unwrap();
    let (read, error) = read(DataSet::TopiOcqa, folder.path(), "dev");
    assert_eq!((read, error.is_none()), (40, true));
}

#[test]
fn a_packed_file_that_is_cut_off_anywhere_is_never_taken_for_whole() {
    let whole = packed(&topiocqa(60));
    for cut in [1, 2, 9, 20, whole.len() / 3, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let said = of_file("topiocqa_dev.json.gz", &whole[..cut], DataSet::TopiOcqa, "dev");
        let told = said.contains("cut off") || said.contains("damaged") || said.contains("no JSON");
        assert!(told, "{cut}: {said}");
    }
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_never_taken_for_whole() {
    let whole = topiocqa(8);
    for cut in 1..whole.trim_end().len() {
        let said = of_topiocqa(&whole.as_bytes()[..cut]);
        assert!(said.contains("cut off"), "{cut}: {said}");
    }
    let said = of_topiocqa(&whole.as_bytes()[..whole.len() / 2]);
    assert!(said.starts_with("DIR/topiocqa_dev.json:"), "{said}");
    assert!(said.contains("after 4 whole items"), "{said}");
}

#[test]
fn a_file_in_another_encoding_is_told() {
    let text = topiocqa(1).replace("what", "wh\u{e4}t");
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert!(of_topiocqa(&latin).contains("not UTF-8"), "{}", of_topiocqa(&latin));
    let wide: Vec<u8> =
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert!(of_topiocqa(&wide).contains("UTF-16"), "{}", of_topiocqa(&wide));
}

#[test]
fn a_file_that_holds_something_else_is_told() {
    assert!(of_topiocqa(b"").contains("empty"));
    assert!(of_topiocqa(b"<!DOCTYPE html><html>").contains("web page"));
    assert!(of_topiocqa(b"version https://git-lfs.github.com/spec/v1").contains("git lfs pull"));
    assert!(of_topiocqa(b"PK\x03\x04....").contains("zip"));
    let other = of_topiocqa(br#"[{"id": 1, "text": "a"}]"#);
    assert!(
        other.contains(":1: missing field") && other.contains("expected TopiOCQA's"),
        "{other}"
    );
    let twice = format!("{}{}", topiocqa(2), topiocqa(2));
    assert!(of_topiocqa(twice.as_bytes()).contains("more behind the end"));
}

#[test]
fn another_version_of_a_data_set_is_told() {
    let old = r#"{"data": [{"title": "T", "paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "q?", "answers": [{"text": "c", "answer_start": 0}]}]}]}], "version": "1.1"}"#;
    let said = of_file("dev-v2.0.json", old.as_bytes(), DataSet::Squad, "dev");
    assert!(said.contains("this is SQuAD 1"), "{said}");
    let said = of_file("dev-v2.0.json", br#"{"version": "v3", "data": []}"#, DataSet::Squad, "dev");
    assert!(said.contains("version \"v3\" of SQuAD, not 2.0"), "{said}");
    let header = "id\tquestion-X\tanswer-Y\tjudgements\n";
    let said = of_file("circa-data.tsv", header.as_bytes(), DataSet::Circa, "all");
    assert!(said.contains("expected Circa's header"), "{said}");
}

#[test]
fn what_is_not_there_is_told_with_the_names_that_would_do() {
    let folder = tempfile::tempdir().unwrap();
    for set in DataSet::ALL {
        for split in set.splits() {
            let (_, error) = read(set, folder.path(), split);
            let error = error.unwrap();
            assert!(error.is_missing() && error.is_misuse(), "{set} {split}: {error}");
            let said = error.to_string();
            assert!(said.contains("looked for"), "{said}");
            assert!(said.contains("the file") && said.contains(" at "), "{said}");
        }
        let (_, error) = read(set, folder.path(), "no-such-split");
        let said = error.unwrap().to_string();
        assert!(said.contains("has no split \"no-such-split\": its splits are"), "{said}");
    }
}

#[test]
fn a_download_that_has_not_ended_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("topiocqa_dev.json.part"), "[").unwrap();
    let (_, error) = read(DataSet::TopiOcqa, folder.path(), "dev");
    let said = error.unwrap().to_string();
    assert!(said.contains("a download that has not ended"), "{said}");
}

#[test]
fn a_row_that_is_cut_off_at_the_end_is_not_passed_over() {
    let header = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2";
    let row = "1\tc\tIs it?\tit is .\tYes.\tYes#Yes#Yes#Yes#Yes\tYes\tYes";
    let whole = format!("{header}\n{row}\n{row}");
    for cut in [whole.len() - 12, whole.len() - 1] {
        let said = of_file("circa-data.tsv", &whole.as_bytes()[..cut], DataSet::Circa, "all");
        assert!(said.starts_with("DIR/circa-data.tsv:3: ") && said.contains("cut off"), "{said}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("circa-data.tsv"), whole).unwrap();
    assert_eq!(read(DataSet::Circa, folder.path(), "all").0, 2);
    let task = folder.path().join("Sarcasm");
    fs::create_dir(&task).unwrap();
    fs::write(task.join("labels"), "notsarc\nsarc\n").unwrap();
    let whole = "sentence1\tsentence2\tlabel\nwell\tyes\tsarc\nwell\tno\tnotsarc";
    for (cut, rows) in [(0, 2), (1, 1), (10, 1)] {
        fs::write(task.join("dev.tsv"), &whole[..whole.len() - cut]).unwrap();
        let (read, error) = read(DataSet::PragmEval, folder.path(), "Sarcasm/dev");
        assert_eq!((read, error.is_none()), (rows, cut == 0));
        assert!(error.is_none_or(|error| error.to_string().contains("cut off")));
    }
}

#[test]
fn a_file_that_is_cut_off_between_rows_says_how_many_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let header = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2";
    let row = "1\tc\tIs it?\tit is .\tYes.\tYes#Yes#Yes#Yes#Yes\tYes\tYes";
    fs::write(folder.path().join("circa-data.tsv"), format!("{header}\n{row}\n")).unwrap();
    let task = folder.path().join("Sarcasm");
    fs::create_dir(&task).unwrap();
    fs::write(task.join("dev.tsv"), "sentence1\tsentence2\tlabel\nwell\tyes\tsarc\n").unwrap();
    let notes = |set: DataSet, split: &str| {
        let mut rows = set.rows(folder.path(), split).unwrap();
        rows.by_ref().for_each(drop);
        rows.notes()
    };
    let told = ["1 of the 34268 that were released are at hand"];
    assert_eq!(notes(DataSet::Circa, "all"), told);
    let told = ["1 of the 469 that were released are at hand"];
    assert_eq!(notes(DataSet::PragmEval, "Sarcasm/dev"), told);
    let boolq = "{\"question\": \"is it\", \"passage\": \"It is.\", \"answer\": true}\n";
    fs::write(folder.path().join("dev.jsonl"), boolq).unwrap();
    let told = ["1 of the 3270 that were released are at hand"];
    assert_eq!(notes(DataSet::BoolQ, "dev"), told);
}

#[test]
fn conversations_that_are_cut_off_between_lines_say_how_many_turns_are_there() {
    let notes = |set: DataSet, split: &str, files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut turns = set.turns(folder.path(), split).unwrap();
        turns.by_ref().for_each(|turn| drop(turn.unwrap()));
        let through = read_through(set, folder.path(), split).unwrap();
        let lacking = turns.notes().pop().unwrap();
        assert_eq!(through.lacking, [lacking.as_str()]);
        lacking
    };
    let talk = r#"{"topic": "T", "genre": "G", "community": "C", "qas": [{"q": "q?", "a": "a", "a_meta": {"literal_obj": []}}]}"#;
    assert_eq!(
        notes(DataSet::PragmatiCqa, "dev", &[("val.jsonl", talk)]),
        "1 of the 1526 that were released are at hand"
    );
    let sampled = r#"{"conversation": "Q: a? A: b", "question": "c?", "label": "d?"}"#;
    let file = [("train-4k-human-rewrites.json", sampled)];
    assert_eq!(
        notes(DataSet::Qrecc, "train", &file),
        "1 of the 4000 that were released are at hand"
    );
    let files = [
        ("CIS_train.question.tsv", "C_a_0_q#0\tWho?\n"),
        ("CIS_train.rewrite.tsv", "C_a_0_q#0\tWho was Ada?\n"),
    ];
    assert_eq!(
        notes(DataSet::Canard, "train", &files),
        "1 of the 31526 that were released are at hand"
    );
    let topics = r#"[{"number": 31, "title": "bees", "turn": [
      {"number": 1, "raw_utterance": "What do bees eat?"}, {"number": 2, "raw_utterance": "Do they sleep?"}]}]"#;
    let files = [
        ("evaluation_topics_v1.0.json", topics),
        ("evaluation_topics_annotated_resolved_v1.0.tsv", "31_1\tWhat do bees eat?\n"),
    ];
    assert_eq!(
        notes(DataSet::Cast2019, "test", &files),
        "1 of 2 have no resolved utterance in the files"
    );
    let manual = r#"[{"number": 81, "turn": [{"number": 1, "raw_utterance": "Is it?"}]}]"#;
    let file = [("2020_manual_evaluation_topics_v1.0.json", manual)];
    assert_eq!(
        notes(DataSet::Cast2020, "test", &file),
        "1 of 1 have no resolved utterance in the files"
    );
}
