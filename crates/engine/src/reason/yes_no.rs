//! Yes or no, only where the sentence that is shown says so; otherwise the sentence alone.

use grice_english::question::{asks_yes_or_no, declarative};

use super::entails::entails;
use super::rule::{Rule, Scene};
use crate::error::Result;
use crate::read::Found;
use crate::reply::Kind;
use crate::retrieve::Candidate;

pub(super) struct YesNo;

impl Rule for YesNo {
    fn name(&self) -> &'static str {
        "yes-no"
    }

    fn guards(&self) -> bool {
        true
    }

    fn answer(
        &self,
        _: &Scene<'_>,
        question: &str,
        found: &Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Option<Found>> {
        let is_verdict = matches!(found.kind, Kind::Yes | Kind::No);
        let Some(home) = found.home(candidates).filter(|_| found.kind != Kind::Unknown) else {
            return Ok(None);
        };
        if !asks_yes_or_no(question) {
            return Ok(is_verdict.then(|| without_verdict(found)));
        }
        let said: Vec<String> = found.quotes(home).into_iter().map(|quote| quote.alone).collect();
        let said = if said.is_empty() { vec![found.answer.clone()] } else { said };
        let statement = declarative(question);
        let says = |sentence: &String| entails(sentence, &home.record.title, statement.as_deref()?);
        let verdict = said.iter().find_map(says);
        Ok(match verdict {
            Some(true) => Some(with_verdict(found, Kind::Yes, "yes")),
            Some(false) => Some(with_verdict(found, Kind::No, "no")),
            None => is_verdict.then(|| without_verdict(found)),
        })
    }
}

fn with_verdict(found: &Found, kind: Kind, answer: &str) -> Found {
    Found { kind, answer: answer.to_owned(), ..found.clone() }
}

/// Without a yes or no that nobody asked for, or that the text does not say.
fn without_verdict(found: &Found) -> Found {
    let words: Vec<&str> = found.spans.iter().map(|span| span.text.as_str()).collect();
    Found { kind: Kind::Span, answer: words.join(", "), ..found.clone() }
}
