//! A reply of what the collection says: the literal answer first, in the form that was asked for, then
//! what would be asked next. What its evidence does not support is taken out.

mod anticipate;
mod examples;
mod excerpt;
mod follow_ups;
mod no_answer;
mod questions;
mod understood;

use grice_corpus::BlockKind;
use grice_english::lists::joined;
use grice_english::question::{self, Form};
use grice_english::title::capital;
use grice_english::words;
use grice_judge::ground::{self, Grounder};

use crate::read::Found;
use crate::reply::{Evidence, Kind, Quote, Sentence, Shape, following, instructs, quote};
use crate::retrieve::Candidate;
use crate::state::Heard;
use crate::system::ComposeSettings;

pub(crate) use anticipate::{Anticipation, Extra};
pub(crate) use examples::examples;
pub(crate) use follow_ups::{Answered, follow_ups};
pub(crate) use no_answer::refuse;
pub(crate) use understood::understood;

/// The words from which a question is a long one.
const LONG_QUESTION: usize = 12;

/// The most words of a sentence that answers by itself.
const SENTENCE_WORDS: usize = 40;

/// The most words of an answer before a longer sentence.
const SPAN_WORDS: usize = 12;

/// A reply's sentences, and where they stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Composed {
    pub sentences: Vec<Sentence>,
    pub literal: Vec<Evidence>,
    pub pragmatic: Vec<Evidence>,
    /// Sentences that could have been added.
    pub left: Vec<Extra>,
    pub notes: Vec<String>,
}

/// What is said, and what it is said to.
pub(crate) struct Saying<'a> {
    pub found: &'a Found,
    pub home: &'a Candidate,
    /// What the next best passage says, and the passage.
    pub second: Option<(&'a Found, &'a Candidate)>,
    /// The question as it stands alone.
    pub question: &'a str,
}

/// Says an answer, and adds what would be asked next. Where the answer is not sure and takes an excerpt, the next best
/// passage is shown too.
pub(crate) fn compose(
    saying: &Saying<'_>,
    extras: Vec<Extra>,
    most: usize,
    grounder: &Grounder,
    settings: &ComposeSettings,
) -> Composed {
    let Saying { found, home, second, question } = *saying;
    let mut writer = Writer {
        composed: Composed { literal: found.spans.clone(), ..Composed::default() },
        grounder,
        settings,
        subject: None,
    };
    writer.literal(found, home, question);
    let unsure = found.confidence < settings.unsure && !found.whole;
    if let Some((second, other)) = second.filter(|_| unsure && wants_context(question, home)) {
        writer.second(second, other, question);
    }
    for extra in extras {
        let said = &writer.composed;
        let enough =
            said.pragmatic.len() >= most || said.count() >= settings.least_words.max(1) * 2;
        if enough || !writer.add(&extra.quote) {
            writer.composed.left.push(extra);
        }
    }
    writer.composed
}

impl Composed {
    /// The words so far.
    fn count(&self) -> usize {
        self.sentences.iter().map(|sentence| sentence.text.split_whitespace().count()).sum()
    }
}

struct Writer<'a> {
    composed: Composed,
    grounder: &'a Grounder,
    settings: &'a ComposeSettings,
    /// The document the last sentence spoke of from its beginning.
    subject: Option<String>,
}

impl Writer<'_> {
    /// The literal answer: a block as it stands where one answers; the sentence it stands in where
    /// that is short, the words before it where it is long, the words alone where there is no
    /// sentence to say.
    fn literal(&mut self, found: &Found, home: &Candidate, question: &str) {
        let verdict = match found.kind {
            Kind::Yes => "Yes.",
            Kind::No => "No.",
            _ => "",
        };
        if !verdict.is_empty() {
            self.composed.sentences.push(Sentence::plain(verdict));
        }
        let all: Vec<usize> = (0..found.spans.len()).collect();
        if !found.whole && wants_context(question, home) {
            let most = self.settings.context_words;
            if let Some(parts) = excerpt::excerpt(found, home, question, most) {
                self.composed.sentences.extend(parts);
                return;
            }
        }
        let quotes = match found.whole {
            true => said_in_turn(found, home),
            false => found.quotes(home),
        };
        let members: Vec<String> = found.spans.iter().map(|s| words::one_line(&s.text)).collect();
        let answer = joined(&members);
        let length: usize = quotes.iter().map(|q| q.alone.split_whitespace().count()).sum();
        let own = answer.split_whitespace().count();
        let holds = !quotes.is_empty() && found.spans.iter().all(|span| lies_in(span, &quotes));
        // Where the answer is most of its sentences, they are said whole.
        let most = own * 3 >= length * 2;
        let whole = holds
            && (length <= SENTENCE_WORDS
                || (most || found.whole) && length <= self.settings.most_words);
        let quoted = whole || holds && length + own <= self.settings.most_words + SENTENCE_WORDS;
        let text = self.words_alone(&answer, found, home);
        let again = |quote: &Quote| words::one_line(&quote.evidence.text) == text;
        let repeats = quoted && quotes.iter().any(again);
        if !whole && !repeats && (!holds || own <= SPAN_WORDS) {
            let source = found.spans.clone();
            let spans = all.clone();
            self.composed.sentences.push(Sentence { text, spans, source, shape: Shape::Prose });
        }
        if quoted {
            quotes.iter().for_each(|quote| self.say(quote, all.clone()));
        } else if self.composed.sentences.is_empty() {
            let (source, shape) = (found.spans.clone(), Shape::Prose);
            self.composed.sentences.push(Sentence {
                text: sentence(&answer),
                spans: all,
                source,
                shape,
            });
        }
    }

    /// The next best passage, after the heading it stands under.
    fn second(&mut self, found: &Found, home: &Candidate, question: &str) {
        let most = self.settings.second_words;
        let Some(parts) = excerpt::excerpt(found, home, question, most) else { return };
        let shown = |text: &str| self.composed.sentences.iter().any(|said| said.text == text);
        if parts.iter().all(|part| shown(&part.text)) {
            return;
        }
        let number = self.composed.literal.len() + self.composed.pragmatic.len();
        let spans = vec![number];
        let under = match home.heading() {
            "" => home.record.title.as_str(),
            heading => heading,
        };
        if instructs(under) {
            return;
        }
        let text = format!("It may also be this, under “{}”:", words::one_line(under));
        let lead = Sentence { text, spans: spans.clone(), ..Sentence::default() };
        self.composed.sentences.push(lead);
        for part in parts {
            self.composed.sentences.push(Sentence { spans: spans.clone(), ..part });
        }
        self.composed.pragmatic.extend(found.spans.first().cloned());
    }

    /// Words that no sentence can be quoted for: with the sentence they stand in as it is written,
    /// where they would be a fragment.
    fn words_alone(&self, answer: &str, found: &Found, home: &Candidate) -> String {
        let fragment = answer.split_whitespace().count() < 2 && words::content(answer).len() < 2
            || !answer.contains(|c: char| c.is_alphanumeric());
        let place = found.places.first().filter(|_| fragment);
        let around = place.and_then(|place| {
            let text = &home.record.text;
            let range = grice_text::sentences(text).find(|s| s.contains(&place.start))?;
            Some(words::one_line(&text[range]))
        });
        match around.filter(|around| around.split_whitespace().count() <= self.settings.most_words)
        {
            Some(around) => around,
            None => sentence(answer),
        }
    }

    /// Says a sentence; its pronoun stays where the sentence before spoke of the same.
    fn say(&mut self, quote: &Quote, spans: Vec<usize>) {
        let same = quote.of_topic && self.subject.as_ref() == Some(&quote.evidence.document);
        let text = if same { quote.plain.clone() } else { quote.alone.clone() };
        self.subject = quote.of_topic.then(|| quote.evidence.document.clone());
        let source = vec![quote.evidence.clone()];
        self.composed.sentences.push(Sentence { text, spans, source, shape: Shape::Prose });
    }

    /// Adds a sentence where it fits, is supported and says something new.
    fn add(&mut self, quote: &Quote) -> bool {
        let own = quote.alone.split_whitespace().count();
        let mut heard = Heard::default();
        self.composed.sentences.iter().for_each(|sentence| heard.add(&sentence.text));
        let fits = self.composed.count() + own <= self.settings.most_words;
        if !fits || heard.has(&quote.alone) || !self.supports(quote) {
            return false;
        }
        let number = self.composed.literal.len() + self.composed.pragmatic.len();
        self.say(quote, vec![number]);
        self.composed.pragmatic.push(quote.evidence.clone());
        true
    }

    /// Whether the passage's words, with the page's name, support the sentence as it is said.
    fn supports(&mut self, quote: &Quote) -> bool {
        let evidence = format!("{}\n{}", quote.evidence.title, quote.evidence.text);
        let asked = ground::Reply { evidence: &evidence, reply: &quote.alone };
        match self.grounder.ground(&[asked]).pop() {
            Some(Ok(grounding)) => grounding.unsupported.is_empty(),
            Some(Err(error)) => {
                self.composed.notes.push(format!("a sentence was left out: {error}"));
                false
            }
            None => false,
        }
    }
}

/// Whether an answer needs what stands around it: what to do, how and why, and whatever takes many words
/// to ask, or stands in anything but running text.
fn wants_context(asked: &str, home: &Candidate) -> bool {
    let long = asked.split_whitespace().count() >= LONG_QUESTION;
    let running = home.record.blocks.iter().all(|block| block.kind == BlockKind::Paragraph);
    let forms = [Form::Steps, Form::Code, Form::List, Form::Sentence];
    long || !running || forms.contains(&question::form(asked))
}

/// Sentences one after the other, of which the first stands alone.
fn said_in_turn(found: &Found, home: &Candidate) -> Vec<Quote> {
    let Some(place) = found.places.first() else { return Vec::new() };
    let touched = |s: &std::ops::Range<usize>| s.start < place.end && place.start < s.end;
    let mut quotes: Vec<Quote> = Vec::new();
    for range in grice_text::sentences(&home.record.text).filter(touched) {
        let next = match quotes.is_empty() {
            true => quote(home, range.clone()).or_else(|| following(home, range)),
            false => following(home, range),
        };
        quotes.extend(next);
    }
    quotes
}

/// Whether a span lies in the quotes.
fn lies_in(span: &Evidence, quotes: &[Quote]) -> bool {
    let end = quotes.iter().map(|quote| quote.evidence.end).max().unwrap_or(0);
    quotes.iter().any(|quote| {
        let e = &quote.evidence;
        e.passage == span.passage && e.start <= span.start && span.end <= end
    })
}

/// Words as a sentence: a capital at the start, a stop at the end. Identifiers stay as they are.
pub(crate) fn sentence(text: &str) -> String {
    let text = words::one_line(text);
    let whole = capital(text.trim().trim_end_matches([',', ';', ':']));
    match whole.ends_with(['.', '!', '?', '”', '"']) || whole.is_empty() {
        true => whole,
        false => format!("{whole}."),
    }
}

#[cfg(test)]
mod tests;
