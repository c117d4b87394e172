//! QuAC's predictions: a line for each dialogue, with the lists `qid`, `best_span_str`, `yesno`
//! and `followup`. Other shapes give answers only.

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::Result;
use crate::forms::{Mapping, Predictions};
use crate::source::{Entry, Source, Text};
use crate::turn_key::Keyed;

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    qid: Vec<Text<'a>>,
    #[serde(borrow)]
    best_span_str: Vec<Text<'a>>,
    #[serde(borrow)]
    yesno: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    followup: Option<Vec<Text<'a>>>,
}

/// What a run says to one question.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub answer: &'a str,
    pub yesno: Option<&'a str>,
    pub followup: Option<&'a str>,
}

pub(super) struct Owned<'a> {
    answer: Text<'a>,
    yesno: Option<Text<'a>>,
    followup: Option<Text<'a>>,
}

pub(super) enum Run<'a> {
    /// The scorer's own shape.
    Dialogues(Keyed<Owned<'a>>),
    Answers(Predictions),
}

const FIELDS: [&str; 4] = ["best_span_str", "prediction", "answer", "text"];

impl<'a> Run<'a> {
    /// Reads a run; `places` has the dialogue of every question of the truth.
    pub fn read(
        source: &'a Source,
        mapping: &Mapping,
        places: &FxHashMap<&str, usize>,
    ) -> Result<Run<'a>> {
        let entries = source.entries()?;
        let Some(first) = entries.first() else {
            return Err(source.fail("there is no prediction in it"));
        };
        let by_dialogue = first
            .parse::<Map<String, Value>>()
            .is_ok_and(|object| object.get("qid").is_some_and(Value::is_array));
        if !by_dialogue {
            return Predictions::of(source, mapping, &FIELDS).map(Run::Answers);
        }
        let mut given = Keyed::default();
        let mut has = None;
        for entry in &entries {
            let line: Line<'a> = entry.parse()?;
            let lists = (line.yesno.is_some(), line.followup.is_some());
            if *has.get_or_insert(lists) != lists {
                return Err(entry.fail(
                    "this line and the first differ in whether they have yesno and followup; \
                     give them in every line or in none",
                ));
            }
            add(line, entry, places, &mut given)?;
        }
        Ok(Run::Dialogues(given))
    }

    pub fn len(&self) -> usize {
        match self {
            Run::Dialogues(given) => given.items.len(),
            Run::Answers(predictions) => predictions.texts.items.len(),
        }
    }

    pub fn ids(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Run::Dialogues(given) => Box::new(given.items.iter().map(|(id, _)| id.as_str())),
            Run::Answers(given) => Box::new(given.texts.items.iter().map(|(id, _)| id.as_str())),
        }
    }

    pub fn get(&self, id: &str) -> Option<Given<'_>> {
        match self {
            Run::Dialogues(given) => given.get(id).map(|owned| Given {
                answer: &owned.answer,
                yesno: owned.yesno.as_deref(),
                followup: owned.followup.as_deref(),
            }),
            Run::Answers(predictions) => {
                predictions.get(id).map(|answer| Given { answer, yesno: None, followup: None })
            }
        }
    }
}

fn add<'a>(
    line: Line<'a>,
    entry: &Entry<'a>,
    places: &FxHashMap<&str, usize>,
    given: &mut Keyed<Owned<'a>>,
) -> Result<()> {
    let count = line.qid.len();
    for (name, length) in [
        ("best_span_str", Some(line.best_span_str.len())),
        ("yesno", line.yesno.as_ref().map(Vec::len)),
        ("followup", line.followup.as_ref().map(Vec::len)),
    ] {
        if let Some(length) = length.filter(|&length| length != count) {
            return Err(entry.fail(format!(
                "qid has {count} questions, {name} {length} values; give one for each question"
            )));
        }
    }
    let mut dialogue: Option<(usize, &str)> = None;
    for id in &line.qid {
        let Some(&place) = places.get(&**id) else { continue };
        match dialogue {
            Some((first_place, first)) if first_place != place => {
                return Err(entry.fail(format!(
                    "question {} is of another dialogue than {first}; QuAC's scorer does not find \
                     it here: give each dialogue a line of its own",
                    &**id
                )));
            }
            _ => dialogue = Some((place, id)),
        }
    }
    let mut yesno = line.yesno.map(Vec::into_iter);
    let mut followup = line.followup.map(Vec::into_iter);
    for (id, answer) in line.qid.iter().zip(line.best_span_str) {
        let owned = Owned {
            answer,
            yesno: yesno.as_mut().and_then(Iterator::next),
            followup: followup.as_mut().and_then(Iterator::next),
        };
        given.add(id.to_string(), owned, entry)?;
    }
    Ok(())
}
