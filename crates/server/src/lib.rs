//! The table over HTTP and WebSocket. It knows no game: every game of the [`Library`] can be played.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod advise;
mod analyse;
mod caller;
mod client;
mod company;
mod connections;
mod convert;
mod endpoints;
mod error;
mod extract;
mod guard;
mod library;
mod limits;
pub mod listen;
mod live;
mod lobby;
mod play;
mod positions;
mod puzzles;
mod queue;
mod quotas;
mod rematch;
mod response;
mod seats;
mod settings;
mod sit;
mod store;
mod table;
mod tables;
mod thinking;
pub mod wire;

pub use endpoints::{body_limit, endpoints};
pub use library::{Boards, Drawing, Library};
pub use settings::{Admits, Settings};
pub use store::{Store, StoreError};
pub use tables::Tables;

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

/// What is answered beside the API: the pages of the browser's table, its files, and the description itself.
pub const PAGES: [(&str, &str); 7] = [
    ("/", "the lobby"),
    ("/game/{id}", "the page of a game"),
    ("/edit", "the editor of positions"),
    ("/edit/{game}", "the same for a game"),
    ("/edit/{game}/{scenario}", "the same for a scenario"),
    ("/{file}", "files of the browser's table"),
    (DESCRIPTION, "the description of the API"),
];

const DESCRIPTION: &str = "/api/openapi.json";

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
    let description = described.to_pretty_json().unwrap_or_default();
    let mut api = api;
    for (path, _) in PAGES {
        let description = description.clone();
        api = match path {
            DESCRIPTION => {
                api.route(path, get(move || async { ([("content-type", "application/json")], description) }))
            }
            path if path.ends_with("{file}") => api.route(path, get(client::file)),
            path => api.route(path, get(client::page)),
        };
    }
    api.fallback(async |uri: Uri| ApiError::Unknown(format!("there is nothing at `{}`", uri.path())))
        .method_not_allowed_fallback(async || ApiError::Method)
        .layer(axum::middleware::from_fn_with_state(guard, guard::check_request))
        .with_state(tables)
}
