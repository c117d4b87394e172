//! A split with the passages to search, opened once for all systems that are run on it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use grice_engine::{Cancel, System};

use super::collection::{Collection, Making};
use super::error::{Error, Result};
use super::gold::{GoldFinder, Unit};
use super::names::{self, HUMAN, READER, SystemFile};
use super::pool::Pool;
use super::results::{Config, DataRecord, FORMAT, Passage, SystemRecord, Task, sha256};
use super::run::Progress;
use super::turns::{self, Loaded, Sample};
use super::used;
use crate::data::{DataSet, Turn};

/// Why a turn is not run whose page nothing could find.
const NO_PAGE: &str = "the collection does not have the page";
const NO_REWRITE: &str = "nobody rewrote the question";
const NO_PASSAGE: &str = "the question has no passage or no answer";

/// What a bench is made of.
#[derive(Clone, Debug)]
pub struct BenchRequest {
    /// The data set.
    pub data: DataSet,
    /// Its split.
    pub split: String,
    /// The data set's folder, or the one that holds it.
    pub dir: PathBuf,
    /// A collection to search, by its name or path; none for the passages that come with the data.
    pub index: Option<OsString>,
    /// The most turns; none for all.
    pub limit: Option<usize>,
    /// The seed that draws them.
    pub seed: u64,
    /// The results directory.
    pub results: PathBuf,
    /// The address of an endpoint and the name of its model, for systems that ask one.
    pub endpoint: Option<(String, String)>,
    /// Stops the reading of data and passages.
    pub stop: Cancel,
}

/// A split that systems are run on.
#[derive(Debug)]
pub struct Bench {
    request: BenchRequest,
    loaded: Loaded,
    collection: Option<Collection>,
    unit: Unit,
    how: &'static str,
    answer: Option<Chosen>,
    rewrite: Option<Chosen>,
    read: Option<Chosen>,
}

/// Turns that are run, with their gold passages.
#[derive(Debug, Default)]
struct Chosen {
    sample: Sample,
    gold: BTreeMap<String, Vec<Passage>>,
}

/// A system that can be run on a bench.
pub(super) struct Runnable<'a> {
    /// What is run, as it is written down.
    pub config: Config,
    /// The system, with the endpoint that was named.
    pub system: System,
    /// Whether questions are asked as people rewrote them.
    pub rewritten: bool,
    /// The turns.
    pub turns: Vec<&'a Turn>,
    /// Their gold passages.
    pub gold: &'a BTreeMap<String, Vec<Passage>>,
    /// What a reader of the numbers must know.
    pub notes: Vec<String>,
}

impl Bench {
    /// Reads the split and opens or makes its collection.
    pub fn open(request: BenchRequest, progress: &Progress) -> Result<Bench> {
        let data = request.data;
        names::check_split(data, &request.split)?;
        progress.begin("reading the data", 0);
        let loaded = turns::load(data, &request.dir, &request.split)?;
        let no_turns = |why: &str| Error::NoTurns {
            data: data.title().to_owned(),
            split: request.split.clone(),
            why: why.to_owned(),
        };
        if loaded.turns.is_empty() {
            return Err(no_turns("the files have none"));
        }
        let is_answered = |turn: &Turn| !turn.answers.is_empty() || turn.unanswerable;
        let pool = Pool::of(data, &loaded.turns);
        let collection = match &request.index {
            _ if !loaded.turns.iter().any(is_answered) => None,
            Some(name) => Some(Collection::named(name)?),
            None => own_collection(&request, &loaded.turns, &pool, progress)?,
        };
        check(&request.stop)?;
        let mut bench = Bench {
            unit: Unit::default(),
            how: "",
            answer: None,
            rewrite: None,
            read: None,
            collection,
            loaded,
            request,
        };
        bench.choose(&pool, progress)?;
        match bench.answer.is_none() && bench.rewrite.is_none() {
            true => Err(Error::NoTurns {
                data: data.title().to_owned(),
                split: bench.request.split.clone(),
                why:
                    "no turn has an answer or a rewrite, or the collection has none of their pages"
                        .to_owned(),
            }),
            false => Ok(bench),
        }
    }

    fn choose(&mut self, pool: &Pool, progress: &Progress) -> Result<()> {
        progress.begin("choosing turns", 0);
        let (all, limit, seed) = (&self.loaded.turns, self.request.limit, self.request.seed);
        let is_answered = |turn: &Turn| !turn.answers.is_empty() || turn.unanswerable;
        if all.iter().any(is_answered) {
            let mut gold = BTreeMap::new();
            let finder =
                self.collection.as_ref().map(|c| GoldFinder::open(c, pool, all)).transpose()?;
            let sample = match finder {
                Some(mut finder) => {
                    (self.unit, self.how) = (finder.unit, finder.how);
                    turns::sample(all, limit, seed, &mut |turn| {
                        check(&self.request.stop)?;
                        if !is_answered(turn) {
                            return Ok(false);
                        }
                        let found = finder.of(turn)?;
                        let known = found.is_some();
                        gold.extend(found.filter(|f| !f.is_empty()).map(|f| (turn.id.clone(), f)));
                        Ok(known)
                    })?
                }
                None => turns::sample(all, limit, seed, &mut |turn| Ok(is_answered(turn)))?,
            };
            self.answer = Some(Chosen { sample, gold }).filter(|c| !c.sample.turns.is_empty());
        }
        let sample = turns::sample(all, limit, seed, &mut |turn| Ok(turn.rewrite.is_some()))?;
        let chosen = Chosen { sample, ..Chosen::default() };
        self.rewrite = Some(chosen).filter(|c| !c.sample.turns.is_empty());
        let sample = turns::sample(all, limit, seed, &mut |turn| {
            Ok(is_answered(turn) && passage(turn).is_some())
        })?;
        let chosen = Chosen { sample, ..Chosen::default() };
        self.read = Some(chosen).filter(|c| !c.sample.turns.is_empty());
        Ok(())
    }

    /// The data set.
    pub fn data(&self) -> DataSet {
        self.request.data
    }

    /// What was passed over, and how the files differ from the official ones.
    pub fn notes(&self) -> &[String] {
        &self.loaded.notes
    }

    pub(super) fn results(&self) -> &Path {
        &self.request.results
    }

    pub(super) fn collection(&self) -> Option<&Collection> {
        self.collection.as_ref()
    }

    pub(super) fn unit(&self) -> Unit {
        self.unit
    }

    /// What would be run of a system; an error where it needs what is not here.
    pub(super) fn runnable(&self, file: &SystemFile) -> Result<Runnable<'_>> {
        let needs = |why: &str| Error::Needs {
            system: file.name.clone(),
            data: self.request.data.title().to_owned(),
            why: why.to_owned(),
        };
        let mut system = file.system.clone();
        let mut options = BTreeMap::new();
        if used::asks_an_endpoint(&system) {
            match &self.request.endpoint {
                Some((url, model)) => {
                    system.generator.url.clone_from(url);
                    system.generator.model.clone_from(model);
                    options.insert("endpoint-model".to_owned(), model.clone());
                }
                None if system.published.is_some() => {
                    return Err(needs(
                        "it asks a language model; name one with --endpoint URL --endpoint-model NAME, as of a llama.cpp server",
                    ));
                }
                None => {}
            }
        }
        let rewritten = file.name == HUMAN
            || system.published.as_ref().is_some_and(|published| published.human_rewrites);
        if rewritten {
            options.insert("questions".to_owned(), "rewritten by people".to_owned());
            if self.rewrite.is_none() {
                return Err(needs(
                    "it is asked the questions that people rewrote, and the data has none",
                ));
            }
        }
        let searches = used::searches(&system);
        let answers = self.answer.as_ref().filter(|_| self.collection.is_some() || !searches);
        if answers.is_none() && system.generator.closed_book {
            return Err(needs("it answers from memory, and the data has no answers"));
        }
        let reads = file.name == READER;
        if reads {
            options.insert("passage".to_owned(), "gold".to_owned());
        }
        let (task, chosen, why) = match (answers, &self.rewrite) {
            _ if reads => match &self.read {
                Some(chosen) => (Task::Read, chosen, NO_PASSAGE),
                None => {
                    return Err(needs(
                        "it reads the passage that a question is about, and the data gives none",
                    ));
                }
            },
            (Some(chosen), _) => (Task::Answer, chosen, NO_PAGE),
            (None, Some(chosen)) => (Task::Rewrite, chosen, NO_REWRITE),
            (None, None) => {
                return Err(needs(
                    "the passages it is to search are not in the data's files; make a collection of them with `grice \
                     ingest FILES --index NAME --vectors grice-passages` and name it with --index NAME",
                ));
            }
        };
        let collection = self.collection.as_ref().filter(|_| task == Task::Answer && searches);
        let vectors = collection.and_then(|collection| collection.record.vectors.as_deref());
        if task == Task::Answer && searches && system.retrieve.is_dense() && vectors.is_none() {
            return Err(needs(
                "it searches vectors alone, and the collection has none; make them with `grice index embed`",
            ));
        }
        let asked = |turn: &&Turn| !(rewritten && turn.rewrite.is_none());
        let turns: Vec<&Turn> = chosen.sample.turns.iter().filter(asked).collect();
        if turns.is_empty() {
            return Err(needs(
                "it is asked the questions that people rewrote, and the turns have none",
            ));
        }
        let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
        *left_out.entry(why.to_owned()).or_default() += chosen.sample.left_out;
        *left_out.entry(NO_REWRITE.to_owned()).or_default() +=
            chosen.sample.turns.len() - turns.len();
        left_out.retain(|_, turns| *turns > 0);
        let registry = grice_home::registry::open()?;
        let stands_in = used::stand_ins(&system, vectors, task == Task::Rewrite, &registry);
        let config = Config {
            format: FORMAT,
            system: SystemRecord {
                name: file.name.clone(),
                title: title(file, task),
                cites: system.published.as_ref().map(|p| p.cites.clone()).unwrap_or_default(),
                file: file.text.clone(),
                sha256: sha256(file.text.as_bytes()),
            },
            data: DataRecord {
                name: self.request.data.name().to_owned(),
                split: self.request.split.clone(),
                files: self.loaded.files.clone(),
                count: turns.len(),
                left_out: left_out.clone(),
            },
            task,
            setting: setting(task, rewritten, collection),
            collection: collection.map(|collection| collection.record.clone()),
            stands_in,
            versions: used::versions(&system, vectors, &registry),
            seed: self.request.seed,
            limit: self.request.limit.filter(|_| chosen.sample.cut),
            options,
        };
        let mut notes = self.loaded.notes.clone();
        if task == Task::Answer && !self.how.is_empty() && searches {
            notes.push(self.how.to_owned());
        }
        for (why, count) in left_out {
            notes.push(format!("{count} turns were left out: {why}."));
        }
        Ok(Runnable { config, system, rewritten, turns, gold: &chosen.gold, notes })
    }
}

/// An error where the caller wants no more.
pub(super) fn check(stop: &Cancel) -> Result<()> {
    if stop.is_cancelled() { Err(Error::StoppedReading) } else { Ok(()) }
}

/// The passages that come with the data: in its files, or as corpora beside them.
fn own_collection(
    request: &BenchRequest,
    turns: &[Turn],
    pool: &Pool,
    progress: &Progress,
) -> Result<Option<Collection>> {
    let making = Making { results: &request.results, progress, stop: &request.stop };
    if pool.passages > 0 {
        return Collection::of_pool(pool, request.data, &request.split, &making).map(Some);
    }
    // Only pages that are named by their titles can be found in corpora of our own.
    let titled = request.data == DataSet::TopiOcqa && turns.iter().any(|turn| turn.topic.is_some());
    match titled {
        true => Collection::of_corpora(&request.dir, &making),
        false => Ok(None),
    }
}

/// The passage that a question is about, where the data gives one text.
pub(super) fn passage(turn: &Turn) -> Option<&str> {
    let text = turn.evidence.first().map(|evidence| evidence.text.trim());
    text.filter(|text| !text.is_empty() && !turn.question.trim().is_empty())
}

fn title(file: &SystemFile, task: Task) -> String {
    match (&file.system.published, file.name.as_str()) {
        (_, READER) => "Grice's reader, given the passage".to_owned(),
        (_, HUMAN) if task == Task::Rewrite => "People's rewrites".to_owned(),
        (_, HUMAN) => "Grice, asked people's rewrites".to_owned(),
        (Some(published), _) => published.title.clone(),
        (None, "default") => "Grice".to_owned(),
        (None, name) => format!("Grice, {name}"),
    }
}

fn setting(task: Task, rewritten: bool, collection: Option<&Collection>) -> String {
    let asked = match rewritten {
        true => "Each question is asked as a person rewrote it, with nothing before it",
        false => "Each question is asked after its own history, as the data set gives it",
    };
    match (task, collection) {
        (Task::Read, _) => {
            "Each question is read after its own history, with the passage that it is about; nothing is searched"
                .to_owned()
        }
        (Task::Rewrite, _) if rewritten => "People's rewrites, as they are".to_owned(),
        (Task::Rewrite, _) => {
            "Each question is made to stand alone after its own history; nothing is searched"
                .to_owned()
        }
        (_, Some(collection)) => format!("{asked}; searched: {}", collection.record.what),
        (_, None) => format!("{asked}; nothing is searched"),
    }
}

#[cfg(test)]
#[path = "bench_tests.rs"]
mod tests;
