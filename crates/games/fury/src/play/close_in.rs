//! How an army comes to an attack by moves of its own: what 2.2f asks before movement is ended.

use crate::Fury;
use crate::data::pieces::{Army, Piece};
use crate::play::action::Action;
use crate::play::duty::Leaves;
use crate::position::hexset::HexSet;
use crate::position::{Position, enemy, flag, reading};
use sandtable_ops::search;

/// How many ways to come to an attack are tried through; more has never been needed.
const TRIES: usize = 100;
/// How many places of the headquarters are tried for each of them.
const POSTS: usize = 3;

/// A unit and the hexes from which it could attack.
#[derive(Clone, Copy)]
struct Attacker {
    unit: Piece,
    strength: u8,
    hexes: HexSet,
}

/// How an army comes to an attack.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Who has to be where, in this order.
    moves: [(Piece, u16); 3],
    /// The first move; none if it can attack from where it stands.
    pub first: Option<Action>,
    /// Whether a train is needed.
    rail: bool,
}

impl Plan {
    const STANDING: Plan = Plan { moves: [(Piece::NONE, 0); 3], first: None, rail: false };

    /// Whether a move of a piece to a hex plainly leaves the plan as it is. A piece that is not of the army can spoil an
    /// attack from where it stands only by what it leaves behind.
    pub(crate) fn untouched(&self, p: &Position, army: Army, m: Leaves, uncovers: bool) -> bool {
        if uncovers || (self.rail && m.rail) {
            return false;
        }
        match self.first {
            None => p.army[m.piece.index()] != army,
            Some(_) => {
                self.moves.iter().all(|(who, at)| *who == Piece::NONE || (*who != m.piece && *at != m.hex))
            }
        }
    }
}

impl Fury {
    /// Moves by which an army comes to an attack: one unit or two to one hex, and its headquarters after or before them.
    /// Each is played through, so that a side that is held to it can do it.
    fn way_to_attack(&self, p: &Position, army: Army) -> Option<Plan> {
        let data = &self.data;
        let hq = Piece::hq(army);
        let posts = self.stands(p, hq, true);
        // Hexes beside something that this front may attack.
        let foe = enemy(p.active);
        let mut targets = HexSet::of_counts(&p.free[usize::from(foe)]);
        data.forts.iter().for_each(|f| targets.insert(f.hex));
        for target in targets.iter() {
            if self.target_breach(p, target).is_some() {
                targets.remove(target);
            }
        }
        let mut near = HexSet::EMPTY;
        targets.iter().for_each(|t| near.join(&data.around[usize::from(t)]));
        let range = p.face(data, army).range;
        if posts.len() == 1 {
            // A headquarters that stays where it is leads only so far.
            let led = |h: u16| posts.iter().any(|post| data.distance(post, h) <= u16::from(range));
            near.iter().filter(|h| !led(*h)).for_each(|h| near.remove(h));
        }
        if near.is_empty() {
            return None;
        }
        let nobody = Attacker { unit: Piece::NONE, strength: 0, hexes: HexSet::EMPTY };
        let mut attackers = [nobody; 16];
        let mut count = 0;
        let mut hexes = HexSet::EMPTY;
        for unit in (0..p.place.len() as u8).map(Piece).filter(|u| u.is_unit()) {
            let theirs = p.army[unit.index()] != army || p.hex(unit).is_none() || p.is(unit, flag::BESIEGED);
            if theirs || count == attackers.len() {
                continue;
            }
            let tied = p.is(unit, flag::BESIEGING) && p.readings & reading::TIED_BESIEGERS != 0;
            let hexes_of = self.stands(p, unit, !tied).meet(&near);
            hexes.join(&hexes_of);
            attackers[count] = Attacker { unit, strength: p.strength(data, unit), hexes: hexes_of };
            count += 1;
        }
        let attackers = &attackers[..count];
        let mut tries = 0;
        for from in hexes.iter() {
            // A line of command runs both ways, so the hex looks for its headquarters.
            let led = search::line(
                from,
                range,
                |hex, visit| data.steps(hex).filter(|s| data.open(s.to)).for_each(|s| visit(s.to)),
                |hex| !p.stops_line(data, p.active, hex),
            )
            .meet(&posts);
            if led.is_empty() {
                continue;
            }
            let around = data.around[usize::from(from)].meet(&targets);
            let Some(weakest) = around.iter().map(|t| self.defence(p, t)).min() else { continue };
            for (i, a) in attackers.iter().enumerate().filter(|(_, a)| a.hexes.has(from)) {
                let alone = std::iter::once((Piece::NONE, 0));
                let mates = attackers[i + 1..].iter().filter(|b| b.hexes.has(from));
                for (mate, more) in alone.chain(mates.map(|b| (b.unit, b.strength))) {
                    if self.ratio(u16::from(a.strength) + u16::from(more), u16::from(weakest)).is_none() {
                        continue;
                    }
                    let here = p.hex(hq).filter(|h| led.has(*h));
                    for post in here.into_iter().chain(led.iter().filter(|h| Some(*h) != here)).take(POSTS) {
                        tries += 1;
                        if tries > TRIES {
                            return None;
                        }
                        let units = [(a.unit, from), (mate, from)];
                        let headquarters = (hq, post);
                        let orders = [[units[0], units[1], headquarters], [headquarters, units[0], units[1]]];
                        let plan = orders.iter().find_map(|o| self.leads_to_attack(p, army, o));
                        if plan.is_some_and(|plan| plan.first.is_some()) {
                            return plan;
                        }
                    }
                }
            }
        }
        None
    }

    /// Where a piece can be when its side has moved: the hexes it reaches, and its own if it counts there.
    fn stands(&self, p: &Position, piece: Piece, here: bool) -> HexSet {
        let mut out = if p.is(piece, flag::MOVED | flag::BESIEGED) {
            HexSet::EMPTY
        } else {
            self.reach(p, piece).all()
        };
        if let Some(hex) = p.hex(piece).filter(|_| here) {
            out.insert(hex);
        }
        out
    }

    /// Plays moves of an army; whether it can attack after them.
    fn leads_to_attack(&self, p: &Position, army: Army, moves: &[(Piece, u16); 3]) -> Option<Plan> {
        let mut q = *p;
        let mut plan = Plan { moves: *moves, first: None, rail: false };
        for (piece, hex) in moves.iter().filter(|(piece, _)| *piece != Piece::NONE) {
            if q.hex(*piece)? == *hex {
                continue;
            }
            let reach = self.reach(&q, *piece);
            if !reach.all().has(*hex) {
                return None;
            }
            let rail = !reach.foot.has(*hex);
            self.put_ahead(&mut q, *piece, *hex, rail);
            plan.rail |= rail;
            plan.first = plan.first.or(Some(Action::Move(*piece, *hex)));
        }
        self.ready(&q, army).then_some(plan)
    }

    /// A move as far as it counts for what can be reached after it.
    pub(crate) fn put_ahead(&self, q: &mut Position, piece: Piece, hex: u16, rail: bool) {
        let Some(from) = q.hex(piece) else { return };
        if rail && piece.is_unit() {
            let points = &mut q.rail[self.rail_account(q, piece).index()];
            *points = points.saturating_sub(1); // fury 9.3n
        }
        q.put(&self.data, piece, hex);
        q.set(piece, flag::MOVED, true);
        let siege = self.data.fort(hex).is_some_and(|(i, f)| q.besieged[i] && f.owner != q.active);
        q.set(piece, flag::BESIEGING, siege && piece.is_unit());
        self.lift_siege(q, from);
    }

    /// Whether an army has an attack from where it stands when the movement ends. A headquarters that its units have left
    /// beside the enemy would not stay there: fury 9f.
    fn ready(&self, p: &Position, army: Army) -> bool {
        let mut possible = false;
        if !self.must_shift(p, Piece::hq(army)) {
            self.each_possible_attack(p, Some(army), &mut |_, _, _| {
                possible = true;
                false
            });
        }
        possible
    }

    /// How an army could begin an attack: from where it stands, or by moves.
    pub(crate) fn plan_of(&self, p: &Position, army: Army) -> Option<Plan> {
        if self.ready(p, army) { Some(Plan::STANDING) } else { self.way_to_attack(p, army) }
    }

    /// Whether what an army could do still leads to an attack. Units that have moved already stay where they are.
    pub(crate) fn plan_holds(&self, p: &Position, army: Army, plan: &Plan) -> bool {
        let stays = |(who, at): (Piece, u16)| match p.hex(who).filter(|_| p.is(who, flag::MOVED)) {
            Some(here) => (who, here),
            None => (who, at),
        };
        let moves = plan.moves.map(|m| if m.0 == Piece::NONE { m } else { stays(m) });
        self.ready(p, army) || (plan.first.is_some() && self.leads_to_attack(p, army, &moves).is_some())
    }
}
