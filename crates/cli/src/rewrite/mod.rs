//! `grice rewrite`: a question that stands alone.

mod args;

use std::process::ExitCode;

use anyhow::Result;
use grice_judge::Turn;
use grice_judge::rewrite::{Asked, MODEL, Rewriter, Rewritten};
use grice_text::on_one_line;

pub use args::RewriteArgs;

use crate::judgement::{self, Weights};
use crate::lines::{self, Line};
use crate::output::{DIM, TITLE, pretty_json, stdout};

/// Terms shown to people.
const SHOWN: usize = 8;

const REWRITE: Weights<Rewriter> = Weights {
    model: MODEL,
    open: Rewriter::open_named,
    load: Rewriter::load,
    fallback: Rewriter::rules,
    instead: "Questions are rewritten by rules instead, which know pronouns and little else",
};

pub fn run(args: &RewriteArgs) -> Result<ExitCode> {
    let rewriter = judgement::open(args.model.as_deref(), &REWRITE)?;
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&rewriter, asked));
    }
    let history = args.history.turns();
    let question = args.question.as_deref().unwrap_or_default();
    let asked = Asked { history: &history, question };
    let Some(rewritten) = rewriter.rewrite(&[asked]).pop() else { return Ok(ExitCode::SUCCESS) };
    let rewritten = rewritten?;
    if args.json {
        pretty_json(&rewritten)?;
    } else {
        write!(stdout(), "{}", for_people(&rewritten))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ask(line: &Line) -> Result<(Vec<Turn>, String), String> {
    Ok((line.history()?, line.text("question")?.to_owned()))
}

fn judge(rewriter: &Rewriter, asked: &[(Vec<Turn>, String)]) -> Vec<Result<Rewritten, String>> {
    let asked: Vec<Asked<'_>> =
        asked.iter().map(|(history, question)| Asked { history, question }).collect();
    let rewritten = rewriter.rewrite(&asked).into_iter();
    rewritten.map(|one| one.map_err(|error| error.to_string())).collect()
}

fn for_people(rewritten: &Rewritten) -> String {
    let mut text = format!("{TITLE}{}{TITLE:#}\n", on_one_line(&rewritten.rewrite));
    if !rewritten.changed {
        text.push_str("It stands alone as it is.\n");
    }
    if !rewritten.terms.is_empty() {
        text.push_str("\nWords of the history\n");
    }
    for term in rewritten.terms.iter().take(SHOWN) {
        text.push_str(&format!("  {:.3}  {}\n", term.weight, term.term));
    }
    text.push_str(&format!("\n{DIM}Rewritten by {}{DIM:#}\n", rewritten.by));
    text
}
