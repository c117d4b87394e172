//! The fallback without weights: words that say yes, no or something between.
//!
//! It reads what is said outright and no more. "I had a big lunch" is beyond it, and it says so by
//! giving most of the probability to the labels of not knowing.

use grice_english::polarity::is_negation;

use super::condition::is_explicit;
use super::label::Label::{self, Conditional, Middle, No, NotSure, ProbablyNo, Yes};
use super::phrases::{LIKING, PHRASES, SHORT_YES};
use super::reading::Shares;
use super::words::{Pause, Words};

/// The shares of the strict labels: about as often as such a reply meant that in Circa.
pub(super) fn read(words: &Words<'_>) -> Shares {
    let said = outright(words);
    if is_explicit(words) {
        return match said {
            _ if opens_with_denial(words) => shares(No, 0.5),
            Some(No | ProbablyNo) => shares(Conditional, 0.5),
            _ => shares(Conditional, 0.8),
        };
    }
    if let Some(label) = said {
        return shares(label, if matches!(label, Yes | No) { 0.8 } else { 0.4 });
    }
    let has = |test: fn(&str) -> bool| (0..words.len()).any(|i| test(words.lower(i)));
    match (words.text.contains('👍'), words.text.contains('👎')) {
        (true, false) => shares(Yes, 0.7),
        (false, true) => shares(No, 0.7),
        _ if has(is_negation) => shares(No, 0.5),
        _ if has(|word| LIKING.contains(&word)) => shares(Yes, 0.6),
        _ => unknown(),
    }
}

/// The label of the first phrase that says one.
fn outright(words: &Words<'_>) -> Option<Label> {
    (0..words.len()).find_map(|i| {
        let all = PHRASES.iter().flat_map(|(label, phrases)| phrases.iter().map(|p| (*label, *p)));
        let said = all.filter_map(|(label, phrase)| Some((words.phrase(i, phrase)?, label)));
        let short = SHORT_YES.iter().filter_map(|phrase| {
            let length = words.phrase(i, phrase)?;
            (words.pause(i + length) != Pause::None).then_some((length, Yes))
        });
        let said = said.chain(short);
        said.max_by_key(|(length, _)| *length).map(|(_, label)| label)
    })
}

/// "Not if I can help it" denies; "Not unless you pay" names a condition.
fn opens_with_denial(words: &Words<'_>) -> bool {
    match words.lower(0) {
        "no" | "nope" | "nah" | "never" => true,
        "not" => !["unless", "without", "until"].contains(&words.lower(1)),
        _ => false,
    }
}

/// One label with its share, the others with equal parts of the rest.
fn shares(best: Label, share: f32) -> Shares {
    let rest = (1.0 - share) / (Label::STRICT.len() - 1) as f32;
    Shares::new(Label::STRICT.map(|label| (label, if label == best { share } else { rest })))
}

/// Nothing was recognized.
fn unknown() -> Shares {
    Shares::new(Label::STRICT.map(|label| match label {
        NotSure => (label, 0.3),
        Middle => (label, 0.22),
        _ => (label, 0.08),
    }))
}
