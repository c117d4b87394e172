//! A reply of sentences that the collection says: the literal answer first, then what would be asked
//! next. What its evidence does not support is taken out.

use grice_judge::ground::{self, Grounder};

use crate::anticipate::{Extra, is_repeated};
use crate::lists::joined;
use crate::read::Found;
use crate::refusal;
use crate::reply::{Evidence, Kind, Reply, Sentence};
use crate::said::{Said, capital, on_one_line};
use crate::system::ComposeSettings;
use crate::words;

/// What is said where nothing was found at all.
const NOTHING: &str = "I don't know: nothing in this collection seems to be about that.";

/// The most words of a sentence that answers by itself.
const SENTENCE: usize = 32;

/// The most words of an answer before a longer sentence.
const SPAN: usize = 12;

/// Writes text, kind, answer, evidence and confidence of a reply; gives back what was not used.
pub(crate) fn compose(
    reply: &mut Reply,
    found: Found,
    extras: Vec<Extra>,
    most: usize,
    grounder: &Grounder,
    settings: &ComposeSettings,
) -> Vec<Extra> {
    let Found { kind, answer, spans, confidence, around, phrase, closest, .. } = found;
    (reply.kind, reply.answer, reply.confidence) = (kind, answer, confidence);
    reply.literal = spans;
    let mut writer = Writer { grounder, settings, subject: None };
    match reply.kind {
        Kind::Unknown => unknown(reply, closest),
        Kind::Yes | Kind::No if phrase.is_none() => writer.because(reply, &around),
        _ => writer.literal(reply, phrase.as_deref(), &around),
    }
    let mut left = Vec::new();
    for extra in extras {
        let enough =
            reply.pragmatic.len() >= most || count(reply) >= settings.least_words.max(1) * 2;
        if enough || !writer.add(reply, &extra.said) {
            left.push(extra);
        }
    }
    reply.join();
    left
}

/// The words of a reply so far.
pub(crate) fn count(reply: &Reply) -> usize {
    reply.evidence.iter().map(|sentence| sentence.text.split_whitespace().count()).sum()
}

struct Writer<'a> {
    grounder: &'a Grounder,
    settings: &'a ComposeSettings,
    /// The document the last sentence spoke of from its beginning.
    subject: Option<String>,
}

impl Writer<'_> {
    /// The literal answer: the sentence it stands in where that is short, the words before it where
    /// it is long, the words alone where there is no sentence to say.
    fn literal(&mut self, reply: &mut Reply, phrase: Option<&str>, around: &[Said]) {
        let all: Vec<usize> = (0..reply.literal.len()).collect();
        let members: Vec<String> = reply.literal.iter().map(|s| on_one_line(&s.text)).collect();
        if let Some(phrase) = phrase {
            let source = reply.literal.clone();
            reply.evidence.push(Sentence { text: sentence(phrase), spans: all, source });
            return;
        }
        let length = around.iter().map(|said| said.alone.split_whitespace().count()).sum::<usize>();
        let answer = joined(&members);
        let short = answer.split_whitespace().count() <= SPAN;
        let one = around.len() == 1
            || around.iter().map(|s| &s.evidence.passage).all(|p| *p == around[0].evidence.passage);
        let whole =
            !around.is_empty() && one && reply.literal.iter().all(|span| lies_in(span, around));
        // Where the answer is most of its sentences, they are said whole.
        let most = answer.split_whitespace().count() * 3 >= length * 2;
        if whole && (length <= SENTENCE || most && length <= self.settings.most_words) {
            around.iter().for_each(|said| self.say(reply, said, all.clone()));
        } else if whole
            && short
            && length + answer.split_whitespace().count() <= self.settings.most_words
        {
            let source = reply.literal.clone();
            reply.evidence.push(Sentence { text: sentence(&answer), spans: all.clone(), source });
            around.iter().for_each(|said| self.say(reply, said, all.clone()));
        } else {
            let source = reply.literal.clone();
            reply.evidence.push(Sentence { text: sentence(&answer), spans: all, source });
        }
    }

    /// Yes or no with the sentence that says so.
    fn because(&mut self, reply: &mut Reply, around: &[Said]) {
        let all: Vec<usize> = (0..reply.literal.len()).collect();
        let why: Vec<String> = match around.is_empty() {
            true => reply.literal.iter().map(|span| sentence(&span.text)).collect(),
            false => around.iter().map(|said| said.alone.clone()).collect(),
        };
        let word = if reply.kind == Kind::Yes { "Yes." } else { "No." };
        let source = reply.literal.clone();
        self.subject = around.last().filter(|s| s.of_topic).map(|s| s.evidence.document.clone());
        let text = format!("{word} {}", why.join(" "));
        reply.evidence.push(Sentence { text, spans: all, source });
    }

    /// Says a sentence; its pronoun stays where the sentence before spoke of the same.
    fn say(&mut self, reply: &mut Reply, said: &Said, spans: Vec<usize>) {
        let same = said.of_topic && self.subject.as_ref() == Some(&said.evidence.document);
        let text = if same { said.plain.clone() } else { said.alone.clone() };
        self.subject = said.of_topic.then(|| said.evidence.document.clone());
        reply.evidence.push(Sentence { text, spans, source: vec![said.evidence.clone()] });
    }

    /// Adds a sentence where it fits, is supported and says something new.
    fn add(&mut self, reply: &mut Reply, said: &Said) -> bool {
        let own = said.alone.split_whitespace().count();
        let heard: Vec<_> = reply.evidence.iter().map(|s| words::set(&s.text)).collect();
        let fits = count(reply) + own <= self.settings.most_words;
        if !fits || is_repeated(&words::set(&said.alone), &heard) || !self.supports(reply, said) {
            return false;
        }
        let number = reply.literal.len() + reply.pragmatic.len();
        self.say(reply, said, vec![number]);
        reply.pragmatic.push(said.evidence.clone());
        true
    }

    /// Whether the passage's words, with the page's name, support the sentence as it is said.
    fn supports(&self, reply: &mut Reply, said: &Said) -> bool {
        let evidence = format!("{}\n{}", said.evidence.title, said.evidence.text);
        let asked = ground::Reply { evidence: &evidence, reply: &said.alone };
        match self.grounder.ground(&[asked]).pop() {
            Some(Ok(grounding)) => grounding.unsupported.is_empty(),
            Some(Err(error)) => {
                reply.notes.push(format!("a sentence was left out: {error}"));
                false
            }
            None => false,
        }
    }
}

/// Whether a span lies in one of the sentences.
fn lies_in(span: &Evidence, around: &[Said]) -> bool {
    let end = around.iter().map(|said| said.evidence.end).max().unwrap_or(0);
    around.iter().any(|said| {
        let e = &said.evidence;
        e.passage == span.passage && e.start <= span.start && span.end <= end
    })
}

/// The refusal, with what the text does not say and the closest thing it does.
fn unknown(reply: &mut Reply, closest: Option<Said>) {
    let Some(closest) = closest else {
        let text = NOTHING.to_owned();
        reply.evidence.push(Sentence { text, spans: Vec::new(), source: Vec::new() });
        return;
    };
    let asked = refusal::indirect(&reply.rewrite);
    let silent = asked.map_or_else(
        || "The text does not answer that.".to_owned(),
        |asked| format!("The text does not say {asked}."),
    );
    let title = &closest.evidence.title;
    let text =
        format!("I don't know. {silent} The closest it comes is in {title}: {}", closest.alone);
    let source = vec![closest.evidence.clone()];
    reply.evidence.push(Sentence { text, spans: vec![reply.literal.len()], source });
    reply.pragmatic.push(closest.evidence);
}

/// Words as a sentence: a capital at the start, a stop at the end.
fn sentence(text: &str) -> String {
    let text = on_one_line(text);
    let whole = capital(text.trim().trim_end_matches([',', ';', ':']));
    match whole.ends_with(['.', '!', '?', '”', '"']) || whole.is_empty() {
        true => whole,
        false => format!("{whole}."),
    }
}

#[cfg(test)]
#[path = "compose_tests.rs"]
mod tests;
