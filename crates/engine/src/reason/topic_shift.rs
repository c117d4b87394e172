//! "What about X?", "and X?", "Back to X: how old is it?": a question that turns to another subject. It
//! asks of X what was asked last, or what it says itself.

use grice_english::name::is_name;
use grice_english::question::{continued, is_question, leans, returned_to, turned_to};
use grice_english::{polarity, pronoun, title, words};

use super::rule::{Rule, Scene};
use crate::error::Result;
use crate::listen::Ask;
use crate::reply::Reference;
use crate::retrieve::Library;
use crate::state::{Conversation, Topic};

/// The most words of a subject.
const LONGEST_SUBJECT: usize = 6;

/// The most words of a question that turns to something.
const LONGEST_TURN: usize = 60;

/// The share of a title's or a subject's words from which one names the other.
const NAMED: f32 = 0.5;

/// Phrases whose "it" stands for nothing.
const OF_NOTHING: &[&str] = &["is it possible", "is it true", "does it take", "time is it"];

/// A subject that is turned to.
struct Subject {
    /// As it stands in a question.
    name: String,
    page: Option<Topic>,
    /// Whether it is a name, and no word for many things.
    is_proper: bool,
}

pub(super) struct TopicShift;

impl Rule for TopicShift {
    fn name(&self) -> &'static str {
        "topic-shift"
    }

    fn resolve(&self, scene: &Scene<'_>, ask: &Ask) -> Result<Option<(Ask, Option<Reference>)>> {
        let plain = ask.page.is_none() && ask.whole.is_none() && ask.refused.is_empty();
        if !plain || ask.alone || ask.question.split_whitespace().count() > LONGEST_TURN {
            return Ok(None);
        }
        let shift = Shift { library: scene.library, conversation: scene.conversation };
        let mut shifted = shift.of_its_own(ask)?;
        if shifted.is_none() {
            shifted = shift.of_the_last(&ask.question)?;
        }
        if shifted.is_none() {
            shifted = shift.of_what_was_turned_to(&ask.question)?;
        }
        if shifted.is_none() {
            shifted = shift.of_a_fragment(&ask.question);
        }
        Ok(shifted.map(|shifted| {
            let (brief, preface) = (ask.brief, ask.preface.clone());
            (Ask { brief, preface, ..shifted }, None)
        }))
    }
}

/// Looks for what is turned to.
struct Shift<'a> {
    library: &'a Library,
    conversation: &'a Conversation,
}

impl Shift<'_> {
    /// "What about Mozart, when was he born?", "I like Lisbon. How big is it?"
    fn of_its_own(&self, ask: &Ask) -> Result<Option<Ask>> {
        let (subject, question) = match ask.opening.is_empty() {
            true => {
                let Some((before, rest)) = ask.question.split_once([',', ':']) else {
                    return Ok(None);
                };
                let named = turned_to(before).map(|(name, _)| name);
                let subject = named.map(|name| self.subject(name)).transpose()?.flatten();
                if let (None, Some(name)) = (&subject, returned_to(before)) {
                    return Ok(about(name, rest.trim()));
                }
                (subject, rest.trim())
            }
            false => (self.spoken_of(&ask.opening)?, ask.question.as_str()),
        };
        let Some(subject) = subject else { return Ok(None) };
        let asked = Some(question).filter(|question| is_question(question));
        let asked = asked.and_then(|asked| pronoun::replace(asked, &subject.name));
        Ok(asked.map(|question| Ask { question, alone: true, ..Ask::default() }))
    }

    /// The one page that a sentence before the question speaks of.
    fn spoken_of(&self, before: &str) -> Result<Option<Subject>> {
        let pages = self.library.pages_named(before)?;
        match pages.as_slice() {
            [page] if !polarity::negates(before) => Ok(Some(self.of_page(page.clone(), None)?)),
            _ => Ok(None),
        }
    }

    /// "What about Lisbon?": what was asked last, of Lisbon; or what its page tells.
    fn of_the_last(&self, question: &str) -> Result<Option<Ask>> {
        let Some((words, said)) = turned_to(question) else { return Ok(None) };
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
            asked = pronoun::replace(last.asked(), &subject.name)
                .or_else(|| title::replace(last.asked(), title::bare(&topic.title), &subject.name))
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

    /// After "What about Lisbon?" a pronoun speaks of Lisbon, whatever was talked about before.
    fn of_what_was_turned_to(&self, question: &str) -> Result<Option<Ask>> {
        let Some(last) = self.conversation.last_asked() else { return Ok(None) };
        let Some(page) = &last.topic else { return Ok(None) };
        let named = words::content(title::bare(&page.title));
        let turned = turned_to(&last.question).is_some_and(|(words, said)| {
            said && words::overlap(&words::content(words), &named) >= NAMED
        });
        if !turned {
            return Ok(None);
        }
        let said = words::lower(question);
        let of_people = said.iter().any(|word| pronoun::of_people(word));
        let fits = of_people == title::is_like_a_person(title::bare(&page.title));
        let of_nothing = words::has_any(question, OF_NOTHING);
        if !fits || of_nothing || !self.library.pages_named(question)?.is_empty() {
            return Ok(None);
        }
        let name = self.of_page(page.clone(), None)?.name;
        let asked = pronoun::replace(question, &name);
        Ok(asked.map(|question| Ask { question, alone: true, ..Ask::default() }))
    }

    /// "And of an array?": the last question with it in the place of what it corresponds to.
    fn of_a_fragment(&self, question: &str) -> Option<Ask> {
        let (words, said) = turned_to(question)?;
        if !(said || question.contains('?')) || leans(words) {
            return None;
        }
        let question = continued(self.conversation.last_asked()?.asked(), words)?;
        Some(Ask { question, ..Ask::default() })
    }

    /// The question with the subject in the place of a page that it names.
    fn of_another_page(&self, question: &str, subject: &Subject) -> Result<Option<String>> {
        for page in self.library.pages_named(question)? {
            if self.is_proper(&page)? == subject.is_proper
                && let Some(asked) =
                    title::replace(question, title::bare(&page.title), &subject.name)
            {
                return Ok(Some(asked));
            }
        }
        Ok(None)
    }

    /// What words name: a page, or something with a capital.
    fn subject(&self, words: &str) -> Result<Option<Subject>> {
        if words.split_whitespace().count() > LONGEST_SUBJECT {
            return Ok(None);
        }
        if let Some(page) = self.library.page_named(words)? {
            return Ok(Some(self.of_page(page, Some(words))?));
        }
        let name = is_name(title::without_article(words));
        Ok(name.then(|| Subject { name: words.to_owned(), page: None, is_proper: true }))
    }

    /// A page as a subject; `words` are kept where they are no name.
    fn of_page(&self, page: Topic, words: Option<&str>) -> Result<Subject> {
        let text = self.library.opening(&page)?;
        let title = title::bare(&page.title);
        let is_proper = title::is_proper(&text, title);
        // Another name of a page may say more than its title.
        let own = words.filter(|own| !is_proper || own.contains(char::is_uppercase));
        let name = own.map_or_else(|| title::in_sentence(&text, title), str::to_owned);
        Ok(Subject { name, page: Some(page), is_proper })
    }

    fn is_proper(&self, page: &Topic) -> Result<bool> {
        Ok(title::is_proper(&self.library.opening(page)?, title::bare(&page.title)))
    }
}

/// "Back to the stash, how do I drop it?": the question, about what no page is named for.
fn about(name: &str, question: &str) -> Option<Ask> {
    if name.split_whitespace().count() > LONGEST_SUBJECT || !is_question(question) {
        return None;
    }
    let end = question.trim_end_matches(['?', '.', '!', ' ']);
    let question = match pronoun::replace(question, name) {
        Some(asked) => asked,
        None => format!("{end} in {name}?"),
    };
    Some(Ask { question, ..Ask::default() })
}

/// A page is told of.
fn told(page: &Topic) -> Ask {
    let question = format!("Tell me about {}.", page.title);
    Ask { question, page: Some(page.clone()), tell: true, ..Ask::default() }
}
