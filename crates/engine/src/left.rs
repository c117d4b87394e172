//! A pronoun that was put as a page that nobody speaks of just now speaks of the page that is talked about.

use std::collections::HashSet;

use grice_index::Searcher;
use grice_judge::rewrite::Rewritten;

use crate::conversation::Conversation;
use crate::error::Result;
use crate::mentions;
use crate::said::bare_title;
use crate::subject::instead_of_pronouns;
use crate::titles::named;
use crate::words;

const OF_PEOPLE: &[&str] = &["he", "her", "him", "his", "she"];

/// The rewrite, or the question with the page that is talked about in the place of its pronouns, where the
/// rewrite brings in a page that neither the question nor the last turn names. Of things only.
pub(crate) fn kept_to_topic(
    searcher: &Searcher,
    sources: &[String],
    conversation: &Conversation,
    question: &str,
    rewritten: Rewritten,
) -> Result<Rewritten> {
    // Of a history of which only the words are known, the page is a guess.
    let known = conversation.turns.iter().all(|turn| turn.pages.is_empty());
    let (Some(topic), Some(last), true) =
        (conversation.topic(), conversation.last_asked(), known && rewritten.changed)
    else {
        return Ok(rewritten);
    };
    let title = bare_title(&topic.title);
    let lately = words::set(&format!("{question} {} {} {title}", last.asked(), last.answer));
    if !brings_in(&mentions::pages(searcher, sources, &rewritten.rewrite)?, &lately) {
        return Ok(rewritten);
    }
    let first = searcher.find_passage(&format!("{}#0", topic.document))?;
    let text = first.map(|record| record.text).unwrap_or_default();
    let human = |text: &str| words::lower(text).iter().any(|w| OF_PEOPLE.contains(&w.as_str()));
    let rewrite = instead_of_pronouns(question, &named(&text, title));
    Ok(match rewrite.filter(|_| !human(&text) && !human(question)) {
        Some(rewrite) => Rewritten { rewrite, terms: Vec::new(), ..rewritten },
        None => rewritten,
    })
}

/// Whether a page is among those named that nothing said lately names.
fn brings_in(pages: &[crate::conversation::Topic], lately: &HashSet<String>) -> bool {
    let is_said = |title: &str| words::lower(bare_title(title)).iter().any(|w| lately.contains(w));
    pages.iter().any(|page| !is_said(&page.title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::Topic;

    #[test]
    fn a_page_that_was_left_is_told_from_one_that_was_named() {
        let brings = |title: &str, lately: &str| {
            let page = Topic { document: title.to_owned(), title: title.to_owned() };
            brings_in(&[page], &words::set(lately))
        };
        assert!(brings("Titan", "is it larger than the Moon? Io has a thin atmosphere."));
        assert!(!brings("Titan", "which moon is larger? Titan"));
        assert!(!brings("Rings of Saturn", "how thick are they? Saturn"));
        assert!(!brings_in(&[], &HashSet::new()));
    }
}
