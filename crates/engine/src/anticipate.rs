//! What would be asked next: sentences around the answer that add to it (PragmatiCQA).

use std::collections::HashSet;

use grice_index::Searcher;
use grice_judge::anticipate::{Anticipator, Asked};

use crate::candidate::Candidate;
use crate::conversation::Conversation;
use crate::error::Result;
use crate::mentions;
use crate::names::names;
use crate::prompt::instructs;
use crate::quantity::number_word;
use crate::read::Found;
use crate::said::{Said, said};
use crate::system::AnticipateSettings;
use crate::words;

/// The fewest and the most words of a sentence that can be added.
const SHORTEST: usize = 6;
const LONGEST: usize = 38;

/// The share of its words from which a sentence only repeats what was said.
pub(crate) const REPEATED: f32 = 0.7;

/// Passages of other pages that are looked at.
const ELSEWHERE: usize = 2;

/// A sentence that could be added, with how much it is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    pub said: Said,
    pub score: f32,
}

/// Sentences of the answer's passage, of those beside it, of the best other passages of its page
/// and of the best of other pages, the most wanted first. None of them repeats the answer or what
/// was said before.
pub(crate) fn anticipate(
    (searcher, sources): (&Searcher, &[String]),
    candidates: &[Candidate],
    found: &Found,
    (conversation, question): (&Conversation, &str),
    anticipator: &Anticipator,
    settings: &AnticipateSettings,
    notes: &mut Vec<String>,
) -> Result<Vec<Extra>> {
    let Some(home) = found.passage.and_then(|number| candidates.get(number)) else {
        return Ok(Vec::new());
    };
    let heard = heard(found, conversation);
    let mut sentences: Vec<Said> = Vec::new();
    for passage in &around(searcher, candidates, home)? {
        let own = passage.record.document == home.record.document;
        for range in grice_text::sentences(&passage.record.text) {
            let Some(sentence) = said(passage, range) else { continue };
            let evidence = &sentence.evidence;
            let holds = found.spans.iter().any(|span| {
                span.passage == evidence.passage
                    && span.start < evidence.end
                    && evidence.start < span.end
            });
            let on_topic = own || names_topic(&sentence, home);
            let again = says_again(&sentence.plain, &found.answer);
            let fits = can_follow(&sentence.alone, &heard) && !instructs(&sentence.alone);
            let fits = fits && !holds && !again && on_topic;
            if fits && !strays(searcher, sources, &sentence, home)? {
                sentences.push(sentence);
            }
        }
    }
    sentences.truncate(settings.candidates);
    if sentences.is_empty() {
        return Ok(Vec::new());
    }
    let literal: Vec<&str> = found.spans.iter().map(|span| span.text.as_str()).collect();
    let texts: Vec<&str> = sentences.iter().map(|sentence| sentence.alone.as_str()).collect();
    let history = conversation.history();
    let asked = Asked { history: &history, question, literal: &literal, candidates: &texts };
    let ranked = match anticipator.anticipate(&[asked]).pop() {
        Some(Ok(anticipated)) => anticipated.ranked,
        Some(Err(error)) => {
            notes.push(format!("nothing was added to the answer: {error}"));
            return Ok(Vec::new());
        }
        None => return Ok(Vec::new()),
    };
    let extra =
        |index: usize, score: f32| Some(Extra { said: sentences.get(index)?.clone(), score });
    let mut kept: Vec<Extra> = Vec::new();
    for one in ranked.iter().filter_map(|ranked| extra(ranked.index, ranked.score)) {
        let own = words::set(&one.said.alone);
        let told = |other: &Extra| words::shared(&own, &words::set(&other.said.alone));
        if one.score >= settings.least && kept.iter().all(|other| told(other) < REPEATED) {
            kept.push(one);
        }
    }
    Ok(kept)
}

/// The answer's passage, those before and after it, others of its page that were found, and the
/// best of other pages.
fn around(
    searcher: &Searcher,
    candidates: &[Candidate],
    home: &Candidate,
) -> Result<Vec<Candidate>> {
    let mut all = vec![home.clone()];
    let (document, ordinal) = (&home.record.document, home.record.ordinal);
    for beside in [Some(ordinal + 1), ordinal.checked_sub(1)].into_iter().flatten() {
        if let Some(record) = searcher.find_passage(&format!("{document}#{beside}"))? {
            all.push(Candidate::new(record));
        }
    }
    let own = candidates.iter().filter(|other| &other.record.document == document).take(3);
    let others = candidates.iter().take(5).filter(|other| &other.record.document != document);
    for other in own.chain(others.take(ELSEWHERE)) {
        if !all.iter().any(|known| known.id == other.id) {
            all.push(other.clone());
        }
    }
    Ok(all)
}

/// Whether a sentence of another page speaks of the answer's.
fn names_topic(sentence: &Said, home: &Candidate) -> bool {
    let title = words::lower(crate::said::bare_title(&home.record.title));
    let own = words::lower(&sentence.plain);
    !title.is_empty() && own.windows(title.len()).any(|part| part == title)
}

/// Whether a sentence begins with the name of another page and does not speak of the answer's.
fn strays(
    searcher: &Searcher,
    sources: &[String],
    sentence: &Said,
    home: &Candidate,
) -> Result<bool> {
    if sentence.of_topic || names_topic(sentence, home) {
        return Ok(false);
    }
    let text = &sentence.alone;
    let Some(name) = names(text).into_iter().next() else { return Ok(false) };
    if text[..name.start].split_whitespace().count() > 1 {
        return Ok(false);
    }
    let page = mentions::named(searcher, sources, &text[name])?;
    Ok(page.is_some_and(|page| page.title != home.record.title))
}

/// Whether a sentence has all numbers of the answer, and so says it again.
fn says_again(sentence: &str, answer: &str) -> bool {
    let number = |word: &String| {
        word.contains(|c: char| c.is_ascii_digit()) && word.len() > 1 || number_word(word).is_some()
    };
    let own = words::set(sentence);
    let mut wanted =
        words::lower(answer).into_iter().filter(number).max_by_key(String::len).into_iter();
    wanted.next().is_some_and(|number| own.contains(&number))
}

/// What the asker has heard, sentence by sentence, by its words.
pub(crate) fn heard(found: &Found, conversation: &Conversation) -> Vec<HashSet<String>> {
    let spans = found.spans.iter().map(|span| span.text.as_str());
    let around = found.around.iter().map(|said| said.alone.as_str());
    let now: Vec<HashSet<String>> =
        spans.chain(around).chain(found.phrase.as_deref()).map(words::set).collect();
    let before =
        conversation.turns.iter().flat_map(|turn| [turn.answer.as_str(), turn.reply.as_str()]);
    let before = before.flat_map(|text| {
        grice_text::sentences(text).map(|range| words::set(&text[range])).collect::<Vec<_>>()
    });
    now.into_iter().chain(before).collect()
}

/// Whether most of a text's words are in something that was heard.
pub(crate) fn is_repeated(own: &HashSet<String>, heard: &[HashSet<String>]) -> bool {
    let told =
        |heard: &HashSet<String>| own.intersection(heard).count() as f32 / own.len().max(1) as f32;
    heard.iter().any(|heard| told(heard) >= REPEATED)
}

fn can_follow(sentence: &str, heard: &[HashSet<String>]) -> bool {
    let count = sentence.split_whitespace().count();
    (SHORTEST..=LONGEST).contains(&count) && !is_repeated(&words::set(sentence), heard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_was_said_or_says_little_does_not_follow() {
        let heard = [words::set("The bridge was built by a monk in 1294.")];
        assert!(can_follow("The bridge was widened three times after the great flood.", &heard));
        assert!(!can_follow("The bridge was built by a monk.", &heard));
        assert!(!can_follow("Too short.", &heard));
    }

    #[test]
    fn earlier_replies_count_as_heard() {
        let turn =
            grice_judge::Turn::new("Who built it?", "A monk. He widened it twice after the flood.");
        let heard = heard(&Found::default(), &Conversation::of(&[turn]));
        assert!(!can_follow("Later he widened it twice after the flood.", &heard));
    }
}
