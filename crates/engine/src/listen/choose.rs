//! Which of several things a reply picks: by its place, by a word of it, or none.

use std::collections::HashSet;

use grice_english::words;

/// What a reply picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// The one with this number, from 0.
    One(usize),
    /// None of them.
    Neither,
    /// The words do not say.
    Unsaid,
}

/// Words for places; "last" and what means it come after them.
const PLACES: &[&[&str]] = &[
    &["first", "1st", "1", "former"],
    &["second", "2nd", "2"],
    &["third", "3rd", "3"],
    &["fourth", "4th", "4"],
];
const LAST: &[&str] = &["last", "latter"];
const OTHER: &[&str] = &["other", "another"];
const NEITHER: &[&str] = &["neither", "none"];

/// The most words of a reply in which a word for a place picks one.
const SHORT: usize = 9;

/// What can be picked: how it was named, and what it is about.
pub(crate) struct Named<'a> {
    pub label: &'a str,
    pub about: &'a str,
}

/// What a reply picks. `first_asked` tells that the first was asked about, so that "the other one"
/// is the second. Places are counted from the option with the number `from`.
pub(crate) fn choose(reply: &str, options: &[Named<'_>], first_asked: bool, from: usize) -> Pick {
    let said = words::lower(reply);
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    if has(NEITHER) {
        return Pick::Neither;
    }
    let labels: Vec<HashSet<String>> = options.iter().map(|o| stems(o.label)).collect();
    let all: Vec<HashSet<String>> =
        options.iter().map(|o| stems(&format!("{} {}", o.label, o.about))).collect();
    for known in [&labels, &all] {
        if let Some(number) = by_words(&said, known) {
            return Pick::One(number);
        }
    }
    if said.len() > SHORT {
        return Pick::Unsaid;
    }
    let place = match PLACES.iter().position(|words| has(words)) {
        Some(place) => Some(from + place),
        None if has(LAST) => options.len().checked_sub(1),
        None if has(OTHER) && first_asked => Some(1),
        None => None,
    };
    match place {
        Some(place) if place < options.len() => Pick::One(place),
        _ => Pick::Unsaid,
    }
}

/// Whether a reply says nothing but which one it picks: each of its words is of an option or of a
/// place. "Copy that table" says more than "the table".
pub(crate) fn only_picks(reply: &str, options: &[Named<'_>]) -> bool {
    let known: HashSet<String> = options.iter().flat_map(|option| stems(option.label)).collect();
    let places = PLACES.iter().copied().chain([LAST, OTHER, NEITHER]);
    let places: Vec<&str> = places.flatten().copied().collect();
    words::lower(reply).iter().all(|word| {
        words::is_stop(word) || places.contains(&word.as_str()) || known.contains(&stem(word))
    })
}

/// The one that shares most of the words that not all have; what follows "not" speaks against it.
fn by_words(said: &[String], options: &[HashSet<String>]) -> Option<usize> {
    let common = |word: &String| options.len() > 1 && options.iter().all(|o| o.contains(word));
    let denies = said.iter().position(|word| word == "not" || word == "t");
    let mut scores = vec![0_i32; options.len()];
    for (place, word) in said.iter().enumerate() {
        let stem = stem(word);
        if words::is_stop(word) || common(&stem) {
            continue;
        }
        let sign = if denies.is_some_and(|not| not < place) { -1 } else { 1 };
        for (score, option) in scores.iter_mut().zip(options) {
            *score += sign * i32::from(option.contains(&stem));
        }
    }
    let best = scores.iter().max()?;
    let worst = scores.iter().min()?;
    let mut among = scores.iter().enumerate().filter(|(_, score)| *score == best);
    let (number, _) = among.next()?;
    (best > worst || options.len() == 1 && *best > 0).then_some(())?;
    among.next().is_none().then_some(number)
}

fn stems(text: &str) -> HashSet<String> {
    let words = words::lower(text);
    words.iter().filter(|word| !words::is_stop(word)).map(|word| stem(word)).collect()
}

fn stem(word: &str) -> String {
    let mut stem = word.to_owned();
    grice_text::porter::stem(&mut stem);
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENSES: [Named<'static>; 2] = [
        Named { label: "Mercury (planet)", about: "The planet nearest to the Sun." },
        Named { label: "Mercury (element)", about: "A metal that is liquid when warm." },
    ];

    #[test]
    fn a_word_or_a_place_picks_one() {
        for (reply, number) in [
            ("the planet", 0),
            ("element", 1),
            ("I mean the second one", 1),
            ("2", 1),
            ("the metal, please", 1),
            ("the latter", 1),
            ("Mercury (planet)", 0),
            ("not the planet", 1),
            ("the first", 0),
        ] {
            assert_eq!(choose(reply, &SENSES, false, 0), Pick::One(number), "{reply}");
        }
    }

    #[test]
    fn what_picks_none_is_said_or_left_unsaid() {
        assert_eq!(choose("neither", &SENSES, false, 0), Pick::Neither);
        for reply in ["Mercury", "yes", "the fifth", "the band", "5", "the other one"] {
            assert_eq!(choose(reply, &SENSES, false, 0), Pick::Unsaid, "{reply}");
        }
        let long = "the first thing I ever saw in the sky at night was very small";
        assert_eq!(choose(long, &SENSES, false, 0), Pick::Unsaid);
    }

    #[test]
    fn the_other_one_is_the_second_where_the_first_was_asked_about() {
        assert_eq!(choose("I'd rather hear about the other one", &SENSES, true, 0), Pick::One(1));
        assert_eq!(
            choose("I'd rather hear about the other one", &SENSES[..1], true, 0),
            Pick::Unsaid
        );
    }

    #[test]
    fn places_count_what_is_listed() {
        assert_eq!(choose("the first one", &SENSES, true, 1), Pick::One(1));
        assert_eq!(choose("the second one", &SENSES, true, 1), Pick::Unsaid);
    }
}
