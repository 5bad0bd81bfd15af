//! What players choose before the first day (S1 to S3): units that may stand beside their hex, orders of artillery, trains.

use crate::data::{Feature, Kind, Where};
use crate::play::Engine;
use crate::play::common::no;
use crate::play::supply::SupplyAction;
use crate::position::{At, Flag, HexId, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl Engine<'_> {
    /// Whether a player has anything to choose.
    pub(super) fn set_up_asks(&self, p: &Position, side: u8) -> bool {
        let rows = &self.scenario(p).setup;
        rows.iter().any(|r| {
            let def = self.def(r.unit);
            let shifts = matches!(r.at, Where::Hex { within, .. } if within > 0);
            def.side == side
                && (shifts || (def.kind == Kind::Artillery && p.on_map(r.unit)) || r.at == Where::Free)
        })
    }

    /// Where a set-up puts a unit, and how far its owner may shift it.
    fn set_up_place(&self, p: &Position, unit: UnitId) -> Option<(HexId, u8)> {
        let row = self.scenario(p).setup.iter().find(|r| r.unit == unit)?;
        if let Where::Hex { hex, within } = row.at { Some((hex, within)) } else { None }
    }

    /// Everything that a player can choose.
    pub(super) fn set_up_offers(&self, p: &Position, side: u8, out: &mut Offers<'_, SupplyAction>) {
        let map = self.map(p);
        let mut train = false;
        for row in self.scenario(p).setup.iter().filter(|r| self.def(r.unit).side == side) {
            let unit = row.unit;
            match row.at {
                Where::Hex { hex, within } if within > 0 => {
                    let near = map.all().filter(|h| map.distance(hex, *h) <= within);
                    out.candidates(near.map(|to| SupplyAction::Shift { unit, to }));
                }
                // Trains are alike: the first one that waits is placed.
                Where::Free if !train && p.units.at(row.unit) == At::Pool => {
                    train = true;
                    let rails = map.all().filter(|h| map.has(*h, Feature::Rail));
                    out.candidates(rails.map(|to| SupplyAction::Train { unit, to }));
                }
                _ => {}
            }
            if self.kind(row.unit) == Kind::Artillery {
                out.candidate(SupplyAction::Order { unit });
            }
        }
        out.candidate(SupplyAction::Done);
    }

    /// The rule that forbids a choice, of the scenario that is set up.
    pub(super) fn set_up_refuse(&self, p: &Position, side: u8, action: SupplyAction) -> Option<Refusal> {
        let (map, rule) = (self.map(p), self.set_up_rule(p));
        let foreign = |unit: UnitId| !self.is_unit(unit) || p.side(unit) != side;
        match action {
            SupplyAction::Shift { unit, to } => {
                if foreign(unit) || usize::from(to) >= map.hexes {
                    return Some(no(rule, "that is not a unit of yours, or not a hex"));
                }
                let Some((hex, within)) = self.set_up_place(p, unit).filter(|_| p.on_map(unit)) else {
                    return Some(no(rule, "this unit has no place on the map to be shifted from"));
                };
                if within == 0 {
                    return Some(no(rule, "this unit starts in its hex and in no other").of(unit).at(to));
                }
                if map.distance(hex, to) > within || p.hex(unit) == Some(to) {
                    let why = "it may stand within {} of the hex that it is set up in, elsewhere than now";
                    return Some(no("FLG.3", why).number(within).of(unit).at(to));
                }
                if map.has(to, Feature::Closed) || p.units.units_in(1 - side, to) > 0 {
                    return Some(no("4.21", "the hex is closed or an enemy stands there").at(to));
                }
                None
            }
            SupplyAction::Order { unit } => {
                let guns = !foreign(unit) && p.on_map(unit) && self.kind(unit) == Kind::Artillery;
                let rule = if rule == "N11.1" { "N11.15" } else { "8.71" };
                (!guns).then(|| no(rule, "only artillery on the map is put into an order"))
            }
            SupplyAction::Train { .. } if self.scenario(p).trains == 0 => {
                Some(no("16.A", "this scenario has no trains"))
            }
            SupplyAction::Train { unit, to } => self.place_refuse(p, side, unit, to),
            SupplyAction::Done => None,
        }
    }

    /// The rule by which the units of a scenario are set up.
    pub(crate) fn set_up_rule(&self, p: &Position) -> &'static str {
        match self.part(p).id.as_str() {
            "lodz" => "LDZ.1",
            "ruzski" => "RUZ.1",
            "masurian" => "MAZ.1",
            _ => "N11.1",
        }
    }

    /// Makes a choice.
    pub(super) fn set_up_take(&self, p: &mut Position, action: SupplyAction) {
        match action {
            SupplyAction::Shift { unit, to } => {
                let Some(from) = p.hex(unit) else { return };
                p.units.place(unit, to);
                // Works go with those who were set up in them.
                let row = self.scenario(p).setup.iter().find(|r| r.unit == unit);
                if row.is_some_and(|r| r.fortified) {
                    p.works[usize::from(to)] = p.works[usize::from(from)];
                    if p.units.units_in(p.side(unit), from) == 0 {
                        p.works[usize::from(from)] = crate::position::Works::None;
                    }
                }
            }
            SupplyAction::Order { unit } => {
                let marching = p.has(unit, Flag::Marching);
                p.units.mark(unit, Flag::Marching, !marching);
            }
            SupplyAction::Train { unit, to } => p.units.place(unit, to),
            SupplyAction::Done => {
                p.steps.pop();
            }
        }
    }
}
