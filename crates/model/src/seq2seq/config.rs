//! What a sequence-to-sequence model's folder says of itself: `config.json`,
//! `generation_config.json` and `tokenizer_config.json`, as Transformers writes them.

use serde::Deserialize;

use super::generation::{Generation, Stopping};
use super::rules::Special;
use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::network::config::{OwnConfig, read_json};

/// Longer limits in a `tokenizer_config.json` mean that there is none.
const NO_LIMIT: f64 = 1e6;
/// What T5 was trained on, where no file says how long an input may be.
const USUAL_LENGTH: usize = 512;

/// The shape of a network.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    T5(T5Shape),
    Bart(BartShape),
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct T5Shape {
    pub vocab_size: usize,
    pub d_model: usize,
    pub d_kv: usize,
    pub d_ff: usize,
    pub num_layers: usize,
    pub num_decoder_layers: Option<usize>,
    pub num_heads: usize,
    #[serde(default = "farthest")]
    pub relative_attention_max_distance: usize,
    #[serde(default = "t5_epsilon")]
    pub layer_norm_epsilon: f32,
    #[serde(default = "relu")]
    pub feed_forward_proj: String,
    tie_word_embeddings: Option<bool>,
    scale_decoder_outputs: Option<bool>,
}

impl T5Shape {
    /// Whether states are scaled before the last layer: in the first T5, where that layer is the
    /// table of words.
    pub(crate) fn scales_output(&self) -> bool {
        self.scale_decoder_outputs.unwrap_or(self.tie_word_embeddings != Some(false))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct BartShape {
    pub model_type: String,
    pub vocab_size: usize,
    pub d_model: usize,
    pub encoder_layers: usize,
    pub decoder_layers: usize,
    pub encoder_attention_heads: usize,
    pub decoder_attention_heads: usize,
    pub encoder_ffn_dim: usize,
    pub decoder_ffn_dim: usize,
    pub max_position_embeddings: usize,
    #[serde(default = "gelu")]
    pub activation_function: String,
    #[serde(default)]
    pub scale_embedding: bool,
}

fn farthest() -> usize {
    128
}

fn t5_epsilon() -> f32 {
    1e-6
}

fn relu() -> String {
    "relu".to_owned()
}

fn gelu() -> String {
    "gelu".to_owned()
}

#[derive(Deserialize)]
struct Kind {
    model_type: String,
    n_positions: Option<usize>,
}

#[derive(Deserialize)]
struct TokenizerFile {
    model_max_length: Option<f64>,
}

/// The fields of `generation_config.json`, which older models keep in `config.json`.
#[derive(Clone, Default, Deserialize)]
struct Told {
    max_length: Option<usize>,
    max_new_tokens: Option<usize>,
    min_length: Option<usize>,
    min_new_tokens: Option<usize>,
    num_beams: Option<usize>,
    num_return_sequences: Option<usize>,
    length_penalty: Option<f32>,
    early_stopping: Option<Early>,
    no_repeat_ngram_size: Option<usize>,
    decoder_start_token_id: Option<u32>,
    pad_token_id: Option<u32>,
    eos_token_id: Option<OneOrMore>,
    forced_bos_token_id: Option<u32>,
    forced_eos_token_id: Option<OneOrMore>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Early {
    Whether(bool),
    Word(String),
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(u32),
    More(Vec<u32>),
}

impl OneOrMore {
    fn into_list(self) -> Vec<u32> {
        match self {
            OneOrMore::One(id) => vec![id],
            OneOrMore::More(ids) => ids,
        }
    }
}

/// All that is read before the weights.
pub(crate) struct Config {
    pub shape: Shape,
    pub special: Special,
    pub padding: Option<u32>,
    pub generation: Generation,
    /// The longest input in tokens.
    pub longest: usize,
}

impl Config {
    pub(crate) fn read(files: &ModelFiles) -> Result<Config> {
        let path = files.path("config.json");
        let missing = || Error::Missing(path.clone());
        let kind: Kind = read_json(files, "config.json")?.ok_or_else(missing)?;
        let shape = match kind.model_type.as_str() {
            "t5" | "mt5" => Shape::T5(read_json(files, "config.json")?.ok_or_else(missing)?),
            "bart" | "mbart" | "pegasus" => {
                Shape::Bart(read_json(files, "config.json")?.ok_or_else(missing)?)
            }
            other => {
                let what = format!("sequence-to-sequence models of the type \"{other}\"");
                return Err(Error::Unsupported(what));
            }
        };
        shape.check().map_err(|why| Error::config(&path, why))?;
        let old: Told = read_json(files, "config.json")?.unwrap_or_default();
        let told: Option<Told> = read_json(files, "generation_config.json")?;
        let told = told.unwrap_or_else(|| old.clone());
        let padding = told.pad_token_id.or(old.pad_token_id);
        let ends = told.eos_token_id.clone().or(old.eos_token_id).map(OneOrMore::into_list);
        let start = told.decoder_start_token_id.or(old.decoder_start_token_id).or(match shape {
            Shape::T5(_) => padding,
            Shape::Bart(_) => None,
        });
        let start =
            start.ok_or_else(|| Error::config(&path, "it has no \"decoder_start_token_id\""))?;
        let special = Special {
            start,
            ends: ends.unwrap_or_default(),
            first: told.forced_bos_token_id,
            last: told.forced_eos_token_id.clone().map(OneOrMore::into_list).unwrap_or_default(),
        };
        let longest = longest(files, &shape, kind.n_positions)?;
        Ok(Config { shape, special, padding, generation: told.generation(), longest })
    }
}

/// What the folder's owner says, or else the tokenizer, or else the model.
fn longest(files: &ModelFiles, shape: &Shape, trained: Option<usize>) -> Result<usize> {
    let own = OwnConfig::read(files)?.max_length;
    let file: Option<TokenizerFile> = read_json(files, "tokenizer_config.json")?;
    let told = file
        .and_then(|f| f.model_max_length)
        .filter(|n| (1.0..NO_LIMIT).contains(n))
        .map(|n| n as usize);
    let said = own.or(told);
    Ok(match shape {
        Shape::T5(_) => said.or(trained).unwrap_or(USUAL_LENGTH),
        Shape::Bart(shape) => said.unwrap_or(usize::MAX).min(shape.max_position_embeddings),
    })
}

impl Shape {
    pub(crate) fn vocabulary(&self) -> usize {
        match self {
            Shape::T5(shape) => shape.vocab_size,
            Shape::Bart(shape) => shape.vocab_size,
        }
    }

    /// Values in a row of states.
    pub(crate) fn width(&self) -> usize {
        match self {
            Shape::T5(shape) => shape.d_model,
            Shape::Bart(shape) => shape.d_model,
        }
    }

    /// The longest text that can be read or written, where positions end.
    pub(crate) fn positions(&self) -> usize {
        match self {
            Shape::T5(_) => usize::MAX,
            Shape::Bart(shape) => shape.max_position_embeddings,
        }
    }

    fn check(&self) -> std::result::Result<(), String> {
        let heads = match self {
            Shape::T5(shape) => [(shape.num_heads, shape.num_heads * shape.d_kv); 2],
            Shape::Bart(shape) => [
                (shape.encoder_attention_heads, shape.d_model),
                (shape.decoder_attention_heads, shape.d_model),
            ],
        };
        match heads.iter().find(|(heads, width)| *width == 0 || !width.is_multiple_of(*heads)) {
            Some((heads, width)) => Err(format!("{heads} heads do not divide {width}")),
            None => Ok(()),
        }
    }
}

impl Told {
    /// Transformers counts the start token in `max_length` and `min_length`.
    fn generation(&self) -> Generation {
        let usual = Generation::default();
        let most = self.max_new_tokens.or(self.max_length.map(|n| n.saturating_sub(1)));
        let least = self.min_new_tokens.or(self.min_length.map(|n| n.saturating_sub(1)));
        Generation {
            max_new_tokens: most.unwrap_or(usual.max_new_tokens),
            min_new_tokens: least.unwrap_or(usual.min_new_tokens),
            beams: self.num_beams.unwrap_or(usual.beams),
            returned: self.num_return_sequences.unwrap_or(usual.returned),
            length_penalty: self.length_penalty.unwrap_or(usual.length_penalty),
            stopping: match &self.early_stopping {
                Some(Early::Whether(true)) => Stopping::Full,
                Some(Early::Word(word)) if word == "never" => Stopping::Certain,
                _ => usual.stopping,
            },
            no_repeat_ngram: self.no_repeat_ngram_size.unwrap_or(usual.no_repeat_ngram),
        }
    }
}
