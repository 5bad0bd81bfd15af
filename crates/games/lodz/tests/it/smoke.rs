//! The scenarios begin, and a day runs through its phases.

use crate::scene::*;

#[test]
fn every_scenario_begins_with_a_decision() {
    for s in &game().d.scenarios {
        let scene = Scene::of(&s.id);
        assert!(scene.side().is_some(), "{}", s.id);
        assert!(!scene.offers().is_empty());
    }
}

/// Two brigades in contact with guns behind them, before a phase of the Germans.
fn front(phase: Phase) -> Scene {
    Scene::empty("november-11", DE, phase)
        .put("de-1-49-res", "4514")
        .put("de-art-25", "4515")
        .put("ru-1-50-inf", "4513")
        .put("ru-art-50-inf", "4511")
}

#[test]
fn r3_0a_an_action_belongs_to_its_phase() {
    let s = front(Phase::Air).put("de-airship-1", "1010").begin(&[]);
    assert_eq!(s.p.phase, Phase::Air);
    for (words, rule) in
        [("de-1-49-res 4515", "4.1d"), ("attack 4513", "7.11a"), ("replace de-1-49-res", "REP.2")]
    {
        assert_eq!(s.refused(words), rule, "{words}");
    }
    let s = front(Phase::Movement).begin(&[]);
    for (words, rule) in [("attack 4513", "7.11a"), ("fly de-airship-1 1010", "15A.1")] {
        assert_eq!(s.refused(words), rule, "{words}");
    }
    let s = front(Phase::Attack).begin(&[]);
    assert_eq!(s.refused("de-1-49-res 4515"), "4.1d");
    assert!(!s.offered("de-1-49-res 4515"));
}

#[test]
fn r3_0b_phases_come_in_order_and_only_what_nobody_owes_is_passed_over() {
    // Air with its compulsory roll, movement, attacks that are owed.
    let mut s = front(Phase::Air).put("de-airship-1", "1010").begin(&[]);
    s.say("done", &[2]);
    assert_eq!((s.p.phase, s.p.active), (Phase::Movement, DE));
    s.say("done", &[]);
    assert_eq!((s.p.phase, s.p.active), (Phase::Attack, DE));
    assert_eq!(s.refused("end attacks"), "7.29a");
    // Where nobody owes anything and nobody can do anything, a phase passes by: here attack, strategic movement and supply of one
    // side, air and barrage of the other.
    let mut s = Scene::empty("november-11", DE, Phase::Movement)
        .put("de-1-49-res", "1010")
        .put("ru-1-50-inf", "4513")
        .begin(&[]);
    s.say("done", &[]);
    assert_eq!((s.p.phase, s.p.active, s.p.day), (Phase::Movement, RU, 3));
    s.say("done", &[]);
    assert_eq!((s.p.phase, s.p.active, s.p.day), (Phase::Movement, DE, 4));
}

#[test]
fn r3_1_4a_and_4b_attack_fire_and_defence_fire() {
    rules!("lodz 3.1.4a", "lodz 3.1.4b");
    let mut s = front(Phase::Attack).begin(&[]);
    assert_eq!(s.side(), Some(DE));
    s.say("attack 4513", &[]).say("add de-1-49-res", &[]).say("add de-art-25", &[]).say("confirm", &[]);
    assert_eq!(s.side(), Some(RU));
    s.say("add ru-art-50-inf", &[]).say("confirm", &[3, 4]);
    // 7 and 5 against 7 and 3.
    assert!(s.told().contains("12 against 10"), "{}", s.told());
}

#[test]
fn r3_1_10_the_other_player_attacks_in_his_own_phase() {
    let s = front(Phase::Attack).with(|p| p.active = RU).begin(&[]);
    assert_eq!((s.side(), s.p.first), (Some(RU), DE));
    assert!(s.offered("attack 4514") && !s.offered("attack 4513"));
}
