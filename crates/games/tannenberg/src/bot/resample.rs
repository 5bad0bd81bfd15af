//! A whole position that agrees with what a side knows: hidden units are dealt to the Gruppen that are seen, corps
//! together and not too far from where they began.

use crate::Engine;
use crate::Sheet;
use crate::data::Where;
use crate::position::{MARKERS, Position, Step, flag, off, told};
use sandtable_core::dice::Seeded;
use sandtable_east::data::pieces::{Kind, MAX_UNITS};
use sandtable_east::data::{MAX_HEXES, UnitId, UnitSet};
use sandtable_east::engine::Hides;
use sandtable_east::standard::stacking;
use sandtable_east::standard::zones::enemy;

/// SP that a box holds as a rule.
const USUAL: u8 = 5;
/// SP in a box on the average, in halves.
const FILLED: usize = 9;
/// Dummies at most.
const DUMMIES: usize = 7;
/// Weights: of nearness, of mates in the box and near it, of a headquarters with its corps; what is left of one in a
/// box that is full as a rule.
const NEARNESS: u32 = 1000;
const UNLIKELY: u32 = 8;
const MATES: u32 = 6;
const NEIGHBOURS: u32 = 2;
const STAFFED: u32 = 4;
const CROWDED: u32 = 6;

/// Units being dealt to Gruppen.
struct Deal<'a> {
    e: &'a Engine<'a>,
    sheet: &'a Sheet,
    p: Position,
    hides: Hides,
    left: UnitSet,
    sp: [u8; MARKERS],
    chance: &'a mut Seeded,
}

/// Draws a position that agrees with what a side knows.
pub(super) fn resample(
    e: &Engine<'_>,
    sheet: &Sheet,
    known: &Position,
    side: u8,
    chance: &mut Seeded,
) -> Position {
    let Some(hides) = e.own.hides(known).filter(|h| h.side != side) else { return *known };
    let mut p = *known;
    p.partial = false;
    p.recount(e.data);
    forget_secrets(e, &mut p, hides.side);
    let left: UnitSet = e.data.ids().filter(|u| p.place(*u) == off::HIDDEN).collect();
    let mut deal = Deal { e, sheet, p, hides, left, sp: [0; MARKERS], chance };
    deal.wear();
    deal.answers();
    deal.rest();
    deal.p
}

/// Takes out steps that are about something which the side does not see.
fn forget_secrets(e: &Engine<'_>, p: &mut Position, side: u8) {
    let secret = |step: &Step| match step {
        Step::Displace(hq) => hq.is_none(),
        Step::Overfull(player, 0) => e.own.side_of(*player) == side,
        _ => false,
    };
    if !p.steps.waiting().iter().any(secret) {
        return;
    }
    let copy = *p;
    while !p.steps.waiting().is_empty() {
        p.steps.pop();
    }
    copy.steps.waiting().iter().filter(|s| !secret(s)).for_each(|s| p.steps.push(*s));
}

impl Deal<'_> {
    /// Losses that have been scored and are not seen on anybody lie somewhere among the hidden, unless replaced since.
    fn wear(&mut self) {
        let data = self.e.data;
        let seen: u16 = data
            .ids()
            .filter(|u| data.unit(*u).side == self.hides.side && !data.unit(*u).is_hq())
            .map(|u| u16::from(self.p.lost[u.index()]))
            .sum();
        let unseen = usize::from(self.p.own.german_steps.saturating_sub(seen)).min(8);
        let worn = self.chance.below(unseen + 1);
        for _ in 0..worn {
            let fit = |u: &UnitId| {
                let unit = data.unit(*u);
                !unit.is_hq() && unit.steps > 1 && self.p.lost[u.index()] == 0
            };
            let whole = self.left.iter().filter(fit).count();
            if whole == 0 {
                return;
            }
            let pick = self.chance.below(whole);
            if let Some(unit) = self.left.iter().filter(fit).nth(pick) {
                self.p.lost[unit.index()] = 1;
            }
        }
    }

    /// Gruppen of which something is known get somebody who bears it out.
    fn answers(&mut self) {
        for at in 0..MARKERS {
            let marker = self.p.markers[at];
            if !marker.in_play() {
                continue;
            }
            let data = self.e.data;
            let fits = |u: UnitId| match marker.told {
                told::STAFF => data.unit(u).is_hq(),
                told::ZONE => data.unit(u).has_zone(),
                told::HOLDS => !data.unit(u).is_hq(),
                told::NO_ZONE => data.unit(u).kind == Kind::Depot,
                _ => false,
            };
            let mut able: UnitSet = self.left.iter().filter(|u| fits(*u) && !self.shut(*u, at)).collect();
            let rides = marker.told == told::NO_ZONE && able.is_empty();
            if rides {
                able = self.left.iter().filter(|u| !data.unit(*u).is_hq() && !self.shut(*u, at)).collect();
            }
            if let Some(unit) = self.drawn(able, at) {
                self.put(unit, at, rides);
            }
        }
    }

    /// One of some units for a box.
    fn drawn(&mut self, able: UnitSet, at: usize) -> Option<UnitId> {
        let mut weights = [0u32; MAX_UNITS];
        for unit in able.iter() {
            weights[unit.index()] = self.weight(unit, at);
        }
        let drawn = draw(&weights, self.chance).map(|i| UnitId(i as u8));
        drawn.or_else(|| able.iter().next())
    }

    /// All other units go where they may be; some Gruppen stay empty.
    fn rest(&mut self) {
        let silent = |p: &Position, at: usize| {
            p.markers[at].in_play() && matches!(p.markers[at].told, told::NOTHING | told::HOLDS | told::ZONE)
        };
        let open = (0..MARKERS).filter(|at| silent(&self.p, *at)).count();
        let sp: usize = self.left.iter().map(|u| usize::from(self.e.data.unit(u).sp)).sum();
        let needed = (2 * sp).div_ceil(FILLED);
        let spare = open.saturating_sub(needed).min(DUMMIES);
        let mut empty = [false; MARKERS];
        for _ in 0..self.chance.below(spare + 2) {
            let at = self.chance.below(MARKERS);
            empty[at] = self.p.markers[at].told == told::NOTHING;
        }
        for unit in self.left.iter() {
            let mut weights = [0u32; MARKERS];
            for at in (0..MARKERS).filter(|at| silent(&self.p, *at) && !empty[*at]) {
                weights[at] = self.weight(unit, at);
            }
            let drawn = draw(&weights, self.chance).or_else(|| {
                // Nobody has room: the emptiest box that may hold it.
                let hq = self.e.data.unit(unit).is_hq();
                let may = |at: &usize| {
                    !self.shut(unit, *at)
                        && (silent(&self.p, *at)
                            || (self.p.markers[*at].in_play()
                                && hq
                                && self.p.markers[*at].told == told::STAFF))
                };
                (0..MARKERS).filter(may).min_by_key(|at| (empty[*at], self.sp[*at]))
            });
            if let Some(at) = drawn {
                self.put(unit, at, false);
            }
        }
    }

    /// Whether the enemy stands where a box is: then it holds nobody but a staff that has yet to get away (tannenberg 5.13a).
    fn shut(&self, unit: UnitId, at: usize) -> bool {
        let place = self.p.markers[at].place;
        usize::from(place) < MAX_HEXES
            && !self.e.data.unit(unit).is_hq()
            && self.p.held(enemy(self.hides.side), place) > 0
    }

    /// How likely a unit is in a box, as far as one can tell.
    fn weight(&self, unit: UnitId, at: usize) -> u32 {
        let (data, u) = (self.e.data, self.e.data.unit(unit));
        let place = self.p.markers[at].place;
        let on_map = usize::from(place) < MAX_HEXES;
        if self.shut(unit, at)
            || self.sp[at] + u.sp > self.hides.box_sp
            || (on_map && !stacking::fits(data, &self.p, std::iter::once(unit).collect(), place))
        {
            return 0;
        }
        let home = match self.sheet.rules.postings[unit.index()].as_ref().map(|q| &q.place) {
            Some(Where::Hex(hex)) if on_map => data.map.distance(*hex, place),
            _ => 12,
        };
        let far = u32::from(home) / u32::from(self.p.turn.max(1));
        let mut weight = NEARNESS / (1 + far * far) + UNLIKELY;
        let kin = |o: &UnitId| {
            *o != unit
                && !u.corps.is_empty()
                && data.unit(*o).corps == u.corps
                && data.unit(*o).side == u.side
        };
        let inside = self.e.in_box(&self.p, at as u8 + 1);
        if inside.iter().any(|o| kin(&o)) {
            weight *= if u.is_hq() { MATES * STAFFED } else { MATES };
        } else {
            let mut others = data.ids().filter(kin).filter_map(|o| self.p.hex(o));
            if on_map && others.any(|h| data.map.distance(h, place) <= 3) {
                weight *= NEIGHBOURS;
            }
        }
        if self.sp[at] + u.sp > USUAL { (weight / CROWDED).max(1) } else { weight }
    }

    fn put(&mut self, unit: UnitId, at: usize, rides: bool) {
        let data = self.e.data;
        let place = self.p.markers[at].place;
        self.left.remove(unit);
        self.sp[at] += data.unit(unit).sp;
        self.p.gruppe[unit.index()] = at as u8 + 1;
        if rides || usize::from(place) >= MAX_HEXES {
            self.p.set(data, unit, flag::ENTRAINED, true);
        }
        self.p.put(data, unit, place);
    }
}

/// One of several by weight.
fn draw(weights: &[u32], chance: &mut Seeded) -> Option<usize> {
    let sum: u32 = weights.iter().sum();
    if sum == 0 {
        return None;
    }
    let mut pick = chance.below(sum as usize) as u32;
    weights.iter().position(|w| {
        let hit = pick < *w;
        pick = pick.saturating_sub(*w);
        hit
    })
}
