//! What an action came to, for a forecast: results without the dice that led to them, so that rolls with one result are one line.

use crate::Orel;
use crate::data::Fate;
use crate::play::assault::AssaultEvent;
use crate::play::fight::FightEvent;
use crate::play::fire::FireEvent;
use crate::play::flight::FlightEvent;
use crate::play::march::MarchEvent;
use crate::play::rear::RearEvent;
use crate::play::{CommonEvent, Event};
use crate::position::{Pieces, UnitId};
use crate::view::{count, signed};
use sandtable_core::Game;

/// What a check does to a unit.
const fn fate_of(fate: Fate) -> &'static str {
    match fate {
        Fate::Passed => "stands",
        Fate::Disorganised => "is Disorganised",
        Fate::Repulsed => "is repulsed",
        Fate::GoodOrder => "goes back in good order",
        Fate::Retreat => "retreats",
        Fate::Rout => "routs",
        Fate::Surrender => "surrenders",
    }
}

impl Orel {
    /// Everything that was decided by these events, in words.
    pub(crate) fn came_to(&self, events: &[Event]) -> String {
        let told: Vec<String> = events.iter().filter_map(|e| self.result_of(e)).collect();
        if told.is_empty() { "nothing is decided yet".to_string() } else { told.join("; ") }
    }

    fn names(&self, units: Pieces) -> String {
        let engine = self.engine();
        units.iter().map(|u| engine.name(u)).collect::<Vec<_>>().join(", ")
    }

    /// The result that an event tells of; nothing if it is a step on the way.
    fn result_of(&self, event: &Event) -> Option<String> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit).to_string();
        let either = |so: bool, yes: &str, no: &str| if so { yes.to_string() } else { no.to_string() };
        Some(match *event {
            Event::Assault(AssaultEvent::Result { due: [a, d], loser, m, .. }) => {
                let loser = ["attacker", "defender"][usize::from(loser % 2)];
                format!(
                    "the {loser} loses the Assault, Morale {}; the attacker loses {}, the defender {}",
                    signed(m),
                    count(a.into(), "step"),
                    count(d.into(), "step")
                )
            }
            Event::Assault(
                AssaultEvent::Strengths { .. } | AssaultEvent::Side { .. } | AssaultEvent::Asked { .. },
            )
            | Event::Fire(FireEvent::Over { .. }) => return None,
            Event::Assault(AssaultEvent::Vehicle { unit, die, upto, .. }) => {
                name(unit) + &either(die <= upto, " is hit", " is unharmed")
            }
            Event::Assault(AssaultEvent::Morale { unit, fate, .. })
            | Event::Fight(FightEvent::Check { unit, fate, .. })
            | Event::Fire(FireEvent::Stood { unit, fate, .. }) => format!("{} {}", name(unit), fate_of(fate)),
            Event::Fight(FightEvent::BeforeCheck { units, passed, .. }) => {
                self.names(units) + &either(passed, " gets away before combat", " does not get away")
            }
            Event::Fight(FightEvent::Coordinated { units, passed, .. }) => {
                self.names(units) + &either(passed, " is coordinated", " is not coordinated")
            }
            Event::Fight(
                FightEvent::Opened { .. }
                | FightEvent::Stands { .. }
                | FightEvent::Strength { .. }
                | FightEvent::Ratio { .. }
                | FightEvent::Duel { .. },
            ) => return None,
            Event::Fire(FireEvent::Fired { unit, target, losses, check, .. }) => {
                let lost =
                    if losses > 0 { format!("{} lost", count(losses.into(), "step")) } else { String::new() };
                let check = check.map_or(String::new(), |n| format!("a check at {}", signed(n)));
                let both =
                    [lost, check].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" and ");
                let result = if both.is_empty() { "no effect" } else { &both };
                format!("{} fires at {}: {result}", name(unit), name(target))
            }
            Event::Fire(FireEvent::Checked { unit, passed, .. }) => {
                name(unit) + &either(passed, " answers the fire", " does not answer")
            }
            Event::Flight(FlightEvent::Zone { unit, passed, .. }) => {
                name(unit) + &either(passed, " comes through the zone", " is caught in the zone")
            }
            Event::March(MarchEvent::Breakdown { unit, die, upto, .. }) => {
                name(unit) + &either(die > upto, " runs", " breaks down")
            }
            Event::March(MarchEvent::Checked { unit, die, tq, .. }) => {
                name(unit) + &either(die <= tq, " passes its check", " fails its check")
            }
            Event::Rear(RearEvent::Rolled { event, .. }) => {
                engine.event_def(event).map_or(String::new(), |e| e.title.clone())
            }
            Event::Rear(RearEvent::Checked { unit, die, tq, .. }) => {
                name(unit) + &either(die <= tq, " stands firm", " fails its check")
            }
            Event::Rear(RearEvent::Raided { unit, die, from, .. }) => {
                format!("the raid on {} {}", name(unit), either(die >= from, "succeeds", "fails"))
            }
            Event::Rear(
                RearEvent::Again { .. }
                | RearEvent::Turn { .. }
                | RearEvent::Income { .. }
                | RearEvent::Rails { .. }
                | RearEvent::Depot { .. }
                | RearEvent::Command { .. },
            ) => return None,
            // A unit that is eliminated has lost its last step.
            Event::Common(CommonEvent::StepLost { left: 0, .. }) => return None,
            _ => self.tell(event).text,
        })
    }
}
