//! Ways of a piece, hex by hex. The referee says where a piece may end and which steps it may make; this search only
//! remembers how it came there.

use crate::Fury;
use crate::hexset::HEXES;
use crate::movement::Rails;
use crate::pieces::Piece;
use crate::position::Position;
use crate::sequence::Step;
use sandtable_core::guide::Way;
use std::collections::VecDeque;

/// A part of a move: fury 9.3j joins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    /// On foot.
    March,
    /// On the train.
    Ride,
    /// On foot after the train.
    Onward,
}

/// Where a piece is in its move.
type At = (Leg, u16);

/// How it came there.
#[derive(Clone, Copy, Debug)]
struct Came {
    /// Points spent.
    cost: u8,
    /// Points left; none where an enemy zone has ended the move.
    left: u8,
    /// Hexes passed.
    hexes: u16,
    /// From where.
    from: Option<At>,
}

/// Cheapest ways from some hexes to everywhere; among those that cost the same, the shortest.
struct Ways(Vec<Option<Came>>);

impl Ways {
    fn slot((leg, hex): At) -> usize {
        leg as usize * HEXES + usize::from(hex)
    }

    /// Searches from some beginnings; for each place `go_on` visits those it leads to, with what is spent and left.
    fn search(starts: Vec<(At, u8)>, go_on: impl Fn(At, Came, &mut dyn FnMut(At, u8, u8))) -> Ways {
        let mut ways = Ways(vec![None; 3 * HEXES]);
        let mut open = VecDeque::new();
        for (at, left) in starts {
            ways.0[Ways::slot(at)] = Some(Came { cost: 0, left, hexes: 1, from: None });
            open.push_back(at);
        }
        while let Some(at) = open.pop_front() {
            let Some(here) = ways.0[Ways::slot(at)] else { continue };
            go_on(at, here, &mut |to, cost, left| {
                let hexes = here.hexes + u16::from(to.1 != at.1);
                let slot = &mut ways.0[Ways::slot(to)];
                if slot.is_none_or(|known| (cost, hexes) < (known.cost, known.hexes)) {
                    *slot = Some(Came { cost, left, hexes, from: Some(at) });
                    open.push_back(to);
                }
            });
        }
        ways
    }

    /// The way to a hex that ends with a leg: what it costs and the hexes passed.
    fn to(&self, end: At) -> Option<(u8, Vec<u16>)> {
        let cost = self.0[Ways::slot(end)]?.cost;
        let mut path = vec![end.1];
        let mut at = end;
        while let Some(before) = self.0[Ways::slot(at)].and_then(|came| came.from) {
            if path.last() != Some(&before.1) {
                path.push(before.1);
            }
            at = before;
        }
        path.reverse();
        Some((cost, path))
    }
}

impl Fury {
    /// Ways of a piece that may move now, or that enters.
    pub(crate) fn ways_of(&self, p: &Position, piece: Piece) -> Vec<Way> {
        match p.top() {
            Step::Moves if self.movers(p).any(|x| x == piece) => self.moves_of(p, piece),
            Step::Entry(enters) if enters == piece => self.entries_of(p, piece),
            _ => Vec::new(),
        }
    }

    fn moves_of(&self, p: &Position, piece: Piece) -> Vec<Way> {
        let Some(start) = p.hex(piece) else { return Vec::new() };
        let side = p.side(&self.data, piece);
        let rails = self.rails(p, piece);
        let ways = Ways::search(vec![((Leg::March, start), self.points(piece))], |at, here, visit| {
            let (leg, hex) = at;
            if leg == Leg::Ride {
                self.ride_on(p, side, &rails, hex, &mut |to| visit((Leg::Ride, to), here.cost, here.left));
                // Nobody gets off in the Romanian corner; in an enemy zone the move ends: fury 9.1e.
                if hex != self.data.romania {
                    let left = if p.in_enemy_zone(side, hex) { 0 } else { here.left };
                    visit((Leg::Onward, hex), here.cost, left);
                }
                return;
            }
            for step in self.data.steps(hex) {
                if let Some(left) = self.after_step(p, piece, side, (hex, here.left), step) {
                    visit((leg, step.to), here.cost + self.step_cost(step), left);
                }
            }
            // fury 9.3e: the train costs a point, however far it goes.
            if leg == Leg::March && here.left > 0 && self.on_own_rails(&rails, hex) {
                visit((Leg::Ride, hex), here.cost + 1, here.left - 1);
            }
        });
        let reach = self.reach(p, piece);
        let foot = reach.foot.iter().filter_map(|h| self.way(&ways, (Leg::March, h), "foot"));
        let rail = reach.rail.without(&reach.foot);
        foot.chain(rail.iter().filter_map(|h| self.way(&ways, (Leg::Onward, h), "rail"))).collect()
    }

    fn entries_of(&self, p: &Position, piece: Piece) -> Vec<Way> {
        let side = p.side(&self.data, piece);
        let army = p.army[piece.index()];
        let rails = self.entry_rails(p, piece, army);
        let march = self.data.tables.movement.march;
        let gates = self.gates(p, piece);
        let starts = gates.iter().map(|h| ((Leg::March, h), march)).collect();
        let ways = Ways::search(starts, |at, here, visit| {
            let (leg, hex) = at;
            if leg == Leg::Ride {
                self.ride_on(p, side, &rails, hex, &mut |to| visit((Leg::Ride, to), here.cost, 0));
                return;
            }
            for step in self.data.steps(hex) {
                if let Some(left) = self.after_march(p, piece, side, (hex, here.left), step) {
                    visit((leg, step.to), here.cost + 1, left);
                }
            }
            // fury 9.3k: the train or the march, not both.
            if gates.has(hex) && here.cost == 0 && self.on_own_rails(&rails, hex) {
                visit((Leg::Ride, hex), 1, 0);
            }
        });
        let (foot, train) = self.entry_hexes(p, piece, army);
        let rail = train.without(&foot);
        let foot = foot.iter().filter_map(|h| self.way(&ways, (Leg::March, h), "foot"));
        foot.chain(rail.iter().filter_map(|h| self.way(&ways, (Leg::Ride, h), "rail"))).collect()
    }

    fn ride_on(&self, p: &Position, side: u8, rails: &Rails, hex: u16, visit: &mut dyn FnMut(u16)) {
        self.data.steps(hex).filter(|s| self.train_runs(p, side, rails, *s)).for_each(|s| visit(s.to));
    }

    fn way(&self, ways: &Ways, end: At, by: &'static str) -> Option<Way> {
        let (cost, path) = ways.to(end)?;
        let number = |hex: u16| self.data.number(hex).to_string();
        Some(Way { place: number(end.1), path: path.into_iter().map(number).collect(), cost, by })
    }
}
