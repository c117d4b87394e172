//! A generator in this process: a GGUF file run by llama.cpp.
//!
//! The model's context lives on a thread of its own, which answers one request after the other.
//! So a caller can give up waiting at any moment, and a failure inside the runtime reaches it as
//! an error.

mod prompt;
mod runtime;
mod worker;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use llama_cpp_2::model::LlamaModel;

use self::prompt::Chat;
use self::worker::{Job, Step, Worker};
use super::Generator;
use super::answer::{Answer, Finish};
use super::cancel::Cancel;
use super::error::GenerateError;
use super::gguf::Gguf;
use super::request::{Message, Request};

/// How often a waiting caller looks whether it was cancelled.
const TICK: Duration = Duration::from_millis(20);
/// The context taken when none is asked for: enough for a dozen passages, and little memory.
const USUAL_CONTEXT: usize = 4096;

/// How a local model is run.
#[derive(Clone, Debug, Default)]
pub struct LocalOptions {
    /// How many tokens prompt and answer may have together; 4,096 where nothing is said, and never
    /// more than the model was trained for.
    pub context: Option<usize>,
    /// How many threads to use; all of the machine's where nothing is said.
    pub threads: Option<usize>,
}

/// A model read from a GGUF file.
pub struct LocalModel {
    path: PathBuf,
    name: String,
    context: usize,
    model: Arc<LlamaModel>,
    chat: Chat,
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl LocalModel {
    /// Loads a model. The file is checked first, so that a damaged one is an error and not the end
    /// of the process.
    pub fn load(
        path: impl AsRef<Path>,
        options: &LocalOptions,
    ) -> Result<LocalModel, GenerateError> {
        let path = path.as_ref();
        let about = Gguf::check(path)?;
        let (model, chat) = runtime::load(path)
            .map_err(|why| GenerateError::Weights { path: path.to_owned(), why })?;
        let model = Arc::new(model);
        let name = about.name.unwrap_or_else(|| {
            path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
        });
        let trained = usize::try_from(model.n_ctx_train()).unwrap_or(USUAL_CONTEXT);
        let context = options.context.unwrap_or(USUAL_CONTEXT).clamp(1, trained.max(1));
        let threads = options.threads.unwrap_or_else(all_threads).max(1);
        let failed = |why: String| GenerateError::Runtime { model: name.clone(), why };

        let (jobs, queue) = mpsc::channel();
        let (ready, started) = mpsc::channel();
        let on_thread = model.clone();
        let thread = thread::Builder::new()
            .name("grice-generator".to_owned())
            .spawn(move || match Worker::new(&on_thread, context, threads) {
                Ok(mut worker) => {
                    drop(ready.send(Ok(())));
                    queue.iter().for_each(|job| worker.run(&job));
                }
                Err(why) => drop(ready.send(Err(why))),
            })
            .map_err(|e| failed(format!("no thread can be started ({e})")))?;
        started.recv().unwrap_or_else(|e| Err(e.to_string())).map_err(failed)?;
        let (jobs, thread) = (Some(jobs), Some(thread));
        Ok(LocalModel { path: path.to_owned(), name, context, model, chat, jobs, thread })
    }

    fn failed(&self, why: impl Into<String>) -> GenerateError {
        GenerateError::Runtime { model: self.name.clone(), why: why.into() }
    }
}

impl Generator for LocalModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn context_length(&self) -> Option<usize> {
        Some(self.context)
    }

    fn count_tokens(&self, messages: &[Message]) -> Result<Option<usize>, GenerateError> {
        let prompt = self.chat.prompt(&self.model, messages).map_err(|why| self.failed(why))?;
        Ok(Some(prompt.len()))
    }

    fn generate(
        &self,
        request: &Request,
        cancel: &Cancel,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Answer, GenerateError> {
        let start = Instant::now();
        request.check()?;
        let prompt =
            self.chat.prompt(&self.model, &request.messages).map_err(|why| self.failed(why))?;
        let prompt_tokens = prompt.len();
        if prompt_tokens >= self.context {
            return Err(GenerateError::TooLong {
                model: self.name.clone(),
                prompt: Some(prompt_tokens),
                context: Some(self.context),
            });
        }
        let (steps, coming) = mpsc::channel();
        let room = self.context - prompt_tokens;
        let request = Request { max_tokens: request.max_tokens.min(room), ..request.clone() };
        let gone = || self.failed("its thread has ended");
        let jobs = self.jobs.as_ref().ok_or_else(gone)?;
        jobs.send(Job { prompt, request, cancel: cancel.clone(), steps }).map_err(|_| gone())?;

        let (mut text, mut tokens, mut reused_tokens) = (String::new(), 0, 0);
        let mut first = None;
        let finish = loop {
            match coming.recv_timeout(TICK) {
                Ok(Step::Prompt { reused }) => reused_tokens = reused,
                Ok(Step::Token { piece }) => {
                    first.get_or_insert_with(|| start.elapsed());
                    tokens += 1;
                    if !piece.is_empty() {
                        text.push_str(&piece);
                        on_text(&piece);
                    }
                }
                Ok(Step::End { rest, finish }) => {
                    if !rest.is_empty() {
                        text.push_str(&rest);
                        on_text(&rest);
                    }
                    break finish;
                }
                Ok(Step::Failed(why)) => return Err(self.failed(why)),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => break Finish::Cancelled,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        };
        let elapsed = start.elapsed();
        Ok(Answer {
            text,
            finish,
            prompt_tokens: Some(prompt_tokens),
            reused_tokens,
            tokens: Some(tokens),
            until_first: first.unwrap_or(elapsed),
            elapsed,
        })
    }
}

impl fmt::Debug for LocalModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalModel")
            .field("path", &self.path)
            .field("name", &self.name)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

impl Drop for LocalModel {
    /// Waits for the thread: the runtime must not be in use while the process ends.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn all_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
