//! Words and n-grams as numbers, and how many of them two texts share.
//!
//! A word is known by a 64-bit hash: two words of one pair of texts are taken for the same
//! wrongly about once in 10^15 pairs of a hundred words each.

use xxhash_rust::xxh3::xxh3_64;

/// A word's number.
pub(crate) fn token(word: &str) -> u64 {
    xxh3_64(word.as_bytes())
}

/// The number of an n-gram from the number of all words but the last, and the last.
fn joined(gram: u64, last: u64) -> u64 {
    let product =
        u128::from(gram ^ 0x9e37_79b9_7f4a_7c15) * u128::from(last ^ 0xd1b5_4a32_d192_ed03);
    (product >> 64) as u64 ^ product as u64
}

/// The numbers of all n-grams, in the order of the text.
pub(crate) fn grams(tokens: &[u64], n: usize) -> Vec<u64> {
    if n == 0 {
        return Vec::new();
    }
    tokens
        .windows(n)
        .map(|window| window[1..].iter().fold(window[0], |gram, &last| joined(gram, last)))
        .collect()
}

/// The sorted numbers of all n-grams of each order up to `N`.
pub(crate) fn sorted_orders<const N: usize>(tokens: &[u64]) -> [Vec<u64>; N] {
    let mut grams = tokens.to_vec();
    std::array::from_fn(|order| {
        if order > 0 {
            grams.truncate(tokens.len().saturating_sub(order));
            for (gram, &last) in grams.iter_mut().zip(tokens.iter().skip(order)) {
                *gram = joined(*gram, last);
            }
        }
        let mut sorted = grams.clone();
        sorted.sort_unstable();
        sorted
    })
}

/// How many items two sorted lists share, each as often as it is in both.
pub(crate) fn shared(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        count += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    count
}

/// How many of `items` are in the lists, an item as often as in the list that has most of it.
/// All are sorted.
pub(crate) fn shared_with_any(items: &[u64], lists: &[&[u64]]) -> usize {
    match lists {
        [] => 0,
        [list] => shared(items, list),
        _ => {
            let alike = items.chunk_by(|a, b| a == b);
            alike.map(|run| run.len().min(most(run[0], lists))).sum()
        }
    }
}

fn most(item: u64, lists: &[&[u64]]) -> usize {
    let counts = lists.iter().map(|list| {
        let rest = &list[list.partition_point(|&other| other < item)..];
        rest.partition_point(|&other| other == item)
    });
    counts.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_shared_as_often_as_it_is_in_both() {
        assert_eq!(shared(&[1, 1, 1, 2, 4], &[1, 1, 3, 4, 4]), 3);
    }

    #[test]
    fn an_item_counts_as_in_the_list_that_has_most_of_it() {
        assert_eq!(shared_with_any(&[1, 1, 1, 2], &[&[1, 2], &[1, 1, 3], &[]]), 3);
    }

    #[test]
    fn grams_know_the_order_of_their_words() {
        assert_ne!(grams(&[1, 2], 2), grams(&[2, 1], 2));
    }

    #[test]
    fn orders_made_together_are_those_made_one_by_one() {
        let tokens = [5, 6, 5, 7, 5, 6];
        for (order, sorted) in sorted_orders::<4>(&tokens).into_iter().enumerate() {
            let mut expected = grams(&tokens, order + 1);
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn a_short_text_has_no_long_grams() {
        assert!(grams(&[1, 2], 3).is_empty());
        assert!(sorted_orders::<4>(&[1])[1].is_empty());
    }
}
