//! Routes of a game: what somebody sees, can do, wishes, and does.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::tables::Tables;
use crate::thinking::apart;
use crate::wire;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use sandtable_bots::any_session::Pick;
use serde::Deserialize;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Which of your seats you look from.
#[derive(Deserialize)]
pub struct OfSeat {
    side: Option<String>,
}

/// A game as you see it: with the keys of your seats as `Authorization: Bearer KEY,KEY`, or as a watcher. If you play
/// several sides, you look from the one that must decide, or from the `side` that you name.
#[utoipa::path(get, path = "/api/games/{id}",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "game",
    params(("id" = String, Path), ("side" = Option<String>, Query)),
    security((), ("seat" = [])),
    responses((status = 200, body = wire::State), (status = 404, body = wire::Problem)))]
pub async fn state(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfSeat>,
) -> Result<Json<wire::State>, ApiError> {
    let mut table = tables.table(&id).await?;
    let person = table.person(&caller, of.side.as_deref())?;
    // Bots that nobody watched go on.
    table.look();
    tables.spawn_bots(&mut table);
    Ok(Json(table.state(&person)))
}

/// What is asked about.
#[derive(Deserialize)]
pub struct About {
    piece: Option<String>,
    place: Option<String>,
    side: Option<String>,
}

/// What can be done with a piece, or by pointing at a place; ways of the piece too.
#[utoipa::path(get, path = "/api/games/{id}/can",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("read"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path), ("piece" = Option<String>, Query), ("place" = Option<String>, Query), ("side" = Option<String>, Query)),
    responses((status = 200, body = wire::Can), (status = 403, body = wire::Problem)))]
pub async fn can(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(about): Query<About>,
) -> Result<Json<wire::Can>, ApiError> {
    let table = tables.table(&id).await?;
    let side = table.acting(&table.sides_of(&caller), about.side.as_deref())?;
    let pick = match (&about.piece, &about.place) {
        (Some(piece), _) => Pick::Piece(piece),
        (None, Some(place)) => Pick::Place(place),
        (None, None) => return Ok(Json(wire::Can { number: table.number, actions: vec![], ways: vec![] })),
    };
    Ok(Json(table.can(side, pick)))
}

/// Whose layers are asked for.
#[derive(Deserialize)]
pub struct OfPiece {
    piece: String,
    side: Option<String>,
}

/// Layers that belong to one piece, such as its line of supply, as you see it.
#[utoipa::path(get, path = "/api/games/{id}/traces",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "game", security((), ("seat" = [])),
    params(("id" = String, Path), ("piece" = String, Query), ("side" = Option<String>, Query)),
    responses((status = 200, body = wire::Traces), (status = 404, body = wire::Problem)))]
pub async fn traces(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfPiece>,
) -> Result<Json<wire::Traces>, ApiError> {
    let table = tables.table(&id).await?;
    Ok(Json(table.traces(&table.person(&caller, of.side.as_deref())?, &of.piece)))
}

/// Which ground is asked for.
#[derive(Deserialize)]
pub struct OfGround {
    what: wire::Ground,
    side: Option<String>,
}

/// What can be shown of the ground, as your side knows it; nothing where the game has no such thing.
#[utoipa::path(get, path = "/api/games/{id}/ground",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "game", security((), ("seat" = [])),
    params(("id" = String, Path), ("what" = wire::Ground, Query), ("side" = Option<String>, Query)),
    responses((status = 200, body = wire::Traces), (status = 404, body = wire::Problem)))]
pub async fn ground(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfGround>,
) -> Result<Json<wire::Traces>, ApiError> {
    let table = tables.table(&id).await?;
    Ok(Json(table.ground(&table.person(&caller, of.side.as_deref())?, of.what)))
}

/// Every legal action of the side that must decide.
#[utoipa::path(get, path = "/api/games/{id}/actions",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("read"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path), ("side" = Option<String>, Query)),
    responses((status = 200, body = wire::Can), (status = 403, body = wire::Problem)))]
pub async fn actions(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(about): Query<About>,
) -> Result<Json<wire::Can>, ApiError> {
    let table = tables.table(&id).await?;
    let side = table.acting(&table.sides_of(&caller), about.side.as_deref())?;
    Ok(Json(table.can(side, Pick::All)))
}

/// Takes an action. When this answers, the action is on the disk.
#[utoipa::path(post, path = "/api/games/{id}/actions",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::Act,
    responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem),
        (status = 409, body = wire::Problem, description = "the game has gone on"),
        (status = 422, body = wire::Problem, description = "the rules forbid it")))]
pub async fn act(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(act): JsonBody<wire::Act>,
) -> Result<Json<wire::Done>, ApiError> {
    Ok(Json(tables.act(id, caller, act.after, act.side, act.action, act.reveal).await?))
}

/// Takes your last move back, unless something was learned by it.
#[utoipa::path(post, path = "/api/games/{id}/undo",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::TakeBack,
    responses((status = 200, body = wire::Done), (status = 409, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub async fn undo(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::TakeBack>,
) -> Result<Json<wire::Done>, ApiError> {
    Ok(Json(tables.undo(id, caller, wish.after).await?))
}

/// What the rules say to a wish: nothing is done.
#[utoipa::path(post, path = "/api/games/{id}/wish",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::Wish,
    responses((status = 200, body = wire::Answer), (status = 403, body = wire::Problem)))]
pub async fn wish(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Wish>,
) -> Result<Json<wire::Answer>, ApiError> {
    let table = tables.table(&id).await?;
    let side = table.acting(&table.sides_of(&caller), wish.side.as_deref())?;
    Ok(Json(table.session().wish(side, &wish.pieces, wish.place.as_deref())))
}

/// The exact odds of an action: nothing is done.
#[utoipa::path(post, path = "/api/games/{id}/odds",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("think"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::Act,
    responses((status = 200, body = wire::Odds), (status = 409, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub async fn odds(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(act): JsonBody<wire::Act>,
) -> Result<Json<wire::Odds>, ApiError> {
    let turn = tables.turn_of_work(&caller).await?;
    let table = tables.table(&id).await?;
    let side = table.acting(&table.sides_of(&caller), act.side.as_deref())?;
    table.fresh_for(side, act.after)?;
    apart(turn, move || Ok(Json(table.session().odds(side, &act.action)?))).await
}

/// The game from its beginning, as you saw it, or as the `side` of yours saw it that you name: log and replay.
#[utoipa::path(get, path = "/api/games/{id}/history",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "game", security((), ("seat" = [])),
    params(("id" = String, Path), ("side" = Option<String>, Query)),
    responses((status = 200, body = wire::History), (status = 404, body = wire::Problem)))]
pub async fn history(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfSeat>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = tables.table(&id).await?;
    let person = table.person(&caller, of.side.as_deref())?;
    let ready = table.cached_history(&person);
    drop(table);
    let history = match ready {
        Some(ready) => ready,
        None => {
            // A long game takes its time.
            let turn = tables.turn_of_work(&caller).await?;
            let mut table = tables.table(&id).await?;
            apart(turn, move || table.history(&person)).await?
        }
    };
    let mut answer = history.answer(&headers);
    // It may hold what only this player knows.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// The game file. While the game goes on it holds hidden things and the dice to come, so only who plays all of its
/// sides, bots apart, can have it; afterwards everybody.
#[utoipa::path(get, path = "/api/games/{id}/record",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("read"))), tag = "game", security((), ("seat" = [])),
    params(("id" = String, Path)),
    responses((status = 200, content_type = "application/json"), (status = 403, body = wire::Problem)))]
pub async fn record(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let turn = tables.turn_of_work(&caller).await?;
    let table = match tables.table(&id).await {
        Ok(table) => table,
        // Even a game that cannot be begun any more has its file.
        Err(ApiError::Closed(_)) => {
            let (game, file) = tables.shut(&id, &caller).await?;
            return Ok(attached(&game, &id, file));
        }
        Err(e) => return Err(e),
    };
    if !table.may_read_record(&table.looking(&caller)?) {
        let why = "the file of a game under way holds hidden things and the dice to come: it can be had when the game is over";
        return Err(ApiError::Seat(why.to_string()));
    }
    let name = table.game().about().id.to_string();
    Ok(attached(&name, &id, apart(turn, move || Ok(table.file())).await?))
}

/// A game file to be kept.
fn attached(game: &str, id: &str, file: String) -> Response {
    let name = format!("attachment; filename=\"{game}-{id}.json\"");
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}
