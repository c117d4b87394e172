//! What a system says of a model that writes.

use serde::{Deserialize, Serialize};

/// The longest that a reply may be waited for, in seconds.
const LONGEST_WAIT: f32 = 600.0;

/// A model that writes, how it is asked, and what becomes of what it writes. The last numbers also
/// hold for a rewriter that writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratorSettings {
    /// Where it is.
    pub kind: GeneratorKind,
    /// An endpoint's address, up to where `/chat/completions` begins.
    pub url: String,
    /// An endpoint's name for the model; or a model of the registry, or a folder.
    pub model: String,
    /// The environment variable that holds the endpoint's key; empty for none.
    pub key_env: String,
    /// How long a reply is waited for. Local models look at it between two words; those that read
    /// a text and write another do not.
    pub timeout_seconds: f32,
    /// How often an endpoint that failed is asked again.
    pub retries: u32,
    /// The most tokens it may write.
    pub tokens: usize,
    /// 0 takes the likeliest word each time; higher values vary more.
    pub temperature: f32,
    /// Beginnings followed at a time by models that read a text and write another.
    pub beams: usize,
    /// What stands between the turns where such a model rewrites a question.
    pub separator: String,
    /// Which form of the question such a model is given with its passages.
    pub question: QuestionForm,
    /// Whether what it writes is the answer too, in place of the reader's spans.
    pub answers: bool,
    /// The most sentences it is given, numbered, to write from.
    pub sentences: usize,
    /// Where its words are the answer: the passages it is given.
    pub passages: usize,
    /// Whether it answers from memory: it gets the conversation and no passages, and what it
    /// writes is not checked.
    pub closed_book: bool,
    /// Whether it writes its spans before its answer, as `span </lit> span </prag> answer`.
    pub spans: bool,
}

/// Where a generator is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneratorKind {
    /// There is none.
    #[default]
    None,
    /// A server that speaks the OpenAI chat protocol.
    Endpoint,
    /// A model on this machine: one that answers messages, or one that reads a text and writes
    /// another.
    Local,
    /// A model on this machine that is run as Fusion-in-Decoder over passages.
    Fusion,
}

/// A form of the question, as TopiOCQA names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuestionForm {
    /// As it was asked.
    Original,
    /// As it stands alone.
    #[default]
    Rewrite,
    /// After the whole history.
    All,
}

impl GeneratorSettings {
    /// What is wrong with the settings by themselves.
    pub(crate) fn check(&self) -> Result<(), String> {
        let wait = self.timeout_seconds;
        if !(wait > 0.0 && wait <= LONGEST_WAIT) {
            return Err(format!(
                "generator.timeout_seconds must be more than 0 and at most {LONGEST_WAIT} (it is {wait})"
            ));
        }
        if !(self.temperature.is_finite() && self.temperature >= 0.0) {
            return Err(format!(
                "generator.temperature must be 0 or more (it is {})",
                self.temperature
            ));
        }
        if self.tokens.min(self.beams).min(self.sentences).min(self.passages) == 0 {
            let names = "generator.tokens, beams, sentences and passages";
            return Err(format!("{names} must be at least 1"));
        }
        if (self.closed_book || self.spans) && !self.answers {
            return Err("generator.closed_book and generator.spans need answers = true".to_owned());
        }
        let (url, model) = (self.url.trim(), self.model.trim());
        match self.kind {
            GeneratorKind::None if !(url.is_empty() && model.is_empty()) => {
                Err("generator.kind is \"none\" although a url or a model is named; write \
                     \"endpoint\", \"local\" or \"fusion\""
                    .to_owned())
            }
            GeneratorKind::Endpoint if url.is_empty() || model.is_empty() => {
                Err("an endpoint needs generator.url and generator.model".to_owned())
            }
            GeneratorKind::Local | GeneratorKind::Fusion if model.is_empty() => {
                Err("generator.model must name a model of the registry or a folder".to_owned())
            }
            GeneratorKind::Local | GeneratorKind::Fusion if !url.is_empty() => {
                Err("generator.url is only for an endpoint".to_owned())
            }
            _ => Ok(()),
        }
    }
}
