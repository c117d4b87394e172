//! TopiOCQA (Adlakha et al., TACL 2022).

use std::path::Path;

use serde::Deserialize;

use super::error::Result;
use super::json_items::Items;
use super::open::{Layout, Wanted, find};
use super::qrecc::exchanges;
use super::share::share;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Evidence, Gold, Turn};

const SHAPE: &str = r#"TopiOCQA's [{"Conversation_no", "Turn_no", "Context", "Question", "Answer", "Topic", "Topic_section"}]"#;

/// What the data say where there is no answer.
pub(crate) const UNANSWERABLE: &str = "UNANSWERABLE";

/// Training conversations below this share are held out of everything; see docs/reproduce/conversation.md.
const HELD_OUT: f64 = 0.08;
/// Those from there to here are for choosing numbers.
const CHOOSING: f64 = 0.14;

/// How a turn's topic stands to those before it (section 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnType {
    /// The first turn of a conversation that has a topic.
    First,
    /// The answer is in the document of the turn before.
    NoSwitch,
    /// Another document, one that was talked about before.
    SwitchToOld,
    /// A document that is new to the conversation.
    SwitchToNew,
    /// There is no answer, so no document.
    Unanswerable,
}

impl TurnType {
    /// The paper's name.
    pub fn name(self) -> &'static str {
        match self {
            TurnType::First => "first",
            TurnType::NoSwitch => "no-switch",
            TurnType::SwitchToOld => "switch-to-old",
            TurnType::SwitchToNew => "switch-to-new",
            TurnType::Unanswerable => "unanswerable",
        }
    }
}

/// The topics of a conversation so far. Turns without a topic are passed over: the turn behind one is compared with the turn before it.
#[derive(Clone, Debug, Default)]
pub struct TopicFlow {
    seen: Vec<String>,
    last: Option<usize>,
}

impl TopicFlow {
    /// The type of the next turn, whose topic this is.
    pub fn next(&mut self, topic: &str) -> TurnType {
        if topic.is_empty() {
            return TurnType::Unanswerable;
        }
        let known = self.seen.iter().position(|seen| seen == topic);
        let kind = match (self.last, known) {
            (None, _) => TurnType::First,
            (last, Some(_)) if last == known => TurnType::NoSwitch,
            (_, Some(_)) => TurnType::SwitchToOld,
            (_, None) => TurnType::SwitchToNew,
        };
        self.last = known.or_else(|| {
            self.seen.push(topic.to_owned());
            Some(self.seen.len() - 1)
        });
        kind
    }

    /// How many topics there were.
    pub fn topics(&self) -> usize {
        self.seen.len()
    }

    /// The last topic's number, in the order of first mention.
    pub fn place(&self) -> Option<usize> {
        self.last
    }
}

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "Conversation_no")]
    conversation: i64,
    #[serde(rename = "Turn_no")]
    number: u32,
    #[serde(rename = "Context", default)]
    context: Vec<String>,
    #[serde(rename = "Question")]
    question: String,
    #[serde(flatten)]
    answer: Answer,
    #[serde(rename = "Additional_answers", default)]
    others: Vec<Answer>,
    #[serde(default)]
    is_nq: Option<bool>,
    #[serde(rename = "Gold_passage")]
    passage: Option<Passage>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "Answer")]
    text: String,
    #[serde(rename = "Topic", default)]
    topic: String,
    #[serde(rename = "Topic_section", default)]
    section: String,
    #[serde(rename = "Rationale")]
    rationale: Option<String>,
}

#[derive(Deserialize)]
struct Passage {
    id: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    text: String,
}

impl Answer {
    fn gold(&self) -> Gold {
        let span = self.rationale.clone().filter(|rationale| !rationale.is_empty());
        Gold { text: self.text.clone(), span, passage: None }
    }
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let layout = |files| Layout { files, part: None, form: () };
    let layouts = match split {
        "dev" => vec![layout(&["topiocqa_dev.json"]), layout(&["topiocqa_valid.json"])],
        "test" => vec![layout(&["topiocqa_test.json"])],
        _ => vec![layout(&["topiocqa_train.json"])],
    };
    let wanted = Wanted {
        set: "TopiOCQA",
        split,
        folders: &["topiocqa", "TopiOCQA", "topiocqa_dataset"],
        origin: "the files are at github.com/McGill-NLP/topiocqa",
    };
    let found = find(dir, wanted, &layouts)?;
    let part = match split {
        "held-out" => Some("8% of the training conversations, by a hash of their number"),
        "choosing" => Some("6% of the training conversations, by a hash of their number"),
        "training" => Some("86% of the training conversations, by a hash of their number"),
        _ => None,
    };
    let rows = Items::open(&found.files[0], SHAPE)?.parsed::<Entry>();
    let (file, split) = (found.files[0].clone(), split.to_owned());
    let mut flow = TopicFlow::default();
    let mut conversation = None;
    let pieces = rows.filter_map(move |row| {
        let (line, entry) = match row {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        if conversation != Some(entry.conversation) {
            conversation = Some(entry.conversation);
            flow = TopicFlow::default();
        }
        let kind = flow.next(&entry.answer.topic);
        if !belongs(&split, entry.conversation) {
            return None;
        }
        if entry.question.trim().is_empty() {
            let why =
                format!("the question of turn {}_{} is empty", entry.conversation, entry.number);
            return Some(Ok(Piece::Skipped(Skipped { file: file.clone(), line, why })));
        }
        Some(Ok(Piece::Read(turn(entry, kind))))
    });
    Ok(Turns::new(found.files, part, pieces))
}

fn belongs(split: &str, conversation: i64) -> bool {
    let at = || share(&conversation.to_string(), "topiocqa");
    match split {
        "held-out" => at() < HELD_OUT,
        "choosing" => (HELD_OUT..CHOOSING).contains(&at()),
        "training" => at() >= CHOOSING,
        _ => true,
    }
}

fn turn(entry: Entry, kind: TurnType) -> Turn {
    let unanswerable = entry.answer.text == UNANSWERABLE;
    let told = std::iter::once(&entry.answer).chain(&entry.others);
    let answers = told.map(Answer::gold).filter(|gold| gold.text != UNANSWERABLE);
    let text = |text: String| Some(text).filter(|text| !text.is_empty());
    let mut turn = Turn {
        id: format!("{}_{}", entry.conversation, entry.number),
        conversation: entry.conversation.to_string(),
        number: entry.number,
        question: entry.question,
        history: exchanges(&entry.context),
        answers: answers.collect(),
        unanswerable,
        section: text(entry.answer.section),
        topic: text(entry.answer.topic),
        ..Turn::default()
    };
    turn.evidence.extend(entry.passage.map(|passage| Evidence {
        id: passage.id,
        title: passage.title,
        section: turn.section.clone(),
        text: passage.text,
    }));
    turn.facets.insert("turn-type".to_owned(), kind.name().to_owned());
    if let Some(is_nq) = entry.is_nq {
        let origin = if is_nq { "natural-questions" } else { "annotator" };
        turn.facets.insert("origin".to_owned(), origin.to_owned());
    }
    turn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_compared_with_that_of_the_last_turn_that_had_one() {
        let mut flow = TopicFlow::default();
        let kinds = ["", "a", "a", "b", "", "b", "a", "c"].map(|topic| flow.next(topic).name());
        let expected = [
            "unanswerable",
            "first",
            "no-switch",
            "switch-to-new",
            "unanswerable",
            "no-switch",
            "switch-to-old",
            "switch-to-new",
        ];
        assert_eq!(kinds, expected);
        assert_eq!(flow.topics(), 3);
    }
}
