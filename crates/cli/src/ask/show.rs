//! A reply as people read it.

use std::fmt::Write;

use grice_engine::{Evidence, Reply};

use super::trace;
use crate::judgement::on_one_line;
use crate::output::{DIM, TITLE};

pub fn reply(reply: &Reply, trace: bool) -> String {
    let mut out = format!("{TITLE}{}{TITLE:#}\n", on_one_line(&reply.text));
    let all: Vec<&Evidence> = reply.literal.iter().chain(&reply.pragmatic).collect();
    let mut places: Vec<String> = Vec::new();
    for evidence in all {
        let place = match evidence.section.as_str() {
            "" => evidence.title.clone(),
            section => format!("{} › {section}", evidence.title),
        };
        let line = format!("  {DIM}{place}  {}{DIM:#}\n", evidence.passage);
        if !places.contains(&line) {
            places.push(line);
        }
    }
    if !places.is_empty() {
        out.push('\n');
        out.extend(places);
    }
    if !reply.follow_ups.is_empty() {
        out.push('\n');
        out.extend(reply.follow_ups.iter().map(|follow| format!("  → {follow}\n")));
    }
    for note in &reply.notes {
        let _ = writeln!(out, "\n{DIM}Note: {note}{DIM:#}");
    }
    if trace {
        out.push_str(&trace::explained(reply));
    }
    out
}
