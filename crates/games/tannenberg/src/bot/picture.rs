//! How the field looks to a side at a moment: what the enemy can bring against each hex, where supply reaches, and what
//! is worth going for.

use crate::Sheet;
use crate::action::Why;
use crate::exclusive::{DE, RU};
use crate::family::engine::Engine;
use crate::family::map::{HexSet, MAX_HEXES};
use crate::family::params::rank;
use crate::family::pieces::Kind;
use crate::family::strength::fort_strength;
use crate::family::zones::{enemy, enemy_holds, zone_counts};
use crate::family::{Data, UnitId, UnitSet};
use crate::position::{Position, flag, told};
use sandtable_board::Hex;

/// All values are in tenths of a victory point.
pub(super) const POINT: i32 = 10;
/// What strength is worth beyond the points of a Step.
const STRENGTH: i32 = 2;
/// What a Gruppe that nobody has looked into is taken for: a division, now and then a dummy.
const UNKNOWN: (u16, u16, u16) = (3, 5, 5);
/// The same once it is known to hold its hex.
const CERTAIN: (u16, u16, u16) = (5, 7, 5);
/// How far the directions of enemies are looked for.
const NEAR: u16 = 4;
/// SP that live off a railhead worth guarding.
const RAILHEAD: i32 = 8;
/// How dear danger is to each side, percent: the German can go back through zones and must strike first.
const CAUTION: [i32; 2] = [80, 140];
/// How much of the threat counts at the end of an enemy's reach, percent.
const FAR_SHARE: u16 = 50;

/// Something to go for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// Where.
    pub hex: u16,
    /// What it is worth.
    pub weight: i32,
    /// Strength that it takes.
    pub need: i32,
    /// Strength on its way.
    pub sent: i32,
}

/// An enemy stack, or what may be one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub hex: u16,
    pub attack: u16,
    pub defence: u16,
    pub reach: u16,
    pub troops: bool,
}

/// How the field looks.
pub(super) struct Picture {
    pub side: u8,
    pub player: u8,
    /// Whether the enemy has no turn left.
    pub last: bool,
    /// Attack strength that the enemy can bring against a hex in his next turn.
    pub threat: [u16; MAX_HEXES],
    /// Directions, as bits, in which enemies stand near.
    pub around: [u8; MAX_HEXES],
    /// Distance to the nearest enemy.
    pub far: [u8; MAX_HEXES],
    /// Attack strength that we can bring against a hex in this turn.
    pub power: [u16; MAX_HEXES],
    /// Hexes where a unit would be in supply.
    pub supplied: HexSet,
    /// Hexes to the nearest of them.
    pub hungry: [u8; MAX_HEXES],
    /// Railheads, and the SP that live off each.
    pub railheads: Vec<(u16, i32)>,
    pub goals: Vec<Goal>,
    pub foes: Vec<Foe>,
}

/// What a Step of a unit is worth to its side.
pub(super) fn step_worth(sheet: &Sheet, unit: UnitId) -> i32 {
    let u = sheet.data.unit(unit);
    let why = if u.side == DE { Why::GermanSteps } else { Why::RussianSteps };
    let force = i32::from(u.front.attack + u.front.defence) * STRENGTH / i32::from(u.steps.max(1));
    let depot = if u.kind == Kind::Depot { POINT } else { 0 };
    POINT * i32::from(sheet.rules.worth(why).abs()) + force + depot
}

/// What a headquarters is worth.
pub(super) fn hq_worth(sheet: &Sheet, hq: UnitId) -> i32 {
    let why = if sheet.data.unit(hq).side == DE { Why::GermanHq } else { Why::RussianHq };
    POINT * i32::from(sheet.rules.worth(why).abs()) + 20
}

/// What a group of units is worth.
pub(super) fn body_worth(sheet: &Sheet, p: &Position, units: UnitSet) -> i32 {
    let one = |u: UnitId| match sheet.data.unit(u).is_hq() {
        true => hq_worth(sheet, u),
        false => i32::from(p.steps(&sheet.data, u)) * step_worth(sheet, u),
    };
    units.iter().map(one).sum()
}

/// Attack strength of some units.
pub(super) fn attack_of(data: &Data, p: &Position, units: UnitSet) -> i32 {
    units.iter().map(|u| i32::from(data.unit(u).face(p.lost[u.index()]).attack)).sum()
}

/// Defence strength of some units.
pub(super) fn defence_of(data: &Data, p: &Position, units: UnitSet) -> i32 {
    let troops = units.iter().filter(|u| !data.unit(*u).is_hq());
    troops.map(|u| i32::from(data.unit(u).face(p.lost[u.index()]).defence)).sum()
}

/// Hexes where a unit of a side with a range would be in supply: lines followed from the sources outwards.
fn supplied(e: &Engine<'_>, p: &Position, side: u8, range: u8) -> HexSet {
    let data = e.data;
    let sources = e.sources(p, side);
    let army = e.army_of(side);
    let most =
        usize::from(data.params.supply.zone_hexes[rank(data.params.armies[usize::from(army)].tcr)]).min(3);
    let mut out = sources.hexes;
    let mut seen = [HexSet::EMPTY; 4];
    let mut open = [HexSet::EMPTY; 4];
    for hex in sources.hexes.iter().filter(|h| usize::from(*h) < MAX_HEXES) {
        let zone = usize::from(zone_counts(data, p, side, hex));
        if zone <= most && !enemy_holds(data, p, side, hex) {
            open[zone].insert(hex);
            seen[zone].insert(hex);
        }
    }
    for _ in 0..range {
        let mut next = [HexSet::EMPTY; 4];
        for (used, hexes) in open.iter().enumerate().take(most + 1) {
            for hex in hexes.iter() {
                for step in data.map.open(hex) {
                    out.insert(step.to);
                    let now = used + usize::from(zone_counts(data, p, side, step.to));
                    let known = now > most || seen[..=now].iter().any(|s| s.has(step.to));
                    if !known && !enemy_holds(data, p, side, step.to) {
                        seen[now].insert(step.to);
                        next[now].insert(step.to);
                    }
                }
            }
        }
        open = next;
    }
    out
}

impl Picture {
    /// Looks at the field.
    pub fn new(e: &Engine<'_>, sheet: &Sheet, p: &Position, player: u8) -> Picture {
        let side = e.own.side_of(player);
        let range = if side == RU { 3 } else { 4 };
        let mut out = Picture {
            side,
            player,
            last: p.turn >= e.own.last_turn() && p.phasing != e.data.params.first,
            threat: [0; MAX_HEXES],
            around: [0; MAX_HEXES],
            far: [u8::MAX; MAX_HEXES],
            power: [0; MAX_HEXES],
            supplied: supplied(e, p, side, range),
            hungry: [u8::MAX; MAX_HEXES],
            railheads: railheads(e, p, side),
            goals: Vec::new(),
            foes: foes(e, p, side),
        };
        out.shade(e.data);
        out.starve(e.data);
        out.muster(e, p);
        out.goals = super::goals::goals(e, sheet, p, &out);
        out
    }

    fn shade(&mut self, data: &Data) {
        let topology = data.map.board.topology();
        for foe in self.foes.iter().filter(|f| f.troops) {
            for hex in topology.within(Hex(foe.hex), foe.reach.max(NEAR)) {
                let (far, at) = (data.map.distance(foe.hex, hex.0), usize::from(hex.0));
                if far < foe.reach {
                    self.threat[at] += foe.attack;
                } else if far == foe.reach {
                    self.threat[at] += foe.attack * FAR_SHARE / 100;
                }
                if far <= NEAR && far > 0 {
                    let toward = |next: Hex| data.map.distance(next.0, foe.hex) < far;
                    if let Some((d, ..)) = topology.neighbours(hex).find(|(_, _, next)| toward(*next)) {
                        self.around[at] |= 1 << d.0;
                    }
                }
            }
        }
        for hex in 0..data.map.len() {
            let near = self.foes.iter().filter(|f| f.troops).map(|f| data.map.distance(f.hex, hex)).min();
            self.far[usize::from(hex)] = near.map_or(u8::MAX, |d| d.min(254) as u8);
        }
    }

    /// Measures how far each hex is from supply.
    fn starve(&mut self, data: &Data) {
        let mut open: HexSet = self.supplied.iter().filter(|h| usize::from(*h) < MAX_HEXES).collect();
        let mut far = 0;
        while !open.is_empty() && far < 12 {
            open.iter().for_each(|h| self.hungry[usize::from(h)] = far);
            far += 1;
            let mut next = HexSet::EMPTY;
            for hex in open.iter() {
                let fresh = data.map.open(hex).filter(|s| self.hungry[usize::from(s.to)] == u8::MAX);
                fresh.for_each(|s| next.insert(s.to));
            }
            open = next;
        }
    }

    /// Adds up what we could bring against each hex.
    fn muster(&mut self, e: &Engine<'_>, p: &Position) {
        let data = e.data;
        for unit in e.forces(p, self.player).iter().filter(|u| data.unit(*u).has_zone()) {
            let Some(hex) = p.hex(unit).filter(|_| !p.is(unit, flag::OUT_OF_COMMAND | flag::ENTRAINED))
            else {
                continue;
            };
            let (u, face) = (data.unit(unit), data.unit(unit).face(p.lost[unit.index()]));
            let attack = if u.kind == Kind::Cavalry { 0 } else { face.attack };
            let reach = u16::from(face.movement.saturating_sub(1));
            for at in data.map.board.topology().within(Hex(hex), reach) {
                self.power[usize::from(at.0)] += u16::from(attack);
            }
        }
    }

    /// What a stack of so much defence and worth may expect to lose in a hex in the enemy's next turn.
    pub fn danger(&self, e: &Engine<'_>, p: &Position, hex: u16, defence: i32, worth: i32) -> i32 {
        if self.last && p.phasing == self.side {
            return 0;
        }
        let data = e.data;
        let fort = p.fort_at(data, self.side, hex).map_or(0, |f| i32::from(fort_strength(data, p, f)));
        let stands = (defence * i32::from(data.map.at(hex).times) + fort).max(1);
        let threat = i32::from(self.threat[usize::from(hex)]);
        let percent = match 10 * threat / stands {
            0..=4 => 0,
            5..=7 => 2,
            8..=9 => 4,
            10..=14 => 9,
            15..=19 => 14,
            20..=29 => 22,
            30..=39 => 32,
            _ => 42,
        };
        // Who may not go back through zones is lost where enemies stand all round.
        let tcr = data.params.armies[usize::from(e.army_of(self.side))].tcr;
        let ringed = !data.params.retreat_in_zone[rank(tcr)];
        let round = match self.around[usize::from(hex)].count_ones() {
            0..=2 => 10,
            3 => {
                if ringed {
                    14
                } else {
                    11
                }
            }
            4 => {
                if ringed {
                    19
                } else {
                    12
                }
            }
            _ => {
                if ringed {
                    24
                } else {
                    13
                }
            }
        };
        worth * percent * round / 1000 * CAUTION[usize::from(self.side)] / 100
    }
}

/// The rail hexes nearest to the troops that march beyond the railways: whoever takes them starves an army.
fn railheads(e: &Engine<'_>, p: &Position, side: u8) -> Vec<(u16, i32)> {
    let rails = crate::family::supply::railways(e.data, p, e.army_of(side));
    let mut out: Vec<(u16, i32)> = Vec::new();
    if side != RU {
        return out;
    }
    for unit in e.troops(p, side).iter() {
        let Some(hex) = p.hex(unit).filter(|h| !rails.has(*h)) else { continue };
        let near = rails
            .iter()
            .filter(|h| usize::from(*h) < MAX_HEXES)
            .min_by_key(|h| (e.data.map.distance(*h, hex), *h));
        let Some(near) = near else { continue };
        let sp = i32::from(e.data.unit(unit).sp);
        match out.iter_mut().find(|r| r.0 == near) {
            Some(head) => head.1 += sp,
            None => out.push((near, sp)),
        }
    }
    out.retain(|r| r.1 >= RAILHEAD);
    out
}

/// The enemies that a side knows of, stack by stack, and Gruppen that may be some.
fn foes(e: &Engine<'_>, p: &Position, side: u8) -> Vec<Foe> {
    let data = e.data;
    let mut out: Vec<Foe> = Vec::new();
    let mut add = |hex: u16, attack: u16, defence: u16, reach: u16, troops: bool| match out
        .iter_mut()
        .find(|f| f.hex == hex)
    {
        Some(f) => {
            f.attack += attack;
            f.defence += defence;
            f.reach = f.reach.max(reach);
            f.troops |= troops;
        }
        None => out.push(Foe { hex, attack, defence, reach, troops }),
    };
    for unit in data.ids().filter(|u| data.unit(*u).side == enemy(side)) {
        let Some(hex) = p.hex(unit) else { continue };
        let u = data.unit(unit);
        let face = u.face(p.lost[unit.index()]);
        if u.is_hq() {
            add(hex, 0, u16::from(crate::family::command::face(data, p, unit).combat), 0, false);
            continue;
        }
        let tcr = data.tcr(unit);
        let reach = u16::from(face.movement) - u16::from(tcr > 1 && face.movement > 1);
        let rides = p.is(unit, flag::ENTRAINED);
        let attack = if u.kind == Kind::Cavalry { face.attack.div_ceil(2) } else { face.attack };
        add(hex, u16::from(attack), u16::from(face.defence), if rides { 2 } else { reach }, u.has_zone());
    }
    if e.own.hides(p).is_some_and(|h| h.side != side) {
        for marker in p.markers.iter().filter(|m| m.in_play() && usize::from(m.place) < MAX_HEXES) {
            let (attack, defence, reach) = match marker.told {
                told::NOTHING => UNKNOWN,
                told::ZONE | told::HOLDS => CERTAIN,
                told::NO_ZONE => (0, 1, 0),
                _ => continue,
            };
            add(marker.place, attack, defence, reach, attack > 0);
        }
    }
    out
}
