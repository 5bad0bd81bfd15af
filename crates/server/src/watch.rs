//! What those who look after a table see of it: whether it lives, whether it is ready, and its figures. Every request is timed here, and
//! none waits for long: a table that cannot answer says so.

use crate::error::ApiError;
use crate::extract::BodyIn;
use crate::gauges::Moment;
use crate::limits::Kind;
use crate::tables::Tables;
use axum::Router;
use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a request waits for its answer at most.
const PATIENCE: Duration = Duration::from_millis(4_500);

/// How long a body may take to come at the very most; those who read it are stricter.
const SENDING: Duration = Duration::from_secs(65);

/// What may take longer: it plays through a whole game that somebody brings.
const LONG: &str = "/api/games/import";

/// Who may read the figures of a table. At home everybody may who reaches it; else nobody may unless it is said here.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Metrics {
    /// An address of their own, for those who can reach it.
    pub listen: Option<SocketAddr>,
    /// Whoever knows this may read them at the table's own address, with `Authorization: Bearer TOKEN`.
    pub token: String,
}

/// Times requests, by what they do.
pub(crate) struct Watch {
    tables: Arc<Tables>,
    kinds: HashMap<(String, String), Kind>,
}

impl Watch {
    pub(crate) fn new(tables: Arc<Tables>, kinds: HashMap<(String, String), Kind>) -> Arc<Watch> {
        Arc::new(Watch { tables, kinds })
    }
}

/// Times a request, and gives up on an answer that does not come.
pub(crate) async fn time(State(watch): State<Arc<Watch>>, mut request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|p| p.as_str().to_string());
    let method = request.method().to_string();
    let kind = path.as_ref().and_then(|path| watch.kinds.get(&(method, path.clone())).copied());
    let long = kind == Some(Kind::Think) || path.as_deref() == Some(LONG);
    let begun = Instant::now();
    let (sends, body_in) = (!request.body().is_end_stream(), BodyIn::default());
    request.extensions_mut().insert(body_in.clone());
    let answer = next.run(request);
    tokio::pin!(answer);
    let mut early = None;
    if sends && !long {
        // Who sends slowly is cut off by the one who reads.
        tokio::select! {
            response = &mut answer => early = Some(response),
            () = body_in.0.notified() => {}
            () = tokio::time::sleep(SENDING) => {}
        }
    }
    let response = match early {
        Some(response) => response,
        None if long => answer.await,
        None => tokio::time::timeout(PATIENCE, answer).await.unwrap_or_else(|_| {
            let why = "the table takes too long to answer; look again before you repeat what you did";
            ApiError::Overdue(why.to_string()).into_response()
        }),
    };
    let (took, status) = (begun.elapsed(), response.status().as_u16());
    watch.tables.gauges.answered(kind, took, status);
    // The endpoint, and never the address that was asked for: names are in addresses.
    let endpoint = path.as_deref().unwrap_or("none");
    tracing::debug!(
        endpoint,
        status,
        micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        "answered"
    );
    response
}

/// Whether the table lives and is ready: for those who watch over it, whatever name they know it by.
pub fn health(tables: Arc<Tables>) -> Router {
    Router::new().route("/healthz", get(async || "alive\n")).route("/readyz", get(ready)).with_state(tables)
}

/// The same with the figures, for an address of their own.
pub fn for_keepers(tables: Arc<Tables>) -> Router {
    let figures = Router::new()
        .route("/metrics", get(async |State(tables): State<Arc<Tables>>| figures(&tables).await))
        .with_state(tables.clone());
    health(tables).merge(figures)
}

async fn ready(State(tables): State<Arc<Tables>>) -> Response {
    if tables.leases.stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match tables.store().answers().await {
        Ok(()) => "ready\n".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
}

/// The figures at the table's own address.
pub(crate) async fn metrics(
    State(tables): State<Arc<Tables>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let token = &tables.settings.metrics.token;
    let given = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()?.strip_prefix("Bearer "));
    let known = given.is_some_and(|given| {
        // By their hashes: how long the comparison takes tells nothing.
        !token.is_empty() && crate::caller::hashed(given) == crate::caller::hashed(token)
    });
    if tables.settings.home() || known {
        Ok(figures(&tables).await)
    } else {
        Err(ApiError::Unknown("there is nothing at `/metrics`".to_string()))
    }
}

async fn figures(tables: &Tables) -> Response {
    let text = tables.gauges.text(tables.moment().await);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

impl Tables {
    async fn moment(&self) -> Moment {
        let open = self.all_opened().await;
        // A table that is used at this moment is not waited for.
        let connections = open.iter().filter_map(|(_, t)| t.try_lock().ok().map(|t| t.connected())).sum();
        let thinking = self.pools.bots_at_work();
        Moment { open: open.len(), connections, leases: self.leases.count(), thinking }
    }

    /// Stops what goes on by itself: bots let go what they think, and other nodes take the games over at once.
    pub async fn stop(&self) {
        self.leases.stop().await;
        for (_, table) in self.all_opened().await {
            if let Ok(mut table) = table.try_lock() {
                table.rest();
            }
        }
    }
}
