//! "What is X?", "Who was X?" and "Tell me about X.": X's page says it best at its beginning.

use grice_index::Searcher;

use crate::candidate::{Candidate, place};
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::mentions;
use crate::page::tell;
use crate::read::Found;
use crate::reply::Kind;
use crate::said::{Said, bare_title};
use crate::titles::{is_proper, named};
use crate::words;

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

/// A page that is asked for, and nothing else of it.
#[derive(Debug)]
pub(crate) struct About {
    page: Topic,
    /// Whether it is to be told of, so that what was said before is not said again.
    is_ordered: bool,
}

impl About {
    /// What the question asks for, where it is a page; `candidates` are what was found.
    pub fn of(
        searcher: &Searcher,
        sources: &[String],
        question: &str,
        candidates: &[Candidate],
    ) -> Result<Option<About>> {
        let Some((subject, is_ordered)) = subject(question) else { return Ok(None) };
        let page = match mentions::named(searcher, sources, subject)? {
            None => begins_with(subject, candidates),
            known => known,
        };
        let Some(page) = page else { return Ok(None) };
        // "The capital" is one that was spoken of; "the solar wind" and "the Moon" are pages.
        if subject.get(..4).is_some_and(|the| the.eq_ignore_ascii_case("the ")) {
            let first = searcher.find_passage(&format!("{}#0", page.document))?;
            let text = first.map(|record| record.text).unwrap_or_default();
            let title = bare_title(&page.title);
            if !is_proper(&text, title) && !named(&text, title).starts_with("the ") {
                return Ok(None);
            }
        }
        Ok(Some(About { page, is_ordered }))
    }

    /// A page that is to be told of.
    pub fn page(page: &Topic) -> About {
        About { page: page.clone(), is_ordered: true }
    }

    /// The page's beginning, which is added to the candidates; none where a whole sentence of it was
    /// read already.
    pub fn told(
        self,
        searcher: &Searcher,
        conversation: &Conversation,
        found: &Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Option<Found>> {
        let first = |number: usize| {
            let record = &candidates.get(number)?.record;
            (record.document == self.page.document && record.ordinal == 0).then_some(())
        };
        let length: usize = found.around.iter().map(|s| s.alone.split_whitespace().count()).sum();
        let is_whole = found.kind == Kind::Span && (1..=SENTENCE).contains(&length);
        if is_whole && !self.is_ordered && found.passage.and_then(first).is_some() {
            return Ok(None);
        }
        let nothing = Conversation::new();
        let heard = if self.is_ordered { conversation } else { &nothing };
        let (passages, told) = tell(searcher, &self.page, "", heard)?;
        let Some(home) = told.passage.and_then(|number| passages.into_iter().nth(number)) else {
            return Ok(None);
        };
        let passage = place(candidates, home);
        let told = if self.is_ordered { told } else { told.shortened() };
        let confidence = found.confidence.max(SURE);
        Ok(Some(Found { passage: Some(passage), confidence, ..told }))
    }
}

impl Found {
    /// Only the first of several sentences, where it says enough to be an answer.
    fn shortened(self) -> Found {
        let enough = |said: &Said| said.alone.split_whitespace().count() >= ENOUGH;
        let Some(first) = self.around.first().filter(|first| enough(first)).cloned() else {
            return self;
        };
        let answer = first.evidence.text.clone();
        Found { answer, spans: vec![first.evidence.clone()], around: vec![first], ..self }
    }
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

/// The one page among those that were found whose title begins with the words: "Voyager" is the
/// Voyager program where there is no other.
fn begins_with(words: &str, candidates: &[Candidate]) -> Option<Topic> {
    let own = words::lower(words);
    let own = own.strip_prefix(&["the".to_owned()]).unwrap_or(&own);
    if own.is_empty() || !words.contains(char::is_uppercase) {
        return None;
    }
    let fits = |candidate: &&Candidate| words::lower(&candidate.title).starts_with(own);
    let first = candidates.iter().find(fits)?;
    let other = candidates.iter().filter(fits).any(|other| other.title != first.title);
    let (document, title) = (first.record.document.clone(), first.title.clone());
    (!other).then_some(Topic { document, title })
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
