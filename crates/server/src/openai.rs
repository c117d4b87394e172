//! The routes that clients of OpenAI's API know: a collection is a model.

use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json as Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use grice_engine::{Cancel, Conversation, Event, Shape, Turn};
use grice_index::Encoder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::api::{Large, Path, checked, engine};
use crate::app::App;
use crate::auth::Asker;
use crate::error::Problem;
use crate::ids;
use crate::stream::{self, Line, WAITING};
use crate::threads;
use crate::turns::{Tell, nobody, take};
use crate::views::ReplyView;

/// The model that makes vectors of texts.
const TEXTS: &str = "grice-passages";

/// The most texts of a request.
const MOST: usize = 512;

/// The longest of them, in characters.
const LONGEST: usize = 100_000;

/// An error as these clients read it.
pub struct Failed(Problem);

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed(problem)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let body = told(&self.0);
        let plain = self.0.into_response();
        let (mut parts, _) = plain.into_parts();
        parts.headers.remove(header::CONTENT_LENGTH);
        (parts.status, parts.headers, Body(body)).into_response()
    }
}

/// An error as these clients read it.
#[derive(Serialize, ToSchema)]
pub struct OpenAiError {
    /// What went wrong.
    error: OpenAiProblem,
}

/// What went wrong, as these clients read it.
#[derive(Serialize, ToSchema)]
pub struct OpenAiProblem {
    /// In words, with what can be done about it.
    message: String,
    /// The kind of error.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: &'static str,
    /// A word for programs.
    #[schema(value_type = String)]
    code: &'static str,
    /// Not used.
    param: Option<String>,
}

fn told(problem: &Problem) -> OpenAiError {
    let body = problem.body();
    let message = match &body.hint {
        Some(hint) => format!("{}; {hint}", body.message),
        None => body.message.clone(),
    };
    let kind = match problem.status() {
        StatusCode::UNAUTHORIZED => "authentication_error",
        StatusCode::FORBIDDEN => "permission_error",
        StatusCode::TOO_MANY_REQUESTS => "rate_limit_error",
        status if status.is_client_error() => "invalid_request_error",
        _ => "server_error",
    };
    OpenAiError { error: OpenAiProblem { message, kind, code: body.code, param: None } }
}

type Answer<T> = std::result::Result<T, Failed>;

/// Messages; what else clients send is not used.
#[derive(Deserialize, ToSchema)]
pub struct Completion {
    /// The collection to answer from.
    #[schema(example = "demo")]
    model: String,
    /// What was said, oldest first; the last one is a user's.
    messages: Vec<Message>,
    /// Whether the answer comes in parts.
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    stream_options: Option<StreamOptions>,
    #[serde(default)]
    n: Option<u32>,
}

#[derive(Deserialize, ToSchema)]
struct StreamOptions {
    #[serde(default)]
    include_usage: bool,
}

/// A message.
#[derive(Deserialize, ToSchema)]
struct Message {
    /// user, assistant, system, developer, tool or function.
    #[schema(example = "user")]
    role: String,
    /// Its text, or parts of which some have a `text`.
    #[serde(default)]
    #[schema(example = "What is Titan?")]
    content: Option<Content>,
}

#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Value>),
}

impl Message {
    fn text(&self) -> String {
        match &self.content {
            None => String::new(),
            Some(Content::Text(text)) => text.clone(),
            Some(Content::Parts(parts)) => {
                let texts = parts.iter().filter_map(|part| part["text"].as_str());
                texts.collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// The turns of messages, and what was said last.
fn said(messages: &[Message]) -> std::result::Result<(Vec<Turn>, String), Problem> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut open: Option<String> = None;
    for message in messages {
        match message.role.as_str() {
            "user" => {
                // Two in a row are one utterance.
                open = Some(match open.take() {
                    Some(before) => format!("{before}\n{}", message.text()),
                    None => message.text(),
                });
            }
            "assistant" => {
                if let Some(question) = open.take() {
                    turns.push(Turn::new(question, message.text()));
                }
            }
            "system" | "developer" | "tool" | "function" => {}
            other => {
                let why = format!("messages: there is no role '{other}'");
                return Err(Problem::invalid("role", why));
            }
        }
    }
    let last =
        open.ok_or_else(|| Problem::invalid("messages", "the last message must be a user's"))?;
    checked(&last)?;
    Ok((turns, last))
}

/// What a request's head gives, refused as these clients read it.
pub struct Given<E>(E);

impl<E: FromRequestParts<Arc<App>, Rejection = Problem>> FromRequestParts<Arc<App>> for Given<E> {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<Given<E>> {
        E::from_request_parts(parts, app).await.map(Given).map_err(Failed)
    }
}

/// Answer the last message, as OpenAI's API does.
#[utoipa::path(
    post, path = "/v1/chat/completions", tag = "openai", request_body = Completion,
    responses(
        (
            status = 200, description = "The answer, or with \"stream\": true its parts",
            content((Object = "application/json"), (String = "text/event-stream"))
        ),
        (status = 404, body = OpenAiError), (status = 504, body = OpenAiError)
    )
)]
pub async fn completions(
    State(app): State<Arc<App>>,
    Given(Asker(caller)): Given<Asker>,
    headers: HeaderMap,
    body: std::result::Result<Body<Completion>, JsonRejection>,
) -> Answer<Response> {
    let Body(given) = body.map_err(Problem::from)?;
    if given.n.is_some_and(|n| n != 1) {
        return Err(Problem::invalid("n", "there is one answer; n must be 1").into());
    }
    let name = given.model.strip_prefix("grice/").unwrap_or(&given.model).to_owned();
    let (turns, last) = said(&given.messages)?;
    let engine = engine(&app, &caller, &name).await?;
    let conversation = Conversation::of(&turns);
    let cancel = Cancel::default();
    let place = app.workers.place()?;
    let id = format!("chatcmpl-{}", ids::next());
    let head = Head { id, model: given.model, host: host(&headers), collection: name };
    let asked = words(&given.messages.iter().map(Message::text).collect::<Vec<_>>().join(" "));
    if !given.stream {
        let (_, reply) = take(&app, place, engine, conversation, last, cancel, nobody()).await?;
        let reply = ReplyView::new(&reply, None);
        return Ok(Body(head.whole(&reply, asked)).into_response());
    }
    let include_usage = given.stream_options.is_some_and(|options| options.include_usage);
    let (lines, received) = mpsc::channel(WAITING);
    let (stopped, counted) = (cancel.clone(), app.metrics.streaming());
    threads::beside(async move {
        let send =
            async |data: Value| lines.send(Line { name: None, data: data.to_string() }).await;
        let _ = send(head.chunk(json!({ "role": "assistant", "content": "" }), None)).await;
        let tell = head.relay(&lines);
        match take(&app, place, engine, conversation, last, cancel, tell).await {
            Ok((_, reply)) => {
                let reply = ReplyView::new(&reply, None);
                let annotations = json!({ "annotations": head.annotations(&reply) });
                let _ = send(head.chunk(annotations, None)).await;
                let _ = send(head.chunk(json!({}), Some("stop"))).await;
                if include_usage {
                    let mut last = head.chunk(json!({}), None);
                    last["choices"] = json!([]);
                    last["usage"] = usage(asked, words(&reply.text));
                    let _ = send(last).await;
                }
            }
            Err(problem) => {
                let _ = send(json!(told(&problem))).await;
            }
        }
        let _ = lines.send(Line { name: None, data: "[DONE]".to_owned() }).await;
    });
    Ok(stream::events(received, stopped, counted))
}

/// What all parts of an answer have.
#[derive(Clone)]
struct Head {
    id: String,
    model: String,
    collection: String,
    /// Where the client reached the server, for links.
    host: String,
}

impl Head {
    fn whole(&self, reply: &ReplyView, asked: usize) -> Value {
        json!({
            "id": self.id,
            "object": "chat.completion",
            "created": now(),
            "model": self.model,
            "choices": [{
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": reply.text,
                    "refusal": null,
                    "annotations": self.annotations(reply),
                },
                "logprobs": null,
                "finish_reason": "stop",
            }],
            "usage": usage(asked, words(&reply.text)),
        })
    }

    fn chunk(&self, delta: Value, finish: Option<&str>) -> Value {
        json!({
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": now(),
            "model": self.model,
            "choices": [{ "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish }],
        })
    }

    /// Sends sentences as they come, with what stands between them in the whole text.
    fn relay(&self, lines: &mpsc::Sender<Line>) -> Tell {
        let (head, lines) = (self.clone(), lines.clone());
        let mut last: Option<Shape> = None;
        Box::new(move |event| {
            let (Event::Answer(sentence) | Event::Addition(sentence)) = event else { return true };
            let between = match (last, sentence.shape) {
                (None, _) => "",
                (Some(Shape::Prose), Shape::Prose) => " ",
                _ => "\n\n",
            };
            last = Some(sentence.shape);
            let delta = json!({ "content": format!("{between}{}", sentence.text) });
            let data = head.chunk(delta, None).to_string();
            lines.blocking_send(Line { name: None, data }).is_ok()
        })
    }

    /// Where each sentence stands in the source, by its characters in the text.
    fn annotations(&self, reply: &ReplyView) -> Vec<Value> {
        let mut annotations = Vec::new();
        let mut from = 0;
        for sentence in &reply.sentences {
            let Some(at) = reply.text.get(from..).and_then(|rest| rest.find(&sentence.text)) else {
                continue;
            };
            let start = from + at;
            from = start + sentence.text.len();
            let chars = |end: usize| reply.text[..end].chars().count();
            for evidence in sentence.evidence.iter().filter_map(|&n| reply.evidence.get(n)) {
                let title = match evidence.section.as_str() {
                    "" => evidence.title.clone(),
                    section => format!("{} › {section}", evidence.title),
                };
                annotations.push(json!({
                    "type": "url_citation",
                    "url_citation": {
                        "start_index": chars(start),
                        "end_index": chars(from),
                        "title": title,
                        "url": format!(
                            "{}/read/{}?id={}#{}",
                            self.host,
                            escaped(&self.collection),
                            escaped(&evidence.document),
                            escaped(&evidence.passage)
                        ),
                    },
                    "passage": evidence.passage,
                    "quote": evidence.text,
                }));
            }
        }
        annotations
    }
}

fn host(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = text("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    text("host").map(|host| format!("{scheme}://{host}")).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// There are no tokens; words are counted.
fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn usage(asked: usize, said: usize) -> Value {
    json!({ "prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The collections, and the model that makes vectors.
#[utoipa::path(get, path = "/v1/models", tag = "openai", responses((status = 200, body = Object)))]
pub async fn models(
    State(app): State<Arc<App>>,
    Given(Asker(caller)): Given<Asker>,
) -> Answer<Body<Value>> {
    let shelves = App::blocking(move || app.library.shelves(&caller.owner)).await?;
    let mut data: Vec<Value> = shelves.iter().map(|shelf| listed(&shelf.name)).collect();
    data.push(listed(TEXTS));
    Ok(Body(json!({ "object": "list", "data": data })))
}

/// A collection.
#[utoipa::path(
    get, path = "/v1/models/{id}", tag = "openai", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = OpenAiError))
)]
pub async fn model(
    State(app): State<Arc<App>>,
    Given(Asker(caller)): Given<Asker>,
    Given(Path(id)): Given<Path<String>>,
) -> Answer<Body<Value>> {
    if id != TEXTS {
        let name = id.clone();
        App::blocking(move || app.library.shelf(&caller.owner, &name).map(drop)).await?;
    }
    Ok(Body(listed(&id)))
}

fn listed(id: &str) -> Value {
    json!({ "id": id, "object": "model", "created": 0, "owned_by": "grice" })
}

/// Texts to make vectors of.
#[derive(Deserialize, ToSchema)]
pub struct Embedding {
    /// `grice-passages`.
    #[serde(default)]
    #[schema(example = "grice-passages")]
    model: Option<String>,
    /// A text, or up to 512 of them.
    input: Input,
    /// float or base64.
    #[serde(default)]
    encoding_format: Option<String>,
    /// As many as the model has, where it is given.
    #[serde(default)]
    dimensions: Option<usize>,
}

#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
enum Input {
    One(String),
    Many(Vec<String>),
}

/// Make vectors of texts.
#[utoipa::path(
    post, path = "/v1/embeddings", tag = "openai", request_body = Embedding,
    responses((status = 200, body = Object), (status = 504, body = OpenAiError))
)]
pub async fn embeddings(
    State(app): State<Arc<App>>,
    _asker: Given<Asker>,
    _large: Given<Large>,
    body: std::result::Result<Body<Embedding>, JsonRejection>,
) -> Answer<Body<Value>> {
    let Body(given) = body.map_err(Problem::from)?;
    if let Some(other) = given.model.as_deref().filter(|model| *model != TEXTS) {
        let why = format!("there is no model '{other}' that makes vectors; there is {TEXTS}");
        return Err(Problem::invalid("model", why).into());
    }
    let texts = match given.input {
        Input::One(text) => vec![text],
        Input::Many(texts) => texts,
    };
    if texts.is_empty() || texts.len() > MOST {
        return Err(Problem::invalid("input", format!("between 1 and {MOST} texts")).into());
    }
    if texts.iter().any(|text| text.chars().count() > LONGEST) {
        let why = format!("input: a text has at most {LONGEST} characters");
        return Err(Problem::too_large(why).into());
    }
    let asked: usize = texts.iter().map(|text| words(text)).sum();
    let time = app.config.turn_time();
    let vectors = app.workers.run_within(time, move || vectors(&texts)).await?;
    if let Some(wanted) = given.dimensions
        && vectors.first().is_some_and(|vector| vector.len() != wanted)
    {
        let why = format!("{TEXTS} has {} dimensions", vectors.first().map_or(0, Vec::len));
        return Err(Problem::invalid("dimensions", why).into());
    }
    let packed = given.encoding_format.as_deref() == Some("base64");
    let shown = |vector: &Vec<f32>| match packed {
        true => {
            let bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
            json!(base64::engine::general_purpose::STANDARD.encode(bytes))
        }
        false => json!(vector),
    };
    let data = vectors.iter().enumerate().map(|(index, vector)| {
        json!({ "object": "embedding", "index": index, "embedding": shown(vector) })
    });
    Ok(Body(json!({
        "object": "list",
        "data": data.collect::<Vec<_>>(),
        "model": TEXTS,
        "usage": { "prompt_tokens": asked, "total_tokens": asked },
    })))
}

fn vectors(texts: &[String]) -> crate::error::Result<Vec<Vec<f32>>> {
    static TABLE: OnceLock<Box<dyn Encoder>> = OnceLock::new();
    let table = match TABLE.get() {
        Some(table) => table,
        None => {
            let opened = grice_home::encoder(TEXTS);
            let opened = opened.map_err(|error| Problem::server("opening the model", error))?;
            TABLE.get_or_init(|| opened)
        }
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = table.encode(&texts).map_err(|error| Problem::server("making vectors", error))?;
    Ok(vectors.chunks_exact(table.dimensions().max(1)).map(<[f32]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(json: Value) -> Vec<Message> {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn messages_are_turns_and_what_was_said_last() {
        let all = messages(json!([
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "What is Io?" },
            { "role": "assistant", "content": "A moon." },
            { "role": "user", "content": [{ "type": "text", "text": "Who found it?" }] },
        ]));
        let (turns, last) = said(&all).unwrap();
        assert_eq!(
            (turns, last.as_str()),
            (vec![Turn::new("What is Io?", "A moon.")], "Who found it?")
        );
        assert!(said(&messages(json!([{ "role": "assistant", "content": "x" }]))).is_err());
        assert!(said(&messages(json!([{ "role": "robot", "content": "x" }]))).is_err());
    }

    #[test]
    fn addresses_are_escaped() {
        assert_eq!(escaped("demo/io#3 é"), "demo/io%233%20%C3%A9");
    }
}
