//! What is learned from and what is tested on: the rows of a data set and their folds.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::{Error, Result};
use super::{Failed, Request};
use crate::data::circa::{self, CircaSplit, Part, SCENARIOS, Scheme, Setting};
use crate::data::{self, DataSet, Row, pragmeval, share};
use crate::eval;

/// The share of PragmEval's training rows by which the best pass is chosen where dev is tested on.
const CHOOSING: f64 = 0.1;

/// Rows that are read at once: Circa's, or those of a task.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// What tells it from others.
    pub name: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Places of the rows that all tasks together learn from.
    pub learn: Vec<usize>,
    /// The SHA-256 of each file.
    pub files: BTreeMap<String, String>,
    /// What was passed over, and how the files differ from the official ones.
    pub notes: Vec<String>,
}

/// A split that is tested on.
#[derive(Clone, Debug)]
pub struct Division {
    /// Its name.
    pub split: String,
    /// The place of its pool.
    pub pool: usize,
    /// The key of [`Row::labels`].
    pub key: &'static str,
    /// Its folds: one, or one a scenario.
    pub folds: Vec<Fold>,
    /// PragmEval's task.
    pub task: Option<&'static str>,
}

/// Places of rows in a pool.
#[derive(Clone, Debug, Default)]
pub struct Fold {
    /// To learn from.
    pub train: Vec<usize>,
    /// To choose by.
    pub dev: Vec<usize>,
    /// To test on, in the order of the file.
    pub test: Vec<usize>,
}

impl Division {
    /// The measure that a table is ordered by (PragmEval's section 4.2: F1 where labels are many and rare).
    pub fn main(&self) -> &'static str {
        match self.task {
            Some("SwitchBoard" | "MRDA") => "macro-F1",
            _ => "accuracy",
        }
    }
}

/// What a request tests on.
#[derive(Debug, Default)]
pub struct Divided {
    /// The rows.
    pub pools: Vec<Pool>,
    /// The splits.
    pub divisions: Vec<Division>,
    /// Splits that cannot be read, and why.
    pub failed: Vec<Failed>,
}

/// Reads what a request tests on. With `all_tasks` the pools of PragmEval have every task, tested on or not.
pub fn divide(request: &Request, all_tasks: bool) -> Result<Divided> {
    match request.data {
        DataSet::Circa => of_circa(request),
        DataSet::PragmEval => of_pragmeval(request, all_tasks),
        other => Err(data::Error::OtherKind {
            set: other.title().to_owned(),
            has: "no labels that a system here gives",
            asked: "labels",
        }
        .into()),
    }
}

fn of_circa(request: &Request) -> Result<Divided> {
    let no_split = || {
        Error::Split {
        data: request.data.title().to_owned(),
        split: request.split.clone(),
        hint: "those that can be are relaxed/matched/test, strict/matched/test, relaxed/unmatched/test (ten folds), \
               strict/unmatched/test, and the same with a seed, as relaxed/matched:7/test"
            .to_owned(),
    }
    };
    let wanted = circa_split(&request.split).ok_or_else(no_split)?;
    let scheme = wanted.scheme.ok_or_else(no_split)?;
    let pool = pool(request.data, &request.dir, "all", "circa")?;
    let places: HashMap<&str, usize> =
        pool.rows.iter().enumerate().map(|(place, row)| (row.id.as_str(), place)).collect();
    let rows: Vec<Row> = pool.rows.iter().filter(|row| scheme.has(row)).cloned().collect();
    let of = |rows: Vec<Row>| -> Vec<usize> {
        rows.iter().filter_map(|row| places.get(row.id.as_str()).copied()).collect()
    };
    let fold = |[train, dev, test]: [Vec<Row>; 3]| {
        let mut test = of(test);
        test.sort_unstable();
        Fold { train: of(train), dev: of(dev), test }
    };
    let mut folds: Vec<Fold> = match wanted.setting {
        Setting::Matched => vec![fold(circa::matched(rows, wanted.seed))],
        Setting::Unmatched(0) => (1..=SCENARIOS.len())
            .map(|scenario| fold(circa::unmatched(rows.clone(), scenario, wanted.seed)))
            .filter(|fold| !fold.test.is_empty())
            .collect(),
        Setting::Unmatched(scenario) => vec![fold(circa::unmatched(rows, scenario, wanted.seed))],
    };
    let most = request.limit.map(|limit| limit.div_ceil(folds.len().max(1)));
    for fold in &mut folds {
        fold.test = drawn(&pool.rows, std::mem::take(&mut fold.test), most, request.seed);
    }
    folds.retain(|fold| !fold.test.is_empty() && !fold.train.is_empty());
    if folds.is_empty() {
        return Err(Error::Split {
            data: request.data.title().to_owned(),
            split: request.split.clone(),
            hint: "the file has too few rows with labels".to_owned(),
        });
    }
    let division =
        Division { split: request.split.clone(), pool: 0, key: scheme.name(), folds, task: None };
    Ok(Divided { pools: vec![pool], divisions: vec![division], failed: Vec::new() })
}

/// At most so many of the rows, as the seed draws them; their order stays.
fn drawn(rows: &[Row], mut places: Vec<usize>, most: Option<usize>, seed: u64) -> Vec<usize> {
    let Some(most) = most.filter(|most| *most < places.len()) else { return places };
    let salt = format!("limit {seed}");
    places.sort_by_cached_key(|place| share(&rows[*place].id, &salt).to_bits());
    places.truncate(most);
    places.sort_unstable();
    places
}

/// The split that is meant; of all ten folds the scenario is 0.
fn circa_split(name: &str) -> Option<CircaSplit> {
    if let Ok(split) = name.parse::<CircaSplit>() {
        return (split.part == Part::Test).then_some(split);
    }
    let (before, part) = name.rsplit_once('/')?;
    let mut split: CircaSplit = format!("{before}/1/{part}").parse().ok()?;
    split.setting = Setting::Unmatched(0);
    (split.part == Part::Test).then_some(split)
}

fn of_pragmeval(request: &Request, all_tasks: bool) -> Result<Divided> {
    let (one, part) = match request.split.rsplit_once('/') {
        Some((task, part)) => (Some(task), part),
        None => (None, request.split.as_str()),
    };
    if !["dev", "test"].contains(&part) {
        return Err(Error::Split {
            data: request.data.title().to_owned(),
            split: request.split.clone(),
            hint: "those that can be are dev and test, and the same of one task, as PDTB/dev"
                .to_owned(),
        });
    }
    // A task that is not there at all is an error with the names of those that are.
    if let Some(task) = one {
        request.data.rows(&request.dir, &format!("{task}/{part}"))?;
    } else {
        request.data.rows(&request.dir, part)?;
    }
    let mut divided = Divided::default();
    for task in pragmeval::TASKS {
        let wanted = one.is_none_or(|one| one.eq_ignore_ascii_case(task.name));
        if !wanted && !all_tasks {
            continue;
        }
        match task_of(request, task.name, part) {
            Ok(None) => {}
            Ok(Some((mut pool, fold, tested))) => {
                pool.learn.clone_from(&fold.train);
                if wanted && tested {
                    divided.divisions.push(Division {
                        split: format!("{}/{part}", task.name),
                        pool: divided.pools.len(),
                        key: "label",
                        folds: vec![fold],
                        task: Some(task.name),
                    });
                }
                divided.pools.push(pool);
            }
            // What learns from all tasks would not be the same without one of them.
            Err(error) if one.is_some() || all_tasks => return Err(error),
            Err(error) => divided.failed.push(Failed {
                system: None,
                split: format!("{}/{part}", task.name),
                error,
            }),
        }
    }
    Ok(divided)
}

/// The rows of a task and their fold, and whether there are any to test on; none where it is not there.
fn task_of(request: &Request, task: &str, part: &str) -> Result<Option<(Pool, Fold, bool)>> {
    let rows_of =
        |name: &str| present(pool(request.data, &request.dir, &format!("{task}/{name}"), task));
    let Some(mut whole) = rows_of("train")? else { return Ok(None) };
    let mut fold = Fold { train: (0..whole.rows.len()).collect(), ..Fold::default() };
    let mut tested = false;
    for name in ["dev", "test"] {
        if name != part && part != "test" {
            continue;
        }
        let Some(more) = rows_of(name)? else { continue };
        let places = (whole.rows.len()..whole.rows.len() + more.rows.len()).collect();
        whole.rows.extend(more.rows);
        whole.files.extend(more.files);
        whole.notes.extend(more.notes);
        match name == part {
            true => {
                fold.test = drawn(&whole.rows, places, request.limit, request.seed);
                tested = true;
            }
            false => fold.dev = places,
        }
    }
    if fold.dev.is_empty() {
        let chosen = |place: &usize| share(&whole.rows[*place].id, "choosing") < CHOOSING;
        (fold.dev, fold.train) = fold.train.into_iter().partition(chosen);
    }
    Ok(Some((whole, fold, tested)))
}

/// A part that is not there is none; anything else that is wrong is.
fn present(pool: Result<Pool>) -> Result<Option<Pool>> {
    match pool {
        Ok(pool) => Ok(Some(pool)),
        Err(Error::Data(data::Error::Missing { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The rows of a split.
pub fn pool(data: DataSet, dir: &Path, split: &str, name: &str) -> Result<Pool> {
    let mut stream = data.rows(dir, split)?;
    let rows = stream.by_ref().collect::<data::Result<Vec<Row>>>()?;
    let mut files = BTreeMap::new();
    for path in stream.files() {
        let shown = path.file_name().map(|name| name.to_string_lossy().into_owned());
        files.insert(shown.unwrap_or_default(), hash(path)?);
    }
    let notes = match data {
        DataSet::PragmEval => {
            stream.notes().into_iter().map(|note| format!("{split}: {note}")).collect()
        }
        _ => stream.notes(),
    };
    Ok(Pool { name: name.to_owned(), rows, learn: Vec::new(), files, notes })
}

/// The SHA-256 of a file.
pub fn hash(path: &Path) -> Result<String> {
    let failed = |reason| eval::Error::Read { path: path.to_owned(), reason };
    let mut file = std::fs::File::open(path).map_err(failed)?;
    let (mut sum, mut block) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut block).map_err(failed)? {
            0 => break,
            read => sum.update(&block[..read]),
        }
    }
    Ok(sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// What a row's label is called in the name of a measure.
pub fn label_name(data: DataSet, label: &str) -> String {
    use circa::Label::{Conditional, Middle, No, ProbablyNo, ProbablyYes, Yes};
    let known = match (data, circa::Label::parse(label)) {
        (DataSet::Circa, Some(Yes)) => Some("yes"),
        (DataSet::Circa, Some(No)) => Some("no"),
        (DataSet::Circa, Some(ProbablyYes)) => Some("probably-yes"),
        (DataSet::Circa, Some(ProbablyNo)) => Some("probably-no"),
        (DataSet::Circa, Some(Conditional)) => Some("conditional-yes"),
        (DataSet::Circa, Some(Middle)) => Some("in-the-middle"),
        _ => None,
    };
    known.map_or_else(|| label.to_lowercase().replace(' ', "-"), str::to_owned)
}

/// The labels that a scheme of Circa's scores; none for other data.
pub fn scored(key: &str) -> Option<Vec<&'static str>> {
    use circa::Label;
    let all = [Label::Yes, Label::No, Label::Conditional, Label::Middle];
    let strict = [Label::ProbablyYes, Label::ProbablyNo];
    match key {
        key if key == Scheme::Relaxed.name() => Some(all.map(Label::name).to_vec()),
        key if key == Scheme::Strict.name() => {
            Some(all.into_iter().chain(strict).map(Label::name).collect())
        }
        _ => None,
    }
}
