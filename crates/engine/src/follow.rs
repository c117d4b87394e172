//! What could be asked next. Only what the collection has is offered: it is looked for first.

use grice_index::{Query, Ranking, Searcher};

use crate::anticipate::Extra;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::mentions;
use crate::reply::Reply;

/// Passages among which a follow-up's page must be.
const AMONG: usize = 5;

/// Follow-ups to a reply: the sections from which more could have been told, and the pages it names.
pub(crate) fn follow_ups(
    searcher: &Searcher,
    sources: &[String],
    conversation: &Conversation,
    reply: &Reply,
    left: &[Extra],
    most: usize,
) -> Result<Vec<String>> {
    let Some(topic) = &reply.topic else { return Ok(Vec::new()) };
    let told = reply.literal.first().map(|span| span.section.as_str()).unwrap_or_default();
    let mut offers: Vec<(String, &Topic)> = Vec::new();
    for extra in left {
        let section = &extra.evidence.section;
        let name = section.rsplit(" › ").next().unwrap_or_default().trim();
        if section != told && !name.is_empty() && name.split_whitespace().count() <= 5 {
            offers.push((format!("More on {}: {name}", topic.title), topic));
        }
    }
    let named = mentions::pages(searcher, sources, &reply.text)?;
    let known = conversation.trail();
    for page in &named {
        let is_known = page.title == topic.title || known.iter().any(|t| t.title == page.title);
        let is_name = page.title.chars().next().is_some_and(char::is_alphabetic);
        if !is_known && is_name && reply.text.contains(&page.title) {
            offers.push((format!("Tell me more about {}.", page.title), page));
        }
    }
    let mut kept: Vec<String> = Vec::new();
    for (offer, page) in offers {
        if kept.len() >= most {
            break;
        }
        if !kept.contains(&offer) && is_found(searcher, &offer, page)? {
            kept.push(offer);
        }
    }
    Ok(kept)
}

fn is_found(searcher: &Searcher, offer: &str, page: &Topic) -> Result<bool> {
    for hit in searcher.search(&Query::words(offer), &Ranking::default(), AMONG)? {
        if searcher.passage(&hit)?.title == page.title {
            return Ok(true);
        }
    }
    Ok(false)
}
