//! The condition of a reply, cut out as it stands there: "Sure, but only if it's short." gives
//! "only if it's short".
//!
//! A cue opens the clause and a guard turns away the same words with another meaning ("not sure
//! if"); [`clause`](super::clause) finds where it ends.

use super::clause;
use super::guard::{self, Guard};
use super::words::Words;

/// How sure it is that a cue opens a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// It does.
    Explicit,
    /// It tells a time, which is a condition more often than not.
    Time,
    /// It does where the reply is known to have a condition.
    Loose,
}

struct Cue {
    phrase: &'static str,
    strength: Strength,
    guard: Guard,
    /// How many of its words are not the condition's.
    skip: usize,
}

const fn cue(phrase: &'static str, strength: Strength, guard: Guard) -> Cue {
    Cue { phrase, strength, guard, skip: 0 }
}

use Strength::{Explicit, Loose, Time};

const CUES: &[Cue] = &[
    cue("if", Explicit, guard::if_),
    cue("unless", Explicit, guard::none),
    cue("as long as", Explicit, guard::long),
    cue("so long as", Explicit, guard::long),
    cue("long as", Explicit, guard::opens),
    cue("provided", Explicit, guard::provided),
    cue("providing", Explicit, guard::provided),
    cue("on condition", Explicit, guard::none),
    cue("on the condition", Explicit, guard::none),
    cue("on one condition", Explicit, guard::none),
    cue("under one condition", Explicit, guard::none),
    cue("under the condition", Explicit, guard::none),
    cue("assuming", Explicit, guard::assuming),
    cue("depends", Explicit, guard::depends),
    cue("depending", Explicit, guard::none),
    cue("depend", Explicit, guard::depend),
    cue("contingent on", Explicit, guard::none),
    cue("contingent upon", Explicit, guard::none),
    cue("conditional on", Explicit, guard::none),
    cue("subject to", Explicit, guard::none),
    cue("except", Explicit, guard::none),
    cue("only", Explicit, guard::circumstance),
    Cue { phrase: "but only", strength: Explicit, guard: guard::none, skip: 1 },
    Cue { phrase: "but not", strength: Explicit, guard: guard::circumstance, skip: 1 },
    cue("not until", Explicit, guard::none),
    cue("when", Time, guard::when),
    cue("whenever", Time, guard::time),
    cue("once", Time, guard::once),
    cue("as soon as", Time, guard::time),
    cue("only", Loose, guard::none),
    cue("after", Loose, guard::none),
    cue("until", Loose, guard::none),
    cue("for the right", Loose, guard::none),
    cue("with the right", Loose, guard::none),
    Cue { phrase: "but", strength: Loose, guard: guard::none, skip: 1 },
];

/// Words before a cue that belong to the condition.
const NARROWS: [&str; 6] = ["only", "especially", "particularly", "just", "except", "mainly"];

/// The condition a reply states, as it stands in the reply. Where it is known that there is one
/// (`known`), weaker cues count as well.
pub(super) fn condition(words: &Words<'_>, known: bool) -> Option<String> {
    let weakest = if known { &[Explicit, Time, Loose][..] } else { &[Explicit, Time][..] };
    weakest.iter().find_map(|strength| find(words, *strength)).map(str::to_owned)
}

/// Whether a reply says in so many words that it has a condition.
pub(super) fn is_explicit(words: &Words<'_>) -> bool {
    find(words, Explicit).is_some()
}

fn find<'a>(words: &Words<'a>, strength: Strength) -> Option<&'a str> {
    (0..words.len()).find_map(|i| {
        let cues = CUES.iter().filter(|cue| cue.strength == strength);
        cues.filter_map(|cue| {
            let after = i + words.phrase(i, cue.phrase)?;
            (cue.guard)(words, i, after)
                .then(|| clause::cut(words, opening(words, i + cue.skip), after))
        })
        .next()
        .flatten()
    })
}

/// Where the clause of a cue begins.
fn opening(words: &Words<'_>, mut at: usize) -> usize {
    while NARROWS.contains(&words.previous(at)) {
        at -= 1;
    }
    // "Not if I can help it", but "I'd rather not if possible".
    if words.previous(at) == "not" && matches!(words.previous(at - 1), "" | "but") {
        at -= 1;
    }
    at
}
