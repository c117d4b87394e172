//! "What is X?", "Who was X?" and "Tell me about X.": X's page says it best at its beginning.

use std::ops::Range;

use grice_english::{title, words};

use super::rule::{Rule, Scene};
use crate::error::Result;
use crate::read::Found;
use crate::reply::{Evidence, Kind, following, instructs, quote};
use crate::retrieve::{Candidate, Library, place};
use crate::state::{Conversation, Heard, Topic};

/// The most words that are told of a page at once.
const WORDS_TOLD: usize = 45;

/// How sure it is that the beginning of a page says what its subject is.
const SURE: f32 = 0.6;

/// The fewest words of a sentence that says what something is.
const ENOUGH: usize = 8;

/// The most words of a sentence that answers by itself.
const SENTENCE: usize = 32;

const ASKING: &[&str] = &[
    "what is ",
    "what are ",
    "what was ",
    "what were ",
    "what's ",
    "who is ",
    "who was ",
    "who are ",
    "who were ",
    "who's ",
];
const ORDERING: &[&str] = &[
    "can you tell me about ",
    "could you tell me about ",
    "describe ",
    "i want to hear about ",
    "i want to know about ",
    "let's talk about ",
    "please tell me about ",
    "tell me about ",
    "tell me more about ",
    "tell me something about ",
    "what can you tell me about ",
    "what do you know about ",
];

/// Words after what is asked for that ask for nothing.
const AFTER: &[&str] =
    &[" again", " anyway", " exactly", " instead", " please", " then", " though"];

pub(super) struct PageIntro;

impl Rule for PageIntro {
    fn name(&self) -> &'static str {
        "page-intro"
    }

    fn answer(
        &self,
        scene: &Scene<'_>,
        question: &str,
        found: &Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Option<Found>> {
        let Some((subject, is_ordered)) = subject(question) else { return Ok(None) };
        let Some(page) = page_of(scene.library, subject, candidates)? else { return Ok(None) };
        let is_first =
            |home: &Candidate| home.record.document == page.document && home.record.ordinal == 0;
        if let Some(home) = found.home(candidates).filter(|home| is_first(home)) {
            let length: usize =
                found.quotes(home).iter().map(|q| q.alone.split_whitespace().count()).sum();
            if !is_ordered && found.kind == Kind::Span && (1..=SENTENCE).contains(&length) {
                return Ok(None);
            }
        }
        let nothing = Conversation::new();
        let heard = if is_ordered { scene.conversation } else { &nothing };
        let Some((home, told)) = tell(scene.library, &page, "", heard)? else { return Ok(None) };
        let told = if is_ordered { told } else { shortened(&home, told) };
        let passage = Some(place(candidates, home));
        let confidence = found.confidence.max(SURE);
        Ok(Some(Found { passage, confidence, whole: true, ..told }))
    }
}

/// The page that words name; "the capital" is one that was spoken of, "the solar wind" and "the
/// Moon" are pages.
fn page_of(library: &Library, subject: &str, candidates: &[Candidate]) -> Result<Option<Topic>> {
    let page = match library.page_named(subject)? {
        None => begins_with(subject, candidates),
        known => known,
    };
    let Some(page) = page else { return Ok(None) };
    if subject.get(..4).is_some_and(|the| the.eq_ignore_ascii_case("the ")) {
        let text = library.opening(&page)?;
        let name = title::bare(&page.title);
        let named_so = title::in_sentence(&text, name).starts_with("the ");
        if !title::is_proper(&text, name) && !named_so {
            return Ok(None);
        }
    }
    Ok(Some(page))
}

/// What a page tells: the first sentences that have not been said, of the section that `asked`
/// names, or else of its beginning; with the passage they stand in.
pub(crate) fn tell(
    library: &Library,
    page: &Topic,
    asked: &str,
    conversation: &Conversation,
) -> Result<Option<(Candidate, Found)>> {
    let mut passages = library.passages(page)?;
    let named = |one: &Candidate| !one.heading().is_empty() && asked.contains(one.heading());
    passages.sort_by_key(|candidate| !named(candidate));
    let heard = Heard::of(conversation);
    for home in passages {
        if let Some(place) = unsaid(&home, &heard) {
            let found = Found::span(&home, 0, place, 1.0);
            return Ok(found.map(|found| (home, Found { whole: true, ..found })));
        }
    }
    Ok(None)
}

/// The first sentences of a passage that have not been said, one after the other, of which the
/// first can stand alone.
fn unsaid(home: &Candidate, heard: &Heard) -> Option<Range<usize>> {
    let mut place: Option<Range<usize>> = None;
    let mut count = 0;
    for range in grice_text::sentences(&home.record.text) {
        let next = match place {
            None => quote(home, range.clone()),
            Some(_) => following(home, range.clone()),
        };
        let next = next.filter(|next| !heard.has(&next.alone) && !instructs(&next.alone));
        let own = next.as_ref().map_or(0, |next| next.alone.split_whitespace().count());
        match (next, &place) {
            (Some(_), None) => place = Some(range),
            (Some(_), Some(known)) if count + own <= WORDS_TOLD => {
                place = Some(known.start..range.end);
            }
            (None, None) => {}
            _ => break,
        }
        count += own;
    }
    place
}

/// Only the first of several sentences, where it says enough to be an answer.
fn shortened(home: &Candidate, found: Found) -> Found {
    let Some(place) = found.places.first() else { return found };
    let text = &home.record.text;
    let first = grice_text::sentences(text).find(|range| range.start >= place.start);
    let enough = |range: &Range<usize>| text[range.clone()].split_whitespace().count() >= ENOUGH;
    let Some(range) = first.filter(enough) else { return found };
    let Some(span) = Evidence::of(home, range.start, range.end) else { return found };
    Found { answer: span.text.clone(), spans: vec![span], places: vec![range], ..found }
}

/// What the question asks for, where it asks for nothing else; and whether it orders to be told.
fn subject(question: &str) -> Option<(&str, bool)> {
    let mut plain = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    while let Some(shorter) = AFTER.iter().find_map(|after| plain.strip_suffix(after)) {
        plain = shorter.trim_end_matches([',', ' ']);
    }
    let after = |openings: &[&str]| {
        let opening = openings.iter().find(|opening| {
            plain.get(..opening.len()).is_some_and(|start| start.eq_ignore_ascii_case(opening))
        });
        opening.map(|opening| &plain[opening.len()..])
    };
    after(ORDERING).map(|rest| (rest, true)).or_else(|| after(ASKING).map(|rest| (rest, false)))
}

/// The one page among those that were found whose title begins with the words, where there is no other.
fn begins_with(words: &str, candidates: &[Candidate]) -> Option<Topic> {
    let own = words::lower(title::without_article(words));
    if own.is_empty() || !words.contains(char::is_uppercase) {
        return None;
    }
    let fits = |candidate: &&Candidate| words::lower(&candidate.title).starts_with(&own);
    let first = candidates.iter().find(fits)?;
    let other = candidates.iter().filter(fits).any(|other| other.title != first.title);
    (!other).then(|| first.topic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_told_from_what_is_asked_of_it() {
        assert_eq!(subject("What is Saturn?"), Some(("Saturn", false)));
        assert_eq!(subject("what is a virus then?"), Some(("a virus", false)));
        assert_eq!(subject("tell me about the Moon."), Some(("the Moon", true)));
        assert_eq!(subject("Where is Saturn?"), None);
        assert_eq!(subject("Who is"), None);
        assert_eq!(subject("Что это"), None);
    }

    #[test]
    fn a_part_of_one_title_names_its_page() {
        let candidate = |title: &str| {
            let record = grice_index::PassageRecord {
                document: format!("d/{title}"),
                title: title.to_owned(),
                ..Default::default()
            };
            Candidate::new(record)
        };
        let found =
            [candidate("Voyager program"), candidate("Saturn"), candidate("Galileo mission")];
        assert_eq!(begins_with("Voyager", &found).unwrap().title, "Voyager program");
        assert!(begins_with("voyager", &found).is_none() && begins_with("", &found).is_none());
        let found = [candidate("Galileo Galilei"), candidate("Galileo mission")];
        assert!(begins_with("Galileo", &found).is_none());
    }
}
