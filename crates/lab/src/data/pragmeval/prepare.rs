//! PragmEval's preprocessing (section 3.2), for data whose grades are at hand: the released tasks have it behind them.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::data::turn::Row;

/// The label of a graded target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// In the lowest third.
    Low,
    /// In the middle third, which is left out.
    Middle,
    /// In the highest third.
    High,
}

/// Grades cast into three quantiles. The bounds are the grades at a third and at two thirds, linearly between neighbours as numpy has them; what
/// is on a bound belongs to the lower part, so that equal grades stay together and thirds of coarse grades are uneven.
pub fn terciles(grades: &[f64]) -> Vec<Grade> {
    let mut sorted = grades.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (Some(low), Some(high)) = (quantile(&sorted, 1.0 / 3.0), quantile(&sorted, 2.0 / 3.0))
    else {
        return Vec::new();
    };
    let grade = |&grade: &f64| match grade {
        grade if grade <= low => Grade::Low,
        grade if grade <= high => Grade::Middle,
        _ => Grade::High,
    };
    grades.iter().map(grade).collect()
}

fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let at = (sorted.len().checked_sub(1)?) as f64 * share;
    let below = at.floor();
    let (from, to) = (sorted[below as usize], sorted[at.ceil() as usize]);
    Some(from + (to - from) * (at - below))
}

/// Rows of which those with a label (`is_frequent`) are at most this share; which of them stay depends on the seed and the ids alone, and the
/// order is kept.
pub fn subsampled(
    rows: Vec<Row>,
    share: f64,
    seed: u64,
    is_frequent: impl Fn(&Row) -> bool,
) -> Vec<Row> {
    let mut frequent: Vec<&Row> = rows.iter().filter(|row| is_frequent(row)).collect();
    let others = rows.len() - frequent.len();
    let kept = (others as f64 * share / (1.0 - share)).round() as usize;
    if frequent.len() <= kept {
        return rows;
    }
    frequent.sort_by_cached_key(|row| {
        Sha256::digest(format!("pragmeval {seed}/{}", row.id).as_bytes()).to_vec()
    });
    let dropped: HashSet<String> = frequent[kept..].iter().map(|row| row.id.clone()).collect();
    rows.into_iter().filter(|row| !dropped.contains(&row.id)).collect()
}

/// Rows without those whose texts another one has already.
pub fn without_duplicates(rows: Vec<Row>) -> Vec<Row> {
    let mut seen = HashSet::new();
    rows.into_iter().filter(|row| seen.insert((row.first.clone(), row.second.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(number: usize) -> Vec<Row> {
        (0..number)
            .map(|number| Row {
                id: number.to_string(),
                first: format!("text {}", number / 2),
                ..Row::default()
            })
            .collect()
    }

    #[test]
    fn the_middle_third_lies_between_the_quantiles() {
        use Grade::*;
        let grades = [7.0, 1.0, 2.0, 6.0, 3.0, 4.0, 5.0];
        assert_eq!(terciles(&grades), [High, Low, Low, High, Low, Middle, Middle]);
        assert_eq!(terciles(&[1.0, 1.0, 1.0, 2.0]), [Low, Low, Low, High]);
        assert!(terciles(&[]).is_empty());
    }

    #[test]
    fn a_frequent_label_is_cut_down_to_its_share_in_the_order_of_the_rows() {
        let frequent = |row: &Row| row.id.parse::<usize>().unwrap() % 4 != 0;
        let kept = subsampled(rows(80), 0.2, 1, frequent);
        let count = kept.iter().filter(|row| frequent(row)).count();
        assert_eq!((kept.len(), count), (25, 5));
        let ids: Vec<usize> = kept.iter().map(|row| row.id.parse().unwrap()).collect();
        assert!(ids.is_sorted());
        assert_eq!(subsampled(rows(80), 0.2, 1, frequent), kept);
        assert_ne!(subsampled(rows(80), 0.2, 2, frequent), kept);
        assert_eq!(subsampled(rows(8), 0.9, 1, frequent).len(), 8);
    }

    #[test]
    fn of_equal_texts_the_first_stays() {
        let kept = without_duplicates(rows(6));
        assert_eq!(kept.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["0", "2", "4"]);
    }
}
