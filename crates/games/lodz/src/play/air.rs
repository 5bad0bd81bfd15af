//! Airships (15A), barrages (8.6), and the tables of fire and of objects.

mod barrage;
mod objects;
mod ships;
pub mod state;

use super::{Action, Engine, Event};
use crate::data::FireCell;
use crate::play::bar::Bar;
use crate::state::{Phase, Position};
use sandtable_core::game::Line;
use sandtable_core::{Decision, Dice, Side};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum AirStep {
    /// Airships fly or stay.
    Fly,
    /// Those that came through may bomb.
    Bomb,
    /// Barrages.
    Barrage,
    /// The stack under fire loses a CEL.
    Lose { hex: u16 },
    /// The stack under fire rolls for disorganization.
    Waver { hex: u16 },
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum AirAction {
    /// An airship is placed or moved (lodz 15A.1).
    Fly { ship: u16, to: u16 },
    /// An airship bombs the bridge on a side of its hex (lodz 14.23).
    Bomb { ship: u16, direction: u8 },
    /// The hex of a barrage.
    Aim { hex: u16 },
    /// Artillery for a barrage.
    Gun { unit: u16 },
    /// The barrage is fired.
    Fire,
    /// The unit that takes the loss.
    Lose { unit: u16 },
    /// Enough; airships that have not flown stay; guns aimed turn away.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum AirEvent {
    /// An airship flies.
    Flown { ship: u16, map: u8, hex: u16 },
    /// Its danger.
    Risk { ship: u16, roll: u8, lost: bool, stayed: bool, map: u8, hex: u16 },
    /// Fire or bombs on the bridge between two hexes.
    Object { map: u8, hex: u16, to: u16, strength: u16, rolls: [u8; 2], destroyed: bool },
    /// A barrage.
    Barrage {
        map: u8,
        hex: u16,
        guns: u8,
        sum: u16,
        doubled: u16,
        ground: u16,
        strength: u16,
        rolls: [u8; 2],
        cell: FireCell,
    },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn air_enter(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        if p.phase == Phase::Barrage { self.barrage_enter(p) } else { self.ships_enter(p) }
    }

    /// Does what needs no decision; whether one is needed.
    pub(super) fn air_run(
        &self,
        p: &mut Position,
        step: AirStep,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        match step {
            AirStep::Fly | AirStep::Bomb => self.ships_run(p, step),
            AirStep::Barrage => self.barrage_run(p),
            AirStep::Lose { hex } => self.lose_run(p, hex, events),
            AirStep::Waver { hex } => {
                p.pile.pop();
                self.waver(p, hex, dice, events);
                false
            }
        }
    }

    /// Who must decide what.
    pub(super) fn air_decision(&self, p: &Position, step: AirStep) -> Decision {
        let (side, rule, what) = match step {
            AirStep::Fly => (p.active, "15A.1", "airships: place, move or leave them"),
            AirStep::Bomb => (p.active, "14.23", "airships: bombs on a bridge"),
            AirStep::Barrage => (p.active, "8.61a", "barrage: a hex, guns, fire"),
            AirStep::Lose { .. } | AirStep::Waver { .. } => {
                (p.other(), "ART.2", "the unit under fire that loses a level")
            }
        };
        Decision::one(Side(side), rule, what)
    }

    /// Every legal action.
    pub(super) fn air_list(&self, p: &Position, step: AirStep, side: u8, out: &mut Vec<Action>) {
        match step {
            AirStep::Fly | AirStep::Bomb => self.ships_list(p, step, side, out),
            AirStep::Barrage => self.barrage_list(p, step, side, out),
            AirStep::Lose { hex } | AirStep::Waver { hex } => {
                let all = p.at(hex).map(|unit| AirAction::Lose { unit });
                let open = all.filter(|a| self.lose_refuse(p, side, hex, *a).is_none());
                out.extend(open.map(Action::Air));
            }
        }
    }

    /// The rule that forbids an action.
    pub(super) fn air_refuse(&self, p: &Position, step: AirStep, side: u8, a: AirAction) -> Option<Bar> {
        match step {
            AirStep::Fly | AirStep::Bomb => self.ships_refuse(p, step, side, a),
            AirStep::Barrage => self.barrage_refuse(p, step, side, a),
            AirStep::Lose { hex } | AirStep::Waver { hex } => self.lose_refuse(p, side, hex, a),
        }
    }

    /// Takes a legal action.
    pub(super) fn air_take(
        &self,
        p: &mut Position,
        step: AirStep,
        _side: u8,
        a: AirAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (step, a) {
            (AirStep::Fly | AirStep::Bomb, _) => self.ships_take(p, step, a, dice, events),
            (AirStep::Barrage, _) => self.barrage_take(p, a, dice, events),
            (_, AirAction::Lose { unit }) => {
                p.pile.pop();
                self.lose_cel(p, unit, "ART.2", events);
            }
            _ => {}
        }
    }

    /// An action in words: `fly de-airship-1 2016`, `bomb de-airship-1 3614`, `aim 2016`, `gun de-art-36`, `fire`, `lose ru-1-7`, `done`.
    pub(super) fn air_text(&self, p: &Position, a: AirAction) -> String {
        let map = self.map(p);
        match a {
            AirAction::Fly { ship, to } => format!("fly {} {}", self.id(ship), map.name(to)),
            // A bridge is named by the hex beyond it.
            AirAction::Bomb { ship, direction } => {
                let hex = p.hex(ship);
                let beyond = if usize::from(hex) < map.hexes { map.step(hex, direction) } else { None };
                format!("bomb {} {}", self.id(ship), map.name(beyond.unwrap_or(u16::MAX)))
            }
            AirAction::Aim { hex } => format!("aim {}", map.name(hex)),
            AirAction::Gun { unit } => format!("gun {}", self.id(unit)),
            AirAction::Fire => "fire".to_string(),
            AirAction::Lose { unit } => format!("lose {}", self.id(unit)),
            AirAction::Done => "done".to_string(),
        }
    }

    /// An action from its words.
    pub(super) fn air_parse(&self, p: &Position, words: &[&str]) -> Option<AirAction> {
        let (unit, hex) = (|id: &str| self.d.unit(id), |number: &str| self.map(p).hex(number));
        Some(match words {
            ["fly", ship, to] => AirAction::Fly { ship: unit(ship)?, to: hex(to)? },
            ["bomb", ship, beyond] => {
                let (ship, beyond) = (unit(ship)?, hex(beyond)?);
                // An airship that is nowhere has no sides; any direction is refused with the rule.
                let from = p.hex(ship);
                let direction = p.on_map(ship).then(|| self.map(p).direction(from, beyond)).flatten();
                AirAction::Bomb { ship, direction: direction.unwrap_or(u8::MAX) }
            }
            ["aim", to] => AirAction::Aim { hex: hex(to)? },
            ["gun", gun] => AirAction::Gun { unit: unit(gun)? },
            ["fire"] => AirAction::Fire,
            ["lose", who] => AirAction::Lose { unit: unit(who)? },
            ["done"] => AirAction::Done,
            _ => return None,
        })
    }

    /// An event as a line of the log.
    pub(super) fn air_line(&self, event: AirEvent) -> Line {
        let name = |map: u8, hex: u16| self.d.maps[usize::from(map)].name(hex);
        let (text, rule, places) = match event {
            AirEvent::Flown { ship, map, hex } => {
                (format!("{} flies", self.def(ship).title), "15A.1", vec![name(map, hex)])
            }
            AirEvent::Risk { ship, roll, lost, stayed, map, hex } => {
                let what = if lost { "is lost" } else { "comes through" };
                let rule = if stayed { "15A.3" } else { "15A.2" };
                (format!("{} rolls {roll} and {what}", self.def(ship).title), rule, vec![name(map, hex)])
            }
            AirEvent::Object { map, hex, to, strength, rolls: [a, b], destroyed } => {
                let what = if destroyed { "it is destroyed" } else { "it stands" };
                let text = format!("strength {strength} on a bridge: {a} and {b} make {}, {what}", a + b);
                (text, "OBJ.1", vec![name(map, hex), name(map, to)])
            }
            AirEvent::Barrage { map, hex, guns, sum, doubled, ground, strength, rolls: [a, b], cell } => {
                let what = match (cell.loss, cell.dot) {
                    (0, false) => "no effect".to_string(),
                    (0, true) => "a roll for disorganization".to_string(),
                    (n, false) => format!("{n} level lost"),
                    (n, true) => format!("{n} level lost and a roll for disorganization"),
                };
                let thrown =
                    if strength == 0 { String::new() } else { format!("{a} and {b} make {}: ", a + b) };
                let text = format!(
                    "barrage of {guns} artillery units: fire {sum} counts as {doubled}, less {ground} for the ground is {strength}; {thrown}{what}"
                );
                (text, "8.61b", vec![name(map, hex)])
            }
        };
        Line { text, rule, places }
    }
}
