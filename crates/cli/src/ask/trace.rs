//! Why a reply is what it is, as people read it.

use std::fmt::Write;

use grice_engine::{Candidate, Offered, Read, ReadingKind, Reply, Wanted, Weighed};
use grice_text::on_one_line;

use crate::output::DIM;

/// Candidates that a trace shows, and sentences that could have been added.
const SHOWN: usize = 10;
const ADDED: usize = 5;

/// The most characters of a text that is quoted.
const QUOTED: usize = 90;

pub fn explained(reply: &Reply) -> String {
    let why = &reply.why;
    let by = match why.rewritten_by.as_str() {
        "" => String::new(),
        by => format!(" {DIM}(by {by}){DIM:#}"),
    };
    let mut out = format!("\n{DIM}Understood as:{DIM:#} {}{by}\n", on_one_line(&reply.rewrite));
    if why.readings.len() > 1 || why.alone < 1.0 {
        let _ = writeln!(out, "{DIM}Stands alone:{DIM:#} {:.2}", why.alone);
    }
    for (number, reading) in why.readings.iter().enumerate() {
        out.push_str(&read(reading, number == why.reading));
    }
    out.push_str(&heard(reply));
    if let Some(reference) = &reply.reference {
        let (words, means) = (&reference.words, &reference.means);
        let _ = writeln!(out, "{DIM}Here{DIM:#} “{words}” {DIM}means{DIM:#} {means}");
    }
    let switched = serde_json::to_value(reply.switched).ok();
    let switched = switched.as_ref().and_then(|value| value.as_str()).unwrap_or_default();
    let title = reply.topic.as_ref().map_or("none", |topic| topic.title.as_str());
    let _ = writeln!(out, "{DIM}Topic:{DIM:#} {title} ({switched})");
    let _ = writeln!(out, "{DIM}Confidence:{DIM:#} {:.2}", reply.confidence);
    if !why.read.is_empty() {
        let _ = writeln!(out, "{DIM}Why this answer:{DIM:#} {}", chosen(reply));
        out.extend(why.read.iter().map(weighed));
    }
    if !why.added.is_empty() {
        let _ = writeln!(out, "{DIM}What could be added:{DIM:#}");
        out.extend(why.added.iter().take(ADDED).map(wanted));
    }
    if !why.follow_ups.is_empty() {
        let _ = writeln!(out, "{DIM}Why these follow-ups:{DIM:#}");
        out.extend(why.follow_ups.iter().map(offered));
    }
    if !why.written_by.is_empty() {
        let _ = writeln!(out, "{DIM}Written by:{DIM:#} {}", why.written_by);
    }
    for cut in &why.cut {
        let _ =
            writeln!(out, "{DIM}Left out:{DIM:#} {} {DIM}({}){DIM:#}", quoted(&cut.text), cut.why);
    }
    let _ = writeln!(out, "{DIM}Found:{DIM:#}");
    out.extend(reply.passages.iter().take(SHOWN).map(row));
    out.push_str(&timings(reply));
    out
}

/// One thing the question can mean.
fn read(one: &Read, holds: bool) -> String {
    let mark = if holds { "→" } else { " " };
    let kind = match one.kind {
        ReadingKind::AsSaid => "as it was said",
        ReadingKind::StandAlone => "with what was said before",
        ReadingKind::AboutPage => "about the page talked about",
    };
    let (likely, text) = (one.likely, on_one_line(&one.forms.sought));
    format!("{mark} {likely:>5.2}  {DIM}{kind}:{DIM:#} {text}\n")
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

/// What decided, and by how much.
fn chosen(reply: &Reply) -> String {
    let (read, least) = (&reply.why.read, reply.why.least);
    let mut rules = reply.why.rules.iter().filter_map(|rule| match rule.as_str() {
        "page-intro" => Some("the page that was asked for tells of itself"),
        "yes-no" => Some("whether the sentence says yes or no was looked at"),
        _ => None,
    });
    if let Some(by) = rules.next_back() {
        return by.to_owned();
    }
    let Some(chosen) = read.iter().find(|one| one.chosen) else {
        let best = read.iter().map(|one| one.confidence).fold(0.0, f32::max);
        return match best < least {
            true => format!("none; the best confidence, {best:.2}, is below {least:.2}"),
            false => "none; the reader found no answer in what it read".to_owned(),
        };
    };
    let (sure, confidence) = (reply.confidence, chosen.confidence);
    let others = read.iter().filter(|one| !one.chosen && !one.text.is_empty());
    let ahead = others.map(|one| one.behind - chosen.behind).reduce(f32::min);
    let ahead = ahead.map_or_else(String::new, |ahead| format!("{ahead:.2} ahead of the next; "));
    format!("{ahead}probably right {sure:.2}, at least {least:.2}; the reader {confidence:.2}")
}

fn weighed(one: &Weighed) -> String {
    let mark = if one.chosen { "→" } else { " " };
    let (confidence, relevance, behind) = (one.confidence, one.relevance, one.behind);
    let kind = serde_json::to_value(one.kind).ok();
    let kind = kind.as_ref().and_then(|value| value.as_str()).unwrap_or_default();
    format!(
        "{mark} {confidence:>5.2}  {kind} {}  {DIM}{}: relevance {relevance:.2}, behind {behind:.2}{DIM:#}\n",
        quoted(&one.text),
        one.passage
    )
}

fn wanted(one: &Wanted) -> String {
    let mark = if one.said { "→" } else { " " };
    let (score, text) = (one.score, quoted(&one.evidence.text));
    format!("{mark} {score:>5.2}  {text}  {DIM}{}{DIM:#}\n", one.evidence.passage)
}

fn offered(one: &Offered) -> String {
    let from = match one.score {
        Some(score) => format!("from {}, wanted {score:.2}", one.from),
        None => format!("named by the reply from {}", one.from),
    };
    let (found, rank, bm25) = (&one.found, one.rank, one.bm25);
    format!("  {}  {DIM}{from}; found as {found}, rank {rank}, {bm25:.1}{DIM:#}\n", one.text)
}

fn timings(reply: &Reply) -> String {
    let t = &reply.timings;
    let steps = [
        ("listen", t.listen),
        ("trail", t.trail),
        ("understand", t.understand),
        ("retrieve", t.retrieve),
        ("rerank", t.rerank),
        ("read", t.read),
        ("reason", t.reason),
        ("compose", t.compose),
        ("generate", t.generate),
        ("follow", t.follow),
        ("in all", t.total),
    ];
    let used = steps.iter().filter(|(name, took)| *name != "generate" || *took > 0.0);
    let all: Vec<String> = used.map(|(name, took)| format!("{name} {took:.0}")).collect();
    format!("{DIM}Milliseconds:{DIM:#} {}\n", all.join(", "))
}

fn quoted(text: &str) -> String {
    let text = on_one_line(text);
    match text.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("\"{}…\"", &text[..at]),
        None => format!("\"{text}\""),
    }
}

/// A candidate, and what speaks for it.
fn row(candidate: &Candidate) -> String {
    let f = &candidate.features;
    let all = [
        ("original", f.original),
        ("rewrite", f.rewrite),
        ("recent", f.recent),
        ("titled", f.titled),
        ("all", f.all),
        ("page", f.page),
        ("vector", f.vector),
        ("terms", f.terms),
        ("same", f.same),
        ("earlier", f.earlier),
        ("asked", f.asked),
        ("answered", f.answered),
        ("linked", f.linked),
        ("covered", f.covered),
        ("rank", f.rank),
        ("about", f.about),
        ("relevance", f.relevance),
        ("confidence", f.confidence),
    ];
    let why = all.iter().filter(|(_, value)| *value > 0.0);
    let why: Vec<String> = why.map(|(name, value)| format!("{name} {value:.2}")).collect();
    let (score, why) = (candidate.score, why.join(", "));
    format!("  {score:.2}  {}  {DIM}{}: {why}{DIM:#}\n", candidate.title, candidate.id)
}
