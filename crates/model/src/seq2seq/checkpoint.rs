//! Tensors by the names Transformers gives them, wherever a checkpoint really keeps them.

use super::stack::Norm;
use crate::error::Result;
use crate::kernel::linear::{Linear, Precision};
use crate::kernel::pointwise::{LayerNorm, RmsNorm};
use crate::weights::{Table, Weights};

/// A weight file, and how its dense layers are to be held.
///
/// A name is looked for as it is, below `model.`, and as the authors of Fusion-in-Decoder save it:
/// their encoder is wrapped, and each of its blocks too, so that `encoder.block.0.layer…` is
/// `encoder.encoder.block.0.module.layer…`.
pub(crate) struct Checkpoint<'a> {
    pub weights: &'a Weights,
    pub precision: Precision,
}

impl Checkpoint<'_> {
    /// Where a tensor is; the name itself where it is nowhere, so that errors speak of it.
    fn place(&self, name: &str) -> String {
        let places = [name.to_owned(), format!("model.{name}"), wrapped(name)];
        places.into_iter().find(|place| self.weights.has(place)).unwrap_or_else(|| name.to_owned())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.weights.has(&self.place(name))
    }

    /// The layers of these names as one, their outputs side by side.
    pub(crate) fn linear(&self, names: &[String], outputs: usize, inputs: usize) -> Result<Linear> {
        let places: Vec<String> = names
            .iter()
            .map(|name| {
                let place = self.place(&format!("{name}.weight"));
                place.strip_suffix(".weight").unwrap_or(&place).to_owned()
            })
            .collect();
        Linear::load(self.weights, &places, outputs, inputs, self.precision)
    }

    pub(crate) fn table(&self, name: &str, rows: usize, columns: usize) -> Result<Table> {
        self.weights.table_of(&self.place(name), rows, columns)
    }

    /// A table without knowing its number of rows.
    pub(crate) fn any_table(&self, name: &str) -> Result<Table> {
        self.weights.table(&self.place(name))
    }

    /// The table of words. Where it serves the encoder, the decoder and the last layer at once, a
    /// file keeps it under any one of their names.
    pub(crate) fn words(&self, rows: usize, columns: usize) -> Result<Table> {
        let names =
            ["encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight"];
        let name = match self.has("shared.weight") {
            true => None,
            false => names.into_iter().find(|name| self.has(name)),
        };
        self.table(name.unwrap_or("shared.weight"), rows, columns)
    }

    /// The layer from states to scores of words, which is the table of words where a file has no
    /// other.
    pub(crate) fn head(&self, rows: usize, columns: usize) -> Result<Linear> {
        let table = match self.has("lm_head.weight") {
            true => self.table("lm_head.weight", rows, columns)?,
            false => self.words(rows, columns)?,
        };
        let bias = match self.has("final_logits_bias") {
            true => Some(self.table("final_logits_bias", 1, rows)?.into_floats()),
            false => None,
        };
        Linear::new(table, bias, self.precision)
    }

    pub(crate) fn layer_norm(&self, name: &str, width: usize, epsilon: f32) -> Result<Norm> {
        let part = |part: &str| self.weights.vector(&self.place(&format!("{name}.{part}")), width);
        Ok(Norm::Layer(LayerNorm::new(part("weight")?, part("bias")?, epsilon)?))
    }

    pub(crate) fn rms_norm(&self, name: &str, width: usize, epsilon: f32) -> Result<Norm> {
        let scale = self.weights.vector(&self.place(&format!("{name}.weight")), width)?;
        Ok(Norm::Rms(RmsNorm::new(scale, epsilon)))
    }
}

fn wrapped(name: &str) -> String {
    let Some(inner) = name.strip_prefix("encoder.") else { return name.to_owned() };
    let mut parts: Vec<&str> = inner.split('.').collect();
    if parts.len() > 2 && parts[0] == "block" {
        parts.insert(2, "module");
    }
    format!("encoder.encoder.{}", parts.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fusion_in_decoder_wraps_the_encoder_and_its_blocks() {
        let name = "encoder.block.3.layer.0.SelfAttention.q.weight";
        let place = "encoder.encoder.block.3.module.layer.0.SelfAttention.q.weight";
        assert_eq!(wrapped(name), place);
        let name = "encoder.final_layer_norm.weight";
        assert_eq!(wrapped(name), "encoder.encoder.final_layer_norm.weight");
        assert_eq!(wrapped("decoder.block.0.layer.0"), "decoder.block.0.layer.0");
    }
}
