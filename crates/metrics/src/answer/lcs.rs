//! The longest common subsequence of two texts.

/// Its length, 64 places of `a` at a time (Hyyrö, AWOCA 2004).
pub(crate) fn length(a: &[u64], b: &[u64]) -> usize {
    let mut places: Vec<(u64, usize)> =
        a.iter().enumerate().map(|(place, &token)| (token, place)).collect();
    places.sort_unstable();
    let blocks = a.len().div_ceil(64);
    let mut row = vec![u64::MAX; blocks];
    let mut matches = vec![0u64; blocks];
    for &token in b {
        let from = places.partition_point(|&(other, _)| other < token);
        let alike = || places[from..].iter().take_while(|&&(other, _)| other == token);
        if alike().next().is_none() {
            continue;
        }
        for &(_, place) in alike() {
            matches[place / 64] |= 1 << (place % 64);
        }
        let mut carry = false;
        for (bits, &matches) in row.iter_mut().zip(&matches) {
            let (sum, over) = bits.overflowing_add(*bits & matches);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            *bits = sum | (*bits & !matches);
        }
        for &(_, place) in alike() {
            matches[place / 64] = 0;
        }
    }
    row.iter().map(|bits| bits.count_zeros() as usize).sum()
}

/// Reads out longest common subsequences; of several it reads the one that rouge-score does,
/// which decides what a union of them holds.
#[derive(Default)]
pub(crate) struct Reader {
    row: Vec<u32>,
    /// For each pair of places, whether what is left of it has more in common than what is above:
    /// a bit each, since a table of lengths would be 32 times as large.
    lefts: Vec<u64>,
}

impl Reader {
    /// Marks the places of `a` that are in the subsequence.
    pub(crate) fn mark(&mut self, a: &[u64], b: &[u64], marks: &mut [bool]) {
        self.row.clear();
        self.row.resize(b.len() + 1, 0);
        self.lefts.clear();
        for x in a {
            let mut diagonal = 0;
            for (block, part) in b.chunks(64).enumerate() {
                let row = &mut self.row[block * 64..];
                let mut lefts = 0;
                for (j, y) in part.iter().enumerate() {
                    let (left, above) = (row[j], row[j + 1]);
                    lefts |= u64::from(left > above) << j;
                    row[j + 1] = if x == y { diagonal + 1 } else { above.max(left) };
                    diagonal = above;
                }
                self.lefts.push(lefts);
            }
        }
        let blocks = b.len().div_ceil(64);
        let (mut i, mut j) = (a.len(), b.len());
        while i > 0 && j > 0 {
            let (row, column) = (i - 1, j - 1);
            if a[row] == b[column] {
                marks[row] = true;
                i -= 1;
                j -= 1;
            } else if self.lefts[row * blocks + column / 64] >> (column % 64) & 1 == 1 {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marked(a: &[u64], b: &[u64]) -> usize {
        let mut marks = vec![false; a.len()];
        Reader::default().mark(a, b, &mut marks);
        marks.iter().filter(|&&marked| marked).count()
    }

    #[test]
    fn the_order_of_words_counts() {
        assert_eq!(length(&[1, 2, 3, 4], &[4, 1, 3, 9]), 2);
        assert_eq!(length(&[], &[1]), 0);
        assert_eq!(length(&[1], &[]), 0);
    }

    proptest! {
        #[test]
        fn the_length_is_that_of_what_is_read_out_also_over_many_blocks(
            a in proptest::collection::vec(0u64..6, 0..300),
            b in proptest::collection::vec(0u64..6, 0..300),
        ) {
            prop_assert_eq!(length(&a, &b), marked(&a, &b));
        }
    }
}
