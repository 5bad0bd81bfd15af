//! Movement: terrain, stacking, zones, modes, Marching Days, railways, Out of Command (5.3, 7.1).

use crate::scene::*;
use sandtable_orel::play::march::UNREACHED;

/// White moves; a convoy far away keeps the phase open.
fn white() -> Scene {
    Scene::empty(WHITE, Phase::Movement).put("w-cv4-3dr", "0518")
}

/// Red moves; a convoy far away keeps the phase open.
fn red() -> Scene {
    Scene::empty(RED, Phase::Movement).put("r-cv4-9d", "2401")
}

/// Half-points that the cheapest way of a unit to a hex costs.
fn cost(s: &Scene, id: &str, to: &str) -> Option<u8> {
    let reach = engine().march_reach(&s.p, unit(id));
    let left = reach.left[usize::from(hex(to))];
    (left != UNREACHED).then(|| reach.start - left)
}

/// Half-points left to the mover.
fn left(s: &Scene) -> u8 {
    s.p.march.left
}

#[test]
fn r7a_every_hex_takes_its_mp_and_no_more_can_be_spent_than_there_are() {
    let mut s = white().put("w-1-1k", "1819").begin(&[]);
    assert!(s.offered("w-1-1k 1813") && !s.offered("w-1-1k 1812"));
    assert_eq!(s.refused("w-1-1k 1812"), "7a");
    let ways = sandtable_core::guide::Guide::ways(game(), &s.p, Side(WHITE), "w-1-1k");
    let way = ways.into_iter().find(|w| w.place == "1817").unwrap();
    assert_eq!((way.path, way.cost), (["1819", "1818", "1817"].map(String::from).to_vec(), 2));
    assert_eq!(s.say("w-1-1k 1820", &[]).p.march.left, 10);
    s.say("w-1-1k 1819", &[]).say("w-1-1k 1816", &[]);
    assert_eq!(left(&s), 2);
    assert_eq!(s.told(), "1/1K goes from 1819 over 1818, 1817 to 1816 for 3 MP, 1 left");
    assert_eq!(s.refused("w-1-1k 1814"), "7a");
    s.say("w-1-1k 1815", &[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::March, "without MP the move is over");
}

#[test]
fn r7a_enemy_hexes_are_not_entered_and_only_own_units_move() {
    let s = white().put("w-1-1k", "1817").put("r-cv3-let", "1816").put("r-1-let", "1612").begin(&[]);
    assert_eq!(s.refused("w-1-1k 1816"), "7a");
    assert_eq!(s.refused("r-1-let 1613"), "7a");
}

#[test]
fn r7b_units_move_one_after_the_other_and_once() {
    let mut s = white().put("w-1-1k", "1817").put("w-2-1k", "1815").begin(&[]);
    s.say("w-1-1k 1818", &[]);
    assert_eq!(s.refused("w-2-1k 1814"), "7b");
    assert_eq!(s.asked().0, "7.1.4a");
    s.say("w-1-1k halt", &[]);
    assert_eq!(s.refused("w-1-1k 1817"), "7b");
    assert_eq!(s.refused("w-1-1k combat"), "7b");
    assert!(s.offered("w-2-1k 1814"));
}

#[test]
fn r7_1_1a_ground_and_rivers_cost_by_class() {
    let s =
        white().put("w-1-1k w-19dr w-tank", "2211").put("w-art-1k", "2714").put("w-1-3k", "2718").begin(&[]);
    assert_eq!((cost(&s, "w-1-1k", "2212"), cost(&s, "w-19dr", "2212")), (Some(4), Some(6)), "forest");
    assert_eq!(s.refused("w-tank 2212"), "7.1.1a");
    // The Oka between 2718 and 2818, the branch line between 2714 and 2613.
    assert_eq!(cost(&s, "w-1-3k", "2818"), Some(4));
    let s = white().put("w-art-1k w-ac-2k", "2718").begin(&[]);
    assert_eq!((cost(&s, "w-art-1k", "2818"), cost(&s, "w-art-1k", "2719")), (Some(6), Some(2)));
    assert_eq!(cost(&s, "w-ac-2k", "2719"), Some(4));
    assert!(cost(&s, "w-ac-2k", "2818") > Some(4), "only around the river");
}

#[test]
fn r7_1_1b_off_the_line_a_rail_hex_in_the_forest_costs_forest() {
    let s = red().put("r-1-41d", "0206").put("r-2-41d", "0305").begin(&[]);
    assert_eq!(cost(&s, "r-1-41d", "0306"), Some(4));
    rules!("orel 7.1.1d");
    assert_eq!(cost(&s, "r-2-41d", "0306"), Some(2), "along the railway");
    assert_eq!(cost(&s, "r-2-41d", "0307"), Some(4));
}

#[test]
fn r7_1_1c_a_road_overrides_ground_and_river() {
    let s = red().put("r-3-41d r-ac-let", "1208").begin(&[]);
    // The Navlya under the bridge, and beside it.
    assert_eq!((cost(&s, "r-3-41d", "1207"), cost(&s, "r-3-41d", "1308")), (Some(2), Some(4)));
    assert_eq!(cost(&s, "r-ac-let", "1205"), Some(3), "armored cars: half a point along a road");
}

#[test]
fn r7_1_1e_who_enters_orel_chooses_a_part() {
    let mut s = white().put("w-1-1k w-2-1k", "2706").begin(&[]);
    s.say("w-1-1k 2705", &[]);
    assert_eq!((s.asked().0, s.offers()), ("7.1.1e", vec!["suburbs".to_string(), "centre".to_string()]));
    assert_eq!(s.refused("w-1-1k halt"), "7.1.1e");
    s.say("centre", &[]);
    assert!(s.p.centre);
    s.say("w-1-1k combat", &[]);
    rules!("orel 7.1.1f");
    s.say("w-2-1k 2705", &[]);
    assert_eq!(s.asked().0, "7.1.4a", "the second one joins the first");
    assert!(s.p.centre && s.offered("suburbs") && !s.offered("centre"));
    assert_eq!(s.refused("centre"), "7.1.1f");
}

#[test]
fn r7_1_1g_the_part_may_be_changed_once_in_every_own_movement_phase() {
    let mut s = white().put("w-1-1k", "2705").begin(&[]);
    s.say("centre", &[]);
    assert!(s.p.centre);
    assert_eq!(s.refused("suburbs"), "7.1.1g");
    let s = white().put("r-1-let", "2705").begin(&[]);
    assert_eq!(s.refused("centre"), "7.1.1e");
}

#[test]
fn r7_1_1h_an_attack_out_of_orel_puts_the_stack_in_the_suburbs() {
    let mut s =
        white().put("w-1-1k w-2-1k", "2705").put("r-1-let", "2704").with(|p| p.centre = true).begin(&[]);
    s.say("w-1-1k prepared 2704", &[]);
    assert!(!s.p.centre);
    assert!(s.told().contains("suburbs"));
    assert_eq!(s.refused("centre"), "7.1.1h");
}

#[test]
fn r7_1_2a_ten_points_and_three_units_after_each_move() {
    // 3 + 3 points; 4 more fit, 5 do not.
    let s = white().put("w-1-1k w-2-1k", "1817").put("w-1-1d", "1816").put("w-3-1k", "1818").begin(&[]);
    assert!(s.offered("w-1-1d 1817"));
    let s = red().put("r-1-est", "1816").put("r-1-let", "1817").put("r-rec1", "1817").begin(&[]);
    assert_eq!(s.refused("r-1-est 1817"), "7.1.2a");
    assert!(s.offered("r-1-est 1818"), "passing through is free");
    let three = white().put("w-cv-1k w-cv-2k w-cv-83s", "1817").put("w-19dr", "1816").begin(&[]);
    assert_eq!(three.refused("w-19dr 1817"), "7.1.2a");
    rules!("orel 7.1.2b");
    let s = red().put("r-1-est", "1816").put("r-1-let r-rec1", "1817").steps("r-1-est", 4).begin(&[]);
    assert!(s.offered("r-1-est 1817"));
}

#[test]
fn r7_1_2c_vehicles_and_depots_do_not_count() {
    let stack = "w-cv-1k w-cv-2k w-cv-83s";
    let s = white().put(stack, "1817").put("w-ac-2k w-cv2-1d", "1816").begin(&[]);
    assert!(s.offered("w-ac-2k 1817") && s.offered("w-cv2-1d 1817"));
    let s = white().put("w-ac-2k w-ac-2d w-cv2-1d w-cv-1k w-cv-2k", "1817").put("w-1-1k", "1816").begin(&[]);
    assert!(s.offered("w-1-1k 1817"));
}

#[test]
fn r7_1_3a_leaving_a_zone_costs_a_point_more() {
    let s = white().put("w-1-1k w-cv-1k", "1817").put("r-1-let", "1816").begin(&[]);
    // Both units cover each other as long as they stay.
    assert_eq!(cost(&s, "w-1-1k", "1818"), Some(2));
    let s = white().put("w-1-1k", "1817").put("r-1-let", "1816").begin(&[]);
    assert_eq!((cost(&s, "w-1-1k", "1818"), cost(&s, "w-1-1k", "1819")), (Some(4), Some(6)));
    let s = white().put("w-1-1k", "1817").put("r-cv-9d", "1816").begin(&[]);
    assert_eq!(cost(&s, "w-1-1k", "1818"), Some(2), "a single step has no zone");
}

#[test]
fn r7_1_3b_from_zone_to_zone_takes_all_mp_but_one() {
    // W13: 6 MP, 5 for the way, 1 left.
    let mut s = white().put("w-1-1k", "1817").put("r-1-let", "1816").begin(&[]);
    s.say("w-1-1k by 1717", &[]);
    assert_eq!(left(&s), 2);
    rules!("orel 7.1.3d");
    assert!(s.offered("w-1-1k combat") && s.offered("w-1-1k hasty 1816"));
    assert_eq!(s.refused("w-1-1k prepared 1816"), "7.2j");
    // One MP is left afterwards, so nothing may have been spent before, not even half a point (RU-17).
    let mut s = white().put("w-1-1k", "1818").put("r-1-let", "1816").begin(&[]);
    s.say("w-1-1k 1817", &[]);
    assert_eq!(s.refused("w-1-1k by 1717"), "7.1.3b");
    assert!(!s.offered("w-1-1k by 1717") && s.offered("w-1-1k 1717"), "around it can still go");
    let mut s = white().put("w-1-1k", "1819").put("r-1-let", "1816").begin(&[]);
    for to in ["1818", "1819", "1818", "1817"] {
        s.say(&format!("w-1-1k {to}"), &[]);
    }
    assert_eq!(s.refused("w-1-1k 1717"), "7.1.3b");
    // Guns, tanks and convoys pay the same.
    let s = white().put("w-cv2-1d", "1817").put("r-1-let", "1816").begin(&[]);
    assert_eq!(
        engine().march_reach(&s.p, unit("w-cv2-1d")).left[usize::from(hex("1717"))],
        4,
        "around is cheaper"
    );
}

#[test]
fn r7_1_3c_cavalry_and_armored_cars_pay_two_more_from_zone_to_zone() {
    // W14: 9 MP, 1 + 2.
    let mut s = white().put("w-19dr", "1817").put("r-1-let", "1816").begin(&[]);
    s.goes("w-19dr by 1717", &[]);
    assert_eq!(left(&s), 12);
    let mut s = white().put("w-ac-2k", "1817").put("r-1-let", "1816").begin(&[]);
    s.say("w-ac-2k 1717", &[]);
    assert_eq!(left(&s), 16 - 4 - 4);
}

#[test]
fn r7_1_3f_who_does_not_move_covers_and_must_stay_then() {
    let mut s = white().put("w-1-1k w-2-1k", "1817").put("r-1-let", "1816").begin(&[]);
    s.say("w-1-1k 1818", &[]);
    rules!("orel 7.1.3g");
    assert_eq!(left(&s), 10, "no point more, as the other stays");
    s.say("w-1-1k halt", &[]);
    assert_eq!(s.refused("w-2-1k 1818"), "7.1.3f");
    assert!(s.offered("w-2-1k hasty 1816"), "special actions are open to it");
    // A unit that has come only now covers nobody.
    let mut s = white().put("w-1-1k", "1817").put("w-2-1k", "1818").put("r-1-let", "1816").begin(&[]);
    s.say("w-2-1k 1817", &[]).say("w-2-1k halt", &[]);
    assert_eq!(cost(&s, "w-1-1k", "1818"), Some(4));
}

#[test]
fn r7_1_3f_of_several_who_cover_one_must_stay() {
    let scene = || white().put("w-1-1k w-2-1k w-3-1k w-ac-2k", "1817").put("r-1-let", "1816");
    let mut s = scene().begin(&[]);
    s.say("w-1-1k 1818", &[]).say("w-1-1k halt", &[]);
    // Two are left: one of them may go, and who covers nobody may go in any case.
    assert!(s.offered("w-2-1k 1818") && s.offered("w-3-1k 1818") && s.offered("w-ac-2k 1818"));
    s.say("w-2-1k 1818", &[]).say("w-2-1k halt", &[]);
    assert_eq!(s.refused("w-3-1k 1818"), "7.1.3f");
    assert!(s.offered("w-ac-2k 1818"));
}

#[test]
fn r7_1_3f_whoever_let_a_unit_out_of_command_or_a_train_pass_stays() {
    let scene = || white().put("w-1-1k w-cv2-1d", "1818").put("w-2-1k", "1817").put("r-1-let", "1816");
    let mut s = scene().with(|p| p.ooc.insert(unit("w-1-1k"))).begin(&[]);
    s.say("w-1-1k 1817", &[]).say("w-1-1k halt", &[]);
    assert_eq!(s.refused("w-2-1k 1818"), "7.1.3f", "it alone opened the hex (5.3a)");
    // So did who was passed by along the front, for less than from zone to zone.
    let along = white().put("w-1-1k", "1817").put("w-2-1k", "1717").put("r-1-let", "1816");
    let mut s = along.begin(&[]);
    assert_eq!(cost(&s, "w-1-1k", "1717"), Some(4));
    s.goes("w-1-1k by 1717", &[]).say("w-1-1k halt", &[]);
    assert_eq!(s.refused("w-2-1k 1718"), "7.1.3f");
    // In command nothing was needed to come there.
    let mut s = scene().begin(&[]);
    s.say("w-1-1k 1817", &[]).say("w-1-1k halt", &[]);
    assert!(s.offered("w-2-1k 1818"));
    // A train runs on from zone to zone past a unit that covers it.
    let line = || white().put("w-at-offitser", "2909").put("r-1-let", "2910").put("w-2-1k", "2705");
    let mut s = line().put("w-1-1k", "3009").begin(&[]);
    s.say("w-at-offitser 3111", &[]).say("w-at-offitser halt", &[]);
    assert_eq!(s.refused("w-1-1k 3109"), "7.1.3f");
    // Of two covers in a row the first is enough.
    let mut s = line().put("w-3-1k", "2909").put("w-1-1k", "3009").begin(&[]);
    s.say("w-at-offitser 3009", &[]).say("w-at-offitser halt", &[]);
    assert_eq!(s.refused("w-3-1k 2908"), "7.1.3f");
    assert!(s.offered("w-1-1k 3109"));
    // One zone alone never stops a train.
    let mut s = line().put("w-1-1k", "2908").begin(&[]);
    s.say("w-at-offitser 2705", &[]).say("w-at-offitser halt", &[]);
    assert!(s.offered("w-1-1k 2907"));
}

#[test]
fn r7_1_3h_a_unit_slides_along_a_chain_of_units_that_stay() {
    let front =
        white().put("w-1-1k", "1817").put("w-2-1k", "1717").put("w-3-1k", "1716").put("w-cv-2k", "1817");
    let mut s = front.put("r-1-let", "1816").put("r-2-let", "1615").begin(&[]);
    assert_eq!(cost(&s, "w-1-1k", "1716"), Some(4));
    s.say("w-1-1k 1716", &[]).say("w-1-1k halt", &[]);
    for id in ["w-2-1k 1718", "w-cv-2k 1818"] {
        assert_eq!(s.refused(id), "7.1.3f", "{id}");
    }
    // Routed units and vehicles cover nobody (1.2t).
    let s = white()
        .put("w-1-1k w-2-1k w-ac-2k", "1817")
        .mode("w-2-1k", Mode::Routed)
        .put("r-1-let", "1816")
        .begin(&[]);
    assert_eq!(cost(&s, "w-1-1k", "1818"), Some(4));
}

#[test]
fn r7_1_4a_a_move_ends_in_march_mode_and_who_does_nothing_keeps_his() {
    let mut s = white().put("w-1-1k", "1817").put("w-2-1k", "1713").put("w-ac-2k", "1912").begin(&[]);
    rules!("orel 7.1.4d");
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::Combat);
    assert_eq!(s.refused("w-1-1k halt"), "7.1.4a");
    s.say("w-1-1k 1818", &[]).say("w-1-1k halt", &[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::March);
    s.say("w-ac-2k 1913", &[]);
    assert_eq!(s.refused("w-ac-2k combat"), "7.1.4a");
    s.say("w-ac-2k halt", &[]).say("done", &[]);
    assert_eq!((s.p.mode(unit("w-2-1k")), s.p.mode(unit("w-ac-2k"))), (Mode::Combat, Mode::Combat));
}

#[test]
fn r7_1_4b_one_mp_buys_combat_mode() {
    let mut s = white().put("w-1-1k", "1817").put("w-2-1k", "1713").mode("w-2-1k", Mode::March).begin(&[]);
    assert_eq!(s.refused("w-1-1k combat"), "7.1.4b");
    s.say("w-1-1k 1812", &[]).say("w-1-1k combat", &[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::Combat);
    s.say("w-2-1k combat", &[]);
    assert_eq!(s.p.mode(unit("w-2-1k")), Mode::Combat);
}

#[test]
fn r7_1_4c_attack_fire_and_digging_put_a_unit_in_combat_mode() {
    let all = "w-1-1k w-2-1k w-art-1k";
    for (id, what) in [
        ("w-1-1k", "hasty 1816"),
        ("w-2-1k", "entrench"),
        ("w-art-1k", "barrage"),
        ("w-1-1k", "prepared 1816"),
        ("w-art-1k", "support hasty 1816"),
        ("w-art-1k", "support prepared 1816"),
    ] {
        let mut s = white().put(all, "1817").mode(all, Mode::March).put("r-1-let", "1816").begin(&[]);
        s.say(&format!("{id} {what}"), &[]);
        assert_eq!(s.p.mode(unit(id)), Mode::Combat, "{id} {what}");
    }
}

#[test]
fn r7_1_5a_a_marching_day_gives_white_troops_two_mp_more() {
    let mut s = white().put("w-1-1k w-ac-2k w-cv2-1d", "1820").begin(&[]);
    assert!(s.offered("w-1-1k 1814") && !s.offered("w-1-1k 1813"));
    assert!(s.offered("w-1-1k day 1812") && !s.offered("w-1-1k day 1811"));
    for id in ["w-ac-2k", "w-cv2-1d"] {
        assert_eq!(s.refused(&format!("{id} day 1819")), "7.1.5a");
    }
    rules!("orel 7.1.5b");
    s.say("w-1-1k day 1819", &[]);
    assert_eq!(left(&s), 14);
    assert_eq!(s.refused("w-1-1k combat"), "7.1.5b");
    s.say("w-1-1k halt", &[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::March);
    let s = red().put("r-1-let", "1817").begin(&[]);
    assert_eq!(s.refused("r-1-let day 1816"), "7.1.5a");
}

#[test]
fn r7_1_5c_on_a_marching_day_no_enemy_is_ever_next_to_the_unit() {
    let mut s = white().put("w-1-1k", "1817").put("w-2-1k", "1814").put("r-cv3-let", "1813").begin(&[]);
    assert_eq!(s.refused("w-2-1k day 1815"), "7.1.5c");
    assert_eq!(s.refused("w-1-1k day 1714"), "7.1.5c");
    s.say("w-1-1k day 1816", &[]).say("w-1-1k 1815", &[]);
    assert_eq!(s.refused("w-1-1k 1714"), "7.1.5c");
}

#[test]
fn r7_1_6a_trains_and_railroad_depots_run_without_limit_on_own_railways() {
    let mut s = white().put("w-at-offitser w-rd5-1d", "2705").begin(&[]);
    assert!(
        s.offered("w-at-offitser 2920") && s.offered("w-at-offitser 2413") && s.offered("w-at-offitser 3205")
    );
    assert_eq!(s.refused("w-at-offitser 2605"), "7.1.6a");
    assert!(s.offered("w-at-offitser 2305"), "no matter who controls the railway (RU-12)");
    let own = white().put("w-at-offitser w-rd5-1d", "2705").with(|p| p.rules.rail_control = true).begin(&[]);
    assert_eq!(own.refused("w-at-offitser 2305"), "7.1.6a", "by option it keeps to friendly railways");
    rules!("orel 7.1.6c");
    assert!(s.offered("w-at-offitser 2706"));
    rules!("orel 7.1.6b");
    assert_eq!(s.refused("w-rd5-1d 2706"), "7.1.6b");
    s.say("w-rd5-1d 2920", &[]);
    assert!(s.told().contains("Railroad Depot of Orel runs from 2705 Orel over 2706, 2707,"), "{}", s.told());
    assert!(s.told().ends_with(" to 2920 Ponyri\nRailroad Depot of Orel halts"));
    assert!(!s.told().contains("functional"), "on its way it is nobody's Depot: {}", s.told());
    // Trains also run to friendly combat units, no matter who controls the railway there.
    let white = || white().with(|p| p.rules.rail_control = true);
    let s = white().put("w-at-offitser w-rd5-1d", "2705").put("w-1-1k", "3003").begin(&[]);
    let mut p = s.p;
    p.rails[0].remove(hex("3003"));
    let s = Scene::at(p);
    assert!(s.offered("w-at-offitser 3003"));
    // Railroad Depots do not, nor is a vehicle or a gun enough for a train.
    let beyond = |with: &str, id: &str, to: &str| {
        let s = white().put("w-at-offitser w-rd5-1d", "2705").put(with, to).begin(&[]);
        let mut p = s.p;
        p.rails[0].remove(hex(to));
        Scene::at(p).offered(&format!("{id} {to}"))
    };
    assert!(beyond("w-1-1k", "w-at-offitser", "2904") && !beyond("w-1-1k", "w-rd5-1d", "2904"));
    assert!(!beyond("w-tank", "w-at-offitser", "2904") && !beyond("w-art-1k", "w-at-offitser", "2904"));
    // One run in a phase.
    let mut s = white().put("w-at-offitser", "2705").put("r-1-let", "2910").put("w-2-1k", "2908").begin(&[]);
    s.say("w-at-offitser 2908", &[]);
    assert_eq!((s.asked().0, s.refused("w-at-offitser 2705").as_str()), ("7.1.4a", "7b"));
}

#[test]
fn r7_1_3e_trains_stop_after_a_step_from_zone_to_zone() {
    // 2909, 3009 and 3010 are in the zone; the battalion in Orel keeps the line White.
    let scene = || white().put("w-at-offitser", "2909").put("r-1-let", "2910").put("w-2-1k", "2705");
    let s = scene().put("w-3-1k", "3014").with(|p| p.rails[0].insert(hex("3009"))).begin(&[]);
    assert!(s.offered("w-at-offitser 3009") && s.offered("w-at-offitser 2908"));
    assert!(s.offered("w-at-offitser 2705"), "out of a zone it runs on");
    assert!(!s.offered("w-at-offitser 3111"), "3009 is in the zone, too: it must stop there");
    assert_eq!(s.refused("w-at-offitser 3111"), "7.1.3e");
    let s = scene().put("w-1-1k", "3009").begin(&[]);
    assert!(s.offered("w-at-offitser 3111"), "covered");
}

#[test]
fn r5_3a_out_of_command_no_zone_is_entered() {
    let s = white()
        .put("w-1-1k w-cv2-1d", "1818")
        .put("r-1-let", "1816")
        .with(|p| p.ooc.insert(unit("w-1-1k")))
        .begin(&[]);
    assert_eq!(s.refused("w-1-1k 1817"), "5.3a");
    assert!(s.offered("w-1-1k 1819") && !s.offered("w-1-1k 1816"));
}

#[test]
fn r5_3b_out_of_command_a_check_allows_zone_to_zone_and_an_attack() {
    let scene = || {
        white().put("w-2-1k w-cv2-1d", "1817").put("r-1-let", "1816").with(|p| p.ooc.insert(unit("w-2-1k")))
    };
    let mut s = scene().begin(&[]);
    assert_eq!(s.refused("w-2-1k 1717"), "5.3b");
    assert_eq!(s.refused("w-2-1k hasty 1816"), "5.3b");
    s.say("w-2-1k check", &[5]);
    assert!(s.told().contains("rolls 5 against TQ 5"));
    assert_eq!(s.refused("w-2-1k check"), "5.3b");
    assert!(s.offered("w-2-1k 1717") && s.offered("w-2-1k hasty 1816"));
    s.say("w-2-1k 1717", &[]).say("w-2-1k hasty 1816", &[]);
    rules!("orel 5.3c");
    let mut s = scene().begin(&[]);
    s.say("w-2-1k check", &[6]);
    assert_eq!(s.refused("w-2-1k 1717"), "5.3c");
    assert_eq!(s.refused("w-2-1k hasty 1816"), "5.3c");
    assert!(s.offered("w-2-1k 1818"));
    s.say("w-2-1k halt", &[]);
    assert_eq!(s.p.mode(unit("w-2-1k")), Mode::Combat, "it has stayed (RU-19)");
    assert_eq!(scene().put("w-1-1k", "1817").begin(&[]).refused("w-1-1k check"), "5.3b");
    // One check in a phase, passed or failed.
    let s = || {
        white().put("w-1-1k w-cv2-1d", "1817").put("r-1-let", "1816").with(|p| p.ooc.insert(unit("w-1-1k")))
    };
    for die in [1, 6] {
        let mut s = s().steps("w-1-1k", 2).with(|p| p.green.insert(unit("w-1-1k"))).begin(&[]);
        s.say("w-1-1k check", &[die]);
        assert_eq!(s.refused("w-1-1k check"), "5.3b", "{die}");
    }
    // Next to an enemy who has no zone no check is needed for an attack.
    let weak = white().put("w-1-1k w-cv2-1d", "1817").put("r-cv-9d", "1816");
    assert!(weak.with(|p| p.ooc.insert(unit("w-1-1k"))).begin(&[]).offered("w-1-1k hasty 1816"));
}

#[test]
fn r5_3d_out_of_command_depot_range_is_not_left() {
    let s = white()
        .put("w-1-1k", "1817")
        .put("w-cv2-1d", "1818")
        .with(|p| p.ooc.insert(unit("w-1-1k")))
        .begin(&[]);
    assert!(s.offered("w-1-1k 1813"));
    assert_eq!(s.refused("w-1-1k 1812"), "5.3d", "5 MP to the Depot: 1813 is the last hex in range");
    let mut s = white()
        .put("w-1-1k", "1814")
        .put("w-cv2-1d", "1818")
        .with(|p| p.ooc.insert(unit("w-1-1k")))
        .begin(&[]);
    s.say("w-1-1k 1813", &[]);
    assert_eq!(s.refused("w-1-1k 1812"), "5.3d");
}

#[test]
fn r5_3e_out_of_command_and_range_it_must_come_nearer_to_a_depot() {
    let mut s = white()
        .put("w-1-1k", "1810")
        .put("w-cv2-1d", "1818")
        .with(|p| p.ooc.insert(unit("w-1-1k")))
        .begin(&[]);
    assert_eq!(s.refused("done"), "5.3e");
    let done = game().parse(&s.p, "done").unwrap();
    let why = game().check(&s.p, Side(WHITE), &done).unwrap_err().to_string();
    assert!(why.contains("1/1K (1810 Ryzhkovo): Out of Command"), "{why}");
    assert_eq!(s.refused("w-1-1k 1809"), "5.3e");
    let far = |h: &str| game().d.map.distance(hex(h), hex("1818"));
    assert_eq!((far("1810"), far("1910"), far("1710")), (8, 9, 9));
    // Nearer means fewer hexes: from the flank a step along the circle is none.
    let flank =
        || white().put("w-1-1k", "2418").put("w-cv2-1d", "1818").with(|p| p.ooc.insert(unit("w-1-1k")));
    assert_eq!((far("2418"), far("2419"), far("2318")), (6, 6, 5));
    let f = flank().begin(&[]);
    assert_eq!(f.refused("w-1-1k 2419"), "5.3e");
    assert!(f.offered("w-1-1k 2318"));
    assert_eq!(s.refused("w-1-1k entrench"), "5.3f");
    s.say("w-1-1k 1811", &[]);
    assert_eq!(s.refused("w-1-1k halt"), "5.3e");
    s.say("w-1-1k 1813", &[]).say("w-1-1k combat", &[]);
    assert!(s.offered("done"));
}

#[test]
fn r5_3e_without_any_depot_on_the_map_it_is_bound_to_none() {
    // The only convoy is lost and not replaced yet.
    let s = Scene::empty(WHITE, Phase::Movement).put("w-1-1k", "1810").with(|p| p.ooc.insert(unit("w-1-1k")));
    let mut s = s.begin(&[]);
    assert!(s.offered("done") && s.offered("w-1-1k 1807"));
    s.say("w-1-1k 1809", &[]).say("w-1-1k halt", &[]);
    assert_eq!(s.hex_of("w-1-1k"), "1809");
}

#[test]
fn r5_3f_out_of_command_no_marching_day_and_no_entrenching() {
    let s = white().put("w-1-1k w-cv2-1d", "1817").with(|p| p.ooc.insert(unit("w-1-1k"))).begin(&[]);
    assert_eq!(s.refused("w-1-1k day 1816"), "5.3f");
    assert_eq!(s.refused("w-1-1k entrench"), "5.3f");
}

#[test]
fn depot_range_counted_back_is_depot_range() {
    let s = Scene::of("historical");
    for side in [WHITE, RED] {
        let p = Position { active: side, ..s.p };
        for u in engine()
            .all_units()
            .filter(|u| p.on_map(*u) && p.side(*u) == side && engine().class(*u).is_troop())
        {
            let near = !engine().depots_in_range(&p, u).is_empty();
            assert_eq!(engine().march_in_depot_range(&p, u), near, "{}", engine().id(u));
        }
    }
}

#[test]
fn r8_7_3j_routed_units_go_away_from_the_enemy() {
    let s = white().put("w-1-1k", "1817").put("r-1-let", "1815").mode("w-1-1k", Mode::Routed).begin(&[]);
    for to in ["1817 1816", "1817 1717", "1817 1917"] {
        assert_eq!(s.refused(&format!("w-1-1k {}", &to[5..])), "8.7.3j", "{to}");
    }
    assert!(s.offered("w-1-1k 1818") && s.offered("w-1-1k 1718"));
    rules!("orel 8.7.3k");
    let mut s = white().put("w-1-1k", "1817").put("r-1-let", "1816").mode("w-1-1k", Mode::Routed).begin(&[]);
    for what in ["entrench", "combat", "hasty 1816", "day 1818"] {
        assert_eq!(s.refused(&format!("w-1-1k {what}")), "8.7.3k", "{what}");
    }
    assert_eq!(s.refused("w-1-1k 1717"), "8.7.3j");
    s.say("w-1-1k 1818", &[]).say("w-1-1k halt", &[]);
    assert_eq!(s.p.mode(unit("w-1-1k")), Mode::Routed);
    // From zone to zone if nothing else is left.
    let ring = white()
        .put("w-1-1k", "1817")
        .mode("w-1-1k", Mode::Routed)
        .put("r-1-let", "1816")
        .put("r-2-let", "1918");
    let s = ring.put("r-3-let", "1818").put("r-4-let", "1718").begin(&[]);
    assert!(s.offered("w-1-1k 1717") && s.offered("w-1-1k 1917"));
    // Not so out of zones: in a corner the unit stays, though nothing farther off is left.
    let s = white().put("w-1-1k", "3220").mode("w-1-1k", Mode::Routed).put("r-1-let", "3214").begin(&[]);
    assert!(!s.offers().iter().any(|o| o.starts_with("w-1-1k")));
    assert_eq!(s.refused("w-1-1k 3120"), "8.7.3j");
}

#[test]
fn r9_2_1a_a_tank_stays_within_two_hexes_of_a_railway() {
    let mut s = white().put("w-tank", "2705").begin(&[]);
    s.say("w-tank 2303", &[3]);
    assert_eq!(game().d.map.to_rail[usize::from(hex("2302"))], 3);
    let s = white().put("w-tank", "2303").begin(&[]);
    assert_eq!(s.refused("w-tank 2302"), "9.2.1a");
    assert!(s.offered("w-tank 2304"));
    // Driven too far off it may only come nearer.
    let (d, s) = (&game().d.map, white().put("w-tank", "1610").begin(&[]));
    let off = |h: HexId| d.to_rail[usize::from(h)];
    let (nearer, others): (Vec<HexId>, Vec<HexId>) =
        d.neighbours(hex("1610")).partition(|h| off(*h) < off(hex("1610")));
    assert!(off(hex("1610")) > 3 && !nearer.is_empty() && !others.is_empty());
    assert!(nearer.iter().any(|h| s.offered(&format!("w-tank {}", d.name(*h)))));
    assert!(others.iter().all(|h| s.refused(&format!("w-tank {}", d.name(*h))) == "9.2.1a"));
}

#[test]
fn r9_2_1b_a_tank_rolls_before_its_first_mp() {
    for die in [1, 2] {
        let mut s = white().put("w-tank w-1-1k", "2705").begin(&[]);
        s.say("w-tank 2706", &[die]);
        assert_eq!(s.hex_of("w-tank"), "2705");
        assert!(s.p.broken.has(unit("w-tank")));
        assert_eq!(s.refused("w-tank 2706"), "7b");
    }
    let mut s = white().put("w-tank w-1-1k", "2705").begin(&[]);
    s.say("w-tank 2706", &[3]);
    s.say("w-tank 2707", &[]);
    rules!("orel 9.2.1c");
    assert_eq!(s.hex_of("w-tank"), "2707", "one roll in a turn");
    let s = white().put("w-tank", "2705").with(|p| p.broken.insert(unit("w-tank"))).begin(&[]);
    assert_eq!(s.refused("w-tank 2706"), "9.2.1b");
    // The next turn asks for a new roll.
    let mut s = white().put("w-tank", "2705").with(|p| p.march.running.insert(unit("w-tank"))).begin(&[]);
    s.say("w-tank 2706", &[1]);
    assert_eq!(s.hex_of("w-tank"), "2705");
}

#[test]
fn r9_2_1b_an_attack_is_a_first_mp_too() {
    let mut s = white().put("w-tank w-1-1k", "2705").put("r-1-let", "2704").begin(&[]);
    s.say("w-1-1k hasty 2704", &[]).say("w-tank hasty 2704", &[2]);
    assert_eq!(s.p.marker(unit("w-tank")), Marker::None);
    assert!(s.p.broken.has(unit("w-tank")));
}

#[test]
fn r8_2_3b_unsupplied_vehicles() {
    let ids = "w-tank w-ac-2k w-at-offitser";
    let scene = white().put(ids, "2705").put("w-1-1k", "2705").put("r-1-let", "2704");
    let mut s = scene.with(|p| p.unsupplied = units(ids)).begin(&[]);
    rules!("orel 8.2.3c");
    s.say("w-1-1k hasty 2704", &[]);
    for id in ["w-tank", "w-ac-2k"] {
        assert_eq!(s.refused(&format!("{id} 2706")), "8.2.3c");
        assert_eq!(s.refused(&format!("{id} hasty 2704")), "8.2.3c");
    }
    assert_eq!(s.refused("w-at-offitser barrage"), "8.2.3b");
    assert_eq!(s.refused("w-at-offitser support hasty 2704"), "8.2.3b");
    assert!(s.offered("w-at-offitser 2706"));
}

#[test]
fn r10_2rn_the_46th_division_stays_in_its_corner() {
    let s = red().put("r-1-46d r-ac-46d", "0717").put("r-1-57d", "0717").begin(&[]);
    assert!(s.offered("r-1-57d 0816"));
    for id in ["r-1-46d", "r-ac-46d"] {
        assert_eq!(s.refused(&format!("{id} 0816")), "10.2Rn");
        assert!(s.offered(&format!("{id} 0716")));
    }
    // Driven out of it, it goes where it likes.
    let s = red().put("r-1-46d", "0915").begin(&[]);
    assert!(s.offered("r-1-46d 0914") && s.offered("r-1-46d 1015"));
}

#[test]
fn r10_1b_brasovo_has_borders() {
    let s = Scene::of("brasovo").with(|p| {
        (p.phase, p.active, p.play) = (Phase::Movement, RED, Play::START);
        p.place(unit("r-14-41d"), hex("1010"));
    });
    let s = s.begin(&[]);
    assert_eq!(s.refused("r-14-41d 1110"), "10.1b");
    assert_eq!(s.refused("r-14-41d 1008"), "10.1b");
    assert!(s.offered("r-14-41d 1009"));
}

#[test]
fn r10_2a_inactive_units_may_entrench_and_nothing_else() {
    let mut s =
        Scene::of("historical").with(|p| (p.phase, p.play) = (Phase::Movement, Play::START)).begin(&[]);
    for what in ["2803", "hasty 2902", "day 2803"] {
        assert_eq!(s.refused(&format!("w-1-1k {what}")), "10.2Wi", "{what}");
    }
    assert_eq!(s.refused("w-art-1k barrage"), "10.2Wi");
    assert_eq!(s.refused("w-art-1k support hasty 2902"), "10.2Wi");
    s.say("w-1-1k entrench", &[]);
    assert_eq!(s.p.units.dug(unit("w-1-1k")), Dug::Begun);
}
