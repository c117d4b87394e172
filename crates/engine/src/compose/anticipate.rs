//! What would be asked next: sentences around the answer that add to it (PragmatiCQA).

use grice_english::name::names;
use grice_english::{number, title, words};
use grice_judge::anticipate::{Anticipator, Asked};

use crate::error::Result;
use crate::read::Found;
use crate::reply::{Quote, instructs, quote};
use crate::retrieve::{Candidate, Library};
use crate::state::{Conversation, Heard};
use crate::system::AnticipateSettings;

/// The fewest and the most words of a sentence that can be added.
const SHORTEST: usize = 6;
const LONGEST: usize = 38;

/// The share of words that two additions may have in common.
const ALIKE: f32 = 0.7;

/// Passages of other pages that are looked at.
const ELSEWHERE: usize = 2;

/// A sentence that could be added, with how much it is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    pub quote: Quote,
    pub score: f32,
}

/// What is looked at for what would be asked next.
pub(crate) struct Anticipation<'a> {
    pub library: &'a Library,
    pub conversation: &'a Conversation,
    pub question: &'a str,
    pub anticipator: &'a Anticipator,
    pub settings: &'a AnticipateSettings,
}

impl Anticipation<'_> {
    /// Sentences of the answer's passage, of those beside it, of the best other passages of its page
    /// and of the best of other pages, the most wanted first. None of them repeats the answer or what
    /// was said before. A model that fails is told of.
    pub fn extras(
        &self,
        found: &Found,
        home: &Candidate,
        candidates: &[Candidate],
        notes: &mut Vec<String>,
    ) -> Result<Vec<Extra>> {
        let mut heard = Heard::of(self.conversation);
        found.spans.iter().for_each(|span| heard.add(&span.text));
        found.quotes(home).iter().for_each(|quote| heard.add(&quote.alone));
        let mut quotes: Vec<Quote> = Vec::new();
        for passage in &around(self.library, candidates, home)? {
            let own = passage.record.document == home.record.document;
            for range in grice_text::sentences(&passage.record.text) {
                let Some(next) = quote(passage, range) else { continue };
                let holds = found.spans.iter().any(|span| span.overlaps(&next.evidence));
                let on_topic = own || names_topic(&next, home);
                let again = says_again(&next.plain, &found.answer);
                let count = next.alone.split_whitespace().count();
                let fits = (SHORTEST..=LONGEST).contains(&count)
                    && !heard.has(&next.alone)
                    && !instructs(&next.alone);
                if fits && !holds && !again && on_topic && !strays(self.library, &next, home)? {
                    quotes.push(next);
                }
            }
        }
        quotes.truncate(self.settings.candidates);
        if quotes.is_empty() {
            return Ok(Vec::new());
        }
        let literal: Vec<&str> = found.spans.iter().map(|span| span.text.as_str()).collect();
        let texts: Vec<&str> = quotes.iter().map(|quote| quote.alone.as_str()).collect();
        let (history, question) = (self.conversation.history(), self.question);
        let asked = Asked { history: &history, question, literal: &literal, candidates: &texts };
        let ranked = match self.anticipator.anticipate(&[asked]).pop() {
            Some(Ok(anticipated)) => anticipated.ranked,
            Some(Err(error)) => {
                notes.push(format!("nothing was added to the answer: {error}"));
                return Ok(Vec::new());
            }
            None => return Ok(Vec::new()),
        };
        let mut kept: Vec<Extra> = Vec::new();
        for one in ranked.iter().filter(|one| one.score >= self.settings.least) {
            let Some(quote) = quotes.get(one.index) else { continue };
            let own = words::set(&quote.alone);
            let alike = |other: &Extra| words::overlap(&own, &words::set(&other.quote.alone));
            if kept.iter().all(|other| alike(other) < ALIKE) {
                kept.push(Extra { quote: quote.clone(), score: one.score });
            }
        }
        Ok(kept)
    }
}

/// The answer's passage, those before and after it, others of its page that were found, and the
/// best of other pages.
fn around(library: &Library, candidates: &[Candidate], home: &Candidate) -> Result<Vec<Candidate>> {
    let mut all = vec![home.clone()];
    all.extend(library.beside(home)?);
    let document = &home.record.document;
    let own = candidates.iter().filter(|other| &other.record.document == document).take(3);
    let others = candidates.iter().take(5).filter(|other| &other.record.document != document);
    for other in own.chain(others.take(ELSEWHERE)) {
        if !all.iter().any(|known| known.id == other.id) {
            all.push(other.clone());
        }
    }
    Ok(all)
}

/// Whether a sentence of another page speaks of the answer's.
fn names_topic(sentence: &Quote, home: &Candidate) -> bool {
    let title = words::lower(title::bare(&home.record.title));
    let own = words::lower(&sentence.plain);
    !title.is_empty() && own.windows(title.len()).any(|part| part == title)
}

/// Whether a sentence begins with the name of another page and does not speak of the answer's.
fn strays(library: &Library, sentence: &Quote, home: &Candidate) -> Result<bool> {
    if sentence.of_topic || names_topic(sentence, home) {
        return Ok(false);
    }
    let text = &sentence.alone;
    let Some(name) = names(text).into_iter().next() else { return Ok(false) };
    if text[..name.start].split_whitespace().count() > 1 {
        return Ok(false);
    }
    let page = library.page_named(&text[name])?;
    Ok(page.is_some_and(|page| page.title != home.record.title))
}

/// Whether a sentence has all numbers of the answer, and so says it again.
fn says_again(sentence: &str, answer: &str) -> bool {
    let number = |word: &String| {
        word.contains(|c: char| c.is_ascii_digit()) && word.len() > 1
            || number::is_number_word(word)
    };
    let own = words::set(sentence);
    let mut wanted =
        words::lower(answer).into_iter().filter(number).max_by_key(String::len).into_iter();
    wanted.next().is_some_and(|number| own.contains(&number))
}
