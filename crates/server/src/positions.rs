//! Positions as text: read and drawn for an editor, without keeping anything, and given out.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::{JsonBody, TEXT};
use crate::response::CachedResponse;
use crate::table::{Person, Table};
use crate::tables::Tables;
use crate::thinking::apart;
use crate::wire::{self, PositionFault, PositionRead, PositionText};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use sandtable_bots::registry::AnyGame;
use sandtable_core::Options;
use sandtable_core::position_file::{Faults, says_option};
use sandtable_core::view::Viewer;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Which scenario.
#[derive(Deserialize)]
pub struct OfScenario {
    scenario: Option<String>,
}

/// What a text of a position comes to: what it looks like and how the game writes it, or everything that is wrong with it, each with its
/// line. Nothing is kept.
#[utoipa::path(post, path = "/api/positions",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("think")), ("x-body" = json!(512))), tag = "lobby", request_body = wire::AskPosition,
    responses((status = 200, body = wire::PositionRead), (status = 404, body = wire::Problem)))]
pub async fn read(
    State(tables): TablesState,
    caller: Caller,
    JsonBody(ask): JsonBody<wire::AskPosition, TEXT>,
) -> Result<Json<PositionRead>, ApiError> {
    let game = tables.library.game(&ask.game)?.clone();
    // A long text takes its time.
    let read = move || {
        let options = unsaid(&ask.text, ask.options);
        Ok(match game.read_position(ask.scenario.as_deref(), &options, &ask.text) {
            Ok(placed) => PositionRead {
                scenario: Some(placed.scenario),
                options: placed.options,
                view: Some(placed.view),
                text: Some(placed.text),
                words: placed.words,
                faults: vec![],
            },
            Err(faults) => PositionRead { faults: told(&*game, &faults), ..PositionRead::default() },
        })
    };
    Ok(Json(apart(tables.turn_of_work(&caller).await?, read).await?))
}

/// Options that a text does not say itself.
pub(crate) fn unsaid(text: &str, mut options: Options) -> Options {
    options.retain(|name, _| !says_option(text, name));
    options
}

/// Faults with the rules that they name in brackets, as in `(9.2a, 4b)`.
pub(crate) fn told(game: &dyn AnyGame, faults: &Faults) -> Vec<PositionFault> {
    let catalogue = game.rules();
    let known: BTreeSet<&str> = catalogue.iter().map(|r| r.id).collect();
    let rules = |what: &str| -> Vec<String> {
        let brackets = what.split('(').skip(1).filter_map(|rest| rest.split(')').next());
        let words = brackets.flat_map(|inside| inside.split([',', ' '])).map(str::trim);
        words.filter(|word| known.contains(word)).map(str::to_string).collect()
    };
    let fault = |f: &sandtable_core::position_file::Fault| PositionFault {
        line: f.line,
        rules: rules(&f.what),
        what: f.what.clone(),
    };
    faults.list().iter().map(fault).collect()
}

/// The words of positions of a scenario: heads, places, every counter that can be in play with its picture, states and rows.
#[utoipa::path(get, path = "/api/titles/{game}/words",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "lobby",
    params(("game" = String, Path), ("scenario" = Option<String>, Query)),
    responses((status = 200, body = sandtable_core::position_words::PositionWords), (status = 404, body = wire::Problem)))]
pub async fn words(
    State(tables): TablesState,
    caller: Caller,
    Path(game): Path<String>,
    Query(of): Query<OfScenario>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let scenario = tables.library.scenario(&game, of.scenario.as_deref())?;
    let game = tables.library.game(&game)?.clone();
    let turn = tables.turn_of_work(&caller).await?;
    let make = move || {
        tables.library.cached(format!("words {} {scenario}", game.about().id), || {
            let words = game.position_words(&scenario);
            Ok(CachedResponse::new("application/json", serde_json::to_vec(&words).unwrap_or_default()))
        })
    };
    Ok(apart(turn, make).await?.answer(&headers))
}

/// The beginning of a scenario as text.
#[utoipa::path(get, path = "/api/titles/{game}/position",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("think"))), tag = "lobby",
    params(("game" = String, Path), ("scenario" = Option<String>, Query)),
    responses((status = 200, body = wire::PositionText), (status = 404, body = wire::Problem)))]
pub async fn beginning(
    State(tables): TablesState,
    caller: Caller,
    Path(game): Path<String>,
    Query(of): Query<OfScenario>,
) -> Result<Json<PositionText>, ApiError> {
    let scenario = tables.library.scenario(&game, of.scenario.as_deref())?;
    let game = tables.library.game(&game)?.clone();
    let turn = tables.turn_of_work(&caller).await?;
    let text = apart(turn, move || Ok(game.start_text(&scenario, &Options::new())?)).await?;
    Ok(Json(PositionText { text, known: false }))
}

/// From which of your seats.
#[derive(Deserialize)]
pub struct OfSeat {
    side: Option<String>,
}

/// This moment of a game as text. Where nothing is hidden, or where you may read the game file, it is the whole position; else what
/// your side knows. Somebody who watches a game with secrets gets none while it goes on.
#[utoipa::path(get, path = "/api/games/{id}/position",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "game", security((), ("seat" = [])),
    params(("id" = String, Path), ("side" = Option<String>, Query)),
    responses((status = 200, body = wire::PositionText), (status = 403, body = wire::Problem)))]
pub async fn now(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfSeat>,
) -> Result<Json<PositionText>, ApiError> {
    let turn = tables.turn_of_work(&caller).await?;
    let table = tables.table(&id).await?;
    let person = table.person(&caller, of.side.as_deref())?;
    let whose = table.knows(&person)?;
    let text = apart(turn, move || Ok(table.session().position_text(whose)?)).await?;
    Ok(Json(PositionText { text, known: whose != Viewer::All }))
}

impl Table {
    /// As whom somebody may read the position.
    fn knows(&self, person: &Person) -> Result<Viewer, ApiError> {
        // A named seat is asked for what that side knows, even by somebody who may know more.
        let whole = person.seat.is_none() && self.may_read_record(&person.sides);
        if self.game().about().open || whole || self.outcome().is_some() {
            return Ok(Viewer::All);
        }
        match self.viewer(person) {
            Viewer::Watcher => Err(ApiError::Seat(
                "things are hidden in this game: its position can be had by who plays it, or when it is over"
                    .to_string(),
            )),
            viewer => Ok(viewer),
        }
    }
}
