//! Negations and opposites, compared with the sentence of the evidence that says most of the same.

use std::collections::HashSet;

use grice_english::polarity::{DENYING, OPPOSITES};

use super::token::{Token, denies, is_function, stem, tokens};

/// A sentence of the evidence.
pub(super) struct Said<'e> {
    pub tokens: Vec<Token<'e>>,
    forms: HashSet<String>,
    stems: HashSet<String>,
    clauses: Vec<Clause>,
    denied: bool,
    /// Its words that deny in their own way.
    denying: Vec<String>,
}

/// A stretch between marks and conjunctions.
struct Clause {
    stems: HashSet<String>,
    denied: bool,
    /// Its content words.
    count: usize,
}

/// How a sentence turns what the evidence says around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turned<'t> {
    Negation,
    /// The word whose opposite the evidence has.
    Opposite(&'t str),
}

const PARTING: [&str; 17] = [
    "but", "although", "though", "while", "whereas", "because", "since", "which", "who", "where",
    "when", "and", "or", "if", "unless", "that", "except",
];

impl<'e> Said<'e> {
    pub fn new(sentence: &'e str) -> Said<'e> {
        let tokens = tokens(sentence);
        let forms: HashSet<String> = tokens.iter().map(|token| token.form.clone()).collect();
        let denying = forms.iter().filter(|form| DENYING.contains(&form.as_str()));
        Said {
            denying: denying.cloned().collect(),
            stems: tokens.iter().map(|token| stem(&token.form)).collect(),
            denied: (0..tokens.len()).any(|at| denies(&tokens, at)),
            clauses: clauses(&tokens),
            forms,
            tokens,
        }
    }

    /// How many of the words this sentence has.
    pub fn count(&self, stems: &[String]) -> usize {
        stems.iter().filter(|stem| self.stems.contains(*stem)).count()
    }
}

fn clauses(tokens: &[Token<'_>]) -> Vec<Clause> {
    let mut all: Vec<Clause> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if all.is_empty() || token.pause || PARTING.contains(&token.form.as_str()) {
            all.push(Clause { stems: HashSet::new(), denied: false, count: 0 });
        }
        let Some(clause) = all.last_mut() else { continue };
        if denies(tokens, at) {
            clause.denied = true;
        } else if !is_function(&token.form) {
            clause.count += usize::from(clause.stems.insert(stem(&token.form)));
        }
    }
    all
}

/// What the reply's sentence turns around, if the evidence says the same otherwise.
pub(super) fn turned<'t>(reply: &[Token<'t>], evidence: &[Said<'_>]) -> Option<Turned<'t>> {
    let content: Vec<String> = reply
        .iter()
        .enumerate()
        .filter(|(at, token)| !is_function(&token.form) && !denies(reply, *at))
        .map(|(_, token)| stem(&token.form))
        .collect();
    let shared = |said: &Said<'_>| said.count(&content);
    let best = evidence.iter().max_by_key(|said| shared(said))?;
    if content.len() < 2 {
        return None;
    }
    if is_denial_turned(reply, best) {
        return Some(Turned::Negation);
    }
    // All but the opposite itself and one more word.
    if shared(best) + 2 < content.len() || shared(best) < 2 {
        return None;
    }
    let opposite = reply.iter().find(|token| {
        let form = token.form.as_str();
        let other = |a: &str, b: &str| form == a && best.forms.contains(b);
        let turned = OPPOSITES.iter().any(|(a, b)| other(a, b) || other(b, a));
        turned && !evidence.iter().any(|said| said.forms.contains(form))
    });
    opposite.map(|token| Turned::Opposite(token.text))
}

fn is_denial_turned(reply: &[Token<'_>], best: &Said<'_>) -> bool {
    let mine = clauses(reply);
    let denying = reply.iter().any(|token| DENYING.contains(&token.form.as_str()));
    let denied = denying || mine.iter().any(|clause| clause.denied);
    let repeated = |word: &String| reply.iter().any(|token| token.form == *word);
    let best_denies = best.denied || !best.denying.iter().all(repeated);
    mine.iter().any(|clause| {
        let covered = |stems: &HashSet<String>| clause.stems.intersection(stems).count();
        if clause.count == 0 {
            return false;
        }
        if clause.denied {
            let share = covered(&best.stems);
            return !best_denies && share >= 2.min(clause.count) && share * 10 >= clause.count * 7;
        }
        let against = |other: &&Clause| {
            let share = covered(&other.stems);
            other.denied
                && share >= 2
                && share * 10 >= clause.count * 7
                && share * 10 >= other.count * 6
        };
        !denied && best.clauses.iter().any(|other| against(&other))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged<'t>(reply: &'t str, evidence: &str) -> Option<Turned<'t>> {
        let said: Vec<Said<'_>> =
            grice_text::sentences(evidence).map(|range| Said::new(&evidence[range])).collect();
        turned(&tokens(reply), &said)
    }

    const EVIDENCE: &str = "The mill is open to visitors on Sundays. The owner never sold the \
        mill. Its wheel lies east of the river, but it does not turn.";

    #[test]
    fn a_negation_that_one_side_lacks_is_seen() {
        for reply in [
            "The mill is not open to visitors.",
            "The mill isn't open to visitors on Sundays.",
            "The owner sold the mill.",
            "The wheel does not lie east of the river.",
        ] {
            // The last one's sentence denies something else: that is left to the score.
            let expected = (!reply.contains("wheel")).then_some(Turned::Negation);
            assert_eq!(judged(reply, EVIDENCE), expected, "{reply}");
        }
    }

    #[test]
    fn what_is_denied_on_both_sides_agrees() {
        for reply in [
            "The owner didn't sell the mill.",
            "The owner has never sold the mill.",
            "The wheel doesn't turn.",
            "No, the mill is open to visitors.",
            "The mill is open on Sundays.",
            "Not only visitors come.",
        ] {
            assert_eq!(judged(reply, EVIDENCE), None, "{reply}");
        }
    }

    #[test]
    fn an_opposite_is_seen_where_the_rest_is_the_same() {
        assert_eq!(
            judged("The wheel lies west of the river.", EVIDENCE),
            Some(Turned::Opposite("west"))
        );
        assert_eq!(
            judged("The mill is closed to visitors.", EVIDENCE),
            Some(Turned::Opposite("closed"))
        );
        assert_eq!(judged("A castle stands west of the town square.", EVIDENCE), None);
    }
}
