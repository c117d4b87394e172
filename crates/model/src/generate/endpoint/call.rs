//! One call of `generate`, over all its tries.

use std::time::{Duration, Instant};

use super::key::{Key, Masked};
use crate::generate::answer::{Answer, Finish};
use crate::generate::cancel::Cancel;
use crate::generate::request::Request;
use crate::generate::stops::StopFilter;

pub(super) struct Call<'a> {
    pub(super) start: Instant,
    pub(super) cancel: &'a Cancel,
    on_text: &'a mut dyn FnMut(&str),
    masked: Masked,
    filter: StopFilter,
    text: String,
    first: Option<Duration>,
    prompt_tokens: Option<usize>,
    tokens: Option<usize>,
}

impl<'a> Call<'a> {
    pub(super) fn new(
        request: &Request,
        cancel: &'a Cancel,
        on_text: &'a mut dyn FnMut(&str),
        key: &Key,
    ) -> Call<'a> {
        Call {
            start: Instant::now(),
            cancel,
            on_text,
            masked: Masked::new(key.clone()),
            filter: StopFilter::new(&request.stop),
            text: String::new(),
            first: None,
            prompt_tokens: None,
            tokens: None,
        }
    }

    /// Whether any text has come, even if it is still held back.
    pub(super) fn started(&self) -> bool {
        self.first.is_some()
    }

    /// Whether a stop word has come.
    pub(super) fn stopped(&self) -> bool {
        self.filter.stopped()
    }

    pub(super) fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.first.get_or_insert(self.start.elapsed());
        }
        let text = self.masked.push(text);
        self.pass(&text);
    }

    pub(super) fn usage(&mut self, prompt_tokens: Option<usize>, tokens: Option<usize>) {
        self.prompt_tokens = prompt_tokens.or(self.prompt_tokens);
        self.tokens = tokens.or(self.tokens);
    }

    pub(super) fn answer(mut self, finish: Finish) -> Answer {
        if finish != Finish::Cancelled {
            let held = self.masked.finish();
            self.pass(&held);
            let rest = self.filter.finish();
            self.give(&rest);
        }
        let elapsed = self.start.elapsed();
        Answer {
            text: self.text,
            finish,
            prompt_tokens: self.prompt_tokens,
            reused_tokens: 0,
            tokens: self.tokens,
            until_first: self.first.unwrap_or(elapsed),
            elapsed,
        }
    }

    fn pass(&mut self, text: &str) {
        let certain = self.filter.push(text.as_bytes());
        self.give(&certain);
    }

    fn give(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.push_str(text);
            (self.on_text)(text);
        }
    }
}
