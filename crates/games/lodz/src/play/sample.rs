//! Random actions, for rollouts: one counter is picked, then one of the things it can do. Listing what a whole army can do would be slow.

use super::air::{AirAction, AirRules, AirStep};
use super::battle::{BattleAction, BattleStep};
use super::march::{MarchAction, MarchStep};
use super::supply::SupplyAction;
use super::{Action, Engine};
use crate::data::Kind;
use crate::position::{HexId, Position, Step, UnitId};
use sandtable_core::Side;
use sandtable_core::machine::{self, Module};

/// One march in this many is the last of its phase.
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
        match p.steps.top() {
            Step::March(step) => self.sample_march(p, step, side, pick, scratch),
            Step::Air(AirStep::Fly) => self.sample_flight(p, side, pick),
            step => {
                machine::list(self, p, Side(side), scratch);
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
        let land = self.march_land(p);
        let crowded = self.march_crowded(p).next();
        if let Some(hex) = crowded.filter(|_| pick(2) == 0) {
            // A hex that is too full must be cleared before the phase can end.
            let able = || p.at(hex).filter(|u| self.march_unit_refused(p, *u).is_none());
            if let Some(unit) = able().nth(pick(able().count().max(1))) {
                self.march_list_unit(p, &land, unit, &mut |a| scratch.push(Action::March(a)));
                if scratch.is_empty() && self.march_give_up_refused(p, &land, unit).is_none() {
                    scratch.push(Action::March(MarchAction::GiveUp { unit }));
                }
            }
        } else if crowded.is_none() && pick(LAST) == 0 {
            return Some(Action::March(MarchAction::Done));
        } else if pick(LAST / 2) == 0 {
            self.rail_sample(p, step, side, pick, scratch);
        }
        // A few units are tried before everything is listed.
        for _ in 0..if land.strategic { 2 } else { 8 } {
            if !scratch.is_empty() {
                return any(scratch, pick);
            }
            let able = || self.all_units().filter(|u| self.march_unit_refused(p, *u).is_none());
            if let Some(unit) = able().nth(pick(able().count().max(1))) {
                self.march_list_unit(p, &land, unit, &mut |a| scratch.push(Action::March(a)));
            }
        }
        if scratch.is_empty() {
            machine::list(self, p, Side(side), scratch);
        }
        any(scratch, pick)
    }

    /// An airship goes anywhere, or all that are left stay.
    fn sample_flight(&self, p: &Position, side: u8, pick: Pick<'_>) -> Option<Action> {
        let ready =
            |u: &UnitId| self.kind(*u) == Kind::Airship && self.def(*u).side == side && !p.air.done.has(*u);
        let ship = self.all_units().find(ready);
        let fly = ship.map(|ship| {
            let to = HexId(pick(self.map(p).hexes) as u16);
            AirAction::Fly { ship, to }
        });
        let open = |a: &AirAction| Module::<AirRules>::refuse(self, p, AirStep::Fly, Side(side), a).is_none();
        let fly = fly.filter(|a| pick(2) == 0 && open(a));
        Some(Action::Air(fly.unwrap_or(AirAction::Done)))
    }
}

fn any(list: &[Action], pick: Pick<'_>) -> Option<Action> {
    if list.is_empty() { None } else { Some(list[pick(list.len())]) }
}
