//! How the dice served a side: steps, and what checks did to units.

use crate::Orel;
use crate::data::Fate;
use crate::play::assault::AssaultEvent;
use crate::play::fight::FightEvent;
use crate::play::fire::FireEvent;
use crate::play::flight::FlightEvent;
use crate::play::{CommonEvent, Event};
use crate::position::UnitId;

/// What a result costs the unit that suffers it, in steps.
const fn price(fate: Fate) -> f64 {
    match fate {
        Fate::Passed | Fate::GoodOrder => 0.0,
        Fate::Disorganised => 0.5,
        Fate::Repulsed | Fate::Retreat => 1.0,
        Fate::Rout => 2.0,
        Fate::Surrender => 3.0,
    }
}

impl Orel {
    /// Steps that the dice of an action were worth to a side; nothing where none were rolled in combat.
    pub(super) fn worth(&self, side: u8, events: &[Event]) -> Option<f64> {
        let engine = self.engine();
        let own = |unit: UnitId| engine.is_unit(unit) && engine.def(unit).side == side;
        let sign = |unit: UnitId| if own(unit) { -1.0 } else { 1.0 };
        let value = |event: &Event| match *event {
            Event::Fight(FightEvent::Check { unit, fate, .. })
            | Event::Fire(FireEvent::Stood { unit, fate, .. })
            | Event::Assault(AssaultEvent::Morale { unit, fate, .. }) => Some(sign(unit) * price(fate)),
            Event::Fire(FireEvent::Fired { target, losses, .. }) => Some(sign(target) * f64::from(losses)),
            Event::Assault(AssaultEvent::Result { due, loser, .. }) => {
                // Only the attacker begins an Assault, so the side is the attacker; the loser goes back.
                let lost = f64::from(due[1]) - f64::from(due[0]);
                Some(lost + if loser == 0 { -1.0 } else { 1.0 })
            }
            Event::Assault(AssaultEvent::Vehicle { unit, die, upto, .. }) if die <= upto => Some(sign(unit)),
            Event::Fight(FightEvent::Coordinated { units, passed, .. }) => {
                let first = units.first()?;
                Some(if passed { -0.5 * sign(first) } else { 0.5 * sign(first) })
            }
            Event::Flight(FlightEvent::Zone { unit, passed: false, .. }) => Some(sign(unit)),
            Event::Common(CommonEvent::Captured { unit, .. }) => Some(sign(unit)),
            _ => None,
        };
        events.iter().filter_map(value).reduce(|a, b| a + b)
    }
}
