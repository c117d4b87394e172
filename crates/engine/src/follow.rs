//! What could be asked next. Only what the collection has is offered: it is looked for first.

use grice_index::{Query, Ranking, Searcher};

use crate::anticipate::Extra;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::mentions;
use crate::reply::Reply;
use crate::why::Offered;

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
) -> Result<Vec<Offered>> {
    let Some(topic) = &reply.topic else { return Ok(Vec::new()) };
    let told = reply.literal.first().map(|span| span.section.as_str()).unwrap_or_default();
    let home = reply.literal.first().map(|span| span.passage.as_str()).unwrap_or_default();
    let mut offers: Vec<Offer<'_>> = Vec::new();
    for extra in left {
        let section = &extra.evidence.section;
        let name = section.rsplit(" › ").next().unwrap_or_default().trim();
        if section != told && !name.is_empty() && name.split_whitespace().count() <= 5 {
            let text = format!("More on {}: {name}", topic.title);
            let (from, score) = (extra.evidence.passage.as_str(), Some(extra.score));
            offers.push(Offer { text, page: topic, from, score });
        }
    }
    let named = mentions::pages(searcher, sources, &reply.text)?;
    let known = conversation.trail();
    for page in &named {
        let is_known = page.title == topic.title || known.iter().any(|t| t.title == page.title);
        let is_name = page.title.chars().next().is_some_and(char::is_alphabetic);
        if !is_known && is_name && reply.text.contains(&page.title) {
            let text = format!("Tell me more about {}.", page.title);
            offers.push(Offer { text, page, from: home, score: None });
        }
    }
    let mut kept: Vec<Offered> = Vec::new();
    for offer in offers {
        if kept.len() >= most {
            break;
        }
        if !kept.iter().any(|known| known.text == offer.text) {
            kept.extend(offer.found(searcher)?);
        }
    }
    Ok(kept)
}

/// What could be offered.
struct Offer<'a> {
    text: String,
    page: &'a Topic,
    from: &'a str,
    score: Option<f32>,
}

impl Offer<'_> {
    /// The offer, where a search for it finds its page.
    fn found(self, searcher: &Searcher) -> Result<Option<Offered>> {
        let hits = searcher.search(&Query::words(&*self.text), &Ranking::default(), AMONG)?;
        for (number, hit) in hits.iter().enumerate() {
            let record = searcher.passage(hit)?;
            if record.title == self.page.title {
                return Ok(Some(Offered {
                    text: self.text,
                    from: self.from.to_owned(),
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
