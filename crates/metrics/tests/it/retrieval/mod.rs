mod files;
mod fixtures;
mod grammar;
mod parity;
mod passages;
mod score;
mod span_relevance;

use grice_metrics::retrieval::{Qrels, Run};
use serde_json::Value;

fn grades(value: &Value) -> Vec<(&str, i32)> {
    let entries = value.as_object().unwrap().iter();
    entries.map(|(name, grade)| (name.as_str(), grade.as_i64().unwrap() as i32)).collect()
}

fn scored(value: &Value) -> Vec<(&str, f64)> {
    let entries = value.as_object().unwrap().iter();
    entries.map(|(name, score)| (name.as_str(), score.as_f64().unwrap())).collect()
}

fn qrels(lists: &Value) -> Qrels {
    let queries = lists.as_object().unwrap().iter();
    Qrels::from_grades(queries.map(|(query, list)| (query, grades(list)))).unwrap()
}

fn run(lists: &Value) -> Run {
    let queries = lists.as_object().unwrap().iter();
    Run::from_scores(queries.map(|(query, list)| (query, scored(list)))).unwrap()
}
