//! The encoder of BERT (Devlin et al., 2019), RoBERTa (Liu et al., 2019) and MPNet (Song et al.,
//! 2020), as Transformers' `modeling_bert.py`, `modeling_roberta.py` and `modeling_mpnet.py` have
//! it: normalisation after each block, learned positions, and in MPNet biases by distance.

use std::sync::Arc;

use rayon::prelude::*;

use super::config::EncoderConfig;
use super::words::Words;
use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::attention::{Attention, Bias, Columns, Pair, RelativeBias, Sight};
use crate::kernel::linear::{Linear, Precision};
use crate::kernel::pointwise::{self, Activation, LayerNorm};
use crate::tokenizer::Tokens;
use crate::weights::{Table, Weights};

/// Prefixes under which checkpoints keep the encoder.
const PREFIXES: [&str; 6] = ["", "bert.", "roberta.", "mpnet.", "model.", "encoder."];

pub(crate) struct Transformer {
    pub prefix: String,
    words: Arc<Words>,
    positions: Vec<f32>,
    types: Vec<f32>,
    norm: LayerNorm,
    layers: Vec<Layer>,
    bias: Option<RelativeBias>,
    activation: Activation,
    width: usize,
    heads: usize,
    first_position: usize,
}

struct Layer {
    /// Queries, keys and values in one.
    mixed: Linear,
    attended: Linear,
    attended_norm: LayerNorm,
    wide: Linear,
    narrow: Linear,
    norm: LayerNorm,
}

/// The names of a layer's parts.
struct Names {
    qkv: [&'static str; 3],
    attended: &'static str,
    attended_norm: &'static str,
}

const BERT: Names = Names {
    qkv: ["attention.self.query", "attention.self.key", "attention.self.value"],
    attended: "attention.output.dense",
    attended_norm: "attention.output.LayerNorm",
};

const MPNET: Names = Names {
    qkv: ["attention.attn.q", "attention.attn.k", "attention.attn.v"],
    attended: "attention.attn.o",
    attended_norm: "attention.LayerNorm",
};

impl Transformer {
    pub(crate) fn load(
        weights: &Weights,
        config: &EncoderConfig,
        shared: Option<&ModelFiles>,
        precision: Precision,
    ) -> Result<Transformer> {
        let names = match config.model_type.as_str() {
            "bert" | "roberta" | "xlm-roberta" | "camembert" => &BERT,
            "mpnet" => &MPNET,
            other => return Err(Error::Unsupported(format!("encoders of the type \"{other}\""))),
        };
        let found = |p: &&&str| weights.has(&format!("{p}embeddings.LayerNorm.weight"));
        let prefix = PREFIXES.iter().find(found).copied().unwrap_or_default().to_owned();
        let width = config.hidden_size;
        let table = |name: &str, rows: usize| {
            weights.table_of(&format!("{prefix}embeddings.{name}.weight"), rows, width)
        };
        let embedding = |name: &str, rows| table(name, rows).map(Table::into_floats);
        let words = match shared {
            Some(files) => Words::shared(files, config.vocab_size, width)?,
            None => Words::new(table("word_embeddings", config.vocab_size)?),
        };
        let norm = |name: &str| -> Result<LayerNorm> {
            LayerNorm::new(
                weights.vector(&format!("{prefix}{name}.weight"), width)?,
                weights.vector(&format!("{prefix}{name}.bias"), width)?,
                config.layer_norm_eps,
            )
        };
        let bias = match names.qkv == MPNET.qkv {
            true => {
                let name = format!("{prefix}encoder.relative_attention_bias.weight");
                let table = weights.table(&name)?.into_floats();
                Some(RelativeBias::new(&table, config.num_attention_heads, 128, true)?)
            }
            false => None,
        };
        let types = match config.type_vocab_size {
            0 => vec![0.0; width],
            rows => embedding("token_type_embeddings", rows)?,
        };
        let layers = (0..config.num_hidden_layers)
            .into_par_iter()
            .map(|i| {
                Layer::load(
                    weights,
                    config,
                    names,
                    &format!("{prefix}encoder.layer.{i}."),
                    precision,
                )
            })
            .collect::<Result<_>>()?;
        Ok(Transformer {
            words,
            positions: embedding("position_embeddings", config.max_position_embeddings)?,
            types,
            norm: norm("embeddings.LayerNorm")?,
            layers,
            bias,
            activation: Activation::named(&config.hidden_act)?,
            width,
            heads: config.num_attention_heads,
            first_position: config.first_position(),
            prefix,
        })
    }

    /// How many layers there are.
    pub(crate) fn depth(&self) -> usize {
        self.layers.len()
    }

    /// The states after the first `depth` layers, a row a token, sequence after sequence; at
    /// depth 0 they are the embeddings.
    pub(crate) fn states(&self, batch: &[&Tokens], depth: usize) -> Result<Vec<f32>> {
        let mut x = self.embed(batch)?;
        self.norm.apply(&mut x);
        let mut pairs = Vec::with_capacity(batch.len());
        let mut start = 0;
        for tokens in batch {
            let range = start..start + tokens.ids.len();
            start = range.end;
            pairs.push(Pair { queries: range.clone(), keys: range });
        }
        let head = self.width / self.heads;
        let attention = Attention {
            heads: self.heads,
            width: head,
            scale: 1.0 / (head as f32).sqrt(),
            sight: Sight::Whole,
            bias: self.bias.as_ref().map(|b| b as &dyn Bias),
        };
        for layer in self.layers.iter().take(depth) {
            let mixed = layer.mixed.apply(&x)?;
            let part =
                |i: usize| Columns { data: &mixed, stride: 3 * self.width, first: i * self.width };
            let attended = attention.apply(part(0), part(1), part(2), &pairs)?;
            let mut y = layer.attended.apply(&attended)?;
            layer.attended_norm.apply_sum(&mut y, &x);
            let mut wide = layer.wide.apply(&y)?;
            self.activation.apply(&mut wide);
            x = layer.narrow.apply(&wide)?;
            layer.norm.apply_sum(&mut x, &y);
        }
        Ok(x)
    }

    fn embed(&self, batch: &[&Tokens]) -> Result<Vec<f32>> {
        let width = self.width;
        let place_of = |i: usize| i * width..(i + 1) * width;
        let total: usize = batch.iter().map(|t| t.ids.len()).sum();
        let mut x = Vec::with_capacity(total * width);
        for tokens in batch {
            for (place, (id, kind)) in tokens.ids.iter().zip(&tokens.types).enumerate() {
                let position = self.positions.get(place_of(place + self.first_position));
                let kind = self.types.get(place_of(*kind as usize));
                let kind = kind.or_else(|| self.types.get(place_of(0)));
                let first = x.len();
                let known = self.words.append(*id as usize, &mut x);
                let (true, Some(position), Some(kind)) = (known, position, kind) else {
                    return Err(Error::Shape(format!("token {id} at {place} has no embedding")));
                };
                pointwise::add(&mut x[first..], kind);
                pointwise::add(&mut x[first..], position);
            }
        }
        Ok(x)
    }
}

impl Layer {
    fn load(
        weights: &Weights,
        config: &EncoderConfig,
        names: &Names,
        prefix: &str,
        precision: Precision,
    ) -> Result<Layer> {
        let (width, wide) = (config.hidden_size, config.intermediate_size);
        let norm = |name: &str| -> Result<LayerNorm> {
            LayerNorm::new(
                weights.vector(&format!("{prefix}{name}.weight"), width)?,
                weights.vector(&format!("{prefix}{name}.bias"), width)?,
                config.layer_norm_eps,
            )
        };
        let dense = |names: &[&str], outputs: usize, inputs: usize| {
            let names: Vec<String> = names.iter().map(|n| format!("{prefix}{n}")).collect();
            Linear::load(weights, &names, outputs, inputs, precision)
        };
        Ok(Layer {
            mixed: dense(&names.qkv, width, width)?,
            attended: dense(&[names.attended], width, width)?,
            attended_norm: norm(names.attended_norm)?,
            wide: dense(&["intermediate.dense"], wide, width)?,
            narrow: dense(&["output.dense"], width, wide)?,
            norm: norm("output.LayerNorm")?,
        })
    }
}
