//! Ways: everything that a unit can reach, and how it goes there.

use super::super::{Engine, Event};
use super::lay::{Lay, Mover};
use super::pace::{Snag, snag};
use super::types::MarchEvent;
use crate::data::{Class, HEXES, Hexes, NOWHERE};
use crate::state::Position;

/// Marks a hex that cannot be reached.
pub const UNREACHED: u8 = u8::MAX;

/// What a unit can reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Most half-points left on arrival, [`UNREACHED`] for hexes out of reach. On rails 0 or 1.
    pub left: [u8; HEXES],
    /// Where the move may end; the hex of the unit is not in it.
    pub ends: Hexes,
    /// Half-points before the first step.
    pub start: u8,
    /// The hex before each; [`NOWHERE`] for the first.
    back: [u16; HEXES],
}

impl Reach {
    /// Nothing at all.
    pub const NOTHING: Reach =
        Reach { left: [UNREACHED; HEXES], ends: Hexes::EMPTY, start: 0, back: [NOWHERE; HEXES] };

    /// Half-points that the cheapest way to a hex costs.
    pub fn cost(&self, hex: u16) -> Option<u8> {
        let left = *self.left.get(usize::from(hex))?;
        (left != UNREACHED).then(|| self.start.saturating_sub(left))
    }

    /// The hexes of the cheapest way to a hex, the first and the last included.
    pub fn path(&self, hex: u16) -> Vec<u16> {
        let mut out = vec![hex];
        while let Some(back) = out.last().and_then(|h| self.back.get(usize::from(*h))) {
            if *back == NOWHERE || out.len() > HEXES {
                break;
            }
            out.push(*back);
        }
        out.reverse();
        out
    }
}

impl Engine<'_> {
    /// All that a unit of the active side can reach now, as far as it may move at all (for views, ways and bots).
    pub fn march_reach(&self, p: &Position, unit: u8) -> Reach {
        if !self.is_unit(unit) || p.side(unit) != p.active || p.march.moved.has(unit) {
            return Reach::NOTHING;
        }
        let lay = self.march_lay(p);
        if self.march_rooted(p, &lay, unit).is_some() {
            return Reach::NOTHING;
        }
        self.march_search(p, &lay, &self.march_mover(p, &lay, unit, false))
    }

    /// What a unit could reach on a Marching Day (orel 7.1.5a); whether it may make one is another question.
    pub fn march_day_reach(&self, p: &Position, unit: u8) -> Reach {
        if !self.is_unit(unit) || p.side(unit) != p.active || p.march.moved.has(unit) {
            return Reach::NOTHING;
        }
        let lay = self.march_lay(p);
        self.march_search(p, &lay, &self.march_mover(p, &lay, unit, true))
    }

    /// Spreads from where a mover stands, or from where it can come in.
    pub(super) fn march_search(&self, p: &Position, lay: &Lay, m: &Mover) -> Reach {
        let mut out = Reach { start: m.left, ..Reach::NOTHING };
        let mut open = Hexes::EMPTY;
        let mut reached = Hexes::EMPTY;
        if m.at == NOWHERE {
            self.march_doors(p, lay, m, &mut |hex, left| {
                let slot = &mut out.left[usize::from(hex)];
                if *slot == UNREACHED || *slot < left {
                    *slot = left;
                    open.insert(hex);
                }
            });
            reached = open;
        } else {
            out.left[usize::from(m.at)] = m.left;
            open.insert(m.at);
        }
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                let here = out.left[usize::from(hex)];
                if here == 0 {
                    continue;
                }
                for d in 0..6 {
                    let to = usize::from(self.d.map.near[usize::from(hex)][usize::from(d)]);
                    // Every step costs something, but on rails.
                    let best = if m.rides() { here } else { here - 1 };
                    if to >= HEXES || (out.left[to] != UNREACHED && out.left[to] >= best) {
                        continue;
                    }
                    let Ok(rest) = self.march_pace(p, lay, m, hex, d, here) else { continue };
                    if out.left[to] == UNREACHED || out.left[to] < rest {
                        (out.left[to], out.back[to]) = (rest, hex);
                        next.insert(to as u16);
                        reached.insert(to as u16);
                    }
                }
            }
            open = next;
        }
        for hex in reached.iter().filter(|h| *h != m.at) {
            if self.march_stay(p, lay, m, hex).is_ok() {
                out.ends.insert(hex);
            }
        }
        out
    }

    /// What keeps a mover from going to a hex; nothing if it can.
    pub(super) fn march_way_bar(&self, p: &Position, lay: &Lay, m: &Mover, to: u16) -> Option<Snag> {
        if usize::from(to) >= HEXES || to == m.at {
            return Some(snag("7.5a", "no unit leaves the map by choice, nor goes where it stands"));
        }
        let step = self.march_direct(p, lay, m, to);
        if matches!(step, Some(Ok(_))) {
            return self.march_stay(p, lay, m, to).err();
        }
        if let Err(why) = self.march_ground(p, lay, m, to) {
            return Some(why);
        }
        let reach = self.march_search(p, lay, m);
        if reach.left[usize::from(to)] == UNREACHED {
            return Some(match m {
                _ if step.is_some_and(|s| s.is_err()) => step?.err()?,
                _ if m.at == NOWHERE => self.march_late_bar(p, m.unit),
                _ if m.rides() => snag("7.1.6a", "no railway that it can use leads there"),
                _ if m.routed => snag("8.7.3j", "no way there leads away from the enemy all along"),
                _ => snag("7a", "no legal way there is short enough for its MP"),
            });
        }
        self.march_stay(p, lay, m, to).err()
    }

    /// The straight step to a neighbour; none if the hex is no neighbour.
    fn march_direct(&self, p: &Position, lay: &Lay, m: &Mover, to: u16) -> Option<Result<u8, Snag>> {
        let d = (m.at != NOWHERE).then(|| self.d.map.direction(m.at, to)).flatten()?;
        Some(self.march_pace(p, lay, m, m.at, d, m.left))
    }

    /// Takes a mover along the way to a hex, which must be legal; the standing tests are made in every hex.
    pub(super) fn march_walk(&self, p: &mut Position, to: u16, day: bool, events: &mut Vec<Event>) {
        let unit = p.march.mover;
        let lay = self.march_lay(p);
        let m = self.march_mover(p, &lay, unit, day);
        let mut way = [NOWHERE; HEXES];
        let mut long = 0;
        let direct = matches!(self.march_direct(p, &lay, &m, to), Some(Ok(_)));
        let reach =
            if direct { Reach { start: m.left, ..Reach::NOTHING } } else { self.march_search(p, &lay, &m) };
        let mut hex = to;
        while hex != NOWHERE && hex != m.at && long < HEXES {
            way[long] = hex;
            long += 1;
            hex = if direct { m.at } else { reach.back[usize::from(hex)] };
        }
        let (mut at, mut left) = (m.at, m.left);
        for &next in way[..long].iter().rev() {
            if at == NOWHERE {
                left = reach.left[usize::from(next)];
                self.march_come(p, unit, next, left, events);
            } else {
                let Some(d) = self.d.map.direction(at, next) else { break };
                left = self.march_pace(p, &lay, &m, at, d, left).unwrap_or(0);
                self.march_hold(p, &lay, &m, at, next);
                p.place(unit, next);
            }
            p.march.walked.put(unit);
            at = next;
            // A Railroad Depot works at the end of its run alone.
            if m.class != Class::RailDepot {
                self.settle(p, events);
            }
        }
        let (from, spent) = (m.at, m.left.saturating_sub(left));
        p.march.left = left;
        if m.rides() {
            p.march.left = 0;
            if from != NOWHERE {
                events.push(Event::March(MarchEvent::Ran { unit, from, to: at }));
            }
        } else if from != NOWHERE || long > 1 {
            let from = if from == NOWHERE { way[long - 1] } else { from };
            events.push(Event::March(MarchEvent::Went { unit, from, to: at, spent, left, day: m.day }));
        }
        self.march_in_city(p, unit);
    }

    /// Whoever has covered a step must stay where he is (orel RU-18).
    fn march_hold(&self, p: &mut Position, lay: &Lay, m: &Mover, from: u16, to: u16) {
        let covered = |h: u16| lay.zone.has(h) && !m.zone.has(h);
        // On rails only a step from zone to zone is ever hindered.
        if m.rides() && !(lay.zone.has(from) && lay.zone.has(to)) {
            return;
        }
        if covered(from) {
            p.march.held.insert(from);
        }
        if covered(to) && (m.zone.has(from) || m.ooc) {
            p.march.held.insert(to);
        }
    }
}
