//! PragmatiCQA (Qi et al., ACL Findings 2023).

use std::path::Path;

use serde::Deserialize;

use super::error::Result;
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::share::share;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Exchange, Gold, Turn};

const SHAPE: &str = r#"PragmatiCQA's lines of {"topic", "genre", "community", "qas": [{"q", "a", "a_meta": {"literal_obj", "pragmatic_obj"}}]}"#;

/// Topics of val below this share are those that no model here was trained on.
const HELD_OUT: f64 = 0.35;

/// The turns of each split as they were released.
const RELEASED: [(&str, usize); 3] = [("train", 3_722), ("dev", 1_526), ("held-out", 693)];

/// What a span says where the page could not be opened by the teacher.
const NOT_FETCHED: &str = "Cannot GET";

#[derive(Deserialize)]
struct Conversation {
    topic: String,
    genre: String,
    community: String,
    qas: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    q: String,
    a: String,
    a_meta: Spans,
}

#[derive(Deserialize)]
struct Spans {
    literal_obj: Vec<Span>,
    #[serde(default)]
    pragmatic_obj: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    text: String,
    #[serde(rename = "startKey", alias = "startId")]
    start: Option<Start>,
}

/// The element a span begins in, or the number zero where the teacher chose one of three words in place of a span.
#[derive(Deserialize)]
#[serde(untagged)]
enum Start {
    Element(String),
    Choice(serde::de::IgnoredAny),
}

impl Span {
    fn gold(self) -> Gold {
        let passage = match self.start {
            Some(Start::Element(key)) => Some(key).filter(|key| !key.is_empty()),
            Some(Start::Choice(_)) | None => None,
        };
        Gold { span: passage.is_some().then(|| self.text.clone()), text: self.text, passage }
    }
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let layout = |files| Layout { files, part: None, form: () };
    let layouts = match split {
        "dev" | "held-out" => vec![layout(&["val.jsonl"]), layout(&["dev.jsonl"])],
        "test" => vec![layout(&["test.jsonl"])],
        _ => vec![layout(&["train.jsonl"])],
    };
    let wanted = Wanted {
        set: "PragmatiCQA",
        split,
        folders: &["pragmaticqa", "PragmatiCQA", "PragmatiCQA/data"],
        origin: "the files are at github.com/qipeng/PragmatiCQA",
    };
    let found = find(dir, wanted, &layouts)?;
    let held_out = split == "held-out";
    let part = held_out.then_some("the topics of val that no model here was trained on");
    let file = found.files[0].clone();
    let rows = Lines::open(&file)?.parsed::<Conversation>(SHAPE);
    let pieces = rows
        .enumerate()
        .filter(move |(_, row)| match row {
            Ok((_, talk)) => !held_out || share(&talk.topic, "pragmaticqa") < HELD_OUT,
            Err(_) => true,
        })
        .flat_map(move |(place, row)| match row {
            Ok((line, talk)) => pieces(&file, line, place + 1, talk).into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        });
    let released = RELEASED.iter().find(|(name, _)| *name == split).map(|(_, turns)| *turns);
    Ok(Turns::new(found.files, part, pieces).of(released))
}

fn pieces(file: &Path, line: usize, conversation: usize, talk: Conversation) -> Vec<Piece<Turn>> {
    let skip = |why: String| Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    if talk.qas.is_empty() {
        return vec![skip(format!("conversation {conversation} has no turns"))];
    }
    let mut history: Vec<Exchange> = Vec::new();
    let mut pieces = Vec::new();
    for (place, pair) in talk.qas.into_iter().enumerate() {
        let number = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let id = format!("{conversation}_{number}");
        let said = Exchange { question: pair.q.clone(), answer: pair.a.clone() };
        if pair.q.trim().is_empty() {
            pieces.push(skip(format!("the question of turn {id} is empty")));
            history.push(said);
            continue;
        }
        let spans = |spans: Vec<Span>| spans.into_iter().map(Span::gold).collect::<Vec<Gold>>();
        let literal = spans(pair.a_meta.literal_obj);
        let kind = literal_kind(&literal);
        let mut turn = Turn {
            id,
            conversation: conversation.to_string(),
            number,
            question: pair.q,
            history: history.clone(),
            answers: vec![Gold::text(pair.a)],
            unanswerable: kind == "i-don't-know",
            literal,
            pragmatic: spans(pair.a_meta.pragmatic_obj),
            topic: Some(talk.topic.clone()),
            ..Turn::default()
        };
        let mut facet =
            |name: &str, value: &str| turn.facets.insert(name.to_owned(), value.to_owned());
        facet("genre", &talk.genre);
        facet("community", &talk.community);
        facet("literal", kind);
        turn.facets.insert("question-type".to_owned(), question_type(&turn.question).0);
        pieces.push(Piece::Read(turn));
        history.push(said);
    }
    pieces
}

/// Whether the literal answer is one of the three words the teacher could choose instead of a span (section 3.2).
fn literal_kind(literal: &[Gold]) -> &'static str {
    let said: Vec<&str> = literal.iter().map(|gold| gold.text.trim()).collect();
    match said.as_slice() {
        ["Yes"] => "yes",
        ["No"] => "no",
        ["I don't know"] => "i-don't-know",
        all if all.iter().any(|text| text.contains(NOT_FETCHED)) => "page-not-fetched",
        _ => "span",
    }
}

const QUESTION_WORDS: [&str; 9] =
    ["what", "when", "where", "who", "whom", "which", "whose", "why", "how"];
const AUXILIARIES: [&str; 7] = ["is", "are", "was", "were", "did", "do", "does"];

/// The question's type as appendix D tells it, and the words from there on, three at most: the first question word, or where there is none the
/// first auxiliary, or `other`.
pub fn question_type(question: &str) -> (String, Vec<String>) {
    let plain =
        |word: &str| word.to_lowercase().trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> =
        question.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect();
    let first = |kinds: &[&str]| {
        words.iter().position(|word| {
            let start = word.split(['\'', '’']).next().unwrap_or(word);
            kinds.contains(&start)
        })
    };
    match first(&QUESTION_WORDS).or_else(|| first(&AUXILIARIES)) {
        Some(place) => {
            let found = words[place].split(['\'', '’']).next().unwrap_or_default().to_owned();
            (found, words[place..].iter().take(3).cloned().collect())
        }
        None => ("other".to_owned(), Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_word_comes_before_an_auxiliary() {
        assert_eq!(question_type("Is that so, and what did he do?").1, ["what", "did", "he"]);
        assert_eq!(question_type("Does it rain?").0, "does");
        assert_eq!(question_type("Who's there?").0, "who");
        assert_eq!(question_type("Tell me more.").0, "other");
    }
}
