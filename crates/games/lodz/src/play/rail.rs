//! Railways and men: trains (16), supply bases on the move (12.53, 16.S), replacements (REP) and units that leave.

mod bases;
mod men;
pub mod state;
mod trains;

use super::march::MarchStep;
use super::{Action, Engine, Event};
use crate::play::common::no;
use crate::position::{HexId, Phase, Position, UnitId};
use sandtable_core::game::Line;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Refusal, Side};
use serde::{Deserialize, Serialize};

/// The module of railways and replacements.
pub struct RailRules;

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
    Replace { unit: UnitId },
    /// A destroyed unit comes back (lodz REP.6).
    Return { unit: UnitId, to: HexId },
    /// The rest of the points is kept.
    Enough,
    /// A train is set up (lodz 16.A).
    Place { train: UnitId, to: HexId },
    /// A unit boards a train (lodz 16.C); one that has not come yet is fetched (lodz 13.16).
    Load { train: UnitId, unit: UnitId },
    /// A train runs (lodz 16.D1, lodz 16.F).
    Run { train: UnitId, to: HexId },
    /// A unit leaves its train (lodz 16.E1).
    Unload { train: UnitId },
    /// A supply base goes along the railway (lodz 16.S1, lodz 16.S2).
    Base { base: UnitId, to: HexId },
}

sandtable_core::action_table! {
    RailAction, Engine<'_>;
    (Replace { unit }) unit = "replace": "replace {unit}", "Give {unit} a level back";
    (Return { unit, to }) unit, to = "return": "return {unit} {to}", "Bring {unit} back in {to}";
    (Enough) = "done": "enough", "Keep the other replacement points";
    (Place { train, to }) train, to = "place": "place {train} {to}", "Place {train} in {to}";
    (Load { train, unit }) train, unit = "board": "load {train} {unit}", "Board {train} with {unit}";
    (Run { train, to }) train, to = "run": "run {train} {to}", "Run {train} to {to}";
    (Unload { train }) train = "unload": "unload {train}", "Unload {train}";
    (Base { base, to }) base, to = "base": "base {base} {to}", "Move {base} by rail to {to}";
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum RailEvent {
    /// Points of the day, and all of that kind.
    Points { kind: u8, cel: u8, all: u8 },
    /// A unit gets a CEL back.
    Replaced { unit: UnitId, cel: u8, left: u8, map: u8, hex: HexId },
    /// A destroyed unit comes back.
    Returned { unit: UnitId, cel: u8, left: u8, map: u8, hex: HexId },
    /// A unit leaves the map.
    Left { unit: UnitId, map: u8, hex: Option<HexId> },
    /// A train is set up.
    Placed { train: UnitId, map: u8, hex: HexId },
    /// A unit boards, off the map if it is fetched.
    Loaded { train: UnitId, unit: UnitId, map: u8, hex: HexId, fetched: bool },
    /// A train runs.
    Ran { train: UnitId, load: Option<UnitId>, map: u8, from: HexId, to: HexId },
    /// A unit gets down.
    Unloaded { train: UnitId, unit: UnitId, map: u8, hex: HexId },
    /// A base goes along the railway.
    Base { base: UnitId, map: u8, from: HexId, to: HexId, hexes: u8 },
    /// An enemy has come to a train or base; the unit aboard is lost with it.
    Taken { what: UnitId, load: Option<UnitId>, map: u8, hex: HexId },
}

impl Engine<'_> {
    /// The movement phase begins.
    pub(super) fn rail_enter(&self, p: &mut Position, events: &mut Vec<Event>) {
        let rail = &mut p.rail;
        (rail.fresh, rail.rode, rail.ran, rail.spent) = (0, 0, 0, [0; state::BASES]);
        self.men_enter(p, events);
    }

    /// What trains and bases can do between the marches of a movement phase (lodz 16.0).
    pub(super) fn rail_offers_march(&self, p: &Position, side: u8, out: &mut Offers<'_, RailAction>) {
        if p.phase == Phase::Movement && side == p.active {
            self.trains().for_each(|(_, train)| self.train_offers(p, side, train, out));
            self.base_offers(p, side, out);
        }
    }

    /// What one train or the bases can do, at random: listing all of it would be slow.
    pub(super) fn rail_sample(
        &self,
        p: &Position,
        step: MarchStep,
        side: u8,
        pick: &mut dyn FnMut(usize) -> usize,
        out: &mut Vec<Action>,
    ) {
        if step == MarchStep::Move {
            let mut visit = |a, _| out.push(Action::Rail(a));
            let mut offers = Offers::new(&mut visit);
            match self.trains().nth(pick(state::TRAINS + 1)) {
                Some((_, train)) => self.train_offers(p, side, train, &mut offers),
                None => self.base_offers(p, side, &mut offers),
            }
        }
    }

    /// The rule that forbids it.
    pub(super) fn rail_refuse_march(&self, p: &Position, side: u8, a: RailAction) -> Option<Refusal> {
        if p.phase != Phase::Movement || side != p.active {
            return Some(no("16.0", "railways are used in your own movement phase"));
        }
        match a {
            RailAction::Place { train, to } => self.place_refuse(p, side, train, to),
            RailAction::Load { train, unit } => self.load_refuse(p, side, train, unit),
            RailAction::Run { train, to } => self.run_refuse(p, side, train, to),
            RailAction::Unload { train } => self.unload_refuse(p, side, train),
            RailAction::Base { base, to } => self.base_refuse(p, side, base, to),
            _ => Some(no("REP.2", "replacements come at the start of the movement phase")),
        }
    }

    /// Does it.
    pub(super) fn rail_take_march(&self, p: &mut Position, a: RailAction, events: &mut Vec<Event>) {
        match a {
            RailAction::Place { train, to } => self.place_take(p, train, to, events),
            RailAction::Load { train, unit } => self.load_take(p, train, unit, events),
            RailAction::Run { train, to } => self.run_take(p, train, to, events),
            RailAction::Unload { train } => self.unload_take(p, train, events),
            RailAction::Base { base, to } => self.base_take(p, base, to, events),
            _ => {}
        }
    }
}

impl Module<RailRules> for Engine<'_> {
    type Step = RailStep;
    type Action = RailAction;
    type Event = RailEvent;

    /// Points are spent while there is anybody to spend them on.
    fn run(&self, p: &mut Position, _: RailStep, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        let asks = self.men_any(p, p.active);
        if !asks {
            p.steps.pop();
        }
        Flow::ask_if(asks)
    }

    fn decision(&self, p: &Position, _: RailStep) -> Decision {
        Decision::one(Side(p.active), "REP.2", "replacements: units to make up or to bring back")
    }

    fn offers(&self, p: &Position, _: RailStep, side: Side, out: &mut Offers<'_, RailAction>) {
        self.men_each(p, side.0, &mut |a| out.candidate(a));
        out.candidate(RailAction::Enough);
    }

    fn refuse(&self, p: &Position, _: RailStep, side: Side, a: &RailAction) -> Option<Refusal> {
        self.men_refuse(p, side.0, *a)
    }

    fn take(
        &self,
        p: &mut Position,
        _: RailStep,
        _: Side,
        a: &RailAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.men_take(p, *a, events);
    }

    fn line(&self, event: &RailEvent, _: Viewer) -> Option<Line> {
        let at = |map: u8, hexes: &[HexId]| {
            let board = &self.d.maps[usize::from(map)];
            hexes.iter().filter(|h| usize::from(**h) < board.hexes).map(|h| board.name(*h)).collect()
        };
        let title = |unit: UnitId| self.def(unit).title.as_str();
        let named = |map: u8, hex: HexId| self.place(map, hex);
        let with = |load: Option<UnitId>| load.map_or(String::new(), |u| format!(" with {}", self.name(u)));
        let (text, rule, places) = match *event {
            RailEvent::Points { kind, cel, all } => {
                let kind = self.replacement_kind(kind);
                (format!("replacement points for {kind}: {cel} more, {all} in all"), "REP.1", vec![])
            }
            RailEvent::Replaced { unit, cel, left, map, hex } => {
                let text = format!(
                    "{} at {} is made up to {cel} levels; {left} points left",
                    self.name(unit),
                    named(map, hex)
                );
                (text, "REP.2", at(map, &[hex]))
            }
            RailEvent::Returned { unit, cel, left, map, hex } => {
                let (name, cel) = (self.name(unit), crate::view::count(cel.into(), "level"));
                let text = format!("{name} comes back at {} with {cel}; {left} points left", named(map, hex));
                (text, "REP.6", at(map, &[hex]))
            }
            RailEvent::Left { unit, map, hex } => {
                (format!("{} leaves for another front", self.name(unit)), "N11.11", at(map, hex.as_slice()))
            }
            RailEvent::Placed { train, map, hex } => {
                (format!("{} is set up at {}", title(train), named(map, hex)), "16.A", at(map, &[hex]))
            }
            RailEvent::Loaded { train, unit, map, hex, fetched: true } => {
                let text = format!("{} comes with {} to {}", self.name(unit), title(train), named(map, hex));
                (text, "13.16", at(map, &[hex]))
            }
            RailEvent::Loaded { train, unit, map, hex, fetched: false } => {
                let text = format!("{} boards {} at {}", self.name(unit), title(train), named(map, hex));
                (text, "16.C", at(map, &[hex]))
            }
            RailEvent::Ran { train, load, map, from, to } => {
                let rule = if load.is_none() { "16.F" } else { "16.D1" };
                let (what, from_to) = (title(train), at(map, &[from, to]));
                let text =
                    format!("{what} runs{} from {} to {}", with(load), named(map, from), named(map, to));
                (text, rule, from_to)
            }
            RailEvent::Unloaded { train, unit, map, hex } => {
                let text = format!("{} leaves {} at {}", self.name(unit), title(train), named(map, hex));
                (text, "16.E1", at(map, &[hex]))
            }
            RailEvent::Base { base, map, from, to, hexes } => {
                let rule = if self.def(base).side == 0 { "16.S2" } else { "16.S1" };
                let way = crate::view::hex_count(hexes.into());
                let text = format!(
                    "{} goes {way} by rail from {} to {}",
                    title(base),
                    named(map, from),
                    named(map, to)
                );
                (text, rule, at(map, &[from, to]))
            }
            RailEvent::Taken { what, load, map, hex } => {
                let text = format!(
                    "{} at {} is destroyed{}: an enemy has come",
                    title(what),
                    named(map, hex),
                    with(load)
                );
                (text, "16.G", at(map, &[hex]))
            }
        };
        Some(Line { text, rule, places })
    }
}
