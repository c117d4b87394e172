//! What a system needs and what it gets here: models, stand-ins for what its paper used, versions.

use std::collections::BTreeMap;

use grice_engine::{AnswerBy, GeneratorKind, System};
use grice_model::registry::Registry;

use super::build::{BUILD, build};
use super::names::HUMAN;
use super::results::{Config, StandIn, Task, sha256};
use crate::data::DataSet;

/// Models that a run depends on, with a hash of their files; "not here" where rules take their place.
pub fn versions(
    system: &System,
    vectors: Option<&str>,
    registry: &Registry,
) -> BTreeMap<String, String> {
    let mut versions = BTreeMap::new();
    versions.insert("grice".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    versions.insert(BUILD.to_owned(), build().to_owned());
    for name in models(system).into_iter().chain(vectors) {
        versions.insert(name.to_owned(), version(name, registry));
    }
    versions
}

fn models(system: &System) -> Vec<&str> {
    let models = &system.models;
    let mut names = vec![
        &*models.rewrite,
        &*models.find,
        &*models.rank,
        &*models.read,
        &*models.anticipate,
        &*models.ground,
        &*models.interpret,
        &*models.analyze,
    ];
    names.extend(named_rewriter(system));
    names.extend(local_generator(system));
    names.retain(|name| *name != "none" && !name.is_empty());
    names
}

/// A hash of a model's files.
pub fn version(name: &str, registry: &Registry) -> String {
    if registry.locate(name).is_err() {
        return match std::path::Path::new(name).is_dir() {
            true => "a folder".to_owned(),
            false => "not here".to_owned(),
        };
    }
    let Ok(model) = registry.model(name) else { return "unknown".to_owned() };
    let mut files: Vec<String> = model
        .files
        .iter()
        .filter_map(|file| Some(format!("{} {}", file.path, file.check?.sha256)))
        .collect();
    files.sort();
    sha256(files.join("\n").as_bytes())[..16].to_owned()
}

/// A rewriter that is a model of its own, and not the judgement.
fn named_rewriter(system: &System) -> Option<&str> {
    let name = system.contextualise.rewriter.trim();
    Some(name).filter(|name| !["none", "rules", "model", "generator"].contains(name))
}

fn local_generator(system: &System) -> Option<&str> {
    let local = matches!(system.generator.kind, GeneratorKind::Local | GeneratorKind::Fusion);
    Some(system.generator.model.trim()).filter(|_| local && system.compose.generator)
}

fn is_here(name: &str, registry: &Registry) -> bool {
    registry.locate(name).is_ok() || std::path::Path::new(name).is_dir()
}

/// What takes the place of what the paper used.
pub fn stand_ins(
    system: &System,
    vectors: Option<&str>,
    rewrites_alone: bool,
    registry: &Registry,
) -> Vec<StandIn> {
    let Some(published) = &system.published else { return Vec::new() };
    let judged = |name: &str, rules: &str| match name {
        "none" => rules.to_owned(),
        name if is_here(name, registry) => name.to_owned(),
        _ => rules.to_owned(),
    };
    let models = &system.models;
    let mut stand_ins = Vec::new();
    for (part, weights) in &published.weights {
        let used = match part.as_str() {
            "rewriter" => match named_rewriter(system) {
                Some(name) if is_here(name, registry) => None,
                _ => Some(judged(&models.rewrite, "rules for pronouns")),
            },
            _ if rewrites_alone => None,
            "vectors" => vectors.map(|table| match is_here(&models.find, registry) {
                true => format!("{} and {table}", models.find),
                false => table.to_owned(),
            }),
            "ranker" => Some(judged(&models.rank, "shared words")),
            "reader" => Some(judged(&models.read, "the sentence that shares most words")),
            "generator" => match system.generator.kind {
                GeneratorKind::Endpoint => {
                    Some(format!("{} of the endpoint", system.generator.model))
                }
                _ => match local_generator(system) {
                    Some(name) if is_here(name, registry) => None,
                    _ => Some(format!("the answer of {}", judged(&models.read, "shared words"))),
                },
            },
            _ => None,
        };
        stand_ins.extend(used.map(|used| StandIn { published: weights.clone(), used }));
    }
    stand_ins
}

/// What a model has learned from the rows of a split: the models, and of how many rows. What is held out, no model has
/// seen; `training/` has the recipes.
fn taught(data: DataSet, split: &str) -> Option<(&'static [&'static str], &'static str)> {
    const REWRITING: &[&str] = &["grice-rewrite"];
    const READ: &[&str] = &["grice-read"];
    const READING: &[&str] = &["grice-find", "grice-read"];
    const SEARCHED: &[&str] = &["grice-find", "grice-rank", "grice-read"];
    let (all, part) = ("these rows", "a part of these rows");
    match (data, split) {
        (DataSet::Cast2019, "test") | (DataSet::Cast2020, _) => Some((REWRITING, all)),
        (DataSet::Canard, "train") | (DataSet::Qrecc, "training") => Some((REWRITING, all)),
        (DataSet::Canard, "dev") => Some((REWRITING, "90% of these rows")),
        (DataSet::Qrecc | DataSet::Scai, "train") => Some((REWRITING, part)),
        (DataSet::Squad, "dev" | "train") => Some((SEARCHED, part)),
        (DataSet::Coqa, "held-out") => None,
        (DataSet::Coqa, "sample") => Some((READING, "85% of these rows")),
        (DataSet::Coqa, _) => Some((READING, part)),
        (DataSet::AbgCoqa, "dev") => Some((READING, "85% of these rows")),
        (DataSet::Quac, "sample") => Some((READING, all)),
        (DataSet::Quac, "dev") => Some((READING, "what is probably a part of these rows")),
        (DataSet::BoolQ, "dev" | "train" | "labelled") => Some((READ, "90% of these rows")),
        (DataSet::TopiOcqa, "train" | "training") => Some((SEARCHED, part)),
        (DataSet::PragmatiCqa, "train" | "dev") => Some((&["grice-anticipate"], part)),
        _ => None,
    }
}

/// That models which a run has used learned from its rows, as a sentence; none where no row of it was seen.
pub fn learned(config: &Config) -> Option<String> {
    let data: DataSet = config.data.name.parse().ok()?;
    let (models, rows) = taught(data, &config.data.split)?;
    let system = System::parse(&config.system.name, &config.system.file).ok()?;
    let here = |model: &str| config.versions.get(model).is_some_and(|found| found != "not here");
    let rewrites_alone = config.task == Task::Rewrite;
    let asked = |model: &str| match model {
        "grice-rewrite" => {
            config.system.name != HUMAN
                && !system.published.as_ref().is_some_and(|p| p.human_rewrites)
                && !["none", "rules"].contains(&system.contextualise.rewriter.as_str())
        }
        _ if rewrites_alone => false,
        "grice-find" => system.retrieve.vector > 0.0,
        "grice-rank" => system.rerank.head > 0 && system.rerank.weight > 0.0,
        "grice-read" => searches(&system) && system.read.by == AnswerBy::Reader,
        "grice-anticipate" => system.anticipate.sentences > 0,
        _ => true,
    };
    let used: Vec<&str> = models.iter().copied().filter(|m| here(m) && asked(m)).collect();
    let (last, before) = used.split_last()?;
    Some(match before.is_empty() {
        true => format!("{last} has learned from {rows}."),
        false => format!("{} and {last} have learned from {rows}.", before.join(", ")),
    })
}

/// Whether a system searches passages at all.
pub fn searches(system: &System) -> bool {
    !system.generator.closed_book && system.read.by != AnswerBy::Question
}

/// Whether it waits for an endpoint.
pub fn asks_an_endpoint(system: &System) -> bool {
    let asked = system.compose.generator || system.contextualise.rewriter == "generator";
    asked && system.generator.kind == GeneratorKind::Endpoint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::names;

    fn stood_in(name: &str, vectors: Option<&str>) -> Vec<StandIn> {
        let folder = tempfile::tempdir().unwrap();
        let places = grice_model::registry::Places::at(folder.path());
        let registry = Registry::load(places).unwrap();
        stand_ins(&names::system(name).unwrap().system, vectors, false, &registry)
    }

    #[test]
    fn a_row_says_what_takes_the_place_of_weights_that_are_not_here() {
        let rachael = stood_in("rachael", None);
        assert_eq!(rachael.len(), 2);
        assert!(rachael.iter().any(|one| one.published == "T5-base, trained on CANARD"));
        let dpr = stood_in("dpr-dpr-reader-original", Some("some-table"));
        assert!(dpr.iter().any(|one| one.used == "some-table"), "{dpr:?}");
        assert!(stood_in("default", None).is_empty());
        assert!(stood_in("basic", None).is_empty());
    }

    fn of(system: &str, data: &str, split: &str, task: Task) -> Option<String> {
        let mut config = Config { task, ..Config::default() };
        config.system.name = system.to_owned();
        config.system.file = names::system(system).unwrap().text;
        config.data.name = data.to_owned();
        config.data.split = split.to_owned();
        for model in ["grice-rewrite", "grice-find", "grice-rank", "grice-read"] {
            config.versions.insert(model.to_owned(), "1234".to_owned());
        }
        learned(&config)
    }

    #[test]
    fn a_row_says_that_its_models_have_learned_from_its_turns() {
        let cast = |system| of(system, "cast-2020", "test", Task::Rewrite);
        assert_eq!(cast("default").unwrap(), "grice-rewrite has learned from these rows.");
        assert!(cast("rachael").is_some());
        assert!(cast("original").is_none() && cast("bare").is_none() && cast(HUMAN).is_none());
        let quac = |system| of(system, "quac", "sample", Task::Answer);
        assert_eq!(
            quac("default").unwrap(),
            "grice-find and grice-read have learned from these rows."
        );
        assert_eq!(quac("original").unwrap(), "grice-read has learned from these rows.");
        assert!(quac("basic").is_none() && quac("simple").is_none());
        assert!(of("default", "canard", "dev", Task::Rewrite).unwrap().contains("90%"));
        for (data, split) in [("canard", "held-out"), ("coqa", "held-out"), ("topiocqa", "dev")] {
            assert!(of("default", data, split, Task::Answer).is_none(), "{data} {split}");
        }
    }

    #[test]
    fn systems_differ_in_what_they_need() {
        let system = |name| names::system(name).unwrap().system;
        assert!(!searches(&system("basic")) && !searches(&system("gpt3")));
        assert!(searches(&system("simple")) && searches(&system("default")));
        assert!(asks_an_endpoint(&system("closed-book")) && !asks_an_endpoint(&system("rachael")));
    }
}
