//! Pages of the collection that a text names.

use grice_corpus::names;
use grice_english::{date, plural, title, words};

use super::library::Library;
use crate::error::Result;
use crate::state::Topic;

/// The most words of a title that is looked for.
const LONGEST_TITLE: usize = 5;

/// The most words of a text that are looked at.
const WORDS_READ: usize = 80;

/// Words that titles write small.
const SMALL: &[&str] =
    &["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to"];

impl Library {
    /// The pages whose title stands in a text, those with longer titles first. Of names within
    /// names only the longest counts.
    pub fn pages_named(&self, text: &str) -> Result<Vec<Topic>> {
        let split = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | '&'));
        let all: Vec<&str> = text.split(split).filter(|w| !w.is_empty()).take(WORDS_READ).collect();
        let mut taken = vec![false; all.len()];
        let mut found: Vec<Topic> = Vec::new();
        for length in (1..=LONGEST_TITLE.min(all.len())).rev() {
            for start in 0..=all.len() - length {
                let place = start..start + length;
                if taken[place.clone()].contains(&true)
                    || !may_name(&all[place.clone()])
                    || is_within_a_name(&all, &place)
                {
                    continue;
                }
                if let Some(topic) = self.page(&all[place.clone()].join(" "))? {
                    taken[place].fill(true);
                    if !found.iter().any(|known| known.title == topic.title) {
                        found.push(topic);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The page that words name, nothing left over: an article and the ending of a plural do not
    /// count.
    pub fn page_named(&self, words: &str) -> Result<Option<Topic>> {
        let one = title::without_article(words.trim());
        let count = one.split_whitespace().count();
        let says = one.split_whitespace().any(|word| may_name(&[word]));
        if count == 0 || count > LONGEST_TITLE + 1 || !says {
            return Ok(None);
        }
        if let Some(page) = self.page(one)? {
            return Ok(Some(page));
        }
        let (before, last) = one.rsplit_once(' ').unwrap_or(("", one));
        let Some(last) = plural::singular(&last.to_lowercase()) else { return Ok(None) };
        self.page(format!("{before} {last}").trim())
    }

    fn page(&self, words: &str) -> Result<Option<Topic>> {
        let plain = bare(words);
        for source in self.sources.iter() {
            let capital = capitals(plain);
            let mut tried = vec![names::title(source, plain), names::title(source, &capital)];
            tried.push(names::page(source, plain));
            tried.dedup();
            for name in tried {
                if let Some(record) = self.searcher.resolve(&name)?
                    && record.passages > 0
                {
                    return Ok(Some(Topic { document: record.id, title: record.title }));
                }
            }
        }
        Ok(None)
    }
}

/// Whether words could be a title: they begin and end with one that says something.
fn may_name(part: &[&str]) -> bool {
    let says = |word: &&str| !words::is_stop(&bare(word).to_lowercase());
    part.first().is_some_and(says) && part.last().is_some_and(says)
}

/// Whether a word is only a part of a longer name: "Flute" in "The Magic Flute".
fn is_within_a_name(all: &[&str], place: &std::ops::Range<usize>) -> bool {
    let capital = |at: usize| {
        let word = all.get(at).copied().unwrap_or_default();
        let lower = bare(word).to_lowercase();
        at > 0
            && word.starts_with(char::is_uppercase)
            && !words::is_stop(&lower)
            && !date::is_month(&lower)
            && !word.ends_with(['.', '’'])
    };
    let own = place.start > 0 && capital(place.start);
    let owner = place.start.checked_sub(1).and_then(|at| all.get(at));
    let owned = owner.is_some_and(|word| word.ends_with("'s") || word.ends_with("’s"));
    own && !owned
        && (capital(place.start - 1) || capital(place.end) && !all[place.end - 1].ends_with("'s"))
}

fn bare(word: &str) -> &str {
    word.trim_end_matches("'s").trim_end_matches("’s").trim_matches(['.', '\'', '’', '-'])
}

/// The words with capitals as titles have them.
fn capitals(words: &str) -> String {
    let capital = |word: &str| {
        if SMALL.contains(&word) {
            return word.to_owned();
        }
        let mut chars = word.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}", chars.as_str())
    };
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_written_with_capitals() {
        assert_eq!(capitals("battle of the five armies"), "Battle of the Five Armies");
        assert_eq!(bare("Galileo's"), "Galileo");
    }

    #[test]
    fn a_name_begins_and_ends_with_a_word_that_says_something() {
        assert!(may_name(&["Battle", "of", "Hastings"]));
        assert!(!may_name(&["the", "battle"]) && !may_name(&["battle", "of"]));
    }

    #[test]
    fn a_part_of_a_longer_name_names_nothing() {
        let all = ["Who", "wrote", "The", "Magic", "Flute"];
        assert!(is_within_a_name(&all, &(4..5)) && !is_within_a_name(&all, &(3..5)));
        assert!(!is_within_a_name(&["What", "is", "Saturn's", "Titan"], &(3..4)));
        assert!(!is_within_a_name(&["how", "old", "is", "Io"], &(3..4)));
    }
}
