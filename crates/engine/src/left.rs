//! A pronoun that was left as it is, or put as a page that nobody speaks of just now, speaks of the page that
//! is talked about.

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

const OF_THINGS: &[&str] = &["it", "its", "their", "them", "they"];

/// Words after an "it" that stands for nothing.
const OF_NOTHING: &[&str] =
    &["known", "necessary", "possible", "rain", "snow", "take", "true", "you"];

const OF_PEOPLE: &[&str] = &["he", "her", "him", "his", "she"];

/// The rewrite, or the question with the page that is talked about in the place of its pronouns, where the
/// rewrite brings in a page that neither the question nor the last turn names, or where it still has the
/// pronoun of a question that names nothing. Of things only.
pub(crate) fn kept_to_topic(
    searcher: &Searcher,
    sources: &[String],
    conversation: &Conversation,
    question: &str,
    rewritten: Rewritten,
) -> Result<Rewritten> {
    // Of a history of which only the words are known, the page is a guess.
    let known = conversation.turns.iter().all(|turn| turn.pages.is_empty());
    let (Some(topic), Some(last), true) = (conversation.topic(), conversation.last_asked(), known)
    else {
        return Ok(rewritten);
    };
    let title = bare_title(&topic.title);
    let lately = words::set(&format!("{question} {} {} {title}", last.asked(), last.answer));
    let brought = mentions::pages(searcher, sources, &rewritten.rewrite)?;
    let left = still_points(question, &rewritten.rewrite)
        && mentions::pages(searcher, sources, question)?.is_empty();
    if !left && !brings_in(&brought, &lately) {
        return Ok(rewritten);
    }
    let first = searcher.find_passage(&format!("{}#0", topic.document))?;
    let text = first.map(|record| record.text).unwrap_or_default();
    let human = |text: &str| words::lower(text).iter().any(|w| OF_PEOPLE.contains(&w.as_str()));
    let rewrite = instead_of_pronouns(question, &named(&text, title));
    Ok(match rewrite.filter(|_| !human(&text) && !human(question)) {
        Some(rewrite) => Rewritten { rewrite, changed: true, terms: Vec::new(), ..rewritten },
        None => rewritten,
    })
}

/// Whether a rewrite has a pronoun of its question that speaks of a thing; "it" in "is it true" does not.
fn still_points(question: &str, rewrite: &str) -> bool {
    let (asked, written) = (words::lower(question), words::lower(rewrite));
    let points = |at: usize| {
        let next = asked.get(at + 1).map_or("", String::as_str);
        OF_THINGS.contains(&asked[at].as_str()) && !OF_NOTHING.contains(&next)
    };
    (0..asked.len()).any(|at| points(at) && written.contains(&asked[at]))
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
    fn a_pronoun_that_was_left_still_points() {
        assert!(still_points("how long is its year?", "how long is its year?"));
        assert!(still_points("why is its day so long?", "why is Arn's its day so long?"));
        assert!(!still_points("how long is its year?", "how long is Arn's year?"));
        assert!(!still_points("is it true that Arn is old?", "is it true that Arn is old?"));
    }

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
