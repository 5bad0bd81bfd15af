//! Strength in combat (tannenberg 8.1 to 8.4): who may attack, both totals with all reductions in their order, the ratio
//! and its column.

use crate::data::map::River;
use crate::data::params::{Params, rank};
use crate::data::pieces::{Kind, UnitSet};
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::{Position, flag};
use crate::standard::command::{attacks, defends, face};
use crate::standard::rail;
use crate::standard::zones::enemy;
use sandtable_core::Refusal;

/// An attack: who, with which heroic headquarters, against which hexes.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// Combat units.
    pub units: UnitSet,
    /// Heroic headquarters that fight along (tannenberg 10.23).
    pub heroes: UnitSet,
    /// Hexes attacked.
    pub targets: &'a [u16],
}

/// Halves are summed exactly: all shares are kept in twelfths until the one rounding at the end.
const SHARE: u32 = 12;

/// Why an attack may not be made, if it may not.
pub fn attack_breach(data: &Data, p: &Position<impl Adds>, attack: &Attack<'_>) -> Option<Refusal> {
    let refuse = |rule, why, u: UnitId| Some(Refusal::new(rule, why).of(u));
    let first = attack.units.iter().next();
    let Some(side) = first.map(|u| data.unit(u).side).filter(|_| !attack.targets.is_empty()) else {
        return Some(Refusal::new("8.0a", "an attack needs attackers and a target"));
    };
    for u in attack.units.iter() {
        let (unit, hex) = (data.unit(u), p.hex(u));
        let near = |t: &u16| hex.is_some_and(|h| data.map.step(h, *t).is_some());
        if unit.is_hq() || unit.face(p.lost[u.index()]).attack == 0 {
            return refuse("8.12c", "it has no attack strength", u);
        }
        if !attack.targets.iter().all(near) {
            return refuse("8.23", "every attacker is adjacent to every target", u);
        }
        if p.is(u, flag::ATTACKED | flag::ADVANCED) {
            return refuse("8.14a", "it has attacked or advanced in this phase", u);
        }
        if !rail::may_attack(data, p, u) {
            return refuse("5.34b", "it is entrained or came by rail", u);
        }
    }
    if let Some(h) = attack.heroes.iter().find(|h| !attacks(data, p, *h, attack.units)) {
        return refuse("10.23", "a heroic leader attacks with two stacking points of its stack", h);
    }
    for t in attack.targets {
        let held = p.held(enemy(side), *t) > 0 || p.fort_at(data, enemy(side), *t).is_some();
        if !held || attacked(data, p, enemy(side), *t) {
            return Some(Refusal::new("8.14b", "the hex cannot be attacked, or not again").at(*t));
        }
    }
    None
}

/// Whether those who defend a hex have been attacked in this phase (tannenberg 8.14b). Guests have, as a rule, but their
/// hosts may still be (tannenberg 8.66a).
pub fn attacked(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    let stormed = p.fort_at(data, side, hex).is_some_and(|f| p.stormed(f));
    stormed || defenders(data, p, side, hex).iter().any(|u| p.is(u, flag::DEFENDED))
}

/// Attack Strength of a unit: printed, less a corps marker, halved out of supply and again out of command, each rounded
/// down and at least 1 (tannenberg 9.21b, tannenberg 10.42a, R-26).
pub fn unit_attack(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> u8 {
    let printed = data.unit(unit).face(p.lost[unit.index()]).attack;
    if printed == 0 {
        return 0;
    }
    let (supply, command) = (&data.params.supply, &data.params.command);
    let mut attack = printed;
    // Supply through a fortress or trench ends with the attack (tannenberg 11.22b, R-71).
    if p.is(unit, flag::OUT_OF_SUPPLY | flag::FED) {
        attack = (attack / supply.attack_divided_by).max(supply.least);
    }
    if p.is(unit, flag::OUT_OF_COMMAND) {
        attack = (attack / command.attack_divided_by).max(supply.least);
    }
    attack
}

/// The divisor for an attacker: that of a river if any side it attacks over has one (tannenberg 5.4l, R-30).
fn river_divisor(data: &Data, from: u16, targets: &[u16]) -> u8 {
    let chart = &data.params.chart;
    let of = |id: &str| chart.row(id).map_or(1, |r| r.attack_divided_by);
    let sides = targets.iter().filter_map(|t| data.map.step(from, *t));
    let by = |river| match river {
        River::No => 1,
        River::River => of("river"),
        River::Major => of("major_river"),
    };
    sides.map(|s| by(s.river)).max().unwrap_or(1)
}

/// Whether cavalry attacks some hexes in full: nothing there but what the parameters name (tannenberg 12.21a); a fortress
/// that stands is something else.
pub fn cavalry_in_full(data: &Data, p: &Position<impl Adds>, side: u8, targets: &[u16]) -> bool {
    targets.iter().all(|t| {
        let stack = p.stack(data, enemy(side), *t);
        p.fort_at(data, enemy(side), *t).is_none()
            && stack.iter().all(|u| data.params.cavalry.full_against.contains(&data.unit(u).kind))
    })
}

/// The attack total (tannenberg 8.0b): each unit reduced for supply and command, shares over rivers divided without
/// rounding, cavalry cut on its sum, and the whole rounded down once.
pub fn attack_total(data: &Data, p: &Position<impl Adds>, attack: &Attack<'_>) -> u16 {
    let (others, mut cavalry) = shares(data, p, attack);
    let side = attack.units.iter().next().map_or(0, |u| data.unit(u).side);
    if !cavalry_in_full(data, p, side, attack.targets) {
        // tannenberg 12.21b, on the sum
        cavalry = cavalry * u32::from(data.params.cavalry.else_percent) / (100 * SHARE) * SHARE;
    }
    ((others + cavalry) / SHARE) as u16
}

/// The same as if cavalry counted in full.
pub fn without_cavalry_rule(data: &Data, p: &Position<impl Adds>, attack: &Attack<'_>) -> u16 {
    let (others, cavalry) = shares(data, p, attack);
    ((others + cavalry) / SHARE) as u16
}

/// What cavalry and the others bring over their hexsides, in shares.
fn shares(data: &Data, p: &Position<impl Adds>, attack: &Attack<'_>) -> (u32, u32) {
    let (mut others, mut cavalry) = (0u32, 0u32);
    let share = |u: UnitId, strength: u8| {
        let divisor = p.hex(u).map_or(1, |h| river_divisor(data, h, attack.targets)).max(1);
        u32::from(strength) * SHARE / u32::from(divisor)
    };
    for u in attack.units.iter() {
        let part = share(u, unit_attack(data, p, u));
        if data.unit(u).kind == Kind::Cavalry {
            cavalry += part;
        } else {
            others += part;
        }
    }
    // tannenberg 10.51c: never reduced for supply; over a river with its stack (R-57d).
    for h in attack.heroes.iter().filter(|h| attacks(data, p, *h, attack.units)) {
        others += share(h, face(data, p, h).combat);
    }
    (others, cavalry)
}

/// Defence Strength of a unit; half of it entrained, rounded down (tannenberg 5.36c).
pub fn unit_defence(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> u8 {
    let defence = data.unit(unit).face(p.lost[unit.index()]).defence;
    if p.is(unit, flag::ENTRAINED) { defence / data.params.rail.defence_divided_by } else { defence }
}

/// The units of a side that defend in a hex: all but guests (tannenberg 8.21, tannenberg 8.66a).
pub fn defenders(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> UnitSet {
    p.stack(data, side, hex).iter().filter(|u| !p.is(*u, flag::GUEST)).collect()
}

/// Strength of a fortress now: the smaller once it is weakened, none once destroyed (tannenberg 11.11b,
/// tannenberg 11.14a).
pub fn fort_strength(data: &Data, p: &Position<impl Adds>, fort: u8) -> u8 {
    let f = &data.map.forts[usize::from(fort)];
    match p.fort_lost(fort) {
        lost if lost >= data.params.fortress.steps => 0,
        lost if lost >= data.params.fortress.weakened_after => f.weakened,
        _ => f.full,
    }
}

/// The defence of one hex: units and headquarters that fight, times the ground, and the fortress on top (tannenberg 5.4t,
/// tannenberg 10.53a, R-31).
pub fn hex_defence(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> u16 {
    let stack = defenders(data, p, side, hex);
    let mut sum = 0u16;
    for u in stack.iter() {
        if !data.unit(u).is_hq() {
            sum += u16::from(unit_defence(data, p, u));
        } else if defends(data, p, u, stack) {
            sum += u16::from(face(data, p, u).combat);
        }
    }
    let fort = p.fort_at(data, side, hex).map_or(0, |f| fort_strength(data, p, f));
    sum * data.map.at(hex).times + u16::from(fort)
}

/// The defence total of all hexes attacked; each has its own ground.
pub fn defence_total(data: &Data, p: &Position<impl Adds>, side: u8, targets: &[u16]) -> u16 {
    targets.iter().map(|t| hex_defence(data, p, side, *t)).sum()
}

/// The ratio, rounded for the defender (tannenberg 8.4a): n for n-1, −n for 1-n, 1 for even. None without attackers;
/// against nothing it is beyond every column.
pub fn ratio(attack: u16, defence: u16) -> Option<i16> {
    match (attack, defence) {
        (0, _) => None,
        (_, 0) => Some(i16::MAX),
        (a, d) if a >= d => Some((a / d).min(i16::MAX as u16) as i16),
        (a, d) => Some(-(d.div_ceil(a).min(i16::MAX as u16) as i16)),
    }
}

/// The column for a ratio under the header of a TCR, from 1 (tannenberg 8.4b). None below the first
/// (tannenberg 8.8m); the last above it (tannenberg 8.8n).
pub fn column(params: &Params, tcr: u8, ratio: i16) -> Option<u8> {
    // 1-n is less than 1-1, though −n would stand beside 0.
    let order = |r: i16| if r < 0 { r + 2 } else { r };
    let header = &params.crt.headers[rank(tcr)];
    header.iter().rposition(|h| order(*h) <= order(ratio)).map(|i| i as u8 + 1)
}

/// The column after shifts to the right, not past the last (tannenberg 10.21b).
pub fn shifted(params: &Params, tcr: u8, column: u8, shift: u8) -> u8 {
    column.saturating_add(shift).min(params.crt.headers[rank(tcr)].len() as u8)
}

/// The TCR that counts for attackers: that of most Steps, the worse of two with as many.
pub fn tcr_of(data: &Data, p: &Position<impl Adds>, units: UnitSet) -> u8 {
    let mut steps = [0u16; 4];
    for u in units.iter().filter(|u| !data.unit(*u).is_hq()) {
        steps[rank(data.tcr(u))] += u16::from(p.steps(data, u));
    }
    (1..=4u8).max_by_key(|t| steps[rank(*t)]).unwrap_or(4)
}

/// What is added to the die: for ridges if any attacker crosses one, for Major Rivers if all attackers cross nothing else
/// (tannenberg 5.4f, tannenberg 5.4m).
pub fn die_change(data: &Data, p: &Position<impl Adds>, attack: &Attack<'_>) -> u8 {
    let (ridge, major) = die_changes(data, p, attack);
    ridge + major
}

/// The same for ridges and for Major Rivers.
pub fn die_changes(data: &Data, p: &Position<impl Adds>, attack: &Attack<'_>) -> (u8, u8) {
    let chart = &data.params.chart;
    let die = |id: &str| chart.row(id).map_or(0, |r| r.die);
    let (mut any_ridge, mut all_major, mut sides) = (false, true, 0);
    for u in attack.units.iter() {
        let Some(from) = p.hex(u) else { continue };
        for step in attack.targets.iter().filter_map(|t| data.map.step(from, *t)) {
            sides += 1;
            any_ridge |= step.ridge;
            all_major &= step.river == River::Major;
        }
    }
    let ridge = if any_ridge { die("ridge") } else { 0 };
    let major = if all_major && sides > 0 { die("major_river") } else { 0 };
    (ridge, major)
}
