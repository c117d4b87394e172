//! The server: routes put together, connections accepted, and an end that finishes what was begun.

use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use grice_store::Pool;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::app::{App, Reached};
use crate::auth::{Caller, Keyed, Known, any_key};
use crate::config::{Config, ConfigError, without_password};
use crate::error::Problem;
use crate::jobs::Jobs;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::pace::{Pace, Peer};
use crate::studio::Room;
use crate::workers::Workers;
use crate::{api, log, mcp, pages, uploads};

/// Connections to the database.
const CONNECTIONS: usize = 8;

/// How long an ending server waits for requests under way.
const PATIENCE: Duration = Duration::from_secs(60);

/// The largest run that is scored, file that is taken in, and request for vectors.
const LARGE_BODY: usize = 64 << 20;

/// A server that is ready to serve.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    end: watch::Sender<bool>,
}

/// Why a server cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The settings are wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A collection or a model cannot be opened.
    #[error(transparent)]
    Home(#[from] grice_home::Error),
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] grice_store::Error),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {reason}; choose another with --port or --host")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The machine's reason.
        reason: std::io::Error,
    },
    /// Everybody on the network could use the server.
    #[error(
        "{0} can be reached by other machines, and the server has no keys; make one with `grice keys add NAME`, or say --open if anybody may use it"
    )]
    Open(std::net::IpAddr),
    /// Serving has failed.
    #[error("the server has failed: {0}")]
    Failed(std::io::Error),
}

impl Server {
    /// Opens collections, models and the database, and listens. What is to be told is given to `tell`.
    pub async fn open(
        config: Config,
        home: &Path,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Server, ServerError> {
        log::begin(&config);
        let (app, end) = tokio::task::block_in_place(|| open_app(config, home, tell))?;
        let idle = Duration::from_secs(app.config.limits.idle_seconds);
        tokio::task::block_in_place(|| uploads::sweep_home(home, idle));
        if !app.config.is_local() && !app.keyed.known() && !app.config.open {
            return Err(ServerError::Open(app.config.host));
        }
        let address = SocketAddr::new(app.config.host, app.config.port);
        let listener = TcpListener::bind(address)
            .await
            .map_err(|reason| ServerError::Listen { address, reason })?;
        Ok(Server { app, listener, end })
    }

    /// The address that it listens on.
    pub fn address(&self) -> Result<SocketAddr, ServerError> {
        self.listener.local_addr().map_err(ServerError::Failed)
    }

    /// Whether callers need a key.
    pub fn is_keyed(&self) -> bool {
        self.app.keyed.known()
    }

    /// Serves until `until` is done; then no request is taken any more, and those under way are finished.
    pub async fn run(self, until: impl Future<Output = ()>) -> Result<(), ServerError> {
        let Server { app, listener, end } = self;
        let router = router(app.clone());
        tokio::spawn(crate::studio::sweep(app.clone()));
        let places = Arc::new(Semaphore::new(app.config.limits.connections));
        let graceful = GracefulShutdown::new();
        let mut builder = auto::Builder::new(TokioExecutor::new());
        let idle = Duration::from_secs(app.config.limits.idle_seconds);
        builder.http1().timer(TokioTimer::new()).header_read_timeout(idle);
        builder.http2().timer(TokioTimer::new()).keep_alive_interval(Some(idle));
        tokio::pin!(until);
        loop {
            let accepted = tokio::select! {
                accepted = accept(&listener, &places) => accepted,
                () = &mut until => break,
            };
            let Some((stream, peer, place)) = accepted else { continue };
            let known = move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(peer);
                request
            };
            let service = TowerToHyperService::new(router.clone().map_request(known));
            let serving = builder.serve_connection(TokioIo::new(stream), service).into_owned();
            let serving = graceful.watch(serving);
            tokio::spawn(async move {
                let _place = place;
                if let Err(error) = serving.await {
                    tracing::debug!(%error, "a connection broke off");
                }
            });
        }
        drop(listener);
        let _ = end.send(true);
        tracing::info!("ending: requests under way are finished");
        let finished = async {
            graceful.shutdown().await;
            app.jobs.finished().await;
        };
        if tokio::time::timeout(PATIENCE, finished).await.is_err() {
            tracing::warn!("requests were still under way after {} s", PATIENCE.as_secs());
        }
        Ok(())
    }

    /// Serves tools over standard input and output.
    pub async fn tools(
        config: Config,
        home: &Path,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), ServerError> {
        log::begin(&config);
        let (app, _end) = tokio::task::block_in_place(|| open_app(config, home, tell))?;
        let ended = mcp::over_stdio(app).await;
        ended.map_err(|error| ServerError::Failed(std::io::Error::other(error.to_string())))
    }
}

/// A connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, Peer, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => {
            stream.set_nodelay(true).ok();
            Some((stream, Peer(address.ip()), place))
        }
        Err(error) => {
            // Too many open files, as a rule: others must close first.
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

/// Where conversations, keys and projects are kept.
fn database(config: &Config, home: &Path) -> String {
    match config.database.as_str() {
        "" => home.join("conversations.db").to_string_lossy().into_owned(),
        database => database.to_owned(),
    }
}

/// The studio of a server's database, for a program beside it.
pub fn studio(config: &Config, home: &Path) -> Result<grice_studio::Studio, ServerError> {
    // No question is answered, so no weights are wanted.
    let system = grice_engine::System::find(Path::new("bare")).map_err(ConfigError::from)?;
    let (library, _) = Library::open(&config.collections, home, system)?;
    let pool = Arc::new(Pool::connect(&database(config, home), 1)?);
    Ok(crate::studio::alone(pool, Arc::new(library)))
}

/// Waits for the disk and the database: not for a thread that serves requests.
fn open_app(
    config: Config,
    home: &Path,
    tell: &mut dyn FnMut(&str),
) -> Result<(Arc<App>, watch::Sender<bool>), ServerError> {
    let system = config.system()?;
    let (library, warnings) = Library::open(&config.collections, home, system)?;
    warnings.iter().for_each(|warning| tell(warning));
    let database = database(&config, home);
    let pool = Arc::new(Pool::connect(&database, CONNECTIONS)?);
    let keyed = pool.with(any_key)?;
    tracing::info!(database = without_password(&database), keyed, "opened");
    let (end, ending) = watch::channel(false);
    let library = Arc::new(library);
    let app = App {
        studio: Room::new(pool.clone(), library.clone(), config.turn_time()),
        workers: Workers::new(config.workers(), config.limits.queue),
        searches: Workers::new(config.workers(), config.limits.queue),
        large: Workers::new(config.workers(), config.limits.queue),
        jobs: Jobs::new(config.limits.jobs),
        pace: Pace::new(config.limits.requests_per_minute),
        metrics: Metrics::default(),
        known: Known::default(),
        library,
        pool,
        keyed: Keyed::new(keyed),
        reached: Reached::default(),
        ending,
        config,
    };
    Ok((Arc::new(app), end))
}

/// All routes.
pub fn router(app: Arc<App>) -> Router {
    let limits = app.config.limits.clone();
    let (api, description) = api::routes().split_for_parts();
    let description = Arc::new(description.to_pretty_json().unwrap_or_default());
    let openapi = move || {
        let description = description.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], description.to_string()) }
    };
    let tools = Router::new()
        .fallback_service(mcp::over_http(app.clone()))
        .layer(middleware::from_fn_with_state(app.clone(), mcp::until_the_end))
        .layer(middleware::from_fn_with_state(app.clone(), admit));
    let small = DefaultBodyLimit::max(limits.body_kib << 10);
    let upload = usize::try_from(limits.upload_mib << 20).unwrap_or(usize::MAX);
    let routes = Router::new()
        .merge(api)
        .nest("/mcp", tools)
        .route("/openapi.json", get(openapi))
        .route("/", get(pages::page))
        .route("/c/{id}", get(pages::page))
        .route("/read/{collection}", get(pages::page))
        .route("/studio", get(pages::studio))
        .route("/studio/join", get(pages::studio))
        .route("/studio/work", get(pages::studio))
        .route("/studio/projects/{id}", get(pages::studio))
        .route("/static/{*path}", get(pages::asset))
        .fallback(async |request: Request| Problem::not_found("page", request.uri().path()))
        .method_not_allowed_fallback(async || wrong_method())
        .layer(middleware::map_request_with_state(
            Sizes { small: limits.body_kib << 10, upload },
            sized,
        ))
        .layer(small);
    let events = NotForContentType::new("text/event-stream");
    let compressed = CompressionLayer::new().compress_when(SizeAbove::new(512).and(events));
    routes
        .layer(middleware::from_fn(guarded))
        .layer(RequestBodyTimeoutLayer::new(Duration::from_secs(limits.idle_seconds)))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::server("the request", "a panic").into_response()
        }))
        .layer(compressed)
        .layer(cors(&app.config))
        .layer(middleware::from_fn_with_state(app.clone(), log::requests))
        .with_state(app)
}

fn wrong_method() -> Response {
    let problem = Problem::invalid("method", "this address does not take that method");
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(problem.body().clone())).into_response()
}

/// How large the bodies of requests may be.
#[derive(Clone, Copy)]
struct Sizes {
    small: usize,
    upload: usize,
}

/// Lets uploads, and runs that are scored, be larger than other requests.
async fn sized(State(sizes): State<Sizes>, mut request: Request) -> Request {
    let path = request.uri().path();
    let most = match path {
        "/api/score" | "/v1/embeddings" => LARGE_BODY.max(sizes.small),
        path if path.starts_with("/api/studio/projects/")
            && (path.ends_with("/import") || path.ends_with("/pool")) =>
        {
            LARGE_BODY.max(sizes.small)
        }
        // What stands around the files counts too.
        path if path.ends_with("/files") => sizes.upload.saturating_add(1 << 20),
        _ => return request,
    };
    DefaultBodyLimit::apply(DefaultBodyLimit::max(most), &mut request);
    request
}

/// Pages of other sites that may call the API.
fn cors(config: &Config) -> CorsLayer {
    let origins: Vec<HeaderValue> =
        config.cors.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()).collect();
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::PUT, Method::DELETE])
        // Clients have headers of their own; a page of any other origin is refused before them.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            header::RETRY_AFTER,
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static("mcp-session-id"),
        ])
}

/// Headers that keep a page to itself.
async fn guarded(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", pages::POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Lets callers of the tools in, and remembers who they are.
async fn admit(
    State(app): State<Arc<App>>,
    caller: Caller,
    mut request: Request,
    next: Next,
) -> Response {
    let _ = app;
    request.extensions_mut().insert(caller);
    next.run(request).await
}
