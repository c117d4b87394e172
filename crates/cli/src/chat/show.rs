//! What commands show: evidence, topics, saved conversations, and the first screen.

use std::fmt::Write;

use grice_engine::{Conversation, Evidence, Reply, Switch};
use grice_index::{Index, Result};
use grice_store::Summary;
use grice_text::CharMap;

use crate::judgement::on_one_line;
use crate::output::{DIM, FOUND, TITLE, counted, date};
use crate::places;

/// How many characters of a question a list shows.
const SHORT: usize = 60;

/// Names of sources that the first screen tells.
const NAMED: usize = 3;

/// What is talked about, and what one can do.
pub fn opening(index: &Index, is_demo: bool) -> Result<String> {
    let info = index.searcher()?.info()?;
    let sources = index.about()?.sources;
    let mut names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    names.dedup();
    let more = if names.len() > NAMED { " and more" } else { "" };
    names.truncate(NAMED);
    let about = match (is_demo, names.is_empty()) {
        (true, _) => "the Solar System, the demo's encyclopedia".to_owned(),
        (false, true) => "an empty index".to_owned(),
        (false, false) => format!("{}{more}", names.join(", ")),
    };
    let (pages, passages) = (counted(info.documents, "page"), counted(info.passages, "passage"));
    Ok(format!(
        "{TITLE}Grice{TITLE:#} on {TITLE}{about}{TITLE:#} {DIM}({pages}, {passages}){DIM:#}\n\
         Ask away. /evidence shows where an answer stands, /help the rest; /quit or Ctrl-D leaves.\n"
    ))
}

/// The last turn of a conversation that is taken up again.
pub fn taken_up(summary: &Summary, conversation: &Conversation) -> String {
    let (turns, what) = (counted(u64::from(summary.turns), "turn"), called(summary));
    let mut out = format!("Going on with {what}, {turns} so far.\n");
    if let Some(last) = conversation.turns.last() {
        let _ = writeln!(out, "{DIM}› {}{DIM:#}", on_one_line(&last.question));
        let _ = writeln!(out, "{}", on_one_line(&last.reply));
    }
    out
}

fn called(summary: &Summary) -> String {
    match &summary.name {
        Some(name) => format!("conversation {} '{name}'", summary.id),
        None => format!("conversation {}", summary.id),
    }
}

/// Saved conversations, a line each.
pub fn list(all: &[Summary]) -> String {
    if all.is_empty() {
        return "No conversation is saved yet.\n".to_owned();
    }
    let mut out = String::new();
    for one in all {
        let name = one.name.as_deref().map(|name| format!("{name}  ")).unwrap_or_default();
        let turns = counted(u64::from(one.turns), "turn");
        let at = date(u64::try_from(one.changed / 1000).unwrap_or_default());
        let title = short(&one.title);
        let _ = writeln!(
            out,
            "{DIM}{:>3}{DIM:#}  {TITLE}{name}{TITLE:#}{title}  {DIM}{turns}, {at}{DIM:#}",
            one.id
        );
    }
    out.push_str("/resume and a number or a name goes on with one.\n");
    out
}

/// The page of every turn, and how the topic changed.
pub fn topics(conversation: &Conversation) -> String {
    if conversation.turns.is_empty() {
        return "Nothing has been said yet.\n".to_owned();
    }
    let mut out = String::new();
    for (number, turn) in conversation.turns.iter().enumerate() {
        let none = if turn.aside { "–" } else { "no page" };
        let title = turn.topic.as_ref().map_or(none, |topic| topic.title.as_str());
        let how = match (turn.switched, &turn.topic) {
            (Switch::NoSwitch, _) => "  stays",
            (Switch::SwitchToNew, _) => "  new topic",
            (Switch::SwitchToOld, _) => "  back again",
            (Switch::None, Some(_)) => "  begins",
            (Switch::None, None) => "",
        };
        let question = short(&turn.question);
        let _ = writeln!(
            out,
            "{DIM}{:>3}{DIM:#}  {TITLE}{title}{TITLE:#}{how}  {DIM}{question}{DIM:#}",
            number + 1
        );
    }
    out
}

/// The evidence of a reply, numbered as in its text, each in its sentence.
pub fn evidence(index: &Index, reply: &Reply, colour: bool) -> String {
    if reply.literal.is_empty() && reply.pragmatic.is_empty() {
        return "Nothing of the collection was used for that reply.\n".to_owned();
    }
    let (searcher, about, mut out) = (index.searcher(), index.about(), String::new());
    let mut trouble = searcher.as_ref().err().map(ToString::to_string);
    for (number, span) in reply.literal.iter().chain(&reply.pragmatic).enumerate() {
        let added = if number < reply.literal.len() { "" } else { "  added" };
        let place = match span.section.as_str() {
            "" => span.title.clone(),
            section => format!("{} › {section}", span.title),
        };
        let _ = writeln!(
            out,
            "{DIM}{:>2}{DIM:#}  {TITLE}{place}{TITLE:#}  {DIM}{}{added}{DIM:#}",
            number + 1,
            span.passage
        );
        let passage = match searcher.as_ref().map(|searcher| searcher.find_passage(&span.passage)) {
            Ok(Ok(passage)) => passage,
            Ok(Err(error)) => {
                trouble = Some(error.to_string());
                None
            }
            Err(_) => None,
        };
        let text = passage.as_ref().map(|passage| passage.text.as_str());
        let around = text.and_then(|text| within(text, span));
        let (before, after) = around.unwrap_or_default();
        let (open, close) = if colour { ("", "") } else { ("[", "]") };
        let words = on_one_line(&span.text);
        let (before, after) = (on_one_line(&before), on_one_line(&after));
        let _ = writeln!(out, "    {before}{open}{FOUND}{words}{FOUND:#}{close}{after}");
        if let (Ok(searcher), Ok(about), Some(passage)) = (&searcher, &about, &passage)
            && let Some(place) = places::place(about, searcher, passage)
        {
            let _ = writeln!(out, "    {DIM}{place}{DIM:#}");
        }
    }
    if let Some(why) = trouble {
        let _ = writeln!(out, "{DIM}Note: the passages cannot be read now: {why}{DIM:#}");
    }
    out
}

/// Opens what a piece of evidence stands in.
pub fn open(index: &Index, reply: &Reply, number: Option<&str>) -> String {
    let all: Vec<&Evidence> = reply.literal.iter().chain(&reply.pragmatic).collect();
    let wanted = number.unwrap_or("1").trim_matches(['[', ']', ' ']);
    let span = wanted.parse().ok().and_then(|n: usize| all.get(n.checked_sub(1)?));
    let Some(span) = span else {
        return match all.len() {
            0 => "Nothing of the collection was used for that reply.\n".to_owned(),
            1 => "There is one piece of evidence: /open 1.\n".to_owned(),
            last => format!("Evidence has the numbers 1 to {last}: /open 1.\n"),
        };
    };
    let found = || -> Result<_> {
        let (searcher, about) = (index.searcher()?, index.about()?);
        let passage = searcher.find_passage(&span.passage)?;
        Ok(passage.and_then(|passage| places::place(&about, &searcher, &passage)))
    };
    match found() {
        Ok(Some(place)) => match places::open(&place) {
            Ok(link) => format!("Opened {link}\n"),
            Err(why) => format!("{why}\n"),
        },
        Ok(None) => format!("{} is in no file of this machine.\n", span.passage),
        Err(error) => format!("{error}\n"),
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

/// The start of a question, on one line.
fn short(text: &str) -> String {
    let text = on_one_line(text);
    match text.char_indices().nth(SHORT) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn long_questions_are_cut() {
        assert_eq!(short("Who\nbuilt it?"), "Who built it?");
        assert_eq!(short(&"é".repeat(70)).chars().count(), SHORT + 1);
    }
}
