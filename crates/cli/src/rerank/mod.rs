//! `grice rerank`: passages in the order of their promise.

mod args;

use std::process::ExitCode;

use anyhow::Result;
use grice_judge::Turn;
use grice_judge::rank::{MODEL, Ranked, Ranker};
use serde::Serialize;

pub use args::RerankArgs;

use crate::judgement::{self, Weights};
use crate::lines::{self, Line};
use crate::output::{DIM, pretty_json, stdout};

#[derive(Serialize)]
struct Ranking {
    ranked: Vec<Ranked>,
    by: String,
}

pub fn run(args: &RerankArgs) -> Result<ExitCode> {
    let ranker = judgement::open(args.model.as_deref(), &RANK)?.deep(args.deep);
    if args.jsonl {
        return lines::answer(ask, |asked| asked.iter().map(|one| judge(&ranker, one)).collect());
    }
    let question = args.question.as_deref().unwrap_or_default();
    let files = args.files.iter();
    let passages = files.map(|file| judgement::text_of(file)).collect::<Result<Vec<String>>>()?;
    let ranked = ranker.rank(&args.history.turns(), question, &passages)?;
    if args.json {
        let ranking = Ranking { ranked, by: ranker.by().to_owned() };
        pretty_json(&ranking)?;
        return Ok(ExitCode::SUCCESS);
    }
    let row = |ranked: &Ranked| {
        format!("  {:.3}  {}\n", ranked.score, args.files[ranked.index].display())
    };
    let rows: String = ranked.iter().map(row).collect();
    let text = format!("{rows}\n{DIM}Ranked by {}{DIM:#}\n", ranker.by());
    write!(stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

const RANK: Weights<Ranker> = Weights {
    model: MODEL,
    open: Ranker::open_named,
    load: Ranker::load,
    fallback: Ranker::overlap,
    instead: "Passages are ranked by the words they share with the question instead",
};

struct Question {
    history: Vec<Turn>,
    question: String,
    passages: Vec<String>,
}

fn ask(line: &Line) -> Result<Question, String> {
    Ok(Question {
        history: line.history()?,
        question: line.text("question")?.to_owned(),
        passages: line.texts("passages")?,
    })
}

fn judge(ranker: &Ranker, asked: &Question) -> Result<Ranking, String> {
    let ranked = ranker.rank(&asked.history, &asked.question, &asked.passages);
    let ranked = ranked.map_err(|error| error.to_string())?;
    Ok(Ranking { ranked, by: ranker.by().to_owned() })
}
