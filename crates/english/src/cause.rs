//! Sentences that give a cause, and sentences that tell what follows from one.

use crate::words::{begins_with_any, has_any};

/// Words with which a sentence gives a cause.
const GIVING: &[&str] = &[
    "as a consequence of",
    "as a result of",
    "because",
    "caused by",
    "causes",
    "come from",
    "comes from",
    "consequence of",
    "driven by",
    "due to",
    "explained by",
    "in order to",
    "on account of",
    "owing to",
    "result from",
    "resulted from",
    "results from",
    "so that",
    "stems from",
    "thanks to",
    "the cause",
    "the reason",
    "to avoid",
    "to prevent",
    "which is why",
];

/// Words with which a sentence tells what follows from the one before it.
const FOLLOWING: &[&str] = &[
    "accordingly",
    "as a consequence",
    "as a result",
    "because of this",
    "consequently",
    "for this reason",
    "hence",
    "that is why",
    "therefore",
    "this is why",
    "thus",
];

/// Whether a sentence gives a cause or a purpose.
pub fn gives_cause(sentence: &str) -> bool {
    has_any(sentence, GIVING)
}

/// Whether a sentence begins as the result of what stands before it.
pub fn follows_from(sentence: &str) -> bool {
    begins_with_any(sentence, FOLLOWING) && !begins_with_any(sentence, &["as a result of"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_by_their_words() {
        assert!(gives_cause("It fell because of rain.") && gives_cause("It is due to rain"));
        assert!(!gives_cause("It fell.") && !gives_cause(""));
    }

    #[test]
    fn results_begin_a_sentence() {
        assert!(follows_from("As a result, it fell.") && follows_from("Thus it fell."));
        assert!(
            !follows_from("It fell as a result.") && !follows_from("As a result of rain it fell")
        );
    }
}
