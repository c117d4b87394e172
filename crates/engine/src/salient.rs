//! What was said that later words can point at: names, numbers and lists.

use grice_text::CharMap;
use serde::{Deserialize, Serialize};

use crate::conversation::Exchange;
use crate::lists::{self, bare, members};
use crate::names::names;
use crate::quantity::quantities;
use crate::reply::{Evidence, Reply};

/// The most names, numbers and lists that are kept of a turn.
const MOST: usize = 12;

/// What a turn said that the next ones can point at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salient {
    /// Names, in order, each once.
    #[serde(default)]
    pub names: Vec<String>,
    /// Numbers with their units.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Lists, the answer's own first.
    #[serde(default)]
    pub lists: Vec<Listed>,
}

/// A list that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its members, in order.
    pub members: Vec<String>,
    /// What the members are, in the singular: "moon", "city".
    #[serde(default)]
    pub of: Vec<String>,
}

impl Salient {
    /// What a reply said, with the lists that its evidence stands in.
    pub(crate) fn of_reply(question: &str, reply: &Reply) -> Salient {
        let mut salient = Salient::of_words(question, &reply.answer, &reply.text);
        for span in &reply.literal {
            salient.around(question, span, reply);
        }
        salient.trimmed()
    }

    /// What a turn said of which only the words are known.
    pub(crate) fn of_words(question: &str, answer: &str, reply: &str) -> Salient {
        let mut salient = Salient::default();
        let asked = kinds(question);
        salient.add(members(answer), asked.clone());
        for text in [answer, reply] {
            for sentence in grice_text::sentences(text).map(|range| &text[range]) {
                salient.names.extend(names(sentence).into_iter().map(|n| sentence[n].to_owned()));
            }
            salient.numbers.extend(quantities(text).into_iter().map(|q| text[q.bytes].to_owned()));
            for list in lists::lists(text) {
                let of = [asked.clone(), kinds(&text[list.lead])].concat();
                salient
                    .add(list.members.into_iter().map(|m| bare(&text[m]).to_owned()).collect(), of);
            }
        }
        salient.trimmed()
    }

    /// What a turn said, as it was kept or as its words tell.
    pub(crate) fn of_turn(turn: &Exchange) -> Salient {
        let words = || Salient::of_words(&turn.question, &turn.answer, &turn.reply);
        turn.salient.clone().unwrap_or_else(words)
    }

    /// The lists of the passage that a span is a part of or stands in one sentence with.
    fn around(&mut self, question: &str, span: &Evidence, reply: &Reply) {
        let Some(home) = reply.passages.iter().find(|passage| passage.id == span.passage) else {
            return;
        };
        let text = &home.record.text;
        let map = CharMap::new(text);
        let (Some(start), Some(end)) = (map.to_byte(span.start), map.to_byte(span.end)) else {
            return;
        };
        for list in lists::lists(text) {
            let touches = |place: &std::ops::Range<usize>| place.start < end && start < place.end;
            if touches(&list.whole) || touches(&list.lead) {
                let of = [kinds(question), kinds(&text[list.lead])].concat();
                self.add(list.members.into_iter().map(|m| bare(&text[m]).to_owned()).collect(), of);
            }
        }
    }

    fn add(&mut self, members: Vec<String>, of: Vec<String>) {
        if members.len() > 1 && !self.lists.iter().any(|known| known.members == members) {
            self.lists.push(Listed { members, of });
        }
    }

    fn trimmed(mut self) -> Salient {
        for all in [&mut self.names, &mut self.numbers] {
            let mut seen = std::collections::HashSet::new();
            all.retain(|one| seen.insert(one.clone()));
            all.truncate(MOST);
        }
        self.lists.truncate(MOST);
        self
    }
}

/// The plurals of a text, in the singular.
fn kinds(text: &str) -> Vec<String> {
    let mut kinds: Vec<String> =
        crate::words::lower(text).iter().filter_map(|w| singular(w)).collect();
    kinds.dedup();
    kinds
}

/// The singular of a word that may be a plural.
pub(crate) fn singular(word: &str) -> Option<String> {
    let irregular =
        [("men", "man"), ("women", "woman"), ("people", "person"), ("children", "child")];
    if let Some((_, one)) = irregular.iter().find(|(many, _)| *many == word) {
        return Some((*one).to_owned());
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    let endings = ["sses", "shes", "ches", "xes"];
    if endings.iter().any(|ending| word.ends_with(ending)) {
        return Some(word[..word.len() - 2].to_owned());
    }
    let none = word.len() < 4 || ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    word.strip_suffix('s').filter(|_| !none).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_and_lists_are_kept_of_plain_words() {
        let said = Salient::of_words(
            "Which cities border it?",
            "Marrow, Tasp and Hollin",
            "Marrow, Tasp and Hollin. About 9,000 people live in Marrow.",
        );
        assert_eq!(said.lists[0].members, ["Marrow", "Tasp", "Hollin"]);
        assert_eq!(said.lists[0].of, ["city"]);
        assert_eq!(said.names, ["Marrow", "Tasp", "Hollin"]);
        assert_eq!(said.numbers.len(), 1);
    }

    #[test]
    fn plurals_have_a_singular() {
        let found: Vec<Option<String>> =
            ["cities", "moons", "people", "boxes", "gas", "basis", "this"].map(singular).to_vec();
        let found: Vec<&str> = found.iter().map(|one| one.as_deref().unwrap_or("-")).collect();
        assert_eq!(found, ["city", "moon", "person", "box", "-", "-", "-"]);
    }
}
