//! Games that the table makes for those whom it brings together: they are made in one transaction with what led to them, or not at all.

use super::level_of;
use super::terms::Meeting;
use crate::error::ApiError;
use crate::seats::SeatRow;
use crate::store::{Claim, DueChange, Extra, Fresh, GameRow, now};
use crate::table::Table;
use crate::tables::{Tables, sealed};
use crate::wire::SeatKind;
use sandtable_core::game::for_people;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::{Mutex, OnceCell};

/// A game to be made.
pub(crate) struct Plan {
    /// Its id.
    pub id: String,
    /// Which game.
    pub title: String,
    /// Which scenario.
    pub scenario: String,
    /// Options that are not as usual.
    pub options: BTreeMap<String, String>,
    /// Who plays each side, in the order of the scenario: an account, or a bot as `bot:regular`.
    pub players: Vec<String>,
    /// What it is called.
    pub name: String,
    /// What is settled about it.
    pub meeting: Meeting,
}

impl Tables {
    /// The sides of a scenario that two can play.
    pub(crate) fn two_sides(&self, title: &str, scenario: &str) -> Result<[&'static str; 2], ApiError> {
        let about = self.library.game(title)?.about();
        if !about.scenarios.iter().any(|s| s.id == scenario) {
            return Err(ApiError::Broken(format!("`{title}` has no scenario `{scenario}`")));
        }
        let sides: Vec<&'static str> = about.sides_of(scenario).map(|(_, s)| s.id).collect();
        let two = <[&str; 2]>::try_from(sides);
        two.map_err(|_| {
            ApiError::Broken(format!("`{scenario}` is not for two: choose a scenario of two sides"))
        })
    }

    async fn seats_of(&self, plan: &Plan) -> Result<Vec<SeatRow>, ApiError> {
        let game = self.library.game(&plan.title)?.clone();
        let sides: Vec<&'static str> = game.about().sides_of(&plan.scenario).map(|(_, s)| s.id).collect();
        let mut seats = vec![];
        for (side, who) in sides.into_iter().zip(&plan.players) {
            let seat = match level_of(who) {
                Some(level) => {
                    game.thinks(level)?;
                    SeatRow::new(side, SeatKind::Bot, Some(level.to_string()), false)
                }
                None => {
                    let mut seat = SeatRow::new(side, SeatKind::Open, None, false);
                    (seat.account, seat.person) = (Some(who.clone()), self.name_of(who).await?);
                    seat
                }
            };
            seats.push(seat);
        }
        Ok(seats)
    }

    /// Makes games, with the changes that belong to them; if one of these is impossible, nothing is done and the error is `Taken`.
    pub(crate) async fn seat_together(
        self: &Arc<Tables>,
        plans: Vec<Plan>,
        claims: Vec<Claim>,
    ) -> Result<(), Unseated> {
        let (mut tables, mut fresh) = (vec![], vec![]);
        for plan in plans {
            let seats = self.seats_of(&plan).await?;
            let game = self.library.game(&plan.title)?.clone();
            let people = seats.iter().any(SeatRow::is_persons);
            let about = game.about();
            let options = if people { for_people(about, plan.options) } else { plan.options };
            let session = game.begin(&plan.scenario, options, sealed()?, None).map_err(ApiError::from)?;
            let record = session.record();
            let no_hints = plan.meeting.terms.rated;
            let pace = crate::clock::named(&plan.meeting.terms.pace);
            let mut extra = Extra { no_hints, name: plan.name, meeting: plan.meeting, ..Extra::default() };
            let persons = seats.iter().filter(|s| s.is_persons()).map(|s| s.side.clone());
            crate::flags::begin(&mut extra, pace, persons)?;
            let mut row = GameRow {
                id: plan.id,
                game: about.id.to_string(),
                head: record.head,
                seats,
                summary: Default::default(),
                touched: now(),
                extra,
            };
            let mut table = Table::new(game, session, row.clone(), record.moves.len());
            self.begin_time(&mut table);
            row.summary = table.summary();
            row.extra = table.extra.clone();
            fresh.push(Fresh {
                row,
                moves: record.moves,
                snapshot: record.snapshots.last().cloned(),
                due: DueChange::between(Some(&[]), &table.due()),
                flag: table.flag(),
                turns: table.turns(&[], table.tells_after),
            });
            tables.push(table);
        }
        self.store().create_all(fresh, &claims).await?;
        for mut table in tables {
            let id = table.id.clone();
            let mut slots = self.slots.lock().await;
            self.spawn_bots(&mut table);
            slots.insert(id, Arc::new(OnceCell::new_with(Some(Arc::new(Mutex::new(table))))));
        }
        Ok(())
    }
}

/// Why games were not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unseated {
    /// They cannot be.
    #[error(transparent)]
    Refused(#[from] ApiError),
    /// Somebody was faster, or the database says no.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
}
