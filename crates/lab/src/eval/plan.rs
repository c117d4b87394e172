//! What `grice eval all` runs: every data set at hand with the systems that say something about it.

use std::path::Path;

use grice_engine::System;

use super::names::HUMAN;
use super::results::{self, TIMING, Timing};
use super::used;
use crate::data::{DataSet, Error as DataError, Kind};
use crate::labels;

/// Runs of one split.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The data set.
    pub data: DataSet,
    /// The split.
    pub split: String,
    /// The systems; empty where the data set's own labelling systems are meant.
    pub systems: Vec<String>,
    /// The most turns; none for all.
    pub limit: Option<usize>,
    /// How long it takes, about.
    pub seconds: f64,
}

/// A data set that is not run, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPlanned {
    /// The data set.
    pub data: DataSet,
    /// Why.
    pub why: String,
    /// Whether its files are there and cannot be read.
    pub damaged: bool,
}

/// All that is run and all that is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Runs.
    pub runs: Vec<Planned>,
    /// Data sets without runs.
    pub not: Vec<NotPlanned>,
}

/// The splits of a data set in the order in which they are preferred: an official test set, then what no model of
/// Grice's was trained on.
fn splits(data: DataSet) -> &'static [&'static str] {
    match data {
        DataSet::Qrecc => &["test", "held-out"],
        DataSet::Scai => &["test", "train", "toy"],
        DataSet::TopiOcqa => &["dev", "held-out"],
        DataSet::PragmatiCqa => &["test", "held-out"],
        DataSet::Canard => &["test", "dev"],
        DataSet::Cast2019 | DataSet::Cast2020 => &["test"],
        DataSet::Squad => &["dev"],
        DataSet::Coqa | DataSet::Quac => &["dev", "sample"],
        DataSet::BoolQ => &["dev", "labelled"],
        DataSet::AbgCoqa => &["test", "dev"],
        DataSet::Circa | DataSet::PragmEval => &[],
    }
}

/// The most turns a run takes where no limit is named, and the seconds of a turn on two cores.
fn measure(data: DataSet) -> (usize, f64) {
    match data {
        DataSet::TopiOcqa => (150, 0.35),
        DataSet::PragmatiCqa => (200, 0.12),
        DataSet::Qrecc | DataSet::Scai | DataSet::Canard => (500, 0.02),
        DataSet::Cast2019 | DataSet::Cast2020 => (500, 0.02),
        _ => (200, 0.12),
    }
}

/// Seconds that one call over all labelling systems of a split takes, about.
const LABELS: f64 = 240.0;

/// Names of the conversational systems that Grice carries inside, without those that ask an endpoint.
fn systems() -> Vec<(&'static str, System)> {
    System::embedded()
        .filter_map(|(name, text)| Some((name, System::parse(name, text).ok()?)))
        .filter(|(name, system)| !used::asks_an_endpoint(system) && *name != "generator")
        .collect()
}

fn systems_for(data: DataSet, endpoint: bool) -> Vec<String> {
    let rewriting = matches!(
        data,
        DataSet::Qrecc | DataSet::Scai | DataSet::Canard | DataSet::Cast2019 | DataSet::Cast2020
    );
    let conversational = matches!(data, DataSet::TopiOcqa | DataSet::PragmatiCqa);
    let fits = |(name, system): &(&str, System)| {
        let published = system.published.is_some();
        let cites =
            |paper: &str| system.published.as_ref().is_some_and(|p| p.cites.contains(paper));
        match () {
            () if rewriting => *name != "fast" && (!published || cites("SCAI")),
            () if conversational => {
                !published || !system.published.as_ref().is_some_and(|p| p.human_rewrites)
            }
            () => !published,
        }
    };
    let mut names: Vec<String> =
        systems().iter().filter(|one| fits(one)).map(|(name, _)| (*name).to_owned()).collect();
    if rewriting {
        names.push(HUMAN.to_owned());
    }
    if endpoint && conversational {
        names.push("published/closed-book".to_owned());
    }
    names
}

/// Makes the plan: what the files under `dir` allow.
pub fn make(dir: &Path, results: &Path, limit: Option<usize>, full: bool, endpoint: bool) -> Plan {
    let mut plan = Plan::default();
    for data in DataSet::ALL {
        let labelled = labels::splits(data);
        if !labelled.is_empty() {
            match data.rows(dir, first_rows(data)).map(|mut rows| rows.next()) {
                Ok(Some(Ok(_))) => plan.runs.extend(labelled.iter().map(|split| Planned {
                    data,
                    split: (*split).to_owned(),
                    systems: Vec::new(),
                    limit: limit.filter(|_| !full),
                    seconds: LABELS,
                })),
                Ok(Some(Err(error))) | Err(error) => plan.not.push(not(data, &error)),
                Ok(None) => plan.not.push(NotPlanned {
                    data,
                    why: "the file is empty".to_owned(),
                    damaged: true,
                }),
            }
            continue;
        }
        match at_hand(data, dir) {
            Ok(split) => {
                let (most, each) = measure(data);
                let limit = limit.or(Some(most)).filter(|_| !full);
                let systems = systems_for(data, endpoint);
                let turns = limit.unwrap_or(most) as f64;
                let took =
                    systems.iter().map(|system| known(results, data, split, system, limit, turns));
                let seconds = took.map(|known| known.unwrap_or(turns * each)).sum();
                plan.runs.push(Planned { data, split: split.to_owned(), systems, limit, seconds });
            }
            Err(why) => plan.not.push(why),
        }
    }
    plan
}

fn first_rows(data: DataSet) -> &'static str {
    match data {
        DataSet::PragmEval => "dev",
        _ => "all",
    }
}

/// The first split whose file is there and can be read.
fn at_hand(data: DataSet, dir: &Path) -> Result<&'static str, NotPlanned> {
    let mut missing = None;
    for split in splits(data) {
        let first = match data.kind() {
            Kind::Conversations => {
                data.turns(dir, split).map(|mut turns| turns.next().map(|t| t.map(|_| ())))
            }
            Kind::Rows => data.rows(dir, split).map(|mut rows| rows.next().map(|r| r.map(|_| ()))),
        };
        match first {
            Ok(Some(Ok(()))) => return Ok(split),
            Ok(None) => {}
            Ok(Some(Err(error))) | Err(error) => {
                let why = not(data, &error);
                if why.damaged {
                    return Err(why);
                }
                missing.get_or_insert(why);
            }
        }
    }
    Err(missing.unwrap_or(NotPlanned {
        data,
        why: "no split has a turn".to_owned(),
        damaged: false,
    }))
}

fn not(data: DataSet, error: &DataError) -> NotPlanned {
    let absent = matches!(error, DataError::Missing { .. } | DataError::OtherKind { .. });
    let why = match absent {
        true => "its files are not there".to_owned(),
        false => error.to_string(),
    };
    NotPlanned { data, why, damaged: !absent }
}

/// What an earlier run of the system took, for so many turns.
fn known(
    results: &Path,
    data: DataSet,
    split: &str,
    system: &str,
    limit: Option<usize>,
    turns: f64,
) -> Option<f64> {
    [limit, None].into_iter().find_map(|limit| {
        let data = results::data_folder(data.name(), split, limit, results::DEFAULT_SEED);
        let folder = results.join(data).join(results::folder_name(system));
        let bytes = std::fs::read(folder.join(TIMING)).ok()?;
        let timing: Timing = serde_json::from_slice(&bytes).ok()?;
        Some(turns / timing.per_second.max(1e-3))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_sets_that_are_not_there_are_told_and_those_that_are_damaged_too() {
        let folder = tempfile::tempdir().unwrap();
        let plan = make(folder.path(), folder.path(), None, false, false);
        assert!(plan.runs.is_empty());
        assert!(plan.not.iter().all(|not| !not.damaged), "{:?}", plan.not);
        std::fs::write(folder.path().join("topiocqa_dev.json"), "[{\"Conversation_no\": 1, \"Tu")
            .unwrap();
        let plan = make(folder.path(), folder.path(), None, false, false);
        let not = plan.not.iter().find(|not| not.data == DataSet::TopiOcqa).unwrap();
        assert!(not.damaged, "{not:?}");
    }

    #[test]
    fn rewriters_are_compared_on_rewrites_and_no_plan_waits_for_an_endpoint_unasked() {
        let names = systems_for(DataSet::Qrecc, false);
        assert!(
            names.contains(&"published/rachael".to_owned()) && names.contains(&HUMAN.to_owned())
        );
        assert!(!names.iter().any(|name| name.contains("fid")));
        let names = systems_for(DataSet::TopiOcqa, false);
        assert!(names.contains(&"published/dpr-fid-all-history".to_owned()));
        assert!(!names.contains(&"published/rali-qa".to_owned()));
        assert!(!names.contains(&"published/closed-book".to_owned()));
    }
}
