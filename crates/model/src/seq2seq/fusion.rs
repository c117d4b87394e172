//! Fusion-in-Decoder (Izacard and Grave, 2021): every passage is encoded by itself with the
//! question, and the decoder looks at the states of all passages at once.

use super::{Generated, Generation, Seq2Seq};
use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;

/// Tokens of a passage with its question (section 3.1 of the paper).
const PASSAGE_TOKENS: usize = 250;

/// A passage a question may be answered from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence<'a> {
    /// Its title; may be empty.
    pub title: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// A reader that writes an answer from many passages.
///
/// Loads checkpoints of T5 and of the authors' own code, where the encoder's tensors are named
/// `encoder.encoder.block.0.module.layer…`. Those are saved by PyTorch: convert them to
/// safetensors first, and put a T5 `config.json` and `tokenizer.json` beside them.
pub struct FusionInDecoder {
    model: Seq2Seq,
}

impl FusionInDecoder {
    /// Loads a model's folder; passages are cut to 250 tokens with their question.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<FusionInDecoder> {
        let model = Seq2Seq::load(files, precision)?;
        FusionInDecoder::new(model).with_passage_tokens(PASSAGE_TOKENS)
    }

    /// Reads with this model; passages are as long as its texts may be.
    pub fn new(model: Seq2Seq) -> FusionInDecoder {
        FusionInDecoder { model }
    }

    /// The same reader with passages cut to this many tokens, the question included.
    pub fn with_passage_tokens(self, tokens: usize) -> Result<FusionInDecoder> {
        Ok(FusionInDecoder { model: self.model.with_longest(tokens)? })
    }

    /// What the model's files recommend.
    pub fn defaults(&self) -> Generation {
        self.model.defaults()
    }

    /// Answers to a question from passages, the best first.
    pub fn generate(
        &self,
        question: &str,
        passages: &[Evidence<'_>],
        options: &Generation,
    ) -> Result<Vec<Generated>> {
        options.check()?;
        let states = self.states(question, passages)?;
        Ok(self.model.write(&[states], options)?.into_iter().next().unwrap_or_default())
    }

    /// How likely each word is after the start token and after each token of `target`, as logits.
    pub fn logits(
        &self,
        question: &str,
        passages: &[Evidence<'_>],
        target: &[u32],
    ) -> Result<Vec<Vec<f32>>> {
        self.model.logits_of(&self.states(question, passages)?, target)
    }

    /// All passages' states, one after another.
    fn states(&self, question: &str, passages: &[Evidence<'_>]) -> Result<Vec<f32>> {
        if passages.is_empty() {
            let why = "there is no passage to read the answer from";
            return Err(Error::Generation(why.to_owned()));
        }
        let texts: Vec<String> = passages
            .iter()
            .map(|p| format!("question: {question} title: {} context: {}", p.title, p.text))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Ok(self.model.model.encode(&self.model.ids(&texts)?)?.concat())
    }
}
