//! What a side finds when it looks about: where supply reaches, the railheads that armies live off, the enemies.

use super::picture::Foe;
use crate::Engine;
use crate::play::RU;
use crate::position::{Position, flag, told};
use sandtable_east::data::map::{HexSet, MAX_HEXES};
use sandtable_east::data::params::rank;
use sandtable_east::data::pieces::Kind;
use sandtable_east::standard::zones::{enemy, enemy_holds, zone_counts};

/// What a Gruppe that nobody has looked into is taken for: a division, now and then a dummy.
const UNKNOWN: (u16, u16, u16) = (3, 5, 5);
/// The same once it is known to hold its hex.
const CERTAIN: (u16, u16, u16) = (5, 7, 5);
/// SP that live off a railhead worth guarding.
const RAILHEAD: i32 = 8;

/// Hexes where a unit of a side with a range would be in supply: lines followed from the sources outwards.
pub(super) fn supplied(e: &Engine<'_>, p: &Position, side: u8, range: u8) -> HexSet {
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

/// The rail hexes nearest to the troops that march beyond the railways: taking them starves an army.
pub(super) fn find_railheads(e: &Engine<'_>, p: &Position, side: u8, out: &mut Vec<(u16, i32)>) {
    if side != RU {
        return;
    }
    let rails = sandtable_east::standard::supply::railways(e.data, p, e.army_of(side));
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
}

/// The enemies that a side knows of, stack by stack, and Gruppen that may be some.
pub(super) fn find_foes(e: &Engine<'_>, p: &Position, side: u8, out: &mut Vec<Foe>) {
    let data = e.data;
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
            add(hex, 0, u16::from(sandtable_east::standard::command::face(data, p, unit).combat), 0, false);
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
}
