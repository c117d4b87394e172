//! Pages that share a name which a question is about.

use grice_english::words::{self, contains};

use crate::retrieve::Candidate;
use crate::state::Topic;

/// A page that the name can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sense {
    pub page: Topic,
}

/// Words that ask for something and name nothing.
const FRAME: &[&str] = &[
    "anything",
    "call",
    "called",
    "define",
    "definition",
    "describe",
    "discuss",
    "explain",
    "facts",
    "give",
    "hear",
    "info",
    "information",
    "know",
    "learn",
    "like",
    "mean",
    "meaning",
    "name",
    "overview",
    "please",
    "show",
    "something",
    "talk",
    "tell",
    "want",
    "whats",
    "whos",
];

/// Verbs that follow a name in a question, beside those that end in "ed".
const VERBS: &[&str] = &[
    "begin", "born", "built", "come", "die", "end", "found", "happen", "hit", "live", "look",
    "made", "play", "sink", "start", "taste", "win", "work", "written",
];

/// The most words beside the name that a question can have to be asked back. With more of them,
/// the passages decide.
const BESIDE: usize = 2;

/// The name that a question is about and the pages that share it, where there are several: pages
/// titled with it and something that tells them apart ("Mercury (planet)", "Springfield, Ohio").
pub(crate) fn senses(
    question: &str,
    candidates: &[Candidate],
) -> Option<(Vec<String>, Vec<Sense>)> {
    let said = words::lower(question);
    let content: Vec<String> = said.iter().filter(|word| tells(word)).cloned().collect();
    let pages = pages(candidates);
    let mut named: Vec<Vec<String>> = pages.iter().map(|page| base(&page.title)).collect();
    named.retain(|name| name.iter().any(|word| tells(word)) && contains(&said, name));
    named.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let name = named.first()?;
    // A title that was said whole is meant.
    let whole = |page: &&Topic| words::lower(&page.title).len() > name.len();
    if pages.iter().filter(whole).any(|page| contains(&said, &words::lower(&page.title))) {
        return None;
    }
    if !stands_alone(&said, name) {
        return None;
    }
    let beside = content.iter().filter(|word| !name.contains(word)).count();
    let same = pages.iter().filter(|page| base(&page.title) == *name);
    let senses: Vec<Sense> = same.map(|page| Sense { page: page.clone() }).collect();
    (beside <= BESIDE && senses.len() > 1).then(|| (name.clone(), senses))
}

/// Whether a name in a question is whole: "rampart dam" and "mary bell" are other names than "dam"
/// and "mary".
fn stands_alone(said: &[String], name: &[String]) -> bool {
    let Some(at) = said.windows(name.len()).position(|window| window == name) else { return false };
    let before = at.checked_sub(1).and_then(|at| said.get(at));
    let after = said.get(at + name.len());
    let verb = |word: &str| word.ends_with("ed") || VERBS.contains(&word);
    !before.is_some_and(|word| tells(word)) && !after.is_some_and(|word| tells(word) && !verb(word))
}

fn tells(word: &str) -> bool {
    !words::is_stop(word) && !FRAME.contains(&word)
}

/// The pages of the passages, each once. Pages of one title are one topic.
fn pages(candidates: &[Candidate]) -> Vec<Topic> {
    let mut pages: Vec<Topic> = Vec::new();
    for candidate in candidates {
        let record = &candidate.record;
        if !pages.iter().any(|page| page.title.to_lowercase() == record.title.to_lowercase()) {
            pages.push(candidate.topic());
        }
    }
    pages
}

/// The words of a title before what tells it from others of its name.
fn base(title: &str) -> Vec<String> {
    let name = title.split(" (").next().unwrap_or_default();
    words::lower(name.split(", ").next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use grice_index::PassageRecord;

    use super::*;

    fn found(titles: &[&str]) -> Vec<Candidate> {
        let record = |title: &&str| PassageRecord {
            passage: format!("{title}#0"),
            document: (*title).to_owned(),
            ordinal: 0,
            title: (*title).to_owned(),
            section: String::new(),
            text: String::new(),
            range: 0..0,
            source: 0..0,
            ..PassageRecord::default()
        };
        titles.iter().map(|title| Candidate::new(record(title))).collect()
    }

    fn titles(question: &str, pages: &[&str]) -> Vec<String> {
        let senses = senses(question, &found(pages)).map(|(_, senses)| senses);
        senses.unwrap_or_default().into_iter().map(|sense| sense.page.title).collect()
    }

    #[test]
    fn pages_of_one_name_are_its_senses() {
        let pages = ["Mercury", "Mercury (element)", "Freddie Mercury", "Venus", "Mercury, Nevada"];
        let both = ["Mercury", "Mercury (element)", "Mercury, Nevada"];
        assert_eq!(titles("What is Mercury?", &pages), both);
        assert_eq!(titles("when was mercury discovered", &pages), both);
        assert!(titles("Who was Freddie Mercury?", &pages).is_empty());
        assert!(titles("What is Mercury (element)?", &pages).is_empty());
        assert!(titles("What is Venus?", &pages).is_empty());
        let long = "What is the average temperature of Mercury on its night side?";
        assert!(titles(long, &pages).is_empty());
    }

    #[test]
    fn a_part_of_another_name_and_pages_of_one_title_are_no_senses() {
        let pages = ["Dam", "Dam (film)", "Mary, Queen of Scots", "Mary, Queen of Hungary"];
        assert!(titles("what is rampart dam?", &pages).is_empty());
        assert!(titles("who is mary bell?", &pages).is_empty());
        assert_eq!(titles("when was the dam built", &pages), ["Dam", "Dam (film)"]);
        assert!(titles("what is the galaxy", &["Galaxy", "galaxy"]).is_empty());
    }
}
