//! A network kept as an ONNX graph, run by rten.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use rten::{Model, RunOptions, ThreadPool, Value, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::config::{EncoderConfig, Over, OwnConfig};
use crate::error::{Error, Result};
use crate::tokenizer::Tokens;

/// rten by itself takes one thread for each physical core, which halves the speed of a machine
/// whose two cores are threads of one.
pub(crate) static THREADS: LazyLock<Arc<ThreadPool>> = LazyLock::new(|| {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(ThreadPool::with_num_threads(threads))
});

/// A graph with the usual inputs of an encoder.
pub(crate) struct Graph {
    path: PathBuf,
    model: Model,
    pub heads: Vec<GraphHead>,
    states: Option<rten::NodeId>,
    padding: u32,
    takes_types: bool,
    /// Whether a sequence's values would depend on those beside it: dynamic quantization takes
    /// one range for a whole batch.
    one_by_one: bool,
}

pub(crate) struct GraphHead {
    pub name: String,
    pub over: Over,
    pub labels: Vec<String>,
    node: rten::NodeId,
}

/// States of one sequence, and what each head says of it.
type Outputs = (Vec<f32>, Vec<Vec<f32>>);

impl Graph {
    pub(crate) fn load(path: &Path, config: &EncoderConfig, own: &OwnConfig) -> Result<Graph> {
        let model = load_model(path)?;
        for input in ["input_ids", "attention_mask"] {
            if model.find_node(input).is_none() {
                return Err(Error::damaged(path, format!("the graph has no input \"{input}\"")));
            }
        }
        let name = |id| model.node_info(id).and_then(|n| n.name()).unwrap_or_default().to_owned();
        let mut states = None;
        let mut heads = Vec::new();
        for &node in model.output_ids() {
            let name = name(node);
            match name.as_str() {
                "last_hidden_state" | "token_embeddings" => states = Some(node),
                "pooler_output" | "sentence_embedding" => {}
                "start_logits" | "end_logits" => {
                    let labels = vec![name.replace("_logits", "")];
                    heads.push(GraphHead { name, over: Over::Tokens, labels, node });
                }
                _ => {
                    let own = own.heads.iter().find(|h| h.name == name);
                    let over = own.map_or_else(|| config.over(), |h| h.over);
                    let labels = own.map_or_else(|| config.labels(), |h| h.labels.clone());
                    heads.push(GraphHead { name, over, labels, node });
                }
            }
        }
        let takes_types = model.find_node("token_type_ids").is_some();
        let padding = config.pad_token_id.unwrap_or(0);
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, e))?;
        let one_by_one = memchr::memmem::find(&bytes, b"DynamicQuantizeLinear").is_some();
        Ok(Graph { path: path.to_owned(), model, heads, states, padding, takes_types, one_by_one })
    }

    pub(crate) fn has_states(&self) -> bool {
        self.states.is_some()
    }

    /// Runs each sequence of a batch.
    pub(crate) fn run(&self, batch: &[&Tokens]) -> Result<Vec<Outputs>> {
        if !self.one_by_one {
            return self.together(batch);
        }
        let each: Vec<_> = batch.chunks(1).map(|one| self.together(one)).collect::<Result<_>>()?;
        Ok(each.into_iter().flatten().collect())
    }

    /// Runs a batch, padded to its longest sequence.
    fn together(&self, batch: &[&Tokens]) -> Result<Vec<Outputs>> {
        let longest = batch.iter().map(|t| t.ids.len()).max().unwrap_or(0);
        let padded = |value: &dyn Fn(&Tokens, usize) -> i32| -> Value {
            let cells = batch.iter().flat_map(|t| (0..longest).map(|i| value(t, i)));
            NdTensor::from_data([batch.len(), longest], cells.collect::<Vec<_>>()).into()
        };
        let fail = |e: &dyn std::fmt::Display| Error::Graph {
            path: self.path.clone(),
            why: e.to_string(),
        };
        let mut inputs: Vec<(rten::NodeId, ValueOrView)> = Vec::new();
        let mut give = |name: &str, value: Value| -> Result<()> {
            let id = self.model.node_id(name).map_err(|e| fail(&e))?;
            inputs.push((id, value.into()));
            Ok(())
        };
        let padding = self.padding;
        give("input_ids", padded(&|t, i| *t.ids.get(i).unwrap_or(&padding) as i32))?;
        give("attention_mask", padded(&|t, i| i32::from(i < t.ids.len())))?;
        if self.takes_types {
            give("token_type_ids", padded(&|t, i| *t.types.get(i).unwrap_or(&0) as i32))?;
        }
        let wanted: Vec<_> =
            self.states.into_iter().chain(self.heads.iter().map(|h| h.node)).collect();
        let options = RunOptions::default().with_thread_pool(Some(THREADS.clone()));
        let outputs = self.model.run(inputs, &wanted, Some(options)).map_err(|e| fail(&e))?;
        let outputs: Vec<Tensor<f32>> = outputs
            .into_iter()
            .map(|value| value.try_into().map_err(|_| fail(&"an output is not of floats")))
            .collect::<Result<_>>()?;
        batch
            .iter()
            .enumerate()
            .map(|(row, tokens)| {
                let mut outputs = outputs.iter();
                let cut = |output: &Tensor<f32>, per_token: bool| -> Result<Vec<f32>> {
                    if output.ndim() < 2 || output.size(0) != batch.len() {
                        return Err(fail(&"an output has an unexpected shape"));
                    }
                    let values: Vec<f32> = output.slice(row).iter().copied().collect();
                    let each = values.len() / longest.max(1);
                    Ok(match per_token {
                        true => values.into_iter().take(each * tokens.ids.len()).collect(),
                        false => values,
                    })
                };
                let states = match self.states {
                    Some(_) => {
                        outputs.next().map(|o| cut(o, true)).transpose()?.unwrap_or_default()
                    }
                    None => Vec::new(),
                };
                let heads = self
                    .heads
                    .iter()
                    .zip(outputs)
                    .map(|(head, output)| cut(output, head.over == Over::Tokens))
                    .collect::<Result<_>>()?;
                Ok((states, heads))
            })
            .collect()
    }
}

/// Loads an ONNX file.
pub(crate) fn load_model(path: &Path) -> Result<Model> {
    if !path.exists() {
        return Err(Error::Missing(path.to_owned()));
    }
    let mut options = rten::ModelOptions::with_all_ops();
    options.prepack_weights(true);
    options.load_file(path).map_err(|e| Error::damaged(path, e))
}
