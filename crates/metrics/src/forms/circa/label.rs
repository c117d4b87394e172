//! Circa's labels: what X will think that Y means.

/// A label of the data, or what a run may say instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Yes,
    No,
    ProbablyYes,
    Conditional,
    ProbablyNo,
    Middle,
    NotSure,
    Other,
    /// What the data call a pair without a majority.
    NoMajority,
}

use Label::*;

/// The labels of the strict task, in the order of the paper's table 7.
pub(super) const STRICT: [Label; 6] = [Yes, No, ProbablyYes, Conditional, ProbablyNo, Middle];

/// The labels of the relaxed task, in the order of table 8.
pub(super) const RELAXED: [Label; 4] = [Yes, No, Conditional, Middle];

const ALL: [Label; 9] =
    [Yes, No, ProbablyYes, Conditional, ProbablyNo, Middle, NotSure, Other, NoMajority];

/// The votes a label needs of the five judges.
const MAJORITY: usize = 3;

impl Label {
    /// Its name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Yes => "Yes",
            No => "No",
            ProbablyYes => "Probably yes / sometimes yes",
            Conditional => "Yes, subject to some conditions",
            ProbablyNo => "Probably no",
            Middle => "In the middle, neither yes nor no",
            NotSure => "I am not sure how X will interpret Y’s answer",
            Other => "Other",
            NoMajority => "NA",
        }
    }

    fn short_names(self) -> &'static [&'static str] {
        match self {
            Yes | No | Other => &[],
            ProbablyYes => &["probably yes", "sometimes yes", "probably yes/sometimes yes"],
            Conditional => &["yes, subject to conditions", "yes, conditionally", "conditional yes"],
            ProbablyNo => &["probably not"],
            Middle => &["in the middle", "neither yes nor no"],
            NotSure => &["i am not sure", "not sure", "unsure"],
            NoMajority => &["n/a"],
        }
    }

    /// The label of a name, short or long, in capitals or not.
    pub fn parse(text: &str) -> Option<Label> {
        // The data's own spelling, without making new texts of it.
        if let Some(label) = ALL.into_iter().find(|label| label.name() == text) {
            return Some(label);
        }
        let folded = fold(text);
        ALL.into_iter().find(|label| {
            fold(label.name()) == folded || label.short_names().contains(&folded.as_str())
        })
    }

    /// The relaxed label: uncertain ones are taken for definite ones (section 3.5 of the paper).
    pub fn relaxed(self) -> Label {
        match self {
            ProbablyYes => Yes,
            ProbablyNo => No,
            NotSure => Middle,
            other => other,
        }
    }
}

fn fold(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase().replace('’', "'")
}

/// The names a run may use.
pub(super) fn names() -> String {
    ALL.map(|label| format!("'{}'", label.name())).join(", ")
}

/// The label at least three judges gave.
pub(super) fn majority(judgements: &[Label]) -> Option<Label> {
    let votes = |label| judgements.iter().filter(|&&judged| judged == label).count();
    ALL.into_iter().find(|&label| votes(label) >= MAJORITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_found_by_any_of_its_names() {
        for label in ALL {
            assert_eq!(Label::parse(label.name()), Some(label));
            assert_eq!(Label::parse(&label.name().to_uppercase()), Some(label));
            for name in label.short_names() {
                assert_eq!(Label::parse(&format!("  {name} ")), Some(label));
            }
        }
        assert_eq!(Label::parse("I am not sure how X will interpret Y's answer"), Some(NotSure));
        assert_eq!(Label::parse("maybe"), None);
    }

    #[test]
    fn three_votes_are_a_majority_and_two_are_none() {
        assert_eq!(majority(&[Yes, No, Yes, No, Yes]), Some(Yes));
        assert_eq!(majority(&[Yes, No, Yes, No, Middle]), None);
        assert_eq!(majority(&[No, No, No]), Some(No));
    }
}
