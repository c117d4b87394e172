//! SQuAD 2.0 (Rajpurkar et al., ACL 2018): questions on Wikipedia paragraphs, half of dev's without an answer. Each question is a conversation
//! of one turn with its paragraph.

use std::path::Path;

use serde::Deserialize;

use super::error::{Error, Result};
use super::json_items::Items;
use super::open::{Layout, Wanted, find};
use super::share::share;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Evidence, Gold, Turn};

const SHAPE: &str = r#"SQuAD 2.0's {"version": "v2.0", "data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question", "answers", "is_impossible"}]}]}]}"#;
const VERSION: &str = "v2.0";

/// Articles of dev below this share are those that no model here was trained on.
const HELD_OUT: f64 = 0.4;

#[derive(Deserialize)]
struct Article {
    title: String,
    paragraphs: Vec<Paragraph>,
}

#[derive(Deserialize)]
struct Paragraph {
    context: String,
    qas: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    question: String,
    answers: Vec<Span>,
    is_impossible: Option<bool>,
}

#[derive(Deserialize)]
pub(super) struct Span {
    pub text: String,
    answer_start: i64,
}

impl Span {
    /// Whether the text stands where it is said to; offsets are in characters.
    pub fn stands_in(&self, context: &str) -> bool {
        let Ok(start) = usize::try_from(self.answer_start) else { return false };
        let from = context.char_indices().map(|(at, _)| at).nth(start);
        from.is_some_and(|at| context[at..].starts_with(&self.text))
    }

    /// The answer, its own evidence.
    pub fn gold(self) -> Gold {
        Gold { span: Some(self.text.clone()), text: self.text, passage: None }
    }
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let layout = |files, part| Layout { files, part, form: () };
    let layouts = match split {
        "dev" => vec![
            layout(&["dev-v2.0.json"], None),
            layout(&["dev-half-v2.0.json"], Some("half of dev")),
        ],
        "held-out" => {
            let part = Some("the articles of dev that no model here was trained on");
            vec![layout(&["dev-v2.0.json"], part), layout(&["dev-half-v2.0.json"], part)]
        }
        _ => vec![layout(&["train-v2.0.json"], None)],
    };
    let wanted = Wanted {
        set: "SQuAD 2.0",
        split,
        folders: &["squad", "SQuAD", "squad2"],
        origin: "the files are at rajpurkar.github.io/SQuAD-explorer",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    let items = Items::open(&file, SHAPE)?;
    if let Some(version) = items.version().filter(|version| *version != VERSION) {
        return Err(Error::file(&file, format!("this is version {version:?} of SQuAD, not 2.0")));
    }
    let held_out = split == "held-out";
    let pieces = items.parsed::<Article>().flat_map(move |row| match row {
        Ok((_, article)) if held_out && !is_held_out(&article) => Vec::new(),
        Ok((line, article)) => of_article(&file, line, article),
        Err(error) => vec![Err(error)],
    });
    Ok(Turns::new(found.files, found.part, pieces))
}

fn is_held_out(article: &Article) -> bool {
    share(&article.title.replace('_', " "), "squad2") < HELD_OUT
}

fn of_article(file: &Path, line: usize, article: Article) -> Vec<Result<Piece<Turn>>> {
    let mut pieces = Vec::new();
    for paragraph in article.paragraphs {
        let evidence = Evidence {
            title: article.title.replace('_', " "),
            text: paragraph.context,
            ..Evidence::default()
        };
        for asked in paragraph.qas {
            pieces.push(turn(file, line, &evidence, asked));
        }
    }
    pieces
}

fn turn(file: &Path, line: usize, evidence: &Evidence, asked: Question) -> Result<Piece<Turn>> {
    let skip = |why: String| Ok(Piece::Skipped(Skipped { file: file.to_owned(), line, why }));
    let Question { id, question, answers, is_impossible } = asked;
    let Some(unanswerable) = is_impossible else {
        let why = format!("question {id} has no \"is_impossible\": this is SQuAD 1, not {SHAPE}");
        return Err(Error::line(file, line, why));
    };
    if question.trim().is_empty() {
        return skip(format!("question {id} is empty"));
    }
    if let Some(wrong) = answers.iter().find(|answer| !answer.stands_in(&evidence.text)) {
        return skip(format!(
            "the answer {:?} of question {id} is not at character {} of its paragraph",
            wrong.text, wrong.answer_start
        ));
    }
    if answers.is_empty() && !unanswerable {
        return skip(format!("question {id} is said to have an answer, and none is given"));
    }
    Ok(Piece::Read(Turn {
        conversation: id.clone(),
        id,
        number: 1,
        question,
        answers: answers.into_iter().map(Span::gold).collect(),
        unanswerable,
        topic: Some(evidence.title.clone()),
        evidence: vec![evidence.clone()],
        ..Turn::default()
    }))
}
