//! Finished turns scored as their data set's makers score them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use grice_metrics::answer::Policy;
use grice_metrics::forms::{pragmaticqa, scai, topiocqa};
use grice_metrics::report::Report;
use serde_json::{Map, Value as Json, json};

use super::error::{Error, Result};
use super::line::{Done, UNANSWERABLE};
use super::results::{Line, Metrics, Part, Task, Value};
use crate::data::DataSet;

/// The folder in which truth and run stand while they are scored.
const SCORING: &str = ".scoring";
/// Facets with more values are broken down in reports alone.
const MOST_VALUES: usize = 24;
/// Where a page is looked for among those that were found, as docs/reproduce/conversation.md has it.
const PAGES: [usize; 3] = [1, 5, 20];

/// How a data set's answers are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the SCAI evaluator does.
    Scai,
    /// As TopiOCQA's scripts do.
    TopiOcqa,
    /// As PragmatiCQA's paper does.
    PragmatiCqa,
    /// EM and F1 against the best reference, as SQuAD, CoQA and QuAC have it.
    Best,
}

impl Form {
    /// The form of a data set.
    pub fn of(data: DataSet, task: Task) -> Form {
        match data {
            _ if task == Task::Rewrite => Form::Scai,
            DataSet::TopiOcqa => Form::TopiOcqa,
            DataSet::PragmatiCqa => Form::PragmatiCqa,
            DataSet::Qrecc | DataSet::Scai | DataSet::Canard => Form::Scai,
            DataSet::Cast2019 | DataSet::Cast2020 => Form::Scai,
            _ => Form::Best,
        }
    }

    /// The measure that tables are ordered by.
    pub fn main(self, task: Task) -> &'static str {
        match self {
            _ if task == Task::Rewrite => "QR",
            Form::PragmatiCqa => "F1_lit",
            _ => "F1",
        }
    }
}

/// A run in the form of the SCAI evaluator.
pub fn scai_run(turns: &[Done]) -> Result<Vec<u8>, serde_json::Error> {
    let entry = |done: &Done| {
        let line = &done.line;
        let (conversation, number) = key(line);
        let mut entry = Map::new();
        entry.insert("Conversation_no".to_owned(), name(conversation));
        entry.insert("Turn_no".to_owned(), json!(number));
        if let Some(rewrite) = &line.rewrite {
            entry.insert("Model_rewrite".to_owned(), json!(rewrite));
        }
        if !done.ranked.is_empty() {
            let passages: Map<String, Json> =
                done.ranked.iter().map(|(id, score)| (id.clone(), json!(score))).collect();
            entry.insert("Model_passages".to_owned(), Json::Object(passages));
        }
        if let Some(answer) = &line.answer {
            entry.insert("Model_answer".to_owned(), json!(answer));
        }
        Json::Object(entry)
    };
    let mut bytes = serde_json::to_vec(&turns.iter().map(entry).collect::<Vec<_>>())?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The conversation and the number that name a turn in scorers' files; the first turn of a conversation is 1.
fn key(line: &Line) -> (&str, usize) {
    let parts = line.id.rsplit_once('_').filter(|(_, number)| number.parse() == Ok(line.number));
    (parts.map_or(line.id.as_str(), |(conversation, _)| conversation), line.number)
}

fn name(conversation: &str) -> Json {
    // A number is written as one, as the official files do.
    match conversation.parse::<i64>() {
        Ok(number) if number.to_string() == conversation => json!(number),
        _ => json!(conversation),
    }
}

/// Scores the turns: each line gets its scores, and the whole its measures.
pub fn score(folder: &Path, form: Form, task: Task, turns: &mut [Done]) -> Result<Metrics> {
    let place = folder.join(SCORING);
    let scored = scored(&place, form, turns);
    fs::remove_dir_all(&place).ok();
    let report = scored?;
    let mut metrics = Metrics { main: form.main(task).to_owned(), ..Metrics::default() };
    let places: BTreeMap<String, usize> =
        turns.iter().enumerate().map(|(place, done)| (scorers_id(&done.line), place)).collect();
    let mut measures: BTreeMap<String, (Option<f64>, Vec<Option<f64>>)> = BTreeMap::new();
    for measure in &report.measures {
        let mut scores = vec![None; turns.len()];
        for (turn, score) in report.turns.iter().zip(&measure.scores) {
            if let Some(&place) = places.get(&turn.id) {
                scores[place] = *score;
            }
        }
        measures.insert(measure.name.clone(), (measure.value, scores));
    }
    let pages = if form == Form::TopiOcqa { pages(turns) } else { Vec::new() };
    for (name, scores) in pages {
        measures
            .insert(name, (grice_metrics::report::mean(scores.iter().flatten().copied()), scores));
    }
    let human: BTreeMap<String, Option<f64>> = ["EM", "F1"]
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), measures.remove(&format!("human {name}"))?.0)))
        .collect();
    for (name, (value, scores)) in measures {
        let Some(value) = value else { continue };
        let by = by_facet(turns, &scores);
        let human = human.get(&name).copied().flatten();
        let n = scores.iter().flatten().count();
        for (done, score) in turns.iter_mut().zip(scores) {
            if let Some(score) = score {
                done.line.scores.insert(name.clone(), score);
            }
        }
        metrics.measures.insert(name, Value { value, n, human, by });
    }
    metrics.failed = turns.iter().filter(|done| done.line.error.is_some()).count();
    metrics.notes = report.notes;
    // Passages are compared by their ids here.
    metrics.notes.retain(|note| !note.starts_with("Hits@k"));
    metrics.notes.extend(
        report.zeros.iter().map(|zero| format!("{} turns count with 0: {}.", zero.turns, zero.why)),
    );
    Ok(metrics)
}

fn scorers_id(line: &Line) -> String {
    let (conversation, number) = key(line);
    format!("{conversation}_{number}")
}

fn scored(place: &Path, form: Form, turns: &[Done]) -> Result<Report> {
    let folder = place.parent().unwrap_or(place);
    let failed = |why: String| Error::Score { folder: folder.to_owned(), why };
    fs::create_dir_all(place).map_err(|reason| Error::write(place, reason))?;
    let (truth, run) = (place.join("truth.json"), place.join("run.json"));
    let (truths, runs) = match form {
        Form::Scai => (scai_truth(turns), scai_run(turns)),
        Form::TopiOcqa | Form::Best => (topiocqa_truth(turns), topiocqa_run(turns)),
        Form::PragmatiCqa => (spans(turns, true), spans(turns, false)),
    };
    for (path, bytes) in [(&truth, truths), (&run, runs)] {
        let bytes = bytes.map_err(|e| failed(e.to_string()))?;
        fs::write(path, bytes).map_err(|reason| Error::write(path, reason))?;
    }
    let scored = match form {
        Form::Scai => scai::score(&truth, &run, &scai::Options::default()),
        Form::TopiOcqa => {
            let options = topiocqa::Options { human: true, ..topiocqa::Options::default() };
            topiocqa::score(&truth, &run, &options)
        }
        Form::Best => {
            let options =
                topiocqa::Options { policy: Policy::Best, ..topiocqa::Options::default() };
            topiocqa::score(&truth, &run, &options)
        }
        Form::PragmatiCqa => pragmaticqa::score(&truth, &run, &pragmaticqa::Options::default()),
    };
    scored.map_err(|e| failed(e.to_string()))
}

type Written = Result<Vec<u8>, serde_json::Error>;

/// What is right of a run, in the form of the SCAI evaluator.
pub fn scai_truth(turns: &[Done]) -> Result<Vec<u8>, serde_json::Error> {
    let entry = |done: &Done| {
        let (line, (conversation, number)) = (&done.line, key(&done.line));
        let passages: Vec<&str> = line.gold.passages.iter().map(|p| p.id.as_str()).collect();
        json!({
            "Conversation_no": name(conversation),
            "Turn_no": number,
            "Truth_rewrite": line.gold.rewrite.as_deref().unwrap_or_default(),
            "Truth_passages": passages,
            "Truth_answer": line.gold.answers.first().map(String::as_str).unwrap_or_default(),
        })
    };
    serde_json::to_vec(&turns.iter().map(entry).collect::<Vec<_>>())
}

fn topiocqa_truth(turns: &[Done]) -> Written {
    let entry = |done: &Done| {
        let (line, (conversation, number)) = (&done.line, key(&done.line));
        let mut answers = line.gold.answers.clone();
        if answers.is_empty()
            || line.gold.unanswerable && !answers.iter().any(|a| a == UNANSWERABLE)
        {
            answers.insert(0, UNANSWERABLE.to_owned());
        }
        let mut entry = json!({
            "Conversation_no": conversation,
            "Turn_no": number,
            "Question": line.question,
            "Answer": answers[0],
            "Additional_answers": answers[1..].iter().map(|a| json!({ "Answer": a })).collect::<Vec<_>>(),
        });
        if let Some(gold) = line.gold.passages.first() {
            // Its id is all that is compared.
            entry["Gold_passage"] = json!({ "title": "", "text": gold.id });
        }
        entry
    };
    serde_json::to_vec(&turns.iter().map(entry).collect::<Vec<_>>())
}

fn topiocqa_run(turns: &[Done]) -> Written {
    let ranked = turns.iter().any(|done| !done.ranked.is_empty());
    let entry = |done: &Done| {
        let (line, (conversation, number)) = (&done.line, key(&done.line));
        let answer = line.answer.as_deref().unwrap_or_default();
        let answer = if answer.is_empty() && line.refused { UNANSWERABLE } else { answer };
        let mut entry =
            json!({ "Conversation_no": conversation, "Turn_no": number, "Model_answer": answer });
        if ranked {
            let passages = done.ranked.iter().map(|(id, _)| json!({ "title": "", "text": id }));
            entry["ctxs"] = Json::Array(passages.collect());
        }
        entry
    };
    serde_json::to_vec(&turns.iter().map(entry).collect::<Vec<_>>())
}

fn spans(turns: &[Done], truth: bool) -> Written {
    let ranked = turns.iter().any(|done| !done.ranked.is_empty());
    let mut bytes = Vec::new();
    for done in turns {
        let (line, (conversation, number)) = (&done.line, key(&done.line));
        let (literal, pragmatic) = match truth {
            true => (&line.gold.literal, &line.gold.pragmatic),
            false => (&line.literal, &line.pragmatic),
        };
        let texts = |spans: &[super::results::Span]| {
            spans.iter().map(|span| span.text.clone()).collect::<Vec<String>>()
        };
        let passages: Vec<&str> = match truth {
            true => line.gold.passages.iter().map(|p| p.id.as_str()).collect(),
            false => done.ranked.iter().map(|(id, _)| id.as_str()).collect(),
        };
        let mut entry = json!({
            "Conversation_no": conversation,
            "Turn_no": number,
            "question": line.question,
            "literal": texts(literal),
            "pragmatic": texts(pragmatic),
        });
        // A system that ranks nothing has no rank at all, and not a bad one.
        if truth || ranked {
            entry["passages"] = json!(passages);
        }
        serde_json::to_writer(&mut bytes, &entry)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Whether the topic's page is among the first pages that were found.
fn pages(turns: &[Done]) -> Vec<(String, Vec<Option<f64>>)> {
    let plain = |title: &str| title.replace('_', " ").to_lowercase();
    let ranks: Vec<Option<Option<usize>>> = turns
        .iter()
        .map(|done| {
            let topic = done.line.facets.get("topic").filter(|_| !done.line.gold.unanswerable)?;
            Some(done.pages.iter().position(|title| plain(title) == plain(topic)))
        })
        .collect();
    let found = turns.iter().any(|done| !done.pages.is_empty());
    if !found || ranks.iter().all(Option::is_none) {
        return Vec::new();
    }
    let within = |rank: &Option<Option<usize>>, k: usize| {
        rank.map(|rank| f64::from(u8::from(rank.is_some_and(|rank| rank < k))))
    };
    PAGES
        .map(|k| (format!("page@{k}"), ranks.iter().map(|rank| within(rank, k)).collect()))
        .to_vec()
}

fn by_facet(turns: &[Done], scores: &[Option<f64>]) -> BTreeMap<String, BTreeMap<String, Part>> {
    let names: BTreeSet<&String> = turns.iter().flat_map(|done| done.line.facets.keys()).collect();
    let mut by = BTreeMap::new();
    for name in names {
        let mut sums: BTreeMap<String, (f64, usize)> = BTreeMap::new();
        for (done, score) in turns.iter().zip(scores) {
            if let (Some(value), Some(score)) = (done.line.facets.get(name), score) {
                let sum = sums.entry(value.clone()).or_default();
                *sum = (sum.0 + score, sum.1 + 1);
            }
        }
        if (2..=MOST_VALUES).contains(&sums.len()) {
            let part = |(value, (sum, n)): (String, (f64, usize))| {
                (value, Part { value: sum / n as f64, n })
            };
            by.insert(name.clone(), sums.into_iter().map(part).collect());
        }
    }
    by
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::results::{Gold, Passage, Span};

    fn line(id: &str, number: usize, gold: Gold) -> Line {
        Line { id: id.to_owned(), number, question: "Who?".to_owned(), gold, ..Line::default() }
    }

    fn answers(texts: &[&str]) -> Gold {
        Gold { answers: texts.iter().map(|text| (*text).to_owned()).collect(), ..Gold::default() }
    }

    #[test]
    fn topiocqas_turns_get_their_scores_and_the_gold_passages_rank() {
        let folder = tempfile::tempdir().unwrap();
        let passage = Passage { id: "io#3".to_owned(), ..Passage::default() };
        let gold = Gold { passages: vec![passage], ..answers(&["Galileo Galilei"]) };
        let mut turns = vec![
            Done {
                line: Line { answer: Some("Galileo".to_owned()), ..line("7_1", 1, gold) },
                ranked: vec![("io#1".to_owned(), 2.0), ("io#3".to_owned(), 1.0)],
                ..Done::default()
            },
            Done {
                line: Line {
                    answer: Some(String::new()),
                    refused: true,
                    ..line("7_2", 2, Gold { unanswerable: true, ..Gold::default() })
                },
                ..Done::default()
            },
        ];
        for done in &mut turns {
            done.line.facets.insert("turn-type".to_owned(), done.line.id.clone());
        }
        let metrics = score(folder.path(), Form::TopiOcqa, Task::Answer, &mut turns).unwrap();
        assert_eq!(metrics.measures["EM"].value, 0.5);
        assert!((turns[0].line.scores["F1"] - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(turns[1].line.scores["EM"], 1.0);
        assert_eq!((metrics.measures["Hits@20"].value, metrics.measures["Hits@20"].n), (1.0, 1));
        assert_eq!(metrics.measures["MRR@3"].value, 0.5);
        assert_eq!(metrics.measures["EM"].by["turn-type"]["7_2"], Part { value: 1.0, n: 1 });
        assert!(!folder.path().join(SCORING).exists());
    }

    #[test]
    fn rewrites_of_first_turns_are_left_out_and_rows_without_ids_of_their_own_stay_apart() {
        let folder = tempfile::tempdir().unwrap();
        let rewrite = |text: &str| Gold { rewrite: Some(text.to_owned()), ..Gold::default() };
        let done = |id: &str, number: usize, rewritten: &str| Done {
            line: Line {
                rewrite: Some(rewritten.to_owned()),
                ..line(id, number, rewrite("when was Io found"))
            },
            ..Done::default()
        };
        let mut turns = vec![
            done("sample_1", 3, "when was it found"),
            done("sample_2", 3, "when was Io found"),
            done("5_1", 1, "what"),
        ];
        let metrics = score(folder.path(), Form::Scai, Task::Rewrite, &mut turns).unwrap();
        assert_eq!((metrics.main.as_str(), metrics.measures["QR"].n), ("QR", 2));
        assert_eq!(metrics.measures["QR"].value, 0.875);
    }

    #[test]
    fn spans_are_scored_as_pragmaticqa_does() {
        let folder = tempfile::tempdir().unwrap();
        let span = |text: &str| Span { text: text.to_owned(), ..Span::default() };
        let gold = Gold {
            literal: vec![span("Yes")],
            pragmatic: vec![span("he lives in a mansion")],
            ..Gold::default()
        };
        let mut turns = vec![Done {
            line: Line {
                literal: vec![span("Yes")],
                pragmatic: vec![span("a mansion")],
                ..line("1_1", 1, gold)
            },
            ranked: vec![("e1".to_owned(), 1.0)],
            ..Done::default()
        }];
        let metrics = score(folder.path(), Form::PragmatiCqa, Task::Answer, &mut turns).unwrap();
        assert_eq!(metrics.measures["F1_lit"].value, 1.0);
        assert!(metrics.measures["F1_prag"].value > 0.0);
    }
}
