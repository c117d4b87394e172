//! TREC's Conversational Assistance Track, 2019 and 2020 (Dalton et al., 2020, 2021): topics of several turns; of answers there are only the ids
//! of passages (2020).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Error, Result};
use super::json_items::Items;
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::qrecc::position;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Evidence, Exchange, Turn};

const SHAPE: &str = r#"CAsT's [{"number", "turn": [{"number", "raw_utterance"}]}]"#;
const RESOLVED_SHAPE: &str = "a turn's id such as 31_2, a tab, and the resolved utterance";
const ORIGIN: &str = "the files are at github.com/daltonj/treccastweb";

#[derive(Deserialize)]
struct Topic {
    number: u32,
    #[serde(default)]
    title: String,
    turn: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    number: u32,
    raw_utterance: String,
    manual_rewritten_utterance: Option<String>,
    #[serde(alias = "canonical_result_id")]
    manual_canonical_result_id: Option<String>,
    query_turn_dependence: Option<Vec<u32>>,
    result_turn_dependence: Option<serde::de::IgnoredAny>,
}

pub(super) fn turns_2019(dir: &Path, split: &str) -> Result<Turns> {
    let layouts = match split {
        "test" => vec![
            layout(
                &["evaluation_topics_v1.0.json", "evaluation_topics_annotated_resolved_v1.0.tsv"],
                None,
            ),
            layout(&["evaluation_topics_v1.0.json"], Some("without the resolved utterances")),
        ],
        _ => vec![layout(&["train_topics_v1.0.json"], None)],
    };
    let folders = &[
        "cast/2019",
        "2019",
        "2019/data/evaluation",
        "2019/data/training",
        "treccastweb/2019/data",
    ];
    let found =
        find(dir, Wanted { set: "TREC CAsT 2019", split, folders, origin: ORIGIN }, &layouts)?;
    let Some(file) = found.files.get(1) else {
        return topics(found.files, found.part, BTreeMap::new());
    };
    let resolved = resolved(file)?;
    topics(found.files, found.part, resolved).map(each_rewritten)
}

pub(super) fn turns_2020(dir: &Path, split: &str) -> Result<Turns> {
    let layouts = match split {
        "annotated" => vec![layout(&["automatic_evaluation_topics_annotated_v1.1.json"], None)],
        _ => vec![
            layout(&["2020_manual_evaluation_topics_v1.0.json"], None),
            layout(
                &["2020_automatic_evaluation_topics_v1.0.json"],
                Some("without the utterances that people rewrote"),
            ),
        ],
    };
    let folders = &["cast/2020", "2020", "treccastweb/2020"];
    let found =
        find(dir, Wanted { set: "TREC CAsT 2020", split, folders, origin: ORIGIN }, &layouts)?;
    let rewritten = found.part.is_none();
    let turns = topics(found.files, found.part, BTreeMap::new())?;
    Ok(if rewritten { each_rewritten(turns) } else { turns })
}

/// People rewrote every turn: a file that is cut off between lines lacks some.
fn each_rewritten(turns: Turns) -> Turns {
    turns.each_with("resolved utterance", |turn| turn.rewrite.is_some())
}

fn layout(files: &'static [&'static str], part: Option<&'static str>) -> Layout<()> {
    Layout { files, part, form: () }
}

fn resolved(file: &Path) -> Result<BTreeMap<String, String>> {
    Lines::open(file)?
        .map(|line| {
            let (number, text) = line?;
            match text.split_once('\t') {
                Some((id, said)) => Ok((id.trim().to_owned(), said.trim().to_owned())),
                None => {
                    let start: String = text.chars().take(60).collect();
                    let why = format!("expected {RESOLVED_SHAPE}; found {start}");
                    Err(Error::line(file, number, why))
                }
            }
        })
        .collect()
}

fn topics(
    files: Vec<PathBuf>,
    part: Option<&'static str>,
    mut resolved: BTreeMap<String, String>,
) -> Result<Turns> {
    let rows = Items::open(&files[0], SHAPE)?.parsed::<Topic>();
    let file = files[0].clone();
    let pieces = rows.flat_map(move |row| match row {
        Ok((line, topic)) => {
            of_topic(&file, line, topic, &mut resolved).into_iter().map(Ok).collect()
        }
        Err(error) => vec![Err(error)],
    });
    Ok(Turns::new(files, part, pieces))
}

fn of_topic(
    file: &Path,
    line: usize,
    topic: Topic,
    resolved: &mut BTreeMap<String, String>,
) -> Vec<Piece<Turn>> {
    let mut history: Vec<Exchange> = Vec::new();
    let title = Some(topic.title).filter(|title| !title.is_empty());
    let mut pieces = Vec::new();
    for said in topic.turn {
        let id = format!("{}_{}", topic.number, said.number);
        let question = said.raw_utterance.trim().to_owned();
        let before = history.clone();
        history.push(Exchange { question: question.clone(), answer: String::new() });
        if question.is_empty() {
            let why = format!("the utterance of turn {id} is empty");
            pieces.push(Piece::Skipped(Skipped { file: file.to_owned(), line, why }));
            continue;
        }
        let rewrite = said.manual_rewritten_utterance.map(|text| text.trim().to_owned());
        let passage = said.manual_canonical_result_id.filter(|id| !id.is_empty());
        let depends = match (said.query_turn_dependence, said.result_turn_dependence) {
            (Some(_), Some(_)) => Some("utterance and result"),
            (Some(_), None) => Some("utterance"),
            (None, Some(_)) => Some("result"),
            (None, None) => None,
        };
        let mut turn = Turn {
            rewrite: resolved.remove(&id).or(rewrite).filter(|rewrite| !rewrite.is_empty()),
            id,
            conversation: topic.number.to_string(),
            number: said.number,
            question,
            history: before,
            topic: title.clone(),
            ..Turn::default()
        };
        turn.evidence.extend(passage.map(|id| Evidence { id: Some(id), ..Evidence::default() }));
        turn.facets.insert("position".to_owned(), position(turn.number));
        if let Some(depends) = depends {
            turn.facets.insert("depends-on".to_owned(), depends.to_owned());
        }
        pieces.push(Piece::Read(turn));
    }
    pieces
}
