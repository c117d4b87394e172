//! A sentence laid beside the one of the evidence that it repeats: what was put in a word's place.

use std::ops::Range;

use grice_english::polarity::are_opposites;

use super::name::Known;
use super::quantity::quantities;
use super::token::{Token, denies, is_function};

/// What stands in place of what the evidence has, by the reply's tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Swap {
    Number(Range<usize>),
    Name(Range<usize>),
    Negation,
    Opposite(usize),
}

/// Longer stretches are other wordings rather than one thing changed.
const LONGEST: usize = 5;

/// Tokens of either side that are laid beside each other at most.
const MOST: usize = 120;

/// Words that help a verb and change with a negation.
const HELPING: [&str; 12] =
    ["do", "does", "did", "has", "have", "had", "is", "are", "was", "were", "will", "can"];

/// How many tokens the two sentences share in order, and what was swapped between them.
pub(super) fn swaps(reply: &[Token<'_>], evidence: &[Token<'_>]) -> (usize, Vec<Swap>) {
    let (reply, evidence) =
        (&reply[..reply.len().min(MOST)], &evidence[..evidence.len().min(MOST)]);
    let pairs = shared(reply, evidence);
    let mut found = Vec::new();
    if pairs.len() < 4 || pairs.len() * 10 < reply.len() * 6 {
        return (pairs.len(), found);
    }
    let plain = !reply.iter().any(Token::is_capitalised);
    // Where both deny something, only a close copy shows that they don't deny the same.
    let close = pairs.len() * 10 >= reply.len() * 8;
    let comparable = close || !(0..evidence.len()).any(|at| denies(evidence, at));
    let mut ends = pairs.clone();
    // The ends of both sentences answer each other too, where the shared words reach near them.
    ends.push((reply.len(), evidence.len()));
    let mut start = (0, 0);
    for (at, other) in ends {
        let (mine, theirs) = (start.0..at, start.1..other);
        if mine.len() <= LONGEST && theirs.len() <= LONGEST {
            let swap = swap(reply, mine, evidence, theirs, plain);
            found.extend(swap.filter(|swap| comparable || *swap != Swap::Negation));
        }
        start = (at + 1, other + 1);
    }
    (pairs.len(), found)
}

/// The longest common subsequence of forms.
fn shared(reply: &[Token<'_>], evidence: &[Token<'_>]) -> Vec<(usize, usize)> {
    let (rows, columns) = (reply.len(), evidence.len());
    let mut best = vec![vec![0usize; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            best[i][j] = match reply[i].form == evidence[j].form {
                true => best[i + 1][j + 1] + 1,
                false => best[i + 1][j].max(best[i][j + 1]),
            };
        }
    }
    let (mut pairs, mut i, mut j) = (Vec::new(), 0, 0);
    while i < rows && j < columns {
        if reply[i].form == evidence[j].form {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[i + 1][j] >= best[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn swap(
    reply: &[Token<'_>],
    mine: Range<usize>,
    evidence: &[Token<'_>],
    theirs: Range<usize>,
    plain: bool,
) -> Option<Swap> {
    let denied =
        |tokens: &[Token<'_>], range: &Range<usize>| range.clone().any(|at| denies(tokens, at));
    match (denied(reply, &mine), denied(evidence, &theirs)) {
        (true, false) => return Some(Swap::Negation),
        (false, true) if is_only_denial(evidence, &theirs, &mine) => return Some(Swap::Negation),
        _ => {}
    }
    if mine.is_empty() || theirs.is_empty() {
        return None;
    }
    let (said, known) = (&reply[mine.clone()], &evidence[theirs]);
    let opposite = said.iter().position(|a| known.iter().any(|b| are_opposites(&a.form, &b.form)));
    if let Some(place) = opposite {
        return Some(Swap::Opposite(mine.start + place));
    }
    let (numbers, theirs) = (quantities(said), quantities(known));
    if let Some(number) = numbers.iter().find(|number| number.counts)
        && !theirs.is_empty()
    {
        let range = mine.start + number.from..mine.start + number.to;
        return (!number.is_among(&theirs)).then_some(Swap::Number(range));
    }
    is_other_name(said, known, plain).then_some(Swap::Name(mine))
}

/// Whether the evidence's stretch does nothing but deny, and the reply has at most the verb for it.
fn is_only_denial(evidence: &[Token<'_>], theirs: &Range<usize>, mine: &Range<usize>) -> bool {
    let others = theirs
        .clone()
        .filter(|at| !denies(evidence, *at) && !HELPING.contains(&evidence[*at].form.as_str()));
    others.count() <= mine.len() && mine.len() <= 2
}

/// Whether a name took the place of another: no word of one is a word of the other, or short for
/// it. In a `plain` reply, one without capitals, names have none either.
fn is_other_name(said: &[Token<'_>], known: &[Token<'_>], plain: bool) -> bool {
    let named = |token: &&Token<'_>| !is_function(&token.form);
    let is_name = |tokens: &[Token<'_>]| {
        let mut words = tokens.iter().filter(named).peekable();
        words.peek().is_some() && words.all(|token| token.is_capitalised() && !token.is_numeric())
    };
    if !is_name(known) || said.iter().any(|token| is_function(&token.form)) {
        return false;
    }
    let (mine, theirs) = (Known::new(said), Known::new(known));
    let akin = said.iter().any(|token| theirs.has(&token.form))
        || known.iter().filter(named).any(|token| mine.has(&token.form));
    (is_name(said) || plain) && !akin
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    const EVIDENCE: &str = "The Marrow Bridge, designed by Marcel Mule, was opened in 1898 by \
        Agnes Whitlock and has more than 40 arches.";

    fn found(reply: &str) -> Vec<Swap> {
        swaps(&tokens(reply), &tokens(EVIDENCE)).1
    }

    #[test]
    fn what_took_another_place_is_found_though_the_evidence_has_it_elsewhere() {
        let reply = "The Marrow Bridge, designed by Agnes Whitlock, was opened in 1898.";
        assert_eq!(found(reply), [Swap::Name(5..7)]);
        let reply =
            "the marrow bridge was opened in 1898 by constantius and has more than 40 arches";
        assert_eq!(found(reply), [Swap::Name(8..9)]);
        let reply = "The bridge was opened in 40 by Agnes Whitlock.";
        assert_eq!(found(reply), [Swap::Number(5..6)]);
        let reply = "It was opened in 1898 by Agnes Whitlock and has less than 40 arches.";
        assert_eq!(found(reply), [Swap::Opposite(10)]);
        let reply = "The Marrow Bridge was never opened in 1898 by Agnes Whitlock.";
        assert_eq!(found(reply), [Swap::Negation]);
    }

    #[test]
    fn another_wording_of_the_same_is_no_swap() {
        for reply in [
            "It was opened in 1898 by Agnes Whitlock.",
            "The Marrow Bridge, designed by Mule, was opened in the 1890s by Whitlock.",
            "The bridge was opened in 1898 by her and has more than forty arches.",
            "The Marrow Bridge was opened in 1898.",
            "Yes, the Marrow Bridge was designed by M. Mule and opened by Whitlock in 1898.",
        ] {
            assert_eq!(found(reply), [], "{reply}");
        }
    }
}
