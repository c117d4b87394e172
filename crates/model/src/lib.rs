//! Where weights come from and how they run.
//!
//! [`registry`] knows which models there are, fetches and checks them. [`Encoder`],
//! [`CrossEncoder`], [`Reader`], [`Classifier`], [`TokenClassifier`] and [`Heads`] run BERT-like networks from
//! safetensors or ONNX, [`StaticEncoder`] a table of token vectors, [`Seq2Seq`] and [`FusionInDecoder`] models
//! that write, and [`generate`] has generators: local ones and HTTP endpoints behind one trait.

#![forbid(unsafe_code)]

mod classifier;
mod cross_encoder;
mod encoder;
mod error;
mod files;
pub mod generate;
mod heads;
mod https;
mod kernel;
mod network;
mod reader;
pub mod registry;
mod seq2seq;
mod shared;
mod statics;
mod token_classifier;
mod tokenizer;
mod weights;

pub use classifier::{Classifier, Input, Verdict};
pub use cross_encoder::{CrossEncoder, Scale};
pub use encoder::{Encoder, TokenStates};
pub use error::{Error, Result};
pub use files::{ModelFiles, Pack, PackedFile, PackedModel};
pub use heads::{HeadName, Heads, Values};
pub use kernel::linear::Precision;
pub use network::alone;
pub use network::config::Pooling;
pub use reader::{Found, ReadOptions, Reader, Span};
pub use seq2seq::{Evidence, FusionInDecoder, Generated, Generation, Seq2Seq, Stopping};
pub use statics::StaticEncoder;
pub use token_classifier::{TokenClassifier, TokenVerdict};
pub use tokenizer::{Place, Tokenizer, Tokens};
