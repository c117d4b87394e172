//! Conversations that the server keeps.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grice_home::export::{Export, json, markdown};
use grice_store::{Before, Feedback, Filter, Saved, Summary, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Json, Path, Query};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};
use crate::library::Library;
use crate::views::{FeedbackView, TurnView, WhyView, saved_reply};

/// The most conversations of a list.
const MOST: u32 = 200;

/// A conversation as a list tells of it.
#[derive(Serialize, ToSchema)]
#[schema(as = Summary)]
pub struct SummaryView {
    /// Its id.
    id: String,
    /// The name it was given.
    name: Option<String>,
    /// Its first question; empty before it.
    title: String,
    /// The collection it is about; its path where it was held in a terminal and is not served.
    collection: String,
    /// Whether the collection is served: what was said can be read without it, but not gone on with.
    served: bool,
    /// Milliseconds since 1970 when it began.
    began: i64,
    /// When its last turn was added.
    changed: i64,
    /// How many turns it has.
    turns: u32,
}

/// Conversations, the one that changed last first.
#[derive(Serialize, ToSchema)]
pub struct ConversationList {
    conversations: Vec<SummaryView>,
    /// What `before` is to be for those that follow; null where these are the last.
    next: Option<String>,
}

/// A conversation with all that was said.
#[derive(Serialize, ToSchema)]
#[schema(as = Conversation)]
pub struct ConversationView {
    #[serde(flatten)]
    summary: SummaryView,
    /// Its turns.
    said: Vec<TurnView>,
}

/// A new conversation.
#[derive(Deserialize, ToSchema)]
pub struct ToCreate {
    /// The collection it is about.
    #[schema(example = "demo")]
    collection: String,
}

/// A conversation's new name.
#[derive(Deserialize, ToSchema)]
pub struct ToRename {
    /// The name.
    name: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Words that the title, the name or a question must have.
    #[serde(default)]
    search: String,
    /// How many, at most 200.
    #[serde(default)]
    limit: Option<u32>,
    /// Where the list before ended, as its `next` says.
    #[serde(default)]
    before: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Form {
    /// The form.
    #[serde(default)]
    #[param(inline)]
    format: ExportFormat,
}

/// What a conversation is exported as.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// For people.
    #[default]
    Markdown,
    /// For programs.
    Json,
}

impl SummaryView {
    fn new(summary: Summary, (collection, served): (String, bool)) -> SummaryView {
        SummaryView {
            id: summary.key,
            name: summary.name,
            title: summary.title,
            collection,
            served,
            began: summary.began,
            changed: summary.changed,
            turns: summary.turns,
        }
    }
}

/// Conversations of a caller, their collections as they are called here.
async fn seen(app: &Arc<App>, owner: &str, all: Vec<Summary>) -> Result<Vec<SummaryView>> {
    let (app, owner) = (app.clone(), owner.to_owned());
    App::blocking(move || {
        let known = app.library.known(&owner, all.iter().map(|one| one.collection.clone()))?;
        Ok(all.into_iter().zip(known).map(|(one, known)| SummaryView::new(one, known)).collect())
    })
    .await
}

async fn one_seen(app: &Arc<App>, owner: &str, summary: Summary) -> Result<SummaryView> {
    let seen = seen(app, owner, vec![summary]).await?.pop();
    seen.ok_or_else(|| Problem::server("reading the conversation", "it has no summary"))
}

/// A place in a list, as clients hand it back.
fn mark(summary: &Summary) -> String {
    format!("{}-{}", summary.changed, summary.key)
}

/// The time and the key that a place in a list says.
fn marked(mark: &str) -> Result<Before<'_>> {
    let place = mark.split_once('-').and_then(|(changed, key)| Some((changed.parse().ok()?, key)));
    let place = place.filter(|(_, key)| key.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let (changed, key) = place.ok_or_else(|| {
        Problem::invalid("before", format!("'{mark}' is no place in a list"))
            .hint("take what `next` says in the list before")
    })?;
    Ok(Before { changed, key })
}

impl From<&Feedback> for FeedbackView {
    fn from(feedback: &Feedback) -> FeedbackView {
        let note = Some(feedback.note.clone()).filter(|note| !note.is_empty());
        FeedbackView { verdict: feedback.verdict.as_str().to_owned(), note }
    }
}

/// A saved turn as clients read it.
pub fn turn_of(saved: &Saved, number: usize) -> Option<TurnView> {
    let turn = saved.conversation.turns.get(number)?;
    let reply = saved.replies.get(number).and_then(Option::as_ref);
    Some(TurnView {
        number,
        question: turn.question.clone(),
        reply: saved_reply(&saved.conversation, number, reply),
        feedback: saved.feedback.get(number).and_then(Option::as_ref).map(FeedbackView::from),
        at: saved.times.get(number).copied().unwrap_or_default(),
    })
}

/// The caller's conversations.
#[utoipa::path(
    get, path = "/api/conversations", tag = "conversations", params(Wanted),
    responses((status = 200, body = ConversationList), (status = 400, body = ErrorBody))
)]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(wanted): Query<Wanted>,
) -> Result<Body<ConversationList>> {
    caller.may(Scope::Ask)?;
    let limit = wanted.limit.unwrap_or(MOST).min(MOST);
    wanted.before.as_deref().map(marked).transpose()?;
    let owner = caller.owner.clone();
    let listed = app.store(move |store| {
        let before = wanted.before.as_deref().and_then(|mark| marked(mark).ok());
        // One more tells whether there are more.
        let filter = Filter { search: &wanted.search, limit: limit + 1, before };
        store.of(&owner).list(&filter)
    });
    let mut all = listed.await?;
    let more = all.len() > limit as usize;
    all.truncate(limit as usize);
    let next = all.last().filter(|_| more).map(mark);
    let conversations = seen(&app, &caller.owner, all).await?;
    Ok(Body(ConversationList { conversations, next }))
}

/// Begin a conversation.
#[utoipa::path(
    post, path = "/api/conversations", tag = "conversations", request_body = ToCreate,
    responses((status = 201, body = SummaryView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<ToCreate>,
) -> Result<(StatusCode, Body<SummaryView>)> {
    caller.may(Scope::Ask)?;
    let (own, owner) = (app.clone(), caller.owner.clone());
    let kept = App::blocking(move || {
        Library::kept_as(&owner, &own.library.shelf(&owner, &given.collection)?)
    });
    let (kept, owner) = (kept.await?, caller.owner.clone());
    let made = app.store(move |store| store.of(&owner).create(&kept)).await?;
    Ok((StatusCode::CREATED, Body(one_seen(&app, &caller.owner, made).await?)))
}

/// A conversation.
#[utoipa::path(
    get, path = "/api/conversations/{id}", tag = "conversations", params(("id" = String, Path)),
    responses((status = 200, body = ConversationView), (status = 404, body = ErrorBody))
)]
pub async fn one(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<ConversationView>> {
    caller.may(Scope::Ask)?;
    let owner = caller.owner.clone();
    let saved = app.store(move |store| store.of(&owner).load(&id)).await?;
    let said = (0..saved.conversation.turns.len()).filter_map(|n| turn_of(&saved, n)).collect();
    let summary = one_seen(&app, &caller.owner, saved.summary).await?;
    Ok(Body(ConversationView { summary, said }))
}

/// Give a conversation a name.
#[utoipa::path(
    patch, path = "/api/conversations/{id}", tag = "conversations", params(("id" = String, Path)), request_body = ToRename,
    responses((status = 200, body = SummaryView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody))
)]
pub async fn rename(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<ToRename>,
) -> Result<Body<SummaryView>> {
    caller.may(Scope::Ask)?;
    let owner = caller.owner.clone();
    let renamed = app.store(move |store| {
        let mut own = store.of(&owner);
        own.rename(&id, &given.name)?;
        own.summary(&id)
    });
    Ok(Body(one_seen(&app, &caller.owner, renamed.await?).await?))
}

/// Delete a conversation.
#[utoipa::path(
    delete, path = "/api/conversations/{id}", tag = "conversations", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody))
)]
pub async fn remove(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    caller.may(Scope::Ask)?;
    app.store(move |store| store.of(&caller.owner).delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A conversation as a file.
#[utoipa::path(
    get, path = "/api/conversations/{id}/export", tag = "conversations", params(("id" = String, Path), Form),
    responses((status = 200, content((String = "text/markdown"), (Object = "application/json"))), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn export(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(form): Query<Form>,
) -> Result<Response> {
    caller.may(Scope::Ask)?;
    let owner = caller.owner.clone();
    let saved = app.store(move |store| store.of(&caller.owner).load(&id)).await?;
    App::blocking(move || {
        // What was said is there without its collection, but not where the evidence stands.
        let kept = saved.summary.collection.clone();
        let engine = app.library.kept(&owner, &kept);
        let engine = engine.and_then(|shelf| app.library.engine(&shelf)).ok();
        let known = app.library.known(&owner, [kept])?.pop();
        let export = Export {
            index: engine.as_ref().map(|engine| engine.index()),
            collection: known.as_ref().map_or("", |(name, _)| name),
            conversation: &saved.conversation,
            replies: &saved.replies,
        };
        let (kind, ending, text) = match form.format {
            ExportFormat::Markdown => ("text/markdown; charset=utf-8", "md", markdown(&export)),
            ExportFormat::Json => {
                let failed = |error| Problem::server("exporting", error);
                ("application/json", "json", json(&export).map_err(failed)?)
            }
        };
        let file = format!("attachment; filename=\"conversation.{ending}\"");
        let headers =
            [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, file)];
        Ok((headers, text).into_response())
    })
    .await
}

/// Why a turn went as it did.
#[utoipa::path(
    get, path = "/api/conversations/{id}/turns/{number}/why", tag = "conversations",
    params(("id" = String, Path), ("number" = u32, Path)),
    responses((status = 200, body = WhyView), (status = 404, body = ErrorBody))
)]
pub async fn why(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, u32)>,
) -> Result<Body<WhyView>> {
    caller.may(Scope::Ask)?;
    let turn = app.store(move |store| store.of(&caller.owner).turn(&id, number)).await?;
    let reply =
        turn.reply.ok_or_else(|| Problem::not_found("trace of turn", &number.to_string()))?;
    let (why, room, timings) = (reply.why, reply.room, reply.timings);
    Ok(Body(WhyView { why, room, timings, passages: reply.passages }))
}

/// Say what one thinks of a reply.
#[utoipa::path(
    put, path = "/api/conversations/{id}/turns/{number}/feedback", tag = "conversations",
    params(("id" = String, Path), ("number" = u32, Path)), request_body = FeedbackView,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn judge(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, u32)>,
    Json(given): Json<FeedbackView>,
) -> Result<StatusCode> {
    caller.may(Scope::Ask)?;
    let verdict: Verdict = given.verdict.parse().map_err(|_| {
        let why = format!("'{}' is no verdict", given.verdict);
        Problem::invalid("verdict", why).hint("say useful, wrong or not-in-source")
    })?;
    let note = given.note.unwrap_or_default();
    if note.chars().count() > 4_000 {
        return Err(Problem::too_large("a note has at most 4000 characters"));
    }
    app.store(move |store| store.of(&caller.owner).rate(&id, number, verdict, &note)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take back what one thought of a reply.
#[utoipa::path(
    delete, path = "/api/conversations/{id}/turns/{number}/feedback", tag = "conversations",
    params(("id" = String, Path), ("number" = u32, Path)),
    responses((status = 204), (status = 404, body = ErrorBody))
)]
pub async fn unjudge(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, number)): Path<(String, u32)>,
) -> Result<StatusCode> {
    caller.may(Scope::Ask)?;
    app.store(move |store| store.of(&caller.owner).unrate(&id, number)).await?;
    Ok(StatusCode::NO_CONTENT)
}
