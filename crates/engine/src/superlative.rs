//! "Which planet is the largest?": a sentence that says so of planets, where the reader took one that says
//! it of something else.

use std::ops::Range;

use crate::candidate::Candidate;
use crate::names::names;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::said::said;
use crate::salient::singular;
use crate::words;

/// Words that mean the same, each with its comparative.
const ALIKE: &[&[(&str, &str)]] = &[
    &[("largest", "larger"), ("biggest", "bigger")],
    &[("smallest", "smaller"), ("littlest", "littler")],
    &[("highest", "higher"), ("tallest", "taller")],
    &[("farthest", "farther"), ("furthest", "further")],
    &[("closest", "closer"), ("nearest", "nearer")],
    &[("hottest", "hotter"), ("warmest", "warmer")],
    &[("coldest", "colder"), ("coolest", "cooler")],
];

/// Words that end so and are no superlatives.
const OTHER: &[&str] = &[
    "arrest",
    "chest",
    "conquest",
    "contest",
    "digest",
    "forest",
    "guest",
    "harvest",
    "honest",
    "interest",
    "invest",
    "modest",
    "northwest",
    "priest",
    "protest",
    "quest",
    "request",
    "southwest",
    "suggest",
];

/// What is said of anything.
const ANYTHING: &[&str] =
    &["body", "example", "known", "member", "object", "one", "ones", "part", "thing"];

/// Words at which what is compared ends.
const ENDS: &[&str] = &[
    "among", "and", "at", "but", "by", "ever", "for", "from", "has", "have", "in", "is", "known",
    "of", "on", "or", "that", "to", "was", "were", "which", "who", "with",
];

/// Passages that are looked at.
const HEAD: usize = 100;

/// The most words of what is compared.
const MOST: usize = 4;

struct Asked {
    /// The superlative and those that mean the same.
    said: Vec<String>,
    /// Their comparatives.
    compared: Vec<String>,
    /// What is compared, in the singular.
    kind: String,
    /// Names in the question.
    names: Vec<String>,
}

/// What was found, or a sentence that says of the right thing that it is the largest. Where it is said
/// of something else only, nothing is found.
pub(crate) fn settled(found: Found, question: &str, candidates: &[Candidate]) -> Found {
    let Some(asked) = Asked::of(question) else { return found };
    let own = found.around.iter().map(|said| asked.fits(&said.plain)).max();
    let other = matches!(own, Some(Fit::Wrong | Fit::Narrow));
    if !(other && found.kind == Kind::Span || found.kind == Kind::Unknown) {
        return found;
    }
    for (number, candidate) in candidates.iter().enumerate().take(HEAD) {
        for range in grice_text::sentences(&candidate.record.text) {
            if let Some(better) = asked.told(candidate, number, range, found.confidence) {
                return better;
            }
        }
    }
    match own {
        Some(Fit::Wrong) => {
            let closest = found.around.into_iter().next();
            Found { closest, confidence: found.confidence, ..Found::default() }
        }
        _ => found,
    }
}

/// What a sentence says of what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// That something else is the largest.
    Wrong,
    /// Nothing that could be told.
    Open,
    /// That it is the largest of some: "the largest inland city".
    Narrow,
    Right,
}

impl Asked {
    fn of(question: &str) -> Option<Asked> {
        let all = words::lower(question);
        let at = all.iter().position(|word| is_superlative(word))?;
        let kind = compared(&all[at + 1..]).or_else(|| {
            let first = ["which", "what"].contains(&all.first()?.as_str());
            let verb =
                all.iter().position(|word| ["is", "are", "was", "were"].contains(&&**word))?;
            (first && verb > 1 && verb < at).then(|| all[verb - 1].clone())
        })?;
        let kind = singular(&kind).unwrap_or(kind);
        let group = ALIKE.iter().find(|group| group.iter().any(|(most, _)| *most == all[at]));
        let (said, compared) = match group {
            Some(group) => group.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).unzip(),
            None => (vec![all[at].clone()], Vec::new()),
        };
        let named = |range: Range<usize>| (range.start > 0).then(|| question[range].to_lowercase());
        let names = names(question).into_iter().filter_map(named).collect();
        (!ANYTHING.contains(&kind.as_str())).then_some(Asked { said, compared, kind, names })
    }

    fn fits(&self, sentence: &str) -> Fit {
        let mut fit = Fit::Open;
        for clause in sentence.split([',', ';', ':', '(']) {
            let all = words::lower(clause);
            for at in (0..all.len()).filter(|at| self.said.contains(&all[*at])) {
                let rest = &all[at + 1..];
                let of = rest.first().is_some_and(|word| word == "of").then(|| {
                    let small = ["of", "the", "all", "its", "their", "these", "those"];
                    let skipped = rest.iter().take_while(|w| small.contains(&w.as_str())).count();
                    compared(&rest[skipped..])
                });
                let Some(kind) = of.flatten().or_else(|| compared(rest)) else { continue };
                let one = singular(&kind).unwrap_or(kind);
                fit = match () {
                    () if one == self.kind && rest.first().is_some_and(|w| is_one(w, &one)) => {
                        return Fit::Right;
                    }
                    () if one == self.kind => Fit::Narrow,
                    () if ANYTHING.contains(&one.as_str()) => fit,
                    () => Fit::Wrong,
                };
            }
        }
        fit
    }

    /// A sentence that says it, with no more words between: "the largest inland city" is another.
    fn told(
        &self,
        candidate: &Candidate,
        number: usize,
        range: Range<usize>,
        confidence: f32,
    ) -> Option<Found> {
        let text = &candidate.record.text[range.clone()];
        let all = words::lower(text);
        let is_kind = |word: &String| is_one(word, &self.kind);
        let next = |two: &[String]| self.said.contains(&two[0]) && is_kind(&two[1]);
        let lower = format!("{} {}", text, candidate.record.title).to_lowercase();
        if !self.names.iter().all(|name| lower.contains(name)) {
            return None;
        }
        let place = match all.windows(2).any(next) {
            true => 0..text.len(),
            false => self.only(text).filter(|_| all.iter().any(is_kind))?,
        };
        let place = range.start + place.start..range.start + place.end;
        let around = vec![said(candidate, range)?];
        let span = Evidence::of(candidate, place.start, place.end)?;
        Some(Found {
            kind: Kind::Span,
            answer: span.text.clone(),
            spans: vec![span],
            confidence: confidence.max(candidate.features.confidence),
            passage: Some(number),
            around,
            ..Found::default()
        })
    }

    /// The name in "only Jupiter is bigger than Saturn".
    fn only(&self, text: &str) -> Option<Range<usize>> {
        names(text).into_iter().find(|name| {
            let before = text[..name.start].trim_end().to_lowercase();
            let after = words::lower(&text[name.end..]);
            let is = after.first().is_some_and(|word| ["is", "was"].contains(&word.as_str()));
            let more = after.get(1).is_some_and(|word| self.compared.contains(word));
            let than = after.get(2).is_some_and(|word| word == "than");
            (before.ends_with("only") || before.ends_with("only the")) && is && more && than
        })
    }
}

fn is_superlative(word: &str) -> bool {
    word.len() > 4 && word.ends_with("est") && !OTHER.contains(&word)
}

/// Whether a word is another or its plural.
fn is_one(word: &str, one: &str) -> bool {
    word == one || singular(word).as_deref() == Some(one)
}

/// The noun that words begin with: the last before one that ends it.
fn compared(words: &[String]) -> Option<String> {
    let noun = words.iter().take_while(|word| !ENDS.contains(&word.as_str()));
    noun.take(MOST).last().cloned()
}

#[cfg(test)]
#[path = "superlative_tests.rs"]
mod tests;
