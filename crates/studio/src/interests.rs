//! The topic that suits two people best, and who teaches (PragmatiCQA, section 3.3).

use serde::{Deserialize, Serialize};

use crate::random::Random;

/// The highest mark of an inclination.
pub const MOST: u8 = 3;

/// How much somebody would like to teach or learn about a topic, 0 to 3 each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inclination {
    /// The topic.
    pub topic: String,
    /// To teach it.
    pub teach: u8,
    /// To learn about it.
    pub learn: u8,
}

/// The topic's place in the lists, and whether the first person teaches. A pair is as good as its
/// weaker side; of equal ones the larger sum is better, and of those chance decides.
pub fn best(
    first: &[Inclination],
    second: &[Inclination],
    random: &mut Random,
) -> Option<(usize, bool)> {
    let mut best: Vec<((u8, u8), usize, bool)> = Vec::new();
    for (at, one) in first.iter().enumerate() {
        let Some(other) = second.iter().find(|other| other.topic == one.topic) else { continue };
        for (teach, learn, first_teaches) in
            [(one.teach, other.learn, true), (other.teach, one.learn, false)]
        {
            best.push(((teach.min(learn), teach + learn), at, first_teaches));
        }
    }
    let top = best.iter().map(|(score, ..)| *score).max()?;
    best.retain(|(score, ..)| *score == top);
    let (_, at, first_teaches) = best.swap_remove(random.below(best.len()));
    Some((at, first_teaches))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(all: &[(&str, u8, u8)]) -> Vec<Inclination> {
        all.iter()
            .map(|&(topic, teach, learn)| Inclination { topic: topic.into(), teach, learn })
            .collect()
    }

    #[test]
    fn the_topic_that_one_wants_to_teach_and_the_other_to_learn_is_taken() {
        let first = says(&[("a", 3, 0), ("b", 0, 3), ("c", 2, 1)]);
        let second = says(&[("a", 3, 0), ("b", 2, 0), ("c", 0, 1)]);
        for seed in 0..20 {
            assert_eq!(best(&first, &second, &mut Random::new(seed)), Some((1, false)));
        }
        let ties = says(&[("a", 1, 1)]);
        let drawn: Vec<bool> = (0..40)
            .filter_map(|seed| best(&ties, &ties, &mut Random::new(seed)))
            .map(|(_, first)| first)
            .collect();
        assert!(drawn.contains(&true) && drawn.contains(&false));
        assert_eq!(best(&first, &says(&[]), &mut Random::new(1)), None);
    }
}
