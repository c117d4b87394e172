//! What could be asked next. Only what the collection answers is offered: each question is searched
//! for, and the passage that answers it must be found and say something new.

use std::collections::HashSet;

use grice_index::{Query, Ranking, Searcher};

use crate::anticipate::Extra;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::lead::is_everywhere;
use crate::mentions;
use crate::questions;
use crate::reply::Reply;
use crate::said::bare_title;
use crate::titles::named;
use crate::why::Offered;
use crate::words;

/// Passages among which the one that answers must be.
const AMONG: usize = 5;

/// The most questions of each kind, before the other kinds have had their turn.
const OF_SENTENCES: usize = 2;
const OF_PAGES: usize = 3;

/// The most questions that are searched for.
const CHECKED: usize = 8;

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

/// Questions that follow a reply: what more was found around the answer, other sections of its page,
/// and pages it names.
pub(crate) fn follow_ups(
    searcher: &Searcher,
    sources: &[String],
    conversation: &Conversation,
    (question, reply): (&str, &Reply),
    left: &[Extra],
    most: usize,
) -> Result<Vec<Offered>> {
    let Some(topic) = &reply.topic else { return Ok(Vec::new()) };
    let mut asked: Vec<HashSet<String>> =
        conversation.turns.iter().map(|turn| content(turn.asked())).collect();
    asked.push(content(question));
    asked.push(content(&reply.rewrite));
    let sentences = of_sentences(left, topic, &reply.rewrite);
    let sections = of_sections(searcher, topic, reply)?;
    let pages = of_pages(searcher, sources, conversation, topic, reply)?;
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
        if asked.iter().any(|other| is_same(&own, other)) {
            continue;
        }
        if let Some(found) = offer.found(searcher)? {
            asked.push(own);
            kept.push(found);
        }
    }
    Ok(kept)
}

fn content(text: &str) -> HashSet<String> {
    words::lower(text).into_iter().filter(|word| !words::is_empty(word)).collect()
}

fn is_same(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    let shared = one.intersection(other).count() as f32;
    shared / one.len().max(1) as f32 >= ASKED && shared / other.len().max(1) as f32 >= ASKED
}

/// Questions that sentences answer which were not said.
fn of_sentences(left: &[Extra], topic: &Topic, asked: &str) -> Vec<Offer> {
    let asked = words::set(asked);
    let mut found = Vec::new();
    for extra in left.iter().filter(|extra| extra.said.of_topic) {
        let said = &extra.said;
        if said.evidence.document != topic.document {
            continue;
        }
        let name = named(&said.alone, bare_title(&topic.title));
        if let Some((text, word)) = questions::of_sentence(&said.alone, &name)
            && !asked.contains(&word)
        {
            let from = said.evidence.passage.clone();
            let answer = Answer::Passage(from.clone());
            found.push(Offer { text, answer, from, score: Some(extra.score) });
        }
    }
    found
}

/// Questions for the sections of the page from which nothing was said, those after the answer's
/// first.
fn of_sections(searcher: &Searcher, topic: &Topic, reply: &Reply) -> Result<Vec<Offer>> {
    let Some(document) = searcher.document(&topic.document)? else { return Ok(Vec::new()) };
    let spans = reply.literal.iter().chain(&reply.pragmatic);
    let told: HashSet<&str> =
        spans.filter(|s| s.document == topic.document).map(|s| s.section.as_str()).collect();
    let paths: Vec<String> =
        document.sections.iter().map(|section| section.path.join(" › ")).collect();
    let home =
        reply.literal.first().and_then(|span| paths.iter().position(|path| *path == span.section));
    let (before, after) = paths.split_at(home.map_or(0, |home| home + 1).min(paths.len()));
    let beginning = searcher.find_passage(&format!("{}#0", topic.document))?;
    let name =
        named(&beginning.map(|record| record.text).unwrap_or_default(), bare_title(&topic.title));
    let mut found = Vec::new();
    for path in after.iter().chain(before).filter(|path| !told.contains(path.as_str())) {
        let heading = path.rsplit(" › ").next().unwrap_or_default();
        if let Some(text) = questions::of_heading(heading, &name) {
            let answer = Answer::Section(topic.clone(), path.clone());
            found.push(Offer { text, answer, from: told_from(reply), score: None });
        }
    }
    Ok(found)
}

/// Questions for the pages that the reply names and that were not talked about.
fn of_pages(
    searcher: &Searcher,
    sources: &[String],
    conversation: &Conversation,
    topic: &Topic,
    reply: &Reply,
) -> Result<Vec<Offer>> {
    let known = conversation.trail();
    let asked = content(&reply.rewrite);
    let mut found = Vec::new();
    for page in mentions::pages(searcher, sources, &reply.text)? {
        if found.len() >= OF_PAGES {
            break;
        }
        let lead = reply.lead.as_ref().is_some_and(|lead| lead.title == page.title);
        let asked = content(&page.title).iter().any(|word| asked.contains(word));
        let is_known = asked
            || lead
            || page.title == topic.title
            || known.iter().any(|t| t.title == page.title);
        if is_known || !reply.text.contains(bare_title(&page.title)) {
            continue;
        }
        if is_everywhere(searcher, bare_title(&page.title))? {
            continue;
        }
        if let Some(beginning) = searcher.find_passage(&format!("{}#0", page.document))? {
            let text = questions::of_page(&page.title, &beginning.text);
            let answer = Answer::Page(page);
            found.push(Offer { text, answer, from: told_from(reply), score: None });
        }
    }
    Ok(found)
}

/// The passage that the answer is from.
fn told_from(reply: &Reply) -> String {
    reply.literal.first().map(|span| span.passage.clone()).unwrap_or_default()
}

impl Offer {
    /// The offer, where the passage that answers is among the first that a search for it finds.
    fn found(self, searcher: &Searcher) -> Result<Option<Offered>> {
        let hits = searcher.search(&Query::words(&*self.text), &Ranking::default(), AMONG)?;
        for (number, hit) in hits.iter().enumerate() {
            let record = searcher.passage(hit)?;
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
                    bm25: hit.score,
                }));
            }
        }
        Ok(None)
    }
}
