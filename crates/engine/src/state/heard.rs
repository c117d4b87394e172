//! What the asker has heard, so that it is not said again.

use std::collections::HashSet;

use grice_english::words;

use super::conversation::Conversation;

/// The share of its words from which a sentence only repeats what was said.
const REPEATED: f32 = 0.7;

/// Sentences that were said, by their words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard(Vec<HashSet<String>>);

impl Heard {
    /// What was said lately.
    pub fn of(conversation: &Conversation) -> Heard {
        let mut heard = Heard::default();
        for turn in conversation.lately() {
            heard.add(&turn.answer);
            heard.add(&turn.reply);
        }
        heard
    }

    /// Adds what is said now.
    pub fn add(&mut self, text: &str) {
        self.0.extend(grice_text::sentences(text).map(|range| words::set(&text[range])));
    }

    /// Whether most of a text's words were said in one sentence.
    pub fn has(&self, text: &str) -> bool {
        let own = words::set(text);
        let told = |known: &HashSet<String>| {
            own.intersection(known).count() as f32 / own.len().max(1) as f32
        };
        self.0.iter().any(|known| told(known) >= REPEATED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_not_new() {
        let mut heard = Heard::default();
        heard.add("The bridge was finished in 1294. A king paid for it.");
        assert!(heard.has("It was finished in 1294.") && !heard.has("It crosses the river Wend."));
    }
}
