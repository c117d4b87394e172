//! A reply as people read it.

use std::fmt::Write;

use grice_engine::Reply;
use grice_home::{numbered, titled};
use grice_text::on_one_line;

use super::trace;
use crate::output::{DIM, fold};
use crate::reply_text::reply_text;

/// The reply with its evidence below it, in lines of a width.
pub fn reply(reply: &Reply, trace: bool, width: Option<usize>) -> String {
    let mut out = String::new();
    if !trace && !reply.understood.is_empty() {
        let understood = on_one_line(&reply.understood);
        out.push_str(&fold(&format!("{DIM}Understood as: {understood}{DIM:#}\n"), width));
    }
    out.push_str(&reply_text(reply, width));
    let mut more = places(reply);
    if !reply.follow_ups.is_empty() {
        more.push('\n');
        for follow in &reply.follow_ups {
            let _ = writeln!(more, "  → {}", on_one_line(follow));
        }
    }
    for note in &reply.notes {
        let _ = writeln!(more, "\n{DIM}Note: {}{DIM:#}", on_one_line(note));
    }
    if trace {
        more.push_str(&trace::explained(reply));
    }
    out + &fold(&more, width)
}

/// Where the evidence stands, each place once with the numbers of its evidence.
fn places(reply: &Reply) -> String {
    let mut places: Vec<(String, String)> = Vec::new();
    for (number, evidence) in numbered(reply) {
        let (mark, place) =
            (format!("[{number}]"), format!("{}  {}", titled(evidence), evidence.passage));
        match places.iter_mut().find(|(_, known)| *known == place) {
            Some((marks, _)) => marks.push_str(&mark),
            None => places.push((mark, place)),
        }
    }
    let lines = places.iter().map(|(marks, place)| format!("  {DIM}{marks}  {place}{DIM:#}\n"));
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\n{lines}"),
    }
}
