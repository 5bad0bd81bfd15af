//! Notes that a player keeps for himself at a game. Nobody else reads them, those who play the same seat excepted.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::tables::{Tables, storage};
use crate::wire::Notes;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Letters of notes at most.
const LETTERS: usize = 20_000;

/// Which of your seats the notes belong to.
#[derive(Deserialize)]
pub struct OfSeat {
    side: Option<String>,
}

/// The side whose notes are meant.
async fn side(tables: &Arc<Tables>, id: &str, caller: &Caller, of: &OfSeat) -> Result<String, ApiError> {
    let table = tables.table(id).await?;
    let side = table.acting(&table.sides_of(caller), of.side.as_deref())?;
    Ok(table.game().about().side_id(side).to_string())
}

/// Your notes at a game.
#[utoipa::path(get, path = "/api/games/{id}/notes", tag = "company", security(("seat" = [])),
    params(("id" = String, Path), ("side" = Option<String>, Query)),
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("read"))),
    responses((status = 200, body = Notes), (status = 403, body = crate::wire::Problem)))]
pub async fn read(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfSeat>,
) -> Result<Json<Notes>, ApiError> {
    let side = side(&tables, &id, &caller, &of).await?;
    let text = tables.store().notes_of(&id, &side).await.map_err(storage)?;
    Ok(Json(Notes { text: text.unwrap_or_default() }))
}

/// Keeps your notes at a game.
#[utoipa::path(post, path = "/api/games/{id}/notes", tag = "company", security(("seat" = [])),
    params(("id" = String, Path), ("side" = Option<String>, Query)), request_body = Notes,
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 403, body = crate::wire::Problem)))]
pub async fn write(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    Query(of): Query<OfSeat>,
    JsonBody(notes): JsonBody<Notes>,
) -> Result<StatusCode, ApiError> {
    let side = side(&tables, &id, &caller, &of).await?;
    let letters = notes.text.chars().count();
    if letters > LETTERS {
        return Err(ApiError::Broken(format!("these notes have {letters} letters, {LETTERS} are allowed")));
    }
    tables.store().keep_notes(&id, &side, &notes.text).await.map_err(storage)?;
    Ok(StatusCode::NO_CONTENT)
}
