//! What players choose before the first day (S1 to S3): units that may stand beside their hex, orders of artillery, trains.

use crate::data::{Feature, Kind, Where};
use crate::play::bar::{Bar, bar};
use crate::play::supply::SupplyAction;
use crate::play::{Action, Engine};
use crate::state::{At, Flag, Position};

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
    fn set_up_place(&self, p: &Position, unit: u16) -> Option<(u16, u8)> {
        let row = self.scenario(p).setup.iter().find(|r| r.unit == unit)?;
        if let Where::Hex { hex, within } = row.at { Some((hex, within)) } else { None }
    }

    /// Everything that a player can choose.
    pub(super) fn set_up_list(&self, p: &Position, side: u8, out: &mut Vec<Action>) {
        let map = self.map(p);
        let mut offer = |a: SupplyAction| {
            if self.set_up_refuse(p, side, a).is_none() {
                out.push(Action::Supply(a));
            }
        };
        let mut train = false;
        for row in self.scenario(p).setup.iter().filter(|r| self.def(r.unit).side == side) {
            let unit = row.unit;
            match row.at {
                Where::Hex { hex, within } if within > 0 => {
                    let near = (0..map.hexes as u16).filter(|h| map.distance(hex, *h) <= within);
                    near.for_each(|to| offer(SupplyAction::Shift { unit, to }));
                }
                // Trains are alike: the first one that waits is placed.
                Where::Free if !train && p.units.at(unit) == At::Pool => {
                    train = true;
                    let rails = (0..map.hexes as u16).filter(|h| map.has(*h, Feature::Rail));
                    rails.for_each(|to| offer(SupplyAction::Train { unit, to }));
                }
                _ => {}
            }
            if self.kind(unit) == Kind::Artillery {
                offer(SupplyAction::Order { unit });
            }
        }
        offer(SupplyAction::Done);
    }

    /// The rule that forbids a choice, of the scenario that is set up.
    pub(super) fn set_up_refuse(&self, p: &Position, side: u8, action: SupplyAction) -> Option<Bar> {
        let (map, rule) = (self.map(p), self.set_up_rule(p));
        let foreign = |unit: u16| !self.is_unit(unit) || p.side(unit) != side;
        match action {
            SupplyAction::Shift { unit, to } => {
                if foreign(unit) || usize::from(to) >= map.hexes {
                    return Some(bar(rule, "that is no unit of yours, or no hex"));
                }
                let Some((hex, within)) = self.set_up_place(p, unit).filter(|_| p.on_map(unit)) else {
                    return Some(bar(rule, "this unit has no place on the map to be shifted from"));
                };
                if within == 0 {
                    return Some(bar(rule, "this unit starts in its hex and in no other").of(unit).at(to));
                }
                if map.distance(hex, to) > within || to == p.hex(unit) {
                    let why = "it may stand within {n} of the hex that it is set up in, elsewhere than now";
                    return Some(bar("FLG.3", why).n(within).of(unit).at(to));
                }
                if map.has(to, Feature::Closed) || p.units.units_in(1 - side, to) > 0 {
                    return Some(bar("4.21", "the hex is closed or an enemy stands there").at(to));
                }
                None
            }
            SupplyAction::Order { unit } => {
                let guns = !foreign(unit) && p.on_map(unit) && self.kind(unit) == Kind::Artillery;
                let rule = if rule == "N11.1" { "N11.15" } else { "8.71" };
                (!guns).then(|| bar(rule, "only artillery on the map is put into an order"))
            }
            SupplyAction::Train { .. } if self.scenario(p).trains == 0 => {
                Some(bar("16.A", "this scenario has no trains"))
            }
            SupplyAction::Train { unit, to } => self.place_refuse(p, side, unit, to),
            SupplyAction::Done => None,
        }
    }

    /// The rule by which the units of a scenario are set up.
    pub(in crate::play) fn set_up_rule(&self, p: &Position) -> &'static str {
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
                let from = p.hex(unit);
                p.units.place(unit, to);
                // Works go with those who were set up in them.
                let row = self.scenario(p).setup.iter().find(|r| r.unit == unit);
                if row.is_some_and(|r| r.fortified) {
                    p.works[usize::from(to)] = p.works[usize::from(from)];
                    if p.units.units_in(p.side(unit), from) == 0 {
                        p.works[usize::from(from)] = crate::state::Works::None;
                    }
                }
            }
            SupplyAction::Order { unit } => {
                let marching = p.has(unit, Flag::Marching);
                p.units.mark(unit, Flag::Marching, !marching);
            }
            SupplyAction::Train { unit, to } => p.units.place(unit, to),
            SupplyAction::Done => p.pile.pop(),
        }
    }
}
