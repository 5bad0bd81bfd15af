//! What an action comes to, for a forecast: results in words, without the dice that led to them, so that like results are added up.

use crate::Lodz;
use crate::play::air::AirEvent;
use crate::play::battle::BattleEvent;
use crate::play::retreat::RetreatEvent;
use crate::play::supply::SupplyEvent;
use crate::play::{CommonEvent, Event};
use crate::position::{Phase, Position, UnitId};
use sandtable_core::Game;

/// Fire on units in words.
pub(crate) fn fire_text(loss: u8, dot: bool) -> String {
    let lost = crate::view::count(loss.into(), "level");
    match (loss, dot) {
        (0, false) => "no effect".to_string(),
        (0, true) => "roll for disorganization".to_string(),
        (_, false) => format!("{lost} lost"),
        (_, true) => format!("{lost} lost, roll for disorganization"),
    }
}

/// Whether an event says nothing but that a battle is over.
pub(crate) fn ends(event: &Event) -> bool {
    matches!(event, Event::Battle(BattleEvent::Over { .. }) | Event::Air(AirEvent::Over { .. }))
}

impl Lodz {
    /// What happened, in results. Where an action leads to no dice, the log says what it does.
    pub(crate) fn result_text(&self, before: &Position, after: &Position, events: &[Event]) -> String {
        let mut out: Vec<String> = Vec::new();
        let rolled = events.iter().any(|e| self.is_roll(e));
        if rolled {
            out.extend(events.iter().filter_map(|e| self.result_of(e)));
            out.extend(events.windows(2).filter_map(|pair| self.kept_order(&pair[0], Some(&pair[1]))));
            out.extend(events.last().and_then(|e| self.kept_order(e, None)));
        } else {
            out.extend(events.iter().filter(|e| !ends(e)).map(|e| self.tell(e).text));
        }
        if (before.day, before.active, before.phase) != (after.day, after.active, after.phase)
            && out.is_empty()
        {
            out.push(if after.phase == Phase::Over { "the game ends" } else { "the phase ends" }.to_string());
        }
        out.join("; ")
    }

    /// A roll for disorganization that nobody fails, which no other event tells of (lodz 15.12c).
    fn kept_order(&self, event: &Event, next: Option<&Event>) -> Option<String> {
        let Event::Battle(BattleEvent::Disorder { map, hex, .. }) = *event else { return None };
        if matches!(next, Some(Event::Common(CommonEvent::Disorganized { .. }))) {
            return None;
        }
        Some(format!("nobody more is disorganized at {}", self.engine().place(map, hex)))
    }

    /// Whether an event tells of dice.
    fn is_roll(&self, event: &Event) -> bool {
        match event {
            Event::Air(AirEvent::Flown { .. } | AirEvent::Over { .. }) => false,
            Event::Air(_) => true,
            Event::Battle(
                BattleEvent::Roll { .. } | BattleEvent::FireRoll { .. } | BattleEvent::Disorder { .. },
            ) => true,
            Event::Supply(SupplyEvent::Test { .. }) => true,
            _ => false,
        }
    }

    /// An event as a result; nothing if it is only on the way to one.
    fn result_of(&self, event: &Event) -> Option<String> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        Some(match *event {
            Event::Air(AirEvent::Risk { ship, lost, .. }) => {
                let what = if lost { "is lost" } else { "comes through" };
                format!("{} {what}", engine.def(ship).title)
            }
            Event::Air(AirEvent::Object { destroyed, .. }) => {
                if destroyed { "the bridge falls" } else { "the bridge stands" }.to_string()
            }
            Event::Air(AirEvent::Barrage { cell, .. }) => fire_text(cell.loss, cell.dot),
            Event::Battle(BattleEvent::FireRoll { cell, .. }) => fire_text(cell.loss, cell.dot),
            Event::Battle(BattleEvent::Roll { cell, .. }) => crate::guide::cell_words(&cell),
            Event::Supply(SupplyEvent::Test { unit, gone, .. }) => {
                format!("{} {}", name(unit), if gone { "surrenders" } else { "holds out" })
            }
            Event::Supply(SupplyEvent::Scored { .. }) => self.tell(event).text,
            Event::Common(CommonEvent::Disorganized { unit, .. }) => {
                format!("{} is disorganized", name(unit))
            }
            Event::Common(CommonEvent::Lost { unit, left, .. }) if left > 0 => {
                format!("{} loses a level", name(unit))
            }
            // Units that surrender have been named.
            Event::Common(CommonEvent::Destroyed { unit, rule, .. }) if rule != "12.33b" => {
                format!("{} is destroyed", name(unit))
            }
            Event::Retreat(RetreatEvent::Goes { unit, to, map, .. }) => {
                format!("{} goes back to {}", name(unit), self.engine().place(map, to))
            }
            _ => return None,
        })
    }
}
