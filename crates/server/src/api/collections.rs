//! Collections: what there is, and files that make new ones.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use grice_home::Collection;
use serde::Serialize;
use utoipa::ToSchema;

use super::Path;
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};
use crate::jobs::{JobView, Jobs};
use crate::library::Shelf;
use crate::uploads;

/// Questions that are shown of a collection.
const EXAMPLES: usize = 3;

/// A collection.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Collection)]
pub struct CollectionView {
    /// Its name.
    name: String,
    /// How many documents it has.
    documents: u64,
    /// How many passages.
    passages: u64,
    /// Its size on the disk.
    bytes: u64,
    /// Seconds since 1970 of the last ingest.
    ingested: Option<u64>,
    /// Whether it can be searched by vectors.
    vectors: bool,
    /// Whether the caller may remove it.
    removable: bool,
    /// Why it cannot be read.
    problem: Option<String>,
}

/// All collections that the caller may use.
#[derive(Serialize, ToSchema)]
pub struct Collections {
    collections: Vec<CollectionView>,
}

/// A collection, what it is made of, and what could be asked.
#[derive(Serialize, ToSchema)]
pub struct CollectionDetails {
    #[serde(flatten)]
    collection: CollectionView,
    /// Questions that it answers.
    examples: Vec<String>,
    /// What it was made of.
    sources: Vec<SourceView>,
}

/// What a collection was made of.
#[derive(Serialize, ToSchema)]
#[schema(as = Source)]
pub struct SourceView {
    /// Its name.
    name: String,
    /// Seconds since 1970 of the last commit.
    at: u64,
    /// Whether it was read to its end.
    complete: bool,
}

/// A job that has begun.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    job: JobView,
}

/// The caller's jobs.
#[derive(Serialize, ToSchema)]
pub struct JobList {
    jobs: Vec<JobView>,
}

fn view(shelf: &Shelf) -> Result<CollectionView> {
    let failed = |error| Problem::server("reading a collection", error);
    // The demo is made when it is first asked.
    if shelf.place == grice_home::Place::Demo {
        shelf.place.open().map_err(failed)?;
    }
    let known = Collection::at(&shelf.place).map_err(failed)?;
    Ok(CollectionView {
        name: shelf.name.clone(),
        documents: known.documents,
        passages: known.passages,
        bytes: known.bytes,
        ingested: known.ingested,
        vectors: known.vectors,
        removable: shelf.own,
        problem: known.problem,
    })
}

/// The collections there are.
#[utoipa::path(get, path = "/api/collections", tag = "collections", responses((status = 200, body = Collections)))]
pub async fn list(State(app): State<Arc<App>>, caller: Caller) -> Result<Body<Collections>> {
    caller.may(Scope::Ask)?;
    App::blocking(move || {
        let shelves = app.library.shelves(&caller.owner)?;
        let collections = shelves.iter().map(view).collect::<Result<Vec<_>>>()?;
        Ok(Body(Collections { collections }))
    })
    .await
}

/// A collection, with questions that it answers.
#[utoipa::path(
    get, path = "/api/collections/{name}", tag = "collections", params(("name" = String, Path)),
    responses((status = 200, body = CollectionDetails), (status = 404, body = ErrorBody))
)]
pub async fn one(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Body<CollectionDetails>> {
    caller.may(Scope::Ask)?;
    App::blocking(move || {
        let shelf = app.library.shelf(&caller.owner, &name)?;
        let collection = view(&shelf)?;
        let engine = app.library.engine(&shelf)?;
        let about = engine.index().about()?;
        let sources = about.sources.into_iter().map(|source| SourceView {
            name: source.name,
            at: source.at,
            complete: source.complete,
        });
        let examples = engine.examples(EXAMPLES)?;
        Ok(Body(CollectionDetails { collection, examples, sources: sources.collect() }))
    })
    .await
}

/// Remove a collection of one's own, and the files that were sent for it.
#[utoipa::path(
    delete, path = "/api/collections/{name}", tag = "collections", params(("name" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody))
)]
pub async fn remove(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode> {
    caller.may(Scope::Write)?;
    App::blocking(move || {
        let shelf = app.library.shelf(&caller.owner, &name)?;
        if !shelf.own {
            return Err(Problem::conflict("shared", format!("'{name}' is not yours to remove")));
        }
        if app.jobs.is_busy(&caller.owner, &name) {
            return Err(Problem::conflict("reading", "files are being read into it")
                .hint("wait until the job is done"));
        }
        app.library.removed(&shelf);
        shelf.place.remove().map_err(|error| Problem::server("removing the collection", error))?;
        std::fs::remove_dir_all(app.library.uploads(&caller.owner, &name)).ok();
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Send files, which make a collection or are added to it.
#[utoipa::path(
    post, path = "/api/collections/{name}/files", tag = "collections", params(("name" = String, Path)),
    request_body(content_type = "multipart/form-data", content = Object),
    responses((status = 202, body = Begun), (status = 400, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody))
)]
pub async fn upload(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
    parts: std::result::Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Body<Begun>)> {
    caller.may(Scope::Write)?;
    let mut parts = parts?;
    let shelf = {
        let (app, owner, name) = (app.clone(), caller.owner.clone(), name.clone());
        App::blocking(move || app.library.new_shelf(&owner, &name)).await?
    };
    let most = app.config.limits.uploads;
    let _coming = app.jobs.receive(&caller.owner, &name, most)?;
    let folder = app.library.uploads(&caller.owner, &name);
    let received = uploads::receive(&mut parts, &folder, &app.config.limits).await?;
    let target = folder.clone();
    let total = App::blocking(move || {
        received.keep(&target)?;
        Ok(uploads::size(&target))
    });
    let total = total.await?;
    app.library.making(&caller.owner, &name);
    let job = Jobs::begin(&app, &caller.owner, shelf, folder, total);
    Ok((StatusCode::ACCEPTED, Body(Begun { job: job.view() })))
}

/// How far a job is.
#[utoipa::path(
    get, path = "/api/jobs/{id}", tag = "collections", params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 404, body = ErrorBody))
)]
pub async fn job(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<JobView>> {
    let found = app.jobs.find(&caller.owner, &id);
    Ok(Body(found.ok_or_else(|| Problem::not_found("job", &id))?.view()))
}

/// The caller's jobs, the last one first.
#[utoipa::path(get, path = "/api/jobs", tag = "collections", responses((status = 200, body = JobList)))]
pub async fn jobs(State(app): State<Arc<App>>, caller: Caller) -> Result<Body<JobList>> {
    Ok(Body(JobList { jobs: app.jobs.of(&caller.owner) }))
}
