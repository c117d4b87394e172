//! Questions that yes or no answers.

use crate::asks::asks_yes_or_no;
use crate::candidate::Candidate;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::said::{bare_title, said};
use crate::salient::singular;
use crate::words;

/// Passages that are looked at.
const HEAD: usize = 6;

/// The most words between "has" and what is had.
const APART: usize = 4;

const HAVING: &[&str] = &["had", "has", "have", "having", "possesses", "with"];
const LACKING: &[&str] = &["lack", "lacked", "lacks", "no", "without"];
const ASKING: &[&str] = &["how", "what", "when", "where", "which", "who", "whom", "whose", "why"];
/// Words before a statement that is not made.
const DOUBTING: &[&str] =
    &["believed", "claimed", "if", "never", "nor", "not", "once", "thought", "whether"];
const SMALL: &[&str] = &["a", "an", "any", "its", "own", "some", "the", "their"];

/// What was found, as yes or no where the question asks for that and the text says it of what is asked
/// about; and no yes or no where it asks for something else.
pub(crate) fn settled(found: Found, question: &str, candidates: &[Candidate]) -> Found {
    let first = words::lower(question).into_iter().next().unwrap_or_default();
    if ASKING.contains(&first.as_str()) {
        return unsaid(found);
    }
    if found.kind != Kind::Span || !asks_yes_or_no(question) {
        return found;
    }
    let stated = found.around.iter().any(|said| states(&said.alone, question));
    if stated {
        return Found { kind: Kind::Yes, answer: "yes".to_owned(), ..found };
    }
    let Some(thing) = had(question) else { return found };
    let home = found.passage.and_then(|number| candidates.get(number));
    let Some(document) = home.map(|home| home.record.document.clone()) else { return found };
    for said in &found.around {
        if let Some(has) = says(&said.plain, &thing, bare_title(&said.evidence.title)) {
            let (kind, answer) = word(has);
            return Found { kind, answer, ..found };
        }
    }
    let own = |(_, candidate): &(usize, &Candidate)| candidate.record.document == document;
    for (number, candidate) in candidates.iter().enumerate().take(HEAD).filter(own) {
        for range in grice_text::sentences(&candidate.record.text) {
            let text = &candidate.record.text[range.clone()];
            let Some(has) = says(text, &thing, bare_title(&candidate.record.title)) else {
                continue;
            };
            let span = Evidence::of(candidate, range.start, range.end);
            let (Some(said), Some(span)) = (said(candidate, range), span) else { continue };
            let (kind, answer) = word(has);
            let (spans, around, passage) = (vec![span], vec![said], Some(number));
            return Found { kind, answer, spans, around, passage, ..found };
        }
    }
    found
}

/// Without a yes or no that nobody asked for.
fn unsaid(found: Found) -> Found {
    if !matches!(found.kind, Kind::Yes | Kind::No) || found.spans.is_empty() {
        return found;
    }
    let words: Vec<&str> = found.spans.iter().map(|span| span.text.as_str()).collect();
    Found { kind: Kind::Span, answer: words.join(", "), ..found }
}

fn word(has: bool) -> (Kind, String) {
    if has { (Kind::Yes, "yes".to_owned()) } else { (Kind::No, "no".to_owned()) }
}

/// Whether a sentence says the question's words in their order as a statement: "is Arn higher than Bel"
/// as "Arn is higher than Bel".
fn states(sentence: &str, question: &str) -> bool {
    let asked = words::lower(question);
    let small = asked.iter().take_while(|word| ["and", "but", "so"].contains(&word.as_str()));
    let asked = &asked[small.count()..];
    let Some((verb, rest)) = asked.split_first() else { return false };
    let all = words::lower(sentence);
    (1..rest.len()).any(|subject| {
        let mut said = rest[..subject].to_vec();
        said.push(verb.clone());
        said.extend_from_slice(&rest[subject..]);
        let at = all.windows(said.len()).position(|part| part == said);
        at.is_some_and(|at| !all[..at].iter().any(|word| DOUBTING.contains(&word.as_str())))
    })
}

/// What "does X have …" asks about, in the singular: one noun, and nothing that tells which.
fn had(question: &str) -> Option<String> {
    let all = words::lower(question);
    let at = all.iter().position(|word| word == "have")?;
    let does = ["does", "do", "did"].contains(&all.first()?.as_str());
    let rest: Vec<&String> =
        all[at + 1..].iter().filter(|word| !SMALL.contains(&word.as_str())).collect();
    match (does, rest.as_slice()) {
        (true, [one]) => Some(singular(one).unwrap_or_else(|| (*one).clone())),
        _ => None,
    }
}

/// Whether a sentence that begins with a title says that it has something; none where it does not say.
fn says(sentence: &str, thing: &str, title: &str) -> Option<bool> {
    let all = words::lower(sentence);
    let title = words::lower(title);
    let begins = all.iter().skip_while(|word| SMALL.contains(&word.as_str()));
    let begins = begins.zip(&title).all(|(word, known)| word == known)
        || all.first().is_some_and(|word| ["it", "he", "she", "they"].contains(&word.as_str()));
    let is_thing = |word: &String| word == thing || singular(word).as_deref() == Some(thing);
    let at = all.iter().position(is_thing).filter(|_| begins)?;
    let before = &all[at.saturating_sub(APART)..at];
    let has = |list: &[&str]| before.iter().any(|word| list.contains(&word.as_str()));
    match (has(LACKING), has(HAVING)) {
        (true, _) => Some(false),
        (false, true) => Some(!has(&["not", "never", "few"])).filter(|yes| *yes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_what_its_subject_has() {
        let says = |sentence: &str| says(sentence, "moon", "Arn");
        assert_eq!(says("Arn has two small moons."), Some(true));
        assert_eq!(says("Arn has no moons and no rings."), Some(false));
        assert_eq!(says("It is a planet without a moon."), Some(false));
        assert_eq!(says("Arn is smaller than the moon Vesper."), None);
        assert_eq!(says("Tarn has two moons."), None);
    }

    #[test]
    fn a_statement_of_the_same_words_is_a_yes() {
        let asked = "Is Arn higher than Bel?";
        assert!(states("On a clear day Arn is higher than Bel by far.", asked));
        assert!(!states("Nobody knows whether Arn is higher than Bel.", asked));
        assert!(!states("Arn is the best known dwarf planet.", "Is Arn a planet?"));
    }

    #[test]
    fn what_is_asked_about_is_one_thing() {
        assert_eq!(had("Does Arn have any moons?").as_deref(), Some("moon"));
        assert_eq!(had("does it have an atmosphere").as_deref(), Some("atmosphere"));
        assert_eq!(had("Does Arn have moons with ice?"), None);
        assert_eq!(had("Have you heard of Arn?"), None);
    }

    #[test]
    fn a_yes_to_another_question_is_taken_back() {
        let span = Evidence {
            text: "a monk".into(),
            passage: "d#0".into(),
            document: "d".into(),
            title: "d".into(),
            section: String::new(),
            start: 0,
            end: 6,
        };
        let read =
            Found { kind: Kind::Yes, answer: "yes".into(), spans: vec![span], ..Found::default() };
        let found = settled(read.clone(), "Who built it?", &[]);
        assert_eq!((found.kind, found.answer.as_str()), (Kind::Span, "a monk"));
        assert_eq!(settled(read, "Did a monk build it?", &[]).kind, Kind::Yes);
    }
}
