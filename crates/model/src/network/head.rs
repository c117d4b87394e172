//! What stands on a trunk: a layer over each token, or over the whole sequence.

use super::config::{EncoderConfig, HeadConfig, Over, OwnConfig, Pooling};
use crate::error::Result;
use crate::kernel::linear::{Linear, Precision};
use crate::kernel::pointwise;
use crate::weights::Weights;

/// A head with its labels.
pub(crate) struct Head {
    pub name: String,
    pub over: Over,
    pub labels: Vec<String>,
    pooling: Pooling,
    /// A layer with tanh before the last.
    dense: Option<Linear>,
    out: Linear,
}

impl Head {
    /// All heads of a checkpoint: those `grice.json` names, or else the one Transformers' class
    /// of the model has.
    pub(crate) fn load_all(
        weights: &Weights,
        config: &EncoderConfig,
        own: &OwnConfig,
        prefix: &str,
    ) -> Result<Vec<Head>> {
        if !own.heads.is_empty() {
            return own.heads.iter().map(|h| Head::own(weights, config, h)).collect();
        }
        let width = config.hidden_size;
        let linear = |name: &str| -> Result<Linear> {
            let outputs = weights.shape(&format!("{name}.weight"))?.first().copied().unwrap_or(0);
            Linear::load(weights, &[name], outputs, width, Precision::Stored)
        };
        let mut heads = Vec::new();
        let (dense, out) = match weights.has("classifier.out_proj.weight") {
            true => ("classifier.dense".to_owned(), "classifier.out_proj"),
            false => (format!("{prefix}pooler.dense"), "classifier"),
        };
        if weights.has(&format!("{out}.weight")) {
            let (name, over) = ("classifier".to_owned(), config.over());
            // A token classifier's checkpoint may hold a pooler it does not use.
            let dense = match over == Over::Sequence && weights.has(&format!("{dense}.weight")) {
                true => Some(linear(&dense)?),
                false => None,
            };
            let out = linear(out)?;
            let labels = labels(config.labels(), out.outputs());
            heads.push(Head { name, over, labels, pooling: Pooling::Cls, dense, out });
        }
        if weights.has("qa_outputs.weight") {
            let labels = vec!["start".to_owned(), "end".to_owned()];
            let (name, over) = ("span".to_owned(), Over::Tokens);
            let out = linear("qa_outputs")?;
            heads.push(Head { name, over, labels, pooling: Pooling::Cls, dense: None, out });
        }
        Ok(heads)
    }

    fn own(weights: &Weights, config: &EncoderConfig, head: &HeadConfig) -> Result<Head> {
        let width = config.hidden_size;
        let base = format!("heads.{}", head.name);
        let dense_name = format!("{base}.dense");
        let dense = match weights.has(&format!("{dense_name}.weight")) {
            true => Some(Linear::load(weights, &[dense_name], width, width, Precision::Stored)?),
            false => None,
        };
        let out = Linear::load(weights, &[base], head.labels.len(), width, Precision::Stored)?;
        Ok(Head {
            name: head.name.clone(),
            over: head.over,
            labels: head.labels.clone(),
            pooling: head.pooling.unwrap_or(Pooling::Cls),
            dense,
            out,
        })
    }

    /// The head's values for one sequence: a row for each token, or one row.
    pub(crate) fn apply(&self, states: &[f32]) -> Result<Vec<f32>> {
        match self.over {
            Over::Tokens => self.last(states),
            Over::Sequence => self.last(&pool(states, self.out.inputs(), self.pooling)),
        }
    }

    fn last(&self, rows: &[f32]) -> Result<Vec<f32>> {
        match &self.dense {
            None => self.out.apply(rows),
            Some(dense) => {
                let mut rows = dense.apply(rows)?;
                pointwise::tanh(&mut rows);
                self.out.apply(&rows)
            }
        }
    }
}

/// The given labels when they are as many, otherwise numbers.
pub(crate) fn labels(given: Vec<String>, count: usize) -> Vec<String> {
    match given.len() == count {
        true => given,
        false => (0..count).map(|i| i.to_string()).collect(),
    }
}

/// One vector for a sequence's states.
pub(crate) fn pool(states: &[f32], width: usize, pooling: Pooling) -> Vec<f32> {
    match pooling {
        Pooling::Cls => states.get(..width).unwrap_or_default().to_vec(),
        Pooling::Mean => {
            let mut sum = vec![0.0; width];
            let mut rows = 0usize;
            for row in states.chunks_exact(width) {
                pointwise::add(&mut sum, row);
                rows += 1;
            }
            pointwise::scale(&mut sum, 1.0 / rows.max(1) as f32);
            sum
        }
    }
}
