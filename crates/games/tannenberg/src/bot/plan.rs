//! Attacks are planned before anybody marches: against which stack, by whom, from which sides.

use super::goals::place_worth;
use super::odds::{Stand, six_fold};
use super::picture::{Picture, body_worth, defence_of};
use super::{Regular, Room};
use crate::Engine;
use crate::Sheet;
use crate::action::{Action, Mover};
use crate::position::{Position, flag};
use sandtable_core::plan::Posture;
use sandtable_east::data::map::{HexSet, River};
use sandtable_east::data::pieces::{Kind, Level};
use sandtable_east::data::{MAX_HEXES, UnitId, UnitSet};
use sandtable_east::standard::stacking;
use sandtable_east::standard::strength::{Attack, cavalry_in_full};
use sandtable_east::standard::zones::{enemy, zone_counts};

/// Below this nobody looks at a target again in the same turn.
const HOPELESS: i32 = -120;
/// Attacks planned in a turn.
const MOST: usize = 8;
/// How far a headquarters follows.
const FOLLOWS: u16 = 6;

/// Pieces that one attack takes.
const FORCE: usize = 7;

/// A piece, by its place in the list of all, and the hex where it is posted.
pub(super) type Post = (usize, u16);

/// Something that can be sent to attack.
pub(super) struct Piece {
    mover: Mover,
    body: UnitSet,
    here: u16,
    reach: HexSet,
    attack: i32,
    guard: i32,
}

/// A plan against one hex: who goes where.
struct Plan {
    worth: i32,
    target: u16,
    /// How many of the posts it takes.
    size: usize,
    staffs: UnitSet,
    board: Position,
}

impl Regular {
    /// Everybody who could be sent.
    fn pieces(&self, e: &Engine<'_>, sheet: &Sheet, p: &Position, pic: &Picture, out: &mut Vec<Piece>) {
        let data = e.data;
        for mover in e.movers(p, pic.player) {
            let body = e.body(p, mover);
            let Some(here) = e.whereabouts(p, mover).filter(|h| usize::from(*h) < MAX_HEXES) else {
                continue;
            };
            let attack = super::picture::attack_of(data, p, body);
            let out_of_it = flag::ENTRAINED | flag::OUT_OF_SUPPLY | flag::STOPPED;
            let flees = self.posture(sheet, body) == Posture::FallBack;
            if attack == 0 || flees || self.is_settled(mover) || body.iter().any(|u| p.is(u, out_of_it)) {
                continue;
            }
            let mut reach = e.march_reach(p, mover).map_or(HexSet::EMPTY, |(_, _, r)| r.hexes);
            reach.insert(here);
            let alone =
                usize::from(p.held(pic.side, here)) <= body.iter().filter(|u| !data.unit(*u).is_hq()).count();
            let guard = match alone && pic.far[usize::from(here)] <= 4 {
                true => place_worth(&self.w, sheet, p, here) / 2,
                false => 0,
            };
            out.push(Piece { mover, body, here, reach, attack, guard });
        }
        out.sort_unstable_by_key(|q| (std::cmp::Reverse(q.attack), q.mover));
    }

    /// Columns that headquarters could lend to an attack, if they follow it.
    fn lent(
        &self,
        e: &Engine<'_>,
        p: &Position,
        pic: &Picture,
        used: UnitSet,
        units: UnitSet,
        target: u16,
    ) -> (u8, UnitSet) {
        let data = e.data;
        let mut best: [Option<(u8, UnitId)>; 2] = [None; 2];
        for hq in e.forces(p, pic.player).iter().filter(|u| data.unit(*u).is_hq() && !used.has(*u)) {
            let (Some(at), u) = (p.hex(hq), data.unit(hq)) else { continue };
            let face = e.own.hq_values(data, p, hq);
            let level = match u.hq.as_ref().map(|h| h.level) {
                Some(Level::Corps) => 0,
                Some(Level::Army) => 1,
                _ => continue,
            };
            let far = data.map.distance(at, target);
            let follows = if p.gruppe[hq.index()] > 0 { 2 } else { FOLLOWS };
            if face.shift == 0 || far > follows + u16::from(face.radius) {
                continue;
            }
            if e.own.shift_breach(data, p, hq, units).is_none()
                && best[level].is_none_or(|b| face.shift > b.0)
            {
                best[level] = Some((face.shift, hq));
            }
        }
        let found = best.iter().flatten();
        (found.clone().map(|b| b.0).sum(), found.map(|b| b.1).collect())
    }

    /// The best post for a piece beside a target, on a board where others have been posted already.
    fn post(
        &self,
        e: &Engine<'_>,
        sheet: &Sheet,
        board: &Position,
        pic: &Picture,
        piece: &Piece,
        target: u16,
    ) -> Option<u16> {
        let data = e.data;
        let mut best: Option<(i32, u16)> = None;
        for step in data.map.open(target) {
            let hex = step.to;
            if !piece.reach.has(hex) || board.held(enemy(pic.side), hex) > 0 {
                continue;
            }
            let moves = hex != piece.here;
            if moves
                && (!stacking::fits(data, board, piece.body, hex)
                    || !self.may_stop(e, board, pic.player, piece.mover, hex))
            {
                continue;
            }
            let free = |h: u16| {
                board.held(pic.side, h) == 0
                    && board.held(enemy(pic.side), h) == 0
                    && !zone_counts(data, board, enemy(pic.side), h)
            };
            let shut = data
                .map
                .open(target)
                .filter(|s| free(s.to) && (s.to == hex || data.map.step(hex, s.to).is_some()));
            let mut score = self.w.shuts * shut.count() as i32;
            score -= if step.river == River::No { 0 } else { self.w.wades };
            score -= if pic.supplied.has(hex) { 0 } else { self.w.hungry };
            let mates = board.stack(data, pic.side, hex).and(piece.body);
            let worth = body_worth(sheet, board, piece.body);
            score -= pic.danger(e, board, hex, defence_of(data, board, mates), worth) / 3;
            score += if moves { 0 } else { 3 };
            if best.is_none_or(|b| score > b.0) {
                best = Some((score, hex));
            }
        }
        best.map(|b| b.1)
    }

    /// The best plan against one hex.
    fn plan(
        &self,
        e: &Engine<'_>,
        sheet: &Sheet,
        base: &Position,
        pic: &Picture,
        (pieces, posts): (&[Piece], &mut Vec<Post>),
        (target, used): (u16, UnitSet),
    ) -> Option<Plan> {
        let data = e.data;
        let foe = enemy(pic.side);
        let full = cavalry_in_full(data, base, pic.side, &[target]);
        let mut board = *base;
        let mut units = UnitSet::EMPTY;
        posts.clear();
        let mut best: Option<Plan> = None;
        let mut owed = 0;
        for (i, piece) in pieces.iter().enumerate() {
            let Some(hex) = self.post(e, sheet, &board, pic, piece, target) else { continue };
            for unit in piece.body.iter() {
                board.put(data, unit, hex);
                let fights = !data.unit(unit).is_hq() && data.unit(unit).front.attack > 0;
                if fights && (full || data.unit(unit).kind != Kind::Cavalry) {
                    units.insert(unit);
                }
            }
            posts.push((i, hex));
            owed += piece.guard;
            if units.is_empty() {
                continue;
            }
            let (shift, staffs) = self.lent(e, &board, pic, used, units, target);
            let stand = Stand::new((e, &self.w), sheet, &board, foe, target);
            let attack = Attack { units, heroes: UnitSet::EMPTY, targets: &[target] };
            let Some(gain) = six_fold((e, &self.w), sheet, &board, &attack, shift, &stand) else { continue };
            let mut seen = HexSet::EMPTY;
            let mut risk = 0;
            for (_, hex) in posts.iter() {
                if seen.has(*hex) {
                    continue;
                }
                seen.insert(*hex);
                let stack = board.stack(data, pic.side, *hex);
                risk += pic.danger(
                    e,
                    &board,
                    *hex,
                    defence_of(data, &board, stack),
                    body_worth(sheet, &board, stack),
                );
                risk += if pic.supplied.has(*hex) { 0 } else { self.w.hungry };
            }
            let eager = self.eager(sheet, base, pic.side, units, target);
            let worth = gain - 6 * (risk * self.w.exposed / 100 + owed) + eager;
            if best.as_ref().is_none_or(|b| worth > b.worth) {
                best = Some(Plan { worth, target, size: posts.len(), staffs, board });
            }
            if posts.len() >= FORCE {
                break;
            }
        }
        best
    }

    /// Plans the attacks of a turn and lays out the marches to them.
    pub(super) fn plan_attacks(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, pic: &mut Picture) {
        let mut room = std::mem::take(&mut self.room);
        self.assign(e, sheet, p, pic, &mut room);
        self.room = room;
    }

    fn assign(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, pic: &mut Picture, room: &mut Room) {
        let Room { pieces, targets, posts: [posts, chosen], .. } = room;
        pieces.clear();
        self.pieces(e, sheet, p, pic, pieces);
        targets.clear();
        targets.extend(pic.foes.iter().map(|f| f.hex).filter(|h| e.may_be_attacked(p, pic.side, *h)));
        let mut base = *p;
        let mut used = UnitSet::EMPTY;
        for _ in 0..MOST {
            let mut best: Option<Plan> = None;
            targets.retain(|t| {
                let near = pieces.iter().any(|q| e.data.map.open(*t).any(|s| q.reach.has(s.to)));
                let found =
                    if near { self.plan(e, sheet, &base, pic, (pieces, posts), (*t, used)) } else { None };
                let Some(plan) = found else { return false };
                let hopeful = plan.worth >= HOPELESS;
                if best.as_ref().is_none_or(|b| plan.worth > b.worth) {
                    posts.truncate(plan.size);
                    std::mem::swap(posts, chosen);
                    best = Some(plan);
                }
                hopeful
            });
            let Some(plan) = best.filter(|q| q.worth >= self.w.planning) else { break };
            targets.retain(|t| *t != plan.target);
            used = used.and(plan.staffs);
            base = plan.board;
            self.strikes.push(plan.target);
            for (i, hex) in chosen.iter() {
                let piece = &pieces[*i];
                self.settle(piece.mover);
                for goal in 0..pic.goals.len() {
                    if pic.goals[goal].hex == plan.target {
                        pic.send(goal, piece.attack);
                    }
                }
                if *hex != piece.here {
                    self.queue.push_back(Action::March(piece.mover, *hex));
                }
            }
            for (i, _) in chosen.iter().rev() {
                pieces.remove(*i);
            }
        }
    }
}
