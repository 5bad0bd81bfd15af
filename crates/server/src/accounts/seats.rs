//! Seats that belong to accounts.

use super::{Accounts, NAME_HELD};
use crate::caller::Caller;
use crate::error::ApiError;
use crate::seats::SeatRow;
use crate::store::accounts::Account;
use crate::table::Table;
use crate::tables::{Tables, storage};
use crate::wire::{Listing, SeatKind};
use std::sync::Arc;

impl Accounts {
    /// Refuses somebody who is not signed in, where that is needed.
    pub fn must_be_signed_in(&self, caller: &Caller) -> Result<(), ApiError> {
        match self.here() && caller.account.is_none() {
            true => {
                Err(ApiError::Account("sign in first: at this table games belong to accounts".to_string()))
            }
            false => Ok(()),
        }
    }

    /// Gives somebody's account the seats of a new game that are its maker's.
    pub async fn give_own(&self, caller: &Caller, seats: &mut [SeatRow]) -> Result<(), ApiError> {
        self.give_seats(caller, seats.iter_mut().filter(|s| s.kind == SeatKind::Me)).await
    }

    /// Gives somebody's account seats.
    pub async fn give_seats<'a>(
        &self,
        caller: &Caller,
        seats: impl Iterator<Item = &'a mut SeatRow>,
    ) -> Result<(), ApiError> {
        let Some(id) = caller.account.as_ref().filter(|_| self.here()) else { return Ok(()) };
        let account = self.of(id).await?;
        for seat in seats {
            seat.account = Some(id.clone());
            seat.person.clone_from(&account.name);
        }
        Ok(())
    }
}

/// Whether somebody else than an account plays too.
fn others(table: &Table, account: &str) -> bool {
    table.seats.iter().any(|s| s.is_persons() && s.taken() && s.account.as_deref() != Some(account))
}

impl Tables {
    /// Changes the seats of an account in all its games.
    pub(super) async fn each_seat_of(
        self: &Arc<Tables>,
        account: &str,
        change: impl Fn(&mut SeatRow),
    ) -> Result<(), ApiError> {
        for row in self.store().games_of_account(account).await.map_err(storage)? {
            let mut table = match self.table(&row.id).await {
                Ok(table) => table,
                // Somebody has deleted it.
                Err(ApiError::Unknown(_)) => continue,
                // One game that cannot be opened must not stand in the way of all others.
                Err(e) => {
                    tracing::warn!("seats of game {} stay as they are: {e}", row.id);
                    continue;
                }
            };
            let before = (table.seats.clone(), table.extra.clone());
            table.seats.iter_mut().filter(|s| s.account.as_deref() == Some(account)).for_each(&change);
            self.settle(&mut table, before).await?;
            table.send_seats(None);
        }
        Ok(())
    }

    /// Games that the keeper has hidden.
    pub(super) async fn hidden(&self) -> Result<Vec<Listing>, ApiError> {
        let mut hidden = vec![];
        for row in self.store().hidden_games().await.map_err(storage)? {
            let Ok(game) = self.library.game(&row.game) else { continue };
            let seats = crate::table::seats(game.about(), &row.seats, |_| false);
            hidden.push(crate::table::listing(game.about(), &row, seats, None));
        }
        Ok(hidden)
    }

    /// Deletes an account. Its games go first: an account whose deletion breaks off can be deleted again.
    pub(super) async fn delete_account(self: &Arc<Tables>, account: &Account) -> Result<(), ApiError> {
        if account.keeper && self.accounts.store.last_keeper(&account.id).await.map_err(storage)? {
            let message = "somebody must keep this table: make another account its keeper first".to_string();
            return Err(ApiError::Illegal { message, breaches: vec![] });
        }
        for row in self.store().games_of_account(&account.id).await.map_err(storage)? {
            match self.table(&row.id).await {
                Ok(table) => self.leave(table, &account.id).await?,
                Err(ApiError::Unknown(_)) => {}
                Err(e) => return Err(e),
            }
        }
        if !self.accounts.store.delete_account(account, NAME_HELD).await.map_err(storage)? {
            return Err(ApiError::Busy(
                "another keeper has just gone: make another account the keeper first".to_string(),
            ));
        }
        self.accounts.forget(&account.id);
        self.accounts.note("", "an account was deleted by its owner").await;
        Ok(())
    }

    /// An account leaves a game for good.
    async fn leave(
        self: &Arc<Tables>,
        mut table: tokio::sync::OwnedMutexGuard<Table>,
        account: &str,
    ) -> Result<(), ApiError> {
        if !others(&table, account) {
            return self.remove(table).await;
        }
        let before = (table.seats.clone(), table.extra.clone());
        let over = table.outcome().is_some();
        let two = table.seats.len() == 2;
        let bot = table.game().levels().last().map(ToString::to_string);
        let mut sides = vec![];
        for seat in &mut table.seats {
            // Those who play a seat together play on without the one who goes.
            seat.team.retain(|a| a != account);
            if seat.account.as_deref() == Some(account) && !seat.team.is_empty() {
                seat.account = Some(seat.team.remove(0));
                seat.person.clear();
            }
        }
        for seat in table.seats.iter_mut().filter(|s| s.account.as_deref() == Some(account)) {
            if !over && two {
                seat.resigned = true;
            } else if !over
                && seat.kind != SeatKind::Bot
                && let Some(level) = &bot
            {
                seat.stands_in_for = Some(SeatKind::Open);
                seat.kind = SeatKind::Bot;
                seat.level = Some(level.clone());
            } else if seat.stands_in_for.is_some() {
                seat.stands_in_for = Some(SeatKind::Open);
            }
            seat.account = None;
            seat.person.clear();
            seat.keys.clear();
            seat.offers_draw = false;
            sides.push(seat.side.clone());
        }
        self.settle(&mut table, before).await?;
        let mut lines = vec![];
        for (i, said) in table.said.iter_mut().enumerate().filter(|(_, said)| sides.contains(&said.side)) {
            said.person.clear();
            lines.push((i + 1, said.clone()));
        }
        self.store().say_otherwise(&table.id, &lines).await.map_err(storage)?;
        if !over && table.outcome().is_some() {
            table.forget_histories();
        }
        table.send_states();
        self.spawn_bots(&mut table);
        Ok(())
    }
}
