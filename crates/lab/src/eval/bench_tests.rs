//! What is run of a system, over small made-up files.

use std::fs;
use std::path::{Path, PathBuf};

use grice_corpus::Source;
use grice_home::{IngestProgress, Place, ingest_into};
use grice_index::IngestOptions;
use serde_json::json;

use super::*;
use crate::eval::names;

struct Lab {
    folder: tempfile::TempDir,
}

impl Lab {
    fn new() -> Lab {
        Lab { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Turns in QReCC's form; every other one is rewritten.
    fn qrecc(&self) -> BenchRequest {
        let turn = |number: usize| {
            json!({
                "Conversation_no": 1,
                "Turn_no": number,
                "Context": [],
                "Question": format!("and number {number}?"),
                "Rewrite": if number % 2 == 1 { format!("What is number {number}?") } else { String::new() },
                "Answer": format!("It is {number}."),
                "Answer_URL": "Numbers",
            })
        };
        let turns: Vec<_> = (1..=6).map(turn).collect();
        fs::write(self.path("qrecc_test.json"), json!(turns).to_string()).unwrap();
        self.request(DataSet::Qrecc, "test")
    }

    /// Turns in TopiOCQA's form, each with its passage.
    fn topiocqa(&self) -> BenchRequest {
        let turn = |number: usize| {
            json!({
                "Conversation_no": 1,
                "Turn_no": number,
                "Context": [],
                "Question": "What colour is it?",
                "Answer": "red",
                "Topic": "Io",
                "Topic_section": "Colour",
                "Gold_passage": { "title": "Io", "text": format!("Number {number} is red.") },
            })
        };
        let turns: Vec<_> = (1..=6).map(turn).collect();
        fs::write(self.path("topiocqa_dev.json"), json!(turns).to_string()).unwrap();
        self.request(DataSet::TopiOcqa, "dev")
    }

    fn request(&self, data: DataSet, split: &str) -> BenchRequest {
        BenchRequest {
            data,
            split: split.to_owned(),
            dir: self.folder.path().to_owned(),
            index: None,
            limit: None,
            seed: 1,
            results: self.path("results"),
            endpoint: None,
            stop: Cancel::new(),
        }
    }

    /// A collection with the page that all turns are about.
    fn collection(&self) -> PathBuf {
        let file = self.path("numbers.jsonl");
        let page = json!({ "id": "n", "title": "Numbers", "text": "It is 1. It is 2. It is 3." });
        fs::write(&file, page.to_string()).unwrap();
        let index = self.path("index");
        let place = Place::Path(index.clone());
        let options = IngestOptions::default();
        let shown = IngestProgress::default();
        ingest_into(&place, &[Source::new(&file)], &options, None, &shown, &|_| {}).unwrap();
        index
    }
}

fn collections(results: &Path) -> Vec<String> {
    let entries = fs::read_dir(results.join(".collections")).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lock")
        .collect();
    names.sort();
    names
}

#[test]
fn turns_that_nobody_rewrote_are_left_out_where_peoples_questions_are_asked() {
    let lab = Lab::new();
    let mut request = lab.qrecc();
    request.index = Some(lab.collection().into());
    let bench = Bench::open(request, &Progress::default()).unwrap();
    for name in [HUMAN, "rali-qa"] {
        let runnable = bench.runnable(&names::system(name).unwrap()).unwrap();
        assert_eq!((runnable.config.task, runnable.config.data.count), (Task::Answer, 3));
        assert_eq!(runnable.config.data.left_out[NO_REWRITE], 3);
        assert!(runnable.turns.iter().all(|turn| turn.rewrite.is_some()));
        assert!(runnable.notes.iter().any(|note| note.contains(NO_REWRITE)), "{name}");
    }
    let all = bench.runnable(&names::system("default").unwrap()).unwrap();
    assert_eq!((all.turns.len(), all.config.data.left_out.len()), (6, 0));
}

#[test]
fn a_system_that_answers_from_memory_is_not_run_where_nothing_is_answered() {
    let lab = Lab::new();
    let row = r#"{"conversation": "Q: What is Io? A: A moon.", "question": "who found it?", "label": "Who found Io?"}"#;
    fs::write(lab.path("train-4k-human-rewrites.json"), row).unwrap();
    let mut request = lab.request(DataSet::Qrecc, "train");
    request.endpoint = Some(("http://127.0.0.1:9/v1".to_owned(), "m".to_owned()));
    let bench = Bench::open(request, &Progress::default()).unwrap();
    let told = bench.runnable(&names::system("gpt3").unwrap()).err().unwrap();
    assert!(told.is_misuse() && told.to_string().contains("has no answers"), "{told}");
    assert!(bench.runnable(&names::system("rachael").unwrap()).is_ok());
}

#[test]
fn a_stop_ends_the_making_of_a_collection_and_leaves_nothing_half_made() {
    let lab = Lab::new();
    let request = lab.topiocqa();
    let stopped = BenchRequest { stop: Cancel::new(), ..request.clone() };
    stopped.stop.cancel();
    let told = Bench::open(stopped, &Progress::default()).unwrap_err();
    assert!(matches!(told, Error::StoppedReading) && told.is_stopped());
    assert_eq!(collections(&request.results), [""; 0]);
    Bench::open(request.clone(), &Progress::default()).unwrap();
    assert_eq!(collections(&request.results).len(), 1);
}

#[test]
fn what_a_process_that_has_ended_left_half_made_is_taken_away() {
    let lab = Lab::new();
    let request = lab.topiocqa();
    let litter = request.results.join(".collections/pragmaticqa.part-4321");
    fs::create_dir_all(litter.join("index")).unwrap();
    fs::write(litter.join("passages.jsonl"), "{").unwrap();
    Bench::open(request.clone(), &Progress::default()).unwrap();
    let names = collections(&request.results);
    assert!(names.len() == 1 && names[0].starts_with("topiocqa.dev-"), "{names:?}");
}

#[test]
fn a_reader_is_given_the_passage_of_each_question_and_searches_nothing() {
    let lab = Lab::new();
    let bench = Bench::open(lab.topiocqa(), &Progress::default()).unwrap();
    let mut reader = names::system("reader").unwrap();
    reader.system.models.read = "none".to_owned();
    let options = crate::eval::RunOptions::default();
    let done = bench.run(&reader, &options, &Progress::default()).unwrap();
    assert_eq!(done.folder.config.task, Task::Read);
    assert!(done.folder.config.collection.is_none());
    let lines: Vec<_> = done.folder.lines().unwrap().map(Result::unwrap).collect();
    assert_eq!(lines.len(), 6);
    for line in &lines {
        assert_eq!(line.given["passage"], format!("Number {} is red.", line.number));
        assert!(line.refused || line.answer.as_ref() == Some(&line.given["passage"]));
    }
    assert!(!done.folder.path.join("run.trec").exists());
    let measures = &done.folder.metrics.measures;
    assert!(measures.contains_key("F1") && !measures.contains_key("Hits@20"), "{measures:?}");

    let bench = Bench::open(lab.qrecc(), &Progress::default()).unwrap();
    let told = bench.runnable(&names::system("reader").unwrap()).map(drop).unwrap_err();
    assert!(told.to_string().contains("the data gives none"), "{told}");
}

#[test]
fn a_result_of_another_build_is_not_taken_for_this_ones() {
    let lab = Lab::new();
    let bench = Bench::open(lab.topiocqa(), &Progress::default()).unwrap();
    let runnable = bench.runnable(&names::system("basic").unwrap()).unwrap();
    let mut other = runnable.config.clone();
    assert_eq!(other.versions[crate::eval::BUILD], crate::eval::build());
    other.versions.insert(crate::eval::BUILD.to_owned(), "another".to_owned());
    assert_ne!(other, runnable.config);
    assert_eq!(other.folder(&lab.path("r")), runnable.config.folder(&lab.path("r")));
}
