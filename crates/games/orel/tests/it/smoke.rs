//! The three scenarios begin.

use crate::scene::*;

#[test]
fn every_scenario_begins_with_a_decision() {
    for s in &game().d.scenarios {
        let scene = Scene::of(&s.id);
        assert!(scene.side().is_some(), "{}", s.id);
        assert!(!scene.offers().is_empty());
    }
}
