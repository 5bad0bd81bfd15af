//! The waiting room: games with free seats that anybody with an account may take.

use super::{bot, refused};
use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::seats::SeatRow;
use crate::store::{GameRow, now};
use crate::table::{Table, seats};
use crate::tables::{Tables, detached, storage};
use crate::wire::{self, Live, OpenTo, SeatKind, WaitingGame, WaitingRoom};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Games of a page.
const PAGE: i64 = 30;

/// Which page.
#[derive(Deserialize)]
pub struct OfWaiting {
    game: Option<String>,
    before: Option<i64>,
}

impl Tables {
    async fn waiting_game(&self, row: GameRow, since: i64, caller: &Caller) -> Result<WaitingGame, ApiError> {
        let game = self.library.game(&row.game)?;
        let about = game.about();
        let maker = match &row.extra.meeting.maker {
            Some(account) => Some(self.contestant(account, &row.game).await?),
            None => None,
        };
        let unusual = |(name, value): (&String, &String)| {
            let usual = about.options.iter().find(|o| o.name == name.as_str());
            usual.is_some_and(|o| o.values.first().is_some_and(|v| *v != value.as_str()))
        };
        let options = row.head.options.iter().filter(|(n, v)| unusual((n, v)));
        Ok(WaitingGame {
            id: row.id.clone(),
            game: row.game.clone(),
            title: about.title.to_string(),
            scenario: row.head.scenario.clone(),
            options: options.map(|(n, v)| (n.clone(), v.clone())).collect(),
            seats: seats(about, &row.seats, |_| false),
            maker,
            terms: row.extra.meeting.terms.clone(),
            since,
            yours: row.seats.iter().any(|s| s.is_of(caller)),
        })
    }

    async fn take(
        self: &Arc<Tables>,
        id: &str,
        caller: &Caller,
        wanted: Option<&str>,
    ) -> Result<wire::TakenSeat, ApiError> {
        let account = self.account(caller)?.to_string();
        let mut table = self.table(id).await?;
        if table.extra.meeting.open_to != Some(OpenTo::Everyone) {
            return Err(ApiError::Seat(
                "this game is not open to everybody: its seats are had by invitation".to_string(),
            ));
        }
        if !table.sides_of(caller).is_empty() {
            return Err(refused("you play in this game already"));
        }
        let free = |s: &SeatRow| !s.taken() && wanted.is_none_or(|w| s.side == w);
        let Some(at) = table.seats.iter().position(free) else {
            return Err(refused("somebody else has sat down there: this seat is no longer free"));
        };
        if table.outcome().is_some() {
            return Err(refused("the game is over"));
        }
        let terms = &table.extra.meeting.terms;
        let own =
            self.store().rating(&account, table.game().about().id).await.map_err(storage)?.shown().points;
        if terms.lowest.is_some_and(|low| own < i64::from(low))
            || terms.highest.is_some_and(|high| own > i64::from(high))
        {
            let (low, high) = (terms.lowest, terms.highest);
            let range = match (low, high) {
                (Some(low), Some(high)) => format!("from {low} to {high}"),
                (Some(low), None) => format!("from {low} on"),
                (None, high) => format!("up to {}", high.unwrap_or_default()),
            };
            return Err(refused(format!("this game is for ratings {range}; yours is {own}")));
        }
        let before = (table.seats.clone(), table.extra.clone());
        let person = self.name_of(&account).await?;
        let seat = &mut table.seats[at];
        (seat.account, seat.person, seat.invitation) = (Some(account), person, None);
        let side = seat.side.clone();
        self.settle(&mut table, before).await?;
        table.send_states();
        self.spawn_bots(&mut table);
        Ok(wire::TakenSeat { id: id.to_string(), side })
    }

    async fn withdraw(self: &Arc<Tables>, id: &str, caller: &Caller) -> Result<(), ApiError> {
        let account = self.account(caller)?.to_string();
        let mut table = self.table(id).await?;
        let mine = |s: &SeatRow| s.account.as_ref() == Some(&account);
        if table.seats.iter().all(SeatRow::taken) {
            return Err(refused("everybody has come, and the game goes on: you can resign it"));
        }
        if !table.seats.iter().any(mine) && table.extra.meeting.maker.as_ref() != Some(&account) {
            return Err(ApiError::Seat("you do not play in this game".to_string()));
        }
        let others = table.seats.iter().any(|s| s.is_persons() && s.taken() && !mine(s));
        if !others {
            self.store().delete(id).await.map_err(storage)?;
            table.must_reload = true;
            table.send_all(&Live::Deleted, false);
            drop(table);
            self.forget(id).await;
            return Ok(());
        }
        // Others have come: the seat is free again, and they wait for somebody else.
        let before = (table.seats.clone(), table.extra.clone());
        for seat in table.seats.iter_mut().filter(|s| mine(s)) {
            *seat = SeatRow::new(&seat.side, SeatKind::Open, None, false);
        }
        self.settle(&mut table, before).await?;
        table.send_states();
        Ok(())
    }

    /// Bots sit down where nobody came for as long as the maker of the game wanted to wait.
    pub(super) async fn fill_with_bots(self: &Arc<Tables>) -> Result<(), ApiError> {
        for id in self.store().due_for_bots(now()).await.map_err(storage)? {
            let mut table = match self.table(&id).await {
                Ok(table) => table,
                Err(e) => {
                    tracing::warn!("game {id}: no bot can sit down: {e}");
                    continue;
                }
            };
            let Some(level) = table.extra.meeting.terms.bot_level.clone() else { continue };
            let before = (table.seats.clone(), table.extra.clone());
            for seat in table.seats.iter_mut().filter(|s| !s.taken()) {
                *seat = SeatRow::new(&seat.side, SeatKind::Bot, Some(level.clone()), false);
            }
            // If somebody sat down in this very moment, the bot is not needed.
            if self.settle(&mut table, before).await.is_ok() {
                table.send_states();
                self.spawn_bots(&mut table);
            }
        }
        Ok(())
    }

    /// Bots stand in for players who have not moved for as long as the maker of the game wanted to wait. They may take their seats back.
    pub(super) async fn stand_in(self: &Arc<Tables>) -> Result<(), ApiError> {
        let minute = 60_000;
        for id in self.store().perhaps_deserted(now() - minute).await.map_err(storage)? {
            let Ok(mut table) = self.table(&id).await else { continue };
            if let Some(side) = table.deserted(now()) {
                let level = table.extra.meeting.terms.bot_level.clone();
                let before = (table.seats.clone(), table.extra.clone());
                for seat in table.seats.iter_mut().filter(|s| s.side == side) {
                    seat.stands_in_for = Some(seat.owner());
                    seat.kind = SeatKind::Bot;
                    seat.level.clone_from(&level);
                    seat.offers_draw = false;
                }
                self.settle(&mut table, before).await?;
                table.send_states();
                self.spawn_bots(&mut table);
            }
        }
        Ok(())
    }
}

impl Table {
    /// The side for whose player a bot is to stand in: it must decide, and its player has not for too long. In a rated game none does.
    fn deserted(&self, now: i64) -> Option<String> {
        let terms = &self.extra.meeting.terms;
        let patience = i64::from(terms.bot_after?) * 60_000;
        if terms.rated || now - self.touched < patience {
            return None;
        }
        let (about, deciding) = (self.game().about(), self.deciding());
        let due = |s: &&SeatRow| {
            s.kind != SeatKind::Bot && s.taken() && about.side(&s.side).is_some_and(|side| deciding.has(side))
        };
        self.seats.iter().find(due).map(|s| s.side.clone())
    }
}

/// What is to be kept in a table of its own when the seats of a game change.
pub(crate) fn moved_seats(table: &Table, before: &[SeatRow]) -> Vec<crate::store::Claim> {
    use crate::store::Claim;
    let scenario = table.session().head().scenario.clone();
    let of = (table.game().about().id, scenario.as_str());
    let mut claims = vec![];
    for (was, is) in before.iter().zip(&table.seats) {
        let free = |s: &SeatRow| s.owner() == SeatKind::Open && !s.taken();
        if free(was) && !free(is) {
            let who = match &is.level {
                Some(level) if is.owner() == SeatKind::Bot => bot(level),
                _ => is.account.clone().unwrap_or_default(),
            };
            claims.push(Claim::sits(&table.id, &is.side, &who, of, now()));
        }
        if !free(was) && free(is) {
            claims.push(Claim::any(
                "DELETE FROM sat WHERE game = $1 AND side = $2",
                [(&table.id).into(), (&is.side).into()],
            ));
        }
    }
    if table.extra.meeting.open_to == Some(OpenTo::Everyone) {
        let waited = before.iter().any(|s| !s.taken());
        let waits = table.seats.iter().any(|s| !s.taken()) && table.outcome().is_none();
        match (waited, waits) {
            (true, false) => claims.push(Claim::waits_no_more(&table.id)),
            (false, true) => claims.push(Claim::waits(&table.id, of.0, now(), &table.extra.meeting)),
            _ => {}
        }
    }
    claims
}

/// Games that wait for somebody: anybody with an account may sit down.
#[utoipa::path(get, path = "/api/waiting", tag = "opponents",
    params(("game" = Option<String>, Query), ("before" = Option<i64>, Query, description = "`next` of the page before")),
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))),
    responses((status = 200, body = WaitingRoom)))]
pub async fn waiting(
    State(tables): TablesState,
    Query(of): Query<OfWaiting>,
    caller: Caller,
) -> Result<Json<WaitingRoom>, ApiError> {
    let before = of.before.unwrap_or(i64::MAX);
    let rows = tables.store().waiting(of.game.as_deref(), before, PAGE + 1).await.map_err(storage)?;
    let more = rows.len() as i64 > PAGE;
    let mut games = vec![];
    for (row, since) in rows.into_iter().take(PAGE as usize) {
        if let Ok(game) = tables.waiting_game(row, since, &caller).await {
            games.push(game);
        }
    }
    let next = games.last().map(|g| g.since).filter(|_| more);
    Ok(Json(WaitingRoom { games, next }))
}

/// Sits down in a game that is open to everybody.
#[utoipa::path(post, path = "/api/games/{id}/take", tag = "opponents", params(("id" = String, Path)),
    request_body = wire::Take,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("enter"))),
    responses((status = 200, body = wire::TakenSeat), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub async fn take(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Take>,
) -> Result<Json<wire::TakenSeat>, ApiError> {
    detached(async move { tables.take(&id, &caller, wish.side.as_deref()).await.map(Json) }).await
}

/// Leaves a game in which somebody is still waited for. If nobody else has come, it is deleted.
#[utoipa::path(post, path = "/api/games/{id}/withdraw", tag = "opponents", params(("id" = String, Path)),
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub async fn withdraw(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    detached(async move { tables.withdraw(&id, &caller).await.map(|()| StatusCode::NO_CONTENT) }).await
}
