//! The duty of headquarters to attack: 2.2f, 2.2g, 2.2h. It begins with the movement: whoever could bring a unit up to
//! the enemy does not end it before one can attack.

use crate::Fury;
use crate::action::Action;
use crate::hexset::HexSet;
use crate::pieces::{Army, HQS, Piece, RU};
use crate::position::{Group, Position, enemy, flag, reading};
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

impl Fury {
    /// Armies of the activated front that have still to begin an attack, possible or not.
    fn obliged<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = Army> + 'a {
        (0..HQS as u8).map(Army).filter(|army| {
            let hq = Piece::hq(*army);
            let active = !p.is(hq, flag::INACTIVE) || (p.turn == 0 && self.second_russian(*army));
            let attacks = &p.attacks[..usize::from(p.attack_count)];
            active
                && p.hex(hq).is_some()
                && p.side(&self.data, hq) == p.active
                && p.hq_front[army.index()] == p.front
                && !attacks.iter().any(|a| p.army[a.units[0].index()] == *army)
        })
    }

    /// The Russian 2nd Army, which starts inactive and must attack all the same: fury 2.2h.
    fn second_russian(&self, army: Army) -> bool {
        let hq = &self.data.hqs[army.index()];
        hq.nation.side() == RU && hq.enters.is_none() && !hq.starts_active
    }

    /// Whether an army has an attack from where it stands.
    fn can_attack(&self, p: &Position, army: Army) -> bool {
        let mut possible = false;
        self.each_attack(p, Some(army), &mut |_, _, _| {
            possible = true;
            false
        });
        possible
    }

    /// An army that owes an attack and has one: fury 2.2f.
    pub(crate) fn owing(&self, p: &Position) -> Option<Army> {
        self.obliged(p).find(|army| self.can_attack(p, *army))
    }

    /// An army that owes an attack, has none from where it stands, and could come to one; with the move that begins it.
    pub(crate) fn must_close_in(&self, p: &Position) -> Option<(Army, Action)> {
        self.obliged(p)
            .filter(|army| !self.can_attack(p, *army))
            .find_map(|army| self.way_to_attack(p, army).map(|first| (army, first)))
    }

    /// The first move by which an army comes to an attack: one unit or two to one hex, and its headquarters after or
    /// before them. Each is played through, so that whoever is held to it can do it.
    fn way_to_attack(&self, p: &Position, army: Army) -> Option<Action> {
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
        let range = p.face(data, army).range;
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
                        if let Some(first) = orders.iter().find_map(|o| self.leads_to_attack(p, army, o)) {
                            return Some(first);
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

    /// Plays moves of an army; if it can attack after them, the first of them.
    fn leads_to_attack(&self, p: &Position, army: Army, moves: &[(Piece, u16); 3]) -> Option<Action> {
        let mut q = *p;
        let mut first = None;
        for (piece, hex) in moves.iter().filter(|(piece, _)| *piece != Piece::NONE) {
            let from = q.hex(*piece)?;
            if from == *hex {
                continue;
            }
            if q.is(*piece, flag::MOVED) || !self.reach(&q, *piece).all().has(*hex) {
                return None;
            }
            q.put(&self.data, *piece, *hex);
            q.set(*piece, flag::MOVED, true);
            let siege = self.data.fort(*hex).is_some_and(|(i, f)| q.besieged[i] && f.owner != q.active);
            q.set(*piece, flag::BESIEGING, siege && piece.is_unit());
            self.lift_siege(&mut q, from);
            first = first.or(Some(Action::Move(*piece, *hex)));
        }
        let lone = |hq: Piece| q.hex(hq).is_some_and(|h| q.in_contact(&self.data, q.active, h));
        // A headquarters that its units have left beside the enemy would not stay there.
        let stays = Group::one(Piece::hq(army)).iter().all(|hq| !(self.is_lone(&q, hq) && lone(hq)));
        first.filter(|_| stays && self.can_attack(&q, army))
    }
}
