//! A trunk with its heads: what encoders, cross-encoders, readers and classifiers share.

pub(crate) mod config;
pub(crate) mod head;
pub(crate) mod onnx;
mod transformer;
pub(crate) mod words;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::tokenizer::{Tokenizer, Tokens};
use crate::weights::Weights;
use config::{EncoderConfig, Over, OwnConfig, Pooling};
use head::Head;
use onnx::Graph;
use transformer::Transformer;

/// Where the weights are, or else the graph.
const WEIGHTS: &str = "model.safetensors";
const GRAPHS: [&str; 2] = ["model.onnx", "onnx/model.onnx"];

/// Tokens worked on at once by one thread; more no longer fit its cache.
const TOKENS_AT_ONCE: usize = 160;

/// Machines with more threads than this split even one text between them with profit.
const FEW_THREADS: usize = 4;

/// Runs work on one thread, where the machine has few: the models' products for a single text are so
/// small that splitting them costs what it gains, and others can use the other threads meanwhile. The
/// threads are made once and taken in turn.
pub fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static LANES: OnceLock<Vec<rayon::ThreadPool>> = OnceLock::new();
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let threads = rayon::current_num_threads();
    if threads > FEW_THREADS {
        return work();
    }
    let lanes = LANES.get_or_init(|| {
        let lane = |_| rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
        (0..FEW_THREADS).filter_map(lane).collect()
    });
    match lanes.get(NEXT.fetch_add(1, Ordering::Relaxed) % lanes.len().max(1)) {
        Some(lane) => lane.install(work),
        None => work(),
    }
}

/// A network that reads a sequence of tokens.
pub(crate) struct Network {
    pub tokenizer: Tokenizer,
    pub pooling: Pooling,
    pub normalize: bool,
    pub width: usize,
    /// For models that read a pair as one text: how the two are put together.
    pub pair_template: Option<String>,
    /// Whether the head is a regression whose values are used as they are.
    pub plain_regression: bool,
    /// How many layers the configuration speaks of.
    pub depth: usize,
    trunk: Trunk,
}

enum Trunk {
    Native { transformer: Transformer, heads: Vec<Head> },
    Graph(Graph),
}

/// What a network says of one sequence.
pub(crate) struct Reading<'a> {
    /// The last states, a row a token.
    pub states: &'a [f32],
    /// Each head's values, in the order of [`Network::heads`].
    pub heads: Vec<Vec<f32>>,
}

/// A head's name, what it looks at, and its labels.
pub(crate) struct HeadInfo<'a> {
    pub name: &'a str,
    pub over: Over,
    pub labels: &'a [String],
}

impl Network {
    /// Loads a folder with `config.json`, `tokenizer.json`, and `model.safetensors` or
    /// `model.onnx`. Where `grice.json` names a folder of words, that one has the tokenizer and
    /// the words' vectors.
    pub(crate) fn load(files: &ModelFiles, precision: Precision) -> Result<Network> {
        let config = EncoderConfig::read(files)?;
        let own = OwnConfig::read(files)?;
        let longest = config.longest().min(own.max_length.unwrap_or(usize::MAX));
        let shared = own.words.as_deref().map(|name| files.beside(name)).transpose()?;
        let tokenizer = Tokenizer::of(shared.as_ref().unwrap_or(files), longest)?;
        tokenizer.check(config.vocab_size, config.pad_token_id)?;
        let trunk = if files.has(WEIGHTS) {
            let weights = Weights::open(files, WEIGHTS)?;
            let transformer = Transformer::load(&weights, &config, shared.as_ref(), precision)?;
            let heads = Head::load_all(&weights, &config, &own, &transformer.prefix)?;
            Trunk::Native { transformer, heads }
        } else if let Some(graph) = GRAPHS.iter().find(|graph| files.has(graph)) {
            Trunk::Graph(Graph::load(&files.on_disk(graph)?, &config, &own)?)
        } else {
            return Err(Error::Missing(files.path(WEIGHTS)));
        };
        Ok(Network {
            tokenizer,
            pooling: own.pooling.unwrap_or(Pooling::Mean),
            normalize: own.normalize.unwrap_or(true),
            width: config.hidden_size,
            depth: match &trunk {
                Trunk::Native { transformer, .. } => transformer.depth(),
                Trunk::Graph(_) => config.num_hidden_layers,
            },
            plain_regression: config.scores_are_plain()
                && config.problem_type.as_deref() == Some("regression"),
            pair_template: config.pair_template,
            trunk,
        })
    }

    /// Whether states of every layer can be had, and not only the last ones.
    pub(crate) fn has_layers(&self) -> bool {
        matches!(self.trunk, Trunk::Native { .. })
    }

    /// Whether the last states can be had.
    pub(crate) fn has_states(&self) -> bool {
        match &self.trunk {
            Trunk::Native { .. } => true,
            Trunk::Graph(graph) => graph.has_states(),
        }
    }

    /// The heads, in order.
    pub(crate) fn heads(&self) -> Vec<HeadInfo<'_>> {
        match &self.trunk {
            Trunk::Native { heads, .. } => heads
                .iter()
                .map(|h| HeadInfo { name: &h.name, over: h.over, labels: &h.labels })
                .collect(),
            Trunk::Graph(graph) => graph
                .heads
                .iter()
                .map(|h| HeadInfo { name: &h.name, over: h.over, labels: &h.labels })
                .collect(),
        }
    }

    /// Runs sequences of like length together, on all threads, and gives what `take` makes of
    /// each, in the order of the input.
    pub(crate) fn run<T: Send>(
        &self,
        inputs: &[Tokens],
        take: impl Fn(usize, Reading<'_>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        self.run_to(self.depth, true, inputs, take)
    }

    /// The states after the first `depth` layers, without the heads. A graph gives its last
    /// states only.
    pub(crate) fn run_states<T: Send>(
        &self,
        depth: usize,
        inputs: &[Tokens],
        take: impl Fn(usize, &[f32]) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        self.run_to(depth, false, inputs, |i, reading| take(i, reading.states))
    }

    fn run_to<T: Send>(
        &self,
        depth: usize,
        heads: bool,
        inputs: &[Tokens],
        take: impl Fn(usize, Reading<'_>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let mut order: Vec<usize> = (0..inputs.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(inputs[*i].ids.len()));
        let groups = groups(&order, inputs);
        let one = |group: &Vec<usize>| self.group(depth, heads, group, inputs, &take);
        let done: Vec<Vec<(usize, T)>> = match &self.trunk {
            Trunk::Native { .. } if groups.len() > 1 => {
                groups.par_iter().map(one).collect::<Result<_>>()?
            }
            // The work of one group is split between threads inside it.
            _ => groups.iter().map(one).collect::<Result<_>>()?,
        };
        let mut done: Vec<(usize, T)> = done.into_iter().flatten().collect();
        done.sort_by_key(|(i, _)| *i);
        Ok(done.into_iter().map(|(_, value)| value).collect())
    }

    fn group<T>(
        &self,
        depth: usize,
        with_heads: bool,
        group: &[usize],
        inputs: &[Tokens],
        take: &(impl Fn(usize, Reading<'_>) -> Result<T> + Sync),
    ) -> Result<Vec<(usize, T)>> {
        let batch: Vec<&Tokens> = group.iter().map(|i| &inputs[*i]).collect();
        let mut taken = Vec::with_capacity(group.len());
        match &self.trunk {
            Trunk::Native { transformer, heads } => {
                let states = transformer.states(&batch, depth)?;
                let heads = if with_heads { heads.as_slice() } else { &[] };
                let mut rest = states.as_slice();
                for (i, tokens) in group.iter().zip(&batch) {
                    let (states, after) = rest.split_at(tokens.ids.len() * self.width);
                    rest = after;
                    let heads = heads.iter().map(|h| h.apply(states)).collect::<Result<_>>()?;
                    taken.push((*i, take(*i, Reading { states, heads })?));
                }
            }
            Trunk::Graph(graph) => {
                for (i, (states, heads)) in group.iter().zip(graph.run(&batch)?) {
                    taken.push((*i, take(*i, Reading { states: &states, heads })?));
                }
            }
        }
        Ok(taken)
    }
}

/// Consecutive inputs, as many as make up a thread's share of tokens.
fn groups(order: &[usize], inputs: &[Tokens]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for &i in order {
        let length = inputs[i].ids.len();
        match groups.last_mut() {
            Some(group) if length <= room => group.push(i),
            _ => {
                groups.push(vec![i]);
                room = TOKENS_AT_ONCE;
            }
        }
        room = room.saturating_sub(length);
    }
    groups
}
