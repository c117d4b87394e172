//! Classification scores against scikit-learn.

use grice_metrics::labels::{Average, Error, LabelTable};
use serde_json::Value;

use crate::reference::{cases, near};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn average(found: Average, expected: &Value, case: &Value) {
    for (place, found) in [found.precision, found.recall, found.f1].into_iter().enumerate() {
        near(found, expected[place].as_f64().unwrap(), case);
    }
}

#[test]
fn label_tables_agree_with_scikit_learn() {
    let cases = cases::<Value>("labels");
    assert!(cases.len() >= 2000);
    for case in &cases {
        let (gold, predicted) = (texts(&case["gold"]), texts(&case["predicted"]));
        let pairs = gold.iter().zip(&predicted);
        let table = match &case["labels"] {
            Value::Null => LabelTable::new(pairs),
            labels => LabelTable::with_labels(pairs, texts(labels)),
        };
        let expected = &case["scores"];
        if expected.is_null() {
            assert_eq!(table, Err(Error::NoPairs), "{case}");
            continue;
        }
        let table = table.unwrap();
        let order: Vec<&str> = table.rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(order, texts(&expected["order"]), "{case}");
        for (place, row) in table.rows.iter().enumerate() {
            let scores = Average { precision: row.precision, recall: row.recall, f1: row.f1 };
            average(scores, &expected["rows"][place], case);
            assert_eq!(row.gold, expected["support"][place].as_u64().unwrap(), "{case}");
            let (precision, recall) = (row.never_predicted(), row.never_gold());
            let undefined = serde_json::json!([precision, recall, precision && recall]);
            assert_eq!(undefined, expected["undefined"][place], "{case}");
        }
        assert_eq!(serde_json::json!(table.confusion), expected["confusion"], "{case}");
        let inside: u64 = table.confusion.iter().flatten().sum();
        assert_eq!((table.pairs, inside + table.outside), (gold.len() as u64, table.pairs));
        average(table.macro_average, &expected["macro"], case);
        average(table.micro_average, &expected["micro"], case);
        average(table.weighted_average, &expected["weighted"], case);
        near(table.accuracy, expected["accuracy"].as_f64().unwrap(), case);
        near(table.balanced_accuracy, expected["balanced"].as_f64().unwrap(), case);
        near(table.matthews, expected["matthews"].as_f64().unwrap(), case);
    }
}
