//! Recruits and prisoners (4), command (5), rally (8.7.3o).

use crate::scene::*;

/// Before a recruitment phase, with all recruit battalions still to be built.
fn recruits(side: u8) -> Scene {
    Scene::empty(side, Phase::Recruits).with(|p| {
        for u in engine().all_units().filter(|u| engine().def(*u).recruit) {
            p.units.take_off(u, At::Pool, None, 0);
        }
    })
}

/// The Command phase of a side, up to the first question.
fn command(s: Scene, side: u8) -> Scene {
    let s = s.with(|p| (p.active, p.phase, p.play) = (side, Phase::Command, Play::START));
    s.begin(&[])
}

fn ooc(s: &Scene, id: &str) -> bool {
    s.p.ooc.has(unit(id))
}

#[test]
fn r4a_points_come_from_the_track_and_from_orel() {
    rules!("orel 4d");
    let s = recruits(WHITE).begin(&[]);
    assert_eq!((s.p.recruits, s.asked().0), ([3, 0], "4b"));
    assert!(s.told().contains("White receives 2 Recruit Points, 1 for Orel"));
    assert_eq!(recruits(RED).begin(&[]).p.recruits, [0, 4]);
    let s = recruits(RED).put("r-1-let", "2705").begin(&[]);
    assert_eq!(s.p.recruits, [0, 5]);
    assert_eq!(recruits(WHITE).put("r-1-let", "2705").begin(&[]).p.recruits, [2, 0]);
}

#[test]
fn r4b_points_restore_steps_or_create_battalions() {
    let mut s = hospital().steps("w-1-1k", 2).with(|p| p.recruits[0] = 1).begin(&[]);
    assert_eq!((s.asked().0, s.side(), s.p.recruits[0]), ("4b", Some(WHITE), 4));
    assert!(s.offered("restore w-1-1k") && s.offered("build outside") && s.offered("build 1020"));
    s.say("build outside", &[]);
    assert_eq!(s.p.recruits[0], 2);
    s.say("restore w-1-1k", &[]);
    assert_eq!((s.p.recruits[0], s.p.steps(unit("w-1-1k"))), (1, 3));
    assert_ne!(s.asked().0, "4b", "one point is too little for a battalion, and nobody else is weak");
    // Points can be kept as well.
    let mut s = hospital().begin(&[]);
    s.say("done", &[]);
    assert_eq!(s.p.recruits[0], 3);
}

#[test]
fn r4c_no_more_than_twelve_are_kept() {
    // W18.
    let mut s = recruits(WHITE).with(|p| (p.recruits[0], p.prisoners[0]) = (11, 3)).begin(&[]);
    assert_eq!(s.p.recruits[0], 12);
    assert!(s.told().contains("12 in hand, 2 lost"));
    assert_eq!(s.refused("enlist prisoners"), "4c");
    s.say("build outside", &[]);
    assert!(s.offered("enlist prisoners"));
}

#[test]
fn r10_1d_half_of_it_in_brasovo() {
    let s = Scene::of("brasovo");
    assert_eq!(s.p.recruits[0], 1);
    let s = s.with(|p| (p.active, p.phase, p.play) = (RED, Phase::Recruits, Play::START)).begin(&[]);
    assert_eq!(s.p.recruits[1], 2);
}

#[test]
fn r4_1a_captured_steps_become_recruits() {
    rules!("orel 4.1b", "orel 4.1c");
    let mut s = recruits(WHITE).put("r-1-est", "1515").with(|p| p.prisoners[0] = 2);
    engine().surrender(&mut s.p, unit("r-1-est"), &mut s.events);
    assert_eq!(s.p.prisoners, [7, 0]);
    // W17.
    let mut s = s.begin(&[]);
    let had = s.p.recruits[0];
    s.say("enlist prisoners", &[]).say("enlist prisoners", &[]);
    assert_eq!((s.p.prisoners[0], s.p.recruits[0]), (1, had + 2));
    assert_eq!(s.refused("enlist prisoners"), "4.1c");
    // There is no limit.
    engine().capture_steps(&mut s.p, WHITE, 250, &mut s.events);
    engine().capture_steps(&mut s.p, WHITE, 250, &mut s.events);
    assert_eq!(s.p.prisoners[0], 501);
}

fn hospital() -> Scene {
    recruits(WHITE)
        .put("w-1-1k w-cv4-1dr w-1-2d", "1219")
        .put("w-art-3d w-tank", "1218")
        .put("w-2-1k", "1615")
}

#[test]
fn r4_3_1aa_points_restore_steps() {
    rules!("orel 4.3.1Ab");
    let mut s = hospital().steps("w-1-1k", 1).with(|p| p.recruits[0] = 2).begin(&[]);
    s.say("restore w-1-1k", &[]);
    assert_eq!((s.p.steps(unit("w-1-1k")), s.p.recruits[0]), (2, 4));
    s.say("restore w-1-1k", &[]);
    assert_eq!(s.p.steps(unit("w-1-1k")), 3);
    assert_eq!(s.refused("restore w-1-1k"), "4.3.1Ab");
    assert_eq!(s.refused("restore r-1-let"), "4.3.1Aa");
    assert_eq!(s.refused("restore w-tank"), "4.3.1Aa");
    assert_eq!(s.refused("restore w-3-1k"), "4.3.1Aa");
    let mut s = hospital().steps("w-1-1k", 1).steps("w-1-2d", 1).with(|p| p.orel = RED).begin(&[]);
    s.say("restore w-1-1k", &[]).say("restore w-1-1k", &[]);
    assert_ne!(s.asked().0, "4b", "without points nothing is asked");
}

#[test]
fn r4_3_1ba_recruits_lower_the_quality_once() {
    // W19.
    let mut s = hospital().steps("w-1-1k", 1).begin(&[]);
    let tq = |s: &Scene| engine().tq(&s.p, unit("w-1-1k"));
    assert_eq!(tq(&s), 6);
    s.say("restore w-1-1k", &[]);
    assert_eq!(tq(&s), 5);
    assert!(s.told().contains("loses a point of TQ"));
    s.say("restore w-1-1k", &[]);
    assert_eq!(tq(&s), 5);
    // Never a second time.
    let mut s = hospital().steps("w-1-1k", 1).with(|p| p.green.insert(unit("w-1-1k"))).begin(&[]);
    s.say("restore w-1-1k", &[]);
    assert_eq!(tq(&s), 5);
    // A step more on the same side costs nothing.
    let mut s = hospital().steps("w-1-1k", 2).begin(&[]);
    s.say("restore w-1-1k", &[]);
    assert_eq!(tq(&s), 6);
}

#[test]
fn r4_3_1bb_the_quality_has_a_floor() {
    for (id, tq) in [("w-res-1d", 3), ("r-rec1", 2), ("r-1-7d", 2), ("w-1-83s", 3)] {
        let s = quiet_green(id);
        assert_eq!(engine().tq(&s.p, unit(id)), tq, "{id}");
    }
}

fn quiet_green(id: &str) -> Scene {
    Scene::empty(WHITE, Phase::Movement).with(|p| p.green.insert(unit(id)))
}

#[test]
fn who_cannot_have_recruits() {
    rules!("orel 4.3.1Ca", "orel 4.3.1Cb", "orel 4.3.1Cc", "orel 4.3.1Cd");
    let weak = || hospital().steps("w-1-1k", 2).steps("w-2-1k", 2).steps("w-art-3d", 2);
    let s = weak().begin(&[]);
    assert!(s.offered("restore w-1-1k"));
    assert_eq!(s.refused("restore w-2-1k"), "4.3.1Cb");
    assert_eq!(s.refused("restore w-art-3d"), "4.3.1Cd");
    assert_eq!(weak().mode("w-1-1k", Mode::March).begin(&[]).refused("restore w-1-1k"), "4.3.1Ca");
    assert_eq!(weak().mode("w-1-1k", Mode::Routed).begin(&[]).refused("restore w-1-1k"), "4.3.1Cc");
    // The Depot must be functional.
    let cut =
        weak().put("r-1-let", "1216").put("r-2-let", "1017").put("r-3-let", "1417").put("r-4-let", "1319");
    let cut = cut.with(|p| (p.rails, p.recruits[0]) = ([Hexes::EMPTY; 2], 5));
    let cut = cut.put("r-5-let", "1119").put("r-6-let", "1220").begin(&[]);
    assert!(!cut.p.functional.has(unit("w-cv4-1dr")));
    assert_eq!(cut.refused("restore w-1-1k"), "4.3.1Cb");
}

#[test]
fn r4_3_1ce_recruits_may_overstack_until_the_movement_phase() {
    let mut s = recruits(WHITE)
        .put("w-off-2k w-1-1k w-1-2k w-cv2-1d w-rd5-1d", "2705")
        .steps("w-off-2k", 3)
        .with(|p| p.recruits[0] = 9)
        .begin(&[]);
    // Ten points are there with the next step, and one unit too many with a battalion.
    s.say("restore w-off-2k", &[]).say("build 2705", &[]);
    assert!(!engine().fits(&s.p, WHITE, hex("2705")));
    assert_eq!(s.hex_of("w-rec1"), "2705");
}

#[test]
fn r7_5e_units_driven_off_the_map_may_have_recruits() {
    let s = || {
        recruits(RED)
            .steps("r-1-41d", 2)
            .with(|p| p.take_off(unit("r-1-41d"), At::OffMap, Some(hex("0119")), 4))
    };
    let mut one = s().begin(&[]);
    one.say("restore r-1-41d", &[]);
    assert_eq!(one.p.steps(unit("r-1-41d")), 3);
    // In March mode, too, as who has retreated is.
    assert!(s().mode("r-1-41d", Mode::March).begin(&[]).offered("restore r-1-41d"));
    assert_eq!(s().mode("r-1-41d", Mode::Routed).begin(&[]).refused("restore r-1-41d"), "4.3.1Cc");
}

#[test]
fn r4_3_2a_battalions_cost_two_points_and_are_few() {
    rules!("orel 4.3.2b", "orel 4.3.2c", "orel 10.2Ra", "orel 10.2Wa");
    for (side, most, first) in [(WHITE, 3, "w-rec"), (RED, 4, "r-rec")] {
        let mut s = recruits(side).with(|p| p.recruits = [12; 2]).begin(&[]);
        for n in 1..=most {
            s.say("build outside", &[]);
            assert_eq!(s.p.recruits[usize::from(side)], 12 - 2 * n);
            let at = unit(&format!("{first}{n}"));
            assert_eq!((s.p.units.at(at), s.p.units.due(at)), (At::Entry, s.p.turn));
        }
        assert!(!s.offered("build outside"), "nothing is left to build");
    }
}

#[test]
fn r4_3_2a_a_battalion_needs_two_points() {
    let s = recruits(WHITE).with(|p| (p.orel, p.prisoners[0]) = (RED, 3));
    let s = s.with(|p| p.rear.exactions[0] = -1).begin(&[]);
    assert_eq!(s.p.recruits[0], 1);
    assert_eq!(s.refused("build outside"), "4.3.2a");
    assert_eq!(s.refused("build 2705"), "4.3.2a");
    let full =
        recruits(WHITE).put("w-rec1 w-rec2 w-rec3", "1219").steps("w-rec1", 1).put("w-cv4-1dr", "1219");
    assert_eq!(full.begin(&[]).refused("build outside"), "4.3.2b");
}

#[test]
fn r4_3_2d_a_lost_battalion_can_be_built_again() {
    let mut s = recruits(WHITE).put("w-rec1", "1515");
    s.p.green.insert(unit("w-rec1"));
    engine().eliminate(&mut s.p, unit("w-rec1"), &mut s.events);
    let mut s = s.begin(&[]);
    s.say("build 1020", &[]);
    assert_eq!((s.hex_of("w-rec1"), s.p.steps(unit("w-rec1"))), ("1020".to_string(), 2));
    assert!(!s.p.green.has(unit("w-rec1")) && s.p.mode(unit("w-rec1")) == Mode::Combat);
}

#[test]
fn r4_3_2e_where_battalions_appear() {
    rules!("orel 4.3.2f");
    let s =
        recruits(WHITE).put("w-off-2k", "2705").put("r-1-let", "3110").with(|p| p.recruits[0] = 4).begin(&[]);
    // South of the block the line leads to the edge, north of it not.
    assert!(s.offered("build 3113") && s.offered("build 2920") && s.offered("build outside"));
    for at in ["2705", "3111", "2814x", "2706", "0309"] {
        if let Some(hex) = game().d.map.hex(at) {
            assert_eq!(s.refused(&format!("build {at}")), "4.3.2e", "{at}");
            assert!(usize::from(hex) < HEXES);
        }
    }
    // A zone is cancelled by friendly troops at the station.
    let s =
        recruits(WHITE).put("r-1-let", "3110").put("w-1-1k", "3111").with(|p| p.recruits[0] = 4).begin(&[]);
    assert!(s.offered("build 3111"));
    // A train of the enemy that has run into it bars it.
    let s2 = recruits(WHITE).put("r-at-lenine", "3111").with(|p| p.recruits[0] = 4).begin(&[]);
    assert_eq!(s2.refused("build 3111"), "4.3.2e");
    // Any unit is enough (RU-82), by option only troops.
    let convoy = |only: bool| {
        let s = recruits(WHITE).put("r-1-let", "3110").put("w-cv2-1d", "3111").with(|p| p.recruits[0] = 4);
        s.with(|p| p.rules.troops_only = only).begin(&[])
    };
    assert_eq!((convoy(false).offered("build 3111"), convoy(true).offered("build 3111")), (true, false));
    let mut s = s;
    s.say("build 3111", &[]);
    assert!(!s.p.march.moved.has(unit("w-rec1")), "it may move in this turn");
}

#[test]
fn r7_4b_no_battalion_appears_in_an_entry_zone_of_the_enemy() {
    // Red stands next to the end of the line, which is Red's to the edge: the zone of Barbovitch stays closed.
    let s = recruits(RED).put("r-1-let", "0919").put("r-2-let", "0717").with(|p| p.recruits[1] = 4);
    let s = s.put("r-3-let", "1019").begin(&[]);
    assert!(s.p.rear.linked[1].has(hex("1020")) && s.offered("build 0717"));
    assert_eq!(s.refused("build 1020"), "7.4b");
    assert!(!s.offered("build 1020"));
}

#[test]
fn r7_1_1e_a_battalion_appears_in_the_suburbs_of_an_empty_orel() {
    let built = |s: Scene| {
        let mut s = s.with(|p| (p.centre, p.recruits[0]) = (true, 4)).begin(&[]);
        s.say("build 2705", &[]);
        s.p.centre
    };
    assert!(!built(recruits(WHITE)), "those in the centre have gone");
    assert!(built(recruits(WHITE).put("w-off-2k", "2705")), "with friends it is where they are");
}

#[test]
fn r5_2_1a_the_flags_of_the_set_up_agree_with_the_groups() {
    rules!("orel 5.1a", "orel 10.2b");
    let start = Scene::of("historical");
    let flags = units("r-1-7d r-3-7d r-2-41d r-2-41s r-4-let w-cv-83s");
    assert_eq!(start.p.ooc, flags);
    // W12, and the two flags that are missing (RU-13).
    let red = command(Scene::of("historical"), RED);
    let of = |s: &Scene, side: u8| s.p.ooc.which(|u| s.p.side(u) == side);
    assert_eq!(of(&red, RED), units("r-1-7d r-3-7d r-2-41d r-2-41s r-4-let r-hart14-41d"));
    assert_eq!(of(&red, WHITE), units("w-cv-83s"), "only the active side");
    let body = |s: &Scene, f: &str| engine().main_bodies(&s.p, game().d.formation(f).unwrap());
    assert_eq!(body(&red, "41d"), units("r-3-41d r-4-41d r-1-41s r-1-41d"));
    assert_eq!(body(&red, "7d"), units("r-2-7d"));
    assert_eq!(body(&red, "let2"), units("r-5-let r-6-let"));
    let white = command(Scene::of("historical"), WHITE);
    assert_eq!(of(&white, WHITE), units("w-cv-83s w-1-83s"));
}

#[test]
fn r5_2_1b_how_near_units_of_a_group_are() {
    rules!("orel 5.2.1c");
    let far = |a: &str, b: &str| game().d.map.distance(hex(a), hex(b));
    assert_eq!((far("1717", "1917"), far("1717", "2017"), far("1717", "2117")), (2, 3, 4));
    let at = |ids: [&str; 3], side: u8, second: &str| {
        let s =
            Scene::empty(side, Phase::Command).put(ids[0], "1717").put(ids[1], "1717").put(ids[2], second);
        ooc(&command(s, side), ids[2])
    };
    let red = ["r-1-7d", "r-2-7d", "r-3-7d"];
    assert_eq!((at(red, RED, "1917"), at(red, RED, "2017")), (false, true));
    let white = ["w-1-83s", "w-2-83s", "w-3-83s"];
    assert_eq!((at(white, WHITE, "2017"), at(white, WHITE, "2117")), (false, true));
    // A chain reaches farther.
    let s =
        Scene::empty(RED, Phase::Command).put("r-1-7d", "1717").put("r-2-7d", "1917").put("r-3-7d", "2117");
    assert!(!ooc(&command(s, RED), "r-3-7d"));
}

#[test]
fn r5_2_1d_cavalry_and_guns_stay_near_the_main_body() {
    rules!("orel 5.2.1e", "orel 5.2.1f");
    let at = |body: &str, id: &str, to: &str| {
        let side = engine().def(unit(id)).side;
        let s = Scene::empty(side, Phase::Command).put(body, "1717").put(id, to);
        !ooc(&command(s, side), id)
    };
    assert_eq!((at("r-1-7d", "r-cv-7d", "2017"), at("r-1-7d", "r-cv-7d", "2117")), (true, false));
    assert_eq!((at("w-1-1k", "w-art-1k", "2017"), at("w-1-1k", "w-art-1k", "2117")), (true, false));
    assert_eq!((at("r-1-7d", "r-art-7d", "1917"), at("r-1-7d", "r-art-7d", "2017")), (true, false));
    // Not near any other formation.
    assert!(!at("r-1-57d", "r-art-7d", "1717"));
}

#[test]
fn r5_2_1g_enemy_units_cut_the_line_but_zones_do_not() {
    let s = || Scene::empty(RED, Phase::Command).put("r-1-7d r-2-7d", "1717").put("r-3-7d", "1719");
    assert!(!ooc(&command(s(), RED), "r-3-7d"));
    assert!(ooc(&command(s().put("w-cv-2k", "1718"), RED), "r-3-7d"));
    assert!(!ooc(&command(s().put("w-1-1k", "1618"), RED), "r-3-7d"));
}

#[test]
fn r5_2_1h_the_owner_picks_between_equals_until_one_is_larger() {
    let s = || {
        Scene::empty(RED, Phase::Command).put("r-1-7d", "1717").put("r-2-7d", "2117").put("r-3-7d", "1713")
    };
    let mut s = command(s(), RED);
    assert_eq!((s.asked().0, s.side()), ("5.2.1h", Some(RED)));
    assert_eq!(s.offers(), ["main body r-1-7d", "main body r-2-7d", "main body r-3-7d"]);
    assert_eq!(s.refused("main body r-1-57d"), "5.2.1h");
    s.say("main body r-2-7d", &[]);
    assert!(s.told().contains("main body of 7th Rifle Division"));
    assert_eq!(s.p.ooc, units("r-1-7d r-3-7d"));
    // The pick stands while nobody is larger.
    let again = command(Scene::at(s.p), RED);
    assert_eq!(again.p.ooc, units("r-1-7d r-3-7d"));
    let larger = Scene::at(again.p).with(|p| p.place(unit("r-3-7d"), hex("1716")));
    assert_eq!(command(larger, RED).p.ooc, units("r-2-7d"));
}

#[test]
fn r5_2_1h_a_main_body_that_splits_in_two_is_asked_for_once() {
    let s = Scene::empty(WHITE, Phase::Command).put("w-off-2k w-1-2k", "1717").put("w-2-2k w-3-2k", "1718");
    let s = command(s, WHITE);
    assert!(s.p.ooc.is_empty());
    let apart = |p: &mut Position| ["w-2-2k", "w-3-2k"].iter().for_each(|id| p.place(unit(id), hex("2317")));
    let mut s = command(Scene::at(s.p).with(apart), WHITE);
    assert_eq!((s.asked().0, s.offers().len()), ("5.2.1h", 2));
    s.say("main body w-2-2k", &[]);
    assert_ne!(s.asked().0, "5.2.1h");
    assert_eq!(s.p.ooc, units("w-off-2k w-1-2k"));
}

#[test]
fn r5_2_1i_the_forty_first_has_two_main_bodies() {
    rules!("orel 10.1f");
    let s = Scene::empty(RED, Phase::Command)
        .put("r-1-41d r-2-41d", "0216")
        .put("r-3-41d", "1113")
        .put("r-4-41d", "1112")
        .put("r-1-41s", "0614");
    let s = command(s, RED);
    assert_eq!(s.p.ooc, units("r-1-41s"));
    // In the small scenario two are laid down for the first turn.
    let s = Scene::of("brasovo");
    assert!(!ooc(&s, "r-2-41s"));
    let s = command(s, RED);
    let body = |s: &Scene| engine().main_bodies(&s.p, game().d.formation("41d").unwrap());
    assert_eq!(body(&s), units("r-1-41d r-2-41s"));
    assert!(!ooc(&s, "r-2-41s") && ooc(&s, "r-2-41d"));
    // Afterwards the usual count holds.
    let later = units("r-2-41d r-2-41s");
    let s = command(Scene::of("brasovo").with(|p| (p.turn, p.rear.main) = (2, later)), RED);
    assert_eq!(body(&s), later);
}

#[test]
fn r5_2_2_cavalry_formations_group_their_cavalry() {
    let at = |to: &str| {
        let s = Scene::empty(RED, Phase::Command).put("r-1-tchkz", "1717").put("r-2-tchkz", to);
        let s = command(s, RED);
        s.asked().0 == "5.2.1h"
    };
    assert!(!at("2017") && at("2117"), "out of reach two groups tie");
    let s = Scene::empty(WHITE, Phase::Command).put("w-1off-alex", "1717").put("w-10husing", "2017");
    assert!(command(s, WHITE).p.ooc.is_empty());
    let guns = |to: &str| {
        let s = Scene::empty(RED, Phase::Command).put("r-1-tchkz", "1717").put("r-hart-tchkz", to);
        ooc(&command(s, RED), "r-hart-tchkz")
    };
    assert!(!guns("1917") && guns("2017"));
}

#[test]
fn r5_1b_vehicles_and_depots_are_always_in_command() {
    let s = Scene::empty(WHITE, Phase::Command).put("w-tank w-at-offitser w-cv2-1d w-ac-2k", "2705");
    assert!(command(s, WHITE).p.ooc.is_empty());
}

#[test]
fn r5_1c_formations_belong_to_armies_and_divisions() {
    let superior = |id: &str| {
        let f = &game().d.formations[usize::from(game().d.formation(id).unwrap())];
        game().d.formations[usize::from(f.superior.unwrap())].name.clone()
    };
    for (id, name) in [("41d", "14th Army"), ("est", "13th Army"), ("pavl", "Shock Group")] {
        assert_eq!(superior(id), name);
    }
    for (id, name) in [("3m", "1st Infantry Division"), ("83s", "3rd Infantry Division")] {
        assert_eq!(superior(id), name);
    }
}

#[test]
fn r5_1d_units_that_several_formations_command() {
    rules!("orel 5.1e", "orel 5.1f");
    let at = |body: &str, id: &str, to: &str| {
        let side = engine().def(unit(id)).side;
        let s = Scene::empty(side, Phase::Command).put(body, "1717").put(id, to);
        !ooc(&command(s, side), id)
    };
    for body in ["r-1-7d", "r-1-pavl", "r-9-let"] {
        assert!(at(body, "r-rec1", "1917") && !at(body, "r-rec1", "2017"), "{body}");
    }
    assert!(at("w-1-3m", "w-rec1", "2017") && !at("w-1-3m", "w-rec1", "2117"));
    for (body, good) in [("w-1-1k", true), ("w-2-3m", true), ("w-1-83s", false), ("w-1off-alex", false)] {
        assert_eq!(at(body, "w-res-1d", "2017"), good, "{body}");
        assert_eq!(at(body, "w-artl2-1d", "2017"), good, "{body}");
    }
    for (body, good) in [("r-1-let", true), ("r-4-let", true), ("r-7-let", true), ("r-1-pavl", false)] {
        assert_eq!(at(body, "r-cv-let", "2017"), good, "{body}");
        assert_eq!(at(body, "r-art-let", "1917"), good, "{body}");
    }
}

#[test]
fn r5_1g_the_eighth_cavalry_division() {
    rules!("orel 5.1h");
    let at = |body: &str, turn: u8, id: &str| {
        let s = Scene::empty(RED, Phase::Command).put(body, "1717").put(id, "2017").with(|p| p.turn = turn);
        !ooc(&command(s, RED), id)
    };
    for id in ["r-14-41d", "r-cv-41s"] {
        assert_eq!((at("r-1-tchkz", 5, id), at("r-1-tchkz", 6, id)), (false, true), "{id}");
        assert!(at("r-1-41d", 6, id) && at("r-1-41d", 2, id));
    }
    assert!(!at("r-1-tchkz", 6, "r-cv-41d"));
}

#[test]
fn r2_1g_markers_go_and_routed_units_rally() {
    rules!("orel 8.7.3o");
    let routed = |near: bool, before: bool| {
        let s = Scene::empty(WHITE, Phase::End)
            .put("w-1-1k", "1717")
            .put("w-art-1k", "1515")
            .mode("w-1-1k", Mode::Routed);
        let s = s.put("r-1-let", if near { "1716" } else { "1712" });
        let s = s.marked("w-art-1k", Marker::Barrage).marked("r-art-let", Marker::Defence { attack: 0 });
        let s = s.with(|p| p.rear.routed.set(unit("w-1-1k"), before));
        s.begin(&[])
    };
    let s = routed(false, true);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::Combat);
    assert_eq!((s.p.marker(unit("w-art-1k")), s.p.marker(unit("r-art-let"))), (Marker::None, Marker::None));
    assert_eq!(routed(true, true).p.mode(unit("w-1-1k")), Mode::Routed, "in an enemy zone");
    assert_eq!(routed(false, false).p.mode(unit("w-1-1k")), Mode::Routed, "routed in this player turn");
    // Own troops in the hex do not help.
    let s = Scene::empty(WHITE, Phase::End).put("w-1-1k w-2-1k", "1717").put("r-1-let", "1716");
    let s = s.mode("w-1-1k", Mode::Routed).with(|p| p.rear.routed.insert(unit("w-1-1k"))).begin(&[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::Routed);
    // Off the map nobody is near.
    let s = Scene::empty(WHITE, Phase::End).put("r-1-let", "1716").mode("w-1-1k", Mode::Routed);
    let s = s.with(|p| p.take_off(unit("w-1-1k"), At::OffMap, Some(hex("1720")), 5));
    let s = s.with(|p| p.rear.routed.insert(unit("w-1-1k"))).begin(&[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::Combat);
    // Its owner's player turn begins: then it will have been so long enough.
    let s = Scene::empty(WHITE, Phase::Depots).put("w-1-1k", "1717").put("r-1-7d", "2005");
    let s = s.mode("w-1-1k r-1-7d", Mode::Routed).begin(&[]);
    assert_eq!(s.p.rear.routed, units("w-1-1k"));
}

#[test]
fn tanks_run_again_when_the_game_turn_is_over() {
    rules!("orel 9.2.1c");
    for (side, broken) in [(WHITE, true), (RED, false)] {
        let s = Scene::empty(side, Phase::End)
            .put("w-tank", "2705")
            .put("r-1-let", "1717")
            .with(|p| p.broken.insert(unit("w-tank")));
        assert_eq!(s.begin(&[]).p.broken.has(unit("w-tank")), broken);
    }
}
