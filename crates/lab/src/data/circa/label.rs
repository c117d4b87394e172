//! Circa's labels, and how five judgements become one (section 3.5).

/// What X will think that Y means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Probably yes, or sometimes yes.
    ProbablyYes,
    /// Yes, subject to some conditions.
    Conditional,
    /// Probably no.
    ProbablyNo,
    /// In the middle, neither yes nor no.
    Middle,
    /// The judge is not sure how X will take it.
    NotSure,
    /// None of these.
    Other,
    /// No label has three votes.
    NoMajority,
}

/// The votes that a label needs of the five.
pub const MAJORITY: usize = 3;

impl Label {
    /// All labels, in the order of table 7.
    pub const ALL: [Label; 9] = [
        Label::Yes,
        Label::No,
        Label::ProbablyYes,
        Label::Conditional,
        Label::ProbablyNo,
        Label::Middle,
        Label::NotSure,
        Label::Other,
        Label::NoMajority,
    ];

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Label::Yes => "Yes",
            Label::No => "No",
            Label::ProbablyYes => "Probably yes / sometimes yes",
            Label::Conditional => "Yes, subject to some conditions",
            Label::ProbablyNo => "Probably no",
            Label::Middle => "In the middle, neither yes nor no",
            Label::NotSure => "I am not sure how X will interpret Y’s answer",
            Label::Other => "Other",
            Label::NoMajority => "NA",
        }
    }

    /// The label of a name of the data.
    pub fn parse(name: &str) -> Option<Label> {
        let plain = |text: &str| text.trim().replace('\'', "’");
        Label::ALL.into_iter().find(|label| label.name() == plain(name))
    }

    /// The label of the relaxed scheme: uncertain ones count as definite ones.
    pub fn relaxed(self) -> Label {
        match self {
            Label::ProbablyYes => Label::Yes,
            Label::ProbablyNo => Label::No,
            Label::NotSure => Label::Middle,
            other => other,
        }
    }
}

/// The label that at least three judges gave, and how many did. For the relaxed scheme the judgements are relaxed first.
pub fn aggregate(votes: &[Label], relaxed: bool) -> (Label, usize) {
    let said = |vote: &Label| if relaxed { vote.relaxed() } else { *vote };
    let count = |label: Label| votes.iter().filter(|vote| said(vote) == label).count();
    let most =
        Label::ALL.into_iter().map(|label| (label, count(label))).max_by_key(|&(_, count)| count);
    match most {
        Some((label, count)) if count >= MAJORITY => (label, count),
        Some((_, count)) => (Label::NoMajority, count),
        None => (Label::NoMajority, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Label::*, *};

    #[test]
    fn relaxed_judgements_are_relaxed_before_the_vote() {
        let votes = [Yes, Yes, ProbablyYes, No, Middle];
        assert_eq!(aggregate(&votes, false), (NoMajority, 2));
        assert_eq!(aggregate(&votes, true), (Yes, 3));
    }

    #[test]
    fn two_votes_are_no_majority() {
        assert_eq!(aggregate(&[No, No, Other, Yes], false), (NoMajority, 2));
        assert_eq!(aggregate(&[No, No, No, Yes], false), (No, 3));
    }

    #[test]
    fn either_apostrophe_will_do() {
        assert_eq!(Label::parse("I am not sure how X will interpret Y's answer"), Some(NotSure));
        assert_eq!(Label::parse("Perhaps"), None);
    }
}
