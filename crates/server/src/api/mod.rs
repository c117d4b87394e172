//! The API's routes.

mod ask;
mod collections;
mod conversations;
mod documents;
mod judge;
mod operation;
mod refusals;
mod score;
mod session;
mod taken;

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use ask::checked;
pub(crate) use documents::{engine, found, read, sought, whole};
pub(crate) use judge::{Before, turns as history};

use crate::app::App;
use crate::error::{ErrorBody, Problem};
use crate::openai;

/// JSON in a request; what is wrong with it is told as every error is.
pub(crate) struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Json<T>, Problem> {
        let axum::Json(value) = axum::Json::<T>::from_request(request, app).await?;
        Ok(Json(value))
    }
}

/// A place among the few requests whose bodies may be large: it is had before the body is read.
pub(crate) struct Large(#[expect(dead_code, reason = "it is held")] OwnedSemaphorePermit);

impl FromRequestParts<Arc<App>> for Large {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &Arc<App>) -> Result<Large, Problem> {
        app.large.take().await.map(Large)
    }
}

/// The query of an address.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Query<T>, Problem> {
        let axum::extract::Query(value) =
            axum::extract::Query::<T>::from_request_parts(parts, app).await?;
        Ok(Query(value))
    }
}

/// The variable parts of an address.
pub(crate) struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Path<T>, Problem> {
        let axum::extract::Path(value) =
            axum::extract::Path::<T>::from_request_parts(parts, app).await?;
        Ok(Path(value))
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Grice",
        description = "Conversations over documents, with the exact evidence.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ErrorBody))
)]
struct Document;

/// The routes with their description.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    let mut all = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(session::me))
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(collections::list))
        .routes(routes!(collections::one, collections::remove))
        .routes(routes!(collections::upload))
        .routes(routes!(collections::jobs))
        .routes(routes!(collections::job))
        .routes(routes!(documents::search))
        .routes(routes!(documents::document))
        .routes(routes!(documents::passage))
        .routes(routes!(conversations::list, conversations::create))
        .routes(routes!(conversations::one, conversations::rename, conversations::remove))
        .routes(routes!(conversations::export))
        .routes(routes!(taken::turn))
        .routes(routes!(conversations::why))
        .routes(routes!(conversations::judge, conversations::unjudge))
        .routes(routes!(ask::ask))
        .routes(routes!(judge::interpret))
        .routes(routes!(judge::rewrite))
        .routes(routes!(judge::read))
        .routes(routes!(judge::rank))
        .routes(routes!(judge::anticipate))
        .routes(routes!(judge::ground))
        .routes(routes!(judge::analyze))
        .routes(routes!(score::score))
        .routes(routes!(openai::completions))
        .routes(routes!(openai::models))
        .routes(routes!(openai::model))
        .routes(routes!(openai::embeddings))
        .routes(routes!(operation::health))
        .routes(routes!(operation::ready))
        .routes(routes!(operation::metrics))
        .merge(crate::studio::routes());
    refusals::describe(all.get_openapi_mut());
    all
}

/// The description of the API.
pub fn openapi() -> String {
    let (_, description) = routes().split_for_parts();
    let mut text = description.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
