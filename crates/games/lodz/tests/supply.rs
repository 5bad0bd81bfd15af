//! Supply, control, nights and victory.

mod scene;
use scene::*;

/// Units that are out of supply when a scenario begins.
fn cut_off(scenario: &str) -> Vec<String> {
    let s = Scene::of(scenario);
    let mut out = Vec::new();
    for side in [DE, RU] {
        let fed = engine().supplied(&s.p, side);
        let all = s.p.units.on_map_of(side).filter(|u| engine().kind(*u).is_unit() && !fed.has(*u));
        out.extend(all.map(|u| format!("{} {}", engine().id(u), engine().map(&s.p).name(s.p.hex(u)))));
    }
    out
}

#[test]
fn r12_26_almost_everybody_starts_in_supply() {
    for scenario in ["november-11", "lodz", "ruzski", "masurian"] {
        let out = cut_off(scenario);
        assert!(out.len() < 12, "{scenario}: {out:?}");
        println!("{scenario}: {out:?}");
    }
}
