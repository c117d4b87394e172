//! The one lead worth following with which a reply may close: a page that its evidence names and that
//! has not been talked about.

use grice_index::{Query, Ranking, Searcher};

use crate::compose::count;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::mentions;
use crate::reply::{Kind, Reply, Sentence};
use crate::said::bare_title;
use crate::titles::named;

/// How a lead is offered.
const OFFER: &str = "I can also tell you about";

/// The words of an offer, at most.
const WORDS: usize = 10;

/// Pages that are looked at.
const PAGES: usize = 6;

/// A page that so many passages name is no lead.
const AMONG: usize = 40;

/// Offers a lead at the end of a reply that has room for it. Where several pages are named, it is the one
/// that the fewest passages speak of.
pub(crate) fn offer(
    searcher: &Searcher,
    sources: &[String],
    conversation: &Conversation,
    reply: &mut Reply,
    most_words: usize,
) -> Result<()> {
    let answered = matches!(reply.kind, Kind::Span | Kind::Yes | Kind::No);
    if !answered || count(reply) + WORDS > most_words {
        return Ok(());
    }
    let trail = conversation.trail();
    let is_offered = |title: &str| {
        let offer = format!("{OFFER} {title}");
        let article = format!("{OFFER} the {title}");
        conversation
            .turns
            .iter()
            .any(|turn| turn.reply.contains(&offer) || turn.reply.contains(&article))
    };
    let mut best: Option<(usize, Topic, usize)> = None;
    for page in mentions::pages(searcher, sources, &reply.text)?.into_iter().take(PAGES) {
        let title = bare_title(&page.title);
        let known = reply.topic.as_ref().is_some_and(|topic| topic.title == page.title)
            || trail.iter().any(|topic| topic.title == page.title);
        let place = reply.evidence.iter().position(|sentence| sentence.text.contains(title));
        let Some(number) = place else { continue };
        if known || reply.rewrite.contains(title) || is_offered(title) {
            continue;
        }
        let passages = naming(searcher, title)?;
        if passages > 0
            && passages < AMONG
            && best.as_ref().is_none_or(|(fewest, ..)| passages < *fewest)
        {
            best = Some((passages, page, number));
        }
    }
    let Some((_, page, number)) = best else { return Ok(()) };
    let beginning = searcher.find_passage(&format!("{}#0", page.document))?;
    let text = beginning.map(|record| record.text).unwrap_or_default();
    let title = bare_title(&page.title);
    let name = named(&text, title);
    let Sentence { spans, source, .. } = reply.evidence[number].clone();
    reply.evidence.push(Sentence { text: format!("{OFFER} {name}."), spans, source });
    reply.lead = Some(page);
    reply.join();
    Ok(())
}

/// How many passages have a title's words, up to [`AMONG`].
fn naming(searcher: &Searcher, title: &str) -> Result<usize> {
    let query = Query { phrases: vec![title.to_owned()], ..Query::words(title) };
    Ok(searcher.search(&query, &Ranking::default(), AMONG)?.len())
}

/// Whether so many passages name a page that asking for it leads nowhere.
pub(crate) fn is_everywhere(searcher: &Searcher, title: &str) -> Result<bool> {
    Ok(naming(searcher, title)? >= AMONG)
}
