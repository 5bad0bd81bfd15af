//! Bots at the tables: each decides as long as it is its turn, on a thread of its own, at the node that has the game's lease. Whatever
//! goes wrong costs time and nothing else.

use crate::error::ApiError;
use crate::store::{BOT, now};
use crate::table::Table;
use crate::tables::{LONGEST_RETRY, RETRY, Tables};
use crate::thinking::apart;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How long a game rests in which a bot failed by itself, in milliseconds.
const REST: i64 = 60_000;

impl Tables {
    /// Lets bots move as long as it is theirs to decide. While one thinks, the table is free: its move counts only if the game still
    /// stands as it did.
    pub fn spawn_bots(self: &Arc<Tables>, table: &mut Table) {
        if table.bot_to_move().is_none() || self.leases.stopping() || self.bots_rest(table) {
            table.rest();
            return;
        }
        if table.thinking.is_some_and(|(_, at)| at == table.number) {
            return;
        }
        // What thinks about an earlier number finds that other work has begun since, and stops.
        let work = self.works.fetch_add(1, Ordering::Relaxed);
        table.thinking = Some((work, table.number));
        tokio::spawn(self.clone().bots_move(table.id.clone(), work));
    }

    async fn bots_move(self: Arc<Tables>, id: String, work: u64) {
        let _here = self.at_work.begin(&id);
        let mut pause = RETRY;
        loop {
            let moved = match self.leases.take(&id).await {
                Ok(true) => self.bot_moves(&id, work).await,
                // Another node does it. If that node is gone, the game is found when its lease has run out.
                Ok(false) => return self.give_way(&id, work).await,
                Err(e) => Err(ApiError::Storage(e.to_string())),
            };
            match moved {
                Ok(true) => pause = RETRY,
                Ok(false) | Err(ApiError::Unknown(_)) => return,
                // The disk is full or the database away: nothing is lost but time.
                Err(ApiError::Storage(e)) => {
                    tracing::warn!("game {id}: a bot waits {} s: {e}", pause.as_secs());
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_RETRY);
                }
                Err(e) => {
                    tracing::error!("game {id}: a bot is tried again in {} s: {e}", REST / 1000);
                    let _ = self.store().postpone(&id, BOT, now() + REST).await;
                    return self.give_way(&id, work).await;
                }
            }
        }
    }

    /// The bots of a table are not at work any more; others may begin.
    async fn give_way(self: &Arc<Tables>, id: &str, work: u64) {
        if let Ok(mut table) = self.table(id).await
            && table.thinking.is_some_and(|(w, _)| w == work)
        {
            table.rest();
        }
    }

    /// One decision of a bot; false if none is to be taken here any more.
    async fn bot_moves(self: &Arc<Tables>, id: &str, work: u64) -> Result<bool, ApiError> {
        let mut table = self.table(id).await?;
        let at_work = |table: &Table| table.thinking.is_some_and(|(w, _)| w == work);
        if !at_work(&table) || self.leases.stopping() {
            return Ok(false);
        }
        let who = table.bot_to_move().map(|(side, level)| (side, level.to_string()));
        let rests = self.bots_rest(&table) || self.check_length(&table).is_err();
        let Some((_, level)) = who.as_ref().filter(|_| !rests) else {
            table.rest();
            return Ok(false);
        };
        let thinks = table.game().thinks(level)?;
        let (number, maker) = (table.number, table.maker().to_string());
        table.thinking = Some((work, number));
        drop(table);
        let turn = {
            let _waits = self.gauges.waits();
            self.turn_of_bot(&maker, thinks).await?
        };
        let mut table = self.table(id).await?;
        // What it is to think about is taken from the table when its turn has come: those that wait keep nothing.
        if !at_work(&table) {
            return Ok(false);
        }
        if table.number != number {
            return Ok(true);
        }
        let Some(thinking) = table.think()? else { return Ok(true) };
        drop(table);
        let thought = apart(turn, move || Ok(thinking())).await?;
        let mut table = self.table(id).await?;
        if !at_work(&table) {
            return Ok(false);
        }
        let same = table.bot_to_move().map(|(side, level)| (side, level.to_string())) == who;
        if table.number != number || !same {
            table.let_go(thought);
            return Ok(true);
        }
        table.act_on(thought)?;
        match self.save(&mut table, false).await {
            // Another node was faster: look again whose turn it is.
            Ok(()) | Err(ApiError::Stale { .. }) => Ok(true),
            Err(e) => Err(e),
        }
    }
}
