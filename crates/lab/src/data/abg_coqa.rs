//! Abg-CoQA (Guo et al., AKBC 2021): questions of CoQA, said to be ambiguous or not, with questions back and what each reply to them makes right.
//!
//! The files keep two turns of the history and repeat the story with every question, so that each is a conversation of its own here.

use std::path::Path;

use serde::Deserialize;

use super::coqa::is_held_out;
use super::error::Result;
use super::json_items::Items;
use super::open::{Layout, Wanted, find};
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Clarification, Evidence, Exchange, Gold, Reading, Turn};

const SHAPE: &str = r#"Abg-CoQA's {"version", "data": [{"id", "story", "target_turn", "history_turns", "ambiguity", "clarification_turn", "source"}]}"#;

#[derive(Deserialize)]
struct Entry {
    id: String,
    story: String,
    target_turn: Said,
    history_turns: Vec<Said>,
    ambiguity: String,
    clarification_turn: Option<Back>,
    clarification_turn_2: Option<Back>,
    source: String,
}

#[derive(Deserialize)]
struct Said {
    turn_id: u32,
    question: String,
    answer: String,
    #[serde(default)]
    rationale: String,
}

/// A question back; an empty object where the question is not ambiguous.
#[derive(Deserialize)]
struct Back {
    question: Option<String>,
    #[serde(default)]
    answers: Vec<Meant>,
}

#[derive(Deserialize)]
struct Meant {
    clr_ans: String,
    org_ans: String,
    org_ans_2: Option<String>,
    org_ans_3: Option<String>,
}

impl Back {
    fn clarification(self) -> Option<Clarification> {
        let replies = self.answers.into_iter().map(|meant| {
            let answers = [Some(meant.org_ans), meant.org_ans_2, meant.org_ans_3];
            let answers = answers.into_iter().flatten().filter(|text| !text.trim().is_empty());
            Reading { reply: meant.clr_ans, answers: answers.map(Gold::text).collect() }
        });
        Some(Clarification { question: self.question?, replies: replies.collect() })
    }
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let layout = |files| Layout { files, part: None, form: () };
    let layouts = match split {
        "dev" | "held-out" => [layout(&["coqa_abg_val.json"])],
        "test" => [layout(&["coqa_abg_test.json"])],
        _ => [layout(&["coqa_abg_train.json"])],
    };
    let wanted = Wanted {
        set: "Abg-CoQA",
        split,
        folders: &["abg-coqa", "Abg-CoQA", "abg-coqa/data"],
        origin: "the files are at github.com/MeiqiGuo/AKBC2021-Abg-CoQA",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    let held_out = split == "held-out";
    let part = held_out.then_some("the texts of dev that no model here was trained on");
    let rows = Items::open(&file, SHAPE)?.parsed::<Entry>().filter(move |row| match row {
        Ok((_, entry)) => !held_out || is_held_out(&entry.story),
        Err(_) => true,
    });
    let pieces = rows.map(move |row| row.map(|(line, entry)| piece(&file, line, entry)));
    Ok(Turns::new(found.files, part, pieces))
}

fn piece(file: &Path, line: usize, entry: Entry) -> Piece<Turn> {
    let skip = |why: String| Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    if entry.target_turn.question.trim().is_empty() {
        return skip(format!("the question of {} is empty", entry.id));
    }
    let ambiguous = match entry.ambiguity.as_str() {
        "ambiguous" => true,
        "non_ambiguous" => false,
        other => {
            return skip(format!("{other:?} says nothing of whether {} is ambiguous", entry.id));
        }
    };
    let back = [entry.clarification_turn, entry.clarification_turn_2];
    let history = entry.history_turns.into_iter();
    let target = entry.target_turn;
    let span = Some(target.rationale.trim().to_owned()).filter(|span| !span.is_empty());
    let mut turn = Turn {
        conversation: entry.id.clone(),
        id: entry.id,
        number: target.turn_id,
        question: target.question,
        history: history
            .map(|said| Exchange { question: said.question, answer: said.answer })
            .collect(),
        unanswerable: target.answer.trim().eq_ignore_ascii_case("unknown"),
        answers: vec![Gold { text: target.answer, span, passage: None }],
        clarifications: back.into_iter().flatten().filter_map(Back::clarification).collect(),
        evidence: vec![Evidence { text: entry.story, ..Evidence::default() }],
        ..Turn::default()
    };
    let kind = if ambiguous { "ambiguous" } else { "plain" };
    turn.facets.insert("ambiguity".to_owned(), kind.to_owned());
    turn.facets.insert("source".to_owned(), entry.source);
    Piece::Read(turn)
}
