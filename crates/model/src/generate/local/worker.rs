//! The thread that owns a model's context and answers one request after the other.

use std::num::NonZeroU32;
use std::sync::mpsc::Sender;

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;

use super::runtime::backend;
use crate::generate::answer::Finish;
use crate::generate::cancel::Cancel;
use crate::generate::request::Request;
use crate::generate::stops::StopFilter;

/// How many tokens of a prompt are read at once. Only whole blocks are reused by the next call:
/// what a block computes depends, in its last bits, on which tokens it was computed with, so a
/// prompt is always cut in the same places and reuse cannot change the text.
const BLOCK: usize = 128;
/// The only sequence in the context.
const SEQUENCE: u32 = 0;

/// A request on its way to the thread.
pub(super) struct Job {
    pub(super) prompt: Vec<LlamaToken>,
    pub(super) request: Request,
    pub(super) cancel: Cancel,
    pub(super) steps: Sender<Step>,
}

/// What comes back.
pub(super) enum Step {
    /// The prompt was read; the first `reused` tokens were still there.
    Prompt { reused: usize },
    /// A token was drawn, and this much more text is certain.
    Token { piece: String },
    /// The text has ended; this was still held back.
    End { rest: String, finish: Finish },
    /// The runtime failed.
    Failed(String),
}

pub(super) struct Worker<'a> {
    model: &'a LlamaModel,
    context: LlamaContext<'a>,
    /// The whole blocks of the last prompt, which are in the context.
    cached: Vec<LlamaToken>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        model: &'a LlamaModel,
        context: usize,
        threads: usize,
    ) -> Result<Worker<'a>, String> {
        let threads = i32::try_from(threads).unwrap_or(i32::MAX);
        let block = BLOCK as u32;
        let params = LlamaContextParams::default()
            .with_n_ctx(u32::try_from(context).ok().and_then(NonZeroU32::new))
            .with_n_batch(block)
            .with_n_ubatch(block)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let context = model
            .new_context(backend()?, params)
            .map_err(|e| format!("no context of {context} tokens can be made ({e})"))?;
        Ok(Worker { model, context, cached: Vec::new() })
    }

    /// Answers a request. A caller that no longer listens is not told.
    pub(super) fn run(&mut self, job: &Job) {
        let last = self.answer(job).unwrap_or_else(|why| {
            self.cached.clear();
            Step::Failed(why)
        });
        drop(job.steps.send(last));
    }

    fn answer(&mut self, job: &Job) -> Result<Step, String> {
        let end = |rest, finish| Ok(Step::End { rest, finish });
        let reused = self.reuse(&job.prompt)?;
        for block in job.prompt[reused..].chunks(BLOCK) {
            if job.cancel.is_cancelled() {
                return end(String::new(), Finish::Cancelled);
            }
            self.read(block)?;
            if block.len() == BLOCK {
                self.cached.extend_from_slice(block);
            }
        }
        drop(job.steps.send(Step::Prompt { reused }));

        let mut sampler = sampler(&job.request);
        let mut filter = StopFilter::new(&job.request.stop);
        for n in 1.. {
            if job.cancel.is_cancelled() {
                return end(String::new(), Finish::Cancelled);
            }
            let token = sampler.sample(&self.context, -1);
            let vocab = self.model.vocab();
            if vocab.is_eog(token) {
                break;
            }
            let piece = filter.push(&vocab.token_to_piece(token, false, None));
            if job.steps.send(Step::Token { piece }).is_err() || filter.stopped() {
                break;
            }
            if n >= job.request.max_tokens {
                return end(filter.finish(), Finish::Length);
            }
            self.read(&[token])?;
        }
        end(filter.finish(), Finish::Stop)
    }

    /// Empties the context except for the blocks that begin this prompt too, and gives their
    /// length. The prompt's last token is always read again, for its prediction.
    fn reuse(&mut self, prompt: &[LlamaToken]) -> Result<usize, String> {
        let most = prompt.len().saturating_sub(1);
        let same = self.cached.iter().zip(&prompt[..most]).take_while(|(a, b)| a == b).count();
        let mut keep = same / BLOCK * BLOCK;
        if !self.cut(keep)? {
            // Some architectures can only forget everything.
            keep = 0;
            self.cut(keep)?;
        }
        self.cached.truncate(keep);
        Ok(keep)
    }

    fn cut(&mut self, keep: usize) -> Result<bool, String> {
        let from = u32::try_from(keep).ok();
        self.context
            .clear_kv_cache_seq(Some(SEQUENCE), from, None)
            .map_err(|e| format!("its context cannot be emptied ({e})"))
    }

    fn read(&mut self, tokens: &[LlamaToken]) -> Result<(), String> {
        let mut batch = LlamaBatch::get_one(tokens).map_err(|e| e.to_string())?;
        self.context.decode(&mut batch).map_err(|e| e.to_string())
    }
}

fn sampler(request: &Request) -> LlamaSampler {
    if request.temperature == 0.0 {
        return LlamaSampler::greedy();
    }
    // llama.cpp takes the highest seed as a wish for a random one.
    let seed = request.seed.unwrap_or(0).min(u32::MAX - 1);
    LlamaSampler::chain(
        [
            LlamaSampler::top_p(request.top_p, 1),
            LlamaSampler::temp(request.temperature),
            LlamaSampler::dist(seed),
        ],
        true,
    )
}
