//! Grouping of attacks (7.2, 8.6.1) and munitions (8.2.1).

use crate::scene::*;
use sandtable_core::player::Player;

const HASTY: bool = false;
const PREPARED: bool = true;

fn on(prepared: bool, target: &str) -> Marker {
    Marker::Attack { prepared, target: hex(target) }
}

fn aids(prepared: bool, target: &str) -> Marker {
    Marker::Support { prepared, target: hex(target) }
}

/// White in combat, its convoy of 4 points at 1218 near the edge, Red in 1215.
fn white() -> Scene {
    Scene::empty(WHITE, Phase::Munitions).put("w-cv4-1dr", "1218").put("r-1-7d", "1215")
}

fn points(s: &Scene, depot: &str) -> u8 {
    s.p.points[usize::from(unit(depot))]
}

fn ok(s: &Scene, ids: &str) -> Result<(), String> {
    engine().may_attack_together(&s.p, units(ids)).map_err(|b| b.rule.to_string())
}

#[test]
fn w16_an_attack_from_two_hexes_and_two_barrages_take_four_points() {
    rules!("orel 8.1a", "orel 8.2.1a", "orel 8.2.1c");
    let s = white().put("w-1-1d", "1216").put("w-2-1d", "1116").put("w-art-3d w-artl3-3d w-art-1k", "1217");
    let s = s.marked("w-1-1d w-2-1d", on(PREPARED, "1215")).marked("w-art-3d", aids(PREPARED, "1215"));
    let s = s.marked("w-artl3-3d w-art-1k", Marker::Barrage).put("r-2-7d", "1316");
    let s = s.with(|p| p.march.observed = units("r-2-7d")).begin(&[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.1a"));
    assert_eq!(s.p.attack_count, 1);
    let a = s.p.attacks[0];
    assert_eq!((a.attackers, a.supports), (units("w-1-1d w-2-1d"), units("w-art-3d")));
    assert_eq!((a.depot, a.armed), (unit("w-cv4-1dr").into(), units("w-1-1d w-2-1d w-art-3d")));
    assert!(s.p.fire.list().iter().all(|shot| shot.depot.is(unit("w-cv4-1dr"))));
    assert_eq!(points(&s, "w-cv4-1dr"), 0);
}

#[test]
fn r8_2_1a_a_prepared_attack_takes_two_points_whoever_is_in_it() {
    for ids in ["w-1-1d", "w-1-1d w-2-1d w-3-1d"] {
        let s = white().put(ids, "1216").marked(ids, on(PREPARED, "1215")).put("w-cv2-1d", "1217").begin(&[]);
        assert_eq!(points(&s, "w-cv4-1dr") + points(&s, "w-cv2-1d"), 4);
    }
}

#[test]
fn r8_2_1b_a_hasty_attack_takes_one_point() {
    let s = white().put("w-1-1d w-2-1d", "1216").marked("w-1-1d w-2-1d", on(HASTY, "1215")).begin(&[]);
    assert_eq!((s.p.attacks[0].depot, points(&s, "w-cv4-1dr")), (unit("w-cv4-1dr").into(), 3));
}

#[test]
fn r8_2_1c_each_gun_that_barrages_takes_a_point_and_a_silent_one_none() {
    let s = white().put("w-art-1k w-art-3d", "1217").marked("w-art-1k w-art-3d", Marker::Barrage);
    let mut s = s.with(|p| p.march.observed = units("r-1-7d")).begin(&[]);
    assert_eq!(points(&s, "w-cv4-1dr"), 2);
    s.say("hold w-art-1k", &[]);
    assert_eq!(points(&s, "w-cv4-1dr"), 3);
    s.say("fire w-art-3d r-1-7d", &[1, 1]);
    assert!(!s.p.unsupplied.has(unit("w-art-3d")));
}

#[test]
fn r8_2_1d_an_attack_may_go_without_munitions() {
    let s = white().put("w-1-1d w-2-1d", "1216").marked("w-1-1d w-2-1d", on(PREPARED, "1215"));
    let mut s = s.begin(&[]);
    s.say("supply 1 none", &[]);
    assert_eq!(
        (s.p.attacks[0].depot, s.p.attacks[0].armed, points(&s, "w-cv4-1dr")),
        (Maybe::NONE, Pieces::EMPTY, 4)
    );
    assert_eq!(s.refused("supply 1 none"), "8.2.1f");
    s.say("supply 1 w-cv4-1dr", &[]);
    assert_eq!((s.p.attacks[0].armed, points(&s, "w-cv4-1dr")), (units("w-1-1d w-2-1d"), 2));
}

#[test]
fn r8_2_1f_points_of_two_depots_do_not_add_up() {
    rules!("orel 7.2d");
    let s = white().put("w-cv2-1d", "1217").put("w-1-1d w-2-1d", "1216");
    let s = s.marked("w-1-1d", on(PREPARED, "1215")).marked("w-2-1d", on(HASTY, "1215"));
    let mut s = s.put("r-2-7d", "1316").begin(&[]).with(|p| {
        p.points[usize::from(unit("w-cv4-1dr"))] = 1;
        p.points[usize::from(unit("w-cv2-1d"))] = 1;
        p.attacks.iter_mut().for_each(|a| a.depot = Maybe::NONE);
    });
    let n = s.p.declared().iter().position(|a| a.prepared).unwrap() + 1;
    assert_eq!(s.refused(&format!("supply {n} w-cv4-1dr")), "7.2d");
    assert_eq!(s.refused(&format!("supply {n} w-cv2-1d")), "7.2d");
    s.say(&format!("supply {} w-cv2-1d", 3 - n), &[]);
    assert_eq!(points(&s, "w-cv2-1d"), 0);
}

#[test]
fn r8_2_1g_units_too_far_from_the_depot_attack_unsupplied_with_the_others() {
    // From 1315 the way round the Red zone is too long.
    let s = white().put("w-1-1d", "1216").put("w-2-1d", "1315").marked("w-1-1d w-2-1d", on(PREPARED, "1215"));
    let s = s.put("w-3-1d", "1216").marked("w-3-1d", on(PREPARED, "1215")).begin(&[]);
    let a = s.p.attacks[0];
    assert_eq!(a.attackers, units("w-1-1d w-2-1d w-3-1d"));
    assert_eq!((a.depot, a.armed), (unit("w-cv4-1dr").into(), units("w-1-1d w-3-1d")));
}

#[test]
fn r8_2_1h_an_unsupplied_unit_stays_so_in_a_supplied_attack() {
    rules!("orel 8.2.1e");
    let s = white().put("w-1-1d w-2-1d", "1216").marked("w-1-1d w-2-1d", on(PREPARED, "1215"));
    let s = s.with(|p| p.unsupplied.insert(unit("w-2-1d"))).begin(&[]);
    assert_eq!(s.p.attacks[0].attackers, units("w-1-1d w-2-1d"));
    assert!(s.p.unsupplied.has(unit("w-2-1d")));
    assert_eq!(s.refused("resupply w-2-1d w-cv4-1dr"), "8.2.1i");
    // Alone it is not worth a point.
    let s = white().put("w-2-1d", "1216").marked("w-2-1d", on(PREPARED, "1215")).put("w-3-1d", "1217");
    let s = s.with(|p| p.unsupplied = units("w-2-1d w-3-1d")).begin(&[]);
    assert_eq!((s.p.attacks[0].depot, points(&s, "w-cv4-1dr")), (Maybe::NONE, 4));
    assert!(s.offered("supply 1 w-cv4-1dr"));
}

#[test]
fn r8_2_1i_a_point_resupplies_a_unit_that_did_nothing() {
    rules!("orel 8.1a", "orel 7.1.4h", "orel 3.1a");
    let s = white()
        .put("w-1-1d", "1216")
        .put("w-2-1d w-3-1d", "1217")
        .put("w-1-2d", "1212")
        .put("w-art-3d", "1217");
    let s = s.mode("w-3-1d", Mode::March).marked("w-art-3d", aids(PREPARED, "1215"));
    let all = units("w-1-1d w-2-1d w-3-1d w-1-2d w-art-3d");
    let mut s = s.with(|p| p.unsupplied = all).begin(&[]);
    assert_eq!(s.asked().0, "8.1a");
    assert_eq!(s.refused("resupply w-3-1d w-cv4-1dr"), "7.1.4h");
    assert_eq!(s.refused("resupply w-1-2d w-cv4-1dr"), "8.2.2a");
    assert_eq!(s.refused("resupply w-art-3d w-cv4-1dr"), "8.2.1i");
    assert_eq!(s.refused("resupply w-1-3d w-cv4-1dr"), "8.2.1i");
    assert_eq!(s.refused("resupply w-1-1d w-cv3-83s"), "8.2.1a");
    s.say("resupply w-2-1d w-cv4-1dr", &[]);
    assert_eq!((s.p.unsupplied.has(unit("w-2-1d")), points(&s, "w-cv4-1dr")), (false, 3));
    assert_eq!(s.refused("resupply w-2-1d w-cv4-1dr"), "8.2.1i");
    assert!(s.offered("resupply w-1-1d w-cv4-1dr"));
}

#[test]
fn r8_2_1l_a_depot_supplies_the_defence_for_nothing() {
    rules!("orel 8.1d");
    let s = Scene::empty(RED, Phase::Munitions)
        .put("w-cv4-1dr", "1218")
        .put("w-1-1d w-2-1d", "1216")
        .put("w-art-3d", "1217");
    let s = s.put("w-1-3d", "1212").put("r-1-let", "1215").put("r-2-let", "1211");
    let s = s.marked("r-1-let", on(PREPARED, "1216")).marked("r-2-let", on(PREPARED, "1212")).begin(&[]);
    let mut s = s;
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.6.2c"));
    let n = s.p.declared().iter().position(|a| a.target == hex("1216")).unwrap() + 1;
    s.say(&format!("support w-art-3d {n}"), &[]);
    assert_eq!(s.p.fire.in_range, units("w-1-1d w-2-1d w-art-3d"));
    assert_eq!(points(&s, "w-cv4-1dr"), 4);
    assert!(s.p.fire.used.is_empty());
}

#[test]
fn r3_2ba_a_depot_without_a_line_pays_for_what_it_gives() {
    rules!("orel 8.2.1l");
    // Deep in the north a White convoy has no line. It is not proposed, but may be used.
    let away = || Scene::empty(WHITE, Phase::Munitions).put("w-cv4-1dr", "1104").put("r-1-7d", "1106");
    let s = away().put("w-art-1k", "1105").marked("w-art-1k", Marker::Barrage);
    let mut s = s.with(|p| p.march.observed = units("r-1-7d")).begin(&[]);
    assert_eq!((s.asked().0, points(&s, "w-cv4-1dr")), ("8.1a", 4));
    s.say("supply w-art-1k w-cv4-1dr", &[]);
    s.say("done", &[]);
    s.say("fire w-art-1k r-1-7d", &[1, 1]);
    assert!(!s.p.unsupplied.has(unit("w-art-1k")));
    // The phase is over.
    assert!(s.p.unsupplied.has(unit("w-cv4-1dr")));
    // Supplying defenders is use as well; an Unsupplied Depot does not even do that.
    let s = Scene::empty(RED, Phase::Munitions)
        .put("w-cv4-1dr", "1104")
        .put("w-1-1d", "1105")
        .put("r-1-let", "1106");
    let s = s.marked("r-1-let", on(PREPARED, "1105"));
    let mut used = s.begin(&[]);
    assert_eq!((used.side(), used.offers()), (Some(WHITE), vec!["draw w-cv4-1dr".into(), "done".into()]));
    used.say("draw w-cv4-1dr", &[]);
    assert_eq!((used.p.fire.in_range, used.p.fire.used), (units("w-1-1d"), units("w-cv4-1dr")));
    let s = Scene::empty(RED, Phase::Munitions)
        .put("w-cv4-1dr", "1104")
        .put("w-1-1d", "1105")
        .put("r-1-let", "1106");
    let s =
        s.marked("r-1-let", on(PREPARED, "1105")).with(|p| p.unsupplied.insert(unit("w-cv4-1dr"))).begin(&[]);
    assert_eq!((s.p.fire.in_range, s.p.fire.used), (Pieces::EMPTY, Pieces::EMPTY));
    let s = away().put("w-1-1d w-2-1d", "1105").marked("w-1-1d w-2-1d", on(HASTY, "1106"));
    let s = s.with(|p| p.unsupplied.insert(unit("w-cv4-1dr"))).begin(&[]);
    assert_eq!(s.refused("supply 1 w-cv4-1dr"), "3.2Bb");
    // One whose line was cut and is open again gives nothing before the phase is over (orel 3.2Bc).
    let s = away().put("w-1-1d w-2-1d", "1105").marked("w-1-1d w-2-1d", on(HASTY, "1106")).begin(&[]);
    let s = s.with(|p| p.rear.waiting.insert(unit("w-cv4-1dr")));
    assert_eq!(s.refused("supply 1 w-cv4-1dr"), "3.2Bc");
}

#[test]
fn r8_6_2d_a_support_stays_with_the_attack_that_it_was_given_to() {
    let s = white().put("w-1-1d w-2-1d", "1216").put("w-3-1d", "1116").put("w-art-3d", "1217");
    let s = s.marked("w-1-1d w-2-1d w-3-1d", on(HASTY, "1215")).marked("w-art-3d", aids(HASTY, "1215"));
    let mut s = s.begin(&[]);
    s.say("support w-art-3d 2", &[]).say("part w-1-1d", &[]);
    let with: Vec<_> = s.p.declared().iter().filter(|a| a.supports.has(unit("w-art-3d"))).collect();
    assert_eq!((with.len(), with[0].attackers), (1, units("w-3-1d")));
}

#[test]
fn r8_2_1n_vehicles_spend_no_munitions() {
    rules!("orel 8.2.1o");
    let s = Scene::empty(WHITE, Phase::Munitions).put("w-cv4-1dr", "0818").put("r-1-7d", "0716");
    let s = s.put("w-at-doblest w-art-3d w-3-1d", "0717").marked("w-at-doblest w-art-3d", Marker::Barrage);
    let s = s.with(|p| {
        p.march.observed = units("r-1-7d");
        p.unsupplied.insert(unit("w-3-1d"));
    });
    let s = s.begin(&[]);
    assert_eq!(s.refused("supply w-at-doblest w-cv4-1dr"), "8.2.1n");
    assert_eq!(points(&s, "w-cv4-1dr"), 3);
    // A car in an attack is covered wherever it is.
    let s = white()
        .put("w-1-1d w-2-1d w-ac-2d", "1216")
        .marked("w-1-1d w-2-1d w-ac-2d", on(PREPARED, "1215"))
        .begin(&[]);
    assert_eq!((s.p.attacks[0].armed, points(&s, "w-cv4-1dr")), (units("w-1-1d w-2-1d w-ac-2d"), 2));
}

#[test]
fn r9d_nobody_needs_munitions_against_a_lone_depot_or_vehicle() {
    let s = white()
        .put("w-1-1d w-2-1d", "1216")
        .put("r-ac-let", "1316")
        .marked("w-1-1d w-2-1d", on(PREPARED, "1316"));
    let s = s.begin(&[]);
    assert_eq!((s.p.attacks[0].depot, s.p.attacks[0].armed), (Maybe::NONE, units("w-1-1d w-2-1d")));
    assert_eq!(s.refused("supply 1 w-cv4-1dr"), "9d");
    assert_eq!(points(&s, "w-cv4-1dr"), 4);
    // Nor is there anything for guns to support.
    let mut s = s.put("r-art-let", "1415").put("r-1-let", "1315");
    s.say("done", &[]);
    assert_ne!(s.asked().0, "8.6.2c");
}

#[test]
fn r7_2d_capacity_limits_how_many_attacks_are_supplied() {
    let s = Scene::empty(WHITE, Phase::Munitions)
        .put("w-cv2-1d", "1218")
        .put("r-1-7d", "1215")
        .put("r-2-7d", "1316");
    let s = s.put("w-1-1d w-2-1d w-3-1d", "1216");
    let s = s
        .marked("w-1-1d", on(HASTY, "1215"))
        .marked("w-2-1d", on(PREPARED, "1215"))
        .marked("w-3-1d", on(HASTY, "1316"));
    let s = s.begin(&[]);
    let supplied = s.p.declared().iter().filter(|a| a.depot.is_some()).count();
    assert!(supplied < 3 && points(&s, "w-cv2-1d") < 2);
    let n = s.p.declared().iter().position(|a| a.depot.is_none()).unwrap() + 1;
    assert_eq!(s.refused(&format!("supply {n} w-cv2-1d")), "7.2d");
}

#[test]
fn r7_2c_units_of_a_stack_attack_as_each_declared() {
    let s = white().put("r-2-7d", "1316").put("w-1-1d w-2-1d w-3-1d", "1216");
    let s = s
        .marked("w-1-1d", on(HASTY, "1215"))
        .marked("w-2-1d", on(PREPARED, "1215"))
        .marked("w-3-1d", on(HASTY, "1316"));
    let s = s.begin(&[]);
    let all: Vec<_> = s.p.declared().iter().map(|a| (a.target, a.prepared, a.attackers)).collect();
    let want = [
        (hex("1215"), HASTY, units("w-1-1d")),
        (hex("1215"), PREPARED, units("w-2-1d")),
        (hex("1316"), HASTY, units("w-3-1d")),
    ];
    assert_eq!(all, want);
    // Nor need they go together if they did declare the same.
    let s = white().put("w-1-1d w-2-1d", "1216").marked("w-1-1d w-2-1d", on(HASTY, "1215"));
    let mut s = s.begin(&[]);
    s.say("part w-1-1d", &[]);
    let all: Vec<_> = s.p.declared().iter().map(|a| a.attackers).collect();
    assert_eq!(all, [units("w-2-1d"), units("w-1-1d")]);
    assert_eq!(s.refused("part w-1-1d"), "7.2c");
    assert_eq!(points(&s, "w-cv4-1dr"), 2);
}

#[test]
fn r7_2l_prepared_stacks_go_together_or_apart() {
    rules!("orel 7.2p");
    let s = white()
        .put("w-1-1d w-2-1d", "1216")
        .put("w-3-1d", "1116")
        .marked("w-1-1d w-2-1d w-3-1d", on(PREPARED, "1215"));
    let mut s = s.begin(&[]);
    assert_eq!(s.p.attack_count, 1);
    s.say("part 1 1116", &[]);
    let all: Vec<_> = s.p.declared().iter().map(|a| (a.target, a.attackers)).collect();
    assert_eq!(all, [(hex("1215"), units("w-1-1d w-2-1d")), (hex("1215"), units("w-3-1d"))]);
    // Two attacks on one hex, each with its own points.
    assert_eq!(points(&s, "w-cv4-1dr"), 0);
    s.say("join 1 2", &[]);
    assert_eq!((s.p.attack_count, points(&s, "w-cv4-1dr")), (1, 2));
    assert_eq!(s.refused("join 1 2"), "7.2b");
    assert_eq!(s.refused("part 1 1118"), "7.2p");
    // Not on different hexes, and not two kinds.
    let s = white().put("r-2-7d", "1316").put("w-1-1d w-2-1d w-1-2d", "1216").put("w-3-1d", "1116");
    let s = s.marked("w-1-1d w-1-2d", on(PREPARED, "1215")).marked("w-2-1d", on(PREPARED, "1316"));
    let s = s.marked("w-3-1d", on(HASTY, "1215")).begin(&[]);
    assert_eq!(s.refused("join 1 2"), "7.2l");
    assert_eq!(s.refused("join 1 3"), "7.2n");
}

#[test]
fn r7_2p_an_attacked_hex_may_be_attacked_again() {
    rules!("orel 8.1e");
    let s = white().put("w-1-1d w-2-1d", "1216").put("w-3-1d", "1116");
    let s = s.marked("w-1-1d w-2-1d", on(PREPARED, "1215")).marked("w-3-1d", on(HASTY, "1215"));
    let mut s = s.begin(&[]);
    s.say("done", &[]);
    assert_eq!((s.p.phase, s.side(), s.p.attack_count), (Phase::Attacks, Some(WHITE), 2));
    // Which comes first is the attacker's choice.
    assert!(s.offers().len() >= 2, "{:?}", s.offers());
}

#[test]
fn r7_2n_a_hasty_attack_is_never_joined_from_another_hex() {
    rules!("orel 8.6.1a");
    let s = white().put("w-1-1d w-2-1d", "1216").put("w-3-1d", "1116").put("w-art-3d", "1217");
    let s = s.marked("w-1-1d w-2-1d w-3-1d", on(HASTY, "1215")).marked("w-art-3d", aids(HASTY, "1215"));
    let s = s.begin(&[]);
    assert_eq!(s.p.attack_count, 2);
    assert_eq!(s.refused("join 1 2"), "7.2n");
    // Guns may support it.
    assert_eq!(s.p.attacks[0].supports, units("w-art-3d"));
    assert!(s.offered("support w-art-3d 2"));
}

#[test]
fn r8_6_1b_red_stacks_go_together_within_a_formation() {
    let s = Scene::empty(RED, Phase::Munitions)
        .put("r-1-est", "1216")
        .put("r-1-41s", "1116")
        .put("w-1-1d", "1215");
    assert_eq!(ok(&s, "r-1-est r-1-41s").unwrap_err(), "8.6.1b");
    let s = s.put("r-2-est", "1116");
    assert_eq!(ok(&s, "r-1-est r-2-est"), Ok(()));
    // One stack has no such limit.
    assert_eq!(ok(&s, "r-2-est r-1-41s"), Ok(()));
    let s = s
        .marked("r-1-est r-1-41s", on(PREPARED, "1215"))
        .put("r-86-est", "1116")
        .steps("r-86-est", 2)
        .marked("r-86-est", on(PREPARED, "1215"));
    let s = s.begin(&[]);
    assert_eq!(s.p.attack_count, 2);
    assert_eq!(s.refused("join 1 2"), "8.6.1b");
}

#[test]
fn r8_6_1c_white_stacks_go_together_within_a_division() {
    let s = Scene::empty(WHITE, Phase::Munitions)
        .put("w-1-1k", "1216")
        .put("w-1-2k", "1116")
        .put("w-1-1d", "1116");
    assert_eq!(ok(&s, "w-1-1k w-1-2k"), Ok(()));
    assert_eq!(ok(&s, "w-1-1k w-1-1d").unwrap_err(), "8.6.1c");
    // Independent units are of their Division, the Barbovitch brigade is one of its own.
    let s = s.put("w-cv-mn w-1off-alex", "1116");
    assert_eq!(ok(&s, "w-1-1k w-cv-mn"), Ok(()));
    assert_eq!(ok(&s, "w-1-1k w-1off-alex").unwrap_err(), "8.6.1c");
}

#[test]
fn r8_6_1d_raw_units_attack_from_two_neighbouring_hexes_at_most() {
    // Around 1215: 1216 and 1116 touch, 1216 and 1115 do not.
    let s =
        Scene::empty(RED, Phase::Munitions).put("r-1-7d", "1216").put("r-2-7d", "1116").put("r-3-7d", "1115");
    assert_eq!(ok(&s, "r-1-7d r-2-7d"), Ok(()));
    assert_eq!(ok(&s, "r-1-7d r-3-7d").unwrap_err(), "8.6.1d");
    assert_eq!(ok(&s, "r-1-7d r-2-7d r-3-7d").unwrap_err(), "8.6.1d");
    // One such unit is enough; better ones have no limit.
    let s = s.put("r-1-est", "1216").put("r-2-est r-vo-est", "1116").put("r-86-est", "1115");
    assert_eq!(ok(&s, "r-1-est r-2-est r-86-est"), Ok(()));
    assert_eq!(ok(&s, "r-1-est r-vo-est r-86-est").unwrap_err(), "8.6.1d");
    let s =
        Scene::empty(RED, Phase::Munitions).put("r-1-7d", "1216").put("r-2-7d", "1116").put("r-3-7d", "1115");
    let s = s.put("w-1-1d", "1215").marked("r-1-7d r-2-7d r-3-7d", on(PREPARED, "1215")).begin(&[]);
    assert_eq!(s.p.attack_count, 2);
}

#[test]
fn r8_6_1e_recruits_join_anybody() {
    rules!("orel 5.1b");
    let s = Scene::empty(RED, Phase::Munitions)
        .put("r-1-est", "1216")
        .put("r-rec1", "1116")
        .put("r-ac-let", "1116");
    assert_eq!(ok(&s, "r-1-est r-rec1"), Ok(()));
    assert_eq!(ok(&s, "r-1-est r-ac-let"), Ok(()));
    let s = Scene::empty(WHITE, Phase::Munitions).put("w-1-1k", "1216").put("w-rec1", "1116");
    assert_eq!(ok(&s, "w-1-1k w-rec1"), Ok(()));
}

#[test]
fn r8_6_1f_letton_units_attack_jointly() {
    let s = Scene::empty(RED, Phase::Munitions)
        .put("r-1-let", "1216")
        .put("r-4-let", "1116")
        .put("r-cv-let r-7-let", "1115");
    assert_eq!(ok(&s, "r-1-let r-4-let r-cv-let r-7-let"), Ok(()));
    let s = s.put("r-1-pavl", "1116");
    assert_eq!(ok(&s, "r-1-let r-1-pavl").unwrap_err(), "8.6.1b");
}

#[test]
fn r8_6_1g_the_eighth_cavalry_division_from_the_20th_on() {
    let s = Scene::empty(RED, Phase::Munitions)
        .put("r-1-tchkz", "1216")
        .put("r-14-41d", "1116")
        .put("r-cv-41s r-cv-41d", "1115");
    assert_eq!(ok(&s, "r-1-tchkz r-14-41d").unwrap_err(), "8.6.1b");
    let s = s.with(|p| p.turn = 6);
    assert_eq!(ok(&s, "r-1-tchkz r-14-41d r-cv-41s"), Ok(()));
    assert_eq!(ok(&s, "r-1-tchkz r-cv-41d").unwrap_err(), "8.6.1b");
}

#[test]
fn r8_6_2b_support_goes_to_an_attack_of_its_own_people() {
    // Two attacks on one hex; the guns of the 1st Kornilov go to that of their Division.
    let s = white().put("w-1-1d w-2-1d", "1216").put("w-1-1k", "1116").put("w-art-1k w-artl3-3d", "1117");
    let s = s
        .marked("w-1-1d w-2-1d w-1-1k", on(PREPARED, "1215"))
        .marked("w-art-1k w-artl3-3d", aids(PREPARED, "1215"));
    let s = s.begin(&[]);
    let by = |id: &str| s.p.declared().iter().position(|a| a.attackers.has(unit(id))).unwrap();
    let (kornilov, drozdovski) = (by("w-1-1k"), by("w-1-1d"));
    assert_ne!(kornilov, drozdovski);
    assert_eq!(s.p.attacks[kornilov].supports, units("w-art-1k"));
    assert_eq!(s.p.attacks[drozdovski].supports, units("w-artl3-3d"));
    assert_eq!(s.refused(&format!("support w-art-1k {}", drozdovski + 1)), "8.6.2b");
}

#[test]
fn r8_2_3c_unsupplied_and_broken_vehicles_are_left_out() {
    rules!("orel 9.2.1b");
    let s = white()
        .put("w-1-1d w-2-1d w-tank w-ac-2d", "1216")
        .marked("w-1-1d w-2-1d w-tank w-ac-2d", on(PREPARED, "1215"));
    let s = s.with(|p| {
        p.unsupplied.insert(unit("w-ac-2d"));
        p.broken.insert(unit("w-tank"));
    });
    let s = s.begin(&[]);
    assert_eq!(s.p.attacks[0].attackers, units("w-1-1d w-2-1d"));
    assert_eq!(s.p.marker(unit("w-tank")), Marker::None);
}

#[test]
fn r9a_vehicles_need_a_combat_unit_in_their_attack() {
    let s =
        white().put("w-1-1d w-2-1d w-ac-2d", "1216").marked("w-1-1d w-2-1d w-ac-2d", on(PREPARED, "1215"));
    let s = s.begin(&[]);
    assert_eq!(s.refused("part w-ac-2d"), "9a");
    // Nor may the last combat unit leave it behind.
    let alone = white().put("w-1-1d w-ac-2d", "1216").put("w-2-1d", "1116");
    let alone = alone.marked("w-1-1d w-2-1d w-ac-2d", on(PREPARED, "1215")).begin(&[]);
    assert_eq!(alone.refused("part w-ac-2d"), "9a");
    let alone = white().put("w-1-1d w-ac-2d", "1216").put("r-2-7d", "1316").put("w-2-1d", "1217");
    let alone =
        alone.marked("w-1-1d w-ac-2d", on(HASTY, "1215")).with(|p| p.unsupplied.insert(unit("w-2-1d")));
    assert_eq!(alone.begin(&[]).refused("part w-1-1d"), "9a");
    // A train by itself attacks a train, but not one with troops beside it (orel 9.1.1a).
    let by_rail = |there: &str| {
        let s = Scene::empty(WHITE, Phase::Munitions).put("w-at-offitser", "2404").put(there, "2305");
        s.marked("w-at-offitser", on(HASTY, "2305")).begin(&[4, 4]).events
    };
    let dropped = |events: &[Event]| events.iter().any(|e| game().tell(e).text.contains("comes to nothing"));
    assert!(!dropped(&by_rail("r-at-avrora")));
    let s =
        Scene::empty(WHITE, Phase::Munitions).put("w-at-offitser", "2404").put("r-at-avrora r-1-7d", "2305");
    let s = s.marked("w-at-offitser", on(HASTY, "2305")).begin(&[]);
    assert!(dropped(&s.events));
    // A car whose companions attack another hex does nothing.
    let s = white()
        .put("r-2-7d", "1316")
        .put("w-1-1d w-2-1d w-ac-2d", "1216")
        .marked("w-1-1d w-2-1d", on(PREPARED, "1215"));
    let s = s.marked("w-ac-2d", on(HASTY, "1316")).begin(&[]);
    assert_eq!((s.p.attack_count, s.p.marker(unit("w-ac-2d"))), (1, Marker::None));
    assert!(s.told().contains("comes to nothing"));
}

#[test]
fn absurd_wishes_are_refused_and_every_offer_reads_back() {
    let s =
        white().put("w-1-1d w-2-1d", "1216").put("w-3-1d", "1116").put("w-art-3d w-art-1k w-1-2d", "1217");
    let s = s.marked("w-1-1d w-2-1d w-3-1d", on(PREPARED, "1215")).marked("w-art-3d", aids(PREPARED, "1215"));
    let s = s.marked("w-art-1k", Marker::Barrage).put("r-2-7d", "1316").put("w-cv3-83s", "1219");
    let s = s.with(|p| {
        p.march.observed = units("r-2-7d");
        p.unsupplied.insert(unit("w-1-2d"));
    });
    let s = s.begin(&[]);
    let offers = s.offers();
    assert!(offers.len() > 6);
    for words in &offers {
        let action = game().parse(&s.p, words).unwrap();
        assert!(game().check(&s.p, Side(WHITE), &action).is_ok(), "{words}");
        assert_eq!(&game().describe(&s.p, &action), words);
        assert_eq!(offers.iter().filter(|w| *w == words).count(), 1, "{words}");
    }
    use sandtable_orel::play::fire::{FireAction::*, Joined};
    for a in [
        Join(Joined { a: AttackId(200), b: AttackId(3) }),
        Join(Joined { a: AttackId(0), b: AttackId(0) }),
        Part { attack: AttackId(9), hex: HexId(5000) },
        Part { attack: AttackId(0), hex: HexId(5000) },
        Single { unit: UnitId(255) },
        Support { unit: UnitId(255), attack: AttackId(0) },
        Support { unit: UnitId(3), attack: AttackId(77) },
        Supply { attack: AttackId(40), depot: DepotId(UnitId(255).into()) },
        Supply { attack: AttackId(0), depot: DepotId(UnitId(200).into()) },
        Feed { unit: UnitId(255), depot: DepotId(UnitId(255).into()) },
        Resupply { unit: UnitId(254), depot: DepotId(UnitId(254).into()) },
        Aim { firer: UnitId(255), target: TargetId(UnitId(255)) },
        Hold { firer: UnitId(255) },
        Shoot { firer: UnitId(255) },
    ] {
        for step in [Phase::Munitions, Phase::Barrage, Phase::Counterbattery, Phase::Support] {
            let mut p = s.p;
            while p.play.steps.top() != Step::Go {
                p.play.steps.pop();
            }
            p.phase = step;
            let mut dice = Given::new(vec![]);
            engine().enter_phase(&mut p, &mut dice, &mut vec![]);
            let side = game().to_decide(&p).side().unwrap();
            let why = game().check(&p, side, &Action::Fire(a)).unwrap_err();
            assert!(!why.0[0].reason.is_empty());
        }
    }
}

/// Somebody who likes to fight, and guns most of all.
struct Eager(Seeded, Vec<Action>);

impl Player<Orel> for Eager {
    fn choose(&mut self, game: &Orel, p: &Position, side: Side) -> Option<Action> {
        self.1.clear();
        game.actions(p, side, &mut self.1);
        let likes: &[&str] = match (p.phase, self.0.below(3)) {
            (Phase::Movement, 0) => &["Barrage"],
            (Phase::Movement, 1) => &["Hasty", "Prepared", "Support"],
            (Phase::Barrage | Phase::Counterbattery, 0 | 1) => &["Aim"],
            _ => &[],
        };
        let liked = |a: &&Action| likes.iter().any(|w| format!("{a:?}").contains(w));
        let eager: Vec<Action> = self.1.iter().filter(liked).copied().collect();
        let from = if eager.is_empty() { &self.1 } else { &eager };
        Some(from[self.0.below(from.len())])
    }
}

/// Whatever is played, attacks and shots stay as they can be.
#[test]
fn any_play_leaves_attacks_and_shots_sound() {
    use sandtable_orel::play::fire::FireStep::*;
    let mut seen = [0usize; 5];
    for (seed, scenario) in [(1u64, "historical"), (2, "brasovo"), (3, "hypothetical")] {
        let walk = Walk { scenario, options: &Options::new(), seed, steps: 3000, every: 1 };
        walk.look_with(game(), &mut Eager(Seeded::new(seed), vec![]), |m| {
            if let Step::Fire(step) = m.position.play.steps.top() {
                sound(m.position);
                let kind = match step {
                    Munitions => 0,
                    Targets => 1,
                    Order => 2,
                    Answer => 3,
                    _ => 4,
                };
                seen[kind] += 1;
            }
        });
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

/// Attacks do not share units, have the markers of their kind, and their points are off their Depots.
fn sound(p: &Position) {
    let mut all = Pieces::EMPTY;
    for a in p.declared().iter().filter(|a| !a.done) {
        assert!(!a.attackers.is_empty());
        for u in a.attackers.iter() {
            assert!(p.marker(u) == Marker::Attack { prepared: a.prepared, target: a.target } && !all.has(u));
        }
        for u in a.supports.iter() {
            assert!(p.marker(u) == Marker::Support { prepared: a.prepared, target: a.target } && !all.has(u));
        }
        let units = a.attackers.with(&a.supports);
        assert!(a.armed.within(&units), "{:?}", a);
        assert!(a.depot.get().is_none_or(|d| p.side(d) == p.active));
        all = all.with(&units);
        if p.phase == Phase::Munitions {
            engine().may_attack_together(p, a.attackers).unwrap();
        }
    }
    if p.phase == Phase::Munitions {
        for d in engine()
            .all_units()
            .filter(|u| engine().class(*u).is_depot() && p.side(*u) == p.active && p.on_map(*u))
        {
            let chart = &game().d.charts.depot;
            let attacks = p.declared().iter().filter(|a| a.depot.is(d));
            let given: u8 = attacks.map(|a| if a.prepared { chart.prepared } else { chart.hasty }).sum();
            let shots = p.fire.list().iter().filter(|s| s.depot.is(d)).count() as u8;
            assert!(
                p.points[usize::from(d)] + given + shots <= engine().depot_capacity(p, d),
                "{}",
                engine().id(d)
            );
        }
    }
}

#[test]
fn r3_2ba_the_defence_uses_as_few_depots_without_a_line_as_it_can() {
    rules!("orel 8.2.1l");
    // A car alone spends nothing, and so uses nothing.
    let s = Scene::empty(RED, Phase::Munitions)
        .put("w-cv4-1dr", "1104")
        .put("w-ac-2d", "1105")
        .put("r-1-let", "1106");
    let s = s.marked("r-1-let", on(PREPARED, "1105")).begin(&[]);
    assert_eq!((s.p.fire.in_range, s.p.fire.used), (units("w-ac-2d"), Pieces::EMPTY));
    // A Depot that was used anyhow gives first: the one at 1918 must serve 1919, and can serve 1915 as well as the other.
    let s = Scene::empty(WHITE, Phase::Munitions)
        .put("r-cv3-let", "1913")
        .put("r-cv2-let", "1918")
        .put("r-1-let", "1919")
        .put("r-2-let", "1915");
    let s = s.put("w-1-2d", "1920").put("w-2-2d", "2015").steps("w-1-2d", 1).steps("w-2-2d", 1);
    let s = s.marked("w-1-2d", on(HASTY, "1919")).marked("w-2-2d", on(HASTY, "1915"));
    assert_eq!(engine().depots_in_range(&s.p, unit("r-1-let")), units("r-cv2-let"));
    assert_eq!(engine().depots_in_range(&s.p, unit("r-2-let")), units("r-cv2-let r-cv3-let"));
    let mut s = s.begin(&[]);
    while s.asked().0 == "8.1a" {
        s.say("done", &[]);
    }
    assert_eq!(s.offers(), ["draw r-cv3-let", "draw r-cv2-let", "done"]);
    s.say("draw r-cv2-let", &[]);
    assert_eq!(
        (s.p.functional.meet(&units("r-cv2-let r-cv3-let")), s.p.fire.used),
        (Pieces::EMPTY, units("r-cv2-let"))
    );
}
