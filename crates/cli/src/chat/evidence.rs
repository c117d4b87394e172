//! The evidence of a reply: shown in its sentences, cited, and opened.

use std::fmt::Write;

use grice_engine::{Evidence, Reply};
use grice_home::{Places, numbered, titled, words};
use grice_index::{Index, PassageRecord};
use grice_text::{CharMap, on_one_line};

use super::opener;
use crate::output::{DIM, FOUND, TITLE, fold};

const NOTHING: &str = "Nothing of the collection was used for that reply.\n";

/// The evidence of a reply, numbered as in its text, each in its sentence.
pub fn evidence(index: &Index, reply: &Reply, colour: bool, width: Option<usize>) -> String {
    let (mut places, mut out) = (Places::of(index), String::new());
    for (number, span) in numbered(reply) {
        let added = if number <= reply.literal.len() { "" } else { "  added" };
        let (title, id) = (titled(span), &span.passage);
        let head =
            format!("{DIM}{number:>2}{DIM:#}  {TITLE}{title}{TITLE:#}  {DIM}{id}{added}{DIM:#}\n");
        out.push_str(&fold(&head, width));
        let passage = places.passage(&span.passage);
        out.push_str(&in_sentence(passage.as_ref(), span, colour, width));
        if let Some(place) = passage.and_then(|passage| places.place(&passage)) {
            out.push_str(&fold(&format!("    {DIM}{place}{DIM:#}\n"), width));
        }
    }
    if out.is_empty() {
        return NOTHING.to_owned();
    }
    if let Some(why) = places.trouble {
        let note = format!("{DIM}Note: the passages cannot be read now: {why}{DIM:#}\n");
        out.push_str(&fold(&note, width));
    }
    out
}

/// Words of a passage, marked in their sentence. What has lines of its own, as code has, keeps them.
fn in_sentence(
    passage: Option<&PassageRecord>,
    span: &Evidence,
    colour: bool,
    width: Option<usize>,
) -> String {
    let (open, close) = if colour { ("", "") } else { ("[", "]") };
    if span.text.trim().contains('\n') {
        let lines = span.text.trim_matches('\n').lines();
        return lines.map(|line| format!("    {FOUND}{line}{FOUND:#}\n")).collect();
    }
    let around = passage.and_then(|passage| within(&passage.text, span));
    let (before, after) = around.unwrap_or_default();
    let words = on_one_line(&span.text);
    let (before, after) = (on_one_line(&before), on_one_line(&after));
    fold(&format!("    {before}{open}{FOUND}{words}{FOUND:#}{close}{after}\n"), width)
}

/// The evidence of a reply as citations: page and section, where it stands, and its words.
pub fn cite(index: &Index, reply: &Reply) -> String {
    let (mut places, mut out) = (Places::of(index), String::new());
    for (number, span) in numbered(reply) {
        let (title, words) = (titled(span), words(span));
        let _ = writeln!(out, "[{number}] {TITLE}{title}{TITLE:#}");
        let _ = writeln!(out, "    {DIM}{}{DIM:#}", places.cited(span));
        let _ = writeln!(out, "    “{words}”");
    }
    if out.is_empty() {
        return NOTHING.to_owned();
    }
    out
}

/// Opens what a piece of evidence stands in.
pub fn open(index: &Index, reply: &Reply, number: Option<&str>) -> String {
    let wanted = number.unwrap_or("1").trim_matches(['[', ']', ' ']);
    let wanted: Option<usize> = wanted.parse().ok();
    let Some((_, span)) = numbered(reply).find(|(number, _)| Some(*number) == wanted) else {
        return match numbered(reply).count() {
            0 => NOTHING.to_owned(),
            1 => "There is one piece of evidence: /open 1.\n".to_owned(),
            last => format!("Evidence has the numbers 1 to {last}: /open 1.\n"),
        };
    };
    let mut places = Places::of(index);
    match (places.of_evidence(span), places.trouble) {
        (Some(place), _) => match opener::open(&place) {
            Ok(link) => format!("Opened {link}\n"),
            Err(why) => format!("{why}\n"),
        },
        (None, Some(why)) => format!("{why}\n"),
        (None, None) => format!("{} is in no file of this machine.\n", span.passage),
    }
}

/// What stands before and after words in their sentence; none where the passage has changed.
fn within(text: &str, span: &Evidence) -> Option<(String, String)> {
    let map = CharMap::new(text);
    let (start, end) = (map.to_byte(span.start)?, map.to_byte(span.end)?);
    if text.get(start..end)? != span.text {
        return None;
    }
    let touching = |range: &std::ops::Range<usize>| range.end > start && range.start < end;
    let sentences: Vec<_> = grice_text::sentences(text).filter(touching).collect();
    let from = sentences.first().map_or(start, |first| first.start.min(start));
    let to = sentences.last().map_or(end, |last| last.end.max(end));
    Some((text.get(from..start)?.to_owned(), text.get(end..to)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::plain;

    fn span(text: &str, start: usize) -> Evidence {
        Evidence {
            text: text.to_owned(),
            passage: "d#0".into(),
            document: "d".into(),
            title: "Bridge".into(),
            section: String::new(),
            start,
            end: start + text.chars().count(),
        }
    }

    #[test]
    fn words_are_shown_in_their_sentence() {
        let text = "Ärmel came first. A monk built the bridge in 1294. It still stands.";
        let (before, after) = within(text, &span("the bridge", 31)).unwrap();
        assert_eq!((before.as_str(), after.trim_end()), ("A monk built ", " in 1294."));
        assert_eq!(within(text, &span("a bridge", 31)), None);
        assert_eq!(within("Short.", &span("the bridge", 31)), None);
    }

    #[test]
    fn code_keeps_its_lines_and_a_sentence_is_folded() {
        let code = span("let long_name =\n    another_name_that_is_long;", 0);
        assert_eq!(
            plain(&in_sentence(None, &code, true, Some(30))),
            "    let long_name =\n        another_name_that_is_long;\n"
        );
        let words = span("The bridge was finished in 1294.", 0);
        assert_eq!(
            plain(&in_sentence(None, &words, false, Some(30))),
            "    [The bridge was finished\n    in 1294.]\n"
        );
    }
}
