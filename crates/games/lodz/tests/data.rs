//! What the data files say.

mod scene;
use scene::*;

/// Counters that are units, their strength, attack fire and CEL on the map at the start.
fn sums(scenario: &Scenario, side: u8) -> [u16; 4] {
    let d = &game().d;
    let mut out = [0; 4];
    for row in scenario.setup.iter().filter(|r| matches!(r.at, Where::Hex { .. })) {
        let def = &d.units[usize::from(row.unit)];
        if def.side == side && def.kind.is_unit() {
            let cel = def.cel - row.lost;
            out[0] += 1;
            out[1] += u16::from(def.strength[usize::from(cel)]);
            out[2] += u16::from(def.attack_fire);
            out[3] += u16::from(cel);
        }
    }
    out
}

#[test]
fn set_ups_come_to_the_sums_that_the_scenarios_give() {
    let checked = game().d.scenarios.iter().filter_map(|s| s.check.map(|c| (s, c)));
    let mut n = 0;
    for (s, check) in checked {
        assert_eq!([sums(s, DE), sums(s, RU)], check, "{}", s.id);
        n += 1;
    }
    assert_eq!(n, 4);
}

#[test]
fn neighbours_run_clockwise_from_the_north() {
    let map = &game().d.maps[0];
    let names = |n: &str| map.near[usize::from(hex(n))].map(|h| map.name(h));
    assert_eq!(names("2016"), ["2015", "2116", "2117", "2017", "1917", "1916"]);
    assert_eq!(names("2117"), ["2116", "2216", "2217", "2118", "2017", "2016"]);
}
