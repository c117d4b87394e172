//! What could be asked next. Only what the collection answers is offered: each question is searched
//! for, and the passage that answers it must be found and say something new.

use std::collections::HashSet;

use grice_english::{title, words};

use super::anticipate::Extra;
use super::questions;
use crate::error::Result;
use crate::reply::{Evidence, Offered, instructs};
use crate::retrieve::Library;
use crate::state::{Conversation, Topic};

/// Passages among which the one that answers must be.
const AMONG: usize = 5;

/// The most questions of each kind, before the other kinds have had their turn.
const OF_SENTENCES: usize = 2;
const OF_PAGES: usize = 3;

/// The most questions that are searched for.
const CHECKED: usize = 8;

/// A page that so many passages name is no lead.
const NAMED_EVERYWHERE: usize = 40;

/// The share of a question's words from which it has been asked before.
const ASKED: f32 = 0.8;

/// A question that could be offered.
struct Offer {
    text: String,
    answer: Answer,
    /// The passage it comes from.
    from: String,
    /// How likely what stands there is asked for next.
    score: Option<f32>,
}

/// What answers a question.
enum Answer {
    Passage(String),
    Section(Topic, String),
    Page(Topic),
}

/// What was answered.
pub(crate) struct Answered<'a> {
    /// The question as it was asked, and as it stands alone.
    pub question: &'a str,
    pub rewrite: &'a str,
    pub topic: &'a Topic,
    pub text: &'a str,
    pub literal: &'a [Evidence],
    pub pragmatic: &'a [Evidence],
    /// Sentences that were not said.
    pub left: &'a [Extra],
}

/// Questions that follow a reply: what more was found around the answer, other sections of its page,
/// and pages it names.
pub(crate) fn follow_ups(
    library: &Library,
    conversation: &Conversation,
    reply: &Answered<'_>,
    most: usize,
) -> Result<Vec<Offered>> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let mut asked: Vec<HashSet<String>> =
        conversation.lately().map(|turn| content(turn.asked())).collect();
    asked.push(content(reply.question));
    asked.push(content(reply.rewrite));
    let sentences = of_sentences(reply);
    let sections = of_sections(library, reply)?;
    let pages = of_pages(library, conversation, reply)?;
    let mut offers: Vec<Offer> = Vec::new();
    let mut sentences = sentences.into_iter();
    let mut sections = sections.into_iter();
    offers.extend(sentences.by_ref().take(OF_SENTENCES));
    offers.extend(sections.by_ref().take(1));
    offers.extend(pages);
    offers.extend(sections);
    offers.extend(sentences);
    offers.truncate(CHECKED);
    let mut kept: Vec<Offered> = Vec::new();
    for offer in offers {
        if kept.len() >= most {
            break;
        }
        let own = content(&offer.text);
        if instructs(&offer.text) || asked.iter().any(|other| is_same(&own, other)) {
            continue;
        }
        if let Some(found) = offer.found(library)? {
            asked.push(own);
            kept.push(found);
        }
    }
    Ok(kept)
}

fn content(text: &str) -> HashSet<String> {
    words::lower(text).into_iter().filter(|word| !words::is_stop(word)).collect()
}

fn is_same(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    let shared = one.intersection(other).count() as f32;
    shared / one.len().max(1) as f32 >= ASKED && shared / other.len().max(1) as f32 >= ASKED
}

/// Questions that sentences answer which were not said.
fn of_sentences(reply: &Answered<'_>) -> Vec<Offer> {
    let asked = words::set(reply.rewrite);
    let mut found = Vec::new();
    for extra in reply.left.iter().filter(|extra| extra.quote.of_topic) {
        let quote = &extra.quote;
        if quote.evidence.document != reply.topic.document {
            continue;
        }
        let name = title::in_sentence(&quote.alone, title::bare(&reply.topic.title));
        if let Some((text, word)) = questions::of_sentence(&quote.alone, &name)
            && !asked.contains(&word)
        {
            let from = quote.evidence.passage.clone();
            let answer = Answer::Passage(from.clone());
            found.push(Offer { text, answer, from, score: Some(extra.score) });
        }
    }
    found
}

/// Questions for the sections of the page from which nothing was said, those after the answer's
/// first.
fn of_sections(library: &Library, reply: &Answered<'_>) -> Result<Vec<Offer>> {
    let spans = reply.literal.iter().chain(reply.pragmatic);
    let own = spans.filter(|span| span.document == reply.topic.document);
    let told: HashSet<&str> = own.map(|span| span.section.as_str()).collect();
    let paths = library.sections(reply.topic)?;
    let home = reply.literal.first();
    let home = home.and_then(|span| paths.iter().position(|path| *path == span.section));
    let (before, after) = paths.split_at(home.map_or(0, |home| home + 1).min(paths.len()));
    let name = title::in_sentence(&library.opening(reply.topic)?, title::bare(&reply.topic.title));
    let mut found = Vec::new();
    for path in after.iter().chain(before).filter(|path| !told.contains(path.as_str())) {
        let heading = path.rsplit(" › ").next().unwrap_or_default();
        if let Some(text) = questions::of_heading(heading, &name) {
            let answer = Answer::Section(reply.topic.clone(), path.clone());
            found.push(Offer { text, answer, from: told_from(reply), score: None });
        }
    }
    Ok(found)
}

/// Questions for the pages that the reply names and that were not talked about.
fn of_pages(
    library: &Library,
    conversation: &Conversation,
    reply: &Answered<'_>,
) -> Result<Vec<Offer>> {
    let known = conversation.trail();
    let asked = content(reply.rewrite);
    let mut found = Vec::new();
    for page in library.pages_named(reply.text)? {
        if found.len() >= OF_PAGES {
            break;
        }
        let name = title::bare(&page.title);
        let is_known = content(&page.title).iter().any(|word| asked.contains(word))
            || page.title == reply.topic.title
            || known.iter().any(|topic| topic.title == page.title);
        let says = name.chars().filter(|c| c.is_alphabetic()).count() > 2;
        if is_known || !says || !reply.text.contains(name) {
            continue;
        }
        let opening = library.opening(&page)?;
        let begins = opening.get(..opening.len().min(200)).unwrap_or(&opening).contains(name);
        // A word for many things is asked for by nobody who has just read it.
        if !begins || !title::is_proper(&opening, name) {
            continue;
        }
        if library.naming(name, NAMED_EVERYWHERE)? < NAMED_EVERYWHERE {
            let text = questions::of_page(&page.title, &opening);
            found.push(Offer {
                text,
                answer: Answer::Page(page),
                from: told_from(reply),
                score: None,
            });
        }
    }
    Ok(found)
}

/// The passage that the answer is from.
fn told_from(reply: &Answered<'_>) -> String {
    reply.literal.first().map(|span| span.passage.clone()).unwrap_or_default()
}

impl Offer {
    /// The offer, where the passage that answers is among the first that a search for it finds.
    fn found(self, library: &Library) -> Result<Option<Offered>> {
        for (number, (record, bm25)) in library.search(&self.text, AMONG)?.into_iter().enumerate() {
            let answers = match &self.answer {
                Answer::Passage(id) => record.passage == *id,
                Answer::Section(topic, path) => {
                    record.document == topic.document && record.section == *path
                }
                Answer::Page(page) => record.document == page.document,
            };
            if answers {
                return Ok(Some(Offered {
                    text: self.text,
                    from: self.from,
                    score: self.score,
                    found: record.passage,
                    rank: number + 1,
                    bm25,
                }));
            }
        }
        Ok(None)
    }
}
