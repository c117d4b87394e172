//! What is said where the collection has no answer: what it does not say, what comes closest and why
//! that is not taken for an answer, and where to look.

use std::collections::HashSet;

use grice_english::{question, title, verb, words};

use crate::reply::{Evidence, Quote, Sentence, Shape, instructs, quote};
use crate::retrieve::Candidate;

/// What is said where nothing was found at all.
const NOTHING: &str = "I don't know: nothing in this collection is about that.";

/// Places to look that are named.
const PLACES_NAMED: usize = 3;

/// How likely the ranker must find a passage that shares no word with the question to name it.
const RELATED: f32 = 0.05;

/// Words of the question that are named as missing.
const MISSING_NAMED: usize = 2;

/// A refusal's sentences, what they quote, and where to look.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refusal {
    pub sentences: Vec<Sentence>,
    pub closest: Option<Evidence>,
    pub places: Vec<Evidence>,
}

/// Says that the collection does not answer a question that stands alone. `head` passages are looked
/// at for what comes closest.
pub(crate) fn refuse(question: &str, candidates: &[Candidate], head: usize) -> Refusal {
    let asked = words::content(question);
    let about = |candidate: &&Candidate| {
        words::content(&candidate.headed()).iter().any(|word| asked.contains(word))
    };
    let found = &candidates[..head.max(PLACES_NAMED).min(candidates.len())];
    // Where to look is told by titles and headings.
    let found: Vec<&Candidate> = found.iter().filter(|one| !instructs(&one.head())).collect();
    let mut near: Vec<&Candidate> = found.iter().copied().filter(about).collect();
    if near.is_empty() {
        // What is asked in other words than the text's shares none with it; names do not.
        near.extend(found.iter().filter(|one| one.features.rank >= RELATED).copied());
    }
    if near.is_empty() {
        return Refusal { sentences: vec![Sentence::plain(NOTHING)], ..Refusal::default() };
    }
    let silent = question::indirect(question).map_or_else(
        || "I don't know: I found no answer to that.".to_owned(),
        |asked| format!("I don't know: the text does not say {asked}."),
    );
    let mut refusal = Refusal { sentences: vec![Sentence::plain(&silent)], ..Refusal::default() };
    let closest = closest(&asked, &near);
    if let Some((home, quote)) = &closest {
        let (place, why) = (place_of(&quote.evidence), missing(question, &home.headed()));
        let text = format!("The closest it comes is in {place}{why}: {}", quote.alone);
        let (spans, source) = (vec![0], vec![quote.evidence.clone()]);
        refusal.sentences.push(Sentence { text, spans, source, shape: Shape::Prose });
        refusal.closest = Some(quote.evidence.clone());
    }
    refusal.places = places(&near);
    let said = closest.map(|(_, quote)| place_of(&quote.evidence));
    let named: Vec<String> =
        refusal.places.iter().map(place_of).filter(|place| said.as_ref() != Some(place)).collect();
    if !named.is_empty() {
        refusal.sentences.push(Sentence::plain(&format!("You could look in {}.", either(&named))));
    }
    refusal
}

/// "A, B or C".
fn either(names: &[String]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The sentence of the passages that has most of the question's words, and its passage; none where
/// all have too few to be about it.
fn closest<'c>(asked: &HashSet<String>, near: &[&'c Candidate]) -> Option<(&'c Candidate, Quote)> {
    let mut best: Option<(usize, &Candidate, Quote)> = None;
    for candidate in near {
        let title = words::content(title::bare(&candidate.record.title));
        let named = !title.is_empty() && title.is_subset(asked);
        for range in grice_text::sentences(&candidate.record.text) {
            let own = words::content(&candidate.record.text[range.clone()]);
            let shared = own.union(&title).filter(|word| asked.contains(*word)).count();
            let enough = named && shared > 0 || shared > 1 && shared * 2 >= asked.len();
            if !enough || best.as_ref().is_some_and(|(most, ..)| *most >= shared) {
                continue;
            }
            if let Some(quote) = quote(candidate, range).filter(|quote| !instructs(&quote.alone)) {
                best = Some((shared, *candidate, quote));
            }
        }
    }
    best.map(|(_, home, quote)| (home, quote))
}

/// What speaks against the closest passage: words of the question that it does not have.
fn missing(question: &str, passage: &str) -> String {
    let own = words::content(passage);
    let has = |word: &str| {
        own.contains(word)
            || own.contains(&verb::past(word))
            || own.iter().any(|other| words::alike(word, other))
    };
    let said = words::content(question);
    let mut named: Vec<&str> = Vec::new();
    for word in question.split(|c: char| !(c.is_alphanumeric() || "_-.".contains(c))) {
        let plain = words::content(word);
        let lacks = !plain.is_empty() && plain.iter().all(|w| said.contains(w) && !has(w));
        let asks = question::wh(word).is_some() || question::is_question(word);
        if lacks && !asks && !named.contains(&word) {
            named.push(word);
        }
    }
    named.truncate(MISSING_NAMED);
    match named.as_slice() {
        [] => ", but I am not sure enough that it answers this".to_owned(),
        [one] => format!(", which says nothing of “{one}”"),
        [one, other, ..] => format!(", which says nothing of “{one}” or “{other}”"),
    }
}

/// The beginnings of the best passages, one for each section.
fn places(near: &[&Candidate]) -> Vec<Evidence> {
    let mut places: Vec<Evidence> = Vec::new();
    for candidate in near {
        let text = &candidate.record.text;
        let first = grice_text::sentences(text).find(|range| !instructs(&text[range.clone()]));
        let Some(first) = first else { continue };
        let Some(place) = Evidence::of(candidate, first.start, first.end) else { continue };
        let same =
            |known: &Evidence| known.document == place.document && known.section == place.section;
        if !places.iter().any(same) {
            places.push(place);
        }
    }
    places.truncate(PLACES_NAMED);
    places
}

fn place_of(evidence: &Evidence) -> String {
    match evidence.section.as_str() {
        "" => evidence.title.clone(),
        section => format!("{} › {section}", evidence.title),
    }
}

#[cfg(test)]
mod tests {
    use grice_index::PassageRecord;

    use super::*;

    fn passage(title: &str, section: &str, text: &str) -> Candidate {
        Candidate::new(PassageRecord {
            passage: format!("{title}#0"),
            document: title.into(),
            title: title.into(),
            section: section.into(),
            text: text.into(),
            ..PassageRecord::default()
        })
    }

    fn said(question: &str, candidates: &[Candidate]) -> String {
        let refusal = refuse(question, candidates, 4);
        let texts: Vec<&str> = refusal.sentences.iter().map(|s| s.text.as_str()).collect();
        texts.join(" ")
    }

    #[test]
    fn nothing_is_about_it_only_where_nothing_was_found() {
        assert_eq!(said("Who was Ada?", &[]), NOTHING);
        let mut far = [passage("Lamp", "", "A lamp burns oil.")];
        assert_eq!(said("Who painted the chapel ceiling?", &far), NOTHING);
        far[0].features.rank = 0.5;
        let text = said("What gives light at night?", &far);
        assert!(text.ends_with("You could look in Lamp."), "{text}");
    }

    #[test]
    fn what_comes_closest_is_told_with_what_it_lacks_and_where_to_look() {
        let found = [
            passage("Bridge", "History", "The bridge was finished in 1294."),
            passage("River", "Crossings", "The bridge is the oldest crossing."),
        ];
        let text = said("Who painted the bridge?", &found);
        assert!(
            text.starts_with("I don't know: the text does not say who painted the bridge."),
            "{text}"
        );
        assert!(text.contains("in Bridge › History, which says nothing of “painted”"), "{text}");
        assert!(text.contains("You could look in River › Crossings."), "{text}");
    }

    #[test]
    fn what_the_closest_lacks_is_said_of_itself_and_titles_stay_whole() {
        let found = [
            passage("Spot", "Why it is red", "The spot is red."),
            passage("Mars", "", "Mars is dry."),
            passage("Sky", "Dawn and dusk", "The sky is red."),
        ];
        let text = said("Why is Mars red?", &found);
        assert!(text.contains("in Mars, which says nothing of “red”"), "{text}");
        assert!(text.ends_with("You could look in Spot › Why it is red or Sky › Dawn and dusk."));
        let wrote = [passage("Beethoven", "", "Beethoven wrote nine symphonies.")];
        let text = said("How many symphonies did Beethoven write?", &wrote);
        assert!(text.contains("in Beethoven, but I am not sure enough"), "{text}");
    }
}
