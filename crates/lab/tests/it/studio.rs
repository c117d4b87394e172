//! What the studio exports is read by the loaders here, and scored as the published files are.

use std::fs;
use std::path::PathBuf;

use grice_lab::data::{DataSet, Row, Turn};
use grice_metrics::forms::{agreement, circa, pragmaticqa, topiocqa};
use grice_metrics::report::Report;
use grice_metrics::source::Source;
use grice_studio::formats::{
    Conversation, Data, Format, Further, Item, Judgement, TopicName, Turned, write,
};
use grice_studio::pages::{PageRef, Point, Span};
use grice_studio::protocol::Shown;
use grice_studio::session::{Literal, Turn as Talked};
use tempfile::TempDir;

fn span(text: &str) -> Span {
    let point = |offset| Point { element: "bridge#1".to_owned(), offset };
    let end = point(text.chars().count());
    Span { document: "bridge".to_owned(), start: point(0), end, text: text.to_owned() }
}

fn data() -> Data {
    let page = PageRef { document: "bridge".to_owned(), title: "Orlo Bridge".to_owned() };
    let ratings = ["natural", "literal", "intent", "leads", "faithful"];
    let first = Talked {
        question: "When was the bridge built?".to_owned(),
        given: true,
        literal: Literal { word: None, spans: vec![span("in 1911")] },
        pragmatic: vec![span("by Ada Lindqvist")],
        reply: Some("In 1911, by Ada Lindqvist.".to_owned()),
        rationale: Some(span("It was built in 1911")),
        page: Some(page),
        section: "History".to_owned(),
        rating: Some(ratings.iter().map(|name| ((*name).to_owned(), 2)).collect()),
        ..Talked::default()
    };
    let second = Talked {
        question: "Is it painted green?".to_owned(),
        literal: Literal { word: Some("unknown".to_owned()), spans: Vec::new() },
        pragmatic: vec![span("It is of stone")],
        reply: Some("I don't know; it is of stone.".to_owned()),
        unanswerable: true,
        ..Talked::default()
    };
    let further = Further { answer: "In the year 1911".to_owned(), ..Further::default() };
    let conversation = Conversation {
        id: "a-key-of-the-studio".to_owned(),
        topic: TopicName {
            title: "Orlo Bridge".to_owned(),
            genre: "Bridges".to_owned(),
            ..TopicName::default()
        },
        turns: vec![
            Turned { turn: first, further: vec![further] },
            Turned { turn: second, further: Vec::new() },
        ],
        ..Conversation::default()
    };
    Data {
        conversations: vec![conversation],
        items: vec![
            item("Every\tday.", ["Yes", "Yes", "Yes", "No", "Probably yes / sometimes yes"]),
            item("On Sundays.", ["No", "Probably no", "Probably no", "Other", "No"]),
        ],
        ratings: ratings.map(str::to_owned).to_vec(),
        majority: 3,
    }
}

fn item(answer: &str, labels: [&str; 5]) -> Item {
    let judgement = |label: &str| Judgement { label: label.to_owned(), ..Judgement::default() };
    Item {
        id: format!("an item of {answer}"),
        kind: "circa".to_owned(),
        shown: Shown {
            context: "X wants to know about Y's music preferences.".to_owned(),
            question: "Do you sing?".to_owned(),
            answer: answer.to_owned(),
            ..Shown::default()
        },
        judgements: labels.map(judgement).to_vec(),
        ..Item::default()
    }
}

/// The folder of a data set with one file of the studio.
fn exported(format: Format, name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, write(format, &data()).unwrap()).unwrap();
    (folder, file)
}

fn turns(set: DataSet, folder: &TempDir) -> Vec<Turn> {
    let mut stream = set.turns(folder.path(), "train").unwrap();
    let turns = stream.by_ref().collect::<Result<_, _>>().unwrap();
    assert!(stream.skipped().is_empty(), "{:?}", stream.skipped());
    turns
}

fn value(report: &Report, name: &str) -> f64 {
    let found = report.measures.iter().find(|measure| measure.name == name);
    found.and_then(|measure| measure.value).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn conversations_are_read_and_scored_as_pragmaticqa() {
    let (folder, file) = exported(Format::Pragmaticqa, "pragmaticqa/train.jsonl");
    let turns = turns(DataSet::PragmatiCqa, &folder);
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[0].literal[0].passage.as_deref(), Some("bridge#1"));
    assert_eq!(turns[0].pragmatic[0].text, "by Ada Lindqvist");
    assert_eq!(turns[0].facets["genre"], "Bridges");
    assert!(turns[1].unanswerable && turns[1].history[0].answer.contains("1911"));
    let report = pragmaticqa::score(&file, &file, &pragmaticqa::Options::default()).unwrap();
    assert_eq!((value(&report, "F1_lit"), value(&report, "F1_prag")), (1.0, 1.0));
}

#[test]
fn conversations_are_read_and_scored_as_topiocqa() {
    let (folder, file) = exported(Format::Topiocqa, "topiocqa/topiocqa_train.json");
    let turns = turns(DataSet::TopiOcqa, &folder);
    assert_eq!(turns[0].id, "1_1");
    assert_eq!(turns[0].topic.as_deref(), Some("Orlo Bridge"));
    assert_eq!(turns[0].answers[0].span.as_deref(), Some("It was built in 1911"));
    assert_eq!(turns[0].answers.len(), 2, "the further answer is one, too");
    assert_eq!(turns[0].facets["origin"], "natural-questions");
    assert!(turns[1].unanswerable && turns[1].history.len() == 1);
    let run = folder.path().join("run.json");
    let said = r#"[{"conv_id": 1, "turn_id": 1, "answer": "In 1911, by Ada Lindqvist."},
                   {"conv_id": 1, "turn_id": 2, "answer": "UNANSWERABLE"}]"#;
    fs::write(&run, said.replace("conv_id", "Conversation_no").replace("turn_id", "Turn_no"))
        .unwrap();
    let report = topiocqa::score(&file, &run, &topiocqa::Options::default()).unwrap();
    assert!(value(&report, "F1") > 0.7, "{}", value(&report, "F1"));
    assert_eq!(report.in_truth, 2);
}

#[test]
fn judged_pairs_are_read_and_scored_as_circa() {
    let (folder, file) = exported(Format::Circa, "circa/circa-data.tsv");
    let mut stream = DataSet::Circa.rows(folder.path(), "all").unwrap();
    let rows: Vec<Row> = stream.by_ref().collect::<Result<_, _>>().unwrap();
    assert!(stream.skipped().is_empty(), "{:?}", stream.skipped());
    assert_eq!(rows[0].second.as_deref(), Some("Every day."));
    assert_eq!(rows[0].facets["scenario"], "6");
    assert_eq!((rows[0].labels["strict"].as_str(), rows[0].votes.len()), ("Yes", 5));
    assert!(!rows[1].labels.contains_key("strict"));
    assert_eq!(rows[1].labels["relaxed"], "No");
    let run = folder.path().join("run.json");
    fs::write(&run, r#"{"0": "Yes", "1": "No"}"#).unwrap();
    let report = circa::score(&file, &run, &circa::Options::default()).unwrap();
    assert_eq!(value(&report, "relaxed accuracy"), 1.0);
    let other = report.notes.iter().find(|note| note.contains("another gold label"));
    assert_eq!(other, None, "the scorer's votes give the file's gold labels");
}

#[test]
fn the_file_of_judgements_is_scored_for_agreement() {
    let (_folder, file) = exported(Format::Judgements, "judgements.json");
    let source = Source::read(&file).unwrap();
    let report = agreement::score(&source, &agreement::Options::default()).unwrap();
    assert_eq!((report.items, report.judges, report.missing), (2, 5, 0));
    assert!((report.pairwise.value.unwrap() - 0.25).abs() < 1e-9);
}
