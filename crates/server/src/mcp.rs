//! Grice as a server of tools (Model Context Protocol), over HTTP and over standard input.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt;
use grice_engine::Error::Cancelled;
use grice_engine::{Cancel, Conversation, Engine};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Extensions, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tracing::{Instrument, Span};

use crate::api::{Before, checked, found, history, read, sought};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{Problem, Result as Answer};
use crate::log::About;
use crate::turns::{nobody, take};
use crate::views::ReplyView;

/// The most passages of a search.
const MOST: usize = 50;

/// The tools.
#[derive(Clone)]
pub struct Tools {
    app: Arc<App>,
    door: Door,
    tool_router: ToolRouter<Self>,
}

/// How calls come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    /// By a route, which has let their callers in.
    Http,
    /// From whoever started the program.
    Stdio,
}

impl Door {
    /// Who calls. What comes over HTTP without a caller was let in by nobody.
    fn caller(self, extensions: &Extensions) -> Answer<Caller> {
        match self {
            Door::Stdio => Ok(Caller::local()),
            Door::Http => extensions
                .get::<Parts>()
                .and_then(|parts| parts.extensions.get::<Caller>())
                .cloned()
                .ok_or_else(|| Problem::unknown_key("it is not known who calls")),
        }
    }
}

/// What lines of the log about a call stand in: those of its request, whose task another is.
fn about(extensions: &Extensions) -> Span {
    let parts = extensions.get::<Parts>();
    let about = parts.and_then(|parts| parts.extensions.get::<About>());
    about.map_or_else(Span::none, |About(span)| span.clone())
}

/// What is asked of `ask`.
#[derive(Debug, Deserialize, JsonSchema)]
struct AskArgs {
    /// The question, as a person would ask it.
    question: String,
    /// The collection to answer from; list_collections names them. Not needed where there is one.
    #[serde(default)]
    collection: Option<String>,
    /// The turns before, oldest first, so that "it" and "there" are understood.
    #[serde(default)]
    history: Vec<TurnArgs>,
}

/// A turn before.
#[derive(Debug, Deserialize, JsonSchema)]
struct TurnArgs {
    /// What was asked.
    question: String,
    /// What was answered.
    #[serde(default)]
    answer: String,
}

/// What is asked of `search`.
#[derive(Debug, Deserialize, JsonSchema)]
struct SearchArgs {
    /// Words to look for; those in double quotation marks must stand together.
    query: String,
    /// The collection to search.
    #[serde(default)]
    collection: Option<String>,
    /// How many passages, at most 50.
    #[serde(default)]
    limit: Option<usize>,
}

/// What is asked of `read_passage`.
#[derive(Debug, Deserialize, JsonSchema)]
struct PassageArgs {
    /// The passage's id, as ask and search give it.
    id: String,
    /// The collection it stands in.
    #[serde(default)]
    collection: Option<String>,
}

#[tool_router(router = tool_router)]
impl Tools {
    /// The tools over a server's collections.
    fn new(app: Arc<App>, door: Door) -> Tools {
        Tools { app, door, tool_router: Self::tool_router() }
    }

    #[tool(
        description = "Answer a question from the documents, with the exact evidence. Says so when they do not know.",
        annotations(read_only_hint = true)
    )]
    async fn ask(
        &self,
        Parameters(asked): Parameters<AskArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let answered = async {
            let caller = self.door.caller(&context.extensions)?;
            self.answered(caller, asked).await
        };
        let answered = answered.instrument(about(&context.extensions));
        // What is let go of here is stopped.
        tokio::select! {
            answered = answered => told(answered),
            () = context.ct.cancelled() => told(Err::<ReplyView, _>(Cancelled.into())),
        }
    }

    #[tool(
        description = "Find passages of the documents by words and meaning.",
        annotations(read_only_hint = true)
    )]
    async fn search(
        &self,
        Parameters(asked): Parameters<SearchArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let run = async {
            let caller = self.door.caller(&context.extensions)?;
            sought(&asked.query)?;
            let engine = self.engine(&caller, asked.collection).await?;
            let k = asked.limit.unwrap_or(10).clamp(1, MOST);
            self.app.searches.run(move || found(&engine, asked.query, k)).await
        };
        told(run.instrument(about(&context.extensions)).await)
    }

    #[tool(
        description = "Read a passage whole, with its headings.",
        annotations(read_only_hint = true)
    )]
    async fn read_passage(
        &self,
        Parameters(asked): Parameters<PassageArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let run = async {
            let caller = self.door.caller(&context.extensions)?;
            let engine = self.engine(&caller, asked.collection).await?;
            App::blocking(move || read(&engine, &asked.id)).await
        };
        told(run.instrument(about(&context.extensions)).await)
    }

    #[tool(
        description = "The collections of documents there are.",
        annotations(read_only_hint = true)
    )]
    async fn list_collections(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let (app, caller) = (self.app.clone(), self.door.caller(&context.extensions));
        let list = async {
            App::blocking(move || {
                let caller = caller?;
                caller.may(Scope::Ask)?;
                let shelves = app.library.shelves(&caller.owner)?;
                let names: Vec<String> = shelves.into_iter().map(|shelf| shelf.name).collect();
                Ok(serde_json::json!({ "collections": names }))
            })
            .await
        };
        told(list.instrument(about(&context.extensions)).await)
    }
}

impl Tools {
    async fn engine(&self, caller: &Caller, collection: Option<String>) -> Answer<Arc<Engine>> {
        caller.may(Scope::Ask)?;
        let (app, owner) = (self.app.clone(), caller.owner.clone());
        App::blocking(move || {
            let shelf = match collection {
                Some(name) => app.library.shelf(&owner, &name)?,
                None => {
                    let mut all = app.library.shelves(&owner)?;
                    match (all.pop(), all.len()) {
                        (Some(only), 0) => only,
                        _ => {
                            return Err(Problem::invalid("collection", "name a collection")
                                .hint("list_collections names them"));
                        }
                    }
                }
            };
            app.library.engine(&shelf)
        })
        .await
    }

    async fn answered(&self, caller: Caller, asked: AskArgs) -> Answer<ReplyView> {
        checked(&asked.question)?;
        let engine = self.engine(&caller, asked.collection).await?;
        let before = |turn: TurnArgs| Before { question: turn.question, answer: turn.answer };
        let before: Vec<Before> = asked.history.into_iter().map(before).collect();
        let conversation = Conversation::of(&history(&before));
        let (place, cancel) = (self.app.workers.place()?, Cancel::default());
        let taken = take(&self.app, place, engine, conversation, asked.question, cancel, nobody());
        let (talk, reply) = taken.await?;
        Ok(ReplyView::new(&reply, talk.pending.as_ref()))
    }
}

/// What a tool gives back; what the caller can mend is told as a result, not as a broken protocol.
fn told(result: Answer<impl Serialize>) -> Result<CallToolResult, ErrorData> {
    match result {
        Ok(value) => {
            let value = serde_json::to_value(value)
                .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            Ok(CallToolResult::structured(value))
        }
        Err(problem) => {
            let body = problem.body();
            let hint = body.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
            let text = format!("{}{hint}", body.message);
            Ok(CallToolResult::error(vec![ContentBlock::text(text)]))
        }
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_instructions(
            "Answers from the documents of a collection, with the exact evidence. Use ask for \
             questions, search to look around, read_passage for the whole text.",
        )
    }
}

/// The tools as a service of HTTP. Hosts and keys are checked by the route.
pub fn over_http(app: Arc<App>) -> StreamableHttpService<Tools, LocalSessionManager> {
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_max_request_body_bytes(app.config.limits.body_kib << 10);
    let tools = move || Ok(Tools::new(app.clone(), Door::Http));
    StreamableHttpService::new(tools, LocalSessionManager::default().into(), config)
}

/// Ends a stream on which a client listens when the server ends. One that brings a reply ends with it.
pub async fn until_the_end(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let listens = request.method() == Method::GET;
    let response = next.run(request).await;
    if !listens {
        return response;
    }
    let mut ending = app.ending.clone();
    let ended = async move { ending.wait_for(|ending| *ending).await.map(drop) };
    let (head, body) = response.into_parts();
    let body = body.into_data_stream().take_until(Box::pin(ended));
    Response::from_parts(head, Body::from_stream(body))
}

/// The tools over standard input and output, until the input ends.
pub async fn over_stdio(app: Arc<App>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let running = Tools::new(app, Door::Stdio).serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_calls_over_http_whom_the_route_has_not_let_in() {
        let refused =
            |extensions: &Extensions| Door::Http.caller(extensions).unwrap_err().status().as_u16();
        let mut extensions = Extensions::default();
        assert_eq!(refused(&extensions), 401);
        let (mut parts, ()) = axum::http::Request::new(()).into_parts();
        extensions.insert(parts.clone());
        assert_eq!(refused(&extensions), 401);
        parts.extensions.insert(Caller { owner: "ann".into(), scopes: Vec::new() });
        extensions.insert(parts);
        assert_eq!(Door::Http.caller(&extensions).unwrap().owner, "ann");
        assert_eq!(Door::Stdio.caller(&Extensions::default()).unwrap().owner, "");
    }
}
