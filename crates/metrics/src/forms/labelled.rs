//! Gold and given labels: what the forms of labelled data have in common.

use crate::labels;
use crate::report::LabelTable;

/// How a run did label by label, and on all labels alike.
pub(crate) struct Labelled {
    /// The labels that occur, in order.
    pub table: LabelTable,
    /// The mean F1 of the labels that occur in the gold or the run.
    pub macro_f1: f64,
}

/// Compares (gold, given) labels; none where there are none. `labels` are those that count, in the
/// order they are shown in. Given labels besides them are shown after them, and are wrong.
pub(crate) fn labelled(name: &str, pairs: &[(&str, &str)], labels: &[&str]) -> Option<Labelled> {
    let occurs = |label: &str| pairs.iter().any(|&(gold, given)| gold == label || given == label);
    let mut shown: Vec<&str> = labels.iter().copied().filter(|label| occurs(label)).collect();
    let counted = shown.len();
    for &(_, given) in pairs {
        if !shown.contains(&given) {
            shown.push(given);
        }
    }
    let compared = labels::LabelTable::with_labels(pairs.iter().copied(), shown).ok()?;
    let f1 = compared.rows.iter().take(counted).map(|row| row.f1);
    let macro_f1 = f1.sum::<f64>() / counted.max(1) as f64;
    let table = LabelTable::new(name, &compared);
    Some(Labelled { table, macro_f1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macro_average_is_over_labels_that_occur_and_count() {
        let pairs = [("a", "a"), ("a", "z"), ("b", "a")];
        let found = labelled("t", &pairs, &["b", "a", "never"]).unwrap();
        let labels: Vec<&str> = found.table.labels.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels, ["b", "a", "z"]);
        assert_eq!(found.table.confusion, [[0, 1, 0], [0, 1, 1], [0, 0, 0]]);
        assert_eq!(found.macro_f1, (0.0 + 0.5) / 2.0);
    }

    #[test]
    fn without_labels_there_is_no_table() {
        assert!(labelled("t", &[], &["a"]).is_none());
    }
}
