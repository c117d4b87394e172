//! BART (Lewis et al., 2020), mBART (Liu et al., 2020) and PEGASUS (Zhang et al., 2020), as in
//! Transformers' `modeling_bart.py`, `modeling_mbart.py` and `modeling_pegasus.py`. BART has its
//! norms after each block; the others before, and one more at the end. PEGASUS has sinusoidal
//! positions, the others learned ones.

use std::sync::Arc;

use super::checkpoint::Checkpoint;
use super::config::BartShape;
use super::network::Network;
use super::stack::{CrossAttention, Embedding, FeedForward, Layer, SelfAttention, Stack};
use crate::error::Result;
use crate::kernel::pointwise::Activation;

const EPSILON: f32 = 1e-5;
/// Learned positions begin here in their table.
const FIRST_POSITION: usize = 2;

pub(crate) fn load(from: &Checkpoint<'_>, shape: &BartShape) -> Result<Network> {
    let encoder = Side {
        name: "encoder",
        layers: shape.encoder_layers,
        heads: shape.encoder_attention_heads,
        wide: shape.encoder_ffn_dim,
    };
    let decoder = Side {
        name: "decoder",
        layers: shape.decoder_layers,
        heads: shape.decoder_attention_heads,
        wide: shape.decoder_ffn_dim,
    };
    let words: Arc<[f32]> = from.words(shape.vocab_size, shape.d_model)?.into_floats().into();
    Ok(Network {
        encoder: encoder.load(from, shape, words.clone())?,
        decoder: decoder.load(from, shape, words)?,
        head: from.head(shape.vocab_size, shape.d_model)?,
        head_scale: None,
    })
}

/// What differs between encoder and decoder.
struct Side {
    name: &'static str,
    layers: usize,
    heads: usize,
    wide: usize,
}

impl Side {
    fn load(&self, from: &Checkpoint<'_>, shape: &BartShape, words: Arc<[f32]>) -> Result<Stack> {
        let (width, side) = (shape.d_model, self.name);
        let norm = |name: &str| from.layer_norm(&format!("{side}.{name}"), width, EPSILON);
        let head = width / self.heads;
        let has_final_norm = shape.model_type != "bart";
        let layers = (0..self.layers)
            .map(|i| self.layer(from, shape, &format!("{side}.layers.{i}")))
            .collect::<Result<_>>()?;
        Ok(Stack {
            embedding: Embedding {
                words,
                width,
                scale: if shape.scale_embedding { (width as f32).sqrt() } else { 1.0 },
                positions: Some(self.positions(from, shape)?),
                norm: match shape.model_type.as_str() {
                    "pegasus" => None,
                    _ => Some(norm("layernorm_embedding")?),
                },
            },
            layers,
            norm: if has_final_norm { Some(norm("layer_norm")?) } else { None },
            norm_first: shape.model_type != "bart",
            bias: None,
            heads: self.heads,
            head,
            scale: 1.0 / (head as f32).sqrt(),
        })
    }

    fn positions(&self, from: &Checkpoint<'_>, shape: &BartShape) -> Result<Vec<f32>> {
        let (rows, width) = (shape.max_position_embeddings, shape.d_model);
        if shape.model_type == "pegasus" {
            return Ok(sinusoidal(rows, width));
        }
        let name = format!("{}.embed_positions.weight", self.name);
        let mut table = from.table(&name, rows + FIRST_POSITION, width)?.into_floats();
        table.drain(..FIRST_POSITION * width);
        Ok(table)
    }

    fn layer(&self, from: &Checkpoint<'_>, shape: &BartShape, base: &str) -> Result<Layer> {
        let width = shape.d_model;
        let norm = |name: &str| from.layer_norm(&format!("{base}.{name}"), width, EPSILON);
        let dense = |names: &[&str], outputs: usize, inputs: usize| {
            let names: Vec<String> = names.iter().map(|n| format!("{base}.{n}")).collect();
            from.linear(&names, outputs, inputs)
        };
        let own = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"];
        Ok(Layer {
            own: SelfAttention {
                mixed: dense(&own, width, width)?,
                out: dense(&["self_attn.out_proj"], width, width)?,
                norm: norm("self_attn_layer_norm")?,
            },
            cross: match self.name {
                "decoder" => Some(CrossAttention {
                    query: dense(&["encoder_attn.q_proj"], width, width)?,
                    sides: dense(&["encoder_attn.k_proj", "encoder_attn.v_proj"], width, width)?,
                    out: dense(&["encoder_attn.out_proj"], width, width)?,
                    norm: norm("encoder_attn_layer_norm")?,
                }),
                _ => None,
            },
            feed: FeedForward {
                wide: dense(&["fc1"], self.wide, width)?,
                gate: None,
                narrow: dense(&["fc2"], width, self.wide)?,
                activation: Activation::named(&shape.activation_function)?,
                norm: norm("final_layer_norm")?,
            },
        })
    }
}

/// Sines in the first half of a row, cosines in the second.
fn sinusoidal(rows: usize, width: usize) -> Vec<f32> {
    let sines = width.div_ceil(2);
    let mut table = Vec::with_capacity(rows * width);
    for place in 0..rows {
        for column in 0..width {
            let pair = if column < sines { column } else { column - sines };
            let angle = place as f64 / 10000f64.powf(2.0 * pair as f64 / width as f64);
            let value = if column < sines { angle.sin() } else { angle.cos() };
            table.push(value as f32);
        }
    }
    table
}
