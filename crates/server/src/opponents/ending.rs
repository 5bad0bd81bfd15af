//! What happens when a game ends: its result is kept, and ratings follow. It happens once, whoever saw the end, also if the program stopped
//! in between.

use super::bot;
use crate::seats::SeatRow;
use crate::store::{ResultRow, fine, now};
use crate::table::Table;
use crate::tables::Tables;
use crate::wire::{Ended, SeatKind};
use sandtable_core::Outcome;
use sandtable_core::view::Viewer;
use std::collections::BTreeMap;

/// A draw that is agreed before so many decisions is no game: the players have thought better of it.
const ABORTED_BEFORE: usize = 10;

fn who(seat: &SeatRow) -> (String, String) {
    match (seat.owner(), &seat.level) {
        (SeatKind::Bot, Some(level)) => (bot(level), level.clone()),
        _ => (seat.account.clone().unwrap_or_default(), String::new()),
    }
}

impl Table {
    /// The result for every side of a game that has ended; nothing of one that was broken off at its beginning.
    pub(crate) fn results(&self, outcome: Outcome) -> Vec<ResultRow> {
        let moves = self.session().moves();
        let arranged = self.extra.meeting.tournament.is_some();
        if self.agreed().is_some() && outcome.winner.is_none() && moves < ABORTED_BEFORE && !arranged {
            return vec![];
        }
        let about = self.game().about();
        let mut luck: BTreeMap<String, (f64, i64)> = BTreeMap::new();
        let replayed = self.session().replay(Viewer::All, &mut |step| {
            if let Some(weighed) = step.luck {
                let sum = luck.entry(step.side).or_default();
                sum.0 += weighed.came - weighed.expected;
                sum.1 += 1;
            }
        });
        if let Err(e) = replayed {
            tracing::warn!("game {}: its luck is not known: {e}", self.id);
        }
        let winner = outcome.winner.map(|side| about.side_id(side));
        let begun = self.extra.meeting.begun;
        let players: Vec<_> = self.seats.iter().map(who).collect();
        let rated = self.rated() && players.len() == 2 && players.iter().all(|(who, _)| !who.is_empty());
        let row = |(seat, (who, level)): (&SeatRow, (String, String))| {
            let (sum, weighed) = luck.get(&seat.side).copied().unwrap_or_default();
            ResultRow {
                game: self.id.clone(),
                side: seat.side.clone(),
                title: about.id.to_string(),
                scenario: self.session().head().scenario.clone(),
                who,
                level,
                result: match winner {
                    None => Ended::Drawn,
                    Some(winner) if winner == seat.side => Ended::Won,
                    Some(_) => Ended::Lost,
                },
                victory: outcome.level.to_string(),
                decisions: moves as i64,
                minutes: (now() - begun).max(0) / 60_000,
                luck: fine(sum, 1000.0),
                weighed,
                at: now(),
                rated,
                change: 0,
            }
        };
        self.seats.iter().zip(players).map(row).collect()
    }
}

impl Tables {
    /// Keeps the result of a game if it has ended and counts. What cannot be kept now is kept later.
    pub(crate) async fn count(&self, table: &mut Table) {
        if table.counted || !table.extra.meeting.counts {
            return;
        }
        let Some(outcome) = table.outcome() else { return };
        let rows = table.results(outcome);
        let kept = match rows.is_empty() {
            true => self.store().not_counted(&table.id).await,
            false => self.store().count(&rows).await.map(|_| ()),
        };
        match kept {
            Ok(()) => table.counted = true,
            Err(e) => tracing::warn!("game {}: its result is kept later: {e}", table.id),
        }
        if table.extra.meeting.tournament.is_some() {
            self.errands.notify_one();
        }
    }
}
