//! The published files, where they are at hand (`../shared/data`, or `$GRICE_DATA`).

use std::path::PathBuf;

use grice_lab::data::circa::{Label, aggregate};
use grice_lab::data::{DataSet, Row};
use grice_lab::stats::{Statistics, file_splits, read_through, statistics};

fn data() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("GRICE_DATA").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!(
        "skipped: {} is not there; set GRICE_DATA to the folder of data sets",
        folder.display()
    );
    None
}

/// The statistics; none where the data set is not at hand.
fn counted(set: DataSet) -> Option<Statistics> {
    match statistics(set, &data()?) {
        Ok(found) => Some(found),
        Err(error) if error.is_missing() => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn differences(found: &Statistics, table: usize) -> Vec<Option<f64>> {
    found.tables[table].rows.iter().map(|row| row.cells[0].difference).collect()
}

#[test]
fn every_file_at_hand_is_read_to_its_end_and_nothing_is_skipped() {
    let Some(dir) = data() else { return };
    for set in DataSet::ALL {
        for split in file_splits(set) {
            match read_through(set, &dir, split) {
                Ok(through) => {
                    assert!(through.read > 0, "{set} {split}");
                    assert!(through.skipped.is_empty(), "{set} {split}: {:?}", through.skipped);
                }
                Err(error) => assert!(error.is_missing(), "{error}"),
            }
        }
    }
}

/// As many as the recipes under `training/` keep apart by the same hash.
#[test]
fn what_is_held_out_is_what_the_recipes_kept_apart() {
    let Some(dir) = data() else { return };
    let held_out = [
        (DataSet::Qrecc, 626),
        (DataSet::Canard, 398),
        (DataSet::Squad, 1_544),
        (DataSet::Coqa, 73),
        (DataSet::BoolQ, 1_418),
        (DataSet::AbgCoqa, 171),
    ];
    for (set, expected) in held_out {
        match read_through(set, &dir, "held-out") {
            Ok(through) => {
                assert_eq!(through.read, expected, "{set}");
                assert!(through.part.is_some(), "{set}");
            }
            Err(error) => assert!(error.is_missing(), "{error}"),
        }
    }
}

#[test]
fn topiocqas_training_set_is_as_table_2_says() {
    let Some(found) = counted(DataSet::TopiOcqa) else { return };
    assert_eq!(differences(&found, 0), [Some(0.0); 6]);
    assert_eq!(differences(&found, 1), [Some(0.0); 4]);
}

#[test]
fn circas_judgements_give_the_released_labels() {
    let Some(dir) = data() else { return };
    let Ok(stream) = DataSet::Circa.rows(&dir, "all") else {
        println!("skipped: Circa is not in {}", dir.display());
        return;
    };
    let rows: Vec<Row> = stream.collect::<Result<_, _>>().unwrap();
    for row in &rows {
        let votes: Vec<Label> = row.votes.iter().filter_map(|vote| Label::parse(vote)).collect();
        for (scheme, relaxed) in [("strict", false), ("relaxed", true)] {
            let label = row.labels.get(scheme).map_or("NA", String::as_str);
            assert_eq!(aggregate(&votes, relaxed).0.name(), label, "{}: {scheme}", row.id);
        }
    }
}

#[test]
fn circas_agreement_is_as_published() {
    let Some(found) = counted(DataSet::Circa) else { return };
    let agreement = found.tables.iter().find(|table| table.title == "Agreement").unwrap();
    let kappa = agreement.rows[0].cells.iter().map(|cell| cell.difference);
    assert_eq!(kappa.collect::<Vec<_>>(), [Some(0.0); 2]);
}

#[test]
fn canards_and_casts_sizes_are_as_published() {
    for set in [DataSet::Canard, DataSet::Cast2019] {
        let Some(found) = counted(set) else { continue };
        let (_, compared, same) = found.tally(false);
        assert!(compared > 0 && compared == same, "{set}: {compared} and {same}");
    }
}

#[test]
fn pragmevals_files_have_the_rows_that_were_released() {
    let Some(dir) = data() else { return };
    for part in ["train", "dev"] {
        let Ok(mut rows) = DataSet::PragmEval.rows(&dir, part) else { return };
        rows.by_ref().for_each(drop);
        assert_eq!(rows.notes(), [""; 0], "{part}");
    }
}
