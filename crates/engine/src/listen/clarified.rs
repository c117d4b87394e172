//! A reply to the question which page is meant, merged with the question that waits for it.

use grice_english::question::is_question;
use grice_english::words;
use grice_judge::interpret::Interpreter;

use super::choose::{Named, Pick, choose};
use super::interpreted::{Leaning, SURE, interpret, leaning, outright};
use super::moves::{Ask, Move};
use crate::state::{Choice, Interpreted, Topic};

/// What is replied where none of the pages is meant.
pub(crate) const NEITHER: &str =
    "Then I have the wrong ones. Could you say in other words what you mean?";

/// What the reply asks for; none where it is another question.
pub(crate) fn clarified(
    interpreter: &Interpreter,
    (asked, question, choices): (&str, &str, &[Choice]),
    utterance: &str,
    turns: usize,
    notes: &mut Vec<String>,
) -> Option<(Move, Interpreted)> {
    // "The planet?" picks; it asks for nothing else.
    if is_question(utterance.trim_end_matches(['?', ' '])) {
        return None;
    }
    let before = Some(turns.saturating_sub(1));
    let about = |choice: &Choice, preface: String| {
        // On its own page the bare name is enough, and what tells it apart would only mislead.
        let whole = Some(settled(question, &choice.page));
        let (question, page) = (question.to_owned(), Some(choice.page.clone()));
        Move::Ask(Ask { question, whole, page, before, preface, ..Ask::default() })
    };
    let named = choices.iter().map(|c| Named { label: &c.label, about: &c.about });
    let named: Vec<Named<'_>> = named.collect();
    let chosen = |label: &str| Interpreted {
        asked: asked.to_owned(),
        label: label.to_owned(),
        probability: 1.0,
        condition: None,
        by: "choice".to_owned(),
    };
    match choose(utterance, &named, false, 0) {
        Pick::One(number) => {
            let choice = &choices[number];
            return Some((about(choice, String::new()), chosen(&choice.page.title)));
        }
        Pick::Neither => {
            let rest = after_neither(utterance);
            let next = match rest.is_empty() {
                true => Move::say(NEITHER),
                false => merged(question, &rest, before),
            };
            return Some((next, chosen("neither")));
        }
        Pick::Unsaid => {}
    }
    if !outright(utterance) {
        // Another sense, or the question in more words.
        return Some((merged(question, utterance, before), chosen("other words")));
    }
    let (reading, understood) = interpret(interpreter, asked, utterance, notes)?;
    let first = choices.first()?;
    Some(match leaning(&reading, SURE) {
        Leaning::No => (Move::say(NEITHER), understood),
        _ => (about(first, format!("I take it you mean {}.", first.label)), understood),
    })
}

/// The question that waited, about the page that was meant.
pub(crate) fn settled(question: &str, page: &Topic) -> String {
    let name = page.title.split([',', '(']).next().unwrap_or_default().trim();
    let at = question.to_lowercase().find(&name.to_lowercase());
    let named = |at: usize| question.get(at..at + name.len());
    let whole = |at: &usize| named(*at).is_some_and(|n| n.to_lowercase() == name.to_lowercase());
    match at.filter(|at| !name.is_empty() && whole(at)) {
        Some(at) => {
            let rest = &question[at + name.len()..];
            // The title may have been said whole.
            let rest = rest.strip_prefix(&page.title[name.len()..]).unwrap_or(rest);
            format!("{}{}{rest}", &question[..at], page.title)
        }
        None => format!("{} ({})", question.trim_end_matches(['?', '.', ' ']), page.title),
    }
}

/// The question that waited, with the words that were added.
fn merged(question: &str, words: &str, before: Option<usize>) -> Move {
    let plain = question.trim_end_matches(['?', '.', '!', ' ']);
    let question = format!("{plain}, {}?", words.trim_end_matches(['?', '.', '!', ' ']));
    Move::Ask(Ask { question, before, settled: true, ..Ask::default() })
}

/// "Neither, the band": what comes after "neither".
fn after_neither(utterance: &str) -> String {
    let rest = utterance.split_once([',', '.', ';', '—']).map_or("", |(_, rest)| rest);
    let rest = rest.trim();
    let plain = words::lower(rest);
    let says = plain.iter().any(|word| !words::is_stop(word) && word != "thanks");
    if says { rest.to_owned() } else { String::new() }
}
