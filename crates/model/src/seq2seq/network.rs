//! An encoder, a decoder, and the layer from states to words.

use rayon::prelude::*;

use super::cache::Cache;
use super::model::{Model, Writing};
use super::stack::Stack;
use crate::error::Result;
use crate::kernel::linear::Linear;
use crate::kernel::pointwise;

/// Tokens encoded at once by one thread; more no longer fit its cache.
const TOKENS_AT_ONCE: usize = 512;

pub(crate) struct Network {
    pub encoder: Stack,
    pub decoder: Stack,
    pub head: Linear,
    /// What states are multiplied with before the head.
    pub head_scale: Option<f32>,
}

impl Model for Network {
    fn encode(&self, inputs: &[Vec<u32>]) -> Result<Vec<Vec<f32>>> {
        let mut groups: Vec<&[Vec<u32>]> = Vec::new();
        let mut rest = inputs;
        while !rest.is_empty() {
            let mut tokens = 0;
            let fitting = rest.iter().take_while(|input| {
                tokens += input.len();
                tokens <= TOKENS_AT_ONCE
            });
            let (group, after) = rest.split_at(fitting.count().max(1));
            groups.push(group);
            rest = after;
        }
        let states: Vec<Vec<Vec<f32>>> = groups
            .par_iter()
            .map(|group| {
                let batch: Vec<&[u32]> = group.iter().map(Vec::as_slice).collect();
                let states = self.encoder.encode(&batch)?;
                let mut rest = states.as_slice();
                let mut cut = Vec::with_capacity(batch.len());
                for tokens in batch {
                    let (own, after) = rest.split_at(tokens.len() * self.width());
                    cut.push(own.to_vec());
                    rest = after;
                }
                Ok(cut)
            })
            .collect::<Result<_>>()?;
        Ok(states.into_iter().flatten().collect())
    }

    fn start<'a>(&'a self, inputs: &[Vec<f32>]) -> Result<Box<dyn Writing + 'a>> {
        let lengths: Vec<usize> = inputs.iter().map(|states| states.len() / self.width()).collect();
        let sides = self.decoder.sides(&inputs.concat())?;
        let cache = Cache::new(sides, &lengths, self.decoder.inner());
        Ok(Box::new(Cached { network: self, cache }))
    }

    fn width(&self) -> usize {
        self.encoder.embedding.width
    }

    fn words(&self) -> usize {
        self.head.outputs()
    }
}

/// Sequences whose keys and values are kept.
struct Cached<'a> {
    network: &'a Network,
    cache: Cache,
}

impl Writing for Cached<'_> {
    fn next(&mut self, tokens: &[u32]) -> Result<Vec<f32>> {
        let mut states = self.network.decoder.decode(tokens, &mut self.cache)?;
        if let Some(scale) = self.network.head_scale {
            pointwise::scale(&mut states, scale);
        }
        self.network.head.apply(&states)
    }

    fn arrange(&mut self, parents: &[usize]) {
        self.cache.arrange(parents);
    }
}
