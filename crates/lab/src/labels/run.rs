//! The runs of a call: which are there already, what they need, and the threads that do them.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use grice_model::registry::Registry;
use grice_train::Settings;

use super::division::{Divided, Division, Pool, divide};
use super::error::{Error, Result};
use super::features::Features;
use super::feed::{Base, Feed, base, examples};
use super::first::{Pairs, pairs};
use super::method::{self, Labelled, Prepared};
use super::system::{First, LabelSystem, Method, Reads, system, systems};
use super::{Failed, Finished, Outcome, Progress, Request, Watch, record};
use crate::data::{DataSet, share};
use crate::eval::results::{Config, Folder, sha256};

/// Circa's rows below this share of the hash are those that grice-interpret has not learned from.
const HELD_OUT: f64 = 0.1;

/// A run that is to be made.
struct Run {
    system: LabelSystem,
    division: Division,
    config: Config,
    settings: Option<Settings>,
}

/// What several calls share: texts that were read, and what was learned first.
pub struct Session<'a> {
    registry: &'a Registry,
    /// The data set, its folder and the seed that the rest is of.
    of: Option<(DataSet, PathBuf, u64)>,
    pairs: HashMap<First, Option<Pairs>>,
    feed: Feed<'a>,
    bases: HashMap<String, Arc<Base>>,
    versions: BTreeMap<String, String>,
}

/// What the call has at hand.
struct Hand<'a, 'b> {
    request: &'a Request,
    pools: Vec<Pool>,
    kept: &'a mut Session<'b>,
}

impl<'a> Session<'a> {
    /// Nothing is read yet.
    pub fn new(registry: &'a Registry) -> Session<'a> {
        Session {
            registry,
            of: None,
            pairs: HashMap::new(),
            feed: Feed::new(registry),
            bases: HashMap::new(),
            versions: BTreeMap::new(),
        }
    }

    /// Trains and tests systems, as [`run`](super::run) does. What an earlier call has read of the same data set is not
    /// read again; what it has read of another is let go.
    pub fn run(&mut self, request: &Request, watch: Watch<'_>) -> Result<Outcome> {
        let of = (request.data, request.dir.clone(), request.seed);
        if self.of.as_ref() != Some(&of) {
            *self = Session { of: Some(of), ..Session::new(self.registry) };
        }
        self.feed.keep(Features::of(&request.results));
        run(request, self, watch)
    }
}

fn run(request: &Request, kept: &mut Session<'_>, watch: Watch<'_>) -> Result<Outcome> {
    let named = !request.systems.is_empty();
    let wanted: Vec<LabelSystem> = match named {
        true => {
            request.systems.iter().map(|name| system(request.data, name)).collect::<Result<_>>()?
        }
        false => systems(request.data)?,
    };
    let tasks = wanted.iter().any(|system| system.file.first == Some(First::Tasks));
    let Divided { pools, divisions, failed } = divide(request, tasks)?;
    let mut outcome = Outcome { failed, ..Outcome::default() };
    let mut hand = Hand { request, pools, kept };
    let mut runs = Vec::new();
    for system in wanted {
        for division in &divisions {
            match hand.planned(&system, division) {
                Ok(run) => runs.push(run),
                Err(error @ Error::Needs { .. }) if named => return Err(error),
                Err(error) => {
                    let lacks = matches!(error, Error::Needs { .. });
                    let list = if lacks { &mut outcome.passed_over } else { &mut outcome.failed };
                    list.push(failed_on(&system, division, error));
                }
            }
        }
    }
    hand.finish(&runs, &mut outcome, watch)?;
    Ok(outcome)
}

fn failed_on(system: &LabelSystem, division: &Division, error: Error) -> Failed {
    Failed { system: Some(system.name.to_owned()), split: division.split.clone(), error }
}

impl Hand<'_, '_> {
    fn planned(&mut self, system: &LabelSystem, division: &Division) -> Result<Run> {
        let request = self.request;
        let needs = |why: String| Error::Needs {
            system: system.name.to_owned(),
            data: format!("{} {}", request.data.title(), division.split),
            why,
        };
        let (mut division, mut left_out) = (division.clone(), BTreeMap::new());
        let settings = system.learner(request.encoder.as_deref(), request.vectors.as_deref());
        let model = match (&settings, system.file.method, request.data) {
            (Some(settings), ..) => Some(settings.source.as_str()),
            (None, Method::Shipped, DataSet::Circa) => Some(grice_judge::interpret::MODEL),
            (None, Method::Shipped, _) => Some(grice_judge::analyze::MODEL),
            _ => None,
        };
        if let Some(model) = model.filter(|model| !std::path::Path::new(model).exists()) {
            self.kept.registry.locate(model).map_err(|error| needs(error.to_string()))?;
        }
        if system.file.method == Method::Shipped && request.data == DataSet::Circa {
            if division.folds.len() > 1 || division.split.contains("unmatched") {
                return Err(needs("grice-interpret has learned from all scenarios".to_owned()));
            }
            let pool = &self.pools[division.pool];
            for fold in &mut division.folds {
                let before = fold.test.len();
                fold.test.retain(|row| share(&pool.rows[*row].id, "circa") < HELD_OUT);
                left_out.insert(
                    "grice-interpret has learned from them".to_owned(),
                    before - fold.test.len(),
                );
            }
            if division.folds.iter().all(|fold| fold.test.is_empty()) {
                return Err(needs("grice-interpret has learned from all of its rows".to_owned()));
            }
        }
        let first = system.file.first;
        if let Some(first @ (First::Nli | First::Boolq)) = first
            && !self.kept.pairs.contains_key(&first)
        {
            self.kept.pairs.insert(first, pairs(first, &request.dir)?);
        }
        let pairs = first.and_then(|first| self.kept.pairs.get(&first));
        if let Some(None) = pairs {
            let folder = if first == Some(First::Nli) { "nli" } else { "boolq" };
            let why = format!(
                "it learns from {folder} first, and no folder {folder} beside the data has rows to learn from"
            );
            return Err(needs(why));
        }
        let pairs = pairs.and_then(Option::as_ref);
        let pool = &self.pools[division.pool];
        let config = record::config(
            request,
            system,
            &division,
            pool,
            pairs,
            left_out,
            self.kept.registry,
            &mut self.kept.versions,
        )?;
        Ok(Run { system: system.clone(), division, config, settings })
    }

    fn finish(&mut self, runs: &[Run], outcome: &mut Outcome, watch: Watch<'_>) -> Result<()> {
        let mut finished: Vec<Option<Finished>> = Vec::new();
        for run in runs {
            let path = run.config.folder(&self.request.results);
            let same = |folder: &Folder| folder.config == run.config && folder.is_whole();
            let folder = Folder::open(&path).ok().filter(same);
            finished.push(folder.map(|folder| done(run, &folder.metrics, path, true)));
        }
        let mut tally = Tally::of(runs, &finished, watch);
        for group in groups(runs, &finished) {
            let mut prepared = Vec::new();
            for number in group {
                let (run, began) = (&runs[number], Instant::now());
                match self.prepare(run, &mut |doing, share| tally.tell(number, doing, share / 2.0))
                {
                    Ok(how) => prepared.push((number, how, began.elapsed().as_secs_f64())),
                    Err(Error::Stopped) => return Err(Error::Stopped),
                    Err(error) => {
                        outcome.failed.push(failed_on(&run.system, &run.division, error));
                    }
                }
            }
            self.work(runs, &prepared, &mut finished, &mut outcome.failed, &mut tally)?;
        }
        outcome.finished.extend(finished.into_iter().flatten());
        Ok(())
    }

    /// Reads what a run reads and learns what it learns first.
    fn prepare(
        &mut self,
        run: &Run,
        told: &mut dyn FnMut(&'static str, f64) -> ControlFlow<()>,
    ) -> Result<Prepared> {
        let data = self.request.data;
        let places = || run.division.folds.iter().flat_map(|fold| fold.test.iter().copied());
        let mut rows: Vec<usize> = places().collect();
        rows.sort_unstable();
        let pool = &self.pools[run.division.pool];
        let file = &run.system.file;
        let Some(settings) = &run.settings else {
            return Ok(match file.method {
                Method::Shipped => Prepared::Said(method::shipped(
                    data,
                    &run.division,
                    pool,
                    &rows,
                    self.kept.registry,
                    told,
                )?),
                _ => Prepared::Majority,
            });
        };
        let base = match file.first {
            Some(first) => Some(self.base(first, settings, told)?),
            None => None,
        };
        let pool = &self.pools[run.division.pool];
        if let (Method::Mapped, Some(first @ First::Nli), Some(base)) =
            (file.method, file.first, &base)
        {
            let (premises, statements) = method::as_statement(&pool.rows);
            let statements: Vec<&str> = statements.iter().map(AsRef::as_ref).collect();
            let name = format!("{} statements", method::name(pool, Reads::Both));
            let read = self.kept.feed.read(settings, &name, &premises, Some(&statements), told)?;
            let label = |label: &str| method::circa_label(first, label).to_owned();
            return Ok(Prepared::Said(method::mapped(base, &read, &rows, label)?));
        }
        let (first, second) = method::texts(&pool.rows, file.reads);
        let name = method::name(pool, file.reads);
        let read = self.kept.feed.read(settings, &name, &first, second.as_deref(), told)?;
        match (file.method, file.first, base) {
            (Method::Mapped, Some(first), Some(base)) => {
                let label = |label: &str| method::circa_label(first, label).to_owned();
                Ok(Prepared::Said(method::mapped(&base, &read, &rows, label)?))
            }
            (Method::Multitask, _, Some(base)) => {
                let task = run.division.task.unwrap_or_default();
                Ok(Prepared::Said(method::of_task(&base, &read, &rows, task)?))
            }
            (_, _, base) => {
                Ok(Prepared::Learn { read, settings: Box::new(settings.clone()), base })
            }
        }
    }

    /// What is learned first, once for all that learn it with the same settings.
    fn base(
        &mut self,
        first: First,
        settings: &Settings,
        told: &mut dyn FnMut(&'static str, f64) -> ControlFlow<()>,
    ) -> Result<Arc<Base>> {
        let mut key = format!("{first:?} {settings:?}");
        if first == First::Tasks {
            key.extend(self.pools.iter().map(|pool| method::name(pool, Reads::Both)));
        }
        if let Some(base) = self.kept.bases.get(&key) {
            return Ok(base.clone());
        }
        let mut settings = settings.clone();
        settings.plan.seed = seed(self.request.seed, &format!("{first:?}"), "first", 0);
        let learned = match (first, self.kept.pairs.get(&first)) {
            (First::Tasks, _) => self.of_all_tasks(&settings, told)?,
            (_, Some(Some(pairs))) => {
                let texts: Vec<(&str, &str)> =
                    pairs.rows.iter().map(|row| (&*row.first, &*row.second)).collect();
                let (one, two): (Vec<&str>, Vec<&str>) = texts.into_iter().unzip();
                let name = format!("{} {}", pairs.what, pairs.version);
                let read = self.kept.feed.read(&settings, &name, &one, Some(&two), told)?;
                let mut labels: Vec<String> =
                    pairs.rows.iter().map(|row| row.label.clone()).collect();
                labels.sort();
                labels.dedup();
                let number = |label: &String| labels.binary_search(label).unwrap_or_default();
                let numbers = pairs.rows.iter().map(|row| number(&row.label)).collect();
                let rows: Vec<usize> = (0..pairs.rows.len()).collect();
                base(examples(&read, &rows, numbers, None), labels, &settings, told)?
            }
            _ => return Err(grice_train::Error::Fault("nothing to learn first".to_owned()).into()),
        };
        let learned = Arc::new(learned);
        self.kept.bases.insert(key, learned.clone());
        Ok(learned)
    }

    /// One network for the training rows of all tasks, with all their labels.
    fn of_all_tasks(
        &mut self,
        settings: &Settings,
        told: &mut dyn FnMut(&'static str, f64) -> ControlFlow<()>,
    ) -> Result<Base> {
        let mut reads = Vec::new();
        for number in 0..self.pools.len() {
            let pool = &self.pools[number];
            let (first, second) = method::texts(&pool.rows, Reads::Both);
            let name = method::name(pool, Reads::Both);
            let read = self.kept.feed.read(settings, &name, &first, second.as_deref(), told)?;
            reads.push(read);
        }
        let width = reads.iter().map(|read| read.0.width()).max().unwrap_or(0);
        let name = |pool: &Pool, row: usize| {
            let label = pool.rows[row].labels.get("label").map_or("", String::as_str);
            format!("{}\t{label}", pool.name)
        };
        let mut drawn: Vec<(u64, usize, usize)> = Vec::new();
        for (number, pool) in self.pools.iter().enumerate() {
            for row in &pool.learn {
                let key = format!("{}/{row}", pool.name);
                drawn.push((share(&key, "tasks").to_bits(), number, *row));
            }
        }
        drawn.sort_unstable();
        let mut labels: Vec<String> =
            drawn.iter().map(|(_, pool, row)| name(&self.pools[*pool], *row)).collect();
        let all = labels.clone();
        labels.sort();
        labels.dedup();
        let numbers =
            all.iter().map(|label| labels.binary_search(label).unwrap_or_default()).collect();
        let mut values = Vec::with_capacity(drawn.len() * width);
        for (_, pool, row) in &drawn {
            let one = examples(&reads[*pool], &[*row], vec![0], Some(width));
            if let grice_train::Inputs::Vectors { values: one, .. } = one.first {
                values.extend(one);
            }
        }
        let first = grice_train::Inputs::Vectors { width, values };
        base(grice_train::Examples { first, second: None, labels: numbers }, labels, settings, told)
    }

    /// Does the folds of prepared runs on all cores, and writes the folder of each that is done. A run that fails does
    /// not keep the others from being done.
    fn work(
        &self,
        runs: &[Run],
        prepared: &[(usize, Prepared, f64)],
        finished: &mut [Option<Finished>],
        failed: &mut Vec<Failed>,
        tally: &mut Tally<'_>,
    ) -> Result<()> {
        let items: Vec<(usize, usize)> = prepared
            .iter()
            .enumerate()
            .flat_map(|(at, (number, ..))| {
                (0..runs[*number].division.folds.len()).map(move |fold| (at, fold))
            })
            .collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (tell, told) = mpsc::channel::<Message>();
        let mut parts: Vec<Vec<Option<(Labelled, f64)>>> =
            prepared.iter().map(|(n, ..)| vec![None; runs[*n].division.folds.len()]).collect();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (tell, next, stop, items) = (tell.clone(), &next, &stop, &items);
                scope.spawn(move || {
                    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
                    while let Some((at, fold)) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let began = Instant::now();
                        let work = || {
                            let (number, how, _) = &prepared[*at];
                            self.fold(&runs[*number], how, *fold, &mut |share| {
                                tell.send(Message::Part(*at, *fold, share)).ok();
                                match stop.load(Ordering::Relaxed) {
                                    true => ControlFlow::Break(()),
                                    false => ControlFlow::Continue(()),
                                }
                            })
                        };
                        let labelled = match &one {
                            Ok(pool) => pool.install(work),
                            Err(_) => work(),
                        };
                        let seconds = began.elapsed().as_secs_f64();
                        tell.send(Message::Done(*at, *fold, labelled, seconds)).ok();
                    }
                });
            }
            drop(tell);
            let mut shares: Vec<Vec<f64>> =
                parts.iter().map(|folds| vec![0.0; folds.len()]).collect();
            // What the results cannot take ends the call; a run that fails does not.
            let mut ended = None;
            for message in told {
                let at = match message {
                    Message::Part(at, fold, share) => {
                        shares[at][fold] = share;
                        at
                    }
                    Message::Done(at, fold, Ok(labelled), seconds) => {
                        parts[at][fold] = Some((labelled, seconds));
                        shares[at][fold] = 1.0;
                        at
                    }
                    Message::Done(_, _, Err(Error::Stopped), _) => continue,
                    Message::Done(at, _, Err(error), _) => {
                        let run = &runs[prepared[at].0];
                        let one = failed_on(&run.system, &run.division, error);
                        let told = |other: &Failed| {
                            (&other.system, &other.split) == (&one.system, &one.split)
                        };
                        if !failed.iter().any(told) {
                            failed.push(one);
                        }
                        continue;
                    }
                };
                let (number, _, before) = &prepared[at];
                let run = &runs[*number];
                if ended.is_none() && parts[at].iter().all(Option::is_some) {
                    let folds: Vec<(Labelled, f64)> =
                        parts[at].iter_mut().filter_map(Option::take).collect();
                    match self.keep(run, folds, *before, threads) {
                        Ok(one) => {
                            finished[*number] = Some(one);
                            tally.done += 1;
                        }
                        Err(error) => {
                            stop.store(true, Ordering::Relaxed);
                            ended = Some(error);
                            continue;
                        }
                    }
                }
                let share = shares[at].iter().sum::<f64>() / shares[at].len().max(1) as f64;
                let told = tally.tell(*number, "training", 0.5 + share / 2.0);
                if told.is_break() && ended.is_none() {
                    stop.store(true, Ordering::Relaxed);
                    ended = Some(Error::Stopped);
                }
            }
            ended.map_or(Ok(()), Err)
        })
    }

    fn fold(
        &self,
        run: &Run,
        how: &Prepared,
        fold: usize,
        told: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Labelled> {
        let division = &run.division;
        let seed = seed(self.request.seed, run.system.name, &division.split, fold);
        let pool = &self.pools[division.pool];
        method::label(how, pool, division.key, &division.folds[fold], seed, told)
    }

    fn keep(
        &self,
        run: &Run,
        parts: Vec<(Labelled, f64)>,
        before: f64,
        threads: usize,
    ) -> Result<Finished> {
        let (folds, seconds): (Vec<Labelled>, Vec<f64>) = parts.into_iter().unzip();
        let pool = &self.pools[run.division.pool];
        let (lines, metrics) = record::measured(self.request, &run.division, pool, &folds)?;
        let path = run.config.folder(&self.request.results);
        let seconds = before + seconds.iter().sum::<f64>() / threads.max(1) as f64;
        record::write(&path, &run.config, &lines, &metrics, seconds, threads)?;
        Ok(done(run, &metrics, path, false))
    }
}

/// How far a call is.
struct Tally<'a> {
    runs: &'a [Run],
    watch: Watch<'a>,
    done: usize,
    /// The part of each run that is done.
    parts: Vec<f64>,
}

impl<'a> Tally<'a> {
    fn of(runs: &'a [Run], finished: &[Option<Finished>], watch: Watch<'a>) -> Tally<'a> {
        let done = finished.iter().flatten().count();
        let parts = finished.iter().map(|one| if one.is_some() { 1.0 } else { 0.0 }).collect();
        Tally { runs, watch, done, parts }
    }

    fn tell(&mut self, number: usize, doing: &'static str, part: f64) -> ControlFlow<()> {
        let run = &self.runs[number];
        // A run reads several texts, each from its beginning.
        self.parts[number] = self.parts[number].max(part.clamp(0.0, 1.0));
        (self.watch)(&Progress {
            system: run.system.name.to_owned(),
            split: run.division.split.clone(),
            doing,
            runs: self.done,
            of: self.runs.len(),
            share: self.parts.iter().sum::<f64>() / self.runs.len().max(1) as f64,
        })
    }
}

enum Message {
    Part(usize, usize, f64),
    Done(usize, usize, Result<Labelled>, f64),
}

/// Runs that are made together: those of one system. What is done of others is kept when one is stopped.
fn groups(runs: &[Run], finished: &[Option<Finished>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut last = "";
    for (number, run) in runs.iter().enumerate() {
        if finished[number].is_some() {
            continue;
        }
        match groups.last_mut() {
            Some(group) if last == run.system.name => group.push(number),
            _ => groups.push(vec![number]),
        }
        last = run.system.name;
    }
    groups
}

fn done(
    run: &Run,
    metrics: &crate::eval::results::Metrics,
    folder: std::path::PathBuf,
    cached: bool,
) -> Finished {
    Finished {
        system: run.config.system.name.clone(),
        split: run.division.split.clone(),
        folder,
        main: metrics.main.clone(),
        value: metrics.measures.get(&metrics.main).map_or(0.0, |measure| measure.value),
        cached,
    }
}

/// A seed of its own for each fold of each run.
fn seed(seed: u64, system: &str, split: &str, fold: usize) -> u64 {
    let digits = sha256(format!("{seed}/{system}/{split}/{fold}").as_bytes());
    u64::from_str_radix(&digits[..16], 16).unwrap_or(seed)
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
