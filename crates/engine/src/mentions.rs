//! Pages of the collection that a text names.

use grice_corpus::names;
use grice_index::Searcher;

use crate::conversation::Topic;
use crate::error::Result;
use crate::salient::singular;
use crate::words;

/// The most words of a title that is looked for.
const LONGEST: usize = 5;

/// The most words of a text that are looked at.
const MOST: usize = 80;

/// Words that titles write small.
const SMALL: &[&str] =
    &["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to"];

/// The pages whose title stands in a text, those with longer titles first. Of names within names
/// only the longest counts.
pub(crate) fn pages(searcher: &Searcher, sources: &[String], text: &str) -> Result<Vec<Topic>> {
    let split = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | '&'));
    let all: Vec<&str> = text.split(split).filter(|word| !word.is_empty()).take(MOST).collect();
    let mut taken = vec![false; all.len()];
    let mut found: Vec<Topic> = Vec::new();
    for length in (1..=LONGEST.min(all.len())).rev() {
        for start in 0..=all.len() - length {
            let part = &all[start..start + length];
            if taken[start..start + length].iter().any(|taken| *taken) || !may_name(part) {
                continue;
            }
            if let Some(topic) = page(searcher, sources, &part.join(" "))? {
                taken[start..start + length].fill(true);
                if !found.iter().any(|known| known.title == topic.title) {
                    found.push(topic);
                }
            }
        }
    }
    Ok(found)
}

/// The page that words name, nothing left over: an article and the ending of a plural do not count.
pub(crate) fn named(searcher: &Searcher, sources: &[String], words: &str) -> Result<Option<Topic>> {
    let words = words.trim();
    let bare = ["the ", "a ", "an "].iter().find_map(|article| {
        let opens = words.get(..article.len())?.eq_ignore_ascii_case(article);
        opens.then(|| &words[article.len()..])
    });
    let one = bare.unwrap_or(words);
    let count = one.split_whitespace().count();
    if count == 0 || count > LONGEST + 1 || one.split_whitespace().all(|w| !may_name(&[w])) {
        return Ok(None);
    }
    if let Some(page) = page(searcher, sources, one)? {
        return Ok(Some(page));
    }
    let (before, last) = one.rsplit_once(' ').map_or(("", one), |(before, last)| (before, last));
    let Some(last) = singular(&last.to_lowercase()) else { return Ok(None) };
    page(searcher, sources, format!("{before} {last}").trim())
}

/// Whether words could be a title: they begin and end with one that says something.
fn may_name(part: &[&str]) -> bool {
    let says = |word: &&str| !words::is_empty(&bare(word).to_lowercase());
    part.first().is_some_and(says) && part.last().is_some_and(says)
}

fn bare(word: &str) -> &str {
    word.trim_end_matches("'s").trim_end_matches("’s").trim_matches(['.', '\'', '’', '-'])
}

fn page(searcher: &Searcher, sources: &[String], words: &str) -> Result<Option<Topic>> {
    let plain = bare(words);
    for source in sources {
        let mut tried = vec![names::title(source, plain), names::title(source, &capital(plain))];
        tried.push(names::page(source, plain));
        tried.dedup();
        for name in tried {
            if let Some(record) = searcher.resolve(&name)?
                && record.passages > 0
            {
                return Ok(Some(Topic { document: record.id, title: record.title }));
            }
        }
    }
    Ok(None)
}

/// The words with capitals as titles have them.
fn capital(words: &str) -> String {
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
        assert_eq!(capital("battle of the five armies"), "Battle of the Five Armies");
        assert_eq!(bare("Galileo's"), "Galileo");
    }

    #[test]
    fn a_name_begins_and_ends_with_a_word_that_says_something() {
        assert!(may_name(&["Battle", "of", "Hastings"]));
        assert!(!may_name(&["the", "battle"]) && !may_name(&["battle", "of"]));
    }
}
