//! Searching: what people and programs get.

use std::path::PathBuf;

use serde_json::Value;

use crate::grice::{Run, command, finish, ingest};

struct Notes {
    _folder: tempfile::TempDir,
    index: PathBuf,
}

fn notes() -> Notes {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("notes");
    std::fs::create_dir_all(source.join("moons")).unwrap();
    std::fs::write(
        source.join("moons/io.md"),
        "# Io\n\nIo orbits [[Jupiter]].\n\n## Volcanoes\n\nHundreds of volcanoes erupt on Io.\n",
    )
    .unwrap();
    std::fs::write(
        source.join("jupiter.md"),
        "# Jupiter\n\nThe largest planet, with a Great Red Spot.\n",
    )
    .unwrap();
    let index = folder.path().join("i");
    let run = ingest(&source, &index, &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    Notes { _folder: folder, index }
}

impl Notes {
    fn run(&self, args: &[&str], input: &str) -> Run {
        let run = finish(command().args(args).arg("--index").arg(&self.index), input);
        assert_eq!(run.code, 0, "{}", run.err);
        run
    }
}

#[test]
fn results_in_a_pipe_are_plain_and_complete() {
    let run = notes().run(&["search", "volcanoes on Io"], "");
    insta::assert_snapshot!(run.out.trim_end());
}

#[test]
fn json_has_the_promised_fields() {
    let notes = notes();
    let run = notes.run(&["search", "volcanoes erupt", "--json", "-k", "1"], "");
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["query"], "volcanoes erupt");
    let hit = &value["hits"][0];
    assert_eq!(hit["passage"], "notes/moons/io#1");
    assert_eq!(hit["document"], "notes/moons/io");
    assert_eq!(hit["title"], "Io");
    assert_eq!(hit["section"], "Volcanoes");
    assert_eq!(hit["text"], "Hundreds of volcanoes erupt on Io.");
    assert!(hit["score"].as_f64().unwrap() > 0.0);
}

#[test]
fn jsonl_answers_in_order_and_goes_on_after_a_bad_line() {
    let notes = notes();
    let mut input = String::new();
    for i in 0..500 {
        match i % 100 {
            7 => input.push_str("{oops\n"),
            8 => input.push_str("{\"id\": \"no-query\"}\n"),
            9 => input.push_str("{\"id\": 9, \"query\": 5}\n"),
            _ => input.push_str(&format!("{{\"id\": \"q{i}\", \"query\": \"planet {i}\"}}\n")),
        }
    }
    let run = notes.run(&["search", "--jsonl", "-k", "2"], &input);
    let lines: Vec<Value> = run.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 500);
    for (i, line) in lines.iter().enumerate() {
        match i % 100 {
            7 => assert!(
                line["id"].is_null() && line["error"].as_str().unwrap().contains("not a JSON")
            ),
            8 => assert!(
                line["id"] == "no-query" && line["error"].as_str().unwrap().contains("no query")
            ),
            9 => assert!(line["id"] == 9 && line["error"].as_str().unwrap().contains("wrong type")),
            _ => {
                assert_eq!(line["id"], format!("q{i}"));
                assert_eq!(line["hits"][0]["title"], "Jupiter");
            }
        }
    }
}

#[test]
fn quotation_marks_ask_for_a_phrase() {
    let notes = notes();
    let found = notes.run(&["search", "\"great red spot\"", "--json"], "");
    assert!(found.out.contains("\"title\":\"Jupiter\""));
    let none = notes.run(&["search", "\"red great spot\""], "");
    assert_eq!(none.out, "");
    assert!(none.err.contains("without the quotation marks"));
}

#[test]
fn show_prints_where_a_passage_came_from() {
    let notes = notes();
    let run = notes.run(&["show", "notes/moons/io#1"], "");
    let (shown, places) = run.out.split_once("44 to 78\n").unwrap();
    insta::assert_snapshot!(format!("{shown}44 to 78"));
    let places: Vec<&str> = places.lines().collect();
    assert!(places[0].ends_with("/notes/moons/io.md:7"), "{places:?}");
    assert!(places[1].starts_with("file:///"), "{places:?}");
    assert!(places[1].ends_with("/notes/moons/io.md#volcanoes"), "{places:?}");
    let run = notes.run(&["show", "notes/moons/io", "--json"], "");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["links"][0]["document"], "notes/jupiter");
    assert_eq!(document["passages"].as_array().unwrap().len(), 2);
}

#[test]
fn info_says_what_the_index_holds_and_from_what() {
    let notes = notes();
    let run = notes.run(&["index", "info", "--json"], "");
    let info: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((info["documents"].as_u64(), info["passages"].as_u64()), (Some(2), Some(3)));
    assert_eq!(info["sources"][0]["name"], "notes");
    assert_eq!(info["sources"][0]["complete"], true);
    let run = notes.run(&["index", "info"], "");
    for word in ["documents", "passages", "size", "analyzer", "from"] {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
}
