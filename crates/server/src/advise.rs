//! Advice for a player, and who is told why bots do what they do.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::seats::SeatRow;
use crate::table::Table;
use crate::tables::{Tables, random_number};
use crate::thinking::apart;
use crate::wire::{self, SeatKind};
use axum::Json;
use axum::extract::{Path, State};
use sandtable_core::view::Viewer;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;

/// The longest that advice may take to think.
const LONGEST: Duration = Duration::from_secs(10);

/// What a bot would do in your place, and why: for the decision of your own side, from what your side knows. Nothing is
/// done. One hint at a time is thought out at a table.
#[utoipa::path(post, path = "/api/games/{id}/hint",
    extensions(("x-authority" = json!("seat")), ("x-limit" = json!("think"))), tag = "game", security(("seat" = [])),
    params(("id" = String, Path)), request_body = wire::AskHint,
    responses((status = 200, body = wire::Hint), (status = 403, body = wire::Problem),
        (status = 409, body = wire::Problem, description = "the game has gone on"),
        (status = 422, body = wire::Problem, description = "it is not your decision"),
        (status = 429, body = wire::Problem, description = "another hint is being thought out")))]
pub async fn hint(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<wire::AskHint>,
) -> Result<Json<wire::Hint>, ApiError> {
    let table = tables.table(&id).await?;
    let side = table.acting(&table.sides_of(&caller), wish.side.as_deref())?;
    table.fresh_for(side, wish.after)?;
    if table.extra.no_hints {
        return Err(ApiError::Seat("this game is played without hints".to_string()));
    }
    let game = table.game();
    let level = wish.level.unwrap_or_else(|| game.strongest().to_string());
    if tables.allows_level(&**game, &level)? > LONGEST {
        let most = LONGEST.as_secs();
        return Err(ApiError::Broken(format!(
            "a hint may think for {most} s at most, as in analysis:{most}s"
        )));
    }
    let advice = table.session().advice(side, &level, random_number()?)?;
    let alone = table.alone()?;
    let number = table.number;
    // It thinks about a copy: the table is free meanwhile.
    drop(table);
    let turn = tables.turn_of_advice(&caller).await?;
    let think = move || {
        let hint = advice()?;
        drop(alone);
        Ok(hint)
    };
    let hint = apart(turn, think).await?;
    Ok(Json(wire::Hint { number, level, action: hint.action, why: hint.why }))
}

impl Table {
    /// Room to think about a game: one hint or analysis at a time at a table.
    pub(crate) fn alone(&self) -> Result<OwnedMutexGuard<()>, ApiError> {
        self.advising.clone().try_lock_owned().map_err(|_| {
            let why = "another hint is being thought out at this table; ask again in a moment";
            ApiError::Busy(why.to_string())
        })
    }
}

impl Table {
    /// Whether the bots of this table explain themselves while the game goes on: because it was chosen when the game was
    /// made, or because one person at most plays against nothing but bots that analyse.
    fn explains(&self) -> bool {
        // A bot that stands in for somebody knows what that player knows, and keeps it.
        let bots = || self.seats.iter().filter(|s| s.owner() == SeatKind::Bot);
        let analyses = |s: &SeatRow| s.level.as_deref().is_some_and(|l| l.starts_with("analysis"));
        let persons = self.seats.len() - bots().count();
        self.seats.iter().any(|s| s.explain)
            || (persons < 2 && bots().next().is_some() && bots().all(analyses))
    }

    /// Whether somebody who looks as this viewer is told why bots do what they do. Their reasons come from what their own
    /// side knows, so where things are hidden nobody but the players is told, and they only if it was chosen; once the game
    /// is over everybody is.
    pub fn explains_to(&self, viewer: Viewer) -> bool {
        let open = self.game.about().open;
        self.outcome().is_some() || (self.explains() && (open || viewer != Viewer::Watcher))
    }

    /// Keeps what a bot says of the decision that it has just taken; only what is new.
    pub(crate) fn take_reasons(&mut self, side: sandtable_core::Side, why: Option<wire::Why>) {
        let Some(why) = why else { return };
        let last = self
            .last_reasons
            .iter()
            .position(|(s, _)| *s == side)
            .map(|i| self.last_reasons.swap_remove(i).1);
        let new = why.since(last.as_ref());
        self.last_reasons.push((side, why));
        self.unsaved_reasons = Some(new).filter(|new| !new.is_empty());
    }

    /// What the bot said of a move, counted among those that stand, if a viewer may read it.
    pub(crate) fn why_of(&self, number: usize, viewer: Viewer) -> Option<wire::Why> {
        if self.explains_to(viewer) { self.reasons.get(&number).cloned() } else { None }
    }
}

#[cfg(test)]
#[path = "../../core/tests/it/auction/mod.rs"]
mod auction;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::GameRow;
    use sandtable_bots::levels::Levels;
    use sandtable_bots::registry::{AnyGame, Registered};
    use sandtable_core::session::seeded;
    use sandtable_core::{Options, Side};

    /// A table with secrets and these seats: `me`, or the level of a bot.
    fn table(seats: [&str; 3], explain: bool) -> Table {
        let game = Arc::new(auction::Auction);
        let levels = Levels { scripts: &[], planner: None, judge: None };
        let game: Arc<dyn AnyGame> = Arc::new(Registered { game, rules: Vec::new, levels, tune: None });
        let session = game.begin("short", Options::new(), seeded(2), None).unwrap_or_else(|e| panic!("{e}"));
        let seat = |(i, who): (usize, &str)| {
            let kind = if who == "me" { SeatKind::Me } else { SeatKind::Bot };
            let level = (who != "me").then(|| who.to_string());
            SeatRow::new(["a", "b", "c"][i], kind, level, explain && who != "me")
        };
        let row = GameRow {
            id: "x".to_string(),
            game: "auction".to_string(),
            head: session.head().clone(),
            seats: seats.into_iter().enumerate().map(seat).collect(),
            summary: Default::default(),
            touched: 0,
            extra: Default::default(),
        };
        Table::new(game, session, row, 0)
    }

    #[test]
    fn reasons_are_told_only_where_that_was_chosen() {
        for (seats, explain, players) in [
            (["me", "marshal", "marshal"], false, false),
            (["me", "marshal", "marshal"], true, true),
            (["me", "analysis", "analysis:30s"], false, true),
            (["me", "analysis", "marshal"], false, false),
            (["me", "me", "analysis"], false, false),
            (["me", "me", "me"], true, false),
        ] {
            let mut table = table(seats, explain);
            table.reasons.insert(1, wire::Why { trials: 3, ..Default::default() });
            let me = Viewer::Side(Side(0));
            assert_eq!(table.explains_to(me), players, "{seats:?} {explain}");
            assert_eq!(table.why_of(1, me).is_some(), players, "{seats:?} {explain}");
            // A watcher of a game with secrets is told nothing in any case.
            assert!(table.why_of(1, Viewer::Watcher).is_none(), "{seats:?}");
        }
    }
}
