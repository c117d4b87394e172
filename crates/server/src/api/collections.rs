//! Collections: what there is, and files that make new ones.

use std::path::{Component, Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::Json as Body;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use grice_home::Collection;
use serde::Serialize;
use tokio::io::AsyncWriteExt;
use utoipa::ToSchema;

use super::Path;
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};
use crate::jobs::{JobView, Jobs};
use crate::library::Shelf;

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
        app.library.forget(&shelf);
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
    if app.jobs.is_busy(&caller.owner, &name) {
        return Err(Problem::conflict("reading", "files are being read into it already")
            .hint("wait until that job is done"));
    }
    let folder = app.library.uploads(&caller.owner, &name);
    let failed = |error: std::io::Error| Problem::server("keeping the files", error);
    // Files are kept once all have come: an upload that breaks off leaves nothing.
    let home = folder.parent().unwrap_or(FilePath::new(".")).to_owned();
    tokio::fs::create_dir_all(&home).await.map_err(failed)?;
    let coming = tempfile::Builder::new().prefix(".coming-").tempdir_in(&home).map_err(failed)?;
    let received = receive(&mut parts, coming.path(), &app.config.limits).await?;
    let target = folder.clone();
    App::blocking(move || {
        for (file, _) in &received {
            let to = target.join(file);
            std::fs::create_dir_all(to.parent().unwrap_or(&target)).map_err(failed)?;
            std::fs::rename(coming.path().join(file), to).map_err(failed)?;
        }
        Ok(())
    })
    .await?;
    let total = size(&folder);
    let job = Jobs::begin(&app, &caller.owner, shelf, folder, total);
    Ok((StatusCode::ACCEPTED, Body(Begun { job: job.view() })))
}

/// Writes the files of a request into a folder; their paths in it, and sizes.
async fn receive(
    parts: &mut Multipart,
    folder: &FilePath,
    limits: &crate::config::Limits,
) -> Result<Vec<(PathBuf, u64)>> {
    let failed = |error: std::io::Error| Problem::server("keeping the files", error);
    let broken = |error: axum::extract::multipart::MultipartError| {
        Problem::invalid("multipart", error.body_text())
    };
    let most = limits.upload_mib << 20;
    let mut received: Vec<(PathBuf, u64)> = Vec::new();
    let mut bytes = 0;
    while let Some(mut part) = parts.next_field().await.map_err(broken)? {
        let Some(name) = part.file_name().map(str::to_owned) else { continue };
        let path = inside(&name).ok_or_else(|| {
            Problem::invalid("file_name", "a file's name leads out of its folder")
        })?;
        if received.len() >= limits.upload_files {
            return Err(Problem::too_large(format!("at most {} files", limits.upload_files)));
        }
        let to = folder.join(&path);
        tokio::fs::create_dir_all(to.parent().unwrap_or(folder)).await.map_err(failed)?;
        let mut file = match tokio::fs::File::create_new(&to).await {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(Problem::invalid("file_name", "two files have the same name"));
            }
            Err(error) => return Err(failed(error)),
        };
        let mut size = 0;
        while let Some(chunk) = part.chunk().await.map_err(broken)? {
            size += chunk.len() as u64;
            if bytes + size > most {
                let why = format!("an upload has at most {} MiB", limits.upload_mib);
                return Err(Problem::too_large(why));
            }
            file.write_all(&chunk).await.map_err(failed)?;
        }
        file.flush().await.map_err(failed)?;
        bytes += size;
        received.push((path, size));
    }
    match received.is_empty() {
        true => Err(Problem::invalid("no_files", "no file was sent")
            .hint("send parts named `file`, each with a file name")),
        false => Ok(received),
    }
}

/// A file's name as a path that stays in its folder.
fn inside(name: &str) -> Option<PathBuf> {
    let name = name.replace('\\', "/");
    let mut path = PathBuf::new();
    for part in FilePath::new(&name).components() {
        match part {
            Component::Normal(part) => {
                let text = part.to_str()?;
                let fits = !text.is_empty() && text.len() <= 200 && !text.contains('\0');
                path.push(Some(text).filter(|_| fits)?);
            }
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (path.components().count().clamp(1, 32) == path.components().count()).then_some(path)
}

fn size(folder: &FilePath) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(there) if there.is_dir() => size(&entry.path()),
        Ok(there) => there.len(),
        Err(_) => 0,
    });
    sizes.sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_stays_in_its_folder() {
        assert_eq!(inside("a/b.md"), Some(PathBuf::from("a/b.md")));
        assert_eq!(inside("./a\\b.md"), Some(PathBuf::from("a/b.md")));
        for out in ["../a", "a/../../b", "/etc/passwd", "", ".", "..\\a"] {
            assert_eq!(inside(out), None, "{out}");
        }
    }

    proptest! {
        #[test]
        fn any_name_stays_in_its_folder(name in "[a./\\\\ \u{0}é]{0,12}") {
            if let Some(path) = inside(&name) {
                prop_assert!(path.components().all(|part| matches!(part, Component::Normal(_))));
                prop_assert!(path.components().count() > 0);
            }
        }
    }
}
