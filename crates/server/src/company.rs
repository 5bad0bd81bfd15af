//! What the people at a table do beside their moves: they have names, talk, hand their seat to a bot and take it back, resign, agree
//! on a draw, name the game and delete it.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::opponents::waiting::moved_seats;
use crate::seats::SeatRow;
use crate::store::{DueChange, GameRow, StoreError, now};
use crate::table::Table;
use crate::tables::{Tables, detached, storage};
use crate::wire::{self, Live, Said, SeatChange, SeatKind, TalkRoom};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use sandtable_core::{Outcome, Side};
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

type TablesState = State<Arc<Tables>>;

/// Letters of a name at most.
const NAME: usize = 40;

/// Letters that are said at once at most.
const SPEECH: usize = 500;

/// How often players speak in a game at most: a talk is no archive.
const SPEECHES: usize = 2_000;

impl Table {
    /// How the game ended by the players' own will: somebody resigned, or all agreed on a draw.
    pub fn agreed(&self) -> Option<Outcome> {
        let about = self.game.about();
        if let Some(gave_up) = self.seats.iter().find(|s| s.resigned) {
            let other = self.seats.iter().find(|s| s.side != gave_up.side)?;
            let level = if gave_up.timed_out { "time-out" } else { "resignation" };
            return Some(Outcome { winner: about.side(&other.side), level, rule: "" });
        }
        let draw = self.seats.len() > 1 && self.seats.iter().all(|s| s.offers_draw);
        draw.then_some(Outcome { winner: None, level: "agreed draw", rule: "" })
    }

    /// That end in words, for the lobby.
    pub(crate) fn agreement(&self, outcome: Outcome) -> String {
        let about = self.game.about();
        let name =
            |id: &str| about.sides.iter().find(|s| s.id == id).map_or(String::new(), |s| s.name.to_string());
        match (outcome.winner, self.seats.iter().find(|s| s.resigned)) {
            (Some(winner), Some(loser)) => {
                let how = if loser.timed_out { "has run out of time" } else { "has resigned" };
                format!("{} wins: {} {how}", name(about.side_id(winner)), name(&loser.side))
            }
            _ => "a draw was agreed".to_string(),
        }
    }

    /// Whether the player of a side may move: the game goes on, and no bot stands in.
    pub(crate) fn may_act(&self, side: Side) -> Result<(), ApiError> {
        let refused = |why: &str| Err(ApiError::Illegal { message: why.to_string(), breaches: vec![] });
        self.goes_on()?;
        if let Some(outcome) = self.agreed() {
            return refused(&format!("the game is over: {}", self.agreement(outcome)));
        }
        let id = self.game.about().side_id(side);
        if self.seats.iter().any(|s| s.side == id && s.stands_in_for.is_some()) {
            return refused("a bot plays this seat for you: take the seat back first");
        }
        Ok(())
    }

    /// Changes a seat; it is not yet saved.
    fn change(&mut self, side: Side, change: SeatChange) -> Result<(), ApiError> {
        let refused = |why: &str| Err(ApiError::Illegal { message: why.to_string(), breaches: vec![] });
        let id = self.game.about().side_id(side);
        let [players, bots] = [SeatKind::Me, SeatKind::Bot].map(|kind| {
            self.seats.iter().filter(|s| (s.kind == SeatKind::Bot) == (kind == SeatKind::Bot)).count()
        });
        self.goes_on()?;
        let over = self.outcome().is_some();
        let rated = self.rated();
        let seat = self.seats.iter_mut().find(|s| s.side == id);
        let Some(seat) = seat else { return Err(ApiError::Unknown(format!("there is no seat `{id}`"))) };
        if over && !matches!(change, SeatChange::Person(_)) {
            return refused("the game is over");
        }
        match change {
            SeatChange::Person(_) if seat.account.is_some() => {
                return refused("this seat shows the name of your account: change it there");
            }
            SeatChange::Person(name) => seat.person = line(&name, NAME)?,
            SeatChange::HandToBot(_) if rated => {
                return refused("a rated game is played without help: no bot can stand in");
            }
            SeatChange::HandToBot(level) => {
                self.game.thinks(&level)?;
                seat.hand_to_bot(level);
            }
            SeatChange::TakeBack => {
                let Some(owner) = seat.stands_in_for.take() else {
                    return refused("no bot stands in for you");
                };
                seat.kind = owner;
                seat.level = None;
                if let Some(clock) = self.extra.clock.as_mut() {
                    clock.begin_again(id);
                }
            }
            SeatChange::Resign if players + bots == 2 => seat.resigned = true,
            SeatChange::Resign => {
                return refused("only a game of two sides can be resigned: hand your seat to a bot instead");
            }
            SeatChange::OfferDraw if bots > 0 => return refused("a bot agrees on no draw"),
            SeatChange::OfferDraw => seat.offers_draw = true,
            SeatChange::OfferPause | SeatChange::EndPause => {
                let persons: Vec<String> =
                    self.seats.iter().filter(|s| s.is_persons()).map(|s| s.side.clone()).collect();
                let Some(clock) = self.extra.clock.as_mut() else {
                    return refused("this game has no clocks that could be paused");
                };
                let served = self.served.clone();
                match change {
                    SeatChange::EndPause => clock.go_on(now()),
                    _ => clock.offer_pause(id, &persons, now(), |_, from, until| served.within(from, until)),
                }
            }
            SeatChange::NoDraw => self.seats.iter_mut().for_each(|s| s.offers_draw = false),
        }
        Ok(())
    }

    /// Whether somebody may name and delete the game: all who play it, one of them once it is over, and where only bots play who has made it,
    /// at one's own table anybody.
    fn may_dispose(&self, caller: &Caller, home: bool) -> Result<(), ApiError> {
        let sides = &self.sides_of(caller)[..];
        let about = self.game.about();
        let mine = |s: &SeatRow| about.side(&s.side).is_some_and(|x| sides.contains(&x));
        // Nobody is robbed of a seat that nobody has taken yet.
        let mut persons = self.seats.iter().filter(|s| s.is_persons() && s.taken()).peekable();
        let ended = self.outcome().is_some() || self.closed().is_some();
        let may = match (persons.peek().is_some(), ended) {
            (false, _) => home || self.extra.made_by == caller.name(),
            (true, true) => !sides.is_empty(),
            (true, false) => persons.all(mine) && !(self.rated() && self.seats.iter().all(SeatRow::taken)),
        };
        if may {
            return Ok(());
        }
        let why = "others play this game too: it can be deleted when it is over, by somebody who played it";
        Err(ApiError::Seat(why.to_string()))
    }

    /// The row that is kept of it.
    fn row(&self) -> GameRow {
        GameRow {
            id: self.id.clone(),
            game: self.game.about().id.to_string(),
            head: self.session.head().clone(),
            seats: self.seats.clone(),
            summary: self.summary(),
            touched: self.touched,
            extra: self.extra.clone(),
        }
    }
}

/// One line without spaces around it, of so many letters at most.
pub(crate) fn line(text: &str, most: usize) -> Result<String, ApiError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().any(char::is_control) {
        return Err(ApiError::Broken("this has letters that cannot be shown".to_string()));
    }
    match text.chars().count() {
        n if n > most => Err(ApiError::Broken(format!("this has {n} letters, {most} are allowed"))),
        _ => Ok(text),
    }
}

impl Tables {
    /// Saves seats and name of a table; if that fails, they are as before.
    pub(crate) async fn settle(
        &self,
        table: &mut Table,
        before: (Vec<SeatRow>, crate::store::Extra),
    ) -> Result<(), ApiError> {
        table.reckon();
        let warned = table.extra.clock.as_ref().map_or(vec![], |c| c.warned());
        let turns = table.turns(&warned, table.tells_after);
        let beside = moved_seats(table, &before.0);
        let due = DueChange::between(table.kept_due.as_deref(), &table.due());
        let (row, known) = (table.row(), table.versions());
        match self.store().settle_seats(&row, known, &beside, &due, table.flag(), turns.as_ref()).await {
            Ok(revision) => {
                table.revision = revision;
                table.kept_due = Some(table.due());
                self.count(table).await;
                Ok(())
            }
            Err(e) => {
                (table.seats, table.extra) = before;
                table.behind = true;
                Err(match e {
                    StoreError::Taken => ApiError::Busy(
                        "somebody else changed this game at the same moment; look again".to_string(),
                    ),
                    e => storage(e),
                })
            }
        }
    }

    /// Deletes a game with everything that belongs to it.
    pub(crate) async fn remove(&self, mut table: OwnedMutexGuard<Table>) -> Result<(), ApiError> {
        let id = table.id.clone();
        self.store().delete(&id).await.map_err(storage)?;
        table.must_reload = true;
        table.send_all(&Live::Deleted, false);
        drop(table);
        self.forget(&id).await;
        Ok(())
    }

    /// Whoever moves instead of answering declines the draw that others offer.
    pub(crate) async fn lapse_draws(&self, table: &mut Table, moved: Side) {
        let id = table.game().about().side_id(moved);
        if table.seats.iter().all(|s| s.side == id || !s.offers_draw) {
            return;
        }
        let before = (table.seats.clone(), table.extra.clone());
        table.seats.iter_mut().filter(|s| s.side != id).for_each(|s| s.offers_draw = false);
        if self.settle(table, before).await.is_ok() {
            table.send_seats(None);
        }
    }
}

/// Changes your seat: your name, a bot that stands in, resigning, a draw.
#[utoipa::path(post, path = "/api/games/{id}/seat",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))), tag = "company", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::ChangeSeat,
    responses((status = 200, body = Vec<wire::Seat>), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub async fn seat(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::ChangeSeat>,
) -> Result<Json<Vec<wire::Seat>>, ApiError> {
    detached(async move {
        let mut table = tables.table(&id).await?;
        let side = table.acting(&table.sides_of(&caller), wish.side.as_deref())?;
        if let SeatChange::HandToBot(level) = &wish.change {
            tables.allows_level(&**table.game(), level)?;
        }
        let before = (table.seats.clone(), table.extra.clone());
        let was = table.outcome();
        let renamed = matches!(wish.change, SeatChange::Person(_));
        table.change(side, wish.change)?;
        tables.settle(&mut table, before).await?;
        if table.outcome() != was {
            // What was hidden is open now.
            table.forget_histories();
        }
        if renamed {
            table.send_seats(None)
        } else {
            table.send_states()
        }
        tables.spawn_bots(&mut table);
        Ok(Json(table.seats()))
    })
    .await
}

/// Says something to the other players, whom watchers do not hear; or, if you watch and are signed in, to the others who watch.
#[utoipa::path(post, path = "/api/games/{id}/say",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("act"))), tag = "company", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::Say,
    responses((status = 201, body = wire::Said), (status = 403, body = wire::Problem)))]
pub async fn say(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Say>,
) -> Result<(StatusCode, Json<Said>), ApiError> {
    detached(async move {
        let mut table = tables.table(&id).await?;
        let sides = table.sides_of(&caller);
        let watches = sides.is_empty() && caller.account.is_some();
        let (side, room) = match watches {
            true => (String::new(), TalkRoom::Watchers),
            false => {
                let side = table.acting(&sides, wish.side.as_deref())?;
                (table.game().about().side_id(side).to_string(), TalkRoom::Players)
            }
        };
        let text = line(&wish.text, SPEECH)?;
        if text.is_empty() {
            return Err(ApiError::Broken("there is nothing to say".to_string()));
        }
        if table.said.len() >= SPEECHES {
            return Err(ApiError::Busy(format!("{SPEECHES} things were said in this game already")));
        }
        let person = match &caller.account {
            Some(account) if watches => {
                tables.store().account(account).await.map_err(storage)?.map(|a| a.name)
            }
            _ => table.seats.iter().find(|s| s.side == side).map(|s| s.person.clone()),
        };
        let said = Said { side, person: person.unwrap_or_default(), at: now(), text, room };
        loop {
            match tables.store().say(&id, table.said.len() + 1, &said).await {
                Ok(()) => break,
                // Somebody spoke at the same moment at another node: that is heard first.
                Err(StoreError::Taken) => tables.catch_up(&mut table).await?,
                Err(e) => return Err(storage(e)),
            }
        }
        table.said.push(said.clone());
        table.send_said(&said);
        Ok((StatusCode::CREATED, Json(said)))
    })
    .await
}

/// Names the game.
#[utoipa::path(post, path = "/api/games/{id}/name",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("act"))), tag = "company", security((), ("seat" = [])),
    params(("id" = String, Path)), request_body = wire::Rename,
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub async fn rename(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::Rename>,
) -> Result<StatusCode, ApiError> {
    detached(async move {
        let mut table = tables.table(&id).await?;
        table.may_dispose(&caller, tables.settings.home())?;
        let before = (table.seats.clone(), table.extra.clone());
        table.extra.name = line(&wish.name, NAME)?;
        tables.settle(&mut table, before).await?;
        table.send_states();
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Deletes the game with everything that belongs to it.
#[utoipa::path(delete, path = "/api/games/{id}",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("act"))), tag = "company", security((), ("seat" = [])),
    params(("id" = String, Path)), responses((status = 204), (status = 403, body = wire::Problem)))]
pub async fn delete(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    detached(async move {
        let table = match tables.table(&id).await {
            Ok(table) => table,
            Err(ApiError::Closed(_)) => {
                tables.shut(&id, &caller).await?;
                tables.store().delete(&id).await.map_err(storage)?;
                return Ok(StatusCode::NO_CONTENT);
            }
            Err(e) => return Err(e),
        };
        table.may_dispose(&caller, tables.settings.home())?;
        tables.remove(table).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
