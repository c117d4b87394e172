//! Words that pick one of several things: "the second", "the last one", "neither".

use crate::number::{ordinal, value};
use crate::words;

/// What words pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one at this place, from 1.
    At(usize),
    /// The last one, the latter.
    Last,
    /// The one that was not spoken of.
    Other,
    /// None of them.
    Neither,
}

/// What an utterance picks by a word for a place; none where it has no such word. "The former" is
/// the first.
///
/// ```
/// use grice_english::choice::{Choice, picked};
///
/// assert_eq!(picked("the second one, please"), Some(Choice::At(2)));
/// ```
pub fn picked(utterance: &str) -> Option<Choice> {
    let all = words::lower(utterance);
    let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
    if has(&["neither", "none"]) {
        return Some(Choice::Neither);
    }
    let figure = |word: &String| {
        let number = word.bytes().all(|b| b.is_ascii_digit()).then(|| value(word)).flatten()?;
        (number >= 1.0).then_some(number as usize)
    };
    let place = |word: &String| ordinal(word).or_else(|| figure(word));
    match () {
        () if has(&["former"]) => Some(Choice::At(1)),
        () if has(&["last", "latter"]) => Some(Choice::Last),
        () => match all.iter().find_map(place) {
            Some(place) => Some(Choice::At(place)),
            None if has(&["other", "another"]) => Some(Choice::Other),
            None => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_for_a_place_picks_one() {
        for (said, choice) in [
            ("2", Choice::At(2)),
            ("the 3rd", Choice::At(3)),
            ("the former", Choice::At(1)),
            ("the latter", Choice::Last),
            ("neither of them", Choice::Neither),
            ("the other one", Choice::Other),
        ] {
            assert_eq!(picked(said), Some(choice), "{said}");
        }
        for said in ["", "yes", "the bridge", "one"] {
            assert_eq!(picked(said), None, "{said}");
        }
    }
}
