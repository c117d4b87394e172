//! Which sentences of a generator the evidence supports, and which part of the evidence. Each
//! sentence, or each of its clauses, must be said by one sentence of the evidence: facts of two of
//! them are not mixed.

use grice_english::words;
use grice_judge::ground::{Grounder, OVERLAP, Reason, Reply as Said};

use crate::reply::{Cut, Evidence, Kind};

/// Sentences of the evidence that a claim is compared with, those that share most with it.
const NEAREST: usize = 3;

/// What is asked of a claim where only shared words are looked at.
const LEAST_SHARED: f32 = 0.8;

/// What a sentence is cut into where none of the evidence says all of it.
const CUTS: &[&str] = &[", and ", ", but ", ", ", "; ", " and ", " but ", " while "];

/// What became of a generator's sentences.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// Those that are supported, with the numbers of their evidence.
    pub kept: Vec<(String, Vec<usize>)>,
    /// Those that are not.
    pub cut: Vec<Cut>,
}

/// Compares each sentence with the evidence. Sentences that claim nothing are left out, but for a
/// yes or no that the reader gave too.
pub(crate) fn check(
    sentences: &[String],
    evidence: &[Evidence],
    kind: Kind,
    grounder: &Grounder,
) -> grice_judge::Result<Checked> {
    let known: Vec<String> = evidence.iter().map(titled).collect();
    let mut checked = Checked::default();
    for text in sentences {
        let cut = |why: String| Cut { text: text.clone(), why };
        let verdict = verdict(text);
        let turned =
            verdict.is_some_and(|said| kind != said && matches!(kind, Kind::Yes | Kind::No));
        if turned {
            checked.cut.push(cut("the reader found the contrary".to_owned()));
        } else if verdict.is_some_and(|said| said == kind) && words::lower(text).len() == 1 {
            checked.kept.push((text.clone(), Vec::new()));
        } else if links(text, &known) {
            checked.cut.push(cut("it has an address that is not in the evidence".to_owned()));
        } else {
            match supported(text, &known, grounder)? {
                Ok(spans) => checked.kept.push((text.clone(), spans)),
                Err(why) => checked.cut.push(cut(why)),
            }
        }
    }
    Ok(checked)
}

/// A sentence of the evidence with its page's title, which says what "it" is.
fn titled(evidence: &Evidence) -> String {
    format!("{}. {}", evidence.title.trim_end_matches('.'), evidence.text)
}

/// Yes or no, where a sentence begins with it.
fn verdict(text: &str) -> Option<Kind> {
    let lower = words::lower(text);
    match lower.first().map(String::as_str) {
        Some("yes") => Some(Kind::Yes),
        Some("no")
            if lower.len() == 1
                || text.trim_start().get(2..).is_some_and(|rest| rest.starts_with(',')) =>
        {
            Some(Kind::No)
        }
        _ => None,
    }
}

/// Whether a sentence has an address or markup that the evidence lacks.
fn links(text: &str, known: &[String]) -> bool {
    let marked = |word: &&str| ["://", "www.", "<", ">", "]("].iter().any(|m| word.contains(m));
    let mut marked = text.split_whitespace().filter(marked);
    marked.any(|word| !known.iter().any(|known| known.contains(word)))
}

/// The numbers of the evidence that says it, or why none does.
fn supported(
    text: &str,
    known: &[String],
    grounder: &Grounder,
) -> grice_judge::Result<Result<Vec<usize>, String>> {
    let whole = match said_by(text, known, grounder)? {
        Ok(number) => return Ok(Ok(vec![number])),
        Err(why) => why,
    };
    let clauses = clauses(text);
    if clauses.len() < 2 {
        return Ok(Err(whole));
    }
    let mut numbers = Vec::new();
    for clause in clauses {
        match said_by(&clause, known, grounder)? {
            Ok(number) if numbers.contains(&number) => {}
            Ok(number) => numbers.push(number),
            Err(_) => return Ok(Err(whole)),
        }
    }
    Ok(Ok(numbers))
}

/// The one sentence of the evidence that says it best.
fn said_by(
    text: &str,
    known: &[String],
    grounder: &Grounder,
) -> grice_judge::Result<Result<usize, String>> {
    let own = words::set(text);
    let shared = |known: &String| words::set(known).intersection(&own).count();
    let mut near: Vec<(usize, usize)> = known.iter().map(shared).zip(0..).collect();
    near.sort_by_key(|(shared, number)| (std::cmp::Reverse(*shared), *number));
    near.truncate(NEAREST);
    let asked: Vec<Said<'_>> =
        near.iter().map(|(_, number)| Said { evidence: &known[*number], reply: text }).collect();
    let mut best: Option<(f32, usize)> = None;
    let mut why = None;
    let bar = if grounder.by() == OVERLAP { LEAST_SHARED } else { 0.0 };
    for (grounding, (_, number)) in grounder.ground(&asked).into_iter().zip(&near) {
        let grounding = grounding?;
        let claims = grounding.sentences.iter().any(|sentence| sentence.score.is_some());
        if grounding.supported && grounding.score >= bar {
            if best.is_none_or(|(score, _)| grounding.score > score) {
                best = Some((grounding.score, *number));
            }
        } else if why.is_none() {
            let reason = grounding.sentences.iter().flat_map(|s| &s.reasons).next().cloned();
            why = Some(match claims {
                true => reason.unwrap_or(Reason::Score).to_string(),
                false => "it says nothing of what was asked".to_owned(),
            });
        }
    }
    let why = why.unwrap_or_else(|| Reason::Score.to_string());
    Ok(best.map(|(_, number)| number).ok_or(why))
}

/// A sentence's clauses, each with at least two words that say something.
fn clauses(text: &str) -> Vec<String> {
    let mut parts = vec![text.to_owned()];
    for cut in CUTS {
        parts = parts.iter().flat_map(|part| part.split(cut).map(str::to_owned)).collect();
    }
    let says = |part: &str| words::lower(part).iter().filter(|w| !words::is_stop(w)).count() >= 2;
    let mut clauses: Vec<String> = Vec::new();
    let mut waiting = String::new();
    for part in parts {
        let clause = format!("{waiting}{part}");
        match says(&part) {
            true => {
                clauses.push(clause);
                waiting.clear();
            }
            false => waiting = format!("{clause}, "),
        }
    }
    match clauses.last_mut() {
        Some(last) if !waiting.is_empty() => {
            last.push_str(", ");
            last.push_str(waiting.trim_end_matches(", "));
        }
        _ => {}
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence() -> Vec<Evidence> {
        let sentence = |text: &str| Evidence {
            text: text.to_owned(),
            passage: "d#0".to_owned(),
            document: "d".to_owned(),
            title: "Orlo Bridge".to_owned(),
            section: String::new(),
            start: 0,
            end: 0,
        };
        [
            "The Orlo Bridge was built by the monk Aldric Fenn and finished in 1294.",
            "It has eleven arches of grey granite.",
            "Aldric Fenn was born in the village of Tasp around 1240.",
        ]
        .map(sentence)
        .to_vec()
    }

    fn checked(kind: Kind, said: &[&str]) -> Checked {
        let said: Vec<String> = said.iter().map(|s| (*s).to_owned()).collect();
        check(&said, &evidence(), kind, &Grounder::overlap()).unwrap()
    }

    #[test]
    fn what_the_evidence_says_is_kept_with_its_place() {
        let said = [
            "The monk Aldric Fenn built the Orlo Bridge.",
            "The Orlo Bridge has eleven arches of granite and was finished in 1294.",
        ];
        let checked = checked(Kind::Span, &said);
        assert_eq!(checked.kept.len(), 2, "{checked:?}");
        assert_eq!(checked.kept[0].1, [0]);
        assert_eq!(checked.kept[1].1, [1, 0]);
    }

    #[test]
    fn invented_numbers_names_and_negations_are_cut() {
        for said in [
            "The Orlo Bridge was finished in 1295.",
            "The Orlo Bridge was built by the monk Bertram Fenn.",
            "The Orlo Bridge was not built by Aldric Fenn.",
            "Aldric Fenn was born in 1294.",
            "The moon is made of cheese.",
            "The Orlo Bridge has eleven arches, see http://example.org.",
            "Would you like to know more?",
        ] {
            let checked = checked(Kind::Span, &[said]);
            assert!(checked.kept.is_empty(), "{said}: {checked:?}");
            assert!(!checked.cut[0].why.is_empty());
        }
    }

    #[test]
    fn a_verdict_is_the_readers() {
        assert_eq!(checked(Kind::Yes, &["Yes."]).kept.len(), 1);
        assert!(checked(Kind::No, &["Yes."]).kept.is_empty());
        let said = "Yes, the Orlo Bridge has eleven arches.";
        assert!(checked(Kind::No, &[said]).kept.is_empty());
        assert_eq!(checked(Kind::Span, &[said]).kept.len(), 1);
    }

    #[test]
    fn clauses_say_something_by_themselves() {
        assert_eq!(
            clauses("In 1294, the bridge of stone was finished, and it has arches of granite."),
            ["In 1294, the bridge of stone was finished", "it has arches of granite."]
        );
    }
}
