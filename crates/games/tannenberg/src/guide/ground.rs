//! What the table can show of the ground: that of the system, and what is fought for.

use crate::Tannenberg;
use crate::play::{DE, RU, reason};
use crate::position::Position;
use sandtable_core::guide::Ground;
use sandtable_core::view::{Layer, Viewer};
use sandtable_east::Mover;
use sandtable_east::data::HexSet;

impl Tannenberg {
    /// The layers of a kind. A viewer who knows less than all has a position that says so.
    pub(super) fn ground_of(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        let teller = self.teller(p, !p.partial);
        match what {
            Ground::Objectives => Some(self.objectives(p)),
            _ => teller.ground(p, what),
        }
    }

    /// Fortresses and, where the scenario counts them, towns, by who holds them and what that is worth.
    fn objectives(&self, p: &Position) -> Vec<Layer> {
        let (teller, rules) = (self.teller(p, !p.partial), &self.sheet(p).rules);
        let (engine, data) = (teller.engine, teller.engine.data);
        let mut layers = Vec::new();
        let mut put = |name: String, player: u8, hexes: HexSet| {
            if !hexes.is_empty() {
                layers.push(teller.layer("objective", &name, player, &hexes));
            }
        };
        if rules.scenario.scores.iter().any(|s| s == reason::TOWNS.id) {
            let from = engine.sure_sources(p, RU);
            let held = |h: u16| rules.controls(data, p, h, &from);
            let mut worth: Vec<i16> = data.map.towns.iter().map(|t| t.points).collect();
            worth.sort_unstable();
            worth.dedup();
            for points in worth {
                let of = |russian: bool| -> HexSet {
                    let towns = data.map.towns.iter().filter(|t| t.points == points);
                    towns.map(|t| t.hex).filter(|h| held(*h) == russian).collect()
                };
                let each = if points == 1 { "1 point".to_string() } else { format!("{points} points") };
                put(format!("town worth {each} a turn to Russia"), RU, of(true));
                put(format!("town worth {each} a turn if Russia takes it and supplies it"), DE, of(false));
            }
        }
        let goals: HexSet = rules.goals.iter().copied().collect();
        if let Some(bonus) = &rules.scenario.end_bonus {
            let name = format!("{} points for Russia if it holds one of these at the end", bonus.vp);
            let from = engine.sure_sources(p, RU);
            let held = rules.goals.iter().any(|h| rules.controls(data, p, *h, &from));
            put(name, if held { RU } else { DE }, goals);
        }
        let mut classes: Vec<(i16, u8, HexSet)> = Vec::new();
        for (fort, f) in data.map.forts.iter().enumerate().filter(|(i, _)| p.stands(data, *i as u8)) {
            let worth = rules.worth(rules.fortress_class(data, fort as u8));
            match classes.iter_mut().find(|(w, side, _)| (*w, *side) == (worth, f.side)) {
                Some((.., hexes)) => hexes.insert(f.hex),
                None => classes.push((worth, f.side, HexSet::one(f.hex))),
            }
        }
        for (worth, side, hexes) in classes.into_iter().filter(|(worth, ..)| *worth != 0) {
            let who = if side == DE { "Russia" } else { "Germany" };
            put(format!("fortress worth {} points to {who} if it is destroyed", worth.abs()), side, hexes);
        }
        layers
    }

    /// The line of supply of a unit or Gruppe that the viewer may know everything of; the radius of a headquarters.
    pub(super) fn traces_of(&self, p: &Position, viewer: Viewer, piece: &str) -> Vec<Layer> {
        let (engine, inside) = (self.engine(p), Self::sees_boxes(viewer));
        let seen = engine.seen(p, if inside { DE } else { RU });
        let unit = match self.picked(piece, sandtable_core::Side(if inside { DE } else { RU })) {
            Some(super::Picked::Mover(Mover::Unit(unit))) => Some(unit),
            Some(super::Picked::Mover(Mover::Gruppe(gruppe))) => {
                let all = engine.in_box(&seen, gruppe);
                let troops = all.iter().find(|u| !engine.data.unit(*u).is_hq());
                troops.or_else(|| all.iter().next())
            }
            _ => None,
        };
        // What feeds the other side's units may be in its boxes.
        let hides = engine.own.hides(p).map(|h| h.side).filter(|_| !inside);
        let known = unit.filter(|u| hides != Some(engine.data.unit(*u).side));
        known.map_or(Vec::new(), |unit| self.teller(p, inside).traces(&seen, unit))
    }
}
