//! The same game once more with sides exchanged: whoever played a side gets the next one, and everybody the keys of the own seats alone.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::opponents::terms::Meeting;
use crate::seats::SeatRow;
use crate::store::{Extra, now};
use crate::table::Table;
use crate::tables::{Tables, detached, sealed, storage};
use crate::wire::{self, Created, Live, SeatKind, Terms};
use axum::Json;
use axum::extract::{Path, State};
use sandtable_core::Side;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// The seats with their players one side further: of two they are exchanged, more go round.
fn exchanged(seats: &[SeatRow]) -> Vec<SeatRow> {
    let players = seats.iter().cycle().skip(seats.len().saturating_sub(1));
    let seat = |(side, player): (&SeatRow, &SeatRow)| {
        let kind = player.owner();
        let bot = kind == SeatKind::Bot;
        let level = player.level.clone().filter(|_| bot);
        let mut seat = SeatRow::new(&side.side, kind, level, player.explain && bot);
        (seat.person, seat.account) = (player.person.clone(), player.account.clone());
        seat
    };
    seats.iter().zip(players).map(seat).collect()
}

/// The sides in a rematch of those who played these sides.
fn sides_then(before: &Table, sides: &[Side]) -> Vec<String> {
    let about = before.game().about();
    let count = before.seats.len();
    let own = |at: usize| {
        let player = &before.seats[(at + count - 1) % count];
        about.side(&player.side).is_some_and(|side| sides.contains(&side))
    };
    before.seats.iter().enumerate().filter(|(at, _)| own(*at)).map(|(_, seat)| seat.side.clone()).collect()
}

impl Tables {
    async fn rematch(self: &Arc<Tables>, id: &str, caller: &Caller) -> Result<Created, ApiError> {
        let mut table = self.table(id).await?;
        let sides = table.sides_of(caller);
        let bots_alone = table.seats.iter().all(|s| s.owner() == SeatKind::Bot);
        if sides.is_empty() && !(bots_alone && self.settings.home()) {
            return Err(ApiError::Seat("a rematch is for those who have played this game".to_string()));
        }
        if table.outcome().is_none() {
            let message = "the game goes on: a rematch can be had when it is over".to_string();
            return Err(ApiError::Illegal { message, breaches: vec![] });
        }
        if let Some(next) = table.extra.rematch.clone() {
            match self.table(&next).await {
                Ok(rematch) => return self.join(rematch, sides_then(&table, &sides)).await,
                // Somebody has deleted it: there can be another.
                Err(ApiError::Unknown(_)) => {}
                Err(e) => return Err(e),
            }
        }
        let game = table.game().clone();
        let head = table.session().head().clone();
        let session = game.begin(&head.scenario, head.options, sealed()?, head.position)?;
        // Nobody is drawn into a rated game without having agreed to it.
        let terms = Terms { rated: false, ..table.extra.meeting.terms.clone() };
        let meeting = Meeting { terms, tournament: None, begun: now(), ..table.extra.meeting.clone() };
        let extra =
            Extra { no_hints: table.extra.no_hints, links: table.extra.links, meeting, ..Extra::default() };
        let made = self.add(session, game.about().id, exchanged(&table.seats), extra).await?;
        let before = (table.seats.clone(), table.extra.clone());
        table.extra.rematch = Some(made.id.clone());
        if let Err(e) = self.settle(&mut table, before).await {
            // Nobody would find it again.
            self.store().delete(&made.id).await.map_err(storage)?;
            self.forget(&made.id).await;
            return Err(e);
        }
        table.send_all(&Live::Rematch { game: made.id.clone() }, !bots_alone);
        let rematch = self.table(&made.id).await?;
        self.join(rematch, sides_then(&table, &sides)).await
    }

    /// The keys of somebody's seats in a rematch.
    async fn join(
        &self,
        mut rematch: OwnedMutexGuard<Table>,
        sides: Vec<String>,
    ) -> Result<Created, ApiError> {
        let keys = self.give_keys(&mut rematch, |s| s.is_persons() && sides.contains(&s.side)).await?;
        Ok(Created { id: rematch.id.clone(), keys, invitations: BTreeMap::new() })
    }
}

/// The same game once more with sides exchanged, when it is over: made by the first of its players who asks, and found by the others. You
/// get the keys of your own seats in it.
#[utoipa::path(post, path = "/api/games/{id}/rematch",
    extensions(("x-authority" = json!("player")), ("x-limit" = json!("make"))), tag = "company", security((), ("seat" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Created), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub async fn rematch(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<Created>, ApiError> {
    detached(async move { tables.rematch(&id, &caller).await.map(Json) }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_go_one_side_further() {
        let seat = |side: &str, kind, level: Option<&str>, person: &str| {
            let mut seat = SeatRow::new(side, kind, level.map(str::to_string), level.is_some());
            seat.person = person.to_string();
            seat
        };
        let mut stands_in = seat("c", SeatKind::Bot, Some("recruit"), "Cem");
        stands_in.stands_in_for = Some(SeatKind::Open);
        let seats =
            [seat("a", SeatKind::Me, None, "Ada"), seat("b", SeatKind::Bot, Some("marshal"), ""), stands_in];
        let next = exchanged(&seats);
        let told: Vec<_> =
            next.iter().map(|s| (s.side.as_str(), s.kind, s.level.as_deref(), s.person.as_str())).collect();
        // Cem, for whom a bot stood in, plays himself.
        assert_eq!(
            told,
            [
                ("a", SeatKind::Open, None, "Cem"),
                ("b", SeatKind::Me, None, "Ada"),
                ("c", SeatKind::Bot, Some("marshal"), ""),
            ]
        );
        assert!(next[2].explain && !next[0].explain && next.iter().all(|s| s.stands_in_for.is_none()));
        assert_eq!(exchanged(&seats[..2])[0].level.as_deref(), Some("marshal"));
    }
}
