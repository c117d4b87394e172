//! What a model's folder says of itself: Transformers' `config.json`, sentence-transformers'
//! pooling files, and our own `grice.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::files::ModelFiles;

/// The parts of Transformers' `config.json` an encoder needs.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct EncoderConfig {
    pub model_type: String,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    #[serde(default = "gelu")]
    pub hidden_act: String,
    #[serde(default = "small")]
    pub layer_norm_eps: f32,
    pub max_position_embeddings: usize,
    #[serde(default)]
    pub type_vocab_size: usize,
    pub vocab_size: usize,
    pub pad_token_id: Option<u32>,
    #[serde(default)]
    pub id2label: BTreeMap<String, String>,
    #[serde(default)]
    pub architectures: Vec<String>,
    /// What Transformers trained a head for: "regression" for values on a scale.
    pub problem_type: Option<String>,
    sentence_transformers: Option<CrossEncoderConfig>,
    /// The same before sentence-transformers 4.
    sbert_ce_default_activation_function: Option<String>,
    /// Ours, for models that read a pair as one text: `{query}` and `{passage}` in a template.
    pub pair_template: Option<String>,
}

/// What sentence-transformers keeps of a cross-encoder.
#[derive(Clone, Debug, Deserialize)]
struct CrossEncoderConfig {
    activation_fn: Option<String>,
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn small() -> f32 {
    1e-12
}

impl EncoderConfig {
    pub(crate) fn read(files: &ModelFiles) -> Result<EncoderConfig> {
        let path = files.path("config.json");
        let config: EncoderConfig =
            read_json(files, "config.json")?.ok_or_else(|| Error::Missing(path.clone()))?;
        let heads = config.num_attention_heads;
        if heads == 0 || !config.hidden_size.is_multiple_of(heads) {
            let why = format!("{heads} heads do not divide {}", config.hidden_size);
            return Err(Error::config(&path, why));
        }
        Ok(config)
    }

    /// The position of a sequence's first token: RoBERTa and MPNet count from after the padding.
    pub(crate) fn first_position(&self) -> usize {
        match self.model_type.as_str() {
            "mpnet" | "roberta" | "xlm-roberta" | "camembert" => {
                self.pad_token_id.unwrap_or(1) as usize + 1
            }
            _ => 0,
        }
    }

    /// The longest sequence the positions allow.
    pub(crate) fn longest(&self) -> usize {
        self.max_position_embeddings.saturating_sub(self.first_position())
    }

    /// What a head of Transformers' class of the model looks at.
    pub(crate) fn over(&self) -> Over {
        match self.architectures.iter().any(|a| a.ends_with("ForTokenClassification")) {
            true => Over::Tokens,
            false => Over::Sequence,
        }
    }

    /// Whether sentence-transformers gives a cross-encoder's scores as they come.
    pub(crate) fn scores_are_plain(&self) -> bool {
        let new = self.sentence_transformers.as_ref().and_then(|s| s.activation_fn.as_ref());
        let named = new.or(self.sbert_ce_default_activation_function.as_ref());
        named.is_some_and(|name| name.ends_with("Identity"))
    }

    /// The labels in order, when the configuration names them.
    pub(crate) fn labels(&self) -> Vec<String> {
        let mut labels: Vec<(usize, &String)> =
            self.id2label.iter().filter_map(|(id, l)| Some((id.parse().ok()?, l))).collect();
        labels.sort();
        labels.into_iter().map(|(_, label)| label.clone()).collect()
    }
}

/// How a sequence's states become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over all tokens.
    Mean,
    /// The first token's.
    Cls,
}

/// Over what a head looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Over {
    Sequence,
    Tokens,
}

/// A head as `grice.json` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadConfig {
    pub name: String,
    pub over: Over,
    pub pooling: Option<Pooling>,
    pub labels: Vec<String>,
}

/// Our own `grice.json`: what the other files leave open.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnConfig {
    pub pooling: Option<Pooling>,
    pub normalize: Option<bool>,
    pub max_length: Option<usize>,
    /// The folder beside the model's with the tokenizer and the words' vectors, where several
    /// models have them in common.
    pub words: Option<String>,
    #[serde(default)]
    pub heads: Vec<HeadConfig>,
}

#[derive(Deserialize)]
struct SentenceConfig {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct PoolingConfig {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

impl OwnConfig {
    /// Reads `grice.json`, and what it leaves open from sentence-transformers' files.
    pub(crate) fn read(files: &ModelFiles) -> Result<OwnConfig> {
        let mut own: OwnConfig = read_json(files, "grice.json")?.unwrap_or_default();
        if own.max_length.is_none() {
            let sentences = read_json(files, "sentence_bert_config.json")?;
            own.max_length = sentences.and_then(|s: SentenceConfig| s.max_seq_length);
        }
        if own.pooling.is_none() {
            own.pooling =
                read_json(files, "1_Pooling/config.json")?.and_then(|p: PoolingConfig| {
                    match (p.pooling_mode_cls_token, p.pooling_mode_mean_tokens) {
                        (true, _) => Some(Pooling::Cls),
                        (false, true) => Some(Pooling::Mean),
                        _ => None,
                    }
                });
        }
        if own.normalize.is_none() {
            let modules: Option<Vec<Module>> = read_json(files, "modules.json")?;
            own.normalize = modules.map(|m| m.iter().any(|m| m.kind.ends_with("Normalize")));
        }
        Ok(own)
    }
}

/// A JSON file, or `None` where there is none.
pub(crate) fn read_json<T: DeserializeOwned>(files: &ModelFiles, file: &str) -> Result<Option<T>> {
    let Some(bytes) = files.read(file)? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|e| Error::config(&files.path(file), e))
}
