//! Ways of a piece, hex by hex: the way that is shown is the way that is taken.

use crate::Fury;
use crate::data::pieces::{Army, HQS, PIECES, Piece};
use crate::play::action::Action;
use crate::play::duty::Leaves;
use crate::play::movement::{Mover, Rails};
use crate::play::sequence::Step;
use crate::position::hexset::{HEXES, HexSet};
use crate::position::path::Path;
use crate::position::{Group, Position, enemy, flag};
use sandtable_core::guide::Way;
use sandtable_ops::{Id, Maybe};

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

/// Places in a search: each hex on each leg.
const SLOTS: usize = 3 * HEXES;

sandtable_ops::id_type! {
    /// A place in a search, by its number.
    pub struct Slot(u16);
}

/// How a piece came to a place.
#[derive(Clone, Copy, Debug)]
struct Came {
    /// Points spent.
    cost: u8,
    /// Points left; none where an enemy zone has ended the move.
    left: u8,
    /// Hexes on the way that touch a lone headquarters of the enemy.
    touched: u8,
    /// Hexes passed.
    hexes: u8,
    /// From which place; none for the beginning and for what is not reached.
    from: Maybe<Slot>,
}

const UNKNOWN: Came = Came { cost: u8::MAX, left: 0, touched: 0, hexes: 0, from: Maybe::NONE };

/// The cheapest ways from some hexes to everywhere; among those that cost the same, the one that touches the fewest lone
/// headquarters, then the shortest.
struct Ways([Came; SLOTS]);

impl Ways {
    fn slot((leg, hex): At) -> Slot {
        Slot::of(leg as usize * HEXES + usize::from(hex))
    }

    fn at(slot: Slot) -> At {
        let leg = [Leg::March, Leg::Ride, Leg::Onward][slot.index() / HEXES];
        (leg, (slot.index() % HEXES) as u16)
    }

    /// Searches from some beginnings, each with its points and the headquarters touched there; for each place `go_on`
    /// visits those it leads to, with what is spent and left.
    fn search(
        starts: impl Iterator<Item = (At, u8, u8)>,
        wary: &HexSet,
        go_on: impl Fn(At, Came, &mut dyn FnMut(At, u8, u8)),
    ) -> Ways {
        let mut ways = Ways([UNKNOWN; SLOTS]);
        // A ring in which each place stands at most once.
        let mut ring = [Slot(0); SLOTS];
        let mut waits = [false; SLOTS];
        let (mut head, mut count) = (0, 0);
        for (at, left, touched) in starts {
            let slot = Ways::slot(at);
            ways.0[slot.index()] = Came { cost: 0, left, touched, hexes: 1, from: Maybe::NONE };
            ring[(head + count) % SLOTS] = slot;
            waits[slot.index()] = true;
            count += 1;
        }
        while count > 0 {
            let slot = ring[head];
            head = (head + 1) % SLOTS;
            count -= 1;
            waits[slot.index()] = false;
            let (at, here) = (Ways::at(slot), ways.0[slot.index()]);
            go_on(at, here, &mut |to, cost, left| {
                let new = to.1 != at.1;
                let touched = here.touched.saturating_add(u8::from(new && wary.has(to.1)));
                let hexes = here.hexes.saturating_add(u8::from(new));
                let next = Ways::slot(to);
                let known = ways.0[next.index()];
                let (key, old) = ((cost, touched, hexes), (known.cost, known.touched, known.hexes));
                // Of ways that are alike the one by the lower hex is taken, in whatever order they are found.
                if key == old && known.from.get().is_some_and(|from| slot < from) {
                    ways.0[next.index()].from = slot.into();
                }
                if key < old {
                    ways.0[next.index()] = Came { cost, left, touched, hexes, from: slot.into() };
                    if !waits[next.index()] {
                        waits[next.index()] = true;
                        ring[(head + count) % SLOTS] = next;
                        count += 1;
                    }
                }
            });
        }
        ways
    }

    fn reaches(&self, end: At) -> bool {
        self.0[Ways::slot(end).index()].cost != u8::MAX
    }

    /// The way to a place, the beginning left out, and where the piece left the train.
    fn to(&self, end: At) -> Option<Route> {
        if !self.reaches(end) {
            return None;
        }
        let mut route = Route { path: Path::EMPTY, station: None };
        let mut slot = Ways::slot(end);
        loop {
            let (leg, hex) = Ways::at(slot);
            if leg == Leg::Ride && route.station.is_none() {
                route.station = Some(hex);
            }
            let Some(from) = self.0[slot.index()].from.get() else { return Some(route) };
            if Ways::at(from).1 != hex {
                route.path.push_front(hex);
            }
            slot = from;
        }
    }

    /// Where the way to a place began.
    fn origin(&self, end: At) -> u16 {
        let mut slot = Ways::slot(end);
        while let Some(from) = self.0[slot.index()].from.get() {
            slot = from;
        }
        Ways::at(slot).1
    }
}

/// The way of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    /// The hexes entered, in order.
    pub path: Path,
    /// Where the train is left, if there is one.
    pub station: Option<u16>,
}

/// What it means for a piece to end its move somewhere.
struct Ends {
    /// The board without the piece.
    without: Position,
    group: Group,
    side: u8,
    /// Where it is in command; nothing if it is in none now, or leads itself.
    led: Option<HexSet>,
    supplied: HexSet,
    /// Whether it leaves a siege that ends with that.
    lifts: bool,
}

impl Ends {
    fn of(game: &Fury, p: &Position, piece: Piece, start: u16) -> Ends {
        let (group, side) = (Group::one(piece), p.side(&game.data, piece));
        let without = game.without(p, &group, start);
        let led = || Some(game.command(p, p.army[piece.index()])).filter(|led| led.has(start));
        Ends {
            led: if piece.is_unit() && p.army[piece.index()] != Army::NONE { led() } else { None },
            supplied: game.supplied(&without, side),
            lifts: game.after_leaving(p, piece).is_some(),
            without,
            group,
            side,
        }
    }

    fn means(&self, game: &Fury, hex: u16) -> Vec<&'static str> {
        let q = &self.without;
        let back = |to: u16| game.may_go_back(q, self.side, to);
        let marks = [
            (self.lifts, "lifts the siege"),
            (self.led.is_some_and(|led| !led.has(hex)), "leaves command"),
            (q.in_enemy_zone(self.side, hex), "enters an enemy zone"),
            (!game.fed_at(q, self.side, &self.group, hex, &self.supplied), "out of supply"),
            (!game.data.steps(hex).any(|s| back(s.to)), "no way back"),
        ];
        marks.into_iter().filter(|(is, _)| *is).map(|(_, words)| words).collect()
    }
}

impl Fury {
    /// Ways of a piece that may move now, or that enters.
    pub(crate) fn ways_of(&self, p: &Position, piece: Piece) -> Vec<Way> {
        match p.steps.top() {
            Step::Moves if self.movers(p).any(|x| x == piece) => self.moves_of(p, piece),
            Step::Entry(enters) if enters == piece => self.entries_of(p, piece),
            _ => Vec::new(),
        }
    }

    /// Ways of a piece on foot, or with the railways it may use.
    /// With a goal nothing is looked at that cannot lead there.
    fn search_moves(&self, m: &Mover, wary: &HexSet, rails: Option<&Rails>, goal: Option<u16>) -> Ways {
        let near = |hex: u16, left: u8| goal.is_none_or(|g| self.data.distance(hex, g) <= u16::from(left));
        let start = ((Leg::March, m.start), self.points(m.piece), 0);
        Ways::search(std::iter::once(start), wary, |at, here, visit| {
            let (leg, hex) = at;
            if let (Leg::Ride, Some(rails)) = (leg, rails) {
                self.ride_on(m.p, m.side, rails, hex, &mut |to| visit((Leg::Ride, to), here.cost, here.left));
                // Nobody gets off in the Romanian corner; in an enemy zone the move ends: fury 9.1e.
                if hex != self.data.romania {
                    let left = if m.p.in_enemy_zone(m.side, hex) { 0 } else { here.left };
                    if near(hex, left) {
                        visit((Leg::Onward, hex), here.cost, left);
                    }
                }
                return;
            }
            for step in self.data.steps(hex) {
                let leads =
                    leg == Leg::March && rails.is_some() || near(step.to, here.left.saturating_sub(1));
                if let Some(left) = self.after_step(m, (hex, here.left), step).filter(|_| leads) {
                    visit((leg, step.to), here.cost + self.step_cost(step), left);
                }
            }
            // fury 9.3e: the train costs a point, however far it goes.
            if let Some(rails) = rails
                && leg == Leg::March
                && here.left > 0
                && self.on_own_rails(rails, hex)
            {
                visit((Leg::Ride, hex), here.cost + 1, here.left - 1);
            }
        })
    }

    /// The way that a move takes: on foot if it can (P7), and by the hex that is named if one is.
    pub(crate) fn route(&self, p: &Position, piece: Piece, hex: u16, by: Option<u16>) -> Option<Route> {
        let start = p.hex(piece)?;
        let lifted = self.after_leaving(p, piece);
        let side = p.side(&self.data, piece);
        let from_zone = p.in_enemy_zone(side, start);
        let m = &Mover { p: lifted.as_ref().unwrap_or(p), piece, side, start, from_zone };
        if let Some(by) = by {
            self.passes(m, by, hex).then_some(())?;
            return Some(Route { path: Path::of(&[by, hex]).ok()?, station: None });
        }
        let wary = self.wary(p, piece);
        let (foot, goal) = (self.short_march(m, &wary, hex), Some(hex));
        // Only a headquarters has a third point.
        let long = || self.search_moves(m, &wary, None, goal).to((Leg::March, hex));
        let foot = foot.or_else(|| if piece.is_hq() { long() } else { None });
        foot.or_else(|| self.search_moves(m, &wary, Some(&self.rails(p, piece)), goal).to((Leg::Onward, hex)))
    }

    /// What a march of one hex or two costs, if one leads there.
    pub(crate) fn march_cost(&self, p: &Position, piece: Piece, hex: u16) -> Option<u8> {
        let start = p.hex(piece)?;
        let lifted = self.after_leaving(p, piece);
        let side = p.side(&self.data, piece);
        let from_zone = p.in_enemy_zone(side, start);
        let m = &Mover { p: lifted.as_ref().unwrap_or(p), piece, side, start, from_zone };
        let route = self.short_march(m, &HexSet::EMPTY, hex)?;
        let mut at = start;
        route.path.hexes().iter().try_fold(0, |cost, to| {
            let step = self.data.step(at, *to)?;
            at = *to;
            Some(cost + self.step_cost(step))
        })
    }

    /// A march of one hex or two, by the same order as the search: cheapest, fewest headquarters touched, shortest.
    fn short_march(&self, m: &Mover, wary: &HexSet, hex: u16) -> Option<Route> {
        let points = self.points(m.piece);
        let foot = |hexes: &[u16]| Path::of(hexes).ok().map(|path| Route { path, station: None });
        let direct =
            self.data.step(m.start, hex).filter(|s| self.after_step(m, (m.start, points), *s).is_some());
        if direct.is_some() {
            return foot(&[hex]);
        }
        let mut best: Option<(u8, bool, u16)> = None;
        for first in self.data.steps(m.start) {
            let Some(second) = self.data.step(first.to, hex) else { continue };
            let left = self.after_step(m, (m.start, points), first);
            if left.and_then(|left| self.after_step(m, (first.to, left), second)).is_none() {
                continue;
            }
            let key = (self.step_cost(first) + self.step_cost(second), wary.has(first.to), first.to);
            if best.is_none_or(|known| key < known) {
                best = Some(key);
            }
        }
        best.and_then(|(_, _, by)| foot(&[by, hex]))
    }

    /// Hexes in which a moving piece touches a lone headquarters of the enemy.
    fn wary(&self, p: &Position, piece: Piece) -> HexSet {
        if piece.is_unit() { self.lone_contact(p, enemy(p.side(&self.data, piece))) } else { HexSet::EMPTY }
    }

    /// Whether a piece can go on foot by one hex to another.
    fn passes(&self, m: &Mover, by: u16, hex: u16) -> bool {
        let first =
            self.data.step(m.start, by).and_then(|s| self.after_step(m, (m.start, self.points(m.piece)), s));
        let second = |left: u8| self.data.step(by, hex).and_then(|s| self.after_step(m, (by, left), s));
        hex != m.start && first.and_then(second).is_some()
    }

    /// Ways on foot past a lone headquarters that the usual way to the same hex avoids: `visit` gets the end and the hex
    /// passed. They are moves of their own, because the headquarters is shifted (fury 9g).
    pub(crate) fn each_pass(&self, p: &Position, piece: Piece, visit: &mut dyn FnMut(u16, u16)) {
        let Some(start) = p.hex(piece) else { return };
        let wary = self.wary(p, piece);
        let near = self.data.around[usize::from(start)].meet(&wary);
        if near.is_empty() || p.is(piece, flag::MOVED | flag::BESIEGED) {
            return;
        }
        let ends = self.reach(p, piece).foot;
        let lifted = self.after_leaving(p, piece);
        let side = p.side(&self.data, piece);
        let from_zone = p.in_enemy_zone(side, start);
        let m = &Mover { p: lifted.as_ref().unwrap_or(p), piece, side, start, from_zone };
        for by in near.iter() {
            for end in self.data.around[usize::from(by)].meet(&ends).iter().filter(|e| *e != by) {
                let usual = self.route(p, piece, end, None);
                let first =
                    usual.and_then(|r| r.path.hexes().split_last().and_then(|(_, b)| b.first().copied()));
                let same = self.touched(p, side, first) == self.touched(p, side, Some(by));
                if !same && self.passes(m, by, end) {
                    visit(end, by);
                }
            }
        }
    }

    /// The lone headquarters of the enemy that a unit touches in a hex, as bits.
    fn touched(&self, p: &Position, side: u8, hex: Option<u16>) -> u16 {
        let Some(hex) = hex else { return 0 };
        (0..HQS as u8).map(Army).map(Piece::hq).enumerate().fold(0, |all, (i, hq)| {
            let near = p.hex(hq).is_some_and(|at| self.data.distance(at, hex) <= 1);
            let lone = near && p.side(&self.data, hq) != side && self.is_lone(p, hq);
            all | u16::from(lone) << i
        })
    }

    /// A move by a hex that is named, as the usual move where that makes no difference.
    pub(crate) fn move_by(&self, p: &Position, piece: Piece, hex: u16, by: u16) -> Action {
        let mut own = false;
        if piece.index() < PIECES {
            self.each_pass(p, piece, &mut |end, over| own |= (end, over) == (hex, by));
            let known = usize::from(hex) < HEXES && usize::from(by) < HEXES;
            if !own && known && self.route(p, piece, hex, Some(by)).is_some() {
                return Action::Move(piece, hex);
            }
        }
        Action::MoveBy(piece, hex, by)
    }

    fn moves_of(&self, p: &Position, piece: Piece) -> Vec<Way> {
        let Some(start) = p.hex(piece) else { return Vec::new() };
        let mut reach = self.reach(p, piece);
        let mut duties = self.duties(p);
        for hex in reach.all().iter() {
            // fury 2.2f
            let rail = !reach.foot.has(hex);
            if duties.gives_up(self, p, Leaves { piece, hex, rail }).is_some() {
                reach.foot.remove(hex);
                reach.rail.remove(hex);
            }
        }
        let lifted = self.after_leaving(p, piece);
        let side = p.side(&self.data, piece);
        let from_zone = p.in_enemy_zone(side, start);
        let m = &Mover { p: lifted.as_ref().unwrap_or(p), piece, side, start, from_zone };
        let wary = self.wary(p, piece);
        let march = self.search_moves(m, &wary, None, None);
        let foot = reach.foot.iter().filter_map(|h| self.way(&march, (Leg::March, h), "foot"));
        let train = self.search_moves(m, &wary, Some(&self.rails(p, piece)), None);
        let rail = reach.rail.without(&reach.foot);
        let rail = rail.iter().filter_map(|h| self.way(&train, (Leg::Onward, h), "rail"));
        let ends = Ends::of(self, p, piece, start);
        foot.chain(rail).map(|(hex, way)| Way { means: ends.means(self, hex), ..way }).collect()
    }

    /// Ways of a piece that enters: by the march along railways, or by train.
    fn search_entries(&self, p: &Position, piece: Piece, wary: &HexSet) -> Ways {
        let side = p.side(&self.data, piece);
        let rails = self.entry_rails(p, piece, p.army[piece.index()]);
        let march = self.data.tables.movement.march;
        let gates = self.gates(p, piece);
        let starts = gates.iter().map(|h| ((Leg::March, h), march, u8::from(wary.has(h))));
        Ways::search(starts, wary, |at, here, visit| {
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
        })
    }

    /// The way that a piece takes when it enters, with the hex where it comes in. Only one past a lone headquarters of the
    /// enemy is worth the search: fury 9g.
    pub(crate) fn entry_route(&self, p: &Position, piece: Piece, hex: u16, foot: bool) -> Path {
        let wary = self.wary(p, piece);
        let mut path = Path::EMPTY;
        path.push_front(hex);
        if !wary.is_empty() {
            let ways = self.search_entries(p, piece, &wary);
            let end = (if foot { Leg::March } else { Leg::Ride }, hex);
            if let Some(route) = ways.to(end) {
                path = route.path;
                path.push_front(ways.origin(end));
            }
        }
        path
    }

    fn entries_of(&self, p: &Position, piece: Piece) -> Vec<Way> {
        let ways = self.search_entries(p, piece, &self.wary(p, piece));
        let (foot, train) = self.entry_hexes(p, piece, p.army[piece.index()]);
        let rail = train.without(&foot);
        let foot = foot.iter().filter_map(|h| self.way(&ways, (Leg::March, h), "foot"));
        let rail = rail.iter().filter_map(|h| self.way(&ways, (Leg::Ride, h), "rail"));
        foot.chain(rail).map(|(_, way)| way).collect()
    }

    fn ride_on(&self, p: &Position, side: u8, rails: &Rails, hex: u16, visit: &mut dyn FnMut(u16)) {
        self.data.steps(hex).filter(|s| self.train_runs(p, side, rails, *s)).for_each(|s| visit(s.to));
    }

    fn way(&self, ways: &Ways, end: At, by: &'static str) -> Option<(u16, Way)> {
        let route = ways.to(end)?;
        let cost = ways.0[Ways::slot(end).index()].cost;
        let number = |hex: u16| self.data.number(hex).to_string();
        let hexes = std::iter::once(ways.origin(end)).chain(route.path.hexes().iter().copied());
        let path = hexes.map(number).collect();
        Some((end.1, Way { place: number(end.1), path, cost, by, means: vec![] }))
    }
}
