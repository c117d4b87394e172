//! Circa's labels: what the asker will take a reply to mean (Louis, Roth and Radlinski, 2020,
//! section 3.3).

use serde::{Serialize, Serializer};

/// How a reply to a yes/no question is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Probably or sometimes yes.
    ProbablyYes,
    /// Yes, if something holds.
    Conditional,
    /// Probably no.
    ProbablyNo,
    /// Neither yes nor no.
    Middle,
    /// Nobody could say how the asker will read it.
    NotSure,
    /// None of these.
    Other,
}

use Label::*;

impl Label {
    /// The labels of the strict task; the first six are scored.
    pub const STRICT: [Label; 8] =
        [Yes, No, ProbablyYes, Conditional, ProbablyNo, Middle, NotSure, Other];

    /// The labels of the relaxed task; the first four are scored.
    pub const RELAXED: [Label; 5] = [Yes, No, Conditional, Middle, Other];

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
        }
    }

    /// The label of a name; capitals and the kind of apostrophe do not matter.
    pub fn parse(name: &str) -> Option<Label> {
        let fold = |text: &str| text.trim().to_lowercase().replace('’', "'");
        let folded = fold(name);
        Label::STRICT.into_iter().find(|label| fold(label.name()) == folded)
    }

    /// Whether the papers score it; the others only take their share of the probability.
    pub fn is_scored(self) -> bool {
        !matches!(self, NotSure | Other)
    }

    /// The relaxed label: uncertain ones are taken for definite ones (section 3.5).
    pub fn relaxed(self) -> Label {
        match self {
            ProbablyYes => Yes,
            ProbablyNo => No,
            NotSure => Middle,
            other => other,
        }
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_found_by_its_name() {
        for label in Label::STRICT {
            assert_eq!(Label::parse(label.name()), Some(label));
            assert_eq!(Label::parse(&label.name().to_uppercase()), Some(label));
        }
        assert_eq!(Label::parse("I am not sure how X will interpret Y's answer"), Some(NotSure));
        assert_eq!(Label::parse("maybe"), None);
    }

    #[test]
    fn relaxing_leads_to_the_relaxed_labels_and_stays_there() {
        for label in Label::STRICT {
            assert!(Label::RELAXED.contains(&label.relaxed()));
        }
        assert!(Label::RELAXED.into_iter().all(|label| label.relaxed() == label));
    }
}
