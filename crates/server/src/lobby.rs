//! Routes of the lobby: titles, boards, games to be made and found.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::{FILE, JsonBody, TEXT};
use crate::tables::Tables;
use crate::wire;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// What can be played here.
#[utoipa::path(get, path = "/api/titles",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "lobby", responses((status = 200, body = Vec<wire::Title>)))]
pub async fn titles(State(tables): TablesState) -> Json<Vec<wire::Title>> {
    let mut titles = tables.library.titles();
    for title in &mut titles {
        if let Ok(game) = tables.library.game(&title.id) {
            title.levels.retain(|level| tables.allows_level(&**game, level).is_ok());
        }
    }
    Json(titles)
}

/// Which scenario.
#[derive(Deserialize)]
pub struct OfScenario {
    scenario: Option<String>,
}

/// What does not change during a game: board, charts, turns.
#[utoipa::path(get, path = "/api/titles/{game}/kit",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "lobby",
    params(("game" = String, Path), ("scenario" = Option<String>, Query)),
    responses((status = 200, body = wire::Kit), (status = 404, body = wire::Problem)))]
pub async fn kit(
    State(tables): TablesState,
    Path(game): Path<String>,
    Query(of): Query<OfScenario>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(tables.library.kit(&game, of.scenario.as_deref())?.answer(&headers))
}

/// Every rule of a game by number.
#[utoipa::path(get, path = "/api/titles/{game}/rules",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "lobby", params(("game" = String, Path)),
    responses((status = 200, body = Vec<wire::Rule>), (status = 404, body = wire::Problem)))]
pub async fn rules(
    State(tables): TablesState,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(tables.library.rules(&game)?.answer(&headers))
}

/// How much of a drawing.
#[derive(Deserialize)]
pub struct OfDetail {
    detail: Option<String>,
}

/// The drawing of a board; with `detail=overview` a plain one.
#[utoipa::path(get, path = "/boards/{board}",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "lobby",
    params(("board" = String, Path, description = "as `fury.svg`"), ("detail" = Option<String>, Query)),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = wire::Problem)))]
pub async fn board(
    State(tables): TablesState,
    Path(board): Path<String>,
    Query(of): Query<OfDetail>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = board
        .strip_suffix(".svg")
        .ok_or_else(|| ApiError::Unknown(format!("there is no board `{board}`")))?;
    Ok(tables.library.board(id, of.detail.as_deref() == Some("overview"))?.answer(&headers))
}

/// Which games are listed.
#[derive(Deserialize)]
pub struct OfGames {
    own: Option<bool>,
    #[serde(default)]
    page: u32,
}

/// Games kept here, the last played first. Where strangers come: your own, and then those that one can still join; with `own=true` or
/// `own=false` only these or those. A page has 200 games, where strangers come 50 of each; the next may have more.
#[utoipa::path(get, path = "/api/games",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "lobby",
    params(("own" = Option<bool>, Query), ("page" = Option<u32>, Query, description = "from 0")), security((), ("seat" = [])),
    responses((status = 200, body = Vec<wire::Listing>)))]
pub async fn list(
    State(tables): TablesState,
    caller: Caller,
    Query(of): Query<OfGames>,
) -> Result<Json<Vec<wire::Listing>>, ApiError> {
    Ok(Json(tables.list(&caller, of.own, of.page).await?))
}

/// Makes a game, from the beginning of a scenario or from a position.
#[utoipa::path(post, path = "/api/games",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make")), ("x-body" = json!(512))), tag = "lobby", request_body = wire::NewGame,
    responses((status = 201, body = wire::Created), (status = 400, body = wire::Problem)))]
pub async fn create(
    State(tables): TablesState,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::NewGame, TEXT>,
) -> Result<(StatusCode, Json<wire::Created>), ApiError> {
    Ok((StatusCode::CREATED, Json(tables.create(wish, &caller).await?)))
}

/// Takes a game file in; every move of it is checked.
#[utoipa::path(post, path = "/api/games/import",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make")), ("x-body" = json!(8192))), tag = "lobby", request_body = wire::Import,
    responses((status = 201, body = wire::Created), (status = 400, body = wire::Problem)))]
pub async fn import(
    State(tables): TablesState,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Import, FILE>,
) -> Result<(StatusCode, Json<wire::Created>), ApiError> {
    Ok((StatusCode::CREATED, Json(tables.import(wish.file, wish.seats, wish.explain, &caller).await?)))
}

/// Branches off from any point of a game, with dice of its own.
#[utoipa::path(post, path = "/api/games/{id}/branch",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))), tag = "lobby", params(("id" = String, Path)),
    request_body = wire::Branch,
    responses((status = 201, body = wire::Created), (status = 403, body = wire::Problem)))]
pub async fn branch(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Branch>,
) -> Result<(StatusCode, Json<wire::Created>), ApiError> {
    Ok((StatusCode::CREATED, Json(tables.branch(&id, &caller, wish.at, wish.seats, wish.explain).await?)))
}
