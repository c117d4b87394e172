//! What a system needs and what it gets here: models, stand-ins for what its paper used, versions.

use std::collections::BTreeMap;

use grice_engine::{AnswerBy, GeneratorKind, System};
use grice_model::registry::Registry;

use super::build::{BUILD, build};
use super::results::{StandIn, sha256};

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

    #[test]
    fn systems_differ_in_what_they_need() {
        let system = |name| names::system(name).unwrap().system;
        assert!(!searches(&system("basic")) && !searches(&system("gpt3")));
        assert!(searches(&system("simple")) && searches(&system("default")));
        assert!(asks_an_endpoint(&system("closed-book")) && !asks_an_endpoint(&system("rachael")));
    }
}
