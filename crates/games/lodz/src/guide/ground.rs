//! What the table can show of the ground: zones, supply, command, who holds what, victory hexes, and what could be attacked.

use crate::Lodz;
use crate::data::{DE, Hexes, RU};
use crate::play::march::MarchStep;
use crate::position::{At, Flag, Phase, Position, Step, Waiting};
use sandtable_core::guide::Ground;
use sandtable_core::view::Layer;

impl Lodz {
    /// The layers of a kind.
    pub(super) fn ground_of(&self, p: &Position, what: Ground) -> Vec<Layer> {
        let engine = self.engine();
        let both = |what: &'static str, hexes: &dyn Fn(u8) -> Hexes| {
            [DE, RU].map(|side| self.layer(p, what, side, &hexes(side))).to_vec()
        };
        match what {
            Ground::Zones => both("zone", &|side| engine.map(p).zone_of(&p.units.line_hexes(side))),
            Ground::Supply => {
                let mut layers = both("supplied", &|side| self.fed(p, side));
                [DE, RU].into_iter().for_each(|side| self.supply(p, side, &mut layers));
                layers.retain(|l| l.what == "supplied" || !l.places.is_empty());
                layers
            }
            Ground::Command => both("command", &|side| self.command_hexes(p, side)),
            Ground::Control => {
                both("held", &|side| engine.held_hexes(p).which(|h| p.holder[usize::from(h)] == side))
            }
            Ground::Objectives => self.objectives(p),
            Ground::Threat => both("threat", &|side| self.threat(p, side)),
        }
    }

    /// Where supply of a side would reach a unit: of each of its nations, Russians in Germany by their bases alone (lodz 12.23d).
    pub(super) fn fed(&self, p: &Position, side: u8) -> Hexes {
        let engine = self.engine();
        let ground = engine.supply_ground(p, side);
        if side == DE {
            // The lines of both nations are equally long.
            return engine.supply_reach(p, side, 0, false, &ground);
        }
        let home = engine.supply_reach(p, side, 2, false, &ground);
        let abroad = engine.supply_reach(p, side, 2, true, &ground);
        let in_germany = |h: crate::position::HexId| {
            engine.map(p).country[usize::from(h)] == crate::data::Country::Germany
        };
        home.which(|h| !in_germany(h)).with(&abroad.which(in_germany))
    }

    /// Victory hexes by who holds them.
    fn objectives(&self, p: &Position) -> Vec<Layer> {
        let part = self.engine().part(p);
        let worth = crate::view::count(self.d.charts.victory_points.into(), "point");
        let of = |side: u8| -> Hexes {
            part.victory.iter().map(|v| v.hex).filter(|h| p.holder[usize::from(*h)] == side).collect()
        };
        let name = format!("victory hex, {worth} to its holder at the end");
        let nobody = Layer { side: "", ..self.layer(p, "objective", RU, &of(RU + 1)) };
        let sides = [DE, RU].map(|side| self.layer(p, "objective", side, &of(side)));
        let layers = sides.into_iter().chain([nobody]).filter(|l| !l.places.is_empty());
        layers.map(|layer| Layer { name: name.clone(), ..layer }).collect()
    }

    /// Hexes that the units of a side could attack after a movement phase of its own: each unit by itself goes wherever its points lead
    /// it as things stand now, and attacks beside that. Odds and trains are left aside.
    fn threat(&self, p: &Position, side: u8) -> Hexes {
        let engine = self.engine();
        let mut q = *p;
        (q.active, q.phase, q.steps) = (side, Phase::Movement, Waiting::NONE);
        q.steps.push(Step::March(MarchStep::Move));
        for flag in
            [Flag::Moved, Flag::Finished, Flag::Strategic, Flag::Digging, Flag::Barraged, Flag::Replaced]
        {
            q.units.unmark_all(side, flag);
        }
        let land = engine.march_land(&q);
        let map = engine.map(&q);
        let mut stands = Hexes::EMPTY;
        for unit in engine.all_units().filter(|u| p.side(*u) == side && engine.kind(*u).is_line()) {
            q.march.left[usize::from(unit)] = engine.march_allowance(&q, unit);
            q.march.fresh.insert(unit);
            match p.hex(unit) {
                Some(hex) => stands.insert(hex),
                None if p.units.at(unit) == At::Due => {}
                None => continue,
            }
            stands.join(&engine.march_reach_in(&q, &land, unit).ends);
        }
        stands.iter().flat_map(|h| map.neighbours(h)).map(|(_, h)| h).collect()
    }
}
