//! Circa's divisions and PragmEval's layout, on rows of our own.

use std::collections::BTreeSet;
use std::fs;

use grice_lab::data::circa::SCENARIOS;
use grice_lab::data::{DataSet, Row};
use grice_lab::stats::{Cell, Statistics, statistics};
use tempfile::TempDir;

const HEADER: &str =
    "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2\n";

fn circa() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut text = HEADER.to_owned();
    for number in 0..200 {
        let context = SCENARIOS[number % 10];
        let (votes, strict, relaxed) = match number % 4 {
            0 => ("Yes#Yes#Yes#No#No", "Yes", "Yes"),
            1 => ("No#No#No#Probably no#Yes", "No", "No"),
            2 => ("Yes#Yes#Probably yes / sometimes yes#No#Other", "NA", "Yes"),
            _ => ("Other#Other#Other#No#No", "Other", "Other"),
        };
        text.push_str(&format!(
            "{number}\t{context}\tIs it?\tit is .\tA \"reply {number}\t{votes}\t{strict}\t{relaxed}\n"
        ));
    }
    fs::write(folder.path().join("circa-data.tsv"), text).unwrap();
    folder
}

fn rows(folder: &TempDir, split: &str) -> Vec<Row> {
    let stream = DataSet::Circa.rows(folder.path(), split).unwrap();
    stream.collect::<Result<_, _>>().unwrap()
}

fn ids(rows: &[Row]) -> BTreeSet<String> {
    rows.iter().map(|row| row.id.clone()).collect()
}

#[test]
fn the_matched_parts_are_60_20_20_apart_and_the_same_each_time() {
    let folder = circa();
    let parts = ["train", "dev", "test"].map(|part| rows(&folder, &format!("matched/{part}")));
    assert_eq!([parts[0].len(), parts[1].len(), parts[2].len()], [120, 40, 40]);
    let all: BTreeSet<String> = parts.iter().flat_map(|part| ids(part)).collect();
    assert_eq!(all.len(), 200);
    assert_eq!(rows(&folder, "matched/test"), parts[2]);
    assert_ne!(ids(&rows(&folder, "matched:7/test")), ids(&parts[2]));
}

#[test]
fn the_ten_unmatched_folds_hold_one_scenario_out_each() {
    let folder = circa();
    let mut tested = BTreeSet::new();
    for scenario in 1..=10 {
        let test = rows(&folder, &format!("unmatched/{scenario}/test"));
        let number = scenario.to_string();
        assert!(test.iter().all(|row| row.facets["scenario"] == number));
        let train = rows(&folder, &format!("unmatched/{scenario}/train"));
        let dev = rows(&folder, &format!("unmatched/{scenario}/dev"));
        assert!(train.iter().chain(&dev).all(|row| row.facets["scenario"] != number));
        assert_eq!((train.len(), dev.len(), test.len()), (160, 20, 20));
        tested.extend(ids(&test));
    }
    assert_eq!(tested.len(), 200);
}

#[test]
fn a_scheme_leaves_out_rows_without_a_label_and_those_marked_other() {
    let folder = circa();
    let count = |scheme: &str| -> usize {
        ["train", "dev", "test"]
            .iter()
            .map(|part| rows(&folder, &format!("{scheme}/matched/{part}")).len())
            .sum()
    };
    assert_eq!([count("strict"), count("relaxed")], [100, 150]);
}

#[test]
fn a_garbled_row_is_skipped_with_its_line() {
    let folder = circa();
    let file = folder.path().join("circa-data.tsv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}x\ty\nz\tc\tq\td\ta\tPerhaps\tYes\tYes\n")).unwrap();
    let mut stream = DataSet::Circa.rows(folder.path(), "all").unwrap();
    assert_eq!(stream.by_ref().count(), 200);
    let told: Vec<String> =
        stream.skipped().iter().map(|s| format!("{}: {}", s.line, s.why)).collect();
    assert_eq!(told, ["202: the row has 2 cells, not 8", "203: \"Perhaps\" is no judgement"]);
}

/// The cell of a table's row, by their beginnings.
fn cell(found: &Statistics, table: &str, row: &str, column: usize) -> Cell {
    let table = found.tables.iter().find(|known| known.title.starts_with(table)).unwrap();
    table.rows.iter().find(|known| known.name.starts_with(row)).unwrap().cells[column]
}

#[test]
fn circas_statistics_count_labels_judgements_and_divisions() {
    let folder = circa();
    let found = statistics(DataSet::Circa, folder.path()).unwrap();
    let ours = |table, row, column| cell(&found, table, row, column).ours;
    assert_eq!(ours("Strict labels", "Yes", 0), Some(50.0));
    assert_eq!(ours("Relaxed labels", "Yes", 0), Some(100.0));
    assert_eq!(ours("Relaxed labels, percent", "Yes", 0), Some(50.0));
    assert_eq!(ours("Rows whose five", "the same label", 1), Some(200.0));
    assert_eq!(ours("Agreement", "3 annotators", 0), Some(75.0));
    assert_eq!(ours("Agreement", "4 annotators", 1), Some(25.0));
    assert_eq!(ours("Sizes of the divisions", "Relaxed, matched", 0), Some(90.0));
    assert_eq!(ours("Sizes of the divisions", "Relaxed, unmatched", 2), Some(15.0));
    let yes = cell(&found, "Strict labels", "Yes", 0);
    assert_eq!((yes.published, yes.difference), (Some(14504.0), Some(-14454.0)));
    assert!(found.notes[0].starts_with("the file has 200 of the 34268 released rows"));
}

#[test]
fn pragmevals_statistics_show_what_was_subsampled() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("pragmeval/STAC");
    fs::create_dir_all(&task).unwrap();
    let line = |label: &str| format!("\"hello, you\"\tyes\t{label}\n");
    let text = format!(
        "sentence1\tsentence2\tlabel\n{}{}",
        line("no_relation"),
        line("Comment").repeat(4)
    );
    fs::write(task.join("train.tsv"), text).unwrap();
    let found = statistics(DataSet::PragmEval, folder.path()).unwrap();
    let share = cell(&found, "What was subsampled", "STAC", 0);
    assert_eq!((share.ours, share.difference), (Some(20.0), Some(0.0)));
    assert_eq!(cell(&found, "Rows of the tasks", "STAC", 0).ours, Some(5.0));
    assert_eq!(cell(&found, "Rows of the tasks", "PDTB", 0).ours, None);
}
