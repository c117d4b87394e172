//! QuAC (Choi et al., EMNLP 2018): a student asks about a section of Wikipedia without seeing it, a teacher answers with its words.
//!
//! The split `sample` is a file of passages, each with three questions and the answers of several teachers run together, which are parted again
//! with the help of the passage.

use std::path::Path;

use serde::Deserialize;

use super::error::Result;
use super::json_items::Items;
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::qrecc::position;
use super::squad::Span;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Evidence, Exchange, Gold, Turn};

const SHAPE: &str = r#"QuAC's {"data": [{"title", "section_title", "paragraphs": [{"id", "context", "qas": [{"id", "question", "answers", "orig_answer", "yesno", "followup"}]}]}]}"#;
const SAMPLE_SHAPE: &str = r#"lines of {"passage", "question", "answer"}"#;

/// What the data say where the section has no answer.
const UNANSWERABLE: &str = "CANNOTANSWER";

#[derive(Clone, Copy, Debug)]
enum Form {
    Official,
    Sample,
}

#[derive(Deserialize)]
struct Article {
    title: String,
    section_title: String,
    paragraphs: Vec<Section>,
}

#[derive(Deserialize)]
struct Section {
    id: String,
    context: String,
    qas: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    id: String,
    question: String,
    answers: Vec<Span>,
    orig_answer: Span,
    #[serde(default)]
    yesno: String,
    #[serde(default)]
    followup: String,
}

#[derive(Deserialize)]
struct Sampled {
    passage: String,
    question: String,
    answer: String,
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let official = |files| Layout { files, part: None, form: Form::Official };
    let layouts = match split {
        "dev" => vec![official(&["val_v0.2.json"])],
        "sample" => vec![Layout {
            files: &["quac-1000.jsonl"],
            part: Some(
                "1,000 passages with three questions each, without titles, ids and answers in the history",
            ),
            form: Form::Sample,
        }],
        _ => vec![official(&["train_v0.2.json"])],
    };
    let wanted = Wanted {
        set: "QuAC",
        split,
        folders: &["quac", "QuAC"],
        origin: "the files are at quac.ai",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    if let Form::Sample = found.form {
        let rows = Lines::open(&file)?.parsed::<Sampled>(SAMPLE_SHAPE);
        let pieces = rows.enumerate().flat_map(move |(place, row)| match row {
            Ok((line, row)) => sampled(&file, line, place + 1, &row).into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        });
        return Ok(Turns::new(found.files, found.part, pieces));
    }
    let rows = Items::open(&file, SHAPE)?.parsed::<Article>();
    let pieces = rows.flat_map(move |row| match row {
        Ok((line, article)) => of_article(&file, line, article).into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    });
    Ok(Turns::new(found.files, found.part, pieces))
}

fn of_article(file: &Path, line: usize, article: Article) -> Vec<Piece<Turn>> {
    let mut pieces = Vec::new();
    for section in article.paragraphs {
        let text = section.context.trim_end().trim_end_matches(UNANSWERABLE).trim_end().to_owned();
        let evidence = Evidence {
            title: article.title.clone(),
            section: Some(article.section_title.clone()),
            text,
            ..Evidence::default()
        };
        let mut history: Vec<Exchange> = Vec::new();
        for (place, asked) in section.qas.into_iter().enumerate() {
            let before = history.clone();
            let exchange = Exchange {
                question: asked.question.clone(),
                answer: asked.orig_answer.text.clone(),
            };
            history.push(exchange);
            let wrong = asked.answers.iter().find(|answer| !answer.stands_in(&section.context));
            let why = match wrong {
                _ if asked.question.trim().is_empty() => {
                    Some(format!("the question of turn {} is empty", asked.id))
                }
                Some(wrong) => Some(format!(
                    "the answer {:?} of turn {} is not where it is said to be in its section",
                    wrong.text, asked.id
                )),
                None => None,
            };
            if let Some(why) = why {
                pieces.push(Piece::Skipped(Skipped { file: file.to_owned(), line, why }));
                continue;
            }
            let unanswerable = asked.orig_answer.text == UNANSWERABLE;
            let answers = asked.answers.into_iter().filter(|answer| answer.text != UNANSWERABLE);
            let mut turn = Turn {
                id: asked.id,
                conversation: section.id.clone(),
                number: u32::try_from(place + 1).unwrap_or(u32::MAX),
                question: asked.question,
                history: before,
                answers: answers.map(Span::gold).collect(),
                unanswerable,
                evidence: vec![evidence.clone()],
                topic: Some(article.title.clone()),
                section: Some(article.section_title.clone()),
                ..Turn::default()
            };
            let mut facet = |name: &str, value: &str| {
                turn.facets.insert(name.to_owned(), value.to_owned());
            };
            facet("position", &position(turn.number));
            match asked.yesno.as_str() {
                "y" => facet("yes-no", "yes"),
                "n" => facet("yes-no", "no"),
                _ => facet("yes-no", "neither"),
            }
            match asked.followup.as_str() {
                "y" => facet("follow-up", "should"),
                "m" => facet("follow-up", "could"),
                _ => facet("follow-up", "should-not"),
            }
            pieces.push(Piece::Read(turn));
        }
    }
    pieces
}

fn sampled(file: &Path, line: usize, number: usize, row: &Sampled) -> Vec<Piece<Turn>> {
    let questions = numbered(&row.question, "question", ":");
    let answers = numbered(&row.answer, "possible answers for question", ":");
    let skip = |why: String| Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    if questions.len() != answers.len() || questions.is_empty() {
        let why = format!(
            "{} questions and answers to {}: expected {SAMPLE_SHAPE} with as many of both",
            questions.len(),
            answers.len()
        );
        return vec![skip(why)];
    }
    let mut history: Vec<Exchange> = Vec::new();
    let mut pieces = Vec::new();
    for (place, (question, said)) in questions.iter().zip(answers).enumerate() {
        let id = format!("sample_{number}_{}", place + 1);
        let before = history.clone();
        history.push(Exchange { question: (*question).to_owned(), answer: String::new() });
        let Some(parts) = parted(said, &row.passage) else {
            pieces.push(skip(format!("the answers of {id} are not all in the passage: {said:?}")));
            continue;
        };
        let all = parts.len();
        let given: Vec<Gold> = parts
            .into_iter()
            .filter(|part| *part != UNANSWERABLE)
            .map(|part| Gold { span: Some(part.to_owned()), ..Gold::text(part) })
            .collect();
        let mut turn = Turn {
            id,
            conversation: format!("sample_{number}"),
            number: u32::try_from(place + 1).unwrap_or(u32::MAX),
            question: (*question).to_owned(),
            history: before,
            unanswerable: given.len() * 2 < all,
            answers: given,
            evidence: vec![Evidence { text: row.passage.clone(), ..Evidence::default() }],
            ..Turn::default()
        };
        turn.facets.insert("position".to_owned(), position(turn.number));
        pieces.push(Piece::Read(turn));
    }
    pieces
}

/// The texts behind `NAME1:`, `NAME2:` and so on, each of which begins a line.
fn numbered<'a>(text: &'a str, name: &str, end: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start().strip_prefix(&format!("{name}1{end}"));
    for number in 2.. {
        let Some(from) = rest else { break };
        match from.split_once(&format!("\n{name}{number}{end}")) {
            Some((this, others)) => {
                found.push(this.trim());
                rest = Some(others);
            }
            None => {
                found.push(from.trim());
                rest = None;
            }
        }
    }
    found
}

/// Answers that were joined with spaces, each as long as the passage allows; none where one of them is not in it. Where a passage has a part, it
/// has all parts of that, so that taking the longest never keeps the rest from being parted.
fn parted<'a>(said: &'a str, passage: &str) -> Option<Vec<&'a str>> {
    let mut parts = Vec::new();
    let mut rest = said.trim();
    while !rest.is_empty() {
        let spaces = rest.match_indices(' ').map(|(at, _)| at).chain([rest.len()]);
        let ends: Vec<usize> = spaces.collect();
        let first = &rest[..ends[0]];
        let end = if first == UNANSWERABLE {
            ends[0]
        } else {
            let fitting = ends.partition_point(|&end| passage.contains(rest[..end].trim_end()));
            ends[fitting.checked_sub(1)?]
        };
        parts.push(rest[..end].trim_end());
        rest = rest[end..].trim_start();
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_were_run_together_are_parted_by_their_passage() {
        let passage = "In June, she sailed to Malta, and in July to Crete.";
        let parts = parted("to Malta, In June, she sailed to Malta, CANNOTANSWER Crete.", passage);
        let expected = ["to Malta,", "In June, she sailed to Malta,", "CANNOTANSWER", "Crete."];
        assert_eq!(parts.as_deref(), Some(&expected[..]));
        assert_eq!(parted("to Rome", passage), None);
    }

    #[test]
    fn numbered_texts_end_where_the_next_begins() {
        assert_eq!(numbered("q1: a\nb\nq2: c", "q", ":"), ["a\nb", "c"]);
        assert!(numbered("a", "q", ":").is_empty());
    }
}
