//! Railways and men: trains (16), supply bases on the move (12.53, 16.S), replacements (REP) and units that leave.

mod bases;
mod men;
pub mod state;
mod trains;

use super::march::MarchStep;
use super::{Action, Engine, Event};
use crate::data::NOBODY;
use crate::play::bar::{Bar, bar};
use crate::state::{Phase, Position};
use sandtable_core::game::Line;
use sandtable_core::{Decision, Dice, Side};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RailStep {
    /// The active player spends replacement points.
    Men,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RailAction {
    /// A unit on the map gets a CEL back (lodz REP.2).
    Replace { unit: u16 },
    /// A destroyed unit comes back (lodz REP.6).
    Return { unit: u16, to: u16 },
    /// The rest of the points is kept.
    Enough,
    /// A train is set up (lodz 16.A).
    Place { train: u16, to: u16 },
    /// A unit boards a train (lodz 16.C); one that has not come yet is fetched (lodz 13.16).
    Load { train: u16, unit: u16 },
    /// A train runs (lodz 16.D1, lodz 16.F).
    Run { train: u16, to: u16 },
    /// A unit leaves its train (lodz 16.E1).
    Unload { train: u16 },
    /// A supply base goes along the railway (lodz 16.S1, lodz 16.S2).
    Base { base: u16, to: u16 },
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum RailEvent {
    /// Points of the day, and all of that kind.
    Points { kind: u8, cel: u8, all: u8 },
    /// A unit gets a CEL back.
    Replaced { unit: u16, cel: u8, left: u8, map: u8, hex: u16 },
    /// A destroyed unit comes back.
    Returned { unit: u16, cel: u8, left: u8, map: u8, hex: u16 },
    /// A unit leaves the map.
    Left { unit: u16, map: u8, hex: u16 },
    /// A train is set up.
    Placed { train: u16, map: u8, hex: u16 },
    /// A unit boards, off the map if it is fetched.
    Loaded { train: u16, unit: u16, map: u8, hex: u16, fetched: bool },
    /// A train runs.
    Ran { train: u16, load: u16, map: u8, from: u16, to: u16 },
    /// A unit gets down.
    Unloaded { train: u16, unit: u16, map: u8, hex: u16 },
    /// A base goes along the railway.
    Base { base: u16, map: u8, from: u16, to: u16, hexes: u8 },
    /// An enemy has come to a train or base; the unit aboard is lost with it.
    Taken { what: u16, load: u16, map: u8, hex: u16 },
}

impl Engine<'_> {
    /// The movement phase begins.
    pub(super) fn rail_enter(&self, p: &mut Position, _dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let rail = &mut p.rail;
        (rail.fresh, rail.rode, rail.ran, rail.spent) = (0, 0, 0, [0; state::BASES]);
        self.men_enter(p, events);
    }

    /// Points are spent while there is anybody to spend them on.
    pub(super) fn rail_run(
        &self,
        p: &mut Position,
        _step: RailStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        let asks = self.men_any(p, p.active);
        if !asks {
            p.pile.pop();
        }
        asks
    }

    /// Who must decide what.
    pub(super) fn rail_decision(&self, p: &Position, _step: RailStep) -> Decision {
        Decision::one(Side(p.active), "REP.2", "replacements: units to make up or to bring back")
    }

    /// Every legal action.
    pub(super) fn rail_list(&self, p: &Position, _step: RailStep, side: u8, out: &mut Vec<Action>) {
        self.men_list(p, side, out);
    }

    /// The rule that forbids an action.
    pub(super) fn rail_refuse(&self, p: &Position, _step: RailStep, side: u8, a: RailAction) -> Option<Bar> {
        self.men_refuse(p, side, a)
    }

    /// Takes a legal action.
    pub(super) fn rail_take(
        &self,
        p: &mut Position,
        _step: RailStep,
        _side: u8,
        a: RailAction,
        _dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.men_take(p, a, events);
    }

    /// What trains and bases can do between the marches of a movement phase (lodz 16.0).
    pub(super) fn rail_list_march(&self, p: &Position, _step: MarchStep, side: u8, out: &mut Vec<Action>) {
        if p.phase == Phase::Movement && side == p.active {
            self.train_list(p, side, out);
            self.base_list(p, side, out);
        }
    }

    /// What one train or the bases can do, by chance: listing all of it would be dear.
    pub(super) fn rail_sample(
        &self,
        p: &Position,
        step: MarchStep,
        side: u8,
        pick: &mut dyn FnMut(usize) -> usize,
        out: &mut Vec<Action>,
    ) {
        if step == MarchStep::Move {
            match self.trains().nth(pick(state::TRAINS + 1)) {
                Some((_, train)) => self.train_list_one(p, side, train, out),
                None => self.base_list(p, side, out),
            }
        }
    }

    /// The rule that forbids it.
    pub(super) fn rail_refuse_march(
        &self,
        p: &Position,
        _step: MarchStep,
        side: u8,
        a: RailAction,
    ) -> Option<Bar> {
        if p.phase != Phase::Movement || side != p.active {
            return Some(bar("16.0", "railways are used in the own movement phase"));
        }
        match a {
            RailAction::Place { train, to } => self.place_refuse(p, side, train, to),
            RailAction::Load { train, unit } => self.load_refuse(p, side, train, unit),
            RailAction::Run { train, to } => self.run_refuse(p, side, train, to),
            RailAction::Unload { train } => self.unload_refuse(p, side, train),
            RailAction::Base { base, to } => self.base_refuse(p, side, base, to),
            _ => Some(bar("REP.2", "replacements come at the start of the movement phase")),
        }
    }

    /// Does it.
    pub(super) fn rail_take_march(
        &self,
        p: &mut Position,
        _side: u8,
        a: RailAction,
        events: &mut Vec<Event>,
    ) {
        match a {
            RailAction::Place { train, to } => self.place_take(p, train, to, events),
            RailAction::Load { train, unit } => self.load_take(p, train, unit, events),
            RailAction::Run { train, to } => self.run_take(p, train, to, events),
            RailAction::Unload { train } => self.unload_take(p, train, events),
            RailAction::Base { base, to } => self.base_take(p, base, to, events),
            _ => {}
        }
    }

    /// An action in words: `place de-train-1 1405`, `load de-train-1 de-69-36`, `run de-train-1 1405`, `unload de-train-1`, `base ru-base-1 3210`, `replace ru-1-7`,
    /// `return ru-1-7 3614`, `enough`.
    pub(super) fn rail_text(&self, p: &Position, a: RailAction) -> String {
        let map = self.map(p);
        match a {
            RailAction::Replace { unit } => format!("replace {}", self.id(unit)),
            RailAction::Return { unit, to } => format!("return {} {}", self.id(unit), map.name(to)),
            RailAction::Enough => "enough".to_string(),
            RailAction::Place { train, to } => format!("place {} {}", self.id(train), map.name(to)),
            RailAction::Load { train, unit } => format!("load {} {}", self.id(train), self.id(unit)),
            RailAction::Run { train, to } => format!("run {} {}", self.id(train), map.name(to)),
            RailAction::Unload { train } => format!("unload {}", self.id(train)),
            RailAction::Base { base, to } => format!("base {} {}", self.id(base), map.name(to)),
        }
    }

    /// An action from its words.
    pub(super) fn rail_parse(&self, p: &Position, words: &[&str]) -> Option<RailAction> {
        let (unit, hex) = (|id: &str| self.d.unit(id), |number: &str| self.map(p).hex(number));
        Some(match words {
            ["enough"] => RailAction::Enough,
            ["replace", u] => RailAction::Replace { unit: unit(u)? },
            ["return", u, to] => RailAction::Return { unit: unit(u)?, to: hex(to)? },
            ["place", t, to] => RailAction::Place { train: unit(t)?, to: hex(to)? },
            ["load", t, u] => RailAction::Load { train: unit(t)?, unit: unit(u)? },
            ["run", t, to] => RailAction::Run { train: unit(t)?, to: hex(to)? },
            ["unload", t] => RailAction::Unload { train: unit(t)? },
            ["base", b, to] => RailAction::Base { base: unit(b)?, to: hex(to)? },
            _ => return None,
        })
    }

    /// An event as a line of the log.
    pub(super) fn rail_line(&self, event: RailEvent) -> Line {
        let at = |map: u8, hexes: &[u16]| {
            let board = &self.d.maps[usize::from(map)];
            hexes.iter().filter(|h| usize::from(**h) < board.hexes).map(|h| board.name(*h)).collect()
        };
        let title = |unit: u16| self.def(unit).title.as_str();
        let with =
            |load: u16| if load == NOBODY { String::new() } else { format!(" with {}", self.name(load)) };
        let (text, rule, places) = match event {
            RailEvent::Points { kind, cel, all } => {
                let kind = self.d.charts.replacement_kinds.get(usize::from(kind)).map_or("", |k| &k.id);
                (format!("replacements {kind}: {cel} more, {all} in all"), "REP.1", vec![])
            }
            RailEvent::Replaced { unit, cel, left, map, hex } => {
                let text = format!("{} is made up to {cel} levels; {left} points left", self.name(unit));
                (text, "REP.2", at(map, &[hex]))
            }
            RailEvent::Returned { unit, cel, left, map, hex } => {
                let text = format!("{} comes back with {cel} levels; {left} points left", self.name(unit));
                (text, "REP.6", at(map, &[hex]))
            }
            RailEvent::Left { unit, map, hex } => {
                (format!("{} leaves for another front", self.name(unit)), "N11.11", at(map, &[hex]))
            }
            RailEvent::Placed { train, map, hex } => {
                (format!("{} is set up", title(train)), "16.A", at(map, &[hex]))
            }
            RailEvent::Loaded { train, unit, map, hex, fetched: true } => {
                (format!("{} comes with {}", self.name(unit), title(train)), "13.16", at(map, &[hex]))
            }
            RailEvent::Loaded { train, unit, map, hex, fetched: false } => {
                (format!("{} boards {}", self.name(unit), title(train)), "16.C", at(map, &[hex]))
            }
            RailEvent::Ran { train, load, map, from, to } => {
                let rule = if load == NOBODY { "16.F" } else { "16.D1" };
                (format!("{} runs{}", title(train), with(load)), rule, at(map, &[from, to]))
            }
            RailEvent::Unloaded { train, unit, map, hex } => {
                (format!("{} leaves {}", self.name(unit), title(train)), "16.E1", at(map, &[hex]))
            }
            RailEvent::Base { base, map, from, to, hexes } => {
                let rule = if self.def(base).side == 0 { "16.S2" } else { "16.S1" };
                (format!("{} goes {hexes} hexes by rail", title(base)), rule, at(map, &[from, to]))
            }
            RailEvent::Taken { what, load, map, hex } => {
                let text = format!("{} is destroyed{}: an enemy has come", title(what), with(load));
                (text, "16.G", at(map, &[hex]))
            }
        };
        Line { text, rule, places }
    }
}
