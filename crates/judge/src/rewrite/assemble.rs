//! From the model's values to a question that stands alone. training/rewrite_edits.py does the
//! same, and training/checks/rewrite-golden.jsonl holds both to it.

use std::collections::{BTreeMap, HashSet};

use super::judged::{JOINS, Judged, Span};
use super::settings::Settings;
use super::talk::Talk;
use super::words::{Word, is_stop};

/// The most words that a slot replaces.
const MOST_REPLACED: usize = 5;

/// A place in the question where phrases of the history go.
struct Slot<'a> {
    at: usize,
    /// The word after the last that is replaced.
    end: usize,
    pattern: &'a str,
    join: &'static str,
    spans: Vec<Span>,
}

/// The question with what it needs of its history, or nothing where it stands alone.
pub(super) fn assemble(
    talk: &Talk,
    judged: &Judged,
    patterns: &[String],
    settings: &Settings,
) -> Option<String> {
    if talk.said.is_empty() || judged.alone >= settings.alone {
        return None;
    }
    let slots = slots(talk, judged, patterns, settings);
    let replaced: HashSet<usize> = slots.iter().flat_map(|slot| slot.at..slot.end).collect();
    let mut have: HashSet<&str> = HashSet::new();
    for (n, word) in talk.asked.iter().enumerate() {
        if !replaced.contains(&n) {
            have.insert(&word.lower);
        }
    }
    let mut before: BTreeMap<usize, String> = BTreeMap::new();
    let mut gone: HashSet<usize> = HashSet::new();
    let asked = talk.question.to_lowercase();
    for slot in slots {
        let mut spans = slot.spans;
        if slot.end == slot.at {
            spans.retain(|span| is_fresh(talk, *span, &have));
        } else if !spans.iter().any(|span| is_fresh(talk, *span, &have))
            && spans.iter().all(|span| asked.contains(&talk.phrase(*span).to_lowercase()))
        {
            spans.clear();
        }
        let Some(first) = spans.first().copied().filter(|_| !gone.contains(&slot.at)) else {
            continue;
        };
        let told: HashSet<&str> = in_span(talk, first).iter().map(|w| w.lower.as_str()).collect();
        if spans.get(1).is_some_and(|second| !is_fresh(talk, *second, &told)) {
            spans.truncate(1);
        }
        let text = match spans.get(1) {
            Some(second) => {
                let joined = slot.join.replacen('_', &talk.phrase(first), 1);
                filled(&joined, &talk.phrase(*second))
            }
            None => talk.phrase(first),
        };
        before.insert(slot.at, filled(slot.pattern, &text));
        gone.extend(slot.at..slot.end);
        for span in &spans {
            have.extend(in_span(talk, *span).iter().map(|word| word.lower.as_str()));
        }
    }
    let least = if before.is_empty() { settings.only } else { settings.pick };
    let left = leftovers(talk, judged, &mut have, least, settings.most);
    if before.is_empty() && left.is_empty() {
        return None;
    }
    let left: Vec<String> = left.into_iter().map(|span| talk.phrase(span)).collect();
    Some(written(talk, before, &gone, left, settings))
}

fn slots<'a>(
    talk: &Talk,
    judged: &Judged,
    patterns: &'a [String],
    settings: &Settings,
) -> Vec<Slot<'a>> {
    let mut found = Vec::new();
    for (at, chances) in judged.insert.iter().enumerate().take(talk.asked.len() + 1) {
        let nothing = chances.first().copied().unwrap_or(1.0);
        if 1.0 - nothing < settings.insert {
            continue;
        }
        let number = 1 + best(chances.get(1..).unwrap_or_default());
        let Some(pattern) = patterns.get(number) else { continue };
        let (join, spans) = phrases(talk, judged, at);
        let replaced = judged.delete.iter().take(talk.asked.len()).skip(at).take(MOST_REPLACED);
        let end = at + replaced.take_while(|chance| **chance >= settings.delete).count();
        found.push(Slot { at, end, pattern, join, spans });
    }
    found
}

/// How a slot's phrases are joined, and which they are: none, one or two.
fn phrases(talk: &Talk, judged: &Judged, at: usize) -> (&'static str, Vec<Span>) {
    let join = judged.join.get(at).and_then(|join| JOINS.get(*join)).copied().unwrap_or_default();
    let Some(first) = judged.slots.best(talk, at, 0, None) else { return ("", Vec::new()) };
    if join.is_empty() {
        return ("", vec![first]);
    }
    match judged.slots.best(talk, at, 1, Some(first)) {
        Some(second) => (join, vec![first, second]),
        None => ("", vec![first]),
    }
}

/// The first of the largest values.
pub(super) fn best(values: &[f32]) -> usize {
    let mut best = 0;
    for (i, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = i;
        }
    }
    best
}

fn in_span(talk: &Talk, (first, last): Span) -> &[Word] {
    talk.said.get(first..=last).unwrap_or_default()
}

/// Whether a phrase has a word with content that is not there yet.
fn is_fresh(talk: &Talk, span: Span, have: &HashSet<&str>) -> bool {
    in_span(talk, span).iter().any(|word| word.has_content() && !is_there(&word.lower, have))
}

fn is_there(word: &str, have: &HashSet<&str>) -> bool {
    have.contains(word) || have.iter().any(|other| are_alike(word, other))
}

/// Whether two words are the same but for an accent that may be missing.
fn are_alike(first: &str, second: &str) -> bool {
    let same = |(a, b): (char, char)| a == b || !a.is_ascii() || !b.is_ascii();
    first.chars().count() == second.chars().count() && first.chars().zip(second.chars()).all(same)
}

/// Phrases of the history that are likely brought in and are nowhere yet, likeliest first.
fn leftovers<'a>(
    talk: &'a Talk,
    judged: &Judged,
    have: &mut HashSet<&'a str>,
    least: f32,
    most: usize,
) -> Vec<Span> {
    let content = |n: &usize| talk.said[*n].has_content();
    let chance = |n: usize| judged.pick.get(n).copied().unwrap_or_default();
    let mut runs: Vec<Span> = Vec::new();
    for n in (0..talk.said.len()).filter(content).filter(|n| chance(*n) >= least) {
        match runs.last_mut() {
            Some((_, last)) if talk.part[*last] == talk.part[n] && bridges(talk, *last, n) => {
                *last = n
            }
            _ => runs.push((n, n)),
        }
    }
    let mean = |(first, last): Span| {
        let chances: Vec<f32> = (first..=last).filter(content).map(chance).collect();
        chances.iter().sum::<f32>() / chances.len() as f32
    };
    let mut found: Vec<(f32, Span)> = runs.into_iter().map(|run| (mean(run), run)).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen = Vec::new();
    for (_, span) in found {
        let words = in_span(talk, span);
        let new = words.iter().filter(|w| w.has_content()).all(|w| !is_there(&w.lower, have));
        if chosen.len() < most && new {
            chosen.push(span);
            have.extend(words.iter().map(|word| word.lower.as_str()));
        }
    }
    chosen
}

/// Whether two words belong to one phrase: at most two marks or small words stand between them,
/// and no end of a sentence.
fn bridges(talk: &Talk, from: usize, to: usize) -> bool {
    let between = talk.said.get(from + 1..to).unwrap_or_default();
    let initial = talk.said[from].lower.chars().count() <= 2;
    let ends = |word: &Word| match &*word.lower {
        "?" | "!" | ";" => true,
        "." => !initial,
        _ => word.has_content(),
    };
    between.len() <= 2 && !between.iter().any(ends)
}

/// A pattern with its phrase: "_ 's" and "besides _ ," close up.
fn filled(pattern: &str, text: &str) -> String {
    let text = pattern.replacen('_', text, 1);
    text.replace(" 's", "'s").replace(" ,", ",").replace(" - ", "-")
}

/// The question's words with what goes before them, without those that are gone; what is left
/// over goes before the last mark.
fn written(
    talk: &Talk,
    mut before: BTreeMap<usize, String>,
    gone: &HashSet<usize>,
    left: Vec<String>,
    settings: &Settings,
) -> String {
    let end = talk.asked.iter().rposition(Word::is_word).map_or(0, |last| last + 1);
    let mut left = left.into_iter();
    if !before.contains_key(&end)
        && let Some(first) = left.next()
    {
        before.insert(end, format!("{} {first}", settings.last));
    }
    if let Some(last) = before.get_mut(&end) {
        for phrase in left {
            last.push_str(", ");
            last.push_str(&phrase);
        }
    }
    let mut text = String::new();
    let mut at = 0;
    let size = talk.question.len();
    let places = talk.asked.iter().map(|word| (word.start, word.end)).chain([(size, size)]);
    for (n, (start, stop)) in places.enumerate() {
        let mut gap = talk.question.get(at..start).unwrap_or_default();
        if let Some(phrase) = before.get(&n) {
            let phrase = after_same(&text, phrase);
            if !text.is_empty() && !text.ends_with([' ', '(', '"']) {
                text.push(' ');
            }
            text.push_str(phrase);
            if gap.is_empty() && talk.asked.get(n).is_some_and(Word::is_word) {
                gap = " ";
            }
        }
        if !gone.contains(&n) {
            if !text.is_empty() {
                text.push_str(gap);
            }
            let first =
                talk.asked.first().filter(|w| n == 0 && is_stop(&w.lower) && w.lower != "i");
            match first.filter(|_| before.contains_key(&0)) {
                Some(first) => text.push_str(&first.lower),
                None => text.push_str(talk.question.get(start..stop).unwrap_or_default()),
            }
        }
        at = stop;
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace("'s's", "'s").replace(",?", "?").replace(",.", ".");
    match talk.question.starts_with(char::is_uppercase) {
        true => capital(&text),
        false => text,
    }
}

/// A phrase without its first word where that is a small one with which the text ends: "a part
/// of" and "of the fleet" share their "of".
fn after_same<'a>(text: &str, phrase: &'a str) -> &'a str {
    let last = text.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let (first, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
    match first.to_lowercase() == last && is_stop(&last) {
        true => rest,
        false => phrase,
    }
}

/// A text with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
