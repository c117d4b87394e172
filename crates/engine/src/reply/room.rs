//! How an utterance is meant, as plain data.

use serde::{Deserialize, Serialize};

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
    /// It asks what can be done here.
    Help,
    /// Nothing, or only signs.
    Nothing,
}

impl Act {
    /// Whether nothing is asked of the collection.
    pub(crate) fn is_talk(self) -> bool {
        !matches!(self, Act::Question | Act::Reply | Act::Rejection)
    }
}

/// How an utterance is meant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Room {
    /// What it does.
    pub act: Act,
    /// Whether the speaker has lost patience: the reply is kept short then.
    pub frustrated: bool,
    /// Whether it says again what was asked last.
    pub repeated: bool,
    /// What a model says of it; none where the words alone decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signals: Option<Signals>,
}

/// What PragmEval's tasks say of an utterance. Shares are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signals {
    /// SwitchBoard's dialogue act.
    pub act: String,
    /// How much of SwitchBoard is small talk: thanks, greetings, leave-taking, "I see".
    pub social: f32,
    /// How sarcastic it is as a reply to what was said last.
    pub sarcasm: Option<f32>,
    /// How pleasant the feeling is.
    pub valence: f32,
    /// How excited it sounds.
    pub arousal: f32,
    /// How formal it is.
    pub formality: f32,
    /// Whether what it says could be checked.
    pub verifiability: String,
}

/// Words that were put as what they stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The words.
    pub words: String,
    /// What they stand for.
    pub means: String,
}
