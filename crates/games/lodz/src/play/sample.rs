//! Actions by chance, for rollouts: one counter is picked, then one of the things it can do. Listing what a whole army can do would be dear.

use super::air::{AirAction, AirStep};
use super::battle::{BattleAction, BattleStep};
use super::march::{MarchAction, MarchStep};
use super::supply::SupplyAction;
use super::{Action, Engine};
use crate::data::Kind;
use crate::state::{Position, Step};

/// One of so many marches is the last of its phase.
const LAST: usize = 24;

/// Gives a number below another.
type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

impl Engine<'_> {
    /// A legal action of a player who decides now.
    pub fn sample(
        &self,
        p: &Position,
        side: u8,
        pick: Pick<'_>,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        scratch.clear();
        match p.pile.top() {
            Step::March(step) => self.sample_march(p, step, side, pick, scratch),
            Step::Air(AirStep::Fly) => self.sample_flight(p, side, pick),
            step => {
                self.list(p, side, scratch);
                // What can be put together and taken apart for ever comes to an end, and mostly to something.
                let done = match step {
                    Step::Battle(BattleStep::Build | BattleStep::Fire | BattleStep::Defend) => {
                        Action::Battle(BattleAction::Confirm)
                    }
                    Step::Air(_) => Action::Air(AirAction::Done),
                    _ => Action::Supply(SupplyAction::Done),
                };
                if scratch.contains(&done) && pick(3) == 0 {
                    return Some(done);
                }
                let chosen = any(scratch, pick);
                let leaves = chosen == Some(Action::Battle(BattleAction::Cancel));
                if leaves && pick(4) != 0 { any(scratch, pick) } else { chosen }
            }
        }
    }

    /// A march, or something on rails, or the end of the phase.
    fn sample_march(
        &self,
        p: &Position,
        step: MarchStep,
        side: u8,
        pick: Pick<'_>,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        let lay = self.march_lay(p);
        let crowded = self.march_crowded(p).next();
        if let Some(hex) = crowded.filter(|_| pick(2) == 0) {
            // A hex that is too full must be cleared before the phase can end.
            let able = || p.at(hex).filter(|u| self.march_unit_bar(p, *u).is_none());
            if let Some(unit) = able().nth(pick(able().count().max(1))) {
                self.march_list_unit(p, &lay, unit, &mut |a| scratch.push(Action::March(a)));
                if scratch.is_empty() && self.march_give_up_bar(p, &lay, unit).is_none() {
                    scratch.push(Action::March(MarchAction::GiveUp { unit }));
                }
            }
        } else if crowded.is_none() && pick(LAST) == 0 {
            return Some(Action::March(MarchAction::Done));
        } else if pick(LAST / 2) == 0 {
            self.rail_sample(p, step, side, pick, scratch);
        }
        // A few units are tried before everything is listed.
        for _ in 0..if lay.strategic { 2 } else { 8 } {
            if !scratch.is_empty() {
                return any(scratch, pick);
            }
            let able = || self.all_units().filter(|u| self.march_unit_bar(p, *u).is_none());
            if let Some(unit) = able().nth(pick(able().count().max(1))) {
                self.march_list_unit(p, &lay, unit, &mut |a| scratch.push(Action::March(a)));
            }
        }
        if scratch.is_empty() {
            self.list(p, side, scratch);
        }
        any(scratch, pick)
    }

    /// An airship goes anywhere, or all that are left stay.
    fn sample_flight(&self, p: &Position, side: u8, pick: Pick<'_>) -> Option<Action> {
        let ready =
            |u: &u16| self.kind(*u) == Kind::Airship && self.def(*u).side == side && !p.air.done.has(*u);
        let ship = self.all_units().find(ready);
        let fly = ship.map(|ship| AirAction::Fly { ship, to: pick(self.map(p).hexes) as u16 });
        let fly = fly.filter(|a| pick(2) == 0 && self.air_refuse(p, AirStep::Fly, side, *a).is_none());
        Some(Action::Air(fly.unwrap_or(AirAction::Done)))
    }
}

fn any(list: &[Action], pick: Pick<'_>) -> Option<Action> {
    if list.is_empty() { None } else { Some(list[pick(list.len())]) }
}
