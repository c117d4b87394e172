//! Hands `grice_text`'s English analysis to the storage engine.

use grice_text::English;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

#[derive(Clone, Default)]
pub(crate) struct Analyzer {
    english: English,
    token: Token,
    queue: Vec<Token>,
}

pub(crate) struct Stream<'a> {
    analyzer: &'a mut Analyzer,
    text: &'a str,
    /// How far `advance` has come in the queue; the queue is filled on its first call.
    next: Option<usize>,
}

impl Tokenizer for Analyzer {
    type TokenStream<'a> = Stream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream<'a> {
        Stream { analyzer: self, text, next: None }
    }
}

impl TokenStream for Stream<'_> {
    fn advance(&mut self) -> bool {
        let analyzer = &mut *self.analyzer;
        let next = self.next.unwrap_or_else(|| {
            let queue = &mut analyzer.queue;
            queue.clear();
            analyzer.english.analyze(self.text, |term| {
                queue.push(Token {
                    offset_from: term.bytes.start,
                    offset_to: term.bytes.end,
                    position: term.position,
                    text: term.text.to_owned(),
                    position_length: 1,
                });
            });
            0
        });
        self.next = Some(next + 1);
        match analyzer.queue.get_mut(next) {
            Some(token) => {
                analyzer.token = std::mem::take(token);
                true
            }
            None => false,
        }
    }

    fn token(&self) -> &Token {
        &self.analyzer.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.analyzer.token
    }

    /// Indexing takes this way: one token is reused for all.
    fn process(&mut self, sink: &mut dyn FnMut(&Token)) {
        let Analyzer { english, token, .. } = &mut *self.analyzer;
        english.analyze(self.text, |term| {
            token.text.clear();
            token.text.push_str(term.text);
            token.position = term.position;
            token.offset_from = term.bytes.start;
            token.offset_to = term.bytes.end;
            token.position_length = 1;
            sink(token);
        });
    }
}
