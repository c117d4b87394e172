//! What commands show: topics, saved conversations, and the first screen.

use std::fmt::Write;

use grice_engine::{Conversation, Reply, Switch};
use grice_index::{Index, Result};
use grice_store::{Saved, Summary};
use grice_text::on_one_line;

use crate::output::{DIM, TITLE, counted, date, fold};
use crate::reply_text::reply_text;

/// How many characters of a question a list shows.
const SHORT: usize = 60;

/// What is talked about, and what one can do. The demo has no name of its own.
pub fn opening(index: &Index, name: Option<&str>) -> Result<String> {
    let info = index.searcher()?.info()?;
    let about = name.unwrap_or("the Solar System, the demo's encyclopedia");
    let (pages, passages) = (counted(info.documents, "page"), counted(info.passages, "passage"));
    Ok(format!(
        "{TITLE}Grice{TITLE:#} on {TITLE}{about}{TITLE:#} {DIM}({pages}, {passages}){DIM:#}\n\
         Ask away. /evidence shows where an answer stands, /help the rest; /quit or Ctrl-D leaves.\n"
    ))
}

/// As what a question was understood; none where it was taken as it was said.
pub fn understood(shown: &str) -> Option<String> {
    let shown = on_one_line(shown);
    (!shown.is_empty()).then(|| format!("{DIM}Understood as: {shown}{DIM:#}"))
}

/// Notes, and what could be asked next by its number.
pub fn offers(reply: &Reply) -> String {
    let mut out = String::new();
    for note in &reply.notes {
        let _ = writeln!(out, "{DIM}Note: {}{DIM:#}", on_one_line(note));
    }
    for (number, offer) in reply.follow_ups.iter().enumerate() {
        let _ = writeln!(out, "  {DIM}{}{DIM:#} → {}", number + 1, on_one_line(offer));
    }
    out
}

/// The last turn of a conversation that is taken up again.
pub fn taken_up(saved: &Saved, width: Option<usize>) -> String {
    let Saved { summary, conversation, replies, .. } = saved;
    let (turns, what) = (counted(u64::from(summary.turns), "turn"), called(summary));
    let mut out = format!("Going on with {what}, {turns} so far.\n");
    if let Some(last) = conversation.turns.last() {
        let _ = writeln!(out, "{DIM}› {}{DIM:#}", on_one_line(&last.question));
        let plain = || Reply { text: last.reply.clone(), ..Reply::default() };
        let reply = replies.last().cloned().flatten().unwrap_or_else(plain);
        out = fold(&out, width);
        out.push_str(&reply_text(&reply, width));
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

    #[test]
    fn long_questions_are_cut() {
        assert_eq!(short("Who\nbuilt it?"), "Who built it?");
        assert_eq!(short(&"é".repeat(70)).chars().count(), SHORT + 1);
    }
}
