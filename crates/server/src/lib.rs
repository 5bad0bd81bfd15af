//! The table over HTTP and WebSocket. It knows no game: every game of the [`Library`] can be played.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod admin;
mod advise;
mod analyse;
mod bots;
mod caller;
mod client;
mod company;
mod connections;
mod convert;
mod error;
mod extract;
mod gauges;
mod guard;
mod leases;
mod library;
mod limits;
mod live;
mod lobby;
mod nodes;
mod play;
mod positions;
mod puzzles;
mod rematch;
mod response;
mod retention;
mod seats;
mod settings;
mod sit;
mod store;
mod table;
mod tables;
mod watch;
pub mod wire;

pub use library::{Boards, Drawing, Library};
pub use retention::Retention;
pub use settings::{Admits, Settings};
pub use store::{Store, StoreError};
pub use tables::Tables;
pub use watch::{Metrics, for_keepers};

use axum::Router;
use axum::http::Uri;
use axum::routing::get;
use error::ApiError;
use guard::Guard;
use std::sync::Arc;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Sandtable",
        description = "A table for operational board wargames. The browser's table uses nothing but this, and so may you: \
                       make a game, take a seat with its key, read what you may see and what you can do, act.",
    ),
    components(schemas(wire::Hello, wire::Live, wire::Look))
)]
struct Api;

fn routes() -> OpenApiRouter<Arc<Tables>> {
    use utoipa::OpenApi as _;
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(lobby::titles))
        .routes(routes!(lobby::kit))
        .routes(routes!(lobby::rules))
        .routes(routes!(lobby::board))
        .routes(routes!(lobby::list, lobby::create))
        .routes(routes!(positions::read))
        .routes(routes!(positions::words))
        .routes(routes!(positions::beginning))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::begin))
        .routes(routes!(puzzles::bot))
        .routes(routes!(lobby::import))
        .routes(routes!(sit::claim))
        .routes(routes!(sit::sit))
        .routes(routes!(sit::devices))
        .routes(routes!(sit::invite))
        .routes(routes!(lobby::branch))
        .routes(routes!(play::state, company::delete))
        .routes(routes!(company::rename))
        .routes(routes!(company::seat))
        .routes(routes!(company::say))
        .routes(routes!(rematch::rematch))
        .routes(routes!(play::can))
        .routes(routes!(play::traces))
        .routes(routes!(play::ground))
        .routes(routes!(play::actions, play::act))
        .routes(routes!(play::undo))
        .routes(routes!(play::wish))
        .routes(routes!(play::odds))
        .routes(routes!(advise::hint))
        .routes(routes!(analyse::kept, analyse::analyse))
        .routes(routes!(analyse::then))
        .routes(routes!(play::history))
        .routes(routes!(play::record))
        .routes(routes!(positions::now))
        .routes(routes!(puzzles::played))
        .routes(routes!(live::live))
}

/// The description of the API, from the code itself.
pub fn openapi() -> OpenApi {
    let mut api = routes().into_openapi();
    let key =
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("the key of a seat")).build();
    api.components.get_or_insert_default().add_security_scheme("seat", SecurityScheme::Http(key));
    api
}

/// Everything that the table answers.
pub fn router(tables: Arc<Tables>) -> Router {
    let (api, _) = routes().split_for_parts();
    let described = openapi();
    let guard = Guard::new(tables.settings.clone(), limits::kinds(&described));
    let watch = watch::Watch::new(tables.clone(), limits::kinds(&described));
    let health = watch::health(tables.clone());
    let description = described.to_pretty_json().unwrap_or_default();
    api.route(
        "/api/openapi.json",
        get(move || async { ([("content-type", "application/json")], description) }),
    )
    .route("/metrics", get(watch::metrics))
    .route("/", get(client::page))
    .route("/game/{id}", get(client::page))
    .route("/edit", get(client::page))
    .route("/edit/{game}", get(client::page))
    .route("/edit/{game}/{scenario}", get(client::page))
    .route("/{file}", get(client::file))
    .fallback(async |uri: Uri| ApiError::Unknown(format!("there is nothing at `{}`", uri.path())))
    .method_not_allowed_fallback(async || ApiError::Method)
    .layer(axum::middleware::from_fn_with_state(watch, watch::time))
    .layer(axum::middleware::from_fn_with_state(guard, guard::check_request))
    .with_state(tables)
    .merge(health)
}
