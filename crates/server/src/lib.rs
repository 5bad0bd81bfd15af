//! The table over HTTP and WebSocket. It knows no game: every game of the [`Library`] can be played.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod accounts;
pub mod admin;
mod advise;
mod analyse;
mod bots;
mod caller;
mod client;
mod clock;
mod closed;
mod company;
mod connections;
mod convert;
mod dice;
mod endpoints;
mod error;
mod extract;
mod flags;
mod gauges;
mod guard;
mod leases;
mod library;
mod limits;
pub mod listen;
mod live;
mod lobby;
mod nodes;
mod notes;
mod notices;
mod opponents;
mod play;
mod positions;
mod puzzles;
mod queue;
mod quotas;
mod rematch;
mod response;
mod retention;
mod seats;
mod settings;
mod sit;
mod store;
mod table;
mod tables;
mod thinking;
mod tournaments;
mod watch;
pub mod wire;

pub use endpoints::{body_limit, endpoints};
pub use library::{Boards, Drawing, Library};
pub use retention::Retention;
pub use settings::{Admits, Settings};
pub use store::{Store, StoreError};
pub use tables::Tables;
pub use watch::{Metrics, for_keepers};

use accounts::recognise;
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
        .routes(routes!(accounts::enter::me))
        .routes(routes!(accounts::enter::register, accounts::own::delete))
        .routes(routes!(accounts::own::devices))
        .routes(routes!(accounts::own::revoke))
        .routes(routes!(accounts::own::rename))
        .routes(routes!(accounts::own::change_password))
        .routes(routes!(accounts::own::change_mail))
        .routes(routes!(accounts::own::confirm))
        .routes(routes!(accounts::own::forgotten))
        .routes(routes!(accounts::own::reset))
        .routes(routes!(accounts::own::export))
        .routes(routes!(accounts::keeper::overview))
        .routes(routes!(accounts::keeper::registration))
        .routes(routes!(accounts::keeper::invite))
        .routes(routes!(accounts::keeper::change_account))
        .routes(routes!(accounts::keeper::hide))
        .routes(routes!(accounts::enter::sign_in, accounts::enter::sign_out))
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
        .routes(routes!(sit::team))
        .routes(routes!(notes::read, notes::write))
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
        .routes(routes!(dice::put_in))
        .routes(routes!(play::wish))
        .routes(routes!(play::odds))
        .routes(routes!(advise::hint))
        .routes(routes!(analyse::kept, analyse::analyse))
        .routes(routes!(analyse::then))
        .routes(routes!(play::history))
        .routes(routes!(play::record))
        .routes(routes!(positions::now))
        .routes(routes!(puzzles::played))
        .routes(routes!(notices::routes::get, notices::routes::change))
        .routes(routes!(notices::routes::try_out))
        .routes(routes!(live::live))
        .routes(routes!(opponents::waiting::waiting))
        .routes(routes!(opponents::waiting::take))
        .routes(routes!(opponents::waiting::withdraw))
        .routes(routes!(opponents::challenge::challenges, opponents::challenge::challenge))
        .routes(routes!(opponents::challenge::answer))
        .routes(routes!(opponents::seek::sought, opponents::seek::seek, opponents::seek::leave))
        .routes(routes!(opponents::people::person))
        .routes(routes!(opponents::statistics::statistics))
        .routes(routes!(tournaments::routes::tournaments, tournaments::routes::create))
        .routes(routes!(tournaments::routes::tournament))
        .routes(routes!(tournaments::routes::join))
        .routes(routes!(tournaments::routes::leave))
        .routes(routes!(tournaments::routes::begin))
        .routes(routes!(tournaments::routes::cancel))
}

/// What is answered beside the API: the pages of the browser's table, its files, and the description itself.
pub const PAGES: [(&str, &str); 14] = [
    ("/", "the lobby"),
    ("/game/{id}", "the page of a game"),
    ("/verify", "the page that verifies dice"),
    ("/account", "the page of your account"),
    ("/keeper", "the page of the keeper"),
    ("/people/{name}", "somebody's results"),
    ("/statistics/{game}", "figures of a game"),
    ("/tournaments", "tournaments"),
    ("/tournaments/{id}", "a tournament"),
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

/// The description as text, the same every time: its keys are in order.
pub fn description() -> String {
    let described = serde_json::to_value(openapi());
    described.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_default()
}

/// Everything that the table answers.
pub fn router(tables: Arc<Tables>) -> Router {
    let (api, _) = routes().split_for_parts();
    let described = openapi();
    let guard = Guard::new(tables.settings.clone(), limits::kinds(&described));
    let watch = watch::Watch::new(tables.clone(), limits::kinds(&described));
    let health = watch::health(tables.clone());
    let description = description();
    let mut api = api.route("/metrics", get(watch::metrics));
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
        .layer(axum::middleware::from_fn_with_state(watch, watch::time))
        .layer(axum::middleware::from_fn(recognise::check_origin))
        .layer(axum::middleware::from_fn_with_state(guard.clone(), guard::check_request))
        .layer(axum::middleware::from_fn_with_state((tables.clone(), guard), recognise::recognise))
        .with_state(tables)
        .merge(health)
}
