//! Ways of a mover, hex by hex. The referee says where it may end; the searches of the rules say how it comes there.

use crate::Tannenberg;
use crate::action::{Action, Mover};
use crate::position::Position;
use sandtable_core::guide::Way;
use sandtable_east::standard::movement;
use sandtable_east::standard::rail;

impl Tannenberg {
    /// Ways of a mover in the Movement Segment. The position is as its side sees it.
    pub(crate) fn ways_of(&self, p: &Position, player: u8, mover: Mover) -> Vec<Way> {
        let engine = self.engine(p);
        if !engine.movers(p, player).any(|m| m == mover) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        engine.legal_moves(p, player, mover, &mut moves);
        let marches =
            moves.iter().filter_map(|a| if let Action::March(_, to) = a { Some(*to) } else { None });
        let rides = moves.iter().filter_map(|a| if let Action::Ride(_, to) = a { Some(*to) } else { None });
        let mut out: Vec<Way> = Vec::new();
        if let Some((march, doubtful, reach)) = engine.march_reach(p, mover) {
            out.extend(marches.map(|to| {
                let path = movement::path(engine.data, p, &march, &doubtful, &reach, to);
                let left = reach.arrives(to).unwrap_or(0);
                self.way(march.start, path.hexes(), to, march.mp.saturating_sub(left), "foot")
            }));
        }
        if let Some(ride) = engine.ride_of(p, mover) {
            let reach = rail::reach_of(engine.data, p, &ride, &engine.doubtful(p, ride.side));
            // A box off the map cannot be pointed at.
            let on_map = rides.filter(|to| *to < engine.data.map.len());
            out.extend(on_map.map(|to| {
                let path = rail::path(engine.data, p, &ride, &reach, to);
                let left = reach.arrives(to).unwrap_or(0);
                self.way(ride.start, path.hexes(), to, ride.left.saturating_sub(left), "rail")
            }));
        }
        let ends: Vec<u16> = out.iter().map(|w| engine.data.map.hex(&w.place).unwrap_or(u16::MAX)).collect();
        for (way, means) in out.iter_mut().zip(engine.meanings(p, mover, &ends)) {
            way.means = means;
        }
        out
    }

    fn way(&self, start: u16, path: &[u16], to: u16, cost: u8, by: &'static str) -> Way {
        let map = &self.any_data().map;
        let hexes = std::iter::once(start).chain(path.iter().copied()).filter(|h| *h < map.len());
        Way {
            place: self.any_data().place_name(to),
            path: hexes.map(|h| self.any_data().place_name(h)).collect(),
            cost,
            by,
            means: vec![],
        }
    }
}
