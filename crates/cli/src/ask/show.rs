//! A reply as people read it.

use std::fmt::Write;

use grice_engine::{Candidate, Evidence, Reply};

use crate::judgement::on_one_line;
use crate::output::{DIM, TITLE};

/// Candidates that a trace shows.
const SHOWN: usize = 10;

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
        out.push_str(&explained(reply));
    }
    out
}

/// How a reply came to be.
pub fn explained(reply: &Reply) -> String {
    let mut out = format!("\n{DIM}Understood as:{DIM:#} {}\n", on_one_line(&reply.rewrite));
    let switched = serde_json::to_value(reply.switched).ok();
    let switched = switched.as_ref().and_then(|value| value.as_str()).unwrap_or_default();
    let title = reply.topic.as_ref().map_or("none", |topic| topic.title.as_str());
    let _ = writeln!(out, "{DIM}Topic:{DIM:#} {title} ({switched})");
    let _ = writeln!(out, "{DIM}Confidence:{DIM:#} {:.2}", reply.confidence);
    out.push_str(&chosen(reply));
    let _ = writeln!(out, "{DIM}Found:{DIM:#}");
    out.extend(reply.passages.iter().take(SHOWN).map(row));
    let t = &reply.timings;
    let _ = writeln!(
        out,
        "{DIM}Milliseconds:{DIM:#} trail {:.0}, contextualise {:.0}, retrieve {:.0}, rerank {:.0}, read {:.0}, \
         anticipate {:.0}, compose {:.0}, in all {:.0}",
        t.trail, t.contextualise, t.retrieve, t.rerank, t.read, t.anticipate, t.compose, t.total
    );
    out
}

/// Why these spans and these follow-ups.
fn chosen(reply: &Reply) -> String {
    let mut out = String::new();
    let place = |span: &Evidence| {
        let rank = reply.passages.iter().position(|candidate| candidate.id == span.passage);
        let rank =
            rank.map_or("not among those found".to_owned(), |n| format!("found as {}", n + 1));
        format!("\"{}\" in {}, {rank}", on_one_line(&span.text), span.passage)
    };
    for span in &reply.literal {
        let why = "the most confident reading, its passage's score counted";
        let _ = writeln!(out, "{DIM}Answer:{DIM:#} {} {DIM}({why}){DIM:#}", place(span));
    }
    for span in &reply.pragmatic {
        let why = match reply.is_unknown() {
            true => "no reading was confident enough; this came closest",
            false => "likely to be asked for next, and not said yet",
        };
        let _ = writeln!(out, "{DIM}Added:{DIM:#} {} {DIM}({why}){DIM:#}", place(span));
    }
    for offer in &reply.follow_ups {
        let why = "searching for it finds its page";
        let _ = writeln!(out, "{DIM}Offered:{DIM:#} {} {DIM}({why}){DIM:#}", on_one_line(offer));
    }
    out
}

/// A candidate, and what speaks for it.
fn row(candidate: &Candidate) -> String {
    let f = &candidate.features;
    let all = [
        ("rewrite", f.rewrite),
        ("recent", f.recent),
        ("titled", f.titled),
        ("all", f.all),
        ("page", f.page),
        ("vector", f.vector),
        ("same", f.same),
        ("earlier", f.earlier),
        ("asked", f.asked),
        ("answered", f.answered),
        ("linked", f.linked),
        ("rank", f.rank),
        ("relevance", f.relevance),
        ("confidence", f.confidence),
    ];
    let why = all.iter().filter(|(_, value)| *value > 0.0);
    let why: Vec<String> = why.map(|(name, value)| format!("{name} {value:.2}")).collect();
    let (score, why) = (candidate.score, why.join(", "));
    format!("  {score:.2}  {}  {DIM}{}: {why}{DIM:#}\n", candidate.title, candidate.id)
}
