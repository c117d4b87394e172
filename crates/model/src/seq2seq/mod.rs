//! Models that read a text and write another: T5, BART and PEGASUS, by greedy or beam search as
//! Transformers' `generate` has them.

mod bart;
mod cache;
mod checkpoint;
mod config;
mod fusion;
mod generation;
mod graphs;
mod model;
mod network;
mod rules;
mod search;
mod stack;
mod t5;

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::tokenizer::Tokenizer;
use crate::weights::Weights;
use checkpoint::Checkpoint;
use config::{Config, Shape};
use graphs::Graphs;
use model::Model;
use rules::Special;
use search::Search;

pub use fusion::{Evidence, FusionInDecoder};
pub use generation::{Generated, Generation, Stopping};

/// Sequences decoded side by side, and tokens of their inputs; more would only take memory.
const SEQUENCES_AT_ONCE: usize = 64;
const TOKENS_AT_ONCE: usize = 4096;

/// A sequence-to-sequence model: a rewriter, a summariser, a generative reader.
///
/// ```no_run
/// use std::path::Path;
///
/// use grice_model::{Generation, Precision, Seq2Seq};
///
/// # fn main() -> Result<(), grice_model::Error> {
/// let rewriter = Seq2Seq::load(Path::new("models/rewriter"), Precision::Stored)?;
/// let options = Generation { beams: 4, ..rewriter.defaults() };
/// let rewrites = rewriter.generate(&["Who built it? ||| The bridge is old."], &options)?;
/// println!("{}", rewrites[0][0].text);
/// # Ok(())
/// # }
/// ```
pub struct Seq2Seq {
    model: Box<dyn Model>,
    tokenizer: Tokenizer,
    files: ModelFiles,
    special: Special,
    defaults: Generation,
    /// The longest text that can be written or read.
    positions: usize,
}

impl Seq2Seq {
    /// Loads a folder with `config.json`, `tokenizer.json` and `model.safetensors`, and
    /// `generation_config.json` where there is one. Instead of `model.safetensors` there may be
    /// `encoder.onnx` and `decoder.onnx`, graphs without a cache; these run at the precision they
    /// were saved with.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<Seq2Seq> {
        let files = files.into();
        let config = Config::read(&files)?;
        let tokenizer = Tokenizer::of(&files, config.longest)?;
        tokenizer.check(config.shape.vocabulary(), config.padding)?;
        let model: Box<dyn Model> = match Graphs::find(&files)? {
            Some(graphs) if !files.has("model.safetensors") => {
                Box::new(Graphs::load(graphs, &config)?)
            }
            _ => {
                let weights = Weights::open(&files, "model.safetensors")?;
                let from = Checkpoint { weights: &weights, precision };
                Box::new(match &config.shape {
                    Shape::T5(shape) => t5::load(&from, shape)?,
                    Shape::Bart(shape) => bart::load(&from, shape)?,
                })
            }
        };
        Ok(Seq2Seq {
            model,
            tokenizer,
            files,
            special: config.special,
            defaults: config.generation,
            positions: config.shape.positions(),
        })
    }

    /// The same model, reading at most this many tokens of a text; fewer where its positions end.
    pub fn with_longest(mut self, tokens: usize) -> Result<Seq2Seq> {
        self.tokenizer = Tokenizer::of(&self.files, tokens.min(self.positions))?;
        Ok(self)
    }

    /// The longest text that is read, in tokens; of longer ones the end is cut.
    pub fn longest(&self) -> usize {
        self.tokenizer.longest()
    }

    /// What the model's files recommend.
    pub fn defaults(&self) -> Generation {
        self.defaults.clone()
    }

    /// For each text what the model writes, the best first. Models with a table of positions write
    /// no more tokens than it has rows, whatever the options say.
    pub fn generate(&self, texts: &[&str], options: &Generation) -> Result<Vec<Vec<Generated>>> {
        options.check()?;
        let inputs = self.ids(texts)?;
        let mut written = Vec::with_capacity(texts.len());
        let mut rest = inputs.as_slice();
        while !rest.is_empty() {
            let mut tokens = 0;
            let fitting = rest.iter().take((SEQUENCES_AT_ONCE / options.beams).max(1));
            let fitting = fitting.take_while(|input| {
                tokens += input.len();
                tokens <= TOKENS_AT_ONCE
            });
            let (group, after) = rest.split_at(fitting.count().max(1));
            written.extend(self.write(&self.model.encode(group)?, options)?);
            rest = after;
        }
        Ok(written)
    }

    /// The encoder's states of a text, a row a token.
    pub fn states(&self, text: &str) -> Result<Vec<Vec<f32>>> {
        let states = self.model.encode(&self.ids(&[text])?)?.concat();
        Ok(rows(&states, self.model.width()))
    }

    /// How likely each word is after the decoder's start token and after each token of `target`,
    /// as logits. With an empty target the single row is what re-rankers such as monoT5 compare.
    pub fn logits(&self, text: &str, target: &[u32]) -> Result<Vec<Vec<f32>>> {
        self.logits_of(&self.model.encode(&self.ids(&[text])?)?.concat(), target)
    }

    /// How likely the model finds each pair's second text after its first: the logarithm of the
    /// probability of each of its tokens, special ones included, given those before it. A text too
    /// long for the model is cut.
    pub fn log_probabilities(&self, pairs: &[(&str, &str)]) -> Result<Vec<Vec<f32>>> {
        let (texts, targets): (Vec<&str>, Vec<&str>) = pairs.iter().copied().unzip();
        let states = self.model.encode(&self.ids(&texts)?)?;
        let targets = self.ids(&targets)?;
        let both: Vec<_> = states.into_iter().zip(targets).collect();
        both.into_par_iter().map(|(states, target)| self.likelihood(&states, &target)).collect()
    }

    fn likelihood(&self, states: &[f32], target: &[u32]) -> Result<Vec<f32>> {
        let before = target.split_last().map_or(target, |(_, before)| before);
        let rows = self.logits_of(states, before)?;
        let each = rows.iter().zip(target).map(|(row, token)| {
            let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let sum: f64 = row.iter().map(|v| f64::from(v - most).exp()).sum();
            let logit = row.get(*token as usize).copied();
            let logit = logit.ok_or_else(|| Error::Shape(format!("token {token} has no logit")))?;
            Ok((f64::from(logit - most) - sum.ln()) as f32)
        });
        each.collect()
    }

    fn logits_of(&self, states: &[f32], target: &[u32]) -> Result<Vec<Vec<f32>>> {
        let tokens: Vec<u32> = [self.special.start].iter().chain(target).copied().collect();
        let logits = self.model.start(&[states.to_vec()])?.next(&tokens)?;
        Ok(rows(&logits, self.model.words()))
    }

    fn ids(&self, texts: &[&str]) -> Result<Vec<Vec<u32>>> {
        let ids = |mut ids: Vec<u32>| {
            // A tokenizer without special tokens makes nothing of an empty text.
            if ids.is_empty() {
                ids.push(self.special.ends.first().copied().unwrap_or(self.special.start));
            }
            ids
        };
        Ok(self.tokenizer.texts(texts)?.into_iter().map(|tokens| ids(tokens.ids)).collect())
    }

    /// Writes for each input's states, all side by side.
    fn write(&self, inputs: &[Vec<f32>], options: &Generation) -> Result<Vec<Vec<Generated>>> {
        let rules = options.rules(&self.special, self.positions);
        let words = self.model.words();
        let mut writing = self.model.start(inputs)?;
        let mut searches: Vec<Search> =
            inputs.iter().map(|_| Search::new(options, rules.clone())).collect();
        let mut open: Vec<usize> = (0..searches.len()).collect();
        let mut tokens = vec![self.special.start; searches.len()];
        while !open.is_empty() {
            let mut logits = writing.next(&tokens)?;
            let mut rest = logits.as_mut_slice();
            let mut first = 0;
            let mut parents = Vec::new();
            let mut still_open = Vec::new();
            tokens.clear();
            for i in open {
                let running = searches[i].running();
                let (own, after) = rest.split_at_mut(running * words);
                rest = after;
                let steps = searches[i].advance(own);
                parents.extend(steps.iter().map(|step| first + step.parent));
                tokens.extend(steps.iter().map(|step| step.token));
                first += running;
                if !steps.is_empty() {
                    still_open.push(i);
                }
            }
            writing.arrange(&parents);
            open = still_open;
        }
        searches.into_iter().map(|search| self.generated(search)).collect()
    }

    fn generated(&self, search: Search) -> Result<Vec<Generated>> {
        let found = search.finish();
        if found.is_empty() {
            let why = "the model's scores are not numbers; its weights may be damaged";
            return Err(Error::Generation(why.to_owned()));
        }
        found
            .into_iter()
            .map(|sequence| {
                let text = self.tokenizer.decode(&sequence.tokens)?;
                Ok(Generated { text, ids: sequence.tokens, score: sequence.score })
            })
            .collect()
    }
}

fn rows(values: &[f32], width: usize) -> Vec<Vec<f32>> {
    values.chunks_exact(width.max(1)).map(<[f32]>::to_vec).collect()
}
