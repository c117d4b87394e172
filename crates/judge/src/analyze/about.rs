//! What PragmEval's tasks ask, in plain words.

const ABOUT: [(&str, &str); 20] = [
    ("Emergent", "stance of a headline (second) on a claim (first)"),
    ("EmoBank-Arousal", "how excited the text sounds"),
    ("EmoBank-Dominance", "how much in control the writer sounds"),
    ("EmoBank-Valence", "how pleasant the feeling is"),
    ("GUM", "how the second clause relates to the first"),
    ("MRDA", "what an utterance in a meeting does"),
    ("PDTB", "the relation that nobody spelled out between two clauses"),
    ("Persuasiveness-ClaimType", "the kind of claim (first) that a premise (second) supports"),
    ("Persuasiveness-Eloquence", "how well the argument is put"),
    ("Persuasiveness-PremiseType", "the kind of premise (second) given for a claim (first)"),
    ("Persuasiveness-Relevance", "how much the premise has to do with the claim"),
    ("Persuasiveness-Specificity", "how detailed the argument is"),
    ("Persuasiveness-Strength", "how much the premise adds to the claim"),
    ("STAC", "how a chat message relates to an earlier one (first)"),
    ("Sarcasm", "whether the reply (second) is sarcastic"),
    ("Squinky-Formality", "how formal the text is"),
    ("Squinky-Implicature", "how much is meant without being said"),
    ("Squinky-Informativeness", "how much the text tells"),
    ("SwitchBoard", "what an utterance on the telephone does"),
    ("Verifiability", "whether a claim could be checked, and from experience or not"),
];

/// What a task of PragmEval asks, in plain words; none for a task it does not have.
pub fn about(task: &str) -> Option<&'static str> {
    ABOUT.iter().find(|(name, _)| *name == task).map(|(_, about)| *about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_known_by_the_names_of_their_folders() {
        assert_eq!(about("Sarcasm"), Some("whether the reply (second) is sarcastic"));
        assert_eq!(about("sarcasm"), None);
        assert!(ABOUT.is_sorted_by_key(|(name, _)| *name));
    }
}
