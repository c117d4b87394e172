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

fn explained(reply: &Reply) -> String {
    let mut out = format!("\n{DIM}Understood as:{DIM:#} {}\n", on_one_line(&reply.rewrite));
    out.push_str(&heard(reply));
    let switched = serde_json::to_value(reply.switched).ok();
    let switched = switched.as_ref().and_then(|value| value.as_str()).unwrap_or_default();
    let title = reply.topic.as_ref().map_or("none", |topic| topic.title.as_str());
    let _ = writeln!(out, "{DIM}Topic:{DIM:#} {title} ({switched})");
    let _ = writeln!(out, "{DIM}Confidence:{DIM:#} {:.2}", reply.confidence);
    let _ = writeln!(out, "{DIM}Found:{DIM:#}");
    out.extend(reply.passages.iter().take(SHOWN).map(row));
    let t = &reply.timings;
    let _ = writeln!(
        out,
        "{DIM}Milliseconds:{DIM:#} listen {:.0}, trail {:.0}, contextualise {:.0}, retrieve {:.0}, rerank {:.0}, read {:.0}, \
         anticipate {:.0}, compose {:.0}, in all {:.0}",
        t.listen,
        t.trail,
        t.contextualise,
        t.retrieve,
        t.rerank,
        t.read,
        t.anticipate,
        t.compose,
        t.total
    );
    out
}

/// How the utterance was meant, and as what a reply to our question was understood.
fn heard(reply: &Reply) -> String {
    let act = serde_json::to_value(reply.room.act).ok();
    let act = act.as_ref().and_then(|value| value.as_str()).unwrap_or_default();
    let patience = if reply.room.frustrated { ", impatient" } else { "" };
    let mut out = format!("{DIM}Heard as:{DIM:#} {act}{patience}");
    if let Some(signals) = &reply.room.signals {
        let _ = write!(
            out,
            " {DIM}({}; pleasant {:.2}, excited {:.2}, formal {:.2}){DIM:#}",
            signals.act, signals.valence, signals.arousal, signals.formality
        );
    }
    out.push('\n');
    if let Some(read) = &reply.interpreted {
        let _ = write!(
            out,
            "{DIM}Reply to:{DIM:#} {} → {} {DIM}({:.2}, {}){DIM:#}",
            on_one_line(&read.asked),
            read.label,
            read.probability,
            read.by
        );
        if let Some(condition) = &read.condition {
            let _ = write!(out, ", {}", on_one_line(condition));
        }
        out.push('\n');
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
