//! A stack of transformer layers: the encoder or the decoder of T5, BART and PEGASUS, which differ
//! in their norms, in where these stand, and in how positions enter.

use std::sync::Arc;

use super::cache::Cache;
use crate::error::{Error, Result};
use crate::kernel::attention::{Attention, Bias, Columns, Pair, RelativeBias, Sight};
use crate::kernel::linear::Linear;
use crate::kernel::pointwise::{self, Activation, LayerNorm, RmsNorm};

pub(crate) enum Norm {
    Layer(LayerNorm),
    Rms(RmsNorm),
}

impl Norm {
    pub(crate) fn apply(&self, rows: &[f32]) -> Vec<f32> {
        match self {
            Norm::Rms(norm) => norm.apply(rows),
            Norm::Layer(norm) => {
                let mut rows = rows.to_vec();
                norm.apply(&mut rows);
                rows
            }
        }
    }
}

/// Tokens to rows.
pub(crate) struct Embedding {
    /// Shared by the encoder and the decoder.
    pub words: Arc<[f32]>,
    pub width: usize,
    /// What words are multiplied with.
    pub scale: f32,
    /// A row for each place; none where layers see distances.
    pub positions: Option<Vec<f32>>,
    pub norm: Option<Norm>,
}

pub(crate) struct SelfAttention {
    /// Queries, keys and values in one.
    pub mixed: Linear,
    pub out: Linear,
    pub norm: Norm,
}

pub(crate) struct CrossAttention {
    pub query: Linear,
    /// Keys and values in one.
    pub sides: Linear,
    pub out: Linear,
    pub norm: Norm,
}

pub(crate) struct FeedForward {
    pub wide: Linear,
    /// What the activated values are multiplied with, in gated layers.
    pub gate: Option<Linear>,
    pub narrow: Linear,
    pub activation: Activation,
    pub norm: Norm,
}

pub(crate) struct Layer {
    pub own: SelfAttention,
    /// A decoder's look at the encoder.
    pub cross: Option<CrossAttention>,
    pub feed: FeedForward,
}

pub(crate) struct Stack {
    pub embedding: Embedding,
    pub layers: Vec<Layer>,
    pub norm: Option<Norm>,
    /// Whether each block's norm stands before it or after its sum.
    pub norm_first: bool,
    pub bias: Option<RelativeBias>,
    pub heads: usize,
    /// The width of a head.
    pub head: usize,
    pub scale: f32,
}

impl Stack {
    /// The width of keys, and of values.
    pub(crate) fn inner(&self) -> usize {
        self.heads * self.head
    }

    /// An encoder's last states, a row a token, sequence after sequence.
    pub(crate) fn encode(&self, batch: &[&[u32]]) -> Result<Vec<f32>> {
        let mut x = Vec::new();
        let mut pairs = Vec::with_capacity(batch.len());
        let mut start = 0;
        for tokens in batch {
            x.extend(self.embedding.rows(tokens, 0)?);
            let range = start..start + tokens.len();
            start = range.end;
            pairs.push(Pair { queries: range.clone(), keys: range });
        }
        let mut x = self.embedding.normed(x);
        let (attention, inner) = (self.attention(Sight::Whole, true), self.inner());
        for layer in &self.layers {
            self.add(&mut x, &layer.own.norm, |x| {
                let mixed = layer.own.mixed.apply(x)?;
                let part = |i: usize| Columns { data: &mixed, stride: 3 * inner, first: i * inner };
                layer.own.out.apply(&attention.apply(part(0), part(1), part(2), &pairs)?)
            })?;
            self.add(&mut x, &layer.feed.norm, |x| layer.feed.apply(x))?;
        }
        Ok(self.norm.as_ref().map(|norm| norm.apply(&x)).unwrap_or(x))
    }

    /// Each layer's keys and values of an encoder's states.
    pub(crate) fn sides(&self, states: &[f32]) -> Result<Vec<Vec<f32>>> {
        let cross = self.layers.iter().filter_map(|layer| layer.cross.as_ref());
        cross.map(|cross| cross.sides.apply(states)).collect()
    }

    /// A decoder's states for the next tokens, equally many of each sequence in the cache.
    pub(crate) fn decode(&self, tokens: &[u32], cache: &mut Cache) -> Result<Vec<f32>> {
        let count = tokens.len() / cache.sequences().max(1);
        if count == 0 || tokens.len() != count * cache.sequences() {
            return Err(Error::Shape("tokens do not fit the decoded sequences".to_owned()));
        }
        cache.reserve(count);
        let mut x = Vec::new();
        for tokens in tokens.chunks_exact(count) {
            x.extend(self.embedding.rows(tokens, cache.length())?);
        }
        let mut x = self.embedding.normed(x);
        let own = self.attention(Sight::Past, true);
        let cross = self.attention(Sight::Whole, false);
        let inner = self.inner();
        for (i, layer) in self.layers.iter().enumerate() {
            self.add(&mut x, &layer.own.norm, |x| {
                let mixed = layer.own.mixed.apply(x)?;
                cache.write(i, &mixed, count);
                let (sides, pairs) = cache.written(i, count);
                let queries = Columns { data: &mixed, stride: 3 * inner, first: 0 };
                layer.own.out.apply(&own.apply(queries, sides.keys, sides.values, &pairs)?)
            })?;
            if let Some(block) = &layer.cross {
                self.add(&mut x, &block.norm, |x| {
                    let queries = block.query.apply(x)?;
                    let queries = Columns::all(&queries, inner);
                    let (sides, pairs) = cache.read(i, count);
                    block.out.apply(&cross.apply(queries, sides.keys, sides.values, &pairs)?)
                })?;
            }
            self.add(&mut x, &layer.feed.norm, |x| layer.feed.apply(x))?;
        }
        cache.advance(count);
        Ok(self.norm.as_ref().map(|norm| norm.apply(&x)).unwrap_or(x))
    }

    fn attention(&self, sight: Sight, biased: bool) -> Attention<'_> {
        let bias = self.bias.as_ref().filter(|_| biased).map(|bias| bias as &dyn Bias);
        Attention { heads: self.heads, width: self.head, scale: self.scale, sight, bias }
    }

    /// Adds what a block makes of the rows to them, with its norm where the model has it.
    fn add(
        &self,
        x: &mut Vec<f32>,
        norm: &Norm,
        block: impl FnOnce(&[f32]) -> Result<Vec<f32>>,
    ) -> Result<()> {
        if self.norm_first {
            let made = block(&norm.apply(x))?;
            pointwise::add(x, &made);
        } else {
            let made = block(x)?;
            pointwise::add(x, &made);
            *x = norm.apply(x);
        }
        Ok(())
    }
}

impl FeedForward {
    fn apply(&self, x: &[f32]) -> Result<Vec<f32>> {
        let mut wide = self.wide.apply(x)?;
        self.activation.apply(&mut wide);
        if let Some(gate) = &self.gate {
            pointwise::multiply(&mut wide, &gate.apply(x)?);
        }
        self.narrow.apply(&wide)
    }
}

impl Embedding {
    /// The rows of tokens of which the first stands at `place`.
    fn rows(&self, tokens: &[u32], place: usize) -> Result<Vec<f32>> {
        let width = self.width;
        let row = |table: &[f32], i: usize| -> Option<Vec<f32>> {
            table.get(i * width..(i + 1) * width).map(<[f32]>::to_vec)
        };
        let mut rows = Vec::with_capacity(tokens.len() * width);
        for (i, token) in tokens.iter().enumerate() {
            let Some(mut word) = row(&self.words, *token as usize) else {
                return Err(Error::Shape(format!("token {token} has no embedding")));
            };
            pointwise::scale(&mut word, self.scale);
            if let Some(positions) = &self.positions {
                let Some(position) = row(positions, place + i) else {
                    let most = positions.len() / width;
                    return Err(Error::TooLong { tokens: place + tokens.len(), most });
                };
                pointwise::add(&mut word, &position);
            }
            rows.extend(word);
        }
        Ok(rows)
    }

    fn normed(&self, rows: Vec<f32>) -> Vec<f32> {
        self.norm.as_ref().map(|norm| norm.apply(&rows)).unwrap_or(rows)
    }
}
