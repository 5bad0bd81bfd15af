//! Depots, supply lines, railways, recruits and inactive formations.

mod scene;
use scene::*;

fn start() -> Scene {
    Scene::of("historical")
}

#[test]
fn every_depot_is_functional_at_the_start() {
    rules!("orel 2.1a", "orel 10.2c");
    for id in ["historical", "hypothetical", "brasovo"] {
        let s = Scene::of(id);
        for side in [WHITE, RED] {
            for d in engine().depots_of(&s.p, side).iter() {
                assert!(s.p.functional.has(d), "{id}: {}", engine().id(d));
            }
        }
        assert_eq!(s.p.rails, game().d.scenarios[usize::from(s.p.scenario)].rail_control, "{id}");
    }
    assert_ne!(start().p.asleep, 0);
}
