//! Small talk, which needs no search, and utterances in which there is nothing to look for.

use serde::{Deserialize, Serialize};

use crate::asks::parts;
use crate::pending::ANYTHING;

/// What an utterance does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// It asks something.
    #[default]
    Question,
    /// It answers a question of ours.
    Reply,
    /// It turns the last answer down.
    Rejection,
    /// "ok", "I see", "wow".
    Acknowledgement,
    /// It thanks.
    Thanks,
    /// It greets.
    Greeting,
    /// It takes leave.
    Goodbye,
    /// Nothing, or only signs.
    Nothing,
}

/// Words and phrases with which nothing is asked.
const SAID: &[(Act, &[&str])] = &[
    (
        Act::Greeting,
        &[
            "hello",
            "hello there",
            "hi",
            "hi there",
            "hey",
            "hey there",
            "hiya",
            "good morning",
            "good afternoon",
            "good evening",
            "good day",
            "greetings",
            "how are you",
            "how are you doing",
            "what s up",
        ],
    ),
    (
        Act::Thanks,
        &[
            "thanks",
            "thanks a lot",
            "thanks so much",
            "many thanks",
            "thank you",
            "thank you very much",
            "thank you so much",
            "thx",
            "ty",
            "cheers",
            "much appreciated",
            "i appreciate it",
            "that s helpful",
            "that was helpful",
            "very helpful",
        ],
    ),
    (
        Act::Goodbye,
        &[
            "bye",
            "goodbye",
            "bye bye",
            "bye for now",
            "good night",
            "see you",
            "see you later",
            "see ya",
            "have a nice day",
            "that s all",
            "that is all",
            "that will be all",
        ],
    ),
    (
        Act::Acknowledgement,
        &[
            "ok",
            "okay",
            "k",
            "alright",
            "all right",
            "right",
            "i see",
            "got it",
            "understood",
            "makes sense",
            "that makes sense",
            "fair enough",
            "wow",
            "oh",
            "oh wow",
            "oh i see",
            "ah",
            "aha",
            "ah ok",
            "hm",
            "hmm",
            "cool",
            "great",
            "nice",
            "neat",
            "perfect",
            "interesting",
            "very interesting",
            "that is interesting",
            "that s interesting",
            "that s cool",
            "that s great",
            "awesome",
            "amazing",
            "good to know",
            "lol",
            "haha",
        ],
    ),
];

impl Act {
    /// What is replied where nothing is to be looked for.
    pub(crate) fn reply(self) -> String {
        match self {
            Act::Nothing => "I need a few words to look for. What would you like to know?".into(),
            Act::Greeting => "Hello! What would you like to know?".into(),
            Act::Thanks => format!("You're welcome. {ANYTHING}"),
            Act::Goodbye => "Goodbye!".into(),
            _ => ANYTHING.into(),
        }
    }

    /// Whether nothing is asked.
    pub(crate) fn is_talk(self) -> bool {
        !matches!(self, Act::Question | Act::Reply | Act::Rejection)
    }
}

/// What an utterance does by the list. Each of its parts, between commas and stops, must be on it.
pub(crate) fn listed(utterance: &str) -> Option<Act> {
    if !utterance.chars().any(char::is_alphanumeric) {
        return Some(Act::Nothing);
    }
    let known = |part: &String| {
        SAID.iter().find(|(_, said)| said.contains(&part.as_str())).map(|(act, _)| *act)
    };
    let acts = parts(utterance).iter().map(known).collect::<Option<Vec<Act>>>()?;
    let first = acts.iter().find(|act| **act != Act::Acknowledgement);
    first.or(acts.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_thanks_are_told_from_questions() {
        assert_eq!(listed("Hello!"), Some(Act::Greeting));
        assert_eq!(listed("Ok, thanks a lot."), Some(Act::Thanks));
        assert_eq!(listed("🎉🎉"), Some(Act::Nothing));
        assert_eq!(listed(" \n"), Some(Act::Nothing));
        assert_eq!(listed("Great!"), Some(Act::Acknowledgement));
        assert_eq!(listed("oh, I see. Cool"), Some(Act::Acknowledgement));
        assert_eq!(listed("Thanks, and who built it?"), None);
        assert_eq!(listed("hello world program"), None);
        assert_eq!(listed("Где мост"), None);
    }
}
