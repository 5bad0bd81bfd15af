//! Movement: 9, zones of control 9.1, stacking 9.2, rail 9.3.

use crate::Fury;
use crate::data::pieces::{CORPS, HQS, Nation, Piece};
use crate::data::{Ground, Step as Side};
use crate::play::action::{Event, Manner};
use crate::play::combat::during;
use crate::play::sequence::Step;
use crate::position::hexset::{HEXES, HexSet};
use crate::position::path::Path;
use crate::position::{Position, Room, enemy, flag, off};
use sandtable_ops::search::{self, UNREACHED};

/// Where a piece can go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// Hexes it can end in on foot.
    pub foot: HexSet,
    /// Hexes it can end in with the help of the railway.
    pub rail: HexSet,
}

impl Reach {
    /// All hexes.
    pub fn all(&self) -> HexSet {
        let mut all = self.foot;
        all.join(&self.rail);
        all
    }
}

/// How a rail leg may run.
#[derive(Clone, Copy)]
pub(crate) struct Rails {
    /// Countries whose railways it may use.
    pub own: [bool; 3],
    /// Whether the lines between Germany and Austria may be used.
    pub between: bool,
}

/// A piece that moves, and the board as it is once the piece has left its hex.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    /// The board on the way.
    pub p: &'a Position,
    /// Who.
    pub piece: Piece,
    /// Its side.
    pub side: u8,
    /// From where.
    pub start: u16,
    /// Whether it stood in an enemy zone there.
    pub from_zone: bool,
}

impl Fury {
    /// The board once the last besieger of a fortress has left it: the siege is lifted at once, and the fortress and its
    /// garrison have their zones back (fury 10.5g, fury 10.5l).
    pub(crate) fn after_leaving(&self, p: &Position, piece: Piece) -> Option<Position> {
        let hex = p.hex(piece).filter(|_| piece.is_unit() && p.is(piece, flag::BESIEGING))?;
        let side = p.side(&self.data, piece);
        (p.units_at(&self.data, side, hex).len() == 1).then(|| {
            let mut q = *p;
            q.put(&self.data, piece, off::OUT);
            self.lift_siege(&mut q, hex);
            q
        })
    }

    /// Movement points of a piece: fury 2.1e, fury 2.2e, fury 9b.
    pub(crate) fn points(&self, piece: Piece) -> u8 {
        if piece.is_hq() { self.data.tables.movement.hq } else { self.data.tables.movement.unit }
    }

    /// Cost of a step on foot: fury 9c, fury 9d.
    pub(crate) fn step_cost(&self, step: Side) -> u8 {
        if self.data.ground[usize::from(step.to)] == Ground::Mountain && !step.rail {
            self.data.tables.movement.mountain
        } else {
            1
        }
    }

    /// Why a piece may not enter a hex at all, if so: fury 3b, fury 3c, fury 9e, fury 9f.
    pub(crate) fn barred(&self, p: &Position, piece: Piece, side: u8, hex: u16) -> Option<&'static str> {
        let data = &self.data;
        match data.ground[usize::from(hex)] {
            Ground::Sea => return Some("3b"),
            Ground::Closed => return Some("3c"),
            _ => {}
        }
        let foe = enemy(side);
        if let Some((i, fort)) = data.fort(hex)
            && fort.owner == foe
            && !p.taken[i]
        {
            // Only a siege that is already under way can be joined.
            return if p.besieged[i] { None } else { Some("9e") };
        }
        if p.held(foe, hex) {
            return Some("9e");
        }
        // A headquarters keeps out of contact unless a unit or a fortress covers it: fury 9f, fury 9i.
        if piece.is_hq() && p.in_contact(data, side, hex) && !p.held(side, hex) && !self.walled(p, side, hex)
        {
            return Some("9f");
        }
        None
    }

    /// Whether a step leads from one enemy zone to another without a friend there: fury 9.1f.
    pub(crate) fn zone_to_zone(&self, p: &Position, side: u8, from: u16, to: u16) -> bool {
        p.in_enemy_zone(side, from) && p.in_enemy_zone(side, to) && !p.held(side, to)
    }

    /// Points left after a step on foot, if it may be made with those that are left here.
    pub(crate) fn after_step(&self, m: &Mover, (hex, here): (u16, u8), step: Side) -> Option<u8> {
        let cost = self.step_cost(step);
        let zone = m.p.in_enemy_zone(m.side, step.to);
        let in_zone = if hex == m.start { m.from_zone } else { m.p.in_enemy_zone(m.side, hex) };
        // fury 9.1f
        let barred = in_zone && zone && !m.p.held(m.side, step.to);
        let may = cost <= here && !barred && self.barred(m.p, m.piece, m.side, step.to).is_none();
        // fury 9.1e: entering an enemy zone ends the move.
        may.then(|| if zone { 0 } else { here - cost })
    }

    /// Spreads on foot from hexes with points left, all of them alike; gives the hexes reached beside those.
    fn spread(&self, m: &Mover, left: &mut [u8; HEXES], open: HexSet) -> HexSet {
        search::spread(left, open, |hex, here, visit| {
            for step in self.data.steps(hex).filter(|s| !open.has(s.to)) {
                if let Some(rest) = self.after_step(m, (hex, here), step) {
                    visit(step.to, rest);
                }
            }
        })
    }

    /// Hexes that a piece reaches on foot, with the points left in each.
    fn on_foot(&self, m: &Mover) -> (HexSet, [u8; HEXES]) {
        let mut left = [UNREACHED; HEXES];
        left[usize::from(m.start)] = self.points(m.piece);
        let mut foot = self.spread(m, &mut left, HexSet::one(m.start));
        foot.remove(m.start);
        (foot, left)
    }

    /// Which railways a piece rides: fury 9.3f, and fury 9.3m for Germans in Austrian armies.
    pub(crate) fn rails(&self, p: &Position, piece: Piece) -> Rails {
        let nation = if p.detached(&self.data, piece) { Nation::Ah } else { p.nation(&self.data, piece) };
        let mut own = [false; 3];
        own[nation.index()] = true;
        Rails { own, between: false }
    }

    /// Who pays for the ride: fury 9.3m.
    pub(crate) fn rail_account(&self, p: &Position, piece: Piece) -> Nation {
        if p.detached(&self.data, piece) { Nation::Ah } else { p.nation(&self.data, piece) }
    }

    /// Whether a train may stop or start in a hex, or pass it, as far as the country is concerned.
    pub(crate) fn on_own_rails(&self, rails: &Rails, hex: u16) -> bool {
        // fury 3d: the Russians pass through the Romanian corner.
        self.data.country[usize::from(hex)].is_some_and(|n| rails.own[n.index()])
            || (hex == self.data.romania && rails.own[Nation::Ru.index()])
    }

    /// Whether a train may run through a hex: fury 9.3h; no siege and no enemy on the line.
    fn train_passes(&self, p: &Position, side: u8, hex: u16) -> bool {
        let siege = self.data.fort(hex).is_some_and(|(i, _)| p.besieged[i]);
        !siege && !p.held(enemy(side), hex) && (!p.in_enemy_zone(side, hex) || p.held(side, hex))
    }

    /// Whether a train may run on along a step: fury 9.3f.
    pub(crate) fn train_runs(&self, p: &Position, side: u8, rails: &Rails, step: Side) -> bool {
        (step.line || (rails.between && step.ally_line))
            && self.on_own_rails(rails, step.to)
            && self.train_passes(p, side, step.to)
    }

    /// Hexes that a train reaches from any of some hexes, those hexes left out.
    pub(crate) fn ride(&self, p: &Position, side: u8, from: HexSet, rails: &Rails) -> HexSet {
        let mut stations = from;
        from.iter().filter(|h| !self.on_own_rails(rails, *h)).for_each(|h| stations.remove(h));
        let mut reached = search::flood(stations, |hex, visit| {
            self.data.steps(hex).filter(|s| self.train_runs(p, side, rails, *s)).for_each(|s| visit(s.to));
        });
        // Trains pass the Romanian corner but nobody gets off there.
        reached.remove(self.data.romania);
        reached
    }

    /// Where a piece can end its move.
    pub(crate) fn reach(&self, p: &Position, piece: Piece) -> Reach {
        let mut out = Reach::default();
        let Some(start) = p.hex(piece) else { return out };
        if p.is(piece, flag::MOVED | flag::BESIEGED) {
            return out;
        }
        let lifted = self.after_leaving(p, piece);
        let side = p.side(&self.data, piece);
        let from_zone = p.in_enemy_zone(side, start);
        let m = &Mover { p: lifted.as_ref().unwrap_or(p), piece, side, start, from_zone };
        let points = self.points(piece);
        let (foot, left) = self.on_foot(m);
        out.foot = foot;
        // fury 9.3c, fury 9.3d, fury 9.3e
        if piece.is_hq() || p.rail[self.rail_account(p, piece).index()] > 0 {
            let rails = self.rails(p, piece);
            // First the train, then on foot: fury 9.3j. In an enemy zone the move ends.
            let first = self.ride(m.p, side, HexSet::one(start), &rails);
            out.rail.join(&first);
            let mut rest = [UNREACHED; HEXES];
            let mut open = HexSet::EMPTY;
            for hex in first.iter().filter(|h| !m.p.in_enemy_zone(side, *h)) {
                rest[usize::from(hex)] = points - 1;
                open.insert(hex);
            }
            out.rail.join(&self.spread(m, &mut rest, open));
            // First on foot, then the train, as long as a point is left for it.
            // A station that the first train reached leads nowhere new.
            let mut stations = foot;
            foot.iter()
                .filter(|h| left[usize::from(*h)] == 0 || first.has(*h))
                .for_each(|h| stations.remove(h));
            if !stations.is_empty() {
                out.rail.join(&self.ride(m.p, side, stations, &rails));
                // And on foot again: only a headquarters has a point left for that.
                let mut rest = [UNREACHED; HEXES];
                let mut early = stations;
                stations.iter().filter(|h| left[usize::from(*h)] < 2).for_each(|h| early.remove(h));
                let mut open = self.ride(m.p, side, early, &rails);
                for hex in open.iter() {
                    if m.p.in_enemy_zone(side, hex) {
                        open.remove(hex);
                    } else {
                        rest[usize::from(hex)] = 1;
                    }
                }
                out.rail.join(&self.spread(m, &mut rest, open));
            }
        }
        out.rail.remove(start);
        // fury 9.2a, fury 9.2b: the limit holds where the move ends. A train may not end in contact for a headquarters
        // alone either.
        let room = Room::of(p, &self.data, side, piece);
        let army = p.army[piece.index()];
        for set in [&mut out.foot, &mut out.rail] {
            for hex in set.iter() {
                if !room.takes(piece, army, hex)
                    || (piece.is_hq() && self.barred(p, piece, side, hex).is_some())
                {
                    set.remove(hex);
                }
            }
        }
        out
    }

    /// Every hex that a piece can end its move in.
    pub fn destinations(&self, p: &Position, piece: Piece) -> HexSet {
        self.reach(p, piece).all()
    }

    /// Pieces that may still move in this activation: fury 7g, fury 9a.
    pub(crate) fn movers<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = Piece> + 'a {
        (0..p.place.len() as u8).map(Piece).filter(move |x| {
            p.hex(*x).is_some()
                && !p.is(*x, flag::MOVED | flag::BESIEGED)
                && p.side(&self.data, *x) == p.active
                && p.front_of(*x) == Some(p.front)
        })
    }

    /// Moves a piece by its way: the cheapest, or on foot by a hex that was named.
    pub(crate) fn move_piece(
        &self,
        p: &mut Position,
        piece: Piece,
        hex: u16,
        by: Option<u16>,
        events: &mut Vec<Event>,
    ) {
        let Some(route) = self.route(p, piece, hex, by) else { return };
        if route.station.is_some() && !piece.is_hq() {
            let account = self.rail_account(p, piece);
            p.rail[account.index()] -= 1; // fury 9.3n
        }
        p.set(piece, flag::MOVED, true);
        p.set(piece, flag::BESIEGING, false);
        let middle = route.path.hexes().split_last().and_then(|(_, before)| before.last().copied());
        let manner = match (route.station, middle) {
            (Some(station), _) if station == hex => Manner::Rail,
            (Some(station), _) => Manner::RailTo(station),
            (None, Some(middle)) => Manner::By(middle),
            (None, None) => Manner::Foot,
        };
        p.steps.push(Step::Onward { piece, manner });
        p.way = route.path;
        self.go_onward(p, events);
    }

    /// A piece goes on along its way, until it ends or a lone headquarters of the enemy must be shifted first: fury 9g.
    pub(crate) fn go_onward(&self, p: &mut Position, events: &mut Vec<Event>) {
        let Step::Onward { piece, manner } = p.steps.top() else { return };
        let side = p.side(&self.data, piece);
        let wary = if piece.is_unit() { self.lone_contact(p, enemy(side)) } else { HexSet::EMPTY };
        let hexes = p.way;
        let passes = hexes.hexes().split_last().map_or(&[][..], |(_, before)| before);
        let from = p.hex(piece);
        if let Some(i) = passes.iter().position(|h| wary.has(*h)) {
            p.way = hexes.after(i + 1);
            p.put(&self.data, piece, hexes.hexes()[i]);
            if let Some(from) = from {
                self.lift_siege_at(p, from, events);
            }
            self.enter_contact(p, side, hexes.hexes()[i]);
            return;
        }
        p.steps.pop();
        p.way = Path::EMPTY;
        let Some(hex) = hexes.last() else { return };
        p.put(&self.data, piece, hex);
        // Joining a siege: fury 10.5l.
        let siege = self.data.fort(hex).is_some_and(|(i, f)| p.besieged[i] && f.owner != side);
        p.set(piece, flag::BESIEGING, siege && piece.is_unit());
        events.push(match manner {
            Manner::Entry => Event::Entered(piece, hex),
            _ => Event::Moved(piece, hex, manner),
        });
        if let Some(from) = from {
            self.lift_siege_at(p, from, events);
        }
        if piece.is_unit() {
            self.enter_contact(p, side, hex);
        }
    }

    /// Units of a side have entered a hex, however they move: a lone headquarters of the enemy that they touch is shifted
    /// (fury 9g).
    pub(crate) fn enter_contact(&self, p: &mut Position, side: u8, hex: u16) {
        self.find_lone_hqs(p, Some((enemy(side), hex)));
    }

    /// Hexes in which a unit touches a lone headquarters of a side.
    pub(crate) fn lone_contact(&self, p: &Position, side: u8) -> HexSet {
        let mut out = HexSet::EMPTY;
        for hq in (CORPS..CORPS + HQS).map(|i| Piece(i as u8)) {
            if let Some(hex) = p.hex(hq)
                && p.side(&self.data, hq) == side
                && self.is_lone(p, hq)
            {
                out.insert(hex);
                out.join(&self.data.around[usize::from(hex)]);
            }
        }
        out
    }

    /// Headquarters of both sides, or of one side near a hex, that stand alone beside an enemy unit are shifted:
    /// fury 9g.
    pub(crate) fn find_lone_hqs(&self, p: &mut Position, near: Option<(u8, u16)>) {
        for i in CORPS..CORPS + HQS {
            let hq = Piece(i as u8);
            let Some(hex) = p.hex(hq) else { continue };
            let side = p.side(&self.data, hq);
            if let Some((only, at)) = near
                && (side != only || self.data.distance(at, hex) > 1)
            {
                continue;
            }
            if self.must_shift(p, hq) {
                p.steps.push(Step::Shift { hq, start: hex });
            }
        }
    }

    /// Whether a headquarters stands alone beside an enemy unit, or in an enemy fortress.
    pub(crate) fn must_shift(&self, p: &Position, hq: Piece) -> bool {
        let side = p.side(&self.data, hq);
        p.hex(hq).is_some_and(|hex| {
            let inside = p.standing_fort(&self.data, enemy(side), hex).is_some();
            self.is_lone(p, hq) && (inside || p.in_contact(&self.data, side, hex))
        })
    }

    /// Whether a headquarters has neither a unit nor a fortress with it: fury 9i.
    pub(crate) fn is_lone(&self, p: &Position, hq: Piece) -> bool {
        let Some(hex) = p.hex(hq) else { return false };
        let side = p.side(&self.data, hq);
        !p.held(side, hex) && !self.walled(p, side, hex)
    }

    /// Whether a fortress covers a headquarters of a side: one of its own, or one that was captured, by either side, as long as
    /// no enemy unit is in it (fury 9i).
    fn walled(&self, p: &Position, side: u8, hex: u16) -> bool {
        let fort = self.data.fort(hex).is_some_and(|(i, f)| p.taken[i] || f.owner == side);
        let shut = self.data.fort(hex).is_some_and(|(i, _)| p.besieged[i]);
        fort && (shut || !p.held(enemy(side), hex))
    }

    /// Shifts a headquarters, or finds that nothing is left to do. True when its owner must choose.
    pub(crate) fn shift_or_pass(
        &self,
        p: &mut Position,
        hq: Piece,
        start: u16,
        events: &mut Vec<Event>,
    ) -> bool {
        if !self.must_shift(p, hq) {
            p.steps.pop();
            return false;
        }
        let choice = self.shift_options(p, hq, start);
        match choice.len() {
            0 => {
                // Nowhere to go: it returns like one that was isolated.
                p.steps.pop();
                p.send_off_hq(&self.data, hq);
                events.push(Event::HqOff(hq, during(p)));
                false
            }
            1 => {
                if let Some(hex) = choice.nth(0) {
                    p.put(&self.data, hq, hex);
                    events.push(Event::Shifted(hq, hex, during(p)));
                }
                false
            }
            _ => true,
        }
    }
}
