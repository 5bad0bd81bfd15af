//! What the table can show of the ground: zones, supply, command, fortresses, threat.

use crate::Fury;
use crate::data::pieces::{Army, CP, FORTS, HQS, PIECES, Piece, RU};
use crate::position::hexset::HexSet;
use crate::position::{Position, enemy, flag};
use sandtable_core::guide::Ground;
use sandtable_core::view::Layer;

impl Fury {
    /// The layers of a kind; nobody holds plain hexes in this game.
    pub(super) fn ground_of(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        let of_both = |what: &'static str, places: &dyn Fn(u8) -> HexSet| {
            [RU, CP].map(|side| self.layer(what, "", Some(side), &places(side))).to_vec()
        };
        match what {
            Ground::Zones => Some(of_both("zone", &|side| {
                HexSet::of_counts(&p.zone.counts()[usize::from(side)]).meet(&self.data.land)
            })),
            Ground::Supply => {
                let mut layers = of_both("supplied", &|side| self.supplied(p, side).meet(&self.data.land));
                layers.extend(of_both("source", &|side| self.sources(p, side)));
                layers.extend(of_both("cut", &|side| self.isolated(p, side)));
                Some(layers)
            }
            Ground::Command => {
                let armies = (0..HQS as u8).map(Army).filter(|army| p.hex(Piece::hq(*army)).is_some());
                let layer = |army: Army| {
                    let side = p.side(&self.data, Piece::hq(army));
                    self.layer("command", &self.army_name(army), Some(side), &self.command(p, army))
                };
                Some(armies.map(layer).collect())
            }
            Ground::Control => None,
            Ground::Objectives => Some(self.objectives(p)),
            Ground::Threat => Some(of_both("threat", &|side| self.threat(p, side))),
        }
    }

    fn layer(&self, what: &'static str, name: &str, side: Option<u8>, places: &HexSet) -> Layer {
        Layer {
            what,
            name: name.to_string(),
            side: side.map_or("", |side| self.side_id(side)),
            places: places.iter().map(|hex| self.data.number(hex).to_string()).collect(),
        }
    }

    /// Fortresses by who holds them and what that is worth: fury 4d, fury 4j.
    fn objectives(&self, p: &Position) -> Vec<Layer> {
        let mut layers = Vec::new();
        for owner in [RU, CP] {
            let of = |fits: &dyn Fn(usize) -> bool| -> HexSet {
                let forts = self.data.forts.iter().enumerate();
                forts.filter(|(i, f)| f.owner == owner && fits(*i)).map(|(_, f)| f.hex).collect()
            };
            let holds = |side: u8, fort: usize| p.controls(&self.data, side, fort);
            let kept = of(&|fort| holds(owner, fort));
            let lost = of(&|fort| holds(enemy(owner), fort));
            let empty = of(&|fort| !holds(owner, fort) && !holds(enemy(owner), fort));
            let all = [
                ("own fortress, counts one for the enemy if they take it", Some(owner), kept),
                ("fortress taken from the enemy, counts one", Some(enemy(owner)), lost),
                ("fortress taken and left, counts for the side that is in it", None, empty),
            ];
            layers.extend(
                all.iter()
                    .filter(|(.., places)| !places.is_empty())
                    .map(|(name, side, places)| self.layer("objective", name, *side, places)),
            );
        }
        debug_assert_eq!(layers.iter().map(|l| l.places.len()).sum::<usize>(), FORTS);
        layers
    }

    /// Hexes that the units of a side could attack after a full turn of its own: each unit by itself goes wherever its points and
    /// trains lead it as things stand now, and attacks beside that. That is too much, because command, odds, the fronts and
    /// trains that others take are left aside; only what friends could open for each other by moving first is not in it.
    fn threat(&self, p: &Position, side: u8) -> HexSet {
        let mut q = *p;
        q.forget_activation();
        q.rail = self.data.tables.rail;
        let mut out = HexSet::EMPTY;
        for unit in (0..PIECES as u8).map(Piece).filter(|u| u.is_unit() && q.side(&self.data, *u) == side) {
            let Some(here) = q.hex(unit) else { continue };
            if q.is(unit, flag::BESIEGED) {
                continue;
            }
            let mut stands = self.reach(&q, unit).all();
            stands.insert(here);
            stands.iter().for_each(|hex| out.join(&self.data.around[usize::from(hex)]));
        }
        out.meet(&self.data.land)
    }
}
