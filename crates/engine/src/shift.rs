//! "What about X?", "and X?", "Back to X: how old is it?": a question that turns to another subject. It
//! asks of X what was asked last, or what it says itself.

use grice_index::Searcher;

use crate::asks::is_question;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::listen::Ask;
use crate::mentions;
use crate::names::is_name;
use crate::said::bare_title;
use crate::standalone::leans;
use crate::subject::{instead_of_pronouns, instead_of_title};
use crate::titles;
use crate::words;

/// What opens a turn to a subject.
const OPENINGS: &[&str] = &[
    "about",
    "as for",
    "back to",
    "concerning",
    "go back to",
    "going back to",
    "how about",
    "let's go back to",
    "let's talk about",
    "regarding",
    "returning to",
    "what about",
];

/// Words before it.
const BEFORE: &[&str] =
    &["and", "but", "no", "now", "oh", "ok", "okay", "or", "so", "then", "well"];

/// The most words of a subject.
const LONGEST: usize = 6;

/// A subject that is turned to.
struct Subject {
    /// As it stands in a question.
    name: String,
    page: Option<Topic>,
    /// Whether it is a name, and no word for many things.
    is_proper: bool,
}

/// Looks for what is turned to.
pub(crate) struct Shift<'a> {
    pub searcher: &'a Searcher,
    pub sources: &'a [String],
    pub conversation: &'a Conversation,
}

impl Shift<'_> {
    /// The question as it is asked of the subject it turns to; as it was where it turns to none.
    pub fn of(&self, ask: Ask) -> Result<Ask> {
        let is_plain = ask.page.is_none() && ask.whole.is_none() && ask.refused.is_empty();
        if !is_plain || ask.question.split_whitespace().count() > 60 {
            return Ok(ask);
        }
        let shifted = match self.of_its_own(&ask)? {
            None => self.of_the_last(&ask.question)?,
            own => own,
        };
        Ok(match shifted {
            Some(shifted) => Ask { brief: ask.brief, preface: ask.preface, ..shifted },
            None => ask,
        })
    }

    /// "And Saturn, what are its rings made of?", "I like Io. How big is it?"
    fn of_its_own(&self, ask: &Ask) -> Result<Option<Ask>> {
        let (subject, question) = match ask.opening.is_empty() {
            true => {
                let Some((before, rest)) = ask.question.split_once([',', ':']) else {
                    return Ok(None);
                };
                let named = opened(before).map(|(name, _)| name);
                let subject = named.map(|name| self.subject(name)).transpose()?.flatten();
                (subject, rest.trim())
            }
            false => (self.spoken_of(&ask.opening)?, ask.question.as_str()),
        };
        let Some(subject) = subject.filter(|subject| subject.page.is_some()) else {
            return Ok(None);
        };
        let asked = Some(question).filter(|question| is_question(question));
        let asked = asked.and_then(|asked| instead_of_pronouns(asked, &subject.name));
        Ok(asked.map(|question| Ask { question, alone: true, ..Ask::default() }))
    }

    /// The one page that a sentence before the question speaks of.
    fn spoken_of(&self, before: &str) -> Result<Option<Subject>> {
        let denies =
            words::lower(before).iter().any(|w| ["not", "t", "no", "never"].contains(&&**w));
        let pages = mentions::pages(self.searcher, self.sources, before)?;
        match pages.as_slice() {
            [page] if !denies => Ok(Some(self.of_page(page.clone(), None)?)),
            _ => Ok(None),
        }
    }

    /// "What about Io?": what was asked last, of Io; or what Io's page tells.
    fn of_the_last(&self, question: &str) -> Result<Option<Ask>> {
        let Some((words, said)) = opened(question) else { return Ok(None) };
        if !(said || question.contains('?')) || leans(words) || is_question(words) {
            return Ok(None);
        }
        let Some(subject) = self.subject(words)? else { return Ok(None) };
        let Some(last) = self.conversation.last_asked() else {
            return Ok(subject.page.filter(|_| said).map(|page| told(&page)));
        };
        let mut asked = None;
        if let Some(topic) = &last.topic {
            let alike = self.is_proper(topic)? == subject.is_proper;
            asked = instead_of_pronouns(last.asked(), &subject.name)
                .or_else(|| instead_of_title(last.asked(), bare_title(&topic.title), &subject.name))
                .filter(|_| alike);
            if !alike {
                return Ok(None);
            }
        }
        if asked.is_none() {
            asked = self.of_another_page(last.asked(), &subject)?;
        }
        Ok(match (asked, subject.page) {
            (Some(question), page) => {
                let or_tell = page.is_some();
                Some(Ask { question, alone: true, page, or_tell, ..Ask::default() })
            }
            (None, page) => page.map(|page| told(&page)),
        })
    }

    /// The question with the subject in the place of a page that it names.
    fn of_another_page(&self, question: &str, subject: &Subject) -> Result<Option<String>> {
        for page in mentions::pages(self.searcher, self.sources, question)? {
            if self.is_proper(&page)? == subject.is_proper
                && let Some(asked) =
                    instead_of_title(question, bare_title(&page.title), &subject.name)
            {
                return Ok(Some(asked));
            }
        }
        Ok(None)
    }

    /// What words name: a page, or something with a capital.
    fn subject(&self, words: &str) -> Result<Option<Subject>> {
        if words.split_whitespace().count() > LONGEST {
            return Ok(None);
        }
        if let Some(page) = mentions::named(self.searcher, self.sources, words)? {
            return Ok(Some(self.of_page(page, Some(words))?));
        }
        let name = is_name(words.strip_prefix("the ").unwrap_or(words));
        Ok(name.then(|| Subject { name: words.to_owned(), page: None, is_proper: true }))
    }

    /// A page as a subject; `words` are kept where they are no name.
    fn of_page(&self, page: Topic, words: Option<&str>) -> Result<Subject> {
        let text = self.beginning(&page)?;
        let title = bare_title(&page.title);
        let is_proper = titles::is_proper(&text, title);
        // "Voyager 1" is another name of a page, and says more than its title.
        let own = words.filter(|own| !is_proper || own.contains(char::is_uppercase));
        let name = own.map_or_else(|| titles::named(&text, title), str::to_owned);
        Ok(Subject { name, page: Some(page), is_proper })
    }

    fn is_proper(&self, page: &Topic) -> Result<bool> {
        Ok(titles::is_proper(&self.beginning(page)?, bare_title(&page.title)))
    }

    fn beginning(&self, page: &Topic) -> Result<String> {
        let first = self.searcher.find_passage(&format!("{}#0", page.document))?;
        Ok(first.map(|record| record.text).unwrap_or_default())
    }
}

/// A page is told of.
fn told(page: &Topic) -> Ask {
    let question = format!("Tell me about {}.", page.title);
    Ask { question, page: Some(page.clone()), tell: true, ..Ask::default() }
}

/// The words after an opening, and whether there was one.
fn opened(text: &str) -> Option<(&str, bool)> {
    let mut rest = text.trim().trim_end_matches(['?', '.', '!', ' ']);
    let mut said = false;
    loop {
        let after = |opening: &&&str| {
            let own = rest.get(..opening.len()).is_some_and(|o| o.eq_ignore_ascii_case(opening));
            own && rest[opening.len()..].starts_with([' ', ','])
        };
        let Some(opening) = OPENINGS.iter().chain(BEFORE).find(after) else { break };
        rest = rest[opening.len()..].trim_start_matches([' ', ',']);
        // "So", "well" and the like open anything.
        said |= OPENINGS.contains(opening) || ["and", "but", "or"].contains(opening);
    }
    (!rest.is_empty()).then_some((rest, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_to_stands_after_the_opening() {
        assert_eq!(opened("What about Io?"), Some(("Io", true)));
        assert_eq!(opened("ok, and how about the Moon?"), Some(("the Moon", true)));
        assert_eq!(opened("and tigers"), Some(("tigers", true)));
        assert_eq!(opened("Titan?"), Some(("Titan", false)));
        assert_eq!(opened("Android phones"), Some(("Android phones", false)));
        assert_eq!(opened("well done"), Some(("done", false)));
        assert_eq!(opened("?"), None);
    }
}
