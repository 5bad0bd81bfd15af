//! Barrage (8.3), counterbattery (8.4) and support of the defence (8.6.2).

use crate::scene::*;

/// White guns at 1216 are to barrage, Red stands at 1215; both sides know each other.
fn barrage(guns: &str, targets: &str) -> Scene {
    Scene::empty(WHITE, Phase::Munitions)
        .put(guns, "1216")
        .put(targets, "1215")
        .marked(guns, Marker::Barrage)
        .with(|p| p.march.observed = units(targets))
}

/// The same on the railway: a gun at 0717, the enemy at 0716.
fn by_rail(active: u8, gun: &str, targets: &str) -> Scene {
    Scene::empty(active, Phase::Munitions)
        .put(gun, "0717")
        .put(targets, "0716")
        .marked(gun, Marker::Barrage)
        .with(|p| p.march.observed = units(targets))
}

/// The same, up to the naming of targets; guns have no munitions.
fn aim(guns: &str, targets: &str) -> Scene {
    barrage(guns, targets).begin(&[])
}

#[test]
fn w23_a_loss_and_a_check_that_only_disorganises() {
    rules!("orel 8.3.2a", "orel 8.3.2b");
    let mut s = aim("w-art-1k", "r-1-7d");
    s.say("fire w-art-1k r-1-7d", &[4, 6, 5]);
    let told = s.told();
    assert!(
        told.contains("4 and 6, fire 3, other modifiers +0, in all 13: 1 lost and a check at -1"),
        "{told}"
    );
    assert!(told.contains("5 -1 against TQ 3: Disorganised, which a Barrage ignores"), "{told}");
    assert_eq!((s.p.steps(unit("r-1-7d")), s.hex_of("r-1-7d").as_str()), (3, "1215"));
    assert_eq!((s.p.mode(unit("r-1-7d")), s.p.combat.disorganised), (Mode::Combat, Pieces::EMPTY));
}

#[test]
fn w24_a_trench_lowers_the_total_and_the_target_goes_back() {
    rules!("orel 8.3.2a", "orel 7.3d");
    let mut s = barrage("w-art-1k", "r-1-7d").dug("r-1-7d", Dug::Entrenched).begin(&[]);
    s.say("fire w-art-1k r-1-7d", &[4, 6, 5]);
    let told = s.told();
    assert!(
        told.contains("in all 11: a check at +0") && told.contains("5 +0 against TQ 3: it must retreat"),
        "{told}"
    );
    assert_eq!(s.p.steps(unit("r-1-7d")), 4);
    assert!(s.asked().0.starts_with("8.5.1") || s.p.mode(unit("r-1-7d")) == Mode::March, "{:?}", s.asked());
}

#[test]
fn r8_3_2a_modifiers_are_those_of_the_table() {
    let e = engine();
    let s = barrage("w-art-1k", "r-1-7d r-art-7d").put("r-at-bolchevik", "1214").put("r-2-7d", "1116");
    let add = |p: &Position, target: &str| e.barrage_add(p, unit("w-art-1k"), unit(target));
    assert_eq!(add(&s.p, "r-1-7d"), 3);
    // A train in a town: one less for each.
    assert_eq!(add(&s.p, "r-at-bolchevik"), 1);
    let s = s
        .mode("r-1-7d", Mode::March)
        .mode("r-2-7d", Mode::Routed)
        .with(|p| p.fire.spotted.insert(unit("w-art-1k")));
    assert_eq!((add(&s.p, "r-1-7d"), add(&s.p, "r-2-7d")), (5, 5));
    let parts = e.barrage_parts(&s.p, unit("w-art-1k"), unit("r-1-7d"));
    assert_eq!(parts.iter().map(|m| m.1).collect::<Vec<_>>(), vec![3, 1, 1]);
    // Trench or town, not both.
    let s = s.put("r-3-7d", "1214").dug("r-3-7d", Dug::Entrenched);
    assert_eq!(add(&s.p, "r-3-7d"), 2);
    let rows: Vec<_> =
        [8, 9, 11, 13, 15, 17].map(|t| (e.barrage_row(t).losses, e.barrage_row(t).check)).into();
    assert_eq!(rows, [(0, None), (0, Some(-1)), (0, Some(0)), (1, Some(-1)), (1, Some(0)), (1, Some(1))]);
}

#[test]
fn r8_2_3a_unsupplied_guns_fire_at_half_strength() {
    rules!("orel 8.2.1e", "orel 1.2a");
    let s = barrage("w-art-1k w-artl3-3d", "r-1-7d").with(|p| p.unsupplied = units("w-art-1k w-artl3-3d"));
    // Halves go up.
    assert_eq!(engine().fire_strength(&s.p, unit("w-art-1k")), 2);
    assert_eq!(engine().fire_strength(&s.p, unit("w-artl3-3d")), 3);
    // They may barrage.
    let s = s.begin(&[]);
    assert!(s.offered("fire w-art-1k r-1-7d"));
}

#[test]
fn r8_2_3b_an_unsupplied_train_does_not_fire() {
    let at = |s: Scene| {
        s.put("w-at-doblest", "0717").put("r-1-7d", "0716").marked("w-at-doblest", Marker::Barrage)
    };
    let s = at(Scene::empty(WHITE, Phase::Munitions)).with(|p| p.march.observed = units("r-1-7d"));
    let cannot = |p: &Position| engine().barrage_refuse(p, unit("w-at-doblest"), unit("r-1-7d"));
    assert_eq!(cannot(&s.p), None);
    let s = s.with(|p| p.unsupplied.insert(unit("w-at-doblest")));
    assert_eq!(cannot(&s.p).unwrap().rule, "8.2.3b");
    assert_eq!(engine().fire_strength(&s.p, unit("w-at-doblest")), 0);
}

#[test]
fn r8_3_1a_only_units_with_a_barrage_marker_fire() {
    rules!("orel 8.1b");
    let s = barrage("w-art-1k", "r-1-7d").put("w-art-3d", "1216").begin(&[]);
    assert_eq!(s.asked(), ("8.1b", "name the targets of the Barrages"));
    assert_eq!(s.refused("fire w-art-3d r-1-7d"), "8.3.1a");
    assert_eq!(s.offers(), ["fire w-art-1k r-1-7d", "hold w-art-1k", "done"]);
}

#[test]
fn r8_3_1b_who_barrages_gives_no_support() {
    let s = barrage("w-art-1k", "r-1-7d").put("w-1-1k", "1216");
    let attack = Attack { target: hex("1215"), attackers: units("w-1-1k"), ..Attack::NONE };
    assert_eq!(engine().may_support(&s.p, unit("w-art-1k"), &attack, false).unwrap().rule, "8.3.1b");
    let s = s.marked("w-art-1k", Marker::None);
    assert_eq!(engine().may_support(&s.p, unit("w-art-1k"), &attack, false), None);
}

#[test]
fn r8_3_1c_the_range_is_two_hexes_and_each_fires_once() {
    let s = barrage("w-art-1k w-art-3d", "r-1-7d").put("r-2-7d", "1214").put("r-3-7d", "1213");
    let mut s = s.with(|p| p.march.observed = units("r-1-7d r-2-7d r-3-7d")).begin(&[]);
    assert!(s.offered("fire w-art-1k r-2-7d"));
    assert_eq!(s.refused("fire w-art-1k r-3-7d"), "8.3.1c");
    assert_eq!(s.refused("fire w-art-1k w-art-3d"), "8.3.1c");
    s.say("fire w-art-1k r-2-7d", &[]);
    assert_eq!(s.refused("fire w-art-1k r-1-7d"), "8.3.1c");
}

#[test]
fn r8_3_1d_only_observed_units_are_targets() {
    let s = barrage("w-art-1k", "r-1-7d").put("r-2-7d", "1115").begin(&[]);
    assert_eq!(s.refused("fire w-art-1k r-2-7d"), "8.3.1d");
    assert!(s.offered("fire w-art-1k r-1-7d"));
}

#[test]
fn r8_3_1e_barrages_on_one_unit_come_one_after_the_other() {
    let mut s = aim("w-art-1k w-art-3d", "r-1-7d");
    s.say("fire w-art-1k r-1-7d", &[]);
    // The second is named before the first is rolled; then the order is chosen, and each has its own dice.
    s.say("fire w-art-3d r-1-7d", &[]);
    assert_eq!(s.asked().0, "8.3.1e");
    assert_eq!(s.offers(), ["fire w-art-1k", "fire w-art-3d"]);
    assert_eq!(s.refused("done"), "8.3.1e");
    s.say("fire w-art-3d", &[1, 1, 1, 2]);
    assert!(s.told().contains("1 and 1, fire 4") && s.told().contains("1 and 2, fire 3"), "{}", s.told());
}

#[test]
fn r8_3_1f_combat_units_and_trains_are_targets() {
    let s = by_rail(WHITE, "w-art-1k", "r-1-7d r-cv-7d r-at-bolchevik").begin(&[]);
    for target in ["r-1-7d", "r-cv-7d", "r-at-bolchevik"] {
        assert!(s.offered(&format!("fire w-art-1k {target}")), "{target}");
    }
}

#[test]
fn r8_3_1g_guns_are_targets_only_without_combat_units() {
    let s = aim("w-art-1k", "r-1-7d r-art-7d");
    assert_eq!(s.refused("fire w-art-1k r-art-7d"), "8.3.1g");
    let s = aim("w-art-1k", "r-art-7d r-ac-let r-art-let");
    assert!(s.offered("fire w-art-1k r-art-7d"));
}

#[test]
fn r8_3_1h_depots_tanks_and_cars_are_never_targets() {
    let s = aim("w-art-1k", "r-1-7d r-ac-let r-cv4-14a");
    assert_eq!(s.refused("fire w-art-1k r-ac-let"), "8.3.1h");
    assert_eq!(s.refused("fire w-art-1k r-cv4-14a"), "8.3.1h");
    let s = Scene::empty(RED, Phase::Munitions).put("r-art-7d", "1216").put("w-tank w-2-1d", "1215");
    let s = s.with(|p| p.march.observed = units("w-tank w-2-1d"));
    assert_eq!(engine().barrage_refuse(&s.p, unit("r-art-7d"), unit("w-tank")).unwrap().rule, "8.3.1h");
}

#[test]
fn r8_3_2c_a_loss_is_a_step_and_costs_a_light_train_its_life() {
    let mut s = by_rail(WHITE, "w-art-1k", "r-at-bolchevik").begin(&[]);
    // 12 + 3 - 1: a loss, and trains make no check.
    s.say("fire w-art-1k r-at-bolchevik", &[6, 6]);
    assert_eq!(s.hex_of("r-at-bolchevik"), "Gone");
    // An intact heavy train is damaged, a damaged one destroyed.
    let heavy = |steps| {
        let mut s = by_rail(RED, "r-art-let", "w-at-kalita").steps("w-at-kalita", steps).begin(&[]);
        s.say("fire r-art-let w-at-kalita", &[6, 6]);
        (s.hex_of("w-at-kalita"), s.p.steps(unit("w-at-kalita")))
    };
    assert_eq!(heavy(2), ("0716".to_string(), 1));
    assert_eq!(heavy(1).0, "Gone");
}

#[test]
fn r8_3_2d_the_last_step_of_a_combat_unit_is_safe_but_not_of_guns() {
    let mut s = barrage("w-art-1k", "r-1-7d").steps("r-1-7d", 1).begin(&[]);
    s.say("fire w-art-1k r-1-7d", &[6, 6, 1]);
    assert_eq!((s.hex_of("r-1-7d").as_str(), s.p.steps(unit("r-1-7d"))), ("1215", 1));
    assert!(s.told().contains("keeps its last step"));
    let mut s = barrage("w-art-1k", "r-art-7d").steps("r-art-7d", 1).begin(&[]);
    s.say("fire w-art-1k r-art-7d", &[6, 6]);
    assert_eq!(s.hex_of("r-art-7d"), "Gone");
}

#[test]
fn r8_7_1b_a_natural_one_stands_under_fire() {
    let mut s = barrage("w-artl3-3d", "r-rec1").begin(&[]);
    // 12 + 5: a loss and a check at +1 against TQ 2, which a 1 passes.
    s.say("fire w-artl3-3d r-rec1", &[6, 6, 1]);
    assert!(s.told().contains("1 +1 against TQ 2: it stands"), "{}", s.told());
}

#[test]
fn r8_7_2d_a_barrage_can_rout() {
    let mut s = aim("w-artl3-3d", "r-1-7d");
    s.say("fire w-artl3-3d r-1-7d", &[6, 6, 6]);
    assert!(s.told().contains("6 +1 against TQ 3: it is routed"), "{}", s.told());
}

#[test]
fn r7_2f_a_hex_is_never_both_attacked_and_under_barrage() {
    let s = barrage("w-art-1k", "r-1-7d").put("r-2-7d", "1115").put("w-1-1k", "1216");
    let s = s.marked("w-1-1k", Marker::Attack { prepared: true, target: hex("1215") });
    let mut s = s.with(|p| p.march.observed = units("r-1-7d r-2-7d")).begin(&[]);
    if s.asked().0 == "8.1a" {
        s.say("done", &[]);
    }
    assert_eq!(s.refused("fire w-art-1k r-1-7d"), "7.2f");
    assert!(s.offered("fire w-art-1k r-2-7d"));
}

#[test]
fn r7_2f_a_target_driven_into_an_attacked_hex_is_left_alone() {
    // Once named, a Barrage is not fired at a unit that is now where an attack is to come.
    let s = barrage("w-art-1k", "r-1-7d").with(|p| {
        p.phase = Phase::Barrage;
        p.attacks[0] = Attack { target: hex("1214"), done: false, ..Attack::NONE };
        p.attack_count = 1;
    });
    let shot = sandtable_orel::play::fire::state::Shot {
        firer: unit("w-art-1k"),
        target: unit("r-1-7d").into(),
        depot: Maybe::NONE,
        over: false,
    };
    let mut s = s.with(|p| {
        p.fire.add(shot);
        p.play.steps.push(Step::Fire(sandtable_orel::play::fire::FireStep::Order));
        p.place(unit("r-1-7d"), hex("1214"));
    });
    s.go_on(&[]);
    assert!(s.told().contains("cannot fire at 1/7D any more"), "{}", s.told());
    assert_eq!(s.p.steps(unit("r-1-7d")), 4);
}

#[test]
fn r8_2_1d_a_barrage_without_munitions_leaves_the_guns_unsupplied() {
    let mut s = aim("w-art-1k", "r-1-7d");
    s.say("fire w-art-1k r-1-7d", &[1, 1]);
    assert!(s.told().contains("fire 3") && s.p.unsupplied.has(unit("w-art-1k")));
    // A gun that holds its fire keeps its shells.
    let mut s = aim("w-art-1k", "r-1-7d");
    s.say("hold w-art-1k", &[]);
    assert!(!s.p.unsupplied.has(unit("w-art-1k")));
}

#[test]
fn r8_2_1o_a_train_cut_off_from_its_edge_is_unsupplied_after_a_barrage() {
    rules!("orel 8.2.1n");
    let fire = |s: Scene| {
        let s = s.put("w-at-doblest", "0717").put("r-1-7d", "0615").marked("w-at-doblest", Marker::Barrage);
        let mut s = s.with(|p| p.march.observed = units("r-1-7d")).begin(&[]);
        s.say("fire w-at-doblest r-1-7d", &[1, 1]);
        s.p.unsupplied.has(unit("w-at-doblest"))
    };
    // The line runs by 0817 to 1020.
    assert!(!fire(Scene::empty(WHITE, Phase::Munitions)));
    assert!(fire(Scene::empty(WHITE, Phase::Munitions).put("r-2-7d", "1018")));
    assert!(!fire(
        Scene::empty(WHITE, Phase::Munitions)
            .put("r-2-7d", "1018")
            .put("w-2-1d", "1019")
            .put("w-3-1d", "0919")
    ));
}

#[test]
fn r5_3g_guns_out_of_command_fire_only_at_neighbours() {
    let s = barrage("w-art-1k", "r-1-7d").put("r-2-7d", "1214");
    let mut s =
        s.with(|p| (p.march.observed, p.ooc) = (units("r-1-7d r-2-7d"), units("w-art-1k"))).begin(&[]);
    assert_eq!(s.refused("fire w-art-1k r-2-7d"), "5.3g");
    s.say("fire w-art-1k r-1-7d", &[1, 1]);
    // Support: of an attack on a neighbour; of a defence against a neighbour.
    let s = Scene::empty(WHITE, Phase::Munitions)
        .put("w-art-1k", "1217")
        .put("w-1-1k", "1216")
        .put("r-1-7d", "1215");
    let s = s.put("r-art-7d", "1214").put("w-2-1k", "1115").with(|p| p.ooc = units("w-art-1k r-art-7d"));
    let attack = Attack { target: hex("1215"), attackers: units("w-1-1k"), ..Attack::NONE };
    assert_eq!(engine().may_support(&s.p, unit("w-art-1k"), &attack, false).unwrap().rule, "5.3g");
    assert_eq!(engine().may_support(&s.p, unit("r-art-7d"), &attack, true).unwrap().rule, "5.3g");
    let attack = Attack { attackers: units("w-1-1k w-2-1k"), ..attack };
    assert_eq!(engine().may_support(&s.p, unit("r-art-7d"), &attack, true), None);
}

/// White guns have barraged; Red guns at 1214 and elsewhere may answer.
fn answer(red: &str, change: impl FnOnce(&mut Position)) -> Scene {
    let s = barrage("w-art-1k", "r-1-7d").put(red, "1214").with(change);
    let mut s = s.begin(&[]);
    s.say("fire w-art-1k r-1-7d", &[1, 1]);
    s
}

#[test]
fn r8_4a_guns_within_two_hexes_may_answer_a_barrage_unseen() {
    rules!("orel 8.1c");
    let mut s = answer("r-art-7d", |p| {
        p.place(unit("r-art-57d"), hex("1213"));
        p.place(unit("w-art-3d"), hex("1216"));
    });
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.4a"));
    assert_eq!(s.offers(), ["fire r-art-7d w-art-1k", "done"]);
    assert_eq!(s.refused("fire r-art-57d w-art-1k"), "8.4a");
    // Only at those that have just barraged.
    assert_eq!(s.refused("fire r-art-7d w-art-3d"), "8.4a");
    assert_eq!(s.refused("fire r-1-7d w-art-1k"), "8.4a");
    s.say("done", &[]);
    assert_eq!(s.p.marker(unit("r-art-7d")), Marker::None);
}

#[test]
fn r8_4b_a_check_decides_whether_counterbattery_is_fired() {
    rules!("orel 8.4e", "orel 8.4f");
    let mut s = answer("r-art-7d", |_| {});
    // TQ 3: a 4 is too much.
    s.say("fire r-art-7d w-art-1k", &[4]);
    assert!(s.told().contains("4 +0 against TQ 3: no counterbattery"), "{}", s.told());
    assert_ne!(s.p.marker(unit("r-art-7d")), Marker::Barrage);
    // An attack elsewhere, which other guns may meet, keeps the phase open.
    let mut s = answer("r-art-7d", |p| {
        for (id, at) in [("r-1-57d", "1320"), ("r-art-57d", "1319"), ("w-1-1k", "1420")] {
            p.place(unit(id), hex(at));
        }
        p.units.set_marker(unit("w-1-1k"), Marker::Attack { prepared: true, target: hex("1320") });
    });
    // 6 + 6 + 2: one lost, then the guns check at -1.
    s.say("fire r-art-7d w-art-1k", &[3, 6, 6, 1]);
    let told = s.told();
    assert!(
        told.contains("it answers the fire")
            && told.contains("6 and 6, fire 2, other modifiers +0, in all 14"),
        "{told}"
    );
    assert_eq!(s.p.steps(unit("w-art-1k")), 1);
    assert!(s.p.fire.answered.has(unit("r-art-7d")));
    assert_eq!((s.asked().0, s.p.marker(unit("r-art-7d"))), ("8.6.2c", Marker::Barrage));
}

#[test]
fn r8_4c_all_answers_are_named_before_the_first_check() {
    let mut s = answer("r-art-7d r-art-57d", |_| {});
    s.say("fire r-art-57d w-art-1k", &[]);
    assert_eq!(s.refused("fire r-art-57d w-art-1k"), "8.4c");
    s.say("fire r-art-7d w-art-1k", &[6, 6]);
    // They come in the order in which they were named.
    let told = s.told();
    assert!(told.find("Art/57D checks") < told.find("Art/7D checks"), "{told}");
}

#[test]
fn r8_4d_trains_answer_with_a_quality_of_four() {
    let mut s = by_rail(WHITE, "w-art-1k", "r-1-7d").put("r-at-bolchevik", "0615").begin(&[]);
    s.say("fire w-art-1k r-1-7d", &[1, 1]);
    s.say("fire r-at-bolchevik w-art-1k", &[4, 1, 1]);
    assert!(s.told().contains("4 +0 against TQ 4: it answers the fire"), "{}", s.told());
}

#[test]
fn r8_4f_who_answered_gives_no_support() {
    let s = answer("r-art-7d", |_| {});
    let attack = Attack { target: hex("1215"), attackers: units("w-1-1k"), ..Attack::NONE };
    let s = s.put("w-1-1k", "1216");
    assert_eq!(engine().may_support(&s.p, unit("r-art-7d"), &attack, true), None);
    let s = s.marked("r-art-7d", Marker::Barrage);
    assert_eq!(engine().may_support(&s.p, unit("r-art-7d"), &attack, true).unwrap().rule, "8.4f");
}

#[test]
fn r8_4g_markers_go_when_the_combat_phase_ends() {
    rules!("orel 8.6.2d");
    let mut s = answer("r-art-7d", |_| {});
    s.say("fire r-art-7d w-art-1k", &[3, 1, 1]);
    assert!(s.told().contains("it answers the fire"));
    assert!(s.p.active == RED && s.p.marker(unit("r-art-7d")) == Marker::None);
    assert_eq!(s.p.marker(unit("w-art-1k")), Marker::None);
}

#[test]
fn r5_3h_guns_out_of_command_check_at_plus_two() {
    let mut s = answer("", |p| {
        p.place(unit("r-art-7d"), hex("1116"));
        p.ooc.insert(unit("r-art-7d"));
    });
    s.say("fire r-art-7d w-art-1k", &[2]);
    assert!(s.told().contains("2 +2 against TQ 3: no counterbattery"), "{}", s.told());
    // Beyond the next hex they do not answer at all.
    let s = answer("r-art-7d", |p| p.ooc.insert(unit("r-art-7d")));
    assert_ne!(s.asked().0, "8.4a");
}

#[test]
fn r7_1_4g_guns_on_the_march_or_routed_do_not_answer() {
    rules!("orel 8.7.3m");
    for mode in [Mode::March, Mode::Routed] {
        let s = answer("r-art-7d", |p| p.units.set_mode(unit("r-art-7d"), mode));
        assert_ne!(s.asked().0, "8.4a");
    }
}

#[test]
fn r8_2_1m_guns_that_answer_out_of_range_of_a_depot_are_unsupplied() {
    let mut s = answer("r-art-7d", |_| {});
    s.say("fire r-art-7d w-art-1k", &[3, 1, 1]);
    assert!(s.p.unsupplied.has(unit("r-art-7d")));
    assert!(!s.p.fire.in_range.has(unit("r-art-7d")));
}

/// White attacks 1215 with the 1st Kornilov out of 1216.
fn defended(prepared: bool) -> Scene {
    Scene::empty(WHITE, Phase::Munitions)
        .put("w-1-1k", "1216")
        .put("r-1-7d", "1215")
        .marked("w-1-1k", Marker::Attack { prepared, target: hex("1215") })
}

#[test]
fn r8_6_2a_support_reaches_two_hexes_to_the_defender() {
    rules!("orel 8.6.2c", "orel 8.1c");
    let s = defended(true).put("r-art-7d", "1213").put("r-art-57d", "1214").begin(&[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.6.2c"));
    assert_eq!(s.offers(), ["support r-art-7d 1", "done"]);
    let far = s.put("r-art-7d", "1212");
    let why = engine().may_support(&far.p, unit("r-art-7d"), &far.p.attacks[0], true);
    assert_eq!(why.unwrap().rule, "8.6.2a");
    let s = defended(true).put("r-art-7d", "1213").put("r-2-7d", "1213").put("r-art-46d", "1211").begin(&[]);
    assert_eq!(s.refused("support r-2-7d 1"), "8.6.2a");
    assert_eq!(s.refused("support r-art-46d 1"), "8.6.2a");
    assert_eq!(s.refused("support r-art-7d 2"), "7.2b");
}

#[test]
fn r8_6_2b_somebody_of_the_formation_must_be_in_the_combat_but_for_trains() {
    let s = defended(true).put("r-art-7d r-art-57d", "1213").begin(&[]).put("r-at-bolchevik", "1213");
    assert_eq!(s.refused("support r-art-57d 1"), "8.6.2b");
    assert!(s.offered("support r-art-7d 1") && s.offered("support r-at-bolchevik 1"));
    // White looks at the Division: a heavy battalion of the 1st for a Kornilov regiment, not one of the 3rd.
    let s = s.put("w-artl2-1d w-artl3-3d", "1217");
    let attack = s.p.attacks[0];
    assert_eq!(engine().may_support(&s.p, unit("w-artl2-1d"), &attack, false), None);
    assert_eq!(engine().may_support(&s.p, unit("w-artl3-3d"), &attack, false).unwrap().rule, "8.6.2b");
    // The artillery of the Letton Division is of all three brigades.
    let s = s.put("r-art-let", "1213").put("r-9-let", "1215");
    assert_eq!(engine().may_support(&s.p, unit("r-art-let"), &attack, true), None);
}

#[test]
fn r8_6_2d_one_combat_for_each_gun() {
    let s = defended(true).put("r-2-7d", "1316").put("w-2-1k", "1216").put("r-art-7d", "1315");
    let s = s.marked("w-2-1k", Marker::Attack { prepared: true, target: hex("1316") });
    let s = s.put("r-cv-41d", "1215").put("r-cv-41s", "1316").put("r-art1-41d r-art2-41d", "1315");
    let mut s = s.begin(&[]);
    while s.asked().0 == "8.1a" {
        s.say("done", &[]);
    }
    assert!(s.offered("support r-art-7d 1") && s.offered("support r-art-7d 2"));
    s.say("support r-art-7d 2", &[]);
    assert_eq!(s.p.marker(unit("r-art-7d")), Marker::Defence { attack: 1 });
    assert_eq!(s.p.attacks[1].defence, units("r-art-7d"));
    assert_eq!(s.refused("support r-art-7d 1"), "8.6.2d");
    s.say("support r-art1-41d 1", &[]);
    assert_eq!(s.p.attacks[0].defence, units("r-art1-41d"));
}

#[test]
fn r8_7_1p_guns_alone_in_the_attacked_hex_do_not_support_themselves() {
    let s = Scene::empty(WHITE, Phase::Munitions).put("w-1-1k", "1216").put("r-art-7d r-art1-41d", "1215");
    let s = s.marked("w-1-1k", Marker::Attack { prepared: true, target: hex("1215") });
    let s = s.put("r-art2-41d", "1214").begin(&[]);
    assert_eq!(s.refused("support r-art-7d 1"), "8.7.1p");
}

/// Formations that sleep.
fn asleep(ids: &[&str]) -> u64 {
    ids.iter().fold(0, |bits, id| bits | 1 << game().d.formation(id).unwrap().0)
}

#[test]
fn r10_2rd_a_barrage_wakes_those_who_sleep_as_an_attack_does() {
    let mut s = barrage("w-art-1k", "r-1-9d r-2-9d").with(|p| p.asleep = asleep(&["9d"])).begin(&[]);
    assert_eq!(s.p.asleep, asleep(&["9d"]));
    s.say("fire w-art-1k r-2-9d", &[1, 1]);
    assert_eq!(s.p.asleep, 0);
    let s = defended(false).put("r-cv-9d", "1215").put("r-art-7d", "1214");
    let s = s.with(|p| p.asleep = asleep(&["9d"])).begin(&[]);
    assert_eq!(s.p.asleep, 0);
}

#[test]
fn r6_2a_a_flier_observes_for_one_barrage() {
    let s = barrage("w-art-1k w-art-3d", "r-1-7d").put("r-2-7d", "1115");
    let s = s.with(|p| p.fire.spotted.insert(unit("w-art-1k"))).begin(&[]);
    assert!(s.offered("fire w-art-1k r-2-7d"));
    assert_eq!(s.refused("fire w-art-3d r-2-7d"), "8.3.1d");
}

#[test]
fn r8_7_2f_guns_go_with_the_last_combat_unit_that_a_barrage_drives_off() {
    rules!("orel 8.7.2e");
    let flee = |dice: &[u8], targets: &str| {
        let mut s = aim("w-artl3-3d", targets);
        s.say("fire w-artl3-3d r-1-7d", dice);
        while matches!(s.p.play.steps.top(), Step::Flight(_)) {
            let to = s.offers().first().cloned().unwrap();
            s.say(&to, &[]);
        }
        s
    };
    // 6 + 1 against TQ 3 is a rout.
    let s = flee(&[6, 6, 6], "r-1-7d r-art-7d");
    assert_ne!(s.hex_of("r-1-7d"), "1215");
    assert_eq!((s.hex_of("r-art-7d"), s.p.mode(unit("r-art-7d"))), (s.hex_of("r-1-7d"), Mode::Routed));
    // With another combat unit beside them they stay.
    let s = flee(&[6, 6, 6], "r-1-7d r-2-7d r-art-7d");
    assert_eq!((s.hex_of("r-art-7d").as_str(), s.p.mode(unit("r-art-7d"))), ("1215", Mode::Combat));
}

#[test]
fn r8_2_1o_a_train_cut_off_from_its_edge_is_unsupplied_after_it_has_answered() {
    let answers = |s: Scene| {
        let mut s = s.put("r-at-bolchevik", "0615").begin(&[]);
        s.say("fire w-art-1k r-1-7d", &[1, 1]);
        s.say("fire r-at-bolchevik w-art-1k", &[4, 1, 1]);
        s.p.unsupplied.has(unit("r-at-bolchevik"))
    };
    assert!(!answers(by_rail(WHITE, "w-art-1k", "r-1-7d")));
    assert!(answers(by_rail(WHITE, "w-art-1k", "r-1-7d").put("w-2-1d", "0513").put("w-3-1d", "0309")));
}

#[test]
fn r9d_nobody_supports_a_hex_without_troops() {
    let s = Scene::empty(WHITE, Phase::Munitions).put("w-1-1k", "1216").put("r-ac-46d", "1215");
    let s = s.marked("w-1-1k", Marker::Attack { prepared: true, target: hex("1215") });
    let s = s.put("r-2-7d", "1316").put("w-2-1k", "1216").put("r-art-7d", "1314");
    let s = s.marked("w-2-1k", Marker::Attack { prepared: true, target: hex("1316") });
    let mut s = s.begin(&[]);
    while s.asked().0 == "8.1a" {
        s.say("done", &[]);
    }
    assert!(s.offered("support r-art-7d 2") || s.offered("support r-art-7d 1"), "{:?}", s.offers());
    let s = s.put("r-at-bolchevik", "1315");
    let car = s.p.declared().iter().position(|a| a.target == hex("1215")).unwrap() + 1;
    assert_eq!(s.refused(&format!("support r-at-bolchevik {car}")), "9d");
}
