//! The judgements, each alone.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use grice_judge::{Turn, anticipate, ground, interpret, read, rewrite};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::Json;
use super::ask::LONGEST;
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};

/// The most passages, candidates or turns of a request.
const MOST: usize = 200;

/// The longest passage, evidence, answer or text, in characters.
const LONGEST_PASSAGE: usize = 20_000;

/// A turn before the question.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct Before {
    /// What was asked.
    pub question: String,
    /// What was answered.
    #[serde(default)]
    pub answer: String,
}

/// Turns before, as the judgements take them.
pub fn turns(history: &[Before]) -> Vec<Turn> {
    history.iter().map(|turn| Turn::new(&*turn.question, &*turn.answer)).collect()
}

#[derive(Deserialize, ToSchema)]
pub struct ToInterpret {
    /// A question that can be answered with yes or no.
    question: String,
    /// The reply, which may be indirect.
    answer: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ToRewrite {
    /// The turns before, oldest first.
    #[serde(default)]
    history: Vec<Before>,
    /// The question.
    question: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ToRead {
    /// The turns before, oldest first.
    #[serde(default)]
    history: Vec<Before>,
    /// The question.
    question: String,
    /// The passage to read; its first line may hold its headings.
    passage: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ToRank {
    /// The turns before, oldest first.
    #[serde(default)]
    history: Vec<Before>,
    /// The question.
    question: String,
    /// The passages.
    passages: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct ToAnticipate {
    /// The turns before, oldest first.
    #[serde(default)]
    history: Vec<Before>,
    /// The question.
    question: String,
    /// What was answered.
    #[serde(default)]
    literal: Vec<String>,
    /// What could be added.
    candidates: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct ToGround {
    /// The evidence.
    evidence: String,
    /// The reply.
    reply: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ToAnalyze {
    /// A text.
    text: String,
    /// A second one, for tasks over two.
    #[serde(default)]
    text2: Option<String>,
}

/// Judges off the threads that serve requests, in a worker's turn and as long as a turn may take.
async fn judged<T: Serialize + Send + 'static>(
    app: &Arc<App>,
    caller: &Caller,
    judge: impl FnOnce(&grice_engine::Judgements) -> Result<T> + Send + 'static,
) -> Result<Body<Value>> {
    caller.may(Scope::Ask)?;
    let library = app.library.clone();
    let judged = app.workers.run_within(app.config.turn_time(), move || {
        let judged = judge(library.models().judgements())?;
        serde_json::to_value(judged).map(Body).map_err(|e| Problem::server("judging", e))
    });
    judged.await
}

fn wrong(error: grice_judge::Error) -> Problem {
    match error.is_misuse() {
        true => Problem::invalid("input", error.to_string()),
        false => Problem::server("judging", error),
    }
}

/// The one judgement that was asked for.
fn only<T>(mut all: Vec<grice_judge::Result<T>>) -> Result<T> {
    let nothing = || Problem::invalid("input", "there is nothing to judge");
    all.pop().ok_or_else(nothing)?.map_err(wrong)
}

/// An error where there are no texts, too many, or one is too long.
fn bounded(all: &[String], what: &str) -> Result<()> {
    match all.len() {
        0 => Err(Problem::invalid("input", format!("there are no {what}"))),
        1..=MOST => all.iter().try_for_each(|text| short(what, text, LONGEST_PASSAGE)),
        _ => Err(Problem::too_large(format!("at most {MOST} {what} at a time"))),
    }
}

/// An error where a text is too long.
fn short(what: &str, text: &str, most: usize) -> Result<()> {
    match text.chars().count() > most {
        true => Err(Problem::too_large(format!("{what}: at most {most} characters"))),
        false => Ok(()),
    }
}

/// An error where a question or what was said before it is too long.
fn talk(history: &[Before], question: &str) -> Result<()> {
    if history.len() > MOST {
        return Err(Problem::too_large(format!("history: at most {MOST} turns")));
    }
    for turn in history {
        short("history", &turn.question, LONGEST)?;
        short("history", &turn.answer, LONGEST_PASSAGE)?;
    }
    short("question", question, LONGEST)
}

/// What an indirect reply means.
#[utoipa::path(
    post, path = "/api/judge/interpret", tag = "judgements", request_body = ToInterpret,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn interpret(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToInterpret>,
) -> Result<Body<Value>> {
    talk(&[], &given.question)?;
    short("answer", &given.answer, LONGEST_PASSAGE)?;
    judged(&app, &caller, move |judgements| {
        let asked = interpret::Asked { question: &given.question, answer: &given.answer };
        only(judgements.interpreter.interpret(&[asked]))
    })
    .await
}

/// A question made to stand alone.
#[utoipa::path(
    post, path = "/api/judge/rewrite", tag = "judgements", request_body = ToRewrite,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn rewrite(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToRewrite>,
) -> Result<Body<Value>> {
    talk(&given.history, &given.question)?;
    judged(&app, &caller, move |judgements| {
        let history = turns(&given.history);
        let asked = rewrite::Asked { history: &history, question: &given.question };
        only(judgements.rewriter.rewrite(&[asked]))
    })
    .await
}

/// The answer in a passage.
#[utoipa::path(
    post, path = "/api/judge/read", tag = "judgements", request_body = ToRead,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToRead>,
) -> Result<Body<Value>> {
    talk(&given.history, &given.question)?;
    short("passage", &given.passage, LONGEST_PASSAGE)?;
    judged(&app, &caller, move |judgements| {
        let history = turns(&given.history);
        let (question, passage) = (given.question.as_str(), given.passage.as_str());
        only(judgements.reader.read(&[read::Asked { history: &history, question, passage }]))
    })
    .await
}

/// Passages in the order of their promise.
#[utoipa::path(
    post, path = "/api/judge/rank", tag = "judgements", request_body = ToRank,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn rank(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToRank>,
) -> Result<Body<Value>> {
    talk(&given.history, &given.question)?;
    bounded(&given.passages, "passages")?;
    judged(&app, &caller, move |judgements| {
        let ranker = &judgements.ranker;
        let ranked = ranker.rank(&turns(&given.history), &given.question, &given.passages);
        let ranked = ranked.map_err(wrong)?;
        Ok(serde_json::json!({ "ranked": ranked, "by": ranker.by() }))
    })
    .await
}

/// What would be asked next.
#[utoipa::path(
    post, path = "/api/judge/anticipate", tag = "judgements", request_body = ToAnticipate,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn anticipate(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToAnticipate>,
) -> Result<Body<Value>> {
    talk(&given.history, &given.question)?;
    bounded(&given.candidates, "candidates")?;
    given.literal.iter().try_for_each(|text| short("literal", text, LONGEST_PASSAGE))?;
    judged(&app, &caller, move |judgements| {
        let history = turns(&given.history);
        let asked = anticipate::Asked {
            history: &history,
            question: &given.question,
            literal: &given.literal,
            candidates: &given.candidates,
        };
        only(judgements.anticipator.anticipate(&[asked]))
    })
    .await
}

/// Whether evidence supports a reply.
#[utoipa::path(
    post, path = "/api/judge/ground", tag = "judgements", request_body = ToGround,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn ground(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToGround>,
) -> Result<Body<Value>> {
    short("evidence", &given.evidence, LONGEST_PASSAGE)?;
    short("reply", &given.reply, LONGEST_PASSAGE)?;
    judged(&app, &caller, move |judgements| {
        let reply = ground::Reply { evidence: &given.evidence, reply: &given.reply };
        only(judgements.grounder.ground(&[reply]))
    })
    .await
}

/// What kind of utterance a text is.
#[utoipa::path(
    post, path = "/api/judge/analyze", tag = "judgements", request_body = ToAnalyze,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 504, body = ErrorBody))
)]
pub async fn analyze(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToAnalyze>,
) -> Result<Body<Value>> {
    let second = given.text2.as_deref().unwrap_or_default();
    [&given.text, second].into_iter().try_for_each(|text| short("text", text, LONGEST_PASSAGE))?;
    judged(&app, &caller, move |judgements| {
        let Some(analyzer) = &judgements.analyzer else {
            return Err(Problem::unavailable("the model that analyzes is not on this machine"));
        };
        let texts =
            grice_judge::analyze::Texts { text: &given.text, text2: given.text2.as_deref() };
        only(analyzer.analyze(&[texts]))
    })
    .await
}
