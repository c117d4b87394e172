//! What has been said so far, and which page each answer came from.

use std::collections::HashSet;

use grice_judge::Turn;
use serde::{Deserialize, Serialize};

use super::pending::{Interpreted, Pending};
use super::salient::Salient;
use super::topic::{Page, Switch, Topic};
use crate::error::{Error, Result};

/// The version in which conversations are written.
pub const VERSION: u32 = 1;

/// How TopiOCQA writes that there was no answer.
const NONE: &str = "UNANSWERABLE";

/// The last turns that are looked at.
const LOOKED_AT: usize = 40;

/// A conversation: plain data, written as JSON with its version.
///
/// ```
/// use grice_engine::{Conversation, Turn};
///
/// let turns = [Turn::new("Who built the bridge?", "A monk.")];
/// let conversation = Conversation::of(&turns);
/// let saved = conversation.to_json();
/// assert_eq!(Conversation::from_json(&saved)?, conversation);
/// # Ok::<(), grice_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    version: u32,
    /// The turns, oldest first.
    pub turns: Vec<Exchange>,
    /// What Grice has asked and waits to hear about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending>,
}

/// A turn that was taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// What was said to Grice.
    pub question: String,
    /// The literal answer; empty where there was none.
    #[serde(default)]
    pub answer: String,
    /// All of what was replied.
    #[serde(default)]
    pub reply: String,
    /// The page the answer came from, where it is known.
    #[serde(default)]
    pub topic: Option<Topic>,
    /// The pages it may have come from, where only the words are known; the likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<Page>,
    /// How the topic changed.
    #[serde(default)]
    pub switched: Switch,
    /// Whether the page has been looked for.
    #[serde(default)]
    pub traced: bool,
    /// What was said that later words can point at; none where only the words are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salient: Option<Salient>,
    /// The question that was answered, where it is not the one that was said: what an offer led to,
    /// a question merged with what we asked back, or one that was asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
    /// What was understood, where it was a reply to a question of ours; conditions are kept here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreted: Option<Interpreted>,
    /// Whether nothing was answered: small talk, or a question of ours.
    #[serde(default, skip_serializing_if = "is_false")]
    pub aside: bool,
    /// Whether we asked which of several pages is meant.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clarified: bool,
}

impl Default for Conversation {
    fn default() -> Self {
        Conversation { version: VERSION, turns: Vec::new(), pending: None }
    }
}

impl Conversation {
    /// A conversation that begins.
    pub fn new() -> Conversation {
        Conversation::default()
    }

    /// A conversation of which only the words are known. The engine finds the pages.
    pub fn of(history: &[Turn]) -> Conversation {
        let turn = |turn: &Turn| Exchange {
            question: turn.question.clone(),
            answer: if turn.answer.trim() == NONE { String::new() } else { turn.answer.clone() },
            reply: turn.answer.clone(),
            ..Exchange::default()
        };
        Conversation { turns: history.iter().map(turn).collect(), ..Conversation::new() }
    }

    /// A conversation that was written with [`Conversation::to_json`].
    pub fn from_json(json: &str) -> Result<Conversation> {
        let unreadable = |error: serde_json::Error| Error::Conversation(error.to_string());
        let value: serde_json::Value = serde_json::from_str(json).map_err(unreadable)?;
        let version = value.get("version").and_then(serde_json::Value::as_u64);
        let Some(version) = version else {
            return Err(Error::Conversation("it has no version".to_owned()));
        };
        if version > u64::from(VERSION) {
            let found = u32::try_from(version).unwrap_or(u32::MAX);
            return Err(Error::Newer { found, known: VERSION });
        }
        serde_json::from_value(value).map_err(unreadable)
    }

    /// The conversation as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The turns as the judgements take them, without small talk and questions of ours: the first
    /// and as many of the last ones as any of them looks at.
    pub fn history(&self) -> Vec<Turn> {
        let asked = |turn: &&Exchange| !turn.aside;
        let plain = |turn: &Exchange| Turn::new(turn.asked(), &*turn.answer);
        let mut last: Vec<Turn> =
            self.turns.iter().rev().filter(asked).take(LOOKED_AT).map(plain).collect();
        last.reverse();
        let more = self.turns.iter().filter(asked).nth(LOOKED_AT).is_some();
        let first = self.turns.iter().find(asked).filter(|_| more).map(plain);
        first.into_iter().chain(last).collect()
    }

    /// The conversation before a turn, as far as it is looked at.
    pub(crate) fn until(&self, number: usize) -> Conversation {
        let from = number.saturating_sub(LOOKED_AT);
        Conversation { turns: self.turns[from..number].to_vec(), ..Conversation::new() }
    }

    /// The last turns, the newest first.
    pub(crate) fn lately(&self) -> impl Iterator<Item = &Exchange> {
        self.turns.iter().rev().take(LOOKED_AT)
    }

    /// The last turn in which something was asked.
    pub(crate) fn last_asked(&self) -> Option<&Exchange> {
        self.turns.iter().rev().find(|turn| !turn.aside)
    }

    /// What was asked, in order: asking it again replays the conversation.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().map(|turn| turn.question.as_str())
    }

    /// The page of the last turn that had one.
    pub fn topic(&self) -> Option<&Topic> {
        self.turns.iter().rev().find_map(|turn| turn.topic.as_ref())
    }

    /// The pages of each turn that had one, the last turn first, with how likely they are.
    pub(crate) fn pages(&self) -> impl Iterator<Item = Vec<(&Topic, f32)>> {
        self.lately().filter_map(|turn| {
            let known = turn.topic.as_ref()?;
            Some(match turn.pages.as_slice() {
                [] => vec![(known, 1.0)],
                pages => pages.iter().map(|page| (&page.topic, page.likely)).collect(),
            })
        })
    }

    /// Every page that was talked about, the last one first, each once.
    pub fn trail(&self) -> Vec<&Topic> {
        let topics = self.turns.iter().rev().filter_map(|turn| turn.topic.as_ref());
        let mut seen = HashSet::new();
        topics.filter(|topic| seen.insert(topic.title.as_str())).collect()
    }

    /// How a topic stands to those so far. Pages of one title are one topic.
    pub fn switch_to(&self, topic: Option<&Topic>) -> Switch {
        let (Some(topic), Some(last)) = (topic, self.topic()) else { return Switch::None };
        match self.trail().iter().any(|known| known.title == topic.title) {
            _ if last.title == topic.title => Switch::NoSwitch,
            true => Switch::SwitchToOld,
            false => Switch::SwitchToNew,
        }
    }
}

impl Exchange {
    /// The question that was answered.
    pub fn asked(&self) -> &str {
        self.meant.as_deref().unwrap_or(&self.question)
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(title: &str) -> Topic {
        Topic { document: format!("d/{title}"), title: title.to_owned() }
    }

    fn about(titles: &[Option<&str>]) -> Conversation {
        let turn =
            |title: &Option<&str>| Exchange { topic: title.map(topic), ..Exchange::default() };
        Conversation { turns: titles.iter().map(turn).collect(), ..Conversation::new() }
    }

    #[test]
    fn a_topic_stays_is_new_or_is_taken_up_again() {
        let talk = about(&[Some("A"), Some("B"), None]);
        assert_eq!(talk.switch_to(Some(&topic("B"))), Switch::NoSwitch);
        assert_eq!(talk.switch_to(Some(&topic("A"))), Switch::SwitchToOld);
        assert_eq!(talk.switch_to(Some(&topic("C"))), Switch::SwitchToNew);
        assert_eq!(talk.switch_to(None), Switch::None);
        assert_eq!(about(&[None]).switch_to(Some(&topic("A"))), Switch::None);
        let titles: Vec<&str> = talk.trail().iter().map(|t| t.title.as_str()).collect();
        assert_eq!(titles, ["B", "A"]);
    }

    #[test]
    fn a_conversation_is_written_with_its_version_and_read_again() {
        let talk = about(&[Some("A"), None]);
        assert_eq!(Conversation::from_json(&talk.to_json()).unwrap(), talk);
        let newer = talk.to_json().replace("\"version\":1", "\"version\":9");
        assert!(matches!(Conversation::from_json(&newer), Err(Error::Newer { found: 9, .. })));
        assert!(Conversation::from_json("{}").unwrap_err().to_string().contains("no version"));
        assert!(matches!(Conversation::from_json("["), Err(Error::Conversation(_))));
    }

    #[test]
    fn a_conversation_from_before_there_were_questions_of_ours_is_read() {
        let old = r#"{"version":1,"turns":[{"question":"a?","answer":"b"}]}"#;
        let talk = Conversation::from_json(old).unwrap();
        assert_eq!((talk.pending.as_ref(), talk.turns[0].aside), (None, false));
        let asked = "Is there more?".to_owned();
        let talk = Conversation { pending: Some(Pending::More { asked }), ..talk };
        assert_eq!(Conversation::from_json(&talk.to_json()).unwrap(), talk);
    }

    #[test]
    fn history_has_what_was_meant_and_no_small_talk() {
        let turn = |question: &str, meant: Option<&str>, aside| Exchange {
            question: question.into(),
            meant: meant.map(str::to_owned),
            aside,
            ..Exchange::default()
        };
        let turns = vec![turn("Thanks", None, true), turn("the planet", Some("How old?"), false)];
        let talk = Conversation { turns, ..Conversation::new() };
        assert_eq!(talk.history(), [Turn::new("How old?", "")]);
        assert_eq!(talk.questions().collect::<Vec<_>>(), ["Thanks", "the planet"]);
    }

    #[test]
    fn an_answer_that_was_none_is_empty() {
        let talk = Conversation::of(&[Turn::new("a?", "UNANSWERABLE"), Turn::new("b?", "yes")]);
        assert_eq!(talk.history(), [Turn::new("a?", ""), Turn::new("b?", "yes")]);
        assert_eq!(talk.questions().collect::<Vec<_>>(), ["a?", "b?"]);
    }
}
