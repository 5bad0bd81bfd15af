//! Sitting down: a guest with an invitation, a player at a further device, and at home whoever plays here.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::seats::SeatRow;
use crate::table::Table;
use crate::tables::{Tables, detached};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use std::collections::BTreeMap;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

impl Tables {
    /// New keys for those seats of a table that are chosen. If they cannot be saved, there are none.
    pub(crate) async fn give_keys(
        &self,
        table: &mut Table,
        chosen: impl Fn(&SeatRow) -> bool,
    ) -> Result<BTreeMap<String, String>, ApiError> {
        let before = (table.seats.clone(), table.extra.clone());
        let mut keys = BTreeMap::new();
        // Who has an account needs no key, unless the maker of the game wants links too.
        let links = table.extra.links;
        let keyed = |s: &SeatRow| links || s.account.is_none();
        for seat in table.seats.iter_mut().filter(|s| chosen(s) && keyed(s)) {
            keys.insert(seat.side.clone(), seat.new_key()?);
        }
        if !keys.is_empty() {
            self.settle(table, before).await?;
        }
        Ok(keys)
    }
}

/// At a table at home: new keys of the seats that are played there. A table that others can reach gives none away.
#[utoipa::path(post, path = "/api/games/{id}/claim", tag = "company", params(("id" = String, Path)),
    extensions(("x-authority" = json!("home")), ("x-limit" = json!("make"))),
    responses((status = 200, body = wire::Keys), (status = 403, body = wire::Problem)))]
pub async fn claim(State(tables): TablesState, Path(id): Path<String>) -> Result<Json<wire::Keys>, ApiError> {
    if !tables.settings.home() {
        return Err(ApiError::Seat("seats are handed over by their link at this table".to_string()));
    }
    detached(async move {
        let mut table = tables.table(&id).await?;
        let keys = tables.give_keys(&mut table, |s| s.owner() == wire::SeatKind::Me).await?;
        Ok(Json(wire::Keys { keys }))
    })
    .await
}

/// Sits down with an invitation: you alone get the key of the seat, and the invitation is spent. Where games belong to accounts, the seat is that
/// of your account, and has a key only if the maker of the game wanted links.
#[utoipa::path(post, path = "/api/games/{id}/sit", tag = "company", params(("id" = String, Path)),
    request_body = wire::Sit,
    extensions(("x-authority" = json!("invitation")), ("x-limit" = json!("enter"))),
    responses((status = 200, body = wire::Keys), (status = 403, body = wire::Problem)))]
pub async fn sit(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Sit>,
) -> Result<Json<wire::Keys>, ApiError> {
    tables.accounts.must_be_signed_in(&caller)?;
    detached(async move {
        let mut table = tables.table(&id).await?;
        let invited = |s: &SeatRow| wish.invitations.iter().any(|token| s.invites(token));
        if !table.seats.iter().any(invited) {
            let why = "this invitation leads to no free seat: somebody has sat down with it already, or there is a newer one";
            return Err(ApiError::Seat(why.to_string()));
        }
        let before = (table.seats.clone(), table.extra.clone());
        let mut keys = BTreeMap::new();
        let keyed = table.extra.links || caller.account.is_none();
        let mut seats: Vec<&mut SeatRow> = table.seats.iter_mut().filter(|s| invited(s)).collect();
        for seat in &mut seats {
            if keyed {
                keys.insert(seat.side.clone(), seat.new_key()?);
            }
            seat.invitation = None;
        }
        if let Err(refusal) = tables.accounts.give_seats(&caller, seats.into_iter()).await {
            (table.seats, table.extra) = before;
            return Err(refusal);
        }
        tables.settle(&mut table, before).await?;
        table.send_seats(None);
        Ok(Json(wire::Keys { keys }))
    })
    .await
}

/// Further keys of your own seats, for another device of yours.
#[utoipa::path(post, path = "/api/games/{id}/devices", tag = "company", security(("seat" = [])),
    params(("id" = String, Path)),
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("make"))),
    responses((status = 200, body = wire::Keys), (status = 403, body = wire::Problem)))]
pub async fn devices(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<wire::Keys>, ApiError> {
    detached(async move {
        let mut table = tables.table(&id).await?;
        let keys = tables.give_keys(&mut table, |s| s.is_of(&caller)).await?;
        if keys.is_empty() {
            return Err(ApiError::Seat(
                "you play no seat of this game by a link: a seat of your account is yours wherever you sign in".to_string(),
            ));
        }
        Ok(Json(wire::Keys { keys }))
    })
    .await
}

/// Makes a new invitation to a seat that nobody has taken yet; the one before no longer holds. For those who play the game.
#[utoipa::path(post, path = "/api/games/{id}/invite", tag = "company", security(("seat" = [])),
    params(("id" = String, Path)),
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("make"))),
    responses((status = 200, body = wire::Keys), (status = 403, body = wire::Problem)))]
pub async fn invite(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<wire::Invitations>, ApiError> {
    detached(async move {
        let mut table = tables.table(&id).await?;
        if table.sides_of(&caller).is_empty() {
            return Err(ApiError::Seat("only those who play a game can invite others to it".to_string()));
        }
        let before = (table.seats.clone(), table.extra.clone());
        let mut invitations = BTreeMap::new();
        for seat in table.seats.iter_mut().filter(|s| !s.taken()) {
            invitations.insert(seat.side.clone(), seat.invite()?);
        }
        tables.settle(&mut table, before).await?;
        Ok(Json(wire::Invitations { invitations }))
    })
    .await
}
