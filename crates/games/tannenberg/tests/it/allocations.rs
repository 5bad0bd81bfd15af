//! Movement, rail, supply, command and retreat allocate nothing, and counts stay right however units are moved about.
use crate::common::*;
use sandtable_east::standard::{command, movement, rail, retreat, supply, zones};
use sandtable_tannenberg::position::{Position, flag, off};
use sandtable_testkit::allocations::count;

/// A small generator of numbers, so that the test is the same every time.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state >> 33
}

/// Units scattered over land that the enemy does not hold.
fn scattered(state: &mut u64) -> Position {
    let d = data();
    let mut p = Position::new(d);
    for unit in d.ids() {
        let hex = (next(state) % u64::from(d.map.len())) as u16;
        let side = d.unit(unit).side;
        if !d.map.at(hex).closed && !zones::enemy_holds(d, &p, side, hex) {
            p.put(d, unit, hex);
            p.set(d, unit, flag::ENTRAINED, next(state).is_multiple_of(5));
        }
    }
    p
}

#[test]
fn nothing_is_allocated() {
    let d = data();
    let p = scattered(&mut 7);
    let before = count();
    for army in [DE, RU] {
        let sources = supply::sources(d, &p, army);
        let far = retreat::source_distances(d, &sources);
        for unit in d.ids().filter(|u| d.unit(*u).army == army) {
            let Some(here) = p.hex(unit) else { continue };
            std::hint::black_box(movement::reach(d, &p, unit));
            std::hint::black_box(rail::reach(d, &p, unit, true));
            std::hint::black_box(supply::in_supply(d, &p, unit, &sources));
            std::hint::black_box(command::in_any_radius(d, &p, unit));
            let stack = p.stack(d, army, here);
            let r = retreat::Retreat { stack, start: here, here, left: 2, distance: &far };
            std::hint::black_box(retreat::options(d, &p, &r));
        }
    }
    assert_eq!(count() - before, 0);
}

#[test]
fn counts_stay_right_however_units_move() {
    let d = data();
    let mut state = 99;
    for _ in 0..20 {
        let mut p = scattered(&mut state);
        for _ in 0..200 {
            let unit = sandtable_east::data::UnitId((next(&mut state) % d.units.len() as u64) as u8);
            match next(&mut state) % 6 {
                0 => p.lose(d, unit, 1),
                1 => p.set(d, unit, flag::ENTRAINED, next(&mut state).is_multiple_of(2)),
                2 => p.lose_fort(d, (next(&mut state) % 18) as u8, 1),
                _ => {
                    let reach = movement::reach(d, &p, unit).hexes;
                    if let Some(to) = reach.nth(next(&mut state) as usize % reach.len().max(1)) {
                        p.put(d, unit, to);
                    }
                }
            }
        }
        p.sound(d).unwrap();
        for unit in d.ids().filter(|u| p.place(*u) == off::ELIMINATED) {
            assert_eq!(p.steps(d, unit), 0);
        }
    }
}
