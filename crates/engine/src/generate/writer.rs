//! A model that writes: an endpoint, a local generator, or a model that reads a text and writes
//! another.

use std::time::{Duration, Instant};

use grice_model::generate::{
    Cancel, Endpoint, EndpointConfig, Finish, GenerateError, Generator, Message, Request,
};
use grice_model::{Evidence, FusionInDecoder, Generation, ModelFiles, Precision, Seq2Seq};

use crate::error::{Error, Result};
use crate::system::GeneratorSettings;

/// A model that writes, and how it is asked.
pub(crate) struct Writer {
    name: String,
    form: Form,
    wait: Duration,
    tokens: usize,
    temperature: f32,
    beams: usize,
}

/// What a model takes.
pub(crate) enum Form {
    /// Messages.
    Chat(Box<dyn Generator>),
    /// A text.
    Text(Box<Seq2Seq>),
    /// A question and passages.
    Fusion(Box<FusionInDecoder>),
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub text: String,
    /// Whether the model came to an end by itself.
    pub whole: bool,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WriteError {
    #[error(transparent)]
    Generate(#[from] GenerateError),
    #[error(transparent)]
    Model(#[from] grice_model::Error),
    #[error("it took longer than {:.1} s", .0.as_secs_f32())]
    Slow(Duration),
    #[error("it took longer than the turn may")]
    Stopped,
    #[error("the server held its text back")]
    HeldBack,
    #[error("it wrote nothing")]
    Nothing,
    #[error("it takes {0}, which does not fit here")]
    Unfit(&'static str),
}

impl Writer {
    pub fn new(name: &str, form: Form, settings: &GeneratorSettings) -> Writer {
        Writer {
            name: name.to_owned(),
            form,
            wait: Duration::from_secs_f32(settings.timeout_seconds),
            tokens: settings.tokens,
            temperature: settings.temperature,
            beams: settings.beams,
        }
    }

    /// The endpoint that a system names. Nothing is sent yet.
    pub fn endpoint(settings: &GeneratorSettings) -> Result<Writer> {
        let variable = settings.key_env.trim();
        if !variable.is_empty() && std::env::var_os(variable).is_none_or(|key| key.is_empty()) {
            return Err(Error::NoKey { variable: variable.to_owned() });
        }
        let wait = Duration::from_secs_f32(settings.timeout_seconds);
        let config = EndpointConfig {
            key_variable: variable.to_owned(),
            connect_timeout: wait.min(Duration::from_secs(10)),
            idle_timeout: wait,
            total_timeout: wait,
            retries: settings.retries,
            ..EndpointConfig::new(settings.url.trim(), settings.model.trim())
        };
        let endpoint = Form::Chat(Box::new(Endpoint::new(config)?));
        Ok(Writer::new(settings.model.trim(), endpoint, settings))
    }

    /// A folder with a model that reads a text and writes another, run plainly or as
    /// Fusion-in-Decoder.
    pub fn folder(
        name: &str,
        files: &ModelFiles,
        fusion: bool,
        settings: &GeneratorSettings,
    ) -> Result<Writer> {
        let failed = |source| Error::Load { folder: files.shown(), source };
        let form = match fusion {
            true => FusionInDecoder::load(files, Precision::Stored)
                .map(|model| Form::Fusion(Box::new(model))),
            false => {
                Seq2Seq::load(files, Precision::Stored).map(|model| Form::Text(Box::new(model)))
            }
        };
        Ok(Writer::new(name, form.map_err(failed)?, settings))
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Answers messages, unless the flag is set before.
    pub fn chat(
        &self,
        messages: Vec<Message>,
        cancel: &Cancel,
    ) -> std::result::Result<Written, WriteError> {
        let Form::Chat(generator) = &self.form else { return Err(WriteError::Unfit("a text")) };
        let mut request = Request::new(messages);
        request.max_tokens = self.tokens;
        request.temperature = self.temperature;
        let in_time = cancel.by(Instant::now() + self.wait);
        let answer = generator.generate(&request, &in_time, &mut |_| {})?;
        match answer.finish {
            Finish::Cancelled if cancel.is_cancelled() => Err(WriteError::Stopped),
            Finish::Cancelled => Err(WriteError::Slow(self.wait)),
            Finish::Filtered => Err(WriteError::HeldBack),
            finish => written(answer.text, finish == Finish::Stop),
        }
    }

    /// Writes a text from another.
    pub fn text(&self, text: &str) -> std::result::Result<Written, WriteError> {
        let Form::Text(model) = &self.form else { return Err(WriteError::Unfit("messages")) };
        let options = self.options(model.defaults());
        let best = model.generate(&[text], &options)?.into_iter().flatten().next();
        self.best(best)
    }

    /// Answers a question from passages.
    pub fn fuse(
        &self,
        question: &str,
        passages: &[Evidence<'_>],
    ) -> std::result::Result<Written, WriteError> {
        let Form::Fusion(model) = &self.form else { return Err(WriteError::Unfit("messages")) };
        let options = self.options(model.defaults());
        let best = model.generate(question, passages, &options)?.into_iter().next();
        self.best(best)
    }

    fn options(&self, defaults: Generation) -> Generation {
        Generation { max_new_tokens: self.tokens, beams: self.beams, returned: 1, ..defaults }
    }

    fn best(
        &self,
        best: Option<grice_model::Generated>,
    ) -> std::result::Result<Written, WriteError> {
        let best = best.ok_or(WriteError::Nothing)?;
        written(best.text, best.ids.len() < self.tokens)
    }
}

fn written(text: String, whole: bool) -> std::result::Result<Written, WriteError> {
    match text.trim().is_empty() {
        true => Err(WriteError::Nothing),
        false => Ok(Written { text, whole }),
    }
}
