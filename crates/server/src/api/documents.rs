//! Search, documents and passages.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use grice_engine::Engine;
use grice_index::{Fusion, Hybrid, Query as Words, Ranking, Searcher};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Path, Query};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};
use crate::views::{DocumentView, Links, PassageView};

/// The most passages of a search.
const MOST: usize = 100;

/// What vectors count beside words, as in `grice search`.
const VECTORS: f32 = 0.3;

/// The longest search, in characters.
const LONGEST: usize = 2_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// What to look for; words in double quotation marks must stand together.
    q: String,
    /// How many passages.
    #[serde(default = "ten")]
    #[param(minimum = 1, maximum = 100, default = 10)]
    k: usize,
}

fn ten() -> usize {
    10
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ById {
    /// Its id.
    id: String,
}

/// Passages that were found.
#[derive(Serialize, ToSchema)]
pub struct Found {
    /// What was looked for.
    pub query: String,
    /// The passages, best first.
    pub hits: Vec<HitView>,
}

/// A passage that was found.
#[derive(Serialize, ToSchema)]
#[schema(as = Hit)]
pub struct HitView {
    /// Its id.
    pub passage: String,
    /// Its document's id.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// The headings above it.
    pub section: String,
    /// Its score.
    pub score: f32,
    /// Its text.
    pub text: String,
}

/// The engine over a collection that the caller may use.
pub async fn engine(app: &Arc<App>, caller: &Caller, collection: &str) -> Result<Arc<Engine>> {
    let (app, owner, name) = (app.clone(), caller.owner.clone(), collection.to_owned());
    App::blocking(move || {
        let shelf = app.library.shelf(&owner, &name)?;
        app.library.engine(&shelf)
    })
    .await
}

/// Find passages.
#[utoipa::path(
    get, path = "/api/collections/{name}/search", tag = "documents", params(("name" = String, Path), Search),
    responses((status = 200, body = Found), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn search(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<Search>,
) -> Result<Body<Found>> {
    caller.may(Scope::Ask)?;
    if !(1..=MOST).contains(&asked.k) {
        return Err(Problem::invalid("k", format!("k must be between 1 and {MOST}")));
    }
    sought(&asked.q)?;
    let engine = engine(&app, &caller, &name).await?;
    app.searches.run(move || found(&engine, asked.q, asked.k)).await.map(Body)
}

/// An error where a search is too long.
pub fn sought(query: &str) -> Result<()> {
    match query.chars().count() > LONGEST {
        true => Err(Problem::too_large(format!("a search has at most {LONGEST} characters"))),
        false => Ok(()),
    }
}

/// Passages for a search, by words and, where there are vectors, by these.
pub fn found(engine: &Engine, query: String, k: usize) -> Result<Found> {
    let searcher = engine.index().searcher()?;
    let words = Words::typed(&query);
    let hits = match engine.vector(&words.words) {
        Some(vector) => {
            let fusion = Fusion::Weighted { weights: vec![1.0 - VECTORS, VECTORS] };
            let hybrid = Hybrid { fusion, ..Hybrid::default() };
            searcher.search_hybrid(&words, &Ranking::default(), &vector, &hybrid, k)?
        }
        None => searcher.search(&words, &Ranking::default(), k)?,
    };
    let mut found = Vec::with_capacity(hits.len());
    for hit in hits {
        let record = searcher.passage(&hit)?;
        found.push(HitView {
            passage: record.passage,
            document: record.document,
            title: record.title,
            section: record.section,
            score: hit.score,
            text: record.text,
        });
    }
    Ok(Found { query, hits: found })
}

/// A document with its passages.
#[utoipa::path(
    get, path = "/api/collections/{name}/document", tag = "documents", params(("name" = String, Path), ById),
    responses((status = 200, body = DocumentView), (status = 404, body = ErrorBody))
)]
pub async fn document(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<ById>,
) -> Result<Body<DocumentView>> {
    caller.may(Scope::Ask)?;
    let engine = engine(&app, &caller, &name).await?;
    App::blocking(move || {
        let found = whole(&engine.index().searcher()?, &asked.id)?;
        found.map(Body).ok_or_else(|| Problem::not_found("document", &asked.id))
    })
    .await
}

/// A document with its passages and links.
pub fn whole(searcher: &Searcher, id: &str) -> Result<Option<DocumentView>> {
    let Some(record) = searcher.document(id)? else { return Ok(None) };
    let links = Links::of(searcher, &record)?;
    let passages = searcher.document_passages(&record.id)?;
    let web = |url: &String| url.starts_with("https://") || url.starts_with("http://");
    Ok(Some(DocumentView {
        passages: passages.iter().map(|record| PassageView::new(record, &links)).collect(),
        id: record.id,
        title: record.title,
        url: record.url.filter(web),
        path: record.path,
    }))
}

/// A passage with its blocks.
#[utoipa::path(
    get, path = "/api/collections/{name}/passage", tag = "documents", params(("name" = String, Path), ById),
    responses((status = 200, body = PassageView), (status = 404, body = ErrorBody))
)]
pub async fn passage(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<ById>,
) -> Result<Body<PassageView>> {
    caller.may(Scope::Ask)?;
    let engine = engine(&app, &caller, &name).await?;
    App::blocking(move || read(&engine, &asked.id)).await.map(Body)
}

/// The passage of an id.
pub fn read(engine: &Engine, id: &str) -> Result<PassageView> {
    let searcher = engine.index().searcher()?;
    let Some(record) = searcher.find_passage(id)? else {
        return Err(Problem::not_found("passage", id));
    };
    let links = match searcher.document(&record.document)? {
        Some(document) => Links::of(&searcher, &document)?,
        None => return Err(Problem::not_found("passage", id)),
    };
    Ok(PassageView::new(&record, &links))
}
