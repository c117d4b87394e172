//! What Grice itself has asked and waits to hear about.

use serde::{Deserialize, Serialize};

use crate::conversation::Topic;
use crate::reply::{Kind, Reply};

/// A question of ours that has not been answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Pending {
    /// Which of several pages is meant.
    Clarify {
        /// As it was asked.
        asked: String,
        /// The question that waits for it, as it stands alone.
        question: String,
        /// What can be meant.
        choices: Vec<Choice>,
    },
    /// Whether something more is wanted.
    Offer {
        /// As it was asked, or as it would be where follow-ups were only listed.
        asked: String,
        /// Whether it was asked in words.
        said: bool,
        /// What was offered, the one that was asked about first.
        leads: Vec<Lead>,
    },
    /// Whether there is another question.
    More {
        /// As it was asked.
        asked: String,
    },
}

/// A page that can be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The page.
    pub page: Topic,
    /// How it was named.
    pub label: String,
    /// What it says of itself first.
    pub about: String,
}

/// Something that was offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// What is asked where it is wanted.
    pub question: String,
    /// The page it leads to, where it asks to be told of one.
    #[serde(default)]
    pub page: Option<Topic>,
}

/// What was understood of a reply to a question of ours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interpreted {
    /// Our question.
    pub asked: String,
    /// Circa's label, or what was chosen.
    pub label: String,
    /// How probable that is; 1 for a choice.
    pub probability: f32,
    /// The condition, in the reply's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Who read it: a model, "rules", or "choice" where the words pick one of what was named.
    pub by: String,
}

/// How offers begin.
const OFFERS: &[&str] =
    &["would you like", "do you want", "shall i", "should i", "want to hear", "are you interested"];

/// How the question about another question ends.
pub(crate) const ANYTHING: &str = "Is there anything else you would like to know?";

impl Pending {
    /// The question as it was asked.
    pub fn asked(&self) -> &str {
        match self {
            Pending::Clarify { asked, .. }
            | Pending::Offer { asked, .. }
            | Pending::More { asked } => asked,
        }
    }

    /// What a reply offers: a question in its words, or else its follow-ups. `page` finds the page
    /// that an offer names.
    pub(crate) fn of(reply: &Reply, page: impl Fn(&str) -> Option<Topic>) -> Option<Pending> {
        if reply.kind == Kind::Talk {
            let more = reply.text.ends_with(ANYTHING);
            return more.then(|| Pending::More { asked: ANYTHING.to_owned() });
        }
        let listed = reply.follow_ups.iter().map(|offer| lead(offer, reply, &page));
        let mut leads: Vec<Lead> = listed.collect();
        let Some(asked) = closing(&reply.text) else {
            let asked = question(&leads.first()?.question);
            return Some(Pending::Offer { asked, said: false, leads });
        };
        let first = match page(asked).filter(|page| Some(page) != reply.topic.as_ref()) {
            Some(page) => {
                let question = format!("Tell me more about {}.", page.title);
                Lead { question, page: Some(page) }
            }
            None => Lead { question: asked.to_owned(), page: reply.topic.clone() },
        };
        leads.retain(|lead| lead.page.is_none() || lead.page != first.page);
        leads.insert(0, first);
        Some(Pending::Offer { asked: asked.to_owned(), said: true, leads })
    }
}

fn lead(offer: &str, reply: &Reply, page: &impl Fn(&str) -> Option<Topic>) -> Lead {
    let tells = !offer.ends_with('?');
    let of_this = || reply.topic.clone().filter(|topic| offer.contains(&topic.title));
    let page = tells.then(|| of_this().or_else(|| page(offer))).flatten();
    Lead { question: offer.to_owned(), page }
}

/// The question with which a text ends, where it is an offer.
fn closing(text: &str) -> Option<&str> {
    let body = text.trim_end().strip_suffix('?')?;
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '"' | '”');
    let mut chars = body.char_indices().rev();
    let start = chars.find(|(_, c)| ends(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let asked = text.trim_end().get(start..)?.trim();
    let lower = asked.to_lowercase();
    OFFERS.iter().any(|offer| lower.starts_with(offer)).then_some(asked)
}

/// A follow-up as a question that yes or no answers.
fn question(offer: &str) -> String {
    let plain = offer.trim().trim_end_matches(['.', '?', '!']);
    if let Some(rest) = plain.strip_prefix("Tell me ") {
        return format!("Would you like to hear {rest}?");
    }
    let mut chars = plain.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_lowercase).collect();
    let verb = if offer.ends_with('?') { "know" } else { "hear" };
    format!("Would you like to {verb} {first}{}?", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(title: &str) -> Topic {
        Topic { document: format!("d/{title}"), title: title.to_owned() }
    }

    fn reply(text: &str, follow_ups: &[&str]) -> Reply {
        let follow_ups = follow_ups.iter().map(|f| (*f).to_owned()).collect();
        let topic = Some(topic("Orlo Bridge"));
        Reply { text: text.to_owned(), kind: Kind::Span, follow_ups, topic, ..Reply::default() }
    }

    fn page(text: &str) -> Option<Topic> {
        text.contains("Fenn").then(|| topic("Aldric Fenn"))
    }

    #[test]
    fn follow_ups_are_offers_that_were_not_said() {
        let told = reply("In 1294.", &["Tell me more about Aldric Fenn.", "Who paid for it?"]);
        let Some(Pending::Offer { asked, said, leads }) = Pending::of(&told, page) else {
            panic!("no offer")
        };
        assert_eq!(
            (asked.as_str(), said),
            ("Would you like to hear more about Aldric Fenn?", false)
        );
        assert_eq!(leads[0].page, Some(topic("Aldric Fenn")));
        assert_eq!((leads[1].question.as_str(), &leads[1].page), ("Who paid for it?", &None));
        assert_eq!(Pending::of(&reply("In 1294.", &[]), page), None);
    }

    #[test]
    fn a_question_in_the_text_comes_first() {
        let told = reply(
            "In 1294. Would you like to hear about Aldric Fenn?",
            &["Tell me more about Aldric Fenn.", "Who paid for it?"],
        );
        let Some(Pending::Offer { asked, said, leads }) = Pending::of(&told, page) else {
            panic!("no offer")
        };
        assert_eq!((asked.as_str(), said), ("Would you like to hear about Aldric Fenn?", true));
        assert_eq!(leads.len(), 2);
        assert_eq!(closing("He asked: who goes there?"), None);
        assert_eq!(closing("“Yes.” Shall I go on?"), Some("Shall I go on?"));
    }

    #[test]
    fn follow_ups_become_questions() {
        assert_eq!(question("Who paid for it?"), "Would you like to know who paid for it?");
        assert_eq!(
            question("More on Titan: Orbit"),
            "Would you like to hear more on Titan: Orbit?"
        );
    }
}
