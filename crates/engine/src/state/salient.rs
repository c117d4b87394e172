//! Lists that were said, at which later words can point: "the third one", "the others", "them".

use grice_english::{lists, plural, title, words};
use serde::{Deserialize, Serialize};

/// The most lists that are kept of a turn.
const MOST_LISTS: usize = 12;

/// What a turn said that the next ones can point at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salient {
    /// Lists, the answer's own first.
    #[serde(default)]
    pub lists: Vec<Listed>,
}

/// A list that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its members, in order.
    pub members: Vec<String>,
    /// What the members are, in the singular: "river", "city".
    #[serde(default)]
    pub of: Vec<String>,
}

impl Salient {
    /// What a turn said whose words alone are known.
    pub(crate) fn of_words(question: &str, answer: &str, reply: &str) -> Salient {
        let mut salient = Salient::default();
        salient.add_lists(question, answer, |_| true);
        // A sentence that has a list is none itself.
        if salient.lists.is_empty() {
            salient.add(lists::members(answer), kinds(question));
        }
        salient.add_lists(question, reply, |_| true);
        salient
    }

    /// Adds the lists of a text that fit.
    pub(crate) fn add_lists(
        &mut self,
        question: &str,
        text: &str,
        fits: impl Fn(&lists::List) -> bool,
    ) {
        for list in lists::lists(text).into_iter().filter(fits) {
            let of = [kinds(question), kinds(&text[list.lead])].concat();
            let members = list.members.into_iter();
            self.add(members.map(|m| title::without_article(&text[m]).to_owned()).collect(), of);
        }
    }

    fn add(&mut self, members: Vec<String>, of: Vec<String>) {
        let is_new = !self.lists.iter().any(|known| known.members == members);
        if members.len() > 1 && is_new && self.lists.len() < MOST_LISTS {
            self.lists.push(Listed { members, of });
        }
    }
}

/// The plurals of a text, in the singular.
fn kinds(text: &str) -> Vec<String> {
    let mut kinds: Vec<String> =
        words::lower(text).iter().filter_map(|word| plural::singular(word)).collect();
    kinds.dedup();
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_of_plain_words() {
        let said = Salient::of_words(
            "Which cities border it?",
            "Marrow, Tasp and Hollin",
            "Marrow, Tasp and Hollin. About 9,000 people live in Marrow.",
        );
        assert_eq!(said.lists[0].members, ["Marrow", "Tasp", "Hollin"]);
        assert_eq!(said.lists[0].of, ["city"]);
        let said = Salient::of_words("Which moons?", "The moons of Tarn are Vesper and Orrin.", "");
        assert_eq!(said.lists[0].members, ["Vesper", "Orrin"]);
        assert_eq!(said.lists.len(), 1);
        let said = Salient::of_words("What is it made of?", "iron and nickel", "");
        assert_eq!(said.lists[0].members, ["iron", "nickel"]);
    }
}
