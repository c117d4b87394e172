//! What a run leaves: its configuration, its lines, its measures.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use grice_metrics::labels::LabelTable;
use grice_model::registry::Registry;
use serde::Serialize;

use super::Request;
use super::division::{Division, Pool, hash, label_name, scored};
use super::error::Result;
use super::first::Pairs;
use super::method::Labelled;
use super::system::{First, LabelSystem, Method};
use crate::data::DataSet;
use crate::eval;
use crate::eval::results::{
    CONFIG, Config, DataRecord, FORMAT, Gold, Line, METRICS, Metrics, Part, StandIn, SystemRecord,
    TIMING, TURNS, Task, Timing, Value, sha256,
};

/// The configuration of a run. `known` keeps the versions of models and files, which may be large.
#[allow(clippy::too_many_arguments)]
pub fn config(
    request: &Request,
    system: &LabelSystem,
    division: &Division,
    pool: &Pool,
    pairs: Option<&Pairs>,
    left_out: BTreeMap<String, usize>,
    registry: &Registry,
    known: &mut BTreeMap<String, String>,
) -> Result<Config> {
    let published = &system.file.published;
    let learner = system.learner(request.encoder.as_deref(), request.vectors.as_deref());
    let mut versions = BTreeMap::new();
    versions.insert("grice".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    versions.insert(eval::BUILD.to_owned(), eval::build().to_owned());
    let source = learner.as_ref().map(|learner| learner.source.as_str());
    let judge = (system.file.method == Method::Shipped).then_some(match request.data {
        DataSet::Circa => grice_judge::interpret::MODEL,
        _ => grice_judge::analyze::MODEL,
    });
    for name in source.into_iter().chain(judge) {
        let version = match known.get(name) {
            Some(version) => version.clone(),
            None => version(name, registry)?,
        };
        known.insert(name.to_owned(), version.clone());
        versions.insert(shown(name), version);
    }
    if let Some(pairs) = pairs {
        versions.insert(pairs.what.clone(), pairs.version.clone());
    }
    let mut options = BTreeMap::new();
    if let Some(source) = source {
        options.insert("source".to_owned(), shown(source));
    }
    let stands_in = published.weights.iter().filter_map(|(part, weights)| {
        let learner = learner.as_ref()?;
        let used = match part.as_str() {
            "vectors" if shown(source?).to_lowercase().contains("glove") => return None,
            "vectors" => format!("the table of {}", shown(source?)),
            "encoder" => {
                let units = learner.hidden.unwrap_or(0);
                format!("{}, frozen, with a layer of {units} units on it", shown(source?))
            }
            _ => pairs.map(|pairs| pairs.what.clone())?,
        };
        Some(StandIn { published: weights.clone(), used })
    });
    let count = division.folds.iter().map(|fold| fold.test.len()).sum();
    Ok(Config {
        format: FORMAT,
        system: SystemRecord {
            name: format!("published/{}", system.name),
            title: published.title.clone(),
            cites: published.cites.clone(),
            file: system.text.to_owned(),
            sha256: sha256(system.text.as_bytes()),
        },
        data: DataRecord {
            name: request.data.name().to_owned(),
            split: division.split.clone(),
            files: pool.files.clone(),
            count,
            left_out,
        },
        task: Task::Label,
        setting: setting(system, division),
        collection: None,
        stands_in: stands_in.collect(),
        versions,
        seed: request.seed,
        limit: request.limit,
        options,
    })
}

fn setting(system: &LabelSystem, division: &Division) -> String {
    let learned = match (system.file.method, system.file.first) {
        (Method::Majority, _) => "the most frequent label of the training rows",
        (Method::Shipped, _) => "the model that ships, as it is",
        (Method::Mapped, _) => "nothing is learned of this data set",
        (Method::Multitask, _) => "one network learns from the training rows of all tasks",
        (_, Some(First::Tasks)) => "all tasks first, then the training rows of this one",
        (_, Some(_)) => "other data first, then the training rows",
        _ => "learned from the training rows",
    };
    match division.folds.len() {
        0 | 1 => learned.to_owned(),
        folds => format!("{learned}; {folds} times, each time without one scenario"),
    }
}

/// A model's name; of a file its name without folders.
fn shown(source: &str) -> String {
    let path = Path::new(source);
    let name = path.file_name().filter(|_| path.exists());
    name.map_or_else(|| source.to_owned(), |name| name.to_string_lossy().into_owned())
}

fn version(name: &str, registry: &Registry) -> Result<String> {
    let path = Path::new(name);
    match hashed(name, registry) {
        Some(version) => Ok(version),
        None if path.is_file() => Ok(hash(path)?[..16].to_owned()),
        None => Ok("a folder".to_owned()),
    }
}

/// A hash of the files of a model of the registry.
pub fn hashed(name: &str, registry: &Registry) -> Option<String> {
    let model = registry.model(name).ok()?;
    let files = model.files.iter();
    let mut files: Vec<String> =
        files.filter_map(|file| Some(format!("{} {}", file.path, file.check?.sha256))).collect();
    files.sort();
    Some(sha256(files.join("\n").as_bytes())[..16].to_owned())
}

/// One run's lines and measures.
pub fn measured(
    request: &Request,
    division: &Division,
    pool: &Pool,
    folds: &[Labelled],
) -> Result<(Vec<Line>, Metrics)> {
    let mut said: Vec<&(usize, super::method::Label)> =
        folds.iter().flat_map(|fold| &fold.test).collect();
    said.sort_by_key(|(place, _)| *place);
    let gold =
        |place: &usize| pool.rows[*place].labels.get(division.key).map_or("", String::as_str);
    let pairs = || said.iter().map(|(place, (label, _))| (gold(place), label.as_str()));
    let lines = said.iter().enumerate().map(|(number, (place, (label, share)))| {
        let row = &pool.rows[*place];
        let mut facets = row.facets.clone();
        facets.remove("declarative");
        let second = match request.data {
            DataSet::Circa => "answer",
            _ => "second text",
        };
        let given = row.second.iter().map(|text| (second.to_owned(), text.clone())).collect();
        let right = if label == gold(place) { 1.0 } else { 0.0 };
        Line {
            id: row.id.clone(),
            number: number + 1,
            question: row.first.clone(),
            confidence: Some(*share),
            prediction: Some(label.clone()),
            gold: Gold { label: Some(gold(place).to_owned()), ..Gold::default() },
            facets,
            scores: BTreeMap::from([("accuracy".to_owned(), right)]),
            given,
            ..Line::default()
        }
    });
    let lines: Vec<Line> = lines.collect();
    let table = match scored(division.key) {
        Some(labels) => LabelTable::with_labels(pairs(), labels)?,
        None => LabelTable::new(pairs())?,
    };
    let n = lines.len();
    let of = |value: f64| Value { value, n, ..Value::default() };
    let mut measures: BTreeMap<String, Value> = BTreeMap::new();
    let mut accuracy = of(table.accuracy);
    if division.task.is_none() {
        accuracy.by.insert("scenario".to_owned(), by_scenario(&lines));
    }
    if folds.len() > 1 {
        let shares: Vec<f64> = folds.iter().map(|fold| share_right(fold, &gold)).collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
        let count = shares.len();
        let put = |value: f64| Value { value, n: count, ..Value::default() };
        let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
        let most = shares.iter().copied().fold(0.0, f64::max);
        accuracy.value = mean;
        measures.insert("accuracy.sd".to_owned(), put((squares / (count - 1) as f64).sqrt()));
        measures.insert("accuracy.min".to_owned(), put(least));
        measures.insert("accuracy.max".to_owned(), put(most));
    } else if let Some(dev) = folds.first().and_then(|fold| fold.dev)
        && division.task.is_none()
    {
        let n = division.folds[0].dev.len();
        measures.insert("accuracy.dev".to_owned(), Value { value: dev, n, ..Value::default() });
    }
    measures.insert("accuracy".to_owned(), accuracy);
    measures.insert("macro-F1".to_owned(), of(table.macro_average.f1));
    for row in &table.rows {
        let name = format!("F1.{}", label_name(request.data, &row.label));
        measures.insert(name, of(row.f1));
    }
    let wanted: usize = division.folds.iter().map(|fold| fold.test.len()).sum();
    let mut notes = pool.notes.clone();
    if folds.len() > 1 {
        notes.push(
            "accuracy is the mean of the folds, as in the paper; the others are over all rows"
                .to_owned(),
        );
    }
    let main = division.main().to_owned();
    Ok((lines, Metrics { measures, main, failed: wanted - n, notes }))
}

fn share_right<'a>(fold: &Labelled, gold: &impl Fn(&usize) -> &'a str) -> f64 {
    let right = fold.test.iter().filter(|(place, (label, _))| label == gold(place)).count();
    right as f64 / fold.test.len().max(1) as f64
}

fn by_scenario(lines: &[Line]) -> BTreeMap<String, Part> {
    let mut parts: BTreeMap<String, (f64, usize)> = BTreeMap::new();
    for line in lines {
        if let (Some(scenario), Some(right)) =
            (line.facets.get("scenario"), line.scores.get("accuracy"))
        {
            let part = parts.entry(scenario.clone()).or_default();
            part.0 += right;
            part.1 += 1;
        }
    }
    let part = |(right, n): (f64, usize)| Part { value: right / n.max(1) as f64, n };
    parts.into_iter().map(|(name, counted)| (name, part(counted))).collect()
}

/// Writes a results folder, the file that says "finished" last.
pub fn write(
    folder: &Path,
    config: &Config,
    lines: &[Line],
    metrics: &Metrics,
    seconds: f64,
    threads: usize,
) -> Result<()> {
    let failed = |reason| eval::Error::Write { path: folder.to_owned(), reason };
    fs::create_dir_all(folder).map_err(failed)?;
    match fs::remove_file(folder.join(METRICS)) {
        Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
            return Err(failed(reason).into());
        }
        _ => {}
    }
    json(&folder.join(CONFIG), config)?;
    replace(&folder.join(TURNS), &mut |out| {
        for line in lines {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let per_second = lines.len() as f64 / seconds.max(1e-6);
    json(&folder.join(TIMING), &Timing { seconds, per_second, finished: now, threads })?;
    json(&folder.join(METRICS), metrics)
}

fn json(path: &Path, value: &impl Serialize) -> Result<()> {
    replace(path, &mut |out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        out.write_all(b"\n")
    })
}

/// Writes beside the file and renames, so that no file is ever half there.
fn replace(
    path: &Path,
    write: &mut dyn FnMut(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<()> {
    let beside: PathBuf = path.with_extension("new");
    let written = (|| {
        let mut out = BufWriter::new(File::create(&beside)?);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&beside, path)
    })();
    written.map_err(|reason| {
        fs::remove_file(&beside).ok();
        eval::Error::Write { path: path.to_owned(), reason }.into()
    })
}
