//! An encoder and a decoder kept as two ONNX graphs, run by rten. The decoder has no cache and
//! reads all it wrote again at each step.

use std::fmt::Display;
use std::path::PathBuf;

use rten::{NodeId, RunOptions, Value, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::config::Config;
use super::model::{Model, Writing};
use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::network::onnx::{THREADS, load_model};

/// Where the two files are: beside each other, or as Optimum exports them.
const PLACES: [[&str; 2]; 3] = [
    ["encoder.onnx", "decoder.onnx"],
    ["encoder_model.onnx", "decoder_model.onnx"],
    ["onnx/encoder_model.onnx", "onnx/decoder_model.onnx"],
];

pub(crate) struct Graphs {
    encoder: Graph,
    decoder: Graph,
    padding: u32,
    width: usize,
    words: usize,
}

struct Graph {
    path: PathBuf,
    model: rten::Model,
    output: NodeId,
}

impl Graphs {
    /// The folder's two graphs, where it has them.
    pub(crate) fn find(files: &ModelFiles) -> Result<Option<[PathBuf; 2]>> {
        let Some([encoder, decoder]) = PLACES.iter().find(|pair| files.has(pair[0])) else {
            return Ok(None);
        };
        Ok(Some([files.on_disk(encoder)?, files.on_disk(decoder)?]))
    }

    pub(crate) fn load([encoder, decoder]: [PathBuf; 2], config: &Config) -> Result<Graphs> {
        let read = ["encoder_hidden_states", "encoder_attention_mask"];
        Ok(Graphs {
            encoder: Graph::load(encoder, &["attention_mask"], "last_hidden_state")?,
            decoder: Graph::load(decoder, &read, "logits")?,
            padding: config.padding.unwrap_or(0),
            width: config.shape.width(),
            words: config.shape.vocabulary(),
        })
    }
}

impl Graph {
    fn load(path: PathBuf, inputs: &[&str], output: &str) -> Result<Graph> {
        let model = load_model(&path)?;
        let missing = |name: &str| Error::damaged(&path, format!("the graph has no \"{name}\""));
        for name in ["input_ids"].iter().chain(inputs) {
            model.find_node(name).ok_or_else(|| missing(name))?;
        }
        let output = model.find_node(output).ok_or_else(|| missing(output))?;
        Ok(Graph { path, model, output })
    }

    fn failed(&self, why: impl Display) -> Error {
        Error::Graph { path: self.path.clone(), why: why.to_string() }
    }

    /// Runs a batch; the output must have this shape.
    fn run(&self, inputs: Vec<(&str, Value)>, shape: [usize; 3]) -> Result<Vec<f32>> {
        let inputs = inputs
            .into_iter()
            .map(|(name, value)| {
                let id = self.model.node_id(name).map_err(|e| self.failed(e))?;
                Ok((id, ValueOrView::from(value)))
            })
            .collect::<Result<_>>()?;
        let options = RunOptions::default().with_thread_pool(Some(THREADS.clone()));
        let outputs = self.model.run(inputs, &[self.output], Some(options));
        let output = outputs.map_err(|e| self.failed(e))?.into_iter().next();
        let output: Option<Tensor<f32>> = output.and_then(|value| value.try_into().ok());
        let output = output.ok_or_else(|| self.failed("its output is not of floats"))?;
        if output.shape() != shape {
            let why = format!("its output is {:?} where {shape:?} was expected", output.shape());
            return Err(self.failed(why));
        }
        Ok(output.iter().copied().collect())
    }
}

fn table(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> i32) -> Value {
    let cell = &cell;
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column)));
    NdTensor::from_data([rows, columns], cells.collect::<Vec<_>>()).into()
}

impl Model for Graphs {
    fn encode(&self, inputs: &[Vec<u32>]) -> Result<Vec<Vec<f32>>> {
        let longest = inputs.iter().map(Vec::len).max().unwrap_or(0);
        let ids = table(inputs.len(), longest, |row, i| {
            *inputs[row].get(i).unwrap_or(&self.padding) as i32
        });
        let mask = table(inputs.len(), longest, |row, i| i32::from(i < inputs[row].len()));
        let given = vec![("input_ids", ids), ("attention_mask", mask)];
        let states = self.encoder.run(given, [inputs.len(), longest, self.width])?;
        let rows = states.chunks_exact((longest * self.width).max(1));
        Ok(rows.zip(inputs).map(|(row, ids)| row[..ids.len() * self.width].to_vec()).collect())
    }

    fn start<'a>(&'a self, inputs: &[Vec<f32>]) -> Result<Box<dyn Writing + 'a>> {
        Ok(Box::new(Rewritten {
            graphs: self,
            inputs: inputs.to_vec(),
            sequences: (0..inputs.len()).map(|input| (input, Vec::new())).collect(),
        }))
    }

    fn width(&self) -> usize {
        self.width
    }

    fn words(&self) -> usize {
        self.words
    }
}

/// Sequences of which the decoder reads all tokens each time.
struct Rewritten<'a> {
    graphs: &'a Graphs,
    inputs: Vec<Vec<f32>>,
    /// The input each is written for, and its tokens.
    sequences: Vec<(usize, Vec<u32>)>,
}

impl Writing for Rewritten<'_> {
    fn next(&mut self, tokens: &[u32]) -> Result<Vec<f32>> {
        let Graphs { decoder, width, words, .. } = self.graphs;
        let rows = self.sequences.len();
        let count = tokens.len() / rows.max(1);
        if count == 0 || tokens.len() != count * rows {
            return Err(Error::Shape("tokens do not fit the decoded sequences".to_owned()));
        }
        for ((_, sequence), tokens) in self.sequences.iter_mut().zip(tokens.chunks_exact(count)) {
            if let Some(token) = tokens.iter().find(|token| **token as usize >= *words) {
                return Err(Error::Shape(format!("token {token} has no embedding")));
            }
            sequence.extend(tokens);
        }
        let written = self.sequences[0].1.len();
        let read = |row: usize| &self.inputs[self.sequences[row].0];
        let longest = (0..rows).map(|row| read(row).len() / width).max().unwrap_or(0);
        let mut states = vec![0.0; rows * longest * width];
        for (row, states) in states.chunks_exact_mut((longest * width).max(1)).enumerate() {
            states[..read(row).len()].copy_from_slice(read(row));
        }
        let states: Value = NdTensor::from_data([rows, longest, *width], states).into();
        let given = vec![
            ("input_ids", table(rows, written, |row, i| self.sequences[row].1[i] as i32)),
            ("encoder_hidden_states", states),
            (
                "encoder_attention_mask",
                table(rows, longest, |row, i| i32::from(i < read(row).len() / width)),
            ),
        ];
        let logits = decoder.run(given, [rows, written, *words])?;
        let of_new = |row: &[f32]| row[(written - count) * words..].to_vec();
        Ok(logits.chunks_exact(written * words).flat_map(of_new).collect())
    }

    fn arrange(&mut self, parents: &[usize]) {
        self.sequences = parents.iter().map(|parent| self.sequences[*parent].clone()).collect();
    }
}
