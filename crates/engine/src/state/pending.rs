//! What Grice itself has asked and waits to hear about.

use serde::{Deserialize, Serialize};

use super::topic::Topic;

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

impl Pending {
    /// The question as it was asked.
    pub fn asked(&self) -> &str {
        match self {
            Pending::Clarify { asked, .. }
            | Pending::Offer { asked, .. }
            | Pending::More { asked } => asked,
        }
    }

    /// What a reply offers: its follow-ups.
    pub(crate) fn offer(follow_ups: &[String]) -> Option<Pending> {
        let lead = |offer: &String| Lead { question: offer.clone(), page: None };
        let leads: Vec<Lead> = follow_ups.iter().map(lead).collect();
        let asked = question(&leads.first()?.question);
        Some(Pending::Offer { asked, leads })
    }
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

    #[test]
    fn follow_ups_are_offers() {
        let offers = ["Who paid for it?".to_owned(), "How old is it?".to_owned()];
        let Some(Pending::Offer { asked, leads }) = Pending::offer(&offers) else {
            panic!("no offer")
        };
        assert_eq!(asked, "Would you like to know who paid for it?");
        assert_eq!((leads.len(), leads[1].question.as_str()), (2, "How old is it?"));
        assert_eq!(Pending::offer(&[]), None);
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
