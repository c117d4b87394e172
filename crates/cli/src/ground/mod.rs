//! `grice ground`: whether evidence supports a reply.

mod args;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_judge::ground::{Grounder, Grounding, MODEL, Reason, Reply};

pub use args::GroundArgs;

use crate::judgement::{Weights, open, text_of};
use crate::lines::{self, Line};
use crate::output::{DIM, TITLE, pretty_json, stdout};

const WEIGHTS: Weights<Grounder> = Weights {
    model: MODEL,
    open: Grounder::open_named,
    load: Grounder::load,
    fallback: Grounder::overlap,
    instead: "Replies are judged by exact comparisons and by the share of their words that the \
              evidence has",
};

pub fn run(args: &GroundArgs) -> Result<ExitCode> {
    let grounder = open(args.model.as_deref(), &WEIGHTS)?;
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&grounder, asked));
    }
    let evidence = text_or_file(args.evidence.as_deref().unwrap_or_default())?;
    let reply = args.reply.as_deref().unwrap_or_default();
    let mut groundings = grounder.ground(&[Reply { evidence: &evidence, reply }]);
    let Some(grounding) = groundings.pop() else { return Ok(ExitCode::SUCCESS) };
    let grounding = grounding?;
    if args.json {
        pretty_json(&grounding)?;
    } else {
        write!(stdout(), "{}", for_people(&grounding))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of a file where one has that name, or else the text itself.
fn text_or_file(given: &str) -> Result<String> {
    // A name is never this long, and the system may refuse to look for one.
    if given.len() > 1_024 || given.contains('\n') || !Path::new(given).is_file() {
        return Ok(given.to_owned());
    }
    text_of(Path::new(given))
}

fn ask(line: &Line) -> Result<(String, String), String> {
    Ok((line.text("evidence")?.to_owned(), line.text("reply")?.to_owned()))
}

fn judge(grounder: &Grounder, asked: &[(String, String)]) -> Vec<Result<Grounding, String>> {
    let replies: Vec<Reply<'_>> =
        asked.iter().map(|(evidence, reply)| Reply { evidence, reply }).collect();
    let groundings = grounder.ground(&replies).into_iter();
    groundings.map(|grounding| grounding.map_err(|error| error.to_string())).collect()
}

fn for_people(grounding: &Grounding) -> String {
    let claims = grounding.sentences.iter().any(|sentence| sentence.score.is_some());
    let verdict = match (grounding.supported, claims) {
        (true, _) => "Supported",
        (false, true) => "Not supported",
        (false, false) => "Claims nothing",
    };
    let mut text = format!("{TITLE}{verdict}{TITLE:#}\n\n");
    for sentence in &grounding.sentences {
        let score = sentence.score.map_or("    -".to_owned(), |score| format!("{score:.3}"));
        text.push_str(&format!("  {score}  {}\n", sentence.text));
        for reason in &sentence.reasons {
            text.push_str(&format!("         {}\n", because(reason)));
        }
    }
    text.push_str(&format!("\n{DIM}Judged by {}{DIM:#}\n", grounding.by));
    text
}

fn because(reason: &Reason) -> String {
    format!("{DIM}{reason}{DIM:#}")
}
