//! T5 (Raffel et al., 2020), T5 1.1 with gated layers, and the models made from it (Flan-T5, mT5),
//! as in Transformers' `modeling_t5.py`: root-mean-square norms before each block, no biases, no
//! scale in attention, and distances instead of positions.

use std::sync::Arc;

use super::checkpoint::Checkpoint;
use super::config::T5Shape;
use super::network::Network;
use super::stack::{CrossAttention, Embedding, FeedForward, Layer, SelfAttention, Stack};
use crate::error::Result;
use crate::kernel::attention::RelativeBias;
use crate::kernel::pointwise::Activation;

pub(crate) fn load(from: &Checkpoint<'_>, shape: &T5Shape) -> Result<Network> {
    let decoder_layers = shape.num_decoder_layers.unwrap_or(shape.num_layers);
    let scale = (shape.d_model as f32).powf(-0.5);
    let words: Arc<[f32]> = from.words(shape.vocab_size, shape.d_model)?.into_floats().into();
    Ok(Network {
        encoder: stack(from, shape, "encoder", shape.num_layers, words.clone())?,
        decoder: stack(from, shape, "decoder", decoder_layers, words)?,
        head: from.head(shape.vocab_size, shape.d_model)?,
        head_scale: shape.scales_output().then_some(scale),
    })
}

fn stack(
    from: &Checkpoint<'_>,
    shape: &T5Shape,
    side: &str,
    layers: usize,
    words: Arc<[f32]>,
) -> Result<Stack> {
    let is_decoder = side == "decoder";
    let bias = format!("{side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight");
    let bias = from.any_table(&bias)?.into_floats();
    let farthest = shape.relative_attention_max_distance;
    let (width, epsilon) = (shape.d_model, shape.layer_norm_epsilon);
    let layers = (0..layers)
        .map(|i| layer(from, shape, &format!("{side}.block.{i}.layer"), is_decoder))
        .collect::<Result<_>>()?;
    Ok(Stack {
        embedding: Embedding { words, width, scale: 1.0, positions: None, norm: None },
        layers,
        norm: Some(from.rms_norm(&format!("{side}.final_layer_norm"), width, epsilon)?),
        norm_first: true,
        bias: Some(RelativeBias::new(&bias, shape.num_heads, farthest, !is_decoder)?),
        heads: shape.num_heads,
        head: shape.d_kv,
        scale: 1.0,
    })
}

fn layer(from: &Checkpoint<'_>, shape: &T5Shape, base: &str, is_decoder: bool) -> Result<Layer> {
    let (width, inner, wide) = (shape.d_model, shape.num_heads * shape.d_kv, shape.d_ff);
    let norm = |i: usize| {
        from.rms_norm(&format!("{base}.{i}.layer_norm"), width, shape.layer_norm_epsilon)
    };
    let dense = |block: &str, parts: &[&str], outputs: usize, inputs: usize| {
        let names: Vec<String> = parts.iter().map(|p| format!("{base}.{block}.{p}")).collect();
        from.linear(&names, outputs, inputs)
    };
    let own = "0.SelfAttention";
    let cross = "1.EncDecAttention";
    let last = if is_decoder { 2 } else { 1 };
    let feed = format!("{last}.DenseReluDense");
    let (gated, activation) = match shape.feed_forward_proj.strip_prefix("gated-") {
        // The published gated models were trained with the approximation.
        Some("gelu") => (true, "gelu_new"),
        Some(other) => (true, other),
        None => (false, shape.feed_forward_proj.as_str()),
    };
    let first = if gated { "wi_0" } else { "wi" };
    Ok(Layer {
        own: SelfAttention {
            mixed: dense(own, &["q", "k", "v"], inner, width)?,
            out: dense(own, &["o"], width, inner)?,
            norm: norm(0)?,
        },
        cross: match is_decoder {
            false => None,
            true => Some(CrossAttention {
                query: dense(cross, &["q"], inner, width)?,
                sides: dense(cross, &["k", "v"], inner, width)?,
                out: dense(cross, &["o"], width, inner)?,
                norm: norm(1)?,
            }),
        },
        feed: FeedForward {
            wide: dense(&feed, &[first], wide, width)?,
            gate: if gated { Some(dense(&feed, &["wi_1"], wide, width)?) } else { None },
            narrow: dense(&feed, &["wo"], width, wide)?,
            activation: Activation::named(activation)?,
            norm: norm(last)?,
        },
    })
}
