//! Ends of a move, entries, and the frame of the movement phase (7.2 to 7.5).

use crate::scene::*;

/// White moves; a convoy far away keeps the phase open.
fn white() -> Scene {
    Scene::empty(WHITE, Phase::Movement).put("w-cv4-3dr", "0518")
}

/// Red moves; a convoy far away keeps the phase open.
fn red() -> Scene {
    Scene::empty(RED, Phase::Movement).put("r-cv4-9d", "2401")
}

/// Units wait off the map.
fn off(s: Scene, ids: &str, at: At, exit: &str, due: u8) -> Scene {
    let exit = (!exit.is_empty()).then(|| hex(exit));
    s.with(|p| units(ids).iter().for_each(|u| p.units.take_off(u, at, exit, due)))
}

/// Half-points left to a unit that goes to a hex.
fn left(s: &Scene, id: &str, to: &str) -> u8 {
    engine().march_reach(&s.p, unit(id)).left[usize::from(hex(to))]
}

fn attack(prepared: bool, target: &str) -> Marker {
    Marker::Attack { prepared, target: hex(target) }
}

#[test]
fn r7_2a_after_its_move_a_unit_attacks_a_neighbour_and_guns_fire() {
    let scene = || white().put("w-1-1k w-art-1k", "1818").put("w-at-offitser", "2706").put("r-1-let", "1816");
    let mut s = scene().begin(&[]);
    assert_eq!(s.refused("w-1-1k hasty 1816"), "7.2a", "not a neighbour");
    assert_eq!(s.refused("w-1-1k hasty 1817"), "7.2a", "nobody there");
    assert_eq!(s.refused("w-cv4-3dr hasty 0517"), "7.2a");
    assert_eq!(s.refused("w-1-1k support hasty 1816"), "7.2a");
    s.say("w-1-1k 1817", &[]).say("w-1-1k hasty 1816", &[]);
    rules!("orel 7.2b");
    assert_eq!(s.p.marker(unit("w-1-1k")), attack(false, "1816"));
    assert_eq!(s.refused("w-art-1k hasty 1816"), "7.2a");
    s.say("w-art-1k support hasty 1816", &[]);
    assert_eq!(s.p.marker(unit("w-art-1k")), Marker::Support { prepared: false, target: hex("1816") });
    let s = scene().put("r-2-let", "1815").begin(&[]);
    assert_eq!(s.refused("w-art-1k support hasty 1815"), "8.6.2a", "three hexes away");
}

#[test]
fn r7_2c_stacked_units_declare_each_what_they_like() {
    let scene = white().put("w-1-1k w-2-1k w-3-1k", "1817").put("r-1-let", "1816").put("r-2-let", "1918");
    let mut s = scene.begin(&[]);
    s.say("w-1-1k hasty 1816", &[]).say("w-2-1k prepared 1918", &[]).say("w-3-1k prepared 1816", &[]);
    rules!("orel 7.2p");
    assert_eq!(s.p.marker(unit("w-1-1k")), attack(false, "1816"));
    assert_eq!(s.p.marker(unit("w-2-1k")), attack(true, "1918"));
    assert_eq!(s.p.marker(unit("w-3-1k")), attack(true, "1816"), "one hex may be attacked several times");
}

#[test]
fn r7_2e_a_barrage_costs_guns_three_mp_and_trains_nothing() {
    let mut s = white().put("w-art-1k", "1818").put("w-1-1k", "1817").put("r-1-let", "1816").begin(&[]);
    s.say("w-art-1k 1819", &[]).say("w-art-1k 1818", &[]);
    assert!(s.offered("w-art-1k barrage"), "3 of 5 MP are left");
    s.say("w-art-1k 1718", &[]);
    assert_eq!(s.refused("w-art-1k barrage"), "7.2e");
}

#[test]
fn r7_2e_trains_fire_after_any_run() {
    let mut s = white().put("w-at-offitser", "2920").put("w-1-1k", "2706").put("r-1-let", "2605").begin(&[]);
    s.say("w-at-offitser 2707", &[]);
    rules!("orel 7.2k", "orel 7.2m");
    for what in ["barrage", "support prepared 2605", "support hasty 2605"] {
        assert!(s.offered(&format!("w-at-offitser {what}")), "{what}");
    }
    assert_eq!(s.refused("w-at-offitser 2705"), "7b", "its run is over");
    s.say("w-at-offitser barrage", &[]);
    assert_eq!(s.p.marker(unit("w-at-offitser")), Marker::Barrage);
}

/// A unit at 1817 that has spent this many MP, next to an enemy in 1816.
fn with_left(side: u8, id: &str, spent: usize) -> Scene {
    let (s, enemy) = if side == WHITE { (white(), "r-cv-9d") } else { (red(), "w-cv-1k") };
    let way = ["1817", "1818", "1817", "1818", "1817", "1818", "1817"];
    let way = &way[way.len() - spent..];
    let start = if spent.is_multiple_of(2) { "1817" } else { "1818" };
    let mut s = s.put(id, start).put(enemy, "1816").begin(&[]);
    way.iter().for_each(|to| {
        s.say(&format!("{id} {to}"), &[]);
    });
    s
}

#[test]
fn r7_2g_prices_of_a_prepared_attack() {
    // Red line infantry, 5 MP: 3.
    assert!(with_left(RED, "r-1-41d", 2).offered("r-1-41d prepared 1816"));
    assert_eq!(with_left(RED, "r-1-41d", 3).refused("r-1-41d prepared 1816"), "7.2g");
    rules!("orel 7.2h");
    // The Shock Group, 6 MP: 2.
    assert!(with_left(RED, "r-1-let", 4).offered("r-1-let prepared 1816"));
    assert_eq!(with_left(RED, "r-1-let", 5).refused("r-1-let prepared 1816"), "7.2h");
    rules!("orel 7.2j");
    // White, 6 MP: 2.
    assert!(with_left(WHITE, "w-1-1k", 4).offered("w-1-1k prepared 1816"));
    assert_eq!(with_left(WHITE, "w-1-1k", 5).refused("w-1-1k prepared 1816"), "7.2j");
    rules!("orel 7.2m");
    assert!(with_left(WHITE, "w-1-1k", 5).offered("w-1-1k hasty 1816"));
    assert!(with_left(RED, "r-1-41d", 4).offered("r-1-41d hasty 1816"));
}

#[test]
fn r7_2i_tanks_prepare_for_three_mp_and_armored_cars_for_two() {
    let price = |id: &str| game().d.charts.price(Price::Prepared, unit(id));
    assert_eq!(
        (price("w-tank"), price("w-ac-2k"), price("r-ac-let"), price("r-at-lenine")),
        (Some(6), Some(4), Some(4), Some(0))
    );
    let mut s = white().put("w-tank", "2707").put("w-1-1k", "2706").put("r-cv-9d", "2605").begin(&[]);
    s.say("w-1-1k prepared 2605", &[]).say("w-tank 2706", &[6]);
    assert_eq!(s.refused("w-tank prepared 2605"), "9b", "the Oka");
    let mut s = white().put("w-tank", "2706").put("w-1-1k", "2705").put("r-cv-9d", "2704").begin(&[]);
    s.say("w-1-1k prepared 2704", &[]).say("w-tank 2705", &[6]).say("w-tank prepared 2704", &[]);
    let mut s = white().put("w-tank", "2707").put("w-1-1k", "2705").put("r-cv-9d", "2704").begin(&[]);
    s.say("w-1-1k prepared 2704", &[]).say("w-tank 2705", &[6]);
    assert_eq!(s.refused("w-tank prepared 2704"), "7.2i");
}

#[test]
fn r9a_vehicles_attack_only_with_combat_units_of_their_hex() {
    let mut s =
        white().put("w-ac-2k w-1-1k", "1817").put("r-1-let", "1816").put("r-2-let", "1918").begin(&[]);
    assert_eq!(s.refused("w-ac-2k hasty 1816"), "9a");
    s.say("w-1-1k hasty 1816", &[]);
    assert_eq!(s.refused("w-ac-2k prepared 1816"), "9a", "not the same attack");
    assert_eq!(s.refused("w-ac-2k hasty 1918"), "9a");
    s.say("w-ac-2k hasty 1816", &[]);
    assert_eq!(s.p.marker(unit("w-ac-2k")), attack(false, "1816"));
    // A train by itself: only a lone train at the end of its own railway.
    let lone = |with: &str| {
        white().put("w-at-offitser w-1-1k", "2705").put("r-at-lenine", "2804").put(with, "2804").begin(&[])
    };
    assert!(lone("").offered("w-at-offitser hasty 2804"));
    assert!(lone("r-rd5-est").offered("w-at-offitser prepared 2804"));
    assert_eq!(lone("r-1-let").refused("w-at-offitser hasty 2804"), "9a");
    let s = white().put("w-at-offitser", "2805").put("r-at-lenine", "2804").begin(&[]);
    assert_eq!(s.refused("w-at-offitser hasty 2804"), "9.1.1a");
    // A train is no company for a tank.
    let mut s = white().put("w-at-offitser w-tank", "2705").put("r-at-lenine", "2804").begin(&[]);
    s.say("w-at-offitser hasty 2804", &[]);
    assert_eq!(s.refused("w-tank hasty 2804"), "9a");
}

#[test]
fn r9b_no_vehicle_attacks_into_ground_that_it_cannot_enter() {
    let mut s = white().put("w-ac-2k w-1-1k", "2211").put("r-1-let", "2212").begin(&[]);
    s.say("w-1-1k hasty 2212", &[]);
    assert_eq!(s.refused("w-ac-2k hasty 2212"), "9b", "forest");
}

#[test]
fn r5_3g_guns_out_of_command_fire_at_neighbours_alone() {
    let ooc = |s: Scene| s.with(|p| p.ooc.insert(unit("w-art-1k"))).put("w-cv2-1d", "1818").begin(&[]);
    let s = ooc(white().put("w-art-1k", "1818").put("w-1-1k", "1817").put("r-1-let", "1816"));
    assert_eq!(s.refused("w-art-1k support hasty 1816"), "5.3g");
    let s = ooc(white().put("w-art-1k", "1817").put("r-1-let", "1816"));
    assert!(s.offered("w-art-1k barrage") && s.offered("w-art-1k support hasty 1816"));
    // A Barrage may be declared by anybody (O14); at two hexes nobody can be named for it.
    let mut s = ooc(white().put("w-art-1k", "1818").put("w-1-1k", "1817").put("r-1-let", "1816"));
    s.say("w-art-1k barrage", &[]).say("done", &[]);
    assert!(!s.offers().iter().any(|o| o.starts_with("fire")), "{:?}", s.offers());
}

#[test]
fn r8_3_1d_who_was_next_to_any_unit_when_the_phase_began_is_observed() {
    let scene =
        white().put("w-cv2-1d", "1817").put("r-1-let r-cv3-let", "1816").put("w-art-1k w-1-1k", "1818");
    let mut s = scene.put("r-2-let", "1716").begin(&[]);
    assert_eq!(s.p.march.observed, units("r-1-let r-cv3-let"));
    s.say("w-1-1k 1717", &[]).say("w-1-1k combat", &[]);
    assert_eq!(s.p.march.observed, units("r-1-let r-cv3-let"), "units seen later are not observed");
    assert!(s.offered("w-art-1k barrage"));
    let s = white().put("w-art-1k", "1818").put("r-1-let", "1816").begin(&[]);
    let mut s = s;
    s.say("w-art-1k barrage", &[]).say("done", &[]);
    assert!(!s.offers().iter().any(|o| o.starts_with("fire")), "nobody is observed: {:?}", s.offers());
}

#[test]
fn r7_3a_infantry_and_guns_in_command_dig_for_all_their_mp() {
    let mut s = white().put("w-1-1k w-art-1k", "1817").put("w-19dr w-ac-2k w-2-1k", "1819").begin(&[]);
    for id in ["w-19dr", "w-ac-2k", "w-cv4-3dr"] {
        assert_eq!(s.refused(&format!("{id} entrench")), "7.3a", "{id}");
    }
    s.say("w-2-1k 1820", &[]);
    assert_eq!(s.refused("w-2-1k entrench"), "7.3a");
    s.say("w-2-1k halt", &[]).say("w-1-1k entrench", &[]).say("w-art-1k entrench", &[]);
    assert!(s.told().ends_with("entrenches for 5 MP"));
    assert_eq!(s.refused("w-1-1k 1818"), "7b", "nothing is left");
}

#[test]
fn r7_3b_works_are_ready_at_the_end_of_the_next_own_movement_phase() {
    let mut s = white().put("w-1-1k", "1817").begin(&[]);
    s.say("w-1-1k entrench", &[]);
    assert_eq!(s.p.units.dug(unit("w-1-1k")), Dug::Begun);
    let (dug, again) = ([Dug::Building, Dug::Entrenched], |p: &mut Position| {
        (p.phase, p.active, p.play) = (Phase::Movement, WHITE, Play::START)
    });
    for expected in dug {
        let done = game().parse(&s.p, "done").unwrap();
        take(&engine(), &mut s.p, Side(WHITE), &done, &mut Seeded::new(1), &mut Vec::new());
        assert_eq!(s.p.units.dug(unit("w-1-1k")), expected);
        s = s.with(again).begin(&[]);
    }
    // The enemy's works wait for the enemy's phase, and so do units off the map.
    let s = white().put("w-1-1k", "1817").put("r-1-let r-2-let", "1805");
    let s = s.dug("r-1-let", Dug::Begun).dug("r-2-let", Dug::Building);
    let mut s = off(s, "r-3-let", At::OffMap, "1801", 3).begin(&[]);
    let done = game().parse(&s.p, "done").unwrap();
    take(&engine(), &mut s.p, Side(WHITE), &done, &mut Seeded::new(1), &mut Vec::new());
    assert_eq!(["r-1-let", "r-2-let"].map(|id| s.p.units.dug(unit(id))), [Dug::Begun, Dug::Building]);
    assert_eq!(s.p.units.at(unit("r-3-let")), At::OffMap);
    rules!("orel 7.3e", "orel 7.3f");
    let s = white().put("w-1-1k w-2-1k", "1817").dug("w-1-1k w-2-1k", Dug::Entrenched).put("r-1-let", "1816");
    let mut s = s.begin(&[]);
    assert_eq!(s.refused("w-1-1k entrench"), "7.3a");
    s.say("w-1-1k hasty 1816", &[]).say("w-2-1k 1818", &[]);
    assert_eq!((s.p.units.dug(unit("w-1-1k")), s.p.units.dug(unit("w-2-1k"))), (Dug::Entrenched, Dug::No));
}

#[test]
fn r7_4a_reinforcements_come_in_their_zone_on_their_turn_or_later() {
    // 10.2Re: the Estonians, one or three MP less.
    let at = |turn: u8| {
        off(red(), "r-1-est r-86-est r-art-est", At::Due, "", 2).with(|p| p.turn = turn).begin(&[])
    };
    let s = at(1);
    assert_eq!(s.refused("r-1-est 1501"), "7.4a");
    rules!("orel 10.2Re", "orel 10a");
    for turn in [2, 3] {
        let mut s = at(turn);
        s.say("r-1-est 1501", &[]);
        assert_eq!(s.p.march.left, 6, "5 − 1 and 1 for the hex");
        s.say("r-1-est halt", &[]).say("r-86-est 1501", &[]);
        assert_eq!(s.p.march.left, 2, "5 − 3 and 1 for the hex");
    }
}

#[test]
fn r7_4e_reinforcements_are_in_command_when_they_arrive() {
    let mut s = off(red(), "r-1-est", At::Due, "", 2).with(|p| p.ooc.insert(unit("r-1-est"))).begin(&[]);
    s.say("r-1-est 1503", &[]);
    assert!(!s.p.ooc.has(unit("r-1-est")));
    assert_eq!(s.told().lines().next(), Some("1/Est comes onto the map at 1501"));
}

#[test]
fn r7_4b_entry_zones_of_the_enemy_are_closed() {
    let s = white().put("w-1-1k", "0217").put("w-2-1k", "1502").begin(&[]);
    for words in ["w-1-1k 0117", "w-1-1k 0118", "w-2-1k 1501"] {
        assert_eq!(s.refused(words), "7.4b", "{words}");
    }
    let s = red()
        .put("r-1-let", "1219")
        .put("r-2-let", "1019")
        .put("r-3-let", "2919")
        .put("r-4-let", "3104")
        .begin(&[]);
    for words in ["r-1-let 1220", "r-2-let 1020", "r-3-let 2920", "r-4-let 3205"] {
        assert_eq!(s.refused(words), "7.4b", "{words}");
    }
}

#[test]
fn r7_4d_who_is_in_an_entry_zone_of_the_enemy_leaves_it_if_he_can() {
    let mut s = white().put("w-1-1k", "0119").put("r-1-41d", "0217").begin(&[]);
    assert_eq!(s.refused("done"), "7.4d");
    assert_eq!(s.refused("w-1-1k entrench"), "7.4d");
    s.say("w-1-1k 0219", &[]).say("w-1-1k halt", &[]);
    assert!(s.offered("done"));
}

#[test]
fn r10_2wq_the_cavalry_brigade_comes_together() {
    let mut s = off(white(), "w-1off-alex w-10husing", At::Due, "", 3).begin(&[]);
    assert!(s.offered("w-10husing 1020") && s.offered("w-10husing 1220"));
    s.say("w-1off-alex 1220", &[]).say("w-1off-alex halt", &[]);
    assert_eq!(
        (left(&s, "w-10husing", "1220"), left(&s, "w-10husing", "1020")),
        (16, 12),
        "1020 only over land"
    );
    assert!(s.p.march.together.is(hex("1220")));
    rules!("orel 10b");
    assert!(game().d.scenarios.iter().all(|s| {
        s.setup
            .iter()
            .filter(|r| r.unit == unit("w-1off-alex"))
            .all(|r| matches!(r.at, Where::Entry { turn: 3, .. }))
    }));
}

#[test]
fn r10_2wk_the_markov_battalions_come_by_rail_or_on_foot() {
    let due = |s: Scene| off(s, "w-1-3m", At::Due, "", 4).with(|p| p.turn = 4).begin(&[]);
    let mut s = due(white());
    for at in ["2413", "2705", "3111", "2920"] {
        assert!(s.offered(&format!("w-1-3m {at}")), "{at}");
    }
    s.say("w-1-3m 2908", &[]);
    assert_eq!(s.p.march.left, 12, "a station costs nothing");
    // The line is cut north of Glazunovka; Diachia is behind it.
    let s = due(white().put("r-1-let", "3113").put("w-2-1k", "2705"));
    assert_eq!((left(&s, "w-1-3m", "2413"), left(&s, "w-1-3m", "3015")), (12, 12));
    assert!(left(&s, "w-1-3m", "3111") < 12 && !s.offered("w-1-3m 2705") && !s.offered("w-1-3m 3113"));
    // The end of the line is lost, and its stations with it.
    let s =
        due(white().with(|p| p.rails[0].remove(hex("2920"))).put("w-2-1k", "2705").put("r-1-let", "2819"));
    assert!(!s.p.rails[0].has(hex("2920")) && !s.offered("w-1-3m 2413") && !s.offered("w-1-3m 2705"));
    // Nothing but the way on foot is left.
    let s = due(white().with(|p| p.rails[0] = Hexes::EMPTY).put("r-1-let", "2918"));
    assert!(!s.offered("w-1-3m 2413"));
}

#[test]
fn r10_2rm_the_46th_and_57th_divisions_come_from_the_west() {
    let ids = "r-1-46d r-art-46d r-ac-46d r-1-57d r-2-57d r-cv3-14a";
    let mut s = off(red(), ids, At::Due, "", 4).with(|p| p.turn = 4).begin(&[]);
    rules!("orel 10.2Ro", "orel 10.2Rh");
    for id in ids.split(' ') {
        for at in ["0117", "0118", "0119", "0120"] {
            assert!(s.offered(&format!("{id} {at}")), "{id} {at}");
        }
    }
    s.say("r-1-46d 0117", &[]);
    assert_eq!(s.p.march.left, 6);
    s.say("r-1-46d halt", &[]).say("r-1-57d 0118", &[]);
    assert_eq!(s.p.march.left, 8);
}

#[test]
fn r10_2rb_trains_and_depots_come_by_their_railways() {
    let s = off(red(), "r-at-lenine", At::Due, "", 5).with(|p| p.turn = 5);
    let s = off(s, "r-rd5-est", At::Due, "", 2);
    let mut s = s.begin(&[]);
    assert!(s.offered("r-at-lenine 3101") && s.offered("r-at-lenine 3003"));
    rules!("orel 10.2Rf");
    assert!(s.offered("r-rd5-est 1102") && s.offered("r-rd5-est 2204"));
    assert_eq!(s.refused("r-rd5-est 0701"), "7.1.6b", "no station");
    s.say("r-rd5-est 1102", &[]);
    assert_eq!(s.hex_of("r-rd5-est"), "1102");
    rules!("orel 10.2Wb", "orel 10.2Wd");
    let s = off(white(), "w-cv-mn w-at-grom", At::Due, "", 4).with(|p| p.turn = 4).begin(&[]);
    assert!(s.offered("w-cv-mn 3205") && s.offered("w-at-grom 2920") && s.offered("w-at-grom 2705"));
}

#[test]
fn r4_3_2f_battalions_built_off_the_map_come_in_by_an_own_edge() {
    let s = off(red(), "r-rec1", At::Entry, "", 3).begin(&[]);
    assert!(s.offered("r-rec1 0110") && s.offered("r-rec1 2001") && s.offered("r-rec1 2002"));
    assert_eq!(s.refused("r-rec1 2020"), "4.3.2f");
    let mut s = off(red(), "r-rec1", At::Entry, "", 3).begin(&[]);
    s.say("r-rec1 0112", &[]);
    assert_eq!(s.p.march.left, 4, "forest at the edge: 2 of 4 MP");
    let s = off(white(), "w-rec1", At::Entry, "", 4).begin(&[]);
    assert_eq!(s.refused("w-rec1 1520"), "4.3.2f", "not before its turn");
    let s = off(white(), "w-rec1", At::Pool, "", 0).begin(&[]);
    assert_eq!(s.refused("w-rec1 1520"), "4.3.2a");
}

#[test]
fn r3_3d_a_replaced_depot_comes_in_by_an_own_edge() {
    let mut s = off(white(), "w-cv2-1d w-rd5-1d", At::Entry, "", 3).begin(&[]);
    assert!(s.offered("w-cv2-1d 1520") && s.offered("w-rd5-1d 2920") && s.offered("w-rd5-1d 1020"));
    assert_eq!(s.refused("w-cv2-1d 1501"), "7.4b");
    assert_eq!(s.refused("w-cv2-1d 1401"), "3.3d");
    s.say("w-cv2-1d 1520", &[]).say("w-cv2-1d halt", &[]);
    assert_eq!(s.hex_of("w-cv2-1d"), "1520");
    // Where the border of the small scenario cuts a line, it is the edge of the side that has that end.
    let small = |side: u8, id: &str| {
        let s = off(Scene::of("brasovo"), id, At::Entry, "", 1);
        s.with(|p| (p.active, p.phase, p.play) = (side, Phase::Movement, Play::START)).begin(&[])
    };
    assert!(small(RED, "r-rd5-14a").offered("r-rd5-14a 0309"));
}

#[test]
fn r4_3_1ce_overstacking_is_put_right_in_the_movement_phase() {
    let stack = || red().put("r-1-let r-2-let r-3-let", "1817");
    let mut s = stack().begin(&[]);
    assert_eq!(s.refused("done"), "4.3.1Ce");
    s.say("r-1-let entrench", &[]).say("r-2-let entrench", &[]);
    assert_eq!(s.refused("r-3-let entrench"), "4.3.1Ce", "the last one who can must go");
    s.say("r-3-let 1818", &[]).say("r-3-let halt", &[]);
    assert!(s.offered("done"));
}

#[test]
fn r7_5a_nobody_leaves_the_map_by_choice() {
    let s = white().put("w-1-1k", "1820").begin(&[]);
    assert_eq!(s.refused("w-1-1k off"), "7.5a");
}

#[test]
fn r7_5b_who_was_driven_off_comes_back_where_he_left_or_next_to_it() {
    let scene =
        || off(white(), "w-1-1k", At::OffMap, "1820", 3).with(|p| p.unsupplied.insert(unit("w-1-1k")));
    let mut s = scene().begin(&[]);
    assert_eq!(s.refused("done"), "7.5b");
    assert!(s.offered("w-1-1k 1820") && s.offered("w-1-1k 1720") && s.offered("w-1-1k 1920"));
    rules!("orel 7.5f");
    s.say("w-1-1k 1720", &[]);
    assert!(!s.p.unsupplied.has(unit("w-1-1k")));
    assert_eq!(s.p.march.left, 10);
    let s = scene().with(|p| p.turn = 2).begin(&[]);
    assert_eq!(s.refused("w-1-1k 1820"), "7.5b");
    assert!(s.offered("done"), "not due yet");
    // It is in command that turn, whatever it was: it may go into a zone and make a Marching Day.
    let lost = || scene().with(|p| p.ooc.insert(unit("w-1-1k")));
    assert!(lost().begin(&[]).offered("w-1-1k day 1819"));
    let mut s = lost().put("r-1-let", "1817").begin(&[]);
    assert!(s.offered("w-1-1k 1818"));
    s.say("w-1-1k 1818", &[]);
    assert!(!s.p.ooc.has(unit("w-1-1k")));
    // What runs on rails comes back by rail.
    let s = off(white(), "w-at-offitser", At::OffMap, "2920", 3).begin(&[]);
    assert!(
        s.offered("w-at-offitser 2920")
            && !s.offered("w-at-offitser 2820")
            && !s.offered("w-at-offitser 3020")
    );
}

#[test]
fn r7_5c_who_cannot_come_back_is_eliminated() {
    let ring =
        white().put("r-1-let", "1820").put("r-2-let", "1720").put("r-3-let", "1920").put("w-2-1k", "1213");
    let mut s =
        off(ring, "w-1-1k", At::OffMap, "1820", 3).put("r-cv-9d", "1619").put("r-cv-7d", "2019").begin(&[]);
    s.say("done", &[]);
    assert_eq!(s.hex_of("w-1-1k"), "Gone");
    assert_eq!(s.p.lost[0], 1);
}

#[test]
fn r7_5d_brigades_of_the_41st_may_wait_for_the_18th() {
    let scene =
        |turn: u8| off(red(), "r-1-41d r-art1-41d", At::OffMap, "0116", 3).with(move |p| p.turn = turn);
    let mut s = scene(3).begin(&[]);
    assert!(s.offered("r-1-41d 0116") && s.offered("done"));
    assert_eq!((left(&s, "r-1-41d", "0116"), left(&s, "r-1-41d", "0120") < 8), (8, true));
    s.say("done", &[]);
    assert_eq!((s.p.units.at(unit("r-1-41d")), s.p.units.due(unit("r-1-41d"))), (At::OffMap, 4));
    let wait = off(red(), "r-1-41d", At::OffMap, "", 4).with(|p| p.turn = 4);
    let mut s = wait.begin(&[]);
    assert!(s.offered("r-1-41d 0117") && s.offered("r-1-41d 0120"));
    assert_eq!(s.refused("done"), "7.5b", "not later than the 18th");
    s.say("r-1-41d 0118", &[]);
    assert_eq!(s.hex_of("r-1-41d"), "0118");
    let s = off(red(), "r-3-41d", At::OffMap, "0116", 3).begin(&[]);
    assert_eq!(s.refused("done"), "7.5b", "the 3rd Brigade has no choice");
}

#[test]
fn r9_1_1b_a_train_comes_back_repaired_by_its_railway() {
    let late = off(white(), "w-at-kalita", At::DrivenOff, "2920", 3).steps("w-at-kalita", 1);
    let mut s = late.begin(&[]);
    s.say("w-at-kalita 2908", &[]);
    assert_eq!((s.hex_of("w-at-kalita"), s.p.steps(unit("w-at-kalita"))), ("2908".to_string(), 2));
    let s = off(white(), "w-at-kalita", At::DrivenOff, "2920", 4).begin(&[]);
    assert_eq!(s.refused("w-at-kalita 2908"), "9.1.1b");
}

#[test]
fn r7_3c_works_serve_the_unit_and_not_the_hex() {
    let mut s = white().put("w-1-1k", "1817").dug("w-1-1k", Dug::Entrenched).put("w-2-1k", "1818").begin(&[]);
    assert!(engine().all_entrenched(&s.p, units("w-1-1k")));
    s.say("w-2-1k 1817", &[]).say("w-2-1k combat", &[]);
    assert!(s.p.entrenched(unit("w-1-1k")) && !s.p.entrenched(unit("w-2-1k")));
    assert!(!engine().all_entrenched(&s.p, units("w-1-1k w-2-1k")));
}

#[test]
fn r7_1_4h_combat_mode_lets_a_unit_recover_and_march_mode_does_not() {
    rules!("orel 7.1.4i");
    let scene = |mode| {
        let s = Scene::empty(WHITE, Phase::Recruits)
            .put("w-1-1k w-cv2-1d", "2706")
            .steps("w-1-1k", 2)
            .put("w-2-1k", "2706");
        s.steps("w-2-1k", 2)
            .mode("w-1-1k", mode)
            .with(|p| p.recruits[0] = 4)
            .with(|p| p.functional.insert(unit("w-cv2-1d")))
    };
    let offers = |mode| scene(mode).begin(&[]).offers().iter().any(|w| w.contains("w-1-1k"));
    assert!(offers(Mode::Combat) && !offers(Mode::March));
}

#[test]
fn r7_5e_units_off_the_map_may_receive_recruits() {
    let s = Scene::empty(WHITE, Phase::Recruits).steps("w-1-1k", 2).with(|p| p.recruits[0] = 4);
    let s = off(s, "w-1-1k", At::OffMap, "1820", 3).begin(&[]);
    assert!(s.offers().iter().any(|w| w.contains("w-1-1k")), "{:?}", s.offers());
}

/// A position in the middle of a movement phase of a scenario.
fn phase_of(scenario: &str, side: u8, turn: u8) -> Scene {
    let change =
        |p: &mut Position| (p.phase, p.active, p.turn, p.play) = (Phase::Movement, side, turn, Play::START);
    Scene::of(scenario).with(change).begin(&[])
}

#[test]
fn lists_agree_with_what_is_allowed_and_words_mean_one_thing() {
    let mut dice = Seeded::new(7);
    for (scenario, side, turn) in
        [("historical", WHITE, 4), ("historical", RED, 4), ("brasovo", RED, 4), ("brasovo", WHITE, 3)]
    {
        let mut s = phase_of(scenario, side, turn);
        let mut steps = 0;
        while s.p.phase == Phase::Movement && s.p.active == side && steps < 400 {
            let mut list = Vec::new();
            game().actions(&s.p, Side(side), &mut list);
            assert!(!list.is_empty());
            let all: std::collections::HashSet<Action> = list.iter().copied().collect();
            assert_eq!(all.len(), list.len(), "nothing twice");
            if steps % 16 == 0 {
                let words: std::collections::HashSet<String> =
                    list.iter().map(|a| game().describe(&s.p, a)).collect();
                assert_eq!(words.len(), list.len());
                for a in &list {
                    assert_eq!(game().parse(&s.p, &game().describe(&s.p, a)), Some(*a));
                    game().check(&s.p, Side(side), a).unwrap();
                }
                for u in engine().all_units() {
                    for to in all_hexes().step_by(7).chain([HexId(u16::MAX), HexId(999)]) {
                        for a in anything(u, to) {
                            let legal = game().check(&s.p, Side(side), &a).is_ok();
                            assert_eq!(legal, all.contains(&a), "{}", game().describe(&s.p, &a));
                        }
                    }
                }
            }
            let pick = list[dice.roll(list.len().min(250) as u8) as usize * list.len() / 251];
            game().apply(&mut s.p, Side(side), &pick, &mut dice, &mut Vec::new());
            game().sound(&s.p).unwrap();
            steps += 1;
        }
    }
}

fn anything(unit: UnitId, to: HexId) -> Vec<Action> {
    use sandtable_orel::play::march::{How, MarchAction as A};
    let ends = [
        How::Hasty(to),
        How::Prepared(to),
        How::SupportHasty(to),
        How::SupportPrepared(to),
        How::Halt,
        How::Combat,
        How::Barrage,
        How::Entrench,
    ];
    let list = ends.into_iter().map(|how| A::End { unit, how });
    let there = to.into();
    list.chain([A::Go { unit, to: there }, A::Day { unit, to: there }, A::Check { unit }])
        .map(Action::March)
        .collect()
}

#[test]
fn random_games_come_to_an_end() {
    let seeds = (1..=12).map(|n| ("brasovo", n)).chain([("historical", 2), ("hypothetical", 3)]);
    for (scenario, seed) in seeds {
        let mut dice = Seeded::new(seed);
        let mut p = game().start(scenario, &Options::new(), &mut dice).unwrap();
        let (mut steps, start) = (0u32, std::time::Instant::now());
        while let Some(side) = game().to_decide(&p).side() {
            let mut list = Vec::new();
            game().actions(&p, side, &mut list);
            assert!(!list.is_empty(), "{:?}", game().to_decide(&p));
            let n = (u32::from(dice.roll(100)) * 100 + u32::from(dice.roll(100))) as usize % list.len();
            game().apply(&mut p, side, &list[n], &mut dice, &mut Vec::new());
            game().sound(&p).unwrap();
            steps += 1;
            assert!(steps < 50_000);
        }
        println!("{scenario}: {steps} decisions, {:?}", start.elapsed());
    }
}

#[test]
fn a_list_is_quick() {
    for side in [WHITE, RED] {
        let s = phase_of("historical", side, 4);
        let mut out = Vec::new();
        let best = (0..100).map(|_| {
            out.clear();
            let start = std::time::Instant::now();
            game().actions(&s.p, Side(side), &mut out);
            start.elapsed()
        });
        let best = best.min().unwrap();
        println!("side {side}: {} actions in {best:?}", out.len());
        assert!(best.as_millis() < 10, "{best:?}");
    }
}
